"""The command line. Heavy imports stay inside the commands: `paskasim --help` imports neither numba nor pandas."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TextIO

from paskasim.cli.interrupts import INTERRUPTED, end_at_the_second


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and end the process with its exit code.

    0 done, 1 a bug, 2 wrong usage or a bad file, 3 a check that did not hold, 4 damaged or foreign data,
    130 interrupted.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started this
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8"))
        _never_fail_to_print(getattr(sys, name))
    end_at_the_second()
    code = _told_to_the_end(run(arguments))
    if code == INTERRUPTED:
        os._exit(code)  # the compiler may still be at work in its thread, and would be waited for
    sys.exit(code)


def _never_fail_to_print(stream: TextIO) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")


def _told_to_the_end(code: int) -> int:
    """Flush the output; return the exit code, another one where the output could not be written."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        _give_up(sys.stdout)
    except OSError as error:
        _give_up(sys.stdout)
        code = code or _tell(f"The output can't be written: {error.strerror}.", "Make room, or print elsewhere.", 2)
    try:
        sys.stderr.flush()
    except OSError:  # nobody is left to be told
        _give_up(sys.stderr)
    return code


def _give_up(stream: TextIO) -> None:
    # Python flushes once more at its end, and would complain again, by another exit code from 3.13 on.
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def run(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    try:
        return _run(arguments)
    except KeyboardInterrupt:
        return _tell("Interrupted.", _again("To begin anew", arguments), INTERRUPTED)


def _run(arguments: list[str] | None) -> int:
    from typer.exceptions import Abort, Exit, TyperException

    from paskasim.cli.app import app
    from paskasim.cli.options import StoppedError
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
    except StoppedError as stopped:
        return _tell(stopped.what, _again(stopped.do, arguments), INTERRUPTED)
    except SystemExit:  # typer ends so where the reader of the output, such as `head`, has seen enough
        return 0
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        return _tell(f"{place}{error.strerror or error}.", "Make room or permission there, or choose another place.", 2)
    except Abort:
        return _tell("Interrupted.", _again("To begin anew", arguments), INTERRUPTED)
    if result == INTERRUPTED:  # typer's answer to Ctrl-C
        return _tell("Interrupted.", _again("To begin anew", arguments), INTERRUPTED)
    return result if isinstance(result, int) else 0


def _again(do: str, arguments: list[str] | None) -> str:
    import shlex

    return f"{do}:\n  paskasim {shlex.join(sys.argv[1:] if arguments is None else arguments)}"


def _tell(what: str, do: str, code: int) -> int:
    lines = what.splitlines() or [what]
    with suppress(OSError):
        print("\n".join(["paskasim: " + lines[0], *lines[1:], do]), file=sys.stderr)
    return code
