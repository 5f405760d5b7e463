"""Measures the exported networks on pictures that no training saw, with an independent interpreter of their layers.

    python measure.py --masks FOLDER          (pictures with Pascal VOC boxes: github.com/hittheant/475Project, `archive`)
    python measure.py --marks FOLDER          (pictures with 68 marks in `.pts` files of the same name)

Of the masks set, faces without a mask count that are at least 24 pixels wide, with an overlap of a half; others are neither right nor
wrong.  The pictures are also turned by quarters.
"""

import argparse
import sys
from pathlib import Path

import coremltools as ct
import cv2
import numpy as np

import networks
import sets
import train_detector

sys.path.append(str(Path(__file__).resolve().parents[1]))
from coreml import evaluated
from pictures import labelled_boxes, letterboxed

LEAST_WIDTH = 24
THRESHOLD = 0.3  # probability from which Vision tells of a face


def voc_boxes(file):
    """The boxes of a Pascal VOC file, and which of them count."""
    rows = labelled_boxes(file)
    counts = [label == "without_mask" and box[2] - box[0] >= LEAST_WIDTH for box, label in rows]
    return np.array([box for box, _ in rows], float).reshape(-1, 4), np.array(counts, bool)


def turned_back(rows, size, turns):
    """Findings in a picture that was turned counter-clockwise by quarters, where they were before; `size` is the turned one's."""
    rows, (width, height) = rows.copy(), size
    for _ in range(turns):
        left, top, right, bottom = rows[:, 1:5].T.copy()
        rows[:, 1:5] = np.stack([height - bottom, left, height - top, right], 1)
        width, height = height, width
    return rows


def faces_in(spec, image, threshold):
    """The faces of a picture, by all looks of the exported detector: rows of score, box and roll, in pixels."""
    looks = []
    for side in networks.LOOKS:
        fitted, factor = letterboxed(image, side)
        maps = evaluated(spec, fitted[None])
        rows = networks.decode([maps[f"map{s}"][0] for s in networks.STRIDES], threshold)
        rows[:, 1:5] /= factor
        looks.append(rows)
    return networks.joined(looks)


def precision_of_masks(spec, files, turns, threshold=THRESHOLD):
    """The average precision on the masks set after quarter turns."""
    marks, total = [], 0
    for file in files:
        image = np.ascontiguousarray(np.rot90(sets.read(file), turns))
        rows = faces_in(spec, image, threshold)
        boxes, counts = voc_boxes(file.with_suffix(".xml"))
        total += counts.sum()
        free = np.ones(len(boxes), bool)
        for row in turned_back(rows, image.shape[1::-1], turns):
            shared = train_detector.overlaps(row[1:5], boxes) * free
            best = int(np.argmax(shared))
            if shared[best] >= 0.5:
                free[best] = False
                if counts[best]:
                    marks.append((row[0], 1))
            elif row[3] - row[1] >= LEAST_WIDTH:
                marks.append((row[0], 0))
    marks = np.array(sorted(marks, reverse=True)).reshape(-1, 2)  # there may be none
    precision = np.cumsum(marks[:, 1]) / np.arange(1, len(marks) + 1)
    precision = np.maximum.accumulate(precision[::-1])[::-1]
    return (precision * marks[:, 1]).sum() / total


def upright_crop(image, box, roll):
    """A face turned upright for the landmark network, and the map of its fractions to pixels (2 × 3)."""
    side = networks.CROP * max(box[2] - box[0], box[3] - box[1])
    scale = networks.MARK_SIDE / side
    turn = scale * np.array([[np.cos(roll), -np.sin(roll)], [np.sin(roll), np.cos(roll)]])
    offset = networks.MARK_SIDE / 2 - turn @ [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]
    shrink = max(1, int(0.7 / scale))
    small = cv2.resize(image, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
    affine = np.column_stack([turn * shrink, offset + shrink * turn.sum(1) * 0.5 - 0.5])
    crop = cv2.warpAffine(small, affine, (networks.MARK_SIDE,) * 2, flags=cv2.INTER_LINEAR)
    back = np.linalg.inv(turn)
    return crop, np.column_stack([back * networks.MARK_SIDE, -back @ offset])


def errors_of_marks(detector, landmarks, files):
    """The error of each marked face by the distance of the outer corners of its eyes, found by both networks; NaN where none is found."""
    results = []
    for file in files:
        image, marks = sets.read(file), sets.marks_in(file.with_suffix(".pts"))
        rows = faces_in(detector, image, THRESHOLD)
        centre = marks.mean(0)
        rows = rows[(rows[:, 1:3] < centre).all(1) & (rows[:, 3:5] > centre).all(1)]
        if not len(rows):
            results.append(np.nan)
            continue
        crop, back = upright_crop(image, rows[0, 1:5], rows[0, 5])
        points = evaluated(landmarks, crop[None])["points"].reshape(-1, 2) @ back[:, :2].T + back[:, 2]
        results.append(np.hypot(*(points - marks).T).mean() / np.hypot(*(marks[36] - marks[45])))
    return np.array(results)


def main():
    here = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--masks", type=Path, help="folder of pictures with Pascal VOC boxes")
    parser.add_argument("--marks", type=Path, help="folder of pictures with marks")
    parser.add_argument("--detector", type=Path, default=here / "Faces.mlmodel")
    parser.add_argument("--landmarks", type=Path, default=here / "FaceLandmarks.mlmodel")
    options = parser.parse_args()
    detector = ct.models.utils.load_spec(str(options.detector))
    if options.masks:
        files = sorted(f.with_suffix(s) for f in options.masks.glob("*.xml") for s in (".jpg", ".png") if f.with_suffix(s).exists())
        figures = " ".join(f"{precision_of_masks(detector, files, turns):.3f}" for turns in range(4))
        print(f"{len(files)} pictures, average precision {figures}")
    if options.marks:
        files = sorted(f.with_suffix(".jpg") for f in options.marks.glob("*.pts"))
        errors = errors_of_marks(detector, ct.models.utils.load_spec(str(options.landmarks)), files)
        print(f"{len(files)} faces, {np.isfinite(errors).sum()} found, mean error {100 * np.nanmean(errors):.2f} %")
        for file, error in zip(files, errors):
            print(f"  {file.name} {100 * error:.2f} %")


if __name__ == "__main__":
    main()
