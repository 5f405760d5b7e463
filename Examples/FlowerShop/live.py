#!/usr/bin/env python3
"""Renders live.mp4: a camera goes from flower to flower, rests before each, and ends at a bag of fertilizer with a QR code. Needs NumPy,
Pillow, zxing-cpp and the program ffmpeg.

  python3 Examples/FlowerShop/live.py [--output Examples/FlowerShop/live.mp4] [--seed 5]
"""
import argparse
import pathlib
import sys

import numpy as np
import zxingcpp
from PIL import Image

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from Rendering import foliage, photo, soil, tour, write_clip

from flowers import KINDS

WIDTH, HEIGHT = 480, 360


def flower(rng, kind):
    square = photo(rng, KINDS[kind], WIDTH, foliage, scale=(0.66, 0.72), turn=(-15, 15), shift=0.02, held=0)
    return square.crop((0, (WIDTH - HEIGHT) // 2, WIDTH, (WIDTH + HEIGHT) // 2))


def bag(rng, text):
    """A bag with a printed code."""
    scene = Image.fromarray(np.asarray(soil(rng, WIDTH).convert("RGB"))[:HEIGHT])
    sack = Image.new("RGBA", (220, 300), (54, 120, 70, 255))
    sack.paste((232, 224, 190), (0, 30, 220, 62))
    code = Image.fromarray(np.asarray(zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode).to_image()))
    # A whole number of pixels a module.
    side = 170 // code.width * code.width
    sack.paste(code.resize((side, side), Image.NEAREST), ((sack.width - side) // 2, 100))
    turned = sack.rotate(-6, resample=Image.BICUBIC, expand=True)
    scene.paste(turned, ((WIDTH - turned.width) // 2, (HEIGHT - turned.height) // 2), turned)
    return scene


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", default=str(pathlib.Path(__file__).resolve().parent / "live.mp4"))
    parser.add_argument("--seed", type=int, default=5)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    scenes = [flower(rng, kind) for kind in ("sunflower", "daisy", "rose")] + [bag(rng, "FERTILIZER 5 KG")]
    write_clip(tour(rng, scenes), options.output)


if __name__ == "__main__":
    main()
