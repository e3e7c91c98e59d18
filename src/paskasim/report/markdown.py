"""Plain GitHub Markdown: names stay text, whatever they hold."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paskasim.analysis.words import SPACE

JOINER = "\u2060"
"""Seen by nobody; keeps a sign that sites act on (a mention, a reference, an emoji) from what follows."""
SIGNS = r"[\\`*\[\]|~$]|(?<![^\W_])_|_(?![^\W_])|#|<(?=\S)|&(?=#|\w+;)|:(?=//)|(?<=\bwww)\."
"""What Markdown would act on wherever it stands; an underscore within a word is none of it."""
AT_START = r"^([>+=-]|\d+(?=[.)]))"


def escaped(text: str, *, within: bool = False) -> str:
    """Return a text for Markdown, on one line; `within` one where something stands before it."""
    line = " ".join(text.replace(SPACE, " ").split())
    line = re.sub(SIGNS, r"\\\g<0>", line)
    line = re.sub(r"@(?=\w)|#(?=\w)|:(?=[\w+-]+:)", rf"\g<0>{JOINER}", line)
    start = None if within else re.match(AT_START, line)
    if not start:
        return line
    return f"{start[0]}\\{line[start.end() :]}" if start[0][0].isdigit() else f"\\{line}"


def prose(sentence: str, *, within: bool = False) -> str:
    """Return a sentence of a finding for Markdown; what stands in backticks is code, as on the page."""
    parts = re.split(r"(`[^`]+`)", sentence)
    marks = [f"{JOINER}{at}{JOINER}" for at in range(len(parts) // 2)]
    line = escaped("".join(part if at % 2 == 0 else marks[at // 2] for at, part in enumerate(parts)), within=within)
    for mark, code in zip(marks, parts[1::2], strict=True):
        line = line.replace(mark, code, 1)
    return line


def code_block(text: str) -> list[str]:
    """Return a block of code as lines; its fence is longer than any row of backticks in it."""
    fence = "`" * max([3, *(len(row) + 1 for row in re.findall("`+", text))])
    return [f"{fence}sh", text, fence]


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table as lines; its cells are Markdown already."""
    lines = [headings, ["---", *["---:"] * (len(headings) - 1)], *rows]
    return [f"| {' | '.join(line)} |" for line in lines]
