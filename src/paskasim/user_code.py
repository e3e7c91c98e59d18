"""Users' strategy files: loading them anew whenever they changed, and compiling what they hold.

Python keeps modules that were imported once, and Numba does not notice when a module that a function uses, or a number
that it is compiled with, has changed. So a file is run under a name with the hash of its source in it, what it brought
along is imported anew with it, and what is compiled is kept in a folder named by a hash of all that it is made from.
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import TypeVar

from paskasim.errors import PaskasimError
from paskasim.fingerprints import fingerprint
from paskasim.kernels import cache
from paskasim.metadata import MEND, refuse_mistakes
from paskasim.rules.messages import did_you_mean, near, shown, visible
from paskasim.source_files import HASH_DIGITS, files_read, identity_of, is_users, stamp
from paskasim.sources import SHOW, Source
from paskasim.strategies.door import Strategy

T = TypeVar("T")
_compiling = Lock()


@dataclass(frozen=True)
class UserFile:
    """A file that was run.

    Attributes
    ----------
    found
        All that it holds, each once, sound or not.
    identity
        Hash of the file, of what it imports from beside it, and of all that its strategies are compiled from.
    """

    found: tuple[Strategy, ...]
    identity: str

    @cached_property
    def by_name(self) -> Mapping[str, tuple[Strategy, ...]]:
        """Strategies by name; where all is well, one each."""
        names = dict.fromkeys(str(strategy.name) for strategy in self.found)
        return {name: tuple(each for each in self.found if str(each.name) == name) for name in names}

    def named(self, name: str, file: str) -> Strategy:
        """Return a strategy that can be played.

        Parameters
        ----------
        file
            How errors call the file.

        Raises
        ------
        PaskasimError
            If there is none of this name, or two, or if it says of itself what can't be.
        """
        strategies = self.by_name.get(name, ())
        if not strategies:
            there_are = f"there are {', '.join(map(visible, self.by_name))}{did_you_mean(near(name, self.by_name))}"
            raise PaskasimError(f"line-up: {file} has no strategy {shown(name)}; {there_are}.", SHOW)
        if len(strategies) > 1:
            raise PaskasimError(f"{file}: {twice(name)}", "Rename one.")
        refuse_mistakes(strategies[0], file)
        return strategies[0]


def twice(name: str) -> str:
    """Return the sentence about a name that was given twice."""
    return f"two strategies are called {shown(name)}."


@dataclass(frozen=True)
class _Load:
    """A file as it was when it was run last, and what it read then."""

    source: str
    read: Mapping[Path, str]
    file: UserFile

    def holds(self, source: str) -> bool:
        """Whether it would be the same now."""
        return self.source == source and all(stamp(path) == before for path, before in self.read.items())


_last: dict[Path, _Load] = {}
_files: dict[tuple[Path, str], UserFile] = {}
_brought: dict[str, dict[str, ModuleType]] = {}  # modules by name, by the identity of the file that imported them


def load_file(path: Path, called: str = "") -> UserFile:
    """Return the strategies of a file, as it is now.

    Parameters
    ----------
    called
        How errors call the file; its path if not given.

    Raises
    ------
    PaskasimError
        If it is missing, is no Python, fails when it is run, or holds no strategy.
    """
    name = visible(called or str(path))
    path = path.absolute()
    if not path.is_file():
        raise PaskasimError(
            f"line-up: there is no file {name}.", "Paths begin at the study's folder, or where the command is run."
        )
    source = identity_of(path)
    last = _last.get(path)
    if last is None or not last.holds(source):
        with files_read() as read:
            module, brought = guarded(name, lambda: _run(path, source))
        found = _strategies(module, name)
        identity = identity_with(source, found)
        _brought.setdefault(identity, brought)
        # The functions of an earlier load that were the same are compiled already.
        file = _files.setdefault((path, identity), UserFile(found, identity))
        last = _last[path] = _Load(source, read, file)
    return last.file


def identity_with(source: str, strategies: Iterable[Strategy]) -> str:
    """Return the hash of a source together with all that its strategies are compiled from."""
    return hashlib.sha256(f"{source} {fingerprint(strategies)}".encode()).hexdigest()[:HASH_DIGITS]


def guarded(name: str, run: Callable[[], T]) -> T:
    """Run a user's code; what goes wrong in it becomes a sentence with its line.

    Raises
    ------
    PaskasimError
        If it raised anything.
    """
    try:
        with redirect_stdout(sys.stderr):  # standard output holds results only
            return run()
    except SyntaxError as error:
        where = _within(name, error.filename or "", f"line {error.lineno}") if error.lineno else name
        raise PaskasimError(f"{where} is not Python: {error.msg.rstrip('.')}.", "Mend the file.") from error
    except (Exception, SystemExit) as error:
        told = visible(f"{type(error).__name__}: {error}").rstrip(".: ")
        raise PaskasimError(f"{_place_of(error, name)}: {told}.", "Mend the file.") from error


def _place_of(error: BaseException, name: str) -> str:
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_told(frame.filename)]
    return _within(name, frames[-1].filename, f"line {frames[-1].lineno}") if frames else name


def _within(name: str, file: str, line: str) -> str:
    """Return a line of a file, and of which strategy file if it is another one."""
    own = not Path(file).is_file() or Path(file).name == Path(name).name
    return f"{name}, {line}" if own else f"{name}: {visible(Path(file).name)}, {line}"


def _is_told(file: str) -> bool:
    """Whether errors name lines of this file: not those of this package or of imports, but those of installed ones."""
    return Path(file).is_file() and not Path(file).is_relative_to(cache.PACKAGE) and "importlib" not in file


def _run(path: Path, source: str) -> tuple[ModuleType, dict[str, ModuleType]]:
    """Run a file as a new module; return it and all users' modules that it brought along."""
    own = [name for name, module in list(sys.modules.items()) if _lies_beside(module, path.parent)]
    for name in {*own, *(name for modules in _brought.values() for name in modules)}:
        sys.modules.pop(name, None)
    importlib.invalidate_caches()
    name = f"paskasim_user_{source}_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError("Python can't load it")
    module = importlib.util.module_from_spec(spec)
    before = dict(sys.modules)
    search = list(sys.path)
    sys.modules[name] = module  # where Numba looks for what it kept
    sys.path.insert(0, str(path.parent))
    keep, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        # Compiled from the text: Python's own cache goes by size and second only.
        exec(compile(path.read_bytes(), str(path), "exec"), module.__dict__)
    except BaseException:
        del sys.modules[name]
        raise
    finally:
        sys.dont_write_bytecode = keep
        sys.path[:] = search
    new = {each: found for each, found in list(sys.modules.items()) if before.get(each) is not found}
    return module, {each: found for each, found in new.items() if isinstance(found, ModuleType) and is_users(found)}


