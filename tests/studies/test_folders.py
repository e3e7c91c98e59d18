"""Folders that can't be used: occupied, foreign, damaged, not to be written to."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sweeping import MIXED, SMALL, StopError, digests, play, stopping_after

import paskasim
from paskasim.errors import PaskasimError
from paskasim.studies import files
from paskasim.studies.plan import Case


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "study.toml"
    file.write_text(SMALL.replace("3_000", "1_500"))
    return file


@pytest.fixture
def study(path: Path) -> Path:
    play(path, path.parent / "out")
    return path.parent / "out" / "study"


def refused(path: Path, code: int, out: str = "out") -> str:
    """Return what a sweep says that must not work."""
    with pytest.raises(PaskasimError) as caught:
        play(path, path.parent / out)
    assert caught.value.exit_code == code
    assert caught.value.what.endswith(".")
    assert caught.value.do.endswith(".")
    assert "\n" not in caught.value.what
    return f"{caught.value.what}\n{caught.value.do}"


def test_lock__of_a_living_process(path: Path) -> None:
    folder = path.parent / "out" / "study"
    folder.mkdir(parents=True)
    with files.locked(folder):
        assert "another sweep is writing to this folder" in refused(path, 2)
        assert ".lock" in refused(path, 2)
        assert [file.name for file in folder.iterdir()] == [".lock"]
    play(path, path.parent / "out")
    assert not (folder / ".lock").exists()


def test_lock__of_a_dead_process(path: Path) -> None:
    child = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    folder = path.parent / "out" / "study"
    folder.mkdir(parents=True)
    (folder / ".lock").write_text(f"{int(child.stdout)} {socket.gethostname()}")
    play(path, path.parent / "out")
    assert not (folder / ".lock").exists()


@pytest.mark.parametrize("content", ["", "1", f"{2**40} {socket.gethostname()}-other", "x y", "\0"])
def test_lock__that_may_be_alive(path: Path, content: str) -> None:
    folder = path.parent / "out" / "study"
    folder.mkdir(parents=True)
    (folder / ".lock").write_text(content)
    assert "another sweep" in refused(path, 2)
    assert (folder / ".lock").read_text() == content


def test_foreign_folder(path: Path) -> None:
    folder = path.parent / "out" / "study"
    folder.mkdir(parents=True)
    (folder / "holiday.jpg").write_bytes(b"x")
    assert "holds files that are not results of a sweep (holiday.jpg)" in refused(path, 4)
    assert [file.name for file in folder.iterdir()] == ["holiday.jpg"]


def test_folder_with_hidden_files_only(path: Path) -> None:
    folder = path.parent / "out" / "study"
    folder.mkdir(parents=True)
    (folder / ".DS_Store").write_bytes(b"x")
    play(path, path.parent / "out")
    assert (folder / ".DS_Store").read_bytes() == b"x"


MANIFESTS = {
    "empty": ("", "damaged"),
    "cut": ('{"format": "paskasim-res', "damaged"),
    "binary": ("\udc80", "damaged"),
    "deep": ("[" * 100_000, "damaged"),
    "foreign": ('{"name": "a web page", "icons": []}', "its format is not named"),
    "list": ("[1]", "its format is not named"),
    "newer": ('{"format": "paskasim-results/9"}', '"paskasim-results/9"'),
    "odd": ('{"format": ["x"]}', "its format is"),
}


@pytest.mark.parametrize("kind", MANIFESTS)
def test_damaged_manifest(study: Path, path: Path, kind: str) -> None:
    text, said = MANIFESTS[kind]
    (study / "manifest.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    before = digests(study)
    assert said in refused(path, 4)
    assert digests(study) == before


def damage(file: Path, how: str) -> None:
    content = file.read_bytes()
    half = len(content) // 2
    damaged = {
        "empty": b"",
        "cut": content[:half],
        "text": b"not Parquet at all\n",
        "flipped": content[: half // 4] + bytes(255 - byte for byte in content[half // 4 : half]) + content[half:],
    }
    file.write_bytes(damaged[how])


@pytest.mark.parametrize("how", ["empty", "cut", "text", "flipped"])
@pytest.mark.parametrize("name", ["blocks.parquet", "lengths.parquet"])
def test_damaged_sums(study: Path, path: Path, name: str, how: str) -> None:
    whole = digests(study)
    damage(study / name, how)
    said = refused(path, 4)
    assert f"{name}: damaged, or not written by paskasim" in said
    assert "Delete this file and run the same sweep again" in said
    (study / name).unlink()
    play(path, path.parent / "out")
    assert digests(study) == whole


@pytest.mark.parametrize("how", ["empty", "cut", "text"])
def test_damaged_rows(study: Path, path: Path, how: str) -> None:
    whole = digests(study)
    part = next(study.glob("games/*/*.parquet"))
    damage(part, how)
    assert f"{part.name}: damaged" in refused(path, 4)
    part.unlink()
    play(path, path.parent / "out")
    assert digests(study) == whole


def test_damaged_rows__a_reader_notices_each_byte(study: Path) -> None:
    damage(next(study.glob("games/*/*.parquet")), "flipped")
    with pytest.raises(PaskasimError, match="damaged") as caught:
        paskasim.read_results(study)
    assert caught.value.exit_code == 4


def test_sums_of_another_program(study: Path, path: Path) -> None:
    (study / "blocks.parquet").write_bytes((study / "lengths.parquet").read_bytes())
    assert "its columns are not those of this version" in refused(path, 4)


def test_rows_of_another_case(study: Path, path: Path) -> None:
    """Files moved by hand are noticed by what their footer says."""
    whole = digests(study)
    part = next(study.glob("games/*/*.parquet"))
    play(path, path.parent / "other", seed=5)
    part.write_bytes(next((path.parent / "other").glob("study/games/*/*.parquet")).read_bytes())
    play(path, path.parent / "out")
    assert digests(study) == whole


@pytest.mark.parametrize("how", ["empty", "cut", "text", "flipped"])
def test_damaged_receipts(path: Path, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Case, "shard_games", 1024)
    path.write_text(MIXED.replace("[2, 3]", "2"))
    with pytest.raises(StopError):
        play(path, path.parent / "out", threads=1, progress=stopping_after(12))
    receipt = next((path.parent / "out" / "study" / "parts").glob("blocks*.parquet"))
    damage(receipt, how)
    assert f"{receipt.name}: damaged" in refused(path, 4)
    receipt.unlink()
    (receipt.parent / "notes.parquet").write_bytes(b"not ours, and not read")
    play(path, path.parent / "out")
    play(path, path.parent / "fresh")
    assert digests(path.parent / "out") == digests(path.parent / "fresh")


def test_a_file_in_the_way(path: Path) -> None:
    (path.parent / "out").write_text("mine")
    assert "can't be written" in refused(path, 2)
    assert (path.parent / "out").read_text() == "mine"
    (path.parent / "else").mkdir()
    (path.parent / "else" / "study").write_text("mine")
    assert "can't be written" in refused(path, 2, "else")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_no_permission(path: Path) -> None:
    folder = path.parent / "out"
    folder.mkdir(mode=0o500)
    assert "Permission denied" in refused(path, 2)


def test_no_permission__as_the_system_tells_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **options: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "mkdir", refuse)
        assert "can't be written: Permission denied" in refused(path, 2)


def test_full_disk__nothing_half_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the system tells it, in the middle of any file; what was whole before is kept."""

    def fill(file: Path, content: bytes) -> int:
        room[0] -= len(content)
        if room[0] < 0:
            with file.open("wb") as half:
                half.write(content[: len(content) // 2])
            raise OSError(28, "No space left on device")
        return write_bytes(file, content)

    write_bytes = Path.write_bytes
    monkeypatch.setattr(Case, "shard_games", 1024)
    path.write_text(MIXED.replace("[2, 3]", "2"))
    for space in (5_000, 60_000, 200_000, 10**9):
        room = [space]
        with monkeypatch.context() as patch:
            patch.setattr(Path, "write_bytes", fill)
            if space < 10**9:
                assert "No space left on device" in refused(path, 2)
            else:
                play(path, path.parent / "out")
        assert not list((path.parent / "out").rglob(".*"))
    play(path, path.parent / "fresh")
    assert digests(path.parent / "out") == digests(path.parent / "fresh")


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own with room for 200 kB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(disk)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_full_disk__a_real_one(path: Path, tiny_disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Case, "shard_games", 1024)
    path.write_text(SMALL.replace("3_000", "50_000") + "detail = true\n")
    assert "No space left on device" in refused(path, 2, "disk")
    left = digests(tiny_disk)
    assert left
    assert all(name.endswith(".parquet") for name in left)
    (tiny_disk / "fill").write_bytes(bytes(shutil.disk_usage(tiny_disk).free))
    assert "No space left on device" in refused(path, 2, "disk")
    with pytest.raises(PaskasimError, match="No space left on device"):
        files.write_bytes(tiny_disk / "new", b"x" * 5000)
    assert digests(tiny_disk).keys() - {"fill"} == left.keys()
    (tiny_disk / "fill").unlink()
    subprocess.run(["mount", "-o", "remount,size=20m", str(tiny_disk)], check=True)
    play(path, tiny_disk)
    play(path, path.parent / "fresh")
    assert digests(tiny_disk) == digests(path.parent / "fresh")
