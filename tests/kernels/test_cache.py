"""The compile cache: never stale, damaged files survived, other places where the usual one can't be written."""

from __future__ import annotations

import importlib
import json
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from paskasim.kernels import cache
from paskasim.strategies import door

HELPER = "from paskasim.kernels.compiled import kernel\n\n\n@kernel\ndef helper(n):\n    return n + 1\n"
CALLER = """\
from {package}.kernels.helper import helper
from paskasim.kernels.compiled import entry


@entry
def called(n):
    return helper(n) * 10
"""
STRATEGY = "def play(table, mine, hand, seat, options):\n    return options & 255\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache folder for this test alone, and a place for modules to import."""
    monkeypatch.syspath_prepend(str(tmp_path))
    before, cache.CONFIG.CACHE_DIR = cache.CONFIG.CACHE_DIR, str(tmp_path / "cache")
    yield tmp_path
    cache.CONFIG.CACHE_DIR = before


def package(place: Path) -> Path:
    """Write a package of a helper and its caller, and return its folder."""
    root = place / f"p{abs(hash(place))}"
    for name, text in (("kernels/helper", HELPER), ("strategies/caller", CALLER.format(package=root.name))):
        (root / f"{name}.py").parent.mkdir(parents=True, exist_ok=True)
        (root / f"{name}.py").write_text(text)
    return root


def called(root: Path, n: int) -> int:
    """Import the package's caller anew and call it."""
    for name in [name for name in sys.modules if name.startswith(root.name)]:
        del sys.modules[name]
    importlib.invalidate_caches()
    function: Callable[[int], int] = importlib.import_module(f"{root.name}.strategies.caller").called
    return cache.cured(lambda: function(n))


def cache_files(place: Path, ending: str) -> list[Path]:
    return sorted((place / "cache").rglob(f"*.{ending}"))


def test_hash__changes_with_any_source(tmp_path: Path) -> None:
    root = package(tmp_path)
    seen = {cache.source_hash(root)}
    assert cache.source_hash(root) in seen
    edits: list[Callable[[], object]] = [
        lambda: (root / "kernels" / "helper.py").write_text(HELPER + "\n"),
        lambda: (root / "strategies" / "caller.py").write_text("# nothing\n"),
        lambda: (root / "kernels" / "deep").mkdir(),
        lambda: (root / "kernels" / "deep" / "more.py").write_text(""),
        lambda: (root / "kernels" / "helper.py").rename(root / "kernels" / "other.py"),
    ]
    for edit in edits:
        edit()
        seen.add(cache.source_hash(root))
    assert len(seen) == len(edits)  # an empty folder is no source
    (root / "kernels" / "notes.txt").write_text("x")
    (root / "elsewhere.py").write_text("x")
    assert cache.source_hash(root) in seen


def test_hash__of_this_package_names_the_folder() -> None:
    assert Path(cache.CONFIG.CACHE_DIR).name == cache.source_hash()


def test_an_edited_helper__its_new_result_is_seen(place: Path) -> None:
    root = package(place)
    cache.CONFIG.CACHE_DIR = str(place / "cache" / cache.source_hash(root))
    assert called(root, 1) == 20
    stale = cache.CONFIG.CACHE_DIR
    (root / "kernels" / "helper.py").write_text(
        HELPER.replace("n + 1", "n + 2  # another length, for Python itself looks at size and second only")
    )
    assert called(root, 1) == 20  # Numba alone does not notice: the trap that the folder's name is for
    cache.CONFIG.CACHE_DIR = str(place / "cache" / cache.source_hash(root))
    assert stale != cache.CONFIG.CACHE_DIR
    assert called(root, 1) == 30