def _lies_beside(module: ModuleType, folder: Path) -> bool:
    file = getattr(module, "__file__", None)
    name = getattr(module, "__name__", "")
    if not isinstance(file, str) or name == "__main__" or name.startswith(("paskasim", "test_", "conftest")):
        return False
    parts = Path(file).absolute()
    return parts.parent == folder or (parts.is_relative_to(folder) and "site-packages" not in parts.parts)


def _strategies(module: ModuleType, name: str) -> tuple[Strategy, ...]:
    found: list[Strategy] = []
    for value in vars(module).values():
        for strategy in value if isinstance(value, list | tuple) else [value]:
            if isinstance(strategy, Strategy) and not any(strategy is each for each in found):
                found.append(strategy)
    if not found:
        raise PaskasimError(
            f"{name}: holds no strategy.", "Let it end with `STRATEGY = Strategy(name=..., ...)`: docs/strategies.md."
        )
    return tuple(found)


def compiled(strategy: Strategy, source: Source) -> list[int]:
    """Return the addresses of a user's strategy, compiled into a cache folder of its own.

    Raises
    ------
    PaskasimError
        If it can't be compiled: which answer, which line, what is not allowed.
    """
    from paskasim.compiling import addresses_of_answers
    from paskasim.complaints import complaints_of
    from paskasim.refusals import refusals_of

    with _compiling:
        for refusal in refusals_of(strategy.questions):
            raise _refused(strategy, source, refusal)
        before = cache.CONFIG.CACHE_DIR
        if before:
            cache.CONFIG.CACHE_DIR = str(Path(before) / f"user-{source.identity}")
        sys.modules.update(_brought.get(source.identity, {}))  # where Numba looks for what it kept
        try:
            return addresses_of_answers(strategy)
        except Exception as error:  # the compiler raises whatever it likes
            raise _refused(
                strategy, source, next(complaints_of(strategy.questions), f"It does not compile: {error}")
            ) from error
        finally:
            cache.CONFIG.CACHE_DIR = before


def _refused(strategy: Strategy, source: Source, complaint: str) -> PaskasimError:
    return PaskasimError(f"strategy {source.prefix}{strategy.name}: {complaint}", MEND)
