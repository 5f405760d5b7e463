#!/usr/bin/env python3
"""Renders pictures of boards for the detector, and their boxes in Create ML's format. Needs NumPy and Pillow.

  python3 Examples/ActionAndVision/rendering/boards.py [--output Examples/ActionAndVision/boards] [--seed 7]

writes `training` and `testing`, each with its pictures and `annotations.json`. Boards of many colors are seen from near and far and from
several sides, on lawns and elsewhere, often with people and bags. Every fourth picture of `training` has no board, but people, bags, and other
things that are flat or boxes. The same seed renders the same pictures.
"""
import argparse
import json
import math
import pathlib
import sys

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

folder = pathlib.Path(__file__).resolve().parent
sys.path += [str(folder.parents[1]), str(folder)]
from Rendering import STANDING, Camera, Person, cast, counter, foliage, mirrored, skeleton, sky, soil, table, write

import throws
from scene import BAG, LENGTH, WIDTH, Board, bag, bush, lawn, lay

SIZES = [(384, 216), (384, 216), (384, 216), (320, 240), (216, 300)]
TOPS = [(226, 210, 178), (236, 234, 226), (190, 140, 92), (164, 118, 74), (70, 110, 170), (180, 60, 54), (60, 120, 84), (230, 190, 90), (60, 62, 70),
        (206, 206, 210)]
SIDES = [(92, 70, 50), (60, 52, 46), (150, 120, 84), (210, 200, 184), (44, 46, 52), (120, 60, 50)]
BAGS = [(206, 48, 36), (40, 70, 170), (230, 200, 60), (40, 40, 44), (240, 240, 236), (50, 140, 80)]


def one(rng, colors):
    return np.array(colors[rng.integers(len(colors))], float)


def ground(rng, camera, width, height):
    """A place: mostly a lawn, or a floor before something."""
    if rng.random() < 0.55:
        picture = lawn(rng, camera, 0, width, height)
        return picture * (1 + rng.uniform(-0.12, 0.12, 3))
    side = max(width, height)
    back = [foliage, counter, sky, table, soil][rng.integers(5)](rng, side)
    floor = [soil, table, foliage][rng.integers(3)](rng, side)
    back, floor = (np.asarray(p.filter(ImageFilter.GaussianBlur(rng.uniform(0.5, 3))), np.float32)[:height, :width] for p in (back, floor))
    row = int(np.clip(camera.horizon + rng.uniform(4, 50), 0, height))
    picture = back.copy()
    picture[row:] = floor[row:]
    return picture


def somebody(rng, picture, camera, x, z):
    """A person who stands, walks or throws, to either side."""
    kind = rng.integers(3)
    if kind == 0:
        pose = {**STANDING, "yaw": rng.uniform(-20, 80), "look": rng.uniform(-10, 70), "rightArm": rng.uniform(-10, 40),
                "leftFore": rng.uniform(0, 90)}
    elif kind == 1:
        pose = throws.walk(rng.uniform(0, 2))
    else:
        pose = throws.throw(throws.KINDS[rng.integers(len(throws.KINDS))], rng).pose(rng.uniform(-0.6, 0.4))
    body = skeleton({**pose, "x": 0, "z": z}, rng.uniform(1.2, 1.9))
    if rng.random() < 0.5:
        body = mirrored(body, x)
    else:
        body = skeleton({**pose, "x": x, "z": z}, rng.uniform(1.2, 1.9))
    cast(picture, body, camera)
    Person(rng).paint(picture, body, camera)


def clutter(rng, picture, camera):
    """Flat things and boxes that are no boards: mats, crates and signs."""
    width, height = picture.shape[1], picture.shape[0]
    layer = Image.new("RGBA", (width * 2, height * 2), (0, 0, 0, 0))
    draw = ImageDraw.Draw(layer)
    x, z = rng.uniform(0.1, 0.9) * width / camera.scale, rng.uniform(-1.5, 0.8)
    w, d, h = rng.uniform(0.3, 1.2), rng.uniform(0.3, 0.8), rng.choice([0.01, 0.3, 0.5, 0.9])
    color = one(rng, TOPS + SIDES)

    def at(*points):
        return [tuple(camera.see(p) * 2) for p in points]

    top = [(x, h, z - d / 2), (x + w, h, z - d / 2), (x + w, h, z + d / 2), (x, h, z + d / 2)]
    front = [top[3], top[2], (x + w, 0, z + d / 2), (x, 0, z + d / 2)]
    draw.polygon(at(*front), fill=tuple(int(c * 0.7) for c in color) + (255,))
    draw.polygon(at(*top), fill=tuple(int(c) for c in color) + (255,))
    lay(picture, layer.resize((width, height), Image.BOX), 0, 0)


