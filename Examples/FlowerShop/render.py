#!/usr/bin/env python3
"""Renders the pictures of the flower shop: five kinds of flowers, from above and from the side, before leaves, sky, earth and tables, in
varied light, some blurred, some held in a hand. Needs NumPy and Pillow. The same seed renders the same pictures.

  python3 Examples/FlowerShop/render.py [--output Examples/FlowerShop] [--seed 3]

writes `training` and `testing`, each with a folder a kind.
"""
import argparse
import pathlib
import sys

import numpy as np

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from Rendering import counter, foliage, one_of, photo, sky, soil, table, write

from flowers import KINDS

SIDE = 128


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", default=str(pathlib.Path(__file__).resolve().parent))
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--training", type=int, default=20, help="pictures a kind to train on")
    parser.add_argument("--testing", type=int, default=8, help="pictures a kind to test on")
    options = parser.parse_args()
    folder = pathlib.Path(options.output)
    rng = np.random.default_rng(options.seed)
    grounds = one_of(foliage, foliage, sky, soil, table, counter)
    for part, count in (("training", options.training), ("testing", options.testing)):
        for kind in KINDS:
            for index in range(count):
                flower = photo(rng, KINDS[kind], SIDE, grounds, (0.7, 1.1), (-25, 25), 0.1, 0.15)
                write(flower, folder / part / kind, f"{index + 1:02}.jpg", 66)


if __name__ == "__main__":
    main()
