#!/usr/bin/env python3
"""Renders the pictures of the snacks: ten healthy and ten unhealthy kinds, on tables, plates and cloths, in varied light, at any angle,
some blurred, some held in a hand. Needs NumPy and Pillow. The same seed renders the same pictures.

  python3 Examples/Snacks/render.py [--output Examples/Snacks] [--seed 5]

writes `training` and `testing`, in each `healthy` and `unhealthy`, in each of those a folder a kind; and `mixed`, whose pictures show a
healthy and an unhealthy snack at once.
"""
import argparse
import pathlib
import sys

import numpy as np
from PIL import Image

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from Rendering import cloth, counter, one_of, photo, plate, table, write

import healthy
import unhealthy

SIDE = 128
KINDS = {"healthy": healthy.KINDS, "unhealthy": unhealthy.KINDS}
# These stand; the others lie, and are photographed from above.
STANDING = {"cake", "ice cream", "juice", "muffin", "pineapple", "popcorn"}


def snack(rng, health, kind):
    """A photo of a snack."""
    draw = KINDS[health][kind]
    if kind in STANDING:
        return photo(rng, draw, SIDE, one_of(counter, table, cloth), (0.75, 1.05), (-15, 15), 0.08, 0.15)
    return photo(rng, draw, SIDE, one_of(table, plate, cloth), (0.7, 1.05), (0, 360), 0.08, 0.15)


def pair(first, second):
    """A drawing of two things side by side."""
    def draw(rng):
        drawings = [first(rng), second(rng)]
        size = drawings[0].width
        both = Image.new("RGBA", (size, size), (0, 0, 0, 0))
        for index, drawing in enumerate(drawings):
            half = drawing.resize((size // 2, size // 2), Image.LANCZOS)
            both.paste(half, (index * size // 2, size // 4))
        return both

    return draw


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", default=str(pathlib.Path(__file__).resolve().parent))
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--training", type=int, default=18, help="pictures a kind to train on")
    parser.add_argument("--testing", type=int, default=6, help="pictures a kind to test on")
    parser.add_argument("--mixed", type=int, default=12, help="pictures of both")
    options = parser.parse_args()
    folder = pathlib.Path(options.output)
    rng = np.random.default_rng(options.seed)
    for part, count in (("training", options.training), ("testing", options.testing)):
        for health, kinds in KINDS.items():
            for kind in kinds:
                for index in range(count):
                    write(snack(rng, health, kind), folder / part / health / kind, f"{index + 1:02}.jpg", 66)
    flat = [[kind for kind in kinds if kind not in STANDING] for kinds in KINDS.values()]
    for index in range(options.mixed):
        first, second = (kinds[rng.integers(len(kinds))] for kinds in flat)
        draw = pair(healthy.KINDS[first], unhealthy.KINDS[second])
        picture = photo(rng, draw, SIDE, one_of(table, plate, cloth), (0.8, 0.92), (-30, 30), 0, 0)
        write(picture, folder / "mixed", f"{first} and {second} {index + 1:02}.jpg", 66)


if __name__ == "__main__":
    main()
