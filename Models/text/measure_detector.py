"""Measures detectors of lines on held-out pages and photographs: the lines that are found, and what of the found ones are lines.

    python measure_detector.py --packed packed/pages [--model TextLines.mlmodel ...] [--checkpoint checkpoint/detector.pt ...] [--threshold 0.5 ...]

A line is found where the intersection over the union of it and a found one is a half at least.  What lies on a line that doesn't count is left out.
Pages are told apart by their kind, photographs by the set that they come from.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch

import networks
import teach

SAME = 0.5  # intersection over union
DOUBTFUL = 0.3  # of a found line that lies on what doesn't count
CELLS = 4  # a part with fewer is no line
MOST_SIDE = 0.3  # by which the ends of a short line's middle are moved at most, in its lengths


def outputs_of(model, picture):
    """The probabilities and directions of a grey picture."""
    height, width = (-(-side // 32) * 32 for side in picture.shape)
    x = cv2.copyMakeBorder(picture, 0, height - picture.shape[0], 0, width - picture.shape[1], cv2.BORDER_REPLICATE)
    with torch.no_grad():
        logits, directions = model(torch.from_numpy(x.astype(np.float32) / 127.5 - 1)[None, None])
    return logits[0, 0].float().sigmoid().numpy(), directions[0].float().numpy()


def lines_of(probabilities, threshold=0.5):
    """The corners of the lines in a map, in pixels, as `CKernels/Text/TextMap.cpp` finds them but for the order of the corners."""
    _, marks, boxes, _ = cv2.connectedComponentsWithStats((probabilities >= threshold).astype(np.uint8), connectivity=4)
    quads = []
    for number, (x, y, width, height, count) in enumerate(boxes[1:], 1):
        if count < CELLS:
            continue
        rows, columns = np.nonzero(marks[y:y + height, x:x + width] == number)
        corners = np.concatenate([np.column_stack([columns + i, rows + j]) for i in (0, 1) for j in (0, 1)])
        centre, (length, tall), angle = cv2.minAreaRect(np.float32(corners))
        if tall > length:
            length, tall, angle = tall, length, angle + 90
        tall = min(tall, max(count / length, tall - 2 ** 0.5))
        grown = tall / (1 - 2 * networks.SHRINK)
        side = networks.SHRINK * grown
        length = length + 2 * side if side <= MOST_SIDE * (length + 2 * side) else length / (1 - 2 * MOST_SIDE)
        quads.append((np.array(cv2.boxPoints((centre, (length, grown), angle))) + [x, y]) * networks.STRIDE)
    return np.array(quads, np.float32).reshape(-1, 4, 2)


def matched(found, lines, counts):
    """How many of the lines that count are found, how many lines these are, how many were found, and how many of those count."""
    free, right, wrong = list(range(len(lines))), 0, 0
    for quad in found:
        best, at, doubt = SAME, None, 0.0
        for number in free:
            shared, own, other = teach.overlap(quad, lines[number])
            if shared / max(own + other - shared, 1) >= best:
                best, at = shared / max(own + other - shared, 1), number
            if not counts[number]:
                doubt = max(doubt, shared / max(own, 1))
        if at is not None:
            free.remove(at)
            right += int(counts[at])
        elif doubt < DOUBTFUL:
            wrong += 1
    return right, int(np.sum(counts)), wrong


def held(pages, most=10 ** 6):
    """The held-out pictures of each kind, at most so many: rows of picture, corners of lines, and which of these count."""
    import train_detector
    kinds = {}
    for path in (folder / train_detector.HELD for folder in (pages.packed, pages.packed.parent / "written")):
        if not path.exists():
            continue
        files, quads = pages.shard(path)
        names = np.load(path)["kinds"]
        for file, lines, name in zip(files, quads, names):
            kinds.setdefault(str(name), []).append((cv2.imdecode(file, cv2.IMREAD_GRAYSCALE), lines, np.ones(len(lines), bool)))
    for row in pages.held:
        name = row.get("set", "photographs")
        certain = np.array([line["score"] >= train_detector.SCORE for line in row["lines"]], bool)
        kinds.setdefault(name, []).append((*teach.photograph(row), certain))
    return {name: [(p, q, c & (train_detector.quad_heights(q) >= train_detector.LEAST)) for p, q, c in rows[:most]] for name, rows in kinds.items()}


def measured(model, kinds, thresholds=(0.5,)):
    """For each threshold, and each kind of picture, the recall, the precision and the number of lines, as text."""
    results = [{} for _ in thresholds]
    for name, rows in kinds.items():
        totals = np.zeros((len(thresholds), 3))
        for picture, lines, counts in rows:
            probabilities = outputs_of(model, picture)[0]
            for total, threshold in zip(totals, thresholds):
                total += matched(lines_of(probabilities, threshold), lines, counts)
        for result, (right, count, wrong) in zip(results, totals):
            result[name] = f"{right / max(count, 1):.3f}/{right / max(right + wrong, 1):.3f} ({count:.0f})"
    return ["  ".join(f"{name} {text}" for name, text in result.items()) for result in results]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--packed", type=Path, required=True)
    parser.add_argument("--model", type=Path, nargs="*", default=[], help="Core ML files")
    parser.add_argument("--checkpoint", type=Path, nargs="*", default=[])
    parser.add_argument("--threshold", type=float, nargs="*", default=[0.5])
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    import restart
    from train_detector import Pages
    pages = Pages(options.packed, options.packed.parent / "taught")
    kinds = held(pages)
    for path in [*options.model, *options.checkpoint]:
        model = restart.detector_of(path, pages) if path in options.model else networks.Detector()
        if path in options.checkpoint:
            model.load_state_dict(torch.load(path, weights_only=True)["average"])
        for threshold, text in zip(options.threshold, measured(model.eval(), kinds, options.threshold)):
            print(path, threshold, text, flush=True)


if __name__ == "__main__":
    main()
