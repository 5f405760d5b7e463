"""Trains the face detector.

    python teach.py --sets FOLDER --packed PACKED
    python sets.py --sets FOLDER --packed PACKED
    python train_detector.py --packed PACKED --minutes 60 [--start CHECKPOINT]

The learning rate follows the share of the time budget that is used up, so a run always ends fully annealed, however fast the machine
is.  What is learnt is measured on a fold of FDDB that takes no part in the training, upright and in quarter turns, and at the end on photos of
crowds as well, whose faces were marked by the teacher.
"""

import sys
from functools import partial
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

import canvases
import networks
import sets

sys.path.append(str(Path(__file__).resolve().parents[1]))
from pictures import letterboxed
from training import device_of, drawing, options_of, training_of

SIDES = (192, 288, 416)  # of the training pictures
SIDE_SHARES = (0.55, 0.27, 0.18)
CHUNK_PIXELS = 5 * 192 * 192
ALPHA, GAMMA = 0.35, 2.0  # of the focal loss
BOX_WEIGHT, ROLL_WEIGHT = 1.5, 0.5


def face_loss(logits, face):
    """The focal loss of all cells that are known, per face cell."""
    probability = logits.sigmoid()
    right = torch.where(face == 1, probability, 1 - probability)
    weight = torch.where(face == 1, ALPHA, 1 - ALPHA) * (1 - right) ** GAMMA * (face >= 0)
    loss = weight * F.binary_cross_entropy_with_logits(logits, face.clamp(min=0), reduction="none")
    return loss.sum() / ((face == 1).sum() + 1)


def box_loss(found, wanted):
    """One minus the generalised intersection over union of boxes that share a cell, given as distances from it."""
    def area(d):
        return (d[:, 0] + d[:, 2]) * (d[:, 1] + d[:, 3])
    shared = area(torch.minimum(found, wanted))
    union = area(found) + area(wanted) - shared
    hull = area(torch.maximum(found, wanted))
    return 1 - shared / union + (hull - union) / hull


def loss_of(model, images, wanted):
    """The loss of a chunk and its three parts."""
    x = networks.normalise(images.permute(0, 3, 1, 2)).contiguous(memory_format=torch.channels_last)
    rows = torch.cat([m.flatten(2) for m in model(x)], 2).permute(0, 2, 1).reshape(-1, networks.CHANNELS).float()
    wanted = wanted.reshape(-1, networks.CHANNELS)
    chosen = wanted[:, 0] == 1
    face = face_loss(rows[:, 0], wanted[:, 0])
    found, wanted = rows[chosen], wanted[chosen]
    box = box_loss(found[:, 1:5].clamp(max=4).exp(), wanted[:, 1:5]).mean() if len(found) else face * 0
    roll = (found[:, 5:] - wanted[:, 5:]).square().sum(1).mean() if len(found) else face * 0
    return face + BOX_WEIGHT * box + ROLL_WEIGHT * roll, (face, box, roll)


@torch.no_grad()
def rows_at(model, images, side, threshold, batch):
    """The faces found in one look at pictures: rows of score, box and roll, in pixels."""
    fitted = [letterboxed(image, side) for image in images]
    results = []
    for start in range(0, len(fitted), batch):
        part = fitted[start:start + batch]
        x = networks.normalise(torch.from_numpy(np.stack([p for p, _ in part])).to(device_of(model)).permute(0, 3, 1, 2))
        maps = [networks.outputs(m).cpu().numpy() for m in model(x.contiguous(memory_format=torch.channels_last))]
        for index, (_, factor) in enumerate(part):
            rows = networks.decode([m[index] for m in maps], threshold)
            rows[:, 1:5] /= factor
            results.append(rows)
    return results


def faces_in(model, images, threshold=0.02, batch=8):
    """The faces of pictures in RGB, by all looks: rows of score, box and roll, in pixels."""
    looks = [rows_at(model, images, side, threshold, batch) for side in networks.LOOKS]
    return [networks.joined(rows) for rows in zip(*looks)]


