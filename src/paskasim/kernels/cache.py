"""Where compiled code is kept between runs, and the cure for stale caches.

Numba notices that the file of a cached function changed, but not that a file it imports did. So the cache lives in
a folder named by a hash of every source file that kernels and strategies are made from, and of the compiler's
versions: edit a helper, and nothing old can be found.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import llvmlite
import numba

PACKAGE = Path(__file__).resolve().parent.parent
SOURCES = ("kernels", "strategies")
CONFIG: Any = numba.config
ENVIRONMENT = "PASKASIM_CACHE_DIR"


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


def base_folder() -> Path:
    """Folder that holds all cache folders: `PASKASIM_CACHE_DIR`, else the user's cache folder."""
    if chosen := os.environ.get(ENVIRONMENT):
        return Path(chosen)
    if sys.platform == "win32":
        home = os.environ.get("LOCALAPPDATA")
    else:
        home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "paskasim"


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def install() -> Path:
    """Point Numba's cache at the folder of this source, and return it.

    A folder that can't be written to (a read-only home) is replaced by one in the system's temporary folder.
    """
    folder = base_folder() / source_hash()
    if not _writable(folder):
        user = getattr(os, "getuid", lambda: "user")()
        folder = Path(tempfile.gettempdir()) / f"paskasim-{user}" / source_hash()
        folder.mkdir(parents=True, exist_ok=True)
    CONFIG.CACHE_DIR = str(folder)
    return folder


def is_warm(forks: bool = False) -> bool:
    """Whether this source was compiled before on this machine."""
    folder = Path(CONFIG.CACHE_DIR)
    names = ("play_batch", "fork_batch") if forks else ("play_batch",)
    return all(any(folder.rglob(f"*{name}*.nbi")) for name in names)


def discard() -> None:
    """Delete the cache of this source, after a damaged file was found in it."""
    shutil.rmtree(CONFIG.CACHE_DIR, ignore_errors=True)
    Path(CONFIG.CACHE_DIR).mkdir(parents=True, exist_ok=True)
