#!/usr/bin/env python3
"""Trains osprey's object detectors on the sets in ../shared/data/detection, with a fifth of each held out. Prints the average precision on that
fifth, the elapsed time and the processor time.

  python3 Scripts/measure_detector.py .build/release/osprey [--sets raccoon masks] [--iterations N] [--grid 16x16] [--seeds 1] [--revision 3]
                                                          [--keep FOLDER]

Needs only Python. --keep stores the models, and the pages with the detections.
"""
import argparse
import json
import os
import pathlib
import subprocess
import tempfile
import time

DATA = pathlib.Path(__file__).resolve().parents[2] / "shared/data/detection"


def train(osprey, folder, seed, options, keep):
    name = f"{folder.name}-{seed}"
    command = [osprey, "train", "object-detector", str(folder), "--split", "0.2", "--seed", str(seed), "--json",
               "--output", str(keep / f"{name}.mlmodel"), "--report", str(keep / f"{name}.html")]
    for option in ("iterations", "grid", "algorithm", "batch", "revision"):
        if getattr(options, option) is not None:
            command += [f"--{option}", str(getattr(options, option))]
    before, start = os.times(), time.monotonic()
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    wall, after = time.monotonic() - start, os.times()
    processor = after.children_user + after.children_system - before.children_user - before.children_system
    return json.loads(output.splitlines()[-1]), wall, processor


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("osprey")
    parser.add_argument("--data", default=str(DATA), help="the folder of the sets")
    parser.add_argument("--sets", nargs="+", default=["raccoon", "masks"])
    parser.add_argument("--seeds", nargs="+", type=int, default=[1], help="each draws another fifth and other first weights")
    parser.add_argument("--iterations", type=int)
    parser.add_argument("--batch", type=int)
    parser.add_argument("--grid")
    parser.add_argument("--revision", type=int, help="of the feature print that a training begins with")
    parser.add_argument("--algorithm", choices=["fullNetwork", "transferLearning"])
    parser.add_argument("--keep")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        keep = pathlib.Path(options.keep or scratch)
        keep.mkdir(parents=True, exist_ok=True)
        for name in options.sets:
            for seed in options.seeds:
                result, wall, processor = train(options.osprey, pathlib.Path(options.data) / name, seed, options, keep)
                figures = result["validation"]
                labels = ", ".join(f"{row['label']} {row['AP50']:.3f}" for row in figures["labels"])
                print(f"{name}, seed {seed}: AP50 {figures['AP50']:.3f}, AP50…95 {figures['AP']:.3f} ({labels}); "
                      f"{wall / 60:.1f} minutes, {processor / 60:.1f} processor minutes", flush=True)


if __name__ == "__main__":
    main()
