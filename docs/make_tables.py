"""Write the tables of docs/ that follow from the code: columns, metrics, switches, probes.

`tests/test_docs.py` compares them.

Run with `python docs/make_tables.py`.
"""

from __future__ import annotations

from pathlib import Path

from paskasim.analysis import questions
from paskasim.rules.text import switch_table
from paskasim.studies import probes, probing
from paskasim.studies.columns import COLUMNS
from paskasim.studies.sums import METRICS

FOLDER = Path(__file__).parent


def columns_page() -> str:
    """Return docs/columns.md."""
    lines = [
        "# Columns of a game row",
        "",
        "A row a game, the same columns for all numbers of players: seats that don't exist are null. Columns marked",
        "*detail* are written with `detail = true` in a study or `--detail`, as they cost time; those marked *bluff*",
        "where the rules have `bluff.on`.",
        "",
        "| column | type | unit | meaning |",
        "|---|---|---|---|",
    ]
    for column in COLUMNS:
        kind = "text" if column.name in ("outcome", "proof") else str(column.type)
        detail = " *detail*" * column.detail + " *bluff*" * column.bluff
        lines.append(f"| `{column.name}` | {kind} | {column.unit} | {column.meaning}{detail} |")
    lines += [
        "",
        "# Sums over blocks",
        "",
        "`blocks.parquet` has a row for each case and each block of 1,024 game numbers; `cases.parquet` a row a case.",
        "Both hold these sums; a seat that does not exist is null.",
        "",
        "| metric | sum over the games of |",
        "|---|---|",
        *(f"| `{metric.name}` | {metric.meaning} |" for metric in METRICS),
    ]
    return "\n".join(lines) + "\n"


def switches_page() -> str:
    """Return docs/switches.md."""
    return (
        "# Switches of a rule set\n\n"
        "A rule file sets any of these; `paskasim rules show NAME` lists them with the values of a rule set.\n\n"
        + switch_table().rstrip()
        + "\n"
    )


def probes_page() -> str:
    """Return docs/probes.md."""
    wanted = {name: getattr(questions.load(name), "PROBES", ()) for name in questions.names()}
    lines = [
        "# Probes",
        "",
        "A probe measures what the rows of plain games don't tell. A sweep plays it for the questions that want it and",
        "writes `<probe>.parquet`: a row for each case and block, the same whatever was stopped and repeated. Its",
        "settings stand in a table of its name in the study file, such as `forks = { games = 5_000 }`; with other",
        "settings it is played anew. `games` (or `matches`) is how many units are played of each case, never more",
        "than it has games. The numbers in a block are those of 1,024 units, if nothing else is said.",
    ]
    for name in probes.names():
        probe = probing.load(name)
        asking = ", ".join(f"`{question}`" for question, names in wanted.items() if name in names)
        size = "" if probe.block == probing.BLOCK else f" A block has {probe.block:,} units."
        lines += [
            "",
            f"## {name}",
            "",
            f"{probe.about[0].upper()}{probe.about[1:]}. Wanted by {asking or 'no question'}.{size}",
            "",
            "| setting | default | allowed | meaning |",
            "|---|---|---|---|",
            *(f"| `{s.name}` | `{_shown(s.default)}` | {s.allowed} | {s.meaning} |" for s in probe.settings),
            "",
            "| column | sum of |",
            "|---|---|",
            *(f"| `{column.name}` | {column.meaning} |" for column in probe.columns),
        ]
    return "\n".join(lines) + "\n"


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(_shown(item) for item in value)}]"
    return f'"{value}"' if isinstance(value, str) else f"{value:_}" if isinstance(value, int) else str(value)


PAGES = {"columns.md": columns_page, "switches.md": switches_page, "probes.md": probes_page}

if __name__ == "__main__":
    for name, page in PAGES.items():
        (FOLDER / name).write_text(page(), encoding="utf-8")
