#!/usr/bin/env python3
"""How well and how fast trackers follow objects, with OpenCV's CSRT, KCF and MIL beside.

    Benchmarks/tracking.py PROGRAM SEQUENCES

SEQUENCES is a folder of folders, each with numbered pictures and a `groundtruth*.txt`: a line a frame with x, y, width and height in pixels, the
origin at the upper left, or NaN where the object is not in the picture. Each tracker begins with the first box and is never corrected. AUC is
the mean, over 21 thresholds from 0 to 1, of the part of the frames whose boxes overlap the true one by more than the threshold (intersection
over union; a frame without a true box counts as missed). Precision is the part of the frames with a true box whose middles are at most 20 pixels
apart. Frames a second are those of tracking alone for OpenCV, and of the whole program with decoding for Osprey; beside it stands OpenCV's
with decoding. Needs numpy and opencv-contrib-python-headless.
"""
import argparse
import json
import pathlib
import subprocess
import time

import cv2
import numpy as np

THRESHOLDS = np.linspace(0, 1, 21)
PEERS = {"CSRT": cv2.TrackerCSRT_create, "KCF": cv2.TrackerKCF_create, "MIL": cv2.TrackerMIL_create}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("sequences", type=pathlib.Path)
    options = parser.parse_args()
    rows = {}
    for folder in sorted(path for path in options.sequences.iterdir() if path.is_dir()):
        truth, files = boxes(folder), pictures(folder)
        count = min(len(truth), len(files))
        truth, files = truth[:count], files[:count]
        for level in ("accurate", "fast"):
            add(rows, f"osprey {level}", truth, *osprey(options.program, level, files, truth[0]))
        for name, make in PEERS.items():
            add(rows, name, truth, *peer(make, files, truth[0]))
    print("| tracker | AUC | precision at 20 px | frames/s | with decoding |")
    print("| --- | --- | --- | --- | --- |")
    for name, values in rows.items():
        auc, precision = np.mean([value[:2] for value in values], axis=0)
        alone, decoding = (speed([value[i] for value in values]) for i in (2, 3))
        print(f"| {name} | {auc:.3f} | {precision:.3f} | {alone} | {decoding} |")


def speed(values):
    return "" if None in values else f"{np.exp(np.mean(np.log(values))):.0f}"


def boxes(folder):
    lines = next(iter(sorted(folder.glob("groundtruth*.txt")))).read_text().splitlines()
    return np.array([[float(v) for v in line.replace(",", " ").replace("\t", " ").split()] for line in lines if line.strip()])


def pictures(folder):
    return sorted(path for path in folder.rglob("*") if path.suffix.lower() in (".jpg", ".jpeg", ".png"))


def add(rows, name, truth, found, alone, decoding):
    overlaps = np.array([overlap(a, b) for a, b in zip(found, truth[1:])])
    auc = np.mean([[value > threshold for threshold in THRESHOLDS] for value in overlaps])
    seen = [(a, b) for a, b in zip(found, truth[1:]) if not np.isnan(b[0])]
    distances = [np.hypot(a[0] + a[2] / 2 - b[0] - b[2] / 2, a[1] + a[3] / 2 - b[1] - b[3] / 2) for a, b in seen]
    rows.setdefault(name, []).append((auc, np.mean(np.array(distances) < 20), alone, decoding))


def overlap(a, b):
    if np.isnan(b[0]):
        return 0
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    shared = max(width, 0) * max(height, 0)
    return shared / (a[2] * a[3] + b[2] * b[3] - shared + 1e-9)


def osprey(program, level, files, first):
    height, width = cv2.imread(str(files[0])).shape[:2]
    x, y, w, h = first
    box = f"{x / width},{1 - (y + h) / height},{w / width},{h / height}"
    start = time.perf_counter()
    run = subprocess.run(
        [program, "track", str(files[0].parent), "--box", box, "--level", level, "--json"], check=True, capture_output=True, text=True)
    seconds = time.perf_counter() - start
    found = []
    for line in run.stdout.splitlines()[1:len(files)]:
        b = json.loads(line)["objects"][0]["boundingBox"]
        found.append((b["x"] * width, (1 - b["y"] - b["height"]) * height, b["width"] * width, b["height"] * height))
    return found, None, len(found) / seconds


def peer(make, files, first):
    tracker, found, alone, start = make(), [], 0, time.perf_counter()
    tracker.init(cv2.imread(str(files[0])), tuple(int(v) for v in first))
    for file in files[1:]:
        picture = cv2.imread(str(file))
        before = time.perf_counter()
        is_found, box = tracker.update(picture)
        alone += time.perf_counter() - before
        found.append(box if is_found else (0, 0, 1e-3, 1e-3))
    return found, len(found) / alone, len(found) / (time.perf_counter() - start)


if __name__ == "__main__":
    main()
