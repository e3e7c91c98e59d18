"""The files that a strategy file is made from: those that it imports from beside it, and those read when it is run."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import os
import sys
import sysconfig
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType

from paskasim.kernels.cache import CONFIG, PACKAGE

HASH_DIGITS = 12
LARGEST_READ = 1_000_000
_watching = threading.local()


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


@contextmanager
def files_read() -> Iterator[dict[Path, str]]:
    """Collect the files that this thread opens to read, with a stamp of each; installed libraries' are left out."""
    _listen()
    opened: set[str] = set()
    found: dict[Path, str] = {}
    before, _watching.opened = getattr(_watching, "opened", None), opened
    try:
        yield found
    finally:
        _watching.opened = before
        for name in sorted(opened):
            path = _source_of(name)
            if not _is_installed(path):
                found[path] = stamp(path)


@cache
def _listen() -> None:
    """Begin to hear of opened files; Python has no way to end that."""

    def hear(event: str, arguments: tuple[object, ...]) -> None:
        if event == "open":
            opened: set[str] | None = getattr(_watching, "opened", None)
            if opened is not None and isinstance(arguments[0], str | bytes | os.PathLike) and _only_reads(arguments):
                opened.add(os.path.abspath(os.fsdecode(arguments[0])))  # noqa: PTH100 - a path here would open files

    sys.addaudithook(hear)


def _only_reads(arguments: tuple[object, ...]) -> bool:
    mode, flags = arguments[1], arguments[2]
    if isinstance(mode, str):
        return "r" in mode and "+" not in mode
    return isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR) == 0


def _source_of(name: str) -> Path:
    """Return the source that a file of Python's own cache was made from; other files as they are."""
    if name.endswith(".pyc"):
        try:
            return Path(importlib.util.source_from_cache(name))
        except ValueError:
            pass
    return Path(name)


def stamp(path: Path) -> str:
    """Return what changes when a file does."""
    try:
        facts = path.stat()
        if facts.st_size <= LARGEST_READ and path.is_file():
            return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return "missing"
    return f"{facts.st_size} {facts.st_mtime_ns}"


@cache
def _libraries() -> tuple[Path, ...]:
    kinds = ("stdlib", "platstdlib", "purelib", "platlib")
    return (PACKAGE, *{Path(sysconfig.get_path(kind)).absolute() for kind in kinds})


def _is_installed(path: Path) -> bool:
    kept = [Path(CONFIG.CACHE_DIR)] if CONFIG.CACHE_DIR else []
    return "site-packages" in path.parts or any(path.is_relative_to(folder) for folder in (*_libraries(), *kept))


def is_users(module: ModuleType) -> bool:
    """Whether a module is a Python file that was not installed."""
    file = getattr(module, "__file__", None)
    return isinstance(file, str) and file.endswith(".py") and not _is_installed(Path(file).absolute())
