"""Takes pages of handwriting, whose lines are known, as pictures for the detector, in shards as those of pages.py.

    python written.py --sets SETS/copiste SETS/peraire … --output packed/written

The sets are checkouts with pages and their files of ALTO, which have a baseline and a polygon for each line.  The quadrilateral of a line follows its
baseline, and is as high as the bodies of its letters ask for: long ascenders and descenders reach out of it.  One page of ten goes into `held.npz`,
which measures.
"""

import argparse
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import cv2
import numpy as np

import listed
import pages
import teach
from sheets import ABOVE, BELOW

LONGEST = 1500  # pixels of a page
MARGIN = 0.5  # around the lines of a page, in their height
SHARD = 60  # pages
KIND = "handwriting"
INKED = 0.5  # of the most ink of a row of pixels; what rows of the bodies have
BODY = 0.22, 0.5  # of the height of a line's polygon; the least and the most that bodies are high
FAINT = 10  # grey values by which ink is darker than paper
CURVED = 0.35  # how far a baseline may be from straight, in heights of the polygon


def baseline_of(line):
    """The points of a line's baseline in ALTO, from the left to the right; `None` where it has none."""
    numbers = [float(v) for v in re.findall(r"-?\d+(?:\.\d+)?", line.get("BASELINE", ""))]
    return np.reshape(numbers, (-1, 2)) if len(numbers) >= 4 and len(numbers) % 2 == 0 else None


def straightened(picture, start, along, length, height):
    """The pixels along a straight baseline: as many rows above it as the height says, and half as many below."""
    down = np.array([-along[1], along[0]])
    rows, columns = int(height * 1.5), max(int(length), 4)
    matrix = np.column_stack([along, down, start - down * height])
    return cv2.warpAffine(picture, matrix.astype(np.float32), (columns, rows), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)


def body_of(strip, height):
    """The rows between which the bodies of a line's letters stand, counted from the baseline, down being positive."""
    paper = np.percentile(strip, 80, 0)
    ink = np.convolve(np.clip(paper - strip - FAINT, 0, None).mean(1), np.ones(3) / 3, "same")
    base = int(height)
    top = max(0, base - int(BODY[1] * height))
    peak = top + int(ink[top:base + 1].argmax())
    least = INKED * ink[peak]
    first, last = peak, peak
    while first > 0 and ink[first - 1] >= least:
        first -= 1
    while last + 1 < len(ink) and ink[last + 1] >= least:
        last += 1
    tall = float(np.clip(last + 1 - first, BODY[0] * height, BODY[1] * height))
    middle = (first + last + 1) / 2 - base
    return middle - tall / 2, middle + tall / 2


def quad_of(picture, baseline, polygon):
    """The corners of a line, clockwise from the top left, and whether it is straight."""
    length = np.linalg.norm(baseline[-1] - baseline[0])
    along = (baseline[-1] - baseline[0]) / max(length, 1e-3)
    height = cv2.contourArea(np.float32(polygon)) / max(length, 1)
    across = np.array([-along[1], along[0]])
    apart = (baseline - baseline[0]) @ across
    start = baseline[0] + across * apart.mean()
    top, bottom = body_of(straightened(picture, start, along, length, height), height)
    tall = bottom - top
    top, bottom = top - ABOVE * tall, bottom + BELOW * tall
    end = start + along * length
    return [start + across * top, end + across * top, end + across * bottom, start + across * bottom], float(np.ptp(apart)) <= CURVED * height


def page_of(source, pictures):
    """The picture of a file of ALTO and the corners of its lines; `None` where one is absent, or a line is not a line."""
    try:
        root = ElementTree.parse(source).getroot()
    except ElementTree.ParseError:
        return None
    lines = [line for line in listed.named(root, "TextLine") if baseline_of(line) is not None]
    path = listed.picture_of(source, root, pictures) if lines else None
    picture = None if path is None else cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    sizes = [(float(p.get("WIDTH")), float(p.get("HEIGHT"))) for p in listed.named(root, "Page") if p.get("WIDTH") and p.get("HEIGHT")]
    if picture is None or not sizes or abs(picture.shape[1] / sizes[0][0] / (picture.shape[0] / sizes[0][1]) - 1) > listed.UNEVEN:
        return None
    factor = min(1, LONGEST / max(picture.shape))
    scale = factor * picture.shape[1] / sizes[0][0]
    picture = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    quads, bent = [], 0
    for line in lines:
        baseline, polygon = baseline_of(line), listed.polygon_of(line)
        if polygon is None or np.linalg.norm(baseline[-1] - baseline[0]) * scale < 6:
            continue
        quad, is_straight = quad_of(picture, baseline * scale, np.array(polygon) * scale)
        quads.append(np.array(quad).tolist())
        bent += not is_straight
    return (*trimmed(picture, quads), KIND) if quads and bent <= len(quads) / 10 else None


def trimmed(picture, quads):
    """The part of a page where its lines are, and the lines in it: beside them may be stamps and notes that nobody listed."""
    quads = np.array(quads)
    side = MARGIN * np.median(np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1))
    (x0, y0), (x1, y1) = np.maximum(quads.min((0, 1)) - side, 0).astype(int), (quads.max((0, 1)) + side).astype(int)
    return picture[y0:y1, x0:x1], (quads - [x0, y0]).tolist()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sets", type=Path, nargs="+", required=True)
    parser.add_argument("--output", type=Path, required=True)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.output.mkdir(parents=True, exist_ok=True)
    drawn, held = [], []
    for folder in options.sets:
        pictures, before = {}, len(drawn) + len(held)
        for path in sorted(folder.rglob("*")):
            if path.suffix.lower() in listed.PICTURES:
                pictures.setdefault(path.stem, []).append(path)
        for source in sorted(folder.rglob("*.xml")):
            page = page_of(source, pictures)
            if page is not None:
                (held if teach.is_held({"file": source.name}) else drawn).append(page)
        print(folder.name, len(drawn) + len(held) - before, flush=True)
    np.random.default_rng(1).shuffle(order := np.arange(len(drawn)))
    shards = {f"{number:03d}.npz": [drawn[i] for i in part] for number, part in enumerate(np.array_split(order, max(1, len(drawn) // SHARD)))}
    for name, part in {**shards, "held.npz": held}.items():
        if part:
            pages.store(part, options.output / name)


if __name__ == "__main__":
    main()
