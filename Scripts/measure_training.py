#!/usr/bin/env python3
"""Measures how long osprey takes to train an image classifier. Makes photos of 400 pixels, each a different crop of a given photo, and trains on them
from the beginning. Prints the elapsed time and the processor time, for the whole training, and for a training whose features were already extracted.

  python3 Scripts/measure_training.py .build/release/osprey ../shared/data/classification/flowers [--count 1000] [--side 400]

The given folder has a folder of photos for each label. Needs Pillow.
"""
import argparse
import os
import pathlib
import resource
import subprocess
import tempfile
import time

from PIL import Image, ImageOps


def photos(source, target, count, side):
    """Cuts of 85 to 100 % of the photos in turn, evenly over the labels."""
    labels = sorted(p for p in source.iterdir() if p.is_dir())
    files = [sorted(p for p in label.iterdir() if p.suffix.lower() in {".jpg", ".jpeg", ".png"}) for label in labels]
    for number in range(count):
        turn, place = divmod(number, len(labels))
        path = files[place][turn % len(files[place])]
        image = ImageOps.exif_transpose(Image.open(path)).convert("RGB")
        share = 1 - 0.15 * (turn // len(files[place]) % 8) / 7
        width, height = int(image.width * share), int(image.height * share)
        scale = side / max(width, height)
        image = image.crop((0, 0, width, height)).resize((round(width * scale), round(height * scale)), Image.BICUBIC)
        folder = target / labels[place].name
        folder.mkdir(parents=True, exist_ok=True)
        image.save(folder / f"{number}.jpg", quality=90)


def timed(command):
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic() - start, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("osprey")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--side", type=int, default=400)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        photos(arguments.folder, scratch / "photos", arguments.count, arguments.side)
        command = [arguments.osprey, "train", "image-classifier", scratch / "photos", "--split", "0.1", "--session", scratch / "session",
                   "--output", scratch / "model.mlmodel"]
        whole = timed(command)
        for checkpoint in (scratch / "session/checkpoints").iterdir():
            os.remove(checkpoint)
        learning = timed(command)
    print(f"{arguments.count} photos of {arguments.side} pixels, {os.cpu_count()} cores")
    print(f"  all of it           {whole[0]:6.1f} s by the clock, {whole[1]:6.1f} s of processor time")
    print(f"  features were there {learning[0]:6.1f} s by the clock, {learning[1]:6.1f} s of processor time")


if __name__ == "__main__":
    main()
