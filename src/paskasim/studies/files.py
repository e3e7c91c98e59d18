"""Files that appear whole or not at all, and errors of the file system as sentences."""

from __future__ import annotations

import hashlib
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from paskasim.errors import PaskasimError

LOCK = ".lock"
TEMPORARY = ".tmp"
OTHER_COLUMNS = "its columns are not those of this version"


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn what the system says about writing below `path` into a sentence."""
    try:
        yield
    except (OSError, pa.ArrowIOError) as error:
        number = getattr(error, "errno", None)
        raise PaskasimError(
            f"{path}: can't be written: {os.strerror(number) if number else error}.",
            "Choose another place, or make room or permission there; what was finished before is kept.",
        ) from None


def temporary_of(path: Path) -> Path:
    """Return the name under which a file is written before it is whole."""
    return path.with_name(f".{path.name}.{os.getpid()}{TEMPORARY}")


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file under a temporary name beside it, and rename it."""
    with told(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = temporary_of(path)
        try:
            temporary.write_bytes(content)
            temporary.replace(path)
        finally:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)


def parquet_style(schema: pa.Schema) -> dict[str, Any]:
    """Return how all Parquet files of a schema are written."""
    words = [field.name for field in schema if pa.types.is_dictionary(field.type)]
    return {"compression": "lz4", "use_dictionary": words, "write_statistics": False, "write_page_checksum": True}


def parquet_bytes(table: pa.Table, metadata: dict[str, str]) -> bytes:
    """Return a table as a Parquet file whose footer holds `metadata`."""
    sink = pa.BufferOutputStream()
    footer = {key.encode(): value.encode() for key, value in metadata.items()}
    pq.write_table(table.replace_schema_metadata(footer), sink, **parquet_style(table.schema))
    return bytes(sink.getvalue())


def check_writable(path: Path) -> None:
    """See that a file can be written at `path`, before anything is played."""
    with told(path):
        if path.is_dir():
            raise PaskasimError(f"{path}: this is a folder.", "Give the path of a file.")
        if path.exists() and not path.is_file():  # renaming onto /dev/null would replace it for everybody
            raise PaskasimError(f"{path}: this is a device, not a file.", "Give the path of a file.")
        probe = temporary_of(path)
        try:
            probe.write_bytes(b"paskasim")
        finally:
            with suppress(OSError):
                probe.unlink(missing_ok=True)


def write_parquet(path: Path, table: pa.Table, metadata: dict[str, str]) -> None:
    """Write a table as `parquet_bytes`, whole or not at all."""
    write_bytes(path, parquet_bytes(table, metadata))


def read_parquet(path: Path, schema: pa.Schema | None = None) -> pa.Table:
    """Read a Parquet file of ours, the checksums of its pages verified.

    Parameters
    ----------
    schema
        The columns that it must have, if given.

    Raises
    ------
    PaskasimError
        With exit code 4 if it is damaged or holds other columns.
    """
    try:
        table = pq.read_table(path, partitioning=None, page_checksum_verification=True)
    except (pa.ArrowException, OSError) as error:
        raise damaged(path, str(error)) from None
    if schema is not None and not table.schema.equals(schema):
        raise damaged(path, OTHER_COLUMNS)
    return table


def damaged(path: Path, reason: str) -> PaskasimError:
    """Return the error for a damaged or foreign file."""
    first = reason.strip().partition("\n")[0].rstrip(".") or "unreadable"
    return PaskasimError(
        f"{path}: damaged, or not written by paskasim: {first}.",
        "Delete this file and run the same sweep again: it does only what is missing.",
        exit_code=4,
    )


@contextmanager
def parsed(path: Path) -> Iterator[None]:
    """Tell whatever a damaged file makes of its contents."""
    try:
        yield
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise damaged(path, f"its contents don't fit together ({error})") from None


def remove_leftovers(folder: Path) -> None:
    """Delete the temporary files that a killed process left anywhere in a folder."""
    for path in folder.rglob(f".*{TEMPORARY}"):
        with suppress(OSError):
            path.unlink()


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file's bytes."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def prepare(folder: Path) -> None:
    """Make a folder and see that it can be written to, before anything is played."""
    with told(folder):
        folder.mkdir(parents=True, exist_ok=True)
        probe = temporary_of(folder / "probe")
        try:
            probe.write_bytes(b"paskasim")
        finally:
            with suppress(OSError):
                probe.unlink(missing_ok=True)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep a second sweep out of a folder; a lock whose process is gone is broken."""
    lock = folder / LOCK
    with told(lock):
        if not _placed(lock):
            _break_if_stale(lock)
            if not _placed(lock):
                raise _occupied(lock)
    try:
        yield
    finally:
        with suppress(OSError):
            lock.unlink(missing_ok=True)


def _placed(lock: Path) -> bool:
    try:
        file = lock.open("x", encoding="utf-8")
    except FileExistsError:
        return False
    try:
        with file:
            file.write(f"{os.getpid()} {socket.gethostname()}")
    except OSError:
        lock.unlink(missing_ok=True)
        raise
    return True


def _break_if_stale(lock: Path) -> None:
    with suppress(OSError, ValueError):
        pid, _, host = lock.read_text(encoding="utf-8").partition(" ")
        if host == socket.gethostname() and not _alive(int(pid)):
            lock.unlink(missing_ok=True)


def _occupied(lock: Path) -> PaskasimError:
    return PaskasimError(
        f"{lock.parent}: another sweep is writing to this folder.",
        f"Wait for it, choose another folder with --out, or delete {lock} if no sweep is running.",
    )


def _alive(pid: int) -> bool:
    if sys.platform == "win32":  # there os.kill(pid, 0) is a Ctrl-C
        import ctypes

        handle = ctypes.windll.kernel32.OpenProcess(0x1000, False, pid)  # PROCESS_QUERY_LIMITED_INFORMATION
        if handle:
            ctypes.windll.kernel32.CloseHandle(handle)
        return bool(handle)
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
