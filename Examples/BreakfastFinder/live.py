#!/usr/bin/env python3
"""Renders live.mp4, a camera that rests over three breakfast tables, and live.json: from when to when it rests over which, and what is there, as
in annotations.json. Needs NumPy, Pillow and the program ffmpeg.

  python3 Examples/BreakfastFinder/live.py [--output Examples/BreakfastFinder] [--seed 31]
"""
import argparse
import json
import pathlib
import sys

import numpy as np

folder = pathlib.Path(__file__).resolve().parent
sys.path.append(str(folder.parent))
from Rendering import tour, write_clip

from render import breakfast

TABLES, RATE, REST, MOVE = 3, 30, 1.6, 0.8


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", default=str(folder))
    parser.add_argument("--seed", type=int, default=31)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    tables = [breakfast(rng, 3) for _ in range(TABLES)]
    output = pathlib.Path(options.output)
    entries = [{"from": round(i * (REST + MOVE), 2), "to": round(i * (REST + MOVE) + REST, 2), "annotations": annotations}
               for i, (_, annotations) in enumerate(tables)]
    (output / "live.json").write_text("[\n" + ",\n".join(json.dumps(entry) for entry in entries) + "\n]\n")
    write_clip(tour(rng, [picture for picture, _ in tables], RATE, REST, MOVE), output / "live.mp4", RATE)


if __name__ == "__main__":
    main()
