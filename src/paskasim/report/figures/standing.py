"""A figure of a page as a file that stands by itself: light colours on white, its title above it, no style sheet.

What the style sheet of a page says of a figure is written into its elements. The script of the page (`assets/save.js`)
does the same; a browser test holds one against the other and both against what the browser shows.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from paskasim.report.figures.canvas import SMALL, TYPE
from paskasim.report.figures.svg import OUTLINE, short

SPACE = "http://www.w3.org/2000/svg"
FONTS = "Arial, 'Liberation Sans', Helvetica, sans-serif"
WHITE = "#ffffff"
PAD = 12
"""Units of white around a figure."""
LINE = 18
LETTERS = 43
"""Letters of the title in a line."""
HEAD = 14
"""Type size of the title."""
ANCHORS = {"c": "middle", "e": "end"}


@lru_cache(maxsize=1)
def light() -> dict[str, str]:
    """Return the colours of the light scheme by name, as the style sheet of the pages has them, on white paper."""
    sheet = (Path(__file__).parent.parent / "assets" / "style.css").read_text(encoding="utf-8")
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", sheet[: sheet.index("}")])) | {"paper": WHITE}


def title_lines(title: str) -> list[str]:
    """Return a title in lines that fit above a figure; a longer word is cut."""
    lines: list[str] = []
    for word in re.findall(rf"[^ ]{{1,{LETTERS}}}", title):
        if lines and len(lines[-1]) + 1 + len(word) <= LETTERS:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def frame(height: float, lines: int) -> tuple[float, float]:
    """Return where a sheet of this height begins above its figure, and how high it is, in units."""
    above = PAD + LINE * lines + 4
    return -above, above + height + PAD


def stand_alone(svg: str) -> str:
    """Return an SVG element of a page as a file.

    Title and description stay; the title also stands above the figure in words.
    """
    root = ET.fromstring(svg)
    # ElementTree would put a prefix before every name that it knows the namespace of.
    for element in root.iter():
        element.tag = element.tag.removeprefix(f"{{{SPACE}}}")
    _, _, width, height = (float(part) for part in root.attrib["viewBox"].split())
    lines = title_lines(root.findtext("title") or "")
    top, tall = frame(height, len(lines))
    size = (short(width + 2 * PAD), short(tall))
    root.attrib |= {"viewBox": f"{-PAD} {short(top)} {size[0]} {size[1]}", "width": size[0], "height": size[1]}
    root.attrib |= {"xmlns": SPACE, "font-family": FONTS, "font-size": short(TYPE), "stroke-linejoin": "round"}
    for element in root.iter():
        element.attrib |= dict(_painted(element))
        element.attrib.pop("class", None)
    ground = ET.Element("rect", {"x": str(-PAD), "y": short(top), "width": size[0], "height": size[1], "fill": WHITE})
    root.insert(2, ground)
    for at, line in enumerate(lines):
        y = short(top + PAD + HEAD + LINE * at)
        head = {"x": "0", "y": y, "fill": light()["ink"], "font-size": str(HEAD), "font-weight": "700"}
        text = ET.Element("text", head)
        text.text = line
        root.insert(3 + at, text)
    return f"{ET.tostring(root, encoding='unicode')}\n"


def _painted(element: ET.Element) -> Iterator[tuple[str, str]]:
    """Yield what the style sheet says of an element, as attributes."""
    names = element.attrib.get("class", "").split()
    colour = next((light()[name[2:]] for name in names if name.startswith("k-")), light()["ink"])
    if element.tag == "text":
        yield "fill", colour
        yield from (("font-size", short(SMALL)) for name in names if name == "s")
        yield from (("font-weight", "700") for name in names if name == "b")
        yield from (("text-anchor", ANCHORS[name]) for name in names if name in ANCHORS)
    elif "m" in names:
        yield "fill", next((light()[name[2:]] for name in names if name.startswith("f-")), colour)
        yield "stroke", colour
        yield "stroke-width", short(OUTLINE)
    elif element.tag == "path":
        yield from (("fill", "none"), ("stroke", colour), ("stroke-linecap", "round"))
    elif element.tag == "rect" and "fill" not in element.attrib:
        yield "fill", colour
