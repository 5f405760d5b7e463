#!/usr/bin/env python3
"""Times the way from a photo of 12 megapixels to its label: by osprey, and by OpenCV or Pillow with ONNX Runtime, with the same network.

  python3 Benchmarks/photos.py .build/release/osprey [--count 40] [--rounds 5]

`cold` is one photo in a fresh process; `batch` is what each further photo takes in a process that has many. OpenCV and Pillow decode a JPEG
at a part of its size where that is enough, as osprey does, and all have as many workers as cores. The photos are those of Examples/Pictures,
enlarged and with a camera's noise.
"""
import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import peers

PICTURES = pathlib.Path(__file__).resolve().parent.parent / "Examples/Pictures"
SIDE = 227
DECODERS = {
    "OpenCV": """
import cv2
cv2.setNumThreads(1)
def square(path):
    for scale in (cv2.IMREAD_REDUCED_COLOR_8, cv2.IMREAD_REDUCED_COLOR_4, cv2.IMREAD_COLOR):
        picture = cv2.imread(path, scale)
        side = min(picture.shape[:2])
        if side >= SIDE:
            break
    top, left = (picture.shape[0] - side) // 2, (picture.shape[1] - side) // 2
    return cv2.resize(picture[top:top + side, left:left + side, ::-1], (SIDE, SIDE), interpolation=cv2.INTER_AREA)
""",
    "Pillow": """
from PIL import Image, ImageOps
def square(path):
    picture = Image.open(path)
    picture.draft("RGB", (2 * SIDE, 2 * SIDE))
    return ImageOps.fit(ImageOps.exif_transpose(picture).convert("RGB"), (SIDE, SIDE))
""",
}
PROGRAM = """
import os, sys
from concurrent.futures import ThreadPoolExecutor
import numpy, onnxruntime
SIDE = %d
%s
paths = sys.argv[2:]
workers = min(len(paths), len(os.sched_getaffinity(0)))
settings = onnxruntime.SessionOptions()
settings.intra_op_num_threads = len(os.sched_getaffinity(0)) // workers
session = onnxruntime.InferenceSession(sys.argv[1], settings, providers=["CPUExecutionProvider"])
def label(path):
    x = numpy.asarray(square(path), numpy.float32).transpose(2, 0, 1)[None] / 255
    return int(session.run(None, {"x": numpy.ascontiguousarray(x)})[0].argmax())
with ThreadPoolExecutor(workers) as pool:
    for path, index in zip(paths, pool.map(label, paths)):
        print(path, index)
"""


def enlarged(picture):
    """A photo as a camera of 12 megapixels takes it: large, with noise in each pixel."""
    import numpy
    from PIL import Image

    large = numpy.asarray(Image.open(picture).convert("RGB").resize((4032, 3024), Image.Resampling.BICUBIC), numpy.float32)
    noise = numpy.random.default_rng(5).normal(0, 4, large.shape)
    return Image.fromarray((large + noise).clip(0, 255).astype(numpy.uint8))


def write_photos(folder, count):
    pictures = sorted(PICTURES.glob("*.jpg"))
    for index, picture in enumerate(pictures[:count]):
        enlarged(picture).save(folder / f"{index:03d}.jpg", quality=92)
    for index in range(len(pictures), count):
        shutil.copy(folder / f"{index % len(pictures):03d}.jpg", folder / f"{index:03d}.jpg")
    return [str(folder / f"{index:03d}.jpg") for index in range(count)]


def commands(osprey, folder):
    """The command of each, without the paths of photos."""
    found = {"osprey": [osprey, "classify", "--json", "--top", "1", "--model", str(peers.MODELS / "photo.mlmodel")]}
    for name, decoder in DECODERS.items():
        program = folder / f"{name}.py"
        program.write_text(PROGRAM % (SIDE, decoder))
        found[name] = [sys.executable, str(program), str(peers.MODELS / "photo.onnx")]
    return found


def seconds(command):
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def lines(osprey, count=40, rounds=5):
    """A line for each, with the ratio to the better peer."""
    peers.provide(["photo"])
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        photos, found = write_photos(folder, count), commands(osprey, folder)
        times = {name: {"cold": [], "batch": []} for name in found}
        for _ in range(rounds):
            for name, command in found.items():
                times[name]["cold"].append(seconds([*command, photos[0]]))
            for name, command in found.items():
                times[name]["batch"].append(seconds([*command, *photos]))
    figures = {}
    for name, kinds in times.items():
        cold, batch = (statistics.median(kinds[kind]) * 1e3 for kind in ("cold", "batch"))
        figures[name] = {"cold": cold, "batch": (batch - cold) / (count - 1)}
    best = {kind: min(figures[name][kind] for name in DECODERS) for kind in ("cold", "batch")}
    for name, kinds in figures.items():
        ratios = " ".join(f"{kinds[kind] / best[kind]:5.2f}" for kind in ("cold", "batch"))
        yield f"{name:8s} cold {kinds['cold']:7.0f} ms   batch {kinds['batch']:6.2f} ms a photo   ratio to the better peer {ratios}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("osprey")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    peers.enter_environment()
    print(*lines(os.path.realpath(options.osprey), options.count, options.rounds), sep="\n")


if __name__ == "__main__":
    main()
