"""The presets: rule sets that come with paskasim, a TOML file each."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

SUFFIX = ".toml"


@cache
def presets() -> tuple[str, ...]:
    """Return the names of all presets in alphabetical order; a new file is a new preset."""
    folder = files("paskasim.rules") / "presets"
    names = (entry.name for entry in folder.iterdir() if entry.name.endswith(SUFFIX))
    return tuple(sorted(name.removesuffix(SUFFIX) for name in names))


@cache
def preset_bytes(name: str) -> bytes:
    """Return the file of a preset, as it is stored."""
    return (files("paskasim.rules") / "presets" / f"{name}{SUFFIX}").read_bytes()
