"""Where compiled code is kept between runs, and the cure for stale caches.

Numba notices that the file of a cached function changed, but not that a file it imports did. So the cache lives in
a folder named by a hash of every source file that kernels and strategies are made from, and of the compiler's
versions: edit a helper, and nothing old can be found.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from traceback import walk_tb
from typing import Any, TypeVar

import llvmlite
import numba
from numba.core import caching

PACKAGE = Path(__file__).resolve().parent.parent
SOURCES = ("kernels", "strategies")
CONFIG: Any = numba.config
ENVIRONMENT = "PASKASIM_CACHE_DIR"
T = TypeVar("T")


def source_hash(root: Path = PACKAGE) -> str:
    """Sixteen hex digits that change with any source file of the compiled packages or the compiler's version.

    Parameters
    ----------
    root
        Folder that holds the packages named in `SOURCES`.
    """
    digest = hashlib.sha256(f"{numba.__version__} {llvmlite.__version__} {sys.version_info[:2]}".encode())
    for package in SOURCES:
        for path in sorted((root / package).rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def base_folder() -> Path | None:
    """Folder that holds all cache folders: `PASKASIM_CACHE_DIR`, else the user's cache folder, if there is one."""
    if chosen := os.environ.get(ENVIRONMENT):
        return Path(chosen).absolute()
    if home := os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME"):
        return Path(home) / "paskasim"
    try:
        return Path.home() / ".cache" / "paskasim"
    except RuntimeError:  # a user without a home, as in some containers
        return None


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _temporary_base() -> Path | None:
    """Folder of this user alone in the system's temporary folder: what lies in a cache is run."""
    user = os.getuid() if hasattr(os, "getuid") else "user"
    try:
        base = Path(tempfile.gettempdir()) / f"paskasim-{user}"
        base.mkdir(mode=0o700, exist_ok=True)
        status = base.lstat()
    except OSError:
        return None
    own = not hasattr(os, "getuid") or (status.st_uid == os.getuid() and stat.S_ISDIR(status.st_mode))
    return base if own else None


def install() -> Path | None:
    """Point Numba's cache at the folder of this source, and return it.

    A folder that can't be written to (a read-only home) is replaced by one in the system's temporary folder. Where
    that can't be had either, nothing is kept: None.
    """
    name = source_hash()
    for base in (base_folder, _temporary_base):
        folder = base()
        if folder is not None and _writable(folder / name):
            CONFIG.CACHE_DIR = str(folder / name)
            return folder / name
    CONFIG.CACHE_DIR = ""
    return None


def usable() -> bool:
    """Whether compiled code can be kept."""
    return bool(CONFIG.CACHE_DIR)


def is_warm(more: Iterable[str] = ()) -> bool:
    """Whether this source was compiled before on this machine: the entry of play and `more` entries, by name."""
    folder = Path(CONFIG.CACHE_DIR)
    return usable() and all(any(folder.rglob(f"*{name}*.nbi")) for name in ("play_batch", *more))


def discard() -> None:
    """Delete the cache of this source, after a damaged file was found in it."""
    if usable():
        shutil.rmtree(CONFIG.CACHE_DIR, ignore_errors=True)
        Path(CONFIG.CACHE_DIR).mkdir(parents=True, exist_ok=True)


def cured(call: Callable[[], T]) -> T:
    """Make a call that may compile; if it fails over a file of the cache, delete the cache and call once more."""
    try:
        return call()
    except Exception as error:
        if not _is_from_cache(error):
            raise
    discard()
    return call()


def _is_from_cache(error: BaseException) -> bool:
    # A damaged file may raise anything, so what counts is where it was raised.
    return any(frame.f_globals.get("__name__") == caching.__name__ for frame, _ in walk_tb(error.__traceback__))
