"""The first picture of a page, taken over into the index: its strokes and words, and nothing else.

The index is made of files that lie in a folder, and any of them may come from elsewhere. So a picture is read as
XML and written anew from elements and attributes that our own pictures have; one with anything else is left out.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from html import escape

from markupsafe import Markup

LEAD = "lead"
"""Begins every id in the first picture of a page."""
MOST = 30_000
"""Characters of a picture; a larger one is too much for a list."""
NAMESPACE = "{http://www.w3.org/2000/svg}"
SHAPES = ("svg", "title", "desc", "defs", "pattern", "g", "path", "rect", "circle", "text")
NAMES = ("id", "aria-labelledby", "aria-describedby")
PLAIN = (
    *("role", "class", "viewBox", "x", "y", "width", "height", "cx", "cy", "r", "d", "transform", "font-size"),
    *("stroke-width", "stroke-dasharray", "patternUnits"),
)
VALUE = re.compile(r"[\w .,()-]*", re.ASCII)
FILL = re.compile(rf"url\(#{LEAD}-([\w-]+)\)", re.ASCII)


@dataclass(frozen=True)
class Picture:
    """A picture and the sentence that it shows."""

    title: str
    svg: Markup


def first_picture(page: str, prefix: str) -> Picture | None:
    """Return the first picture of a page, every id in it beginning with `prefix`; None where there is none to show."""
    mark = page.find(f'aria-labelledby="{LEAD}-title"')
    start, end = page.rfind("<svg", 0, max(mark, 0)), page.find("</svg>", max(mark, 0))
    if mark < 0 or start < 0 or not 0 < end - start < MOST:
        return None
    try:
        svg = ET.fromstring(page[start : end + len("</svg>")])
        title = svg.findtext(f"{NAMESPACE}title") or ""
        return Picture(title, Markup(_written(svg, prefix)))
    except (ET.ParseError, ValueError):
        return None


def _written(element: ET.Element, prefix: str) -> str:
    tag = element.tag.removeprefix(NAMESPACE)
    if tag not in SHAPES:
        raise ValueError(tag)
    attributes = "".join(f' {name}="{_value(name, value, prefix)}"' for name, value in element.attrib.items())
    inner = escape(element.text or "", quote=False) + "".join(_written(child, prefix) for child in element)
    return f"<{tag}{attributes}>{inner}</{tag}>" if inner else f"<{tag}{attributes}/>"


def _value(name: str, value: str, prefix: str) -> str:
    if name == "fill" and (found := FILL.fullmatch(value)):
        return f"url(#{prefix}-{found[1]})"
    if not VALUE.fullmatch(value) or name not in (*PLAIN, *NAMES):
        raise ValueError(name)
    return value.replace(f"{LEAD}-", f"{prefix}-", 1) if name in NAMES else value
