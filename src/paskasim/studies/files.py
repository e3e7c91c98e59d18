"""Files that appear whole or not at all, and errors of the file system as sentences."""

from __future__ import annotations

import hashlib
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from paskasim.errors import PaskasimError

LOCK = ".lock"


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn what the system says about writing below `path` into a sentence."""
    try:
        yield
    except (OSError, pa.ArrowIOError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PaskasimError(
            f"{path}: can't be written: {reason}.",
            "Choose another folder with --out, or make room or permission there; what was finished before is kept.",
        ) from None


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file under a temporary name beside it, and rename it."""
    with told(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
        try:
            temporary.write_bytes(content)
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)


def parquet_style(schema: pa.Schema) -> dict[str, Any]:
    """Return how all Parquet files of a schema are written."""
    words = [field.name for field in schema if pa.types.is_dictionary(field.type)]
    return {"compression": "zstd", "compression_level": 1, "use_dictionary": words, "write_statistics": False}


def parquet_bytes(table: pa.Table, metadata: dict[str, str]) -> bytes:
    """Return a table as a Parquet file whose footer holds `metadata`."""
    sink = pa.BufferOutputStream()
    footer = {key.encode(): value.encode() for key, value in metadata.items()}
    pq.write_table(table.replace_schema_metadata(footer), sink, **parquet_style(table.schema))
    return bytes(sink.getvalue())


def check_writable(path: Path) -> None:
    """See that a file can be written at `path`, before anything is played."""
    if path.is_dir():
        raise PaskasimError(f"{path}: this is a folder.", "Give the path of a file.")
    with told(path):
        with path.parent.joinpath(f".{path.name}.{os.getpid()}.tmp").open("wb") as probe:
            probe.write(b"paskasim")
        Path(probe.name).unlink()


def write_parquet(path: Path, table: pa.Table, metadata: dict[str, str]) -> None:
    """Write a table as `parquet_bytes`, whole or not at all."""
    write_bytes(path, parquet_bytes(table, metadata))


def read_parquet(path: Path) -> pa.Table:
    """Read a Parquet file of ours.

    Raises
    ------
    PaskasimError
        With exit code 4 if it is damaged.
    """
    try:
        return pq.read_table(path, partitioning=None)
    except (pa.ArrowException, OSError) as error:
        raise damaged(path, str(error)) from None


def damaged(path: Path, reason: str) -> PaskasimError:
    """Return the error for a damaged or foreign file."""
    return PaskasimError(
        f"{path}: damaged, or not written by paskasim: {reason.splitlines()[0] if reason else 'unreadable'}.",
        "Delete this file and run the same sweep again: it does only what is missing.",
        exit_code=4,
    )


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file's bytes."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def prepare(folder: Path) -> None:
    """Make a folder and see that it can be written to, before anything is played."""
    with told(folder):
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe.{os.getpid()}"
        try:
            probe.write_bytes(b"paskasim")
        finally:
            with suppress(OSError):
                probe.unlink(missing_ok=True)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep a second sweep out of a folder; a lock whose process is gone is broken."""
    lock = folder / LOCK
    owner = f"{os.getpid()} {socket.gethostname()}"
    for _ in range(2):
        try:
            with told(lock), lock.open("x", encoding="utf-8") as file:
                file.write(owner)
            break
        except PaskasimError:
            if not lock.exists():
                raise
            _refuse_or_break(lock)
    try:
        yield
    finally:
        with suppress(OSError):
            lock.unlink(missing_ok=True)


def _refuse_or_break(lock: Path) -> None:
    with suppress(OSError, ValueError):
        pid_text, _, host = lock.read_text(encoding="utf-8").partition(" ")
        if host == socket.gethostname() and not _alive(int(pid_text)):
            lock.unlink(missing_ok=True)
            return
    raise PaskasimError(
        f"{lock.parent}: another sweep is writing to this folder.",
        f"Wait for it, choose another folder with --out, or delete {lock} if no sweep is running.",
    )


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