def scene(rng, empty):
    """A picture and its annotations, boxes by their centres in pixels."""
    width, height = SIZES[rng.integers(len(SIZES))]
    scale = rng.uniform(0.1, 0.42) * width / 1.22
    distance = rng.uniform(3.0, 8.0)
    eye = rng.uniform(0.24, 0.52) * distance
    camera = Camera(scale, width / 2, rng.uniform(0.62, 1.0) * height, eye, distance)
    picture = ground(rng, camera, width, height).astype(np.float32)
    light = rng.uniform(0.75, 1.15)
    annotations, things = [], []
    if not empty:
        turn = rng.choice([0, rng.uniform(-35, 35), 180 + rng.uniform(-35, 35), rng.uniform(0, 360)], p=[0.35, 0.3, 0.2, 0.15])
        x = rng.uniform(0.02, 0.98) * width / scale - LENGTH / 2
        z = rng.uniform(-0.6, 0.3)
        stripe = one(rng, TOPS) if rng.random() < 0.35 else None
        board = Board(x, z, one(rng, TOPS), one(rng, SIDES), stripe, turn, int(rng.integers(1 << 30)), rng.uniform(0.04, 0.1), rng.uniform(0.2, 0.36))
        things.append((z, "board", board))
    if empty or rng.random() < 0.4:
        things.append((-1.0, "clutter", None))
    for _ in range(rng.integers(0, 3) if not empty else rng.integers(1, 4)):
        things.append((rng.uniform(-3.5, 0.6), "person", None))
    if rng.random() < 0.3:
        things.append((-2.0, "bush", None))
    board_depth, board = 9.0, next((thing for _, kind, thing in things if kind == "board"), None)
    for z, kind, _ in sorted(things, key=lambda thing: thing[0]):
        place = rng.uniform(0, 1) * width
        x = camera.middle / scale + (place - camera.middle) / camera.zoom(z)
        if kind == "board":
            box = board.paint(picture, camera, light)
            left, top, right, bottom = max(box[0], 0), max(box[1], 0), min(box[2], width), min(box[3], height)
            if (right - left) * (bottom - top) < 0.35 * (box[2] - box[0]) * (box[3] - box[1]):
                return None
            annotations.append({"label": "board", "coordinates": {
                "x": round((left + right) / 2, 1), "y": round((top + bottom) / 2, 1), "width": round(right - left, 1),
                "height": round(bottom - top, 1)}})
        elif kind == "person":
            if annotations:
                # Not before the board: nobody throws at one that is hidden.
                box = annotations[0]["coordinates"]
                if abs(place - box["x"]) < box["width"] / 2 + 0.3 * camera.zoom(z) and z > board_depth:
                    continue
            somebody(rng, picture, camera, x, z)
        elif kind == "clutter":
            clutter(rng, picture, camera)
        else:
            lay(picture, *bush(rng, camera, x, z, rng.uniform(0.6, 2), rng.uniform(0.5, 2.2)))
        board_depth = z if kind == "board" else board_depth
    for _ in range(rng.integers(0, 5)):
        color, side = one(rng, BAGS), BAG * rng.uniform(1, 2.2)
        if annotations and rng.random() < 0.5:
            spot = board.point(rng.uniform(0.05, 0.9) * LENGTH, rng.uniform(-0.4, 0.4) * WIDTH, 0.03)
        else:
            spot = np.array([rng.uniform(0, width) / scale, rng.choice([0.03, rng.uniform(0, 1.8)]), rng.uniform(-0.5, 0.5)])
        lay(picture, *bag(camera, spot, rng.uniform(0, 3), color, side))
    return finish(rng, picture, light), annotations


def finish(rng, picture, light):
    """As a camera sees it: in some light, perhaps not sharp, with noise."""
    image = Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8))
    if rng.random() < 0.4:
        image = image.filter(ImageFilter.GaussianBlur(rng.uniform(0.4, 1.2)))
    pixels = np.asarray(image, float) * light * (1 + rng.uniform(-0.06, 0.06, 3))
    pixels += rng.normal(0, rng.uniform(0.5, 5), pixels.shape)
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", default=str(folder.parent / "boards"))
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--training", type=int, default=240, help="pictures to train on")
    parser.add_argument("--testing", type=int, default=48, help="pictures to test on")
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    for part, count in (("training", options.training), ("testing", options.testing)):
        entries = []
        while len(entries) < count:
            made = scene(rng, len(entries) % 4 == 3)
            if made is None:
                continue
            name = f"{len(entries) + 1:03}.jpg"
            write(made[0], pathlib.Path(options.output) / part, name, 84)
            entries.append({"image": name, "annotations": made[1]})
        lines = ",\n".join(json.dumps(entry) for entry in entries)
        (pathlib.Path(options.output) / part / "annotations.json").write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
