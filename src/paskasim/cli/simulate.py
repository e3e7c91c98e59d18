"""`paskasim simulate`: one case at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paskasim.cli import options

if TYPE_CHECKING:
    from paskasim.studies.plan import Case

SCHEMA = "paskasim-simulate/1"


def simulate(
    rules: Annotated[str, typer.Argument(metavar="RULES", help="A preset or the path of a rule file.")],
    players: options.Players = 4,
    lineup: options.Lineup = "lowest",
    games: options.Games = 100_000,
    seed: options.Seed = 1,
    threads: options.Threads = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the rows to this Parquet file.")] = None,
    detail: Annotated[bool, typer.Option("--detail", help="Also write the columns that cost time.")] = False,
    json: options.Json = False,
) -> None:
    """Play one rule set and show a summary."""
    from paskasim.simulation import checked_case

    case = checked_case(rules, players, lineup, games, seed)
    if out is not None:
        from paskasim.studies.files import check_writable

        check_writable(out)
    options.compile_first([case.seats], rules=[case.rules])
    try:
        summary = _play(case, threads, out, detail)
    except KeyboardInterrupt:
        raise options.StoppedError("Stopped; nothing of it is kept.", "To begin anew") from None
    if json:
        import json as writer

        typer.echo(writer.dumps(summary))
    else:
        _show(case, summary)


def _play(case: Case, threads: int | None, out: Path | None, detail: bool) -> dict[str, Any]:
    import time
    from contextlib import closing

    from paskasim.cli.progress import meter
    from paskasim.simulation import stream
    from paskasim.studies.columns import schema
    from paskasim.studies.rows import RowFile
    from paskasim.studies.summary import Summary
    from paskasim.threads import default_threads

    summary = Summary(case.players)
    start = time.perf_counter()
    with meter("simulate") as shown, RowFile(out, schema(detail, case.rules.bluff.on), case) as rows:
        shown.begin(case.games)
        with closing(stream(case, threads=threads, detail=detail, played=shown.advance)) as parts:
            for games in parts:
                summary.add(games)
                rows.write(games, detail)
    seconds = time.perf_counter() - start
    return {
        "schema": SCHEMA,
        "rules": case.rules.name,
        "players": case.players,
        "lineup": [player.spec for player in case.seats],
        "seed": case.seed,
        "games": case.games,
        **summary.facts(),
        "threads": threads or default_threads(),
        "seconds": round(seconds, 4),
        "games_per_second": round(case.games / max(seconds, 1e-9)),
    }


def _show(case: Case, summary: dict[str, Any]) -> None:
    from paskasim.analysis.intervals import wilson

    games = case.games
    names = ", ".join(summary["lineup"])
    typer.echo(f"{case.rules.name}, {case.players} players ({names}), seed {case.seed}: {games:,} games")
    low, high = case.rules.player_range()
    if not low <= case.players <= high:
        typer.echo(f"note: the text of these rules means {case.rules.players} players")

    def share(count: int) -> str:
        interval = wilson(count, games)
        return f"{count / games:7.2%}  ({interval.low:.2%} to {interval.high:.2%})"

    typer.echo("\nendings")
    for ending, count in summary["endings"].items():
        typer.echo(f"  {ending:26s} {count:>12,}  {share(count)}")
    for key, title in (("loser", "who loses"), ("first_out", "who is first out")):
        typer.echo(f"\n{title} (share of all games, 95 % Wilson intervals)")
        for seat, count in enumerate(summary[key]):
            typer.echo(f"  seat {seat:<21} {count:>12,}  {share(count)}")
    turns = summary["turns"]
    if turns["mean"] is not None:
        typer.echo(f"\nturns of finished games: mean {turns['mean']:.1f}, median {turns['median']:g}")
    burns = ", ".join(f"{cause} {mean:.2f}" for cause, mean in summary["burns"].items())
    typer.echo(f"burns a game: {burns}")
    if bluff := summary.get("bluff"):
        claims, lies, challenges, caught = (bluff[name] for name in ("claims", "lies", "challenges", "caught"))
        typer.echo(
            f"claims a game: {claims:.1f}; lies {lies / max(claims, 1e-9):.1%} of them, challenged "
            f"{challenges / max(claims, 1e-9):.1%}; lies among the challenged {caught / max(challenges, 1e-9):.1%}"
        )
    typer.echo(
        f"{summary['seconds']:.2f} s on {summary['threads']} threads, {summary['games_per_second']:,} games a second"
    )
