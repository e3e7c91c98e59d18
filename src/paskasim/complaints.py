"""What the compiler says of a strategy, in a sentence: which function, which line, what is not allowed there."""

from __future__ import annotations

import linecache
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from paskasim.rules.messages import shortened, visible

LONGEST = 160
WHERE = re.compile(r'File "(?P<file>[^"\n]+)", line (?P<line>\d+)|(?P<path>[^\s()]+\.py) \((?P<number>\d+)\)')

# What the compiler writes, and what that means; the first that fits is told. Groups may be used in the sentence.
MEANINGS: tuple[tuple[str, str], ...] = (
    (r"setitem\(View,", "it writes to the table, which can only be read"),
    (r"setitem\((?:Mine|Own), [^,]+, (?P<type>[^)]+)\)", "it keeps something in `mine` that is no whole number"),
    (r"getitem\((?:View|Mine|Own), slice", "it cuts a slice; read the words one by one"),
    (r"getitem\((?:View|Mine|Own), (?P<type>[^)]+)\)", "it reads a word by something that is no whole number"),
    (r"NameError: name '(?P<name>[^']+)' is not defined", "there is no `{name}`"),
    (
        r"Untyped global name '(?P<name>[^']+)':.*?type of <class 'function'>",
        "`{name}` is a plain Python function; put @kernel above it",
    ),
    (
        r"Untyped global name '(?P<name>[^']+)':.*?type of <class '(?P<type>[^']+)'>",
        "`{name}` is a {type} of Python; compiled code knows whole numbers and functions with @kernel only",
    ),
    (r"Untyped global name '(?P<name>[^']+)'", "`{name}` can't be used in compiled code"),
    (r"No conversion from none to int64", "it ends without an answer on one of its ways (`return` is missing)"),
    (r"No conversion from bool to int64", "its answer is no whole number but True or False"),
    (r"No conversion from (?P<type>.+?) to int64", "its answer is no whole number but a {type}"),
    (r"Unknown attribute '(?P<name>[^']+)' of type (?:View|Mine|Own)", "words have no `.{name}`; write table[...]"),
    (r"Unknown attribute '(?P<name>[^']+)'", "compiled code knows no `.{name}` here"),
    (r"Signature mismatch: 5 argument types given, but function takes (?P<n>\d+)",
     "it takes {n} arguments; a question takes five: (table, mine, hand, seat, options)"),
    (r"Cannot bind .*?\"TypeError: (?P<why>[^\"]+)\"", "a helper is called wrongly: {why}"),
    (r"opcode \(IMPORT_NAME\)", "it imports something; import at the top of the file"),
    (r"'with \(context manager\)", "it uses `with`, which can't be compiled"),
    (r"[Uu]nsupported opcode \((?P<name>\w+)\)", "it uses something of Python that can't be compiled ({name})"),
    (r"Cannot unify (?P<one>[^\s]+) and (?P<two>[^\s]+) for '(?P<name>[^'.]+)",
     "`{name}` is a {one} on one way and a {two} on another"),
    (r"No implementation of function Function\((?P<name>[^)]+)\)", "{name} can't be used on what it gets here"),
)  # fmt: skip

KINDS = {
    "Literal[str]": "text", "unicode_type": "text", "UniTuple": "tuple", "Tuple": "tuple", "float64": "float",
    "reflected list": "list", "DictType": "dict", "View": "table", "Mine": "set of words",
}  # fmt: skip


class Place(NamedTuple):
    """A line of a file."""

    path: Path
    line: int


def compile_complaint(question: str, function: Callable[..., Any], error: BaseException) -> str:
    """Return why an answer could not be compiled, in one sentence.

    Parameters
    ----------
    question
        The question that `function` answers.
    error
        What the compiler raised.
    """
    text = str(error)
    place = _place(text, function)
    source = linecache.getline(str(place.path), place.line).strip() if place else ""
    line = f"{place.path.name}, line {place.line}, `{shortened(visible(source))}`: " if place else ""
    return f"Its answer to `{question}` does not compile: {line}{_meaning(text)}."


def complaints_of(questions: Mapping[str, Callable[..., Any]]) -> Iterator[str]:
    """Compile answers one by one, without keeping them, and yield a sentence for each that can't be or may not.

    Parameters
    ----------
    questions
        Functions by the name of the question that they answer, as in `Strategy.questions`.
    """
    from paskasim.compiling import compile_answer
    from paskasim.refusals import refusals_of

    for question, function in questions.items():
        refused = list(refusals_of({question: function}))
        yield from refused
        if refused:
            continue
        try:
            compile_answer(function)
        except Exception as error:  # the compiler raises whatever it likes
            yield compile_complaint(question, function, error)


def _meaning(text: str) -> str:
    """Return what is wrong, in words where they are known."""
    for pattern, sentence in MEANINGS:
        if match := re.search(pattern, text, re.DOTALL):
            told = {key: _plain(value) for key, value in match.groupdict().items() if value}
            return sentence.format(**told)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    said = [line for line in lines if not line.startswith("Failed in")] or ["nothing that can be told"]
    return f"the compiler says: {shortened(visible(said[0].rstrip('.')), LONGEST)}"


def _plain(word: str) -> str:
    """Return what the compiler calls something, in words where they are known."""
    for beginning, name in KINDS.items():
        if word.startswith(beginning):
            return name
    return shortened(visible(word), 80)


def _place(text: str, function: Callable[..., Any]) -> Place | None:
    """Return the line that the compiler points at in the file of `function`, else where the function begins."""
    code = getattr(function, "__code__", None)
    if code is None:
        return None
    own = Path(code.co_filename)
    missing = re.search(r"NameError: name '([^']+)'", text)
    if missing:
        lines = linecache.getlines(str(own))
        for number in range(code.co_firstlineno, len(lines) + 1):
            if re.search(rf"\b{re.escape(missing[1])}\b", lines[number - 1]):
                return Place(own, number)
    for match in WHERE.finditer(text):
        # Numba shortens paths, so the last part has to do.
        named = Path(match["file"] or match["path"])
        if named.name == own.name:
            return Place(own, int(match["line"] or match["number"]))
    return Place(own, code.co_firstlineno)
