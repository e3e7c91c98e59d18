"""Make matplotlib's SVG fit for a page: small, ids its own, colours by CSS variables, told in words."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

NAMES = (
    *("ink", "muted", "grid", "band", "paper", "strong", "calm", "box"),
    *(f"part{index}" for index in range(7)),
    *(f"line{index}" for index in range(4)),
    *(f"shade{index}" for index in range(7)),
)
COLOURS = {name: f"#a5c0{index:02x}" for index, name in enumerate(NAMES, start=1)}
"""Stand-ins: colours that nothing else uses, replaced by the page's variables."""

_VARIABLES = {colour: f"var(--{name})" for name, colour in COLOURS.items()}
_SVG = "{http://www.w3.org/2000/svg}"
_LINK = "{http://www.w3.org/1999/xlink}href"
_COLOUR = re.compile("|".join(_VARIABLES))
_LONG = re.compile(r"-?\d+\.\d{3,}")
_FONT = re.compile(r"font: (?:(\d+) )?([\d.]+)px [^;]*")
_FAMILY = re.compile(r"font-family: [^;]*;? ?")
_PAINT = ("fill", "stroke")


def for_page(source: str, prefix: str, title: str, words: str) -> str:
    """Return an SVG element with unique ids, a title and a description.

    Parameters
    ----------
    source
        What matplotlib wrote.
    prefix
        Put before every id.
    title, words
        What the figure says and its numbers, for those who don't see it.
    """
    root = ET.fromstring(source)
    _clean(root, prefix)
    named, told = ET.Element("title", id=f"{prefix}-title"), ET.Element("desc", id=f"{prefix}-desc")
    named.text, told.text = title, words
    root.insert(0, named)
    root.insert(1, told)
    box = root.get("viewBox", "")
    root.attrib.clear()
    root.attrib.update(
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": box,
            "role": "img",
            "aria-labelledby": f"{prefix}-title {prefix}-desc",
        }
    )
    return ET.tostring(root, encoding="unicode")


def _clean(element: ET.Element, prefix: str) -> None:
    element.tag = element.tag.removeprefix(_SVG)
    element.tail = None
    if element.tag != "text":
        element.text = None
    if element.tag == "g":
        element.attrib.pop("id", None)
    for name, value in list(element.attrib.items()):
        element.attrib[name] = _attribute(name, value, prefix)
    if _LINK in element.attrib:
        element.attrib["href"] = element.attrib.pop(_LINK)
    paints = [f"{name}: {element.attrib.pop(name)}" for name in _PAINT if "var(" in element.attrib.get(name, "")]
    if paints:
        element.attrib["style"] = "; ".join([*paints, *filter(None, [element.attrib.get("style")])])
    for child in list(element):
        if child.tag in (f"{_SVG}metadata", f"{_SVG}style"):
            element.remove(child)
        else:
            _clean(child, prefix)
            if child.tag in ("g", "defs") and not len(child):
                element.remove(child)
            elif child.tag == "g" and not child.attrib:
                at = list(element).index(child)
                element.remove(child)
                for offset, inner in enumerate(list(child)):
                    element.insert(at + offset, inner)


def _attribute(name: str, value: str, prefix: str) -> str:
    if name == "id":
        return f"{prefix}-{value}"
    if name == _LINK:
        return f"#{prefix}-{value.removeprefix('#')}"
    value = value.replace("url(#", f"url(#{prefix}-")
    value = _COLOUR.sub(lambda found: _VARIABLES[found.group()], value)
    if name == "style":
        value = _FONT.sub(_font, value)
        value = _FAMILY.sub("", value).strip("; ")
    if name in ("d", "x", "y", "transform", "style", "width", "height"):
        value = _LONG.sub(lambda found: f"{float(found.group()):.2f}".rstrip("0").rstrip("."), value)
    return " ".join(value.split())


def _font(found: re.Match[str]) -> str:
    weight = f"font-weight: {found.group(1)}; " if found.group(1) else ""
    return f"{weight}font-size: {found.group(2)}px"
