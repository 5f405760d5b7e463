#!/usr/bin/env python3
"""Compares the answers of the default models in default settings with those in float32, over a folder of photographs.

  python3 Benchmarks/precision.py OSPREY FOLDER

Printed for each kind of answer: how many photographs have the same findings (the same labels, as many faces, people, lines), and how far the findings
that correspond to each other are apart: boxes by what they share (intersection over union), joints by parts of the picture, masks by their pixels,
confidences by their difference. Processors without bfloat16 products have no difference. Needs NumPy and Pillow.
"""
import argparse
import json
import pathlib
import subprocess
import tempfile

import numpy as np
from PIL import Image

SUFFIXES = {".jpg", ".jpeg", ".png"}
KINDS = ["faces", "pose", "animals", "saliency", "text"]


def answers(osprey, verb, files, units):
    command = [osprey, *verb, "-", "--json", "--compute-units", units]
    run = subprocess.run(command, input="\n".join(files) + "\n", text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return {row["image"]: row for row in map(json.loads, run.stdout.splitlines()) if "image" in row and "error" not in row}


def overlap(a, b):
    width = min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"])
    height = min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"])
    shared = max(width, 0) * max(height, 0)
    return shared / max(a["width"] * a["height"] + b["width"] * b["height"] - shared, 1e-12)


def numbers(value):
    """All numbers in an answer, in its order."""
    if isinstance(value, dict):
        return [n for key in sorted(value) for n in numbers(value[key])]
    if isinstance(value, list):
        return [n for item in value for n in numbers(item)]
    return [float(value)] if isinstance(value, (int, float)) and not isinstance(value, bool) else []


def words(value):
    """All texts in an answer, in its order."""
    if isinstance(value, dict):
        return [w for key in sorted(value) if key != "image" for w in words(value[key])]
    if isinstance(value, list):
        return [w for item in value for w in words(item)]
    return [value] if isinstance(value, str) else []


def boxes(value):
    if isinstance(value, dict):
        own = [value["boundingBox"]] if isinstance(value.get("boundingBox"), dict) else []
        return own + [box for key in sorted(value) if key != "boundingBox" for box in boxes(value[key])]
    return [box for item in value for box in boxes(item)] if isinstance(value, list) else []


def compare_findings(osprey, kind, files):
    exact, usual = (answers(osprey, ["detect", kind], files, units) for units in ("cpuOnly", "all"))
    same, shared, distance = 0, [], []
    for file in exact:
        old, new = exact[file], usual.get(file, {})
        agree = words(old) == words(new) and len(boxes(old)) == len(boxes(new)) and len(numbers(old)) == len(numbers(new))
        same += agree
        if agree:
            # Findings of nearly equal confidence may change places.
            shared += [max(overlap(a, b) for b in boxes(new)) for a in boxes(old)]
            distance += [abs(a - b) for a, b in zip(numbers(old), numbers(new))] if not boxes(old) else []
    report(kind, same, len(exact), distance, f"boxes share {np.mean(shared):.4f}, at least {min(shared):.3f}" if shared else "")


def compare_labels(osprey, files):
    exact, usual = (answers(osprey, ["classify"], files, units) for units in ("cpuOnly", "all"))
    firsts = [[next(iter(words(row["observations"])), None) for row in (exact[f], usual[f])] for f in exact if f in usual]
    distance = [abs(a - b) for f in exact for a, b in zip(numbers(exact[f]), numbers(usual[f]))]
    report("first label", sum(a == b for a, b in firsts), len(firsts), distance, "")


def compare_masks(osprey, files):
    with tempfile.TemporaryDirectory() as folder:
        for units in ("cpuOnly", "all"):
            target = pathlib.Path(folder) / units
            target.mkdir()
            command = [osprey, "detect", "people", *files, "--cutout", str(target), "--compute-units", units]
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        shared, same, names = [], 0, sorted(p.name for p in (pathlib.Path(folder) / "cpuOnly").iterdir())
        for name in names:
            pictures = [pathlib.Path(folder) / units / name for units in ("cpuOnly", "all")]
            if not pictures[1].exists():
                continue
            a, b = (np.asarray(Image.open(picture).convert("RGBA"))[..., 3] > 127 for picture in pictures)
            same += a.shape == b.shape
            shared.append(np.logical_and(a, b).sum() / max(np.logical_or(a, b).sum(), 1))
    report("people's masks", same, len(names), [], f"masks share {np.mean(shared):.4f}, at least {min(shared):.3f}" if shared else "")


def report(kind, same, count, distance, more):
    largest = f"numbers differ by {np.mean(distance):.1e}, at most {max(distance):.1e}" if distance else ""
    print(f"{kind:15s} {same} of {count} have the same findings; {'; '.join(filter(None, [largest, more]))}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("osprey")
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()
    files = sorted(str(p) for p in options.folder.rglob("*") if p.suffix.lower() in SUFFIXES)
    compare_labels(options.osprey, files)
    for kind in KINDS:
        compare_findings(options.osprey, kind, files)
    compare_masks(options.osprey, files)


if __name__ == "__main__":
    main()
