"""Lists the transcribed lines of data sets for transcribed.py.

    python listed.py SETS/ehri SETS/tapus …

Each folder is a checkout of a repository: pages with a file of ALTO beside, of the same name or named in it, or pictures of lines with `NAME.gt.txt`
or `NAME.txt`. It gets `lines.jsonl`, a row for each line: `image`, `text` and, of pages, the `polygon` around the line in the picture's pixels.
"""

import argparse
import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import cv2

PICTURES = (".jpg", ".jpeg", ".png", ".tif", ".tiff")
UNEVEN = 0.02  # how far the two factors between a page and its picture may be apart


def named(element, name):
    """The elements below, in whatever namespace, with a name."""
    return [e for e in element.iter() if e.tag.rsplit("}", 1)[-1] == name]


def polygon_of(line):
    """The points around a line of ALTO; those of its box where it has no others."""
    for polygon in named(line, "Polygon"):
        numbers = [float(v) for v in re.findall(r"-?\d+(?:\.\d+)?", polygon.get("POINTS", ""))]
        if len(numbers) > 5:
            return list(zip(numbers[::2], numbers[1::2]))
    if not all(line.get(name) for name in ("HPOS", "VPOS", "WIDTH", "HEIGHT")):
        return None
    x, y, width, height = (float(line.get(name)) for name in ("HPOS", "VPOS", "WIDTH", "HEIGHT"))
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def picture_of(source, page, pictures):
    """The picture of a page: one of the same name, or of the name that the page says, in the same folder if there are several."""
    names = [element.text.strip() for element in named(page, "fileName") if element.text]
    for name in (source.stem, *(Path(name).stem for name in names)):
        if name in pictures:
            return min(pictures[name], key=lambda path: path.parent != source.parent)
    return None


def lines_of_page(source, folder, pictures):
    """Rows for the lines of a file of ALTO; none where its picture is absent or of another shape."""
    try:
        page = ElementTree.parse(source).getroot()
    except ElementTree.ParseError:
        return
    lines = named(page, "TextLine")
    path = picture_of(source, page, pictures) if lines else None
    picture = None if path is None else cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    if picture is None:
        return
    width, height = next(((float(p.get("WIDTH")), float(p.get("HEIGHT"))) for p in named(page, "Page") if p.get("WIDTH") and p.get("HEIGHT")), (0, 0))
    across, down = (picture.shape[1] / width, picture.shape[0] / height) if width > 0 and height > 0 else (1, 1)
    if abs(across / down - 1) > UNEVEN:
        return
    for line in lines:
        text = " ".join(string.get("CONTENT", "") for string in named(line, "String")).strip()
        polygon = polygon_of(line)
        if text and polygon:
            points = [[round(x * across, 1), round(y * down, 1)] for x, y in polygon]
            yield {"image": str(path.relative_to(folder)), "text": text, "polygon": points}


def lines_of_pictures(folder, pictures):
    """Rows for the pictures of lines with a text beside."""
    for path in sorted(path for paths in pictures.values() for path in paths):
        for ending in (".gt.txt", ".txt"):
            if path.with_suffix(ending).exists():
                yield {"image": str(path.relative_to(folder)), "text": path.with_suffix(ending).read_text().strip()}
                break


def listed(folder):
    pictures = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in PICTURES:
            pictures.setdefault(path.stem, []).append(path)
    rows = [row for source in sorted(folder.rglob("*.xml")) for row in lines_of_page(source, folder, pictures)]
    return rows or list(lines_of_pictures(folder, pictures))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("sets", type=Path, nargs="+")
    options = parser.parse_args()
    for folder in options.sets:
        rows = listed(folder)
        (folder / "lines.jsonl").write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
        print(folder.name, len(rows), flush=True)


if __name__ == "__main__":
    main()