def overlaps(box, others):
    """The intersection over union of a box with others."""
    width = np.minimum(box[2], others[:, 2]) - np.maximum(box[0], others[:, 0])
    height = np.minimum(box[3], others[:, 3]) - np.maximum(box[1], others[:, 1])
    shared = np.maximum(width, 0) * np.maximum(height, 0)
    return shared / (np.prod(box[2:] - box[:2]) + np.prod(others[:, 2:] - others[:, :2], 1) - shared)


def average_precision(found, truths, doubts):
    """The average precision at an overlap of a half, and whether each finding is right, with its score; findings in doubtful boxes are neither."""
    marks = []
    for rows, boxes, unsure in zip(found, truths, doubts):
        free = np.ones(len(boxes), bool)
        for row in rows:
            shared = overlaps(row[1:5], boxes) * free if len(boxes) else np.zeros(1)
            best = int(np.argmax(shared))
            right = shared[best] >= 0.5
            if right:
                free[best] = False
            elif len(unsure) and overlaps(row[1:5], unsure).max() > 0.2:
                continue
            marks.append((row[0], right))
    marks = np.array(sorted(marks, reverse=True)).reshape(-1, 2)  # there may be none
    precision = np.cumsum(marks[:, 1]) / np.arange(1, len(marks) + 1)
    precision = np.maximum.accumulate(precision[::-1])[::-1]
    return float((precision * marks[:, 1]).sum() / sum(map(len, truths))), marks


def quarter_turned(image, ellipses, turns):
    """A picture and its ellipses turned counter-clockwise."""
    height, width = image.shape[:2]
    faces = ellipses.copy()
    for _ in range(turns):
        faces[:, 0], faces[:, 1] = faces[:, 1].copy(), width - faces[:, 0]
        width, height = height, width
    faces[:, 4] += turns * np.pi / 2
    return np.ascontiguousarray(np.rot90(image, turns)), faces


def boxes_of(ellipses):
    return np.array([sets.box_of(face) for face in ellipses]).reshape(-1, 4)


def measure(model, pictures, turns, numbers):
    """The average precision on some pictures after quarter turns, the median error of the roll, and the findings."""
    turned = [quarter_turned(pictures.pixels(n), pictures.ellipses_of(n), turns) for n in numbers]
    found = faces_in(model, [image for image, _ in turned])
    counts = [len(pictures.faces(n)) for n in numbers]
    truths = [boxes_of(ellipses[:count]) for count, (_, ellipses) in zip(counts, turned)]
    doubts = [boxes_of(ellipses[count:]) for count, (_, ellipses) in zip(counts, turned)]
    errors = []
    for rows, boxes, (_, faces) in zip(found, truths, turned):
        for row in rows[:20]:
            shared = overlaps(row[1:5], boxes) if len(boxes) else np.zeros(1)
            if row[0] > 0.3 and shared.max() > 0.5:
                difference = row[5] - faces[np.argmax(shared), 4]
                errors.append(abs((difference + np.pi) % (2 * np.pi) - np.pi))
    precision, marks = average_precision(found, truths, doubts)
    return precision, np.degrees(np.median(errors)) if errors else np.nan, marks


def summary(measured):
    """Results of `measure` in some turns, as text."""
    return "average precision " + " ".join(f"{precision:.3f} ({error:.1f}°)" for precision, error, _ in measured)


def report(model, pictures, is_end):
    """The accuracy of the network: in all turns at the end, before that upright and on its side on some pictures."""
    if not is_end:
        return summary([measure(model, pictures, turns, pictures.held_out[::6]) for turns in (0, 1)])
    photos = [measure(model, pictures, turns, pictures.held_out) for turns in range(4)]
    crowds = [measure(model, pictures, turns, pictures.held_crowds) for turns in (0, 1)]
    return f"{summary(photos)}; crowds {summary(crowds)}"


def main():
    options = options_of(__doc__, "checkpoint/detector.pt", minutes=60, chunks=4, report_every=240)
    pictures = canvases.Pictures(options.packed)
    draw = drawing(options, SIDES, SIDE_SHARES, CHUNK_PIXELS)
    training_of(networks.Detector(), options).run(
        options, draw, partial(canvases.load, pictures), loss_of,
        lambda model, is_end: report(model, pictures, is_end))


if __name__ == "__main__":
    main()