def spoilt(content: bytes, how: str) -> bytes:
    return {
        "empty": b"",
        "cut": content[: len(content) // 2],
        "one byte short": content[:-1],
        "text": b"not a pickle\n",
        "other": pickle.dumps({"a": 1}) * 2,
        "zeros": bytes(len(content)),
    }[how]


HOW = ["empty", "cut", "one byte short", "text", "other", "zeros"]


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_damaged_files_of_entries(place: Path, ending: str) -> None:
    root = package(place)
    assert called(root, 1) == 20
    for how in HOW:
        files = cache_files(place, ending)
        assert files
        for file in files:
            file.write_bytes(spoilt(file.read_bytes(), how))
        assert called(root, 1) == 20, how
        assert called(root, 2) == 30, how


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_damaged_files_of_strategies(place: Path, ending: str) -> None:
    (place / f"bot_{ending}.py").write_text(STRATEGY)
    play = importlib.import_module(f"bot_{ending}").play
    for how in HOW:
        door.compile_question.cache_clear()
        assert door.compile_question(play).address
        for file in cache_files(place, ending):
            file.write_bytes(spoilt(file.read_bytes(), how))
        door.compile_question.cache_clear()
        assert door.compile_question(play).address, how
    door.compile_question.cache_clear()


def test_no_room_for_the_cache(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("numba.core.caching.IndexDataCacheFile._open_for_write", fill)
    assert called(package(place), 1) == 20
    (place / "bot_full.py").write_text(STRATEGY)
    assert door.compile_question(importlib.import_module("bot_full").play).address


def test_cured__leaves_other_errors_alone(place: Path) -> None:
    (place / "cache").mkdir()
    (place / "cache" / "kept").write_text("x")

    def fail() -> None:
        calls.append(1)
        raise ValueError("of the caller")

    calls: list[int] = []
    with pytest.raises(ValueError, match="of the caller"):
        cache.cured(fail)
    assert len(calls) == 1
    assert (place / "cache" / "kept").exists()


def test_base_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PASKASIM_CACHE_DIR", "near")
    assert cache.base_folder() == tmp_path / "near"
    monkeypatch.delenv("PASKASIM_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert cache.base_folder() == Path("/somewhere/paskasim")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.base_folder() == tmp_path / ".cache" / "paskasim"

    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", no_home)
    assert cache.base_folder() is None


@pytest.fixture
def nowhere(place: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file stands where the cache is wanted, so that no folder can be made there."""
    (place / "file").write_text("x")
    monkeypatch.setenv("PASKASIM_CACHE_DIR", str(place / "file"))
    monkeypatch.setattr("tempfile.tempdir", str(place))
    return place


def test_install__falls_back_to_the_temporary_folder(nowhere: Path) -> None:
    folder = cache.install()
    assert folder is not None
    assert folder.parent.parent == nowhere
    assert folder.name == cache.source_hash()
    assert str(folder) == cache.CONFIG.CACHE_DIR
    assert cache.usable()
    assert not cache.is_warm()
    if os.name == "posix":
        assert folder.parent.stat().st_mode & 0o077 == 0


@pytest.mark.skipif(os.name != "posix", reason="owners of files")
@pytest.mark.parametrize("how", ["link", "other user", "no folder"])
def test_install__keeps_nothing_where_others_could_put_code(
    nowhere: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    base = nowhere / f"paskasim-{os.getuid()}"
    if how == "link":
        (nowhere / "theirs").mkdir()
        base.symlink_to(nowhere / "theirs")
    elif how == "other user":
        base.mkdir()
        stranger = os.getuid() + 1
        monkeypatch.setattr(os, "getuid", lambda: stranger)
        (nowhere / f"paskasim-{stranger}").mkdir()
    else:
        base.write_text("x")
    assert cache.install() is None
    assert not cache.usable()
    assert not cache.is_warm()
    cache.discard()


PLAY = "import paskasim; print(paskasim.__file__); print(paskasim.simulate('paskahousu', games=200)['turns'].sum())"


@pytest.mark.long
def test_end_to_end__an_edited_helper_in_a_copy_of_the_package(tmp_path: Path) -> None:
    """Edits a helper that strategies and engine share, in place, and plays again in a fresh process."""

    def turns() -> int:
        environment = os.environ | {"PYTHONPATH": str(tmp_path), "PASKASIM_CACHE_DIR": str(tmp_path / "cache")}
        told = subprocess.run([sys.executable, "-c", PLAY], env=environment, capture_output=True, text=True, check=True)
        where, number = told.stdout.split()
        assert Path(where).parent == tmp_path / "paskasim"
        return int(number)

    shutil.copytree(cache.PACKAGE, tmp_path / "paskasim", ignore=shutil.ignore_patterns("__pycache__"))
    first = turns()
    assert turns() == first
    helper = tmp_path / "paskasim" / "strategies" / "moves.py"
    text = helper.read_text()
    edited = text.replace("return play_of(rank, highest_count(", "return play_of(rank, 1 + 0 * highest_count(")
    assert edited != text
    helper.write_text(edited)
    second = turns()
    assert second != first
    helper.write_text(text)
    assert turns() == first


@pytest.mark.long
def test_end_to_end__nowhere_to_keep_anything(tmp_path: Path) -> None:
    program = f"import tempfile\ntempfile.tempdir = '/proc/nowhere'\n{PLAY}"
    environment = os.environ | {"PASKASIM_CACHE_DIR": "/proc/nowhere"}
    told = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert json.loads(told.stdout.splitlines()[1]) > 1000


def test_is_warm(place: Path) -> None:
    assert not cache.is_warm()
    folder: Any = place / "cache" / "kernels_x"
    folder.mkdir(parents=True)
    (folder / "batch.play_batch-30.py311.nbi").write_bytes(b"")
    assert cache.is_warm()
    assert not cache.is_warm(["fork_batch"])
    (folder / "fork.fork_batch-94.py311.nbi").write_bytes(b"")
    assert cache.is_warm(["fork_batch"])
    cache.discard()
    assert not cache.is_warm()
    assert (place / "cache").is_dir()
