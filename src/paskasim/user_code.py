"""Users' strategy files: loading them anew whenever they changed, hashing what they are made of, compiling them.

Python keeps modules that were imported once, and Numba does not notice when a module that a function uses has
changed. So a file is run under a name with the hash of its source in it, its own modules are imported anew with it,
and what is compiled is kept in a folder named by that hash.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import TypeVar

from paskasim.errors import PaskasimError
from paskasim.kernels import cache
from paskasim.rules.messages import shown, visible
from paskasim.sources import Source
from paskasim.strategies.door import Strategy

HASH_DIGITS = 12
T = TypeVar("T")
_compiling = Lock()


@dataclass(frozen=True)
class UserFile:
    """A file that was run.

    Attributes
    ----------
    strategies
        By name.
    identity
        Hash of the file and of what it imports from beside it.
    """

    strategies: Mapping[str, Strategy]
    identity: str


_loaded: dict[tuple[Path, str], UserFile] = {}


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
    identity = identity_of(path)
    key = (path, identity)
    if key not in _loaded:
        module = guarded(name, lambda: _run(path, identity))
        _loaded[key] = UserFile(_strategies(module, name), identity)
    return _loaded[key]


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
        where = f"line {error.lineno}" if error.lineno else "it"
        raise PaskasimError(f"{name}: {where} is not Python: {error.msg}.", "Mend the file.") from error
    except (Exception, SystemExit) as error:
        line = _line_of(error)
        raise PaskasimError(
            f"{name}: {line}{type(error).__name__}: {error}.".replace("..", "."), "Mend the file."
        ) from error


def _line_of(error: BaseException) -> str:
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_users(frame.filename)]
    return f"{Path(frames[-1].filename).name}, line {frames[-1].lineno}: " if frames else ""


def _is_users(file: str) -> bool:
    return Path(file).is_file() and not Path(file).is_relative_to(cache.PACKAGE) and "importlib" not in file


def _run(path: Path, identity: str) -> ModuleType:
    own = [name for name, module in list(sys.modules.items()) if _lies_beside(module, path.parent)]
    for name in own:
        del sys.modules[name]
    importlib.invalidate_caches()
    name = f"paskasim_user_{identity}_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError("Python can't load it")
    module = importlib.util.module_from_spec(spec)
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
        sys.path.remove(str(path.parent))
    return module


def _lies_beside(module: ModuleType, folder: Path) -> bool:
    file = getattr(module, "__file__", None)
    name = getattr(module, "__name__", "")
    if not isinstance(file, str) or name == "__main__" or name.startswith(("paskasim", "test_", "conftest")):
        return False
    parts = Path(file).absolute()
    return parts.parent == folder or (parts.is_relative_to(folder) and "site-packages" not in parts.parts)


def _strategies(module: ModuleType, name: str) -> Mapping[str, Strategy]:
    found: dict[str, Strategy] = {}
    for value in vars(module).values():
        for strategy in value if isinstance(value, list | tuple) else [value]:
            if isinstance(strategy, Strategy) and found.setdefault(strategy.name, strategy) is not strategy:
                raise PaskasimError(f"{name}: two strategies are called {shown(strategy.name)}.", "Rename one.")
    if not found:
        raise PaskasimError(
            f"{name}: holds no strategy.", "Let it end with `STRATEGY = Strategy(name=..., ...)`: docs/strategies.md."
        )
    return found


def identity_of(path: Path, module: str = "") -> str:
    """Return a hash of a source file and of all source that it imports from beside it, directly or not.

    Parameters
    ----------
    module
        Full name of the module that the file is, where it is a part of a package.
    """
    root = path.parent
    for _ in range(module.count(".")):
        root = root.parent
    digest = hashlib.sha256()
    for file in sorted(_closure(path, root)):
        digest.update(file.relative_to(root).as_posix().encode() if file != path else b".")
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:HASH_DIGITS]


def _closure(path: Path, root: Path) -> set[Path]:
    seen: set[Path] = set()
    waiting = [path]
    while waiting:
        file = waiting.pop()
        if file not in seen:
            seen.add(file)
            waiting += _imported(file, root)
    return seen


def _imported(file: Path, root: Path) -> Iterator[Path]:
    """Yield the files under `root` that a file names in its imports."""
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _files_of(root, alias.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            start = root
            if node.level:
                start = file.parents[node.level - 1]
            names = node.module.split(".") if node.module else []
            yield from _files_of(start, names)
            for alias in node.names:
                yield from _files_of(start, [*names, alias.name])


def _files_of(start: Path, names: Iterable[str]) -> Iterator[Path]:
    place = start
    for name in names:
        place = place / name
        for file in (place.with_name(f"{name}.py"), place / "__init__.py"):
            if file.is_file():
                yield file


def compiled(strategy: Strategy, source: Source) -> list[int]:
    """Return the addresses of a user's strategy, compiled into a cache folder of its own.

    Raises
    ------
    PaskasimError
        If it can't be compiled: which answer, which line, what is not allowed.
    """
    from paskasim.complaints import complaints_of

    with _compiling:
        before = cache.CONFIG.CACHE_DIR
        if before:
            cache.CONFIG.CACHE_DIR = str(Path(before) / f"user-{source.identity}")
        try:
            return strategy.addresses()
        except Exception as error:  # the compiler raises whatever it likes
            complaint = next(complaints_of(strategy.questions), f"It does not compile: {error}")
            raise PaskasimError(
                f"strategy {source.prefix}{strategy.name}: {complaint}",
                "Mend it; `paskasim strategies check FILE` tells all that is wrong, docs/strategies.md what goes.",
            ) from error
        finally:
            cache.CONFIG.CACHE_DIR = before
