#!/usr/bin/env python3
"""Renders live.mp4: a camera goes from part to part, rests over each, and ends at a box with a barcode. Needs NumPy, Pillow, zxing-cpp and
the program ffmpeg.

  python3 Examples/RobotShop/live.py [--output Examples/RobotShop/live.mp4] [--seed 11]
"""
import argparse
import pathlib
import sys

import numpy as np
import zxingcpp
from PIL import Image

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from Rendering import photo, table, tour, write_clip

from render import PARTS

WIDTH, HEIGHT = 480, 360


def part(rng, kind):
    square = photo(rng, PARTS[kind], WIDTH, scale=(0.62, 0.68), shift=0.03, held=0)
    return square.crop((0, (WIDTH - HEIGHT) // 2, WIDTH, (WIDTH + HEIGHT) // 2))


def labelled_box(rng, text):
    """A cardboard box with a printed label."""
    scene = Image.fromarray(np.asarray(table(rng, WIDTH))[:HEIGHT])
    box = Image.new("RGBA", (370, 250), (176, 138, 92, 255))
    box.paste((158, 120, 76), (0, 112, 370, 138))
    bars = Image.fromarray(np.asarray(zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.Code128).to_image()))
    # A whole number of pixels a module.
    bars = bars.resize((2 * bars.width, 90), Image.NEAREST)
    label = Image.new("RGBA", (bars.width + 20, 120), (250, 250, 246, 255))
    label.paste(bars, (10, 15))
    box.paste(label, ((box.width - label.width) // 2, 60))
    turned = box.rotate(4, resample=Image.BICUBIC, expand=True)
    scene.paste(turned, ((WIDTH - turned.width) // 2, (HEIGHT - turned.height) // 2), turned)
    return scene


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", default=str(pathlib.Path(__file__).resolve().parent / "live.mp4"))
    parser.add_argument("--seed", type=int, default=11)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    scenes = [part(rng, kind) for kind in ("micro controller", "servo", "lead screw")] + [labelled_box(rng, "BEARING 608")]
    write_clip(tour(rng, scenes), options.output)


if __name__ == "__main__":
    main()
