"""Write the tables of docs/ that follow from the code: columns, metrics, switches. `tests/test_docs.py` compares them.

Run with `python docs/make_tables.py`.
"""

from __future__ import annotations

from pathlib import Path

from paskasim.rules.text import switch_table
from paskasim.studies.columns import COLUMNS
from paskasim.studies.sums import METRICS

FOLDER = Path(__file__).parent


def columns_page() -> str:
    """Return docs/columns.md."""
    lines = [
        "# Columns of a game row",
        "",
        "A row a game, the same columns for all numbers of players: seats that don't exist are null. Columns marked",
        "*detail* are written with `detail = true` in a study or `--detail`, as they cost time.",
        "",
        "| column | type | unit | meaning |",
        "|---|---|---|---|",
    ]
    for column in COLUMNS:
        kind = "text" if column.name in ("outcome", "proof") else str(column.type)
        detail = " *detail*" if column.detail else ""
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


PAGES = {"columns.md": columns_page, "switches.md": switches_page}

if __name__ == "__main__":
    for name, page in PAGES.items():
        (FOLDER / name).write_text(page(), encoding="utf-8")
