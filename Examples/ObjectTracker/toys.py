#!/usr/bin/env python3
"""Renders toys.mp4: two parts move over a table, one nearer and farther, the other behind a post, and prints their boxes in the first and in
the last frame. Needs NumPy, Pillow and the program ffmpeg.

  python3 Examples/ObjectTracker/toys.py [--output Examples/ObjectTracker/toys.mp4] [--seed 2]
"""
import argparse
import math
import pathlib
import sys

import numpy as np
from PIL import Image

folder = pathlib.Path(__file__).resolve().parent
sys.path += [str(folder.parent), str(folder.parent / "RobotShop")]
from Rendering import table, write_clip

from render import micro_controller, servo

WIDTH, HEIGHT, FRAMES = 640, 360, 150


def trimmed(drawing):
    return drawing.crop(drawing.getchannel("A").getbbox())


def places(frame):
    """The centre and width of both parts, in pixels."""
    t = frame / (FRAMES - 1)
    first = (110 + 420 * t, 110 + 50 * math.sin(2 * math.pi * t), 90 * (1 + 0.35 * math.sin(math.pi * t)))
    second = (540 - 380 * t, 265 - 25 * math.sin(4 * math.pi * t), 84)
    return first, second


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", default=str(folder / "toys.mp4"))
    parser.add_argument("--seed", type=int, default=2)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    ground = Image.fromarray(np.asarray(table(rng, WIDTH))[:HEIGHT])
    toys = [trimmed(micro_controller(rng)), trimmed(servo(rng))]

    def frames():
        for frame in range(FRAMES):
            picture = ground.convert("RGBA")
            boxes = []
            for toy, (x, y, width) in zip(toys, places(frame)):
                height = width * toy.height / toy.width
                # Moved by parts of a pixel.
                scale = toy.width / width
                moved = toy.transform(
                    (WIDTH, HEIGHT), Image.AFFINE, (scale, 0, -(x - width / 2) * scale, 0, scale, -(y - height / 2) * scale), Image.BICUBIC)
                picture.alpha_composite(moved)
                box = (x - width / 2) / WIDTH, 1 - (y + height / 2) / HEIGHT, width / WIDTH, height / HEIGHT
                boxes.append(",".join(f"{number:.3f}" for number in box))
            picture.paste((70, 74, 80, 255), (352, 180, 384, HEIGHT))
            if frame in (0, FRAMES - 1):
                print(f"frame {frame}:", *boxes)
            pixels = np.asarray(picture.convert("RGB"), float) + rng.normal(0, 2, (HEIGHT, WIDTH, 3))
            yield np.clip(pixels, 0, 255).astype(np.uint8)

    write_clip(frames(), options.output)


if __name__ == "__main__":
    main()
