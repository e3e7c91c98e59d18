"""The command line. Heavy imports stay inside the commands: `paskasim --help` imports neither numba nor pandas."""

from __future__ import annotations

import sys
from typing import TextIO

INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and end the process with its exit code.

    0 done, 1 a bug, 2 wrong usage or a bad file, 3 a check that did not hold, 4 damaged or foreign data,
    130 interrupted.
    """
    for stream in (sys.stdout, sys.stderr):
        _never_fail_to_print(stream)
    sys.exit(run(arguments))


def _never_fail_to_print(stream: TextIO) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")


def run(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    from typer.exceptions import Abort, Exit, TyperException

    from paskasim.cli.app import app
    from paskasim.errors import PaskasimError

    try:
        result = app(args=arguments, prog_name="paskasim", standalone_mode=False)
    except PaskasimError as error:
        return _tell(error.what, error.do, error.exit_code)
    except TyperException as error:
        context = getattr(error, "ctx", None)
        path = context.command_path if context else "paskasim"
        if type(error).__name__ == "NoArgsIsHelpError":  # a call without anything shows the help
            print(error.format_message())
            return 0
        return _tell(" ".join(error.format_message().split()), f"`{path} --help` tells what is allowed.", 2)
    except Exit as ended:
        return ended.exit_code
    except (KeyboardInterrupt, Abort):
        return _tell("Interrupted.", "The same command goes on from what is finished.", INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    return result if isinstance(result, int) else 0


def _tell(what: str, do: str, code: int) -> int:
    lines = what.splitlines() or [what]
    print("\n".join(["paskasim: " + lines[0], *lines[1:], do]), file=sys.stderr)
    return code
