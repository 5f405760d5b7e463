"""Cuts transcribed lines out of pages: shards for the recogniser as those of lines.py, without the places of characters.

    python transcribed.py --sets FOLDER --taught FOLDER --output FOLDER

A set has the `lines.jsonl` of listed.py, a row for each line: `image`, `text` and, where the picture is a page, the `polygon` around the line.
The lines that the teacher read with certainty in photographs (teach.py, teach_reader.py) are cut out, too, each several times with other margins.
"""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

import alphabet
import lines
from teach import cut_upright, is_held, with_vertical_ends, widened

# How many lines of a set are used at most: print and typewriters, then handwriting.
SETS = {"ehri": 7000, "tapus": 4000, "memorials": 800, "mltart": 5600, "expositions": 2500, "argus": 2000, "corse": 1000, "kovalewsky": 700,
        "nubis": 1700, "imprime18": 3200, "ajax": 3400, "archiscribe": 4200, "copiste": 4000, "peraire": 1500, "timeus": 1500, "cremma20": 200}
CERTAIN = 0.93  # what the teacher read with more certainty is taken as right
SHARD = 8000
CUTS = 3  # of a line of a photograph
MARGINS = (-0.05, 0.4), (-0.04, 0.25)  # around such a line, in heights of the line: at its ends, and above and below
TAUGHT_SHARD = 1000  # lines of photographs in a shard: as every shard is drawn alike, they are drawn more often than transcribed ones
OLD = str.maketrans({"ſ": "s", "⸗": "-", "¬": "-", "ʒ": "z"})


def cut(picture, polygon, height=40):
    """A line of a page, upright, with some margin."""
    (x, y), (width, tall), angle = cv2.minAreaRect(np.float32(polygon))
    if width < tall:
        width, tall, angle = tall, width, angle - 90
    if angle < -45:
        angle += 180
    if angle > 45 or angle < -45 or tall < 6:
        return None
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    factor = height / tall
    columns = int(width * factor)
    if not 8 <= columns <= 4000:
        return None
    matrix = np.float32([[c * factor, s * factor, 0], [-s * factor, c * factor, 0]])
    matrix[:, 2] = [columns / 2, height / 2] - matrix[:, :2] @ [x, y]
    return cv2.warpAffine(picture, matrix, (columns, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)


def upright(picture):
    """A line of HEIGHT rows; `None` if it is too long."""
    columns = round(picture.shape[1] * lines.HEIGHT / picture.shape[0])
    if not 8 <= columns <= lines.LONGEST * 1.5:
        return None
    return cv2.resize(picture, (columns, lines.HEIGHT), interpolation=cv2.INTER_AREA)


def transcribed(folder, name, most):
    """Lines of a set with what they say."""
    root = folder / name
    rows = [json.loads(row) for row in (root / "lines.jsonl").read_text().splitlines()]
    np.random.default_rng(1).shuffle(rows)
    rows = sorted(rows[:most], key=lambda row: row["image"])
    path, picture = None, None
    for row in rows:
        text = alphabet.normalised(row["text"].translate(OLD))
        if not text or not alphabet.is_known(text):
            continue
        if row["image"] != path:
            path, picture = row["image"], cv2.imread(str(root / row["image"]), cv2.IMREAD_GRAYSCALE)
        if picture is None:
            continue
        line = picture if "polygon" not in row else cut(picture, row["polygon"]) if len(row["polygon"]) > 2 else None
        line = None if line is None else upright(line)
        if line is not None and len(text) * 3 < line.shape[1]:
            yield line, text


def taught(folder):
    """Lines of photographs that the teacher read with certainty."""
    g = np.random.default_rng(3)
    for row in map(json.loads, (folder / "quads.jsonl").read_text().splitlines()):
        certain = [line for line in row["lines"] if line["score"] >= CERTAIN]
        if not certain or is_held(row):
            continue
        picture = cv2.imread(row["file"], cv2.IMREAD_GRAYSCALE)
        for line in certain:
            text = alphabet.normalised(line["text"])
            if not text or not alphabet.is_known(text):
                continue
            for _ in range(CUTS):
                part = cut_out(picture, np.float32(line["corners"]), g)
                if part is not None and len(text) * 3 < part.shape[1]:
                    yield part, text


def cut_out(picture, corners, g):
    """A line with margins drawn at random; `None` if it is too small."""
    tall, wide = np.linalg.norm(corners[3] - corners[0]), np.linalg.norm(corners[1] - corners[0])
    if tall < 7 or wide < tall * 0.5:
        return None
    ends, sides = g.uniform(*MARGINS[0], 2), g.uniform(*MARGINS[1], 2)
    if g.random() < 0.5:
        corners = with_vertical_ends(corners)
    return upright(cut_upright(picture, widened(corners, *ends, *sides), 40))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sets", type=Path, required=True)
    parser.add_argument("--taught", type=Path, required=True)
    parser.add_argument("--output", type=Path, required=True)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.output.mkdir(parents=True, exist_ok=True)
    drawn = []
    for name, most in SETS.items():
        if (options.sets / name / "lines.jsonl").exists():
            before = len(drawn)
            drawn += transcribed(options.sets, name, most)
            print(name, len(drawn) - before, flush=True)
    shards(drawn, SHARD, options.output, "")
    photographed = list(taught(options.taught))
    print("taught", len(photographed), flush=True)
    shards(photographed, TAUGHT_SHARD, options.output, "taught")


def shards(drawn, size, folder, name):
    """Writes lines as shards of about a size, mixed."""
    np.random.default_rng(2).shuffle(order := np.arange(len(drawn)))
    for number, part in enumerate(np.array_split(order, max(1, len(drawn) // size)) if drawn else []):
        lines.store([(*drawn[i], np.zeros(0, np.float32)) for i in part], folder / f"{name}{number:03d}.npz")


if __name__ == "__main__":
    main()
