#!/usr/bin/env python3
"""Renders breakfast tables with bagels, bananas, coffee, croissants, eggs and waffles, and the boxes of what is on them, in Create ML's
format. Needs NumPy and Pillow. The same seed renders the same pictures.

  python3 Examples/BreakfastFinder/render.py [--output Examples/BreakfastFinder] [--seed 11]

writes `training` and `testing`, each with its pictures and `annotations.json`. Some tables of `training` are empty.
"""
import argparse
import json
import pathlib
import sys

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from Rendering import table, write

from dishes import KINDS

WIDTH, HEIGHT = 256, 192
# Pictures are drawn twice as large, which smooths their edges.
FINE = 2


def ground(rng):
    """A table top, often with a plate."""
    side = WIDTH * FINE
    picture = table(rng, side).crop((0, 0, side, HEIGHT * FINE)).convert("RGBA")
    if rng.random() < 0.5:
        x, y = rng.uniform(0.2, 0.8) * side, rng.uniform(0.2, 0.8) * HEIGHT * FINE
        radius = rng.uniform(0.2, 0.34) * side
        china = np.array([(244, 244, 240), (210, 222, 230), (90, 104, 120), (228, 214, 190)][rng.integers(4)], float)
        layer = Image.new("RGBA", picture.size, (0, 0, 0, 0))
        draw = ImageDraw.Draw(layer)
        for share, light in ((1, 0.86), (0.97, 1), (0.7, 0.9), (0.68, 0.97)):
            r = radius * share
            draw.ellipse([x - r, y - r, x + r, y + r], fill=tuple(int(c) for c in china * light) + (255,))
        picture.alpha_composite(layer)
    return picture


def place(rng, picture, kind, taken):
    """Lays a dish on the table where there is room; returns its box, or None where there is none."""
    size = int(rng.uniform(0.32, 0.62) * HEIGHT * FINE)
    dish = KINDS[kind](rng).resize((size, size), Image.LANCZOS).rotate(rng.uniform(0, 360), resample=Image.BICUBIC, expand=True)
    dish = dish.crop(dish.getchannel("A").point(lambda value: 255 if value > 100 else 0).getbbox())
    for _ in range(30):
        # A part of a dish may lie beyond the edge of the picture.
        left = int(rng.uniform(-0.15 * dish.width, picture.width - 0.85 * dish.width))
        top = int(rng.uniform(-0.15 * dish.height, picture.height - 0.85 * dish.height))
        box = (left, top, left + dish.width, top + dish.height)
        if all(min(box[2], b[2]) - max(box[0], b[0]) < 8 or min(box[3], b[3]) - max(box[1], b[1]) < 8 for b in taken):
            break
    else:
        return None
    shadow = Image.new("L", picture.size, 0)
    shadow.paste(dish.getchannel("A"), (left + int(rng.uniform(-8, 8)), top + int(rng.uniform(3, 10))))
    picture.paste((0, 0, 0, 255), (0, 0), shadow.filter(ImageFilter.GaussianBlur(5)).point(lambda value: int(value * 0.4)))
    whole = Image.new("RGBA", picture.size, (0, 0, 0, 0))
    whole.paste(dish, (left, top))
    picture.alpha_composite(whole)
    return box


def breakfast(rng, count):
    """A picture and its annotations, boxes by their centres in pixels."""
    picture = ground(rng)
    taken, annotations = [], []
    for _ in range(count):
        kind = list(KINDS)[rng.integers(len(KINDS))]
        box = place(rng, picture, kind, taken)
        if box is None:
            continue
        taken.append(box)
        left, top = max(box[0], 0) / FINE, max(box[1], 0) / FINE
        right, bottom = min(box[2], picture.width) / FINE, min(box[3], picture.height) / FINE
        annotations.append({"label": kind, "coordinates": {
            "x": (left + right) / 2, "y": (top + bottom) / 2, "width": right - left, "height": bottom - top}})
    picture = picture.convert("RGB").resize((WIDTH, HEIGHT), Image.LANCZOS)
    if rng.random() < 0.25:
        picture = picture.filter(ImageFilter.GaussianBlur(rng.uniform(0.4, 1.1)))
    light = np.asarray(picture, float) * rng.uniform(0.7, 1.2) * (1 + rng.uniform(-0.06, 0.06, 3))
    light += rng.normal(0, rng.uniform(1, 4), light.shape)
    return Image.fromarray(np.clip(light, 0, 255).astype(np.uint8)), annotations


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", default=str(pathlib.Path(__file__).resolve().parent))
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--training", type=int, default=110, help="pictures to train on")
    parser.add_argument("--testing", type=int, default=24, help="pictures to test on")
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    for part, count, empty in (("training", options.training, 6), ("testing", options.testing, 0)):
        folder = pathlib.Path(options.output) / part
        entries = []
        for index in range(count):
            picture, annotations = breakfast(rng, 0 if index < empty else rng.integers(1, 5))
            name = f"{index + 1:03}.jpg"
            write(picture, folder, name, 64)
            entries.append({"image": name, "annotations": annotations})
        lines = ",\n".join(json.dumps(entry) for entry in entries)
        (folder / "annotations.json").write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
