"""Measures a checkpoint on pictures that were held out: intersection over union with their masks.

    python measure.py --packed PACKED --checkpoint checkpoint/masks.pt [--teacher people_segmentation_8bit.mlmodel] [--grabcut]
    python measure.py --edges --sets SETS --checkpoint checkpoint/masks.pt

Beside it, on the same pictures: the teacher, and OpenCV's GrabCut started from the box around the mask. With `--edges` it measures masks at the
full size of Clothing Co-Parsing's photographs, enlarged and with the guided filter that Vision uses.
"""

import argparse
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import torch

import canvases
import networks
from sets import SETS, clothing_co_parsing
from teacher import Teacher

sys.path.append(str(Path(__file__).resolve().parents[1]))
from pictures import letterboxed, read, unletterboxed


def predictor(model, side=networks.SIDE):
    """A function that gives the probabilities of a picture's pixels, 2 × height × width."""
    @torch.no_grad()
    def predict(image):
        square, factor = letterboxed(image, side)
        x = networks.normalise(torch.from_numpy(square).permute(2, 0, 1)[None])
        maps = model(x)[0].sigmoid().numpy()
        return np.stack([unletterboxed(m, factor, networks.STRIDE, image.shape[1::-1]) for m in maps])
    return predict


def grab_cut(image, mask):
    """The mask that GrabCut makes of the box around the right one."""
    places = np.argwhere(mask)
    (top, left), (bottom, right) = places.min(0), places.max(0) + 1
    found = np.zeros(mask.shape, np.uint8)
    box = int(left), int(top), int(right - left), int(bottom - top)
    if min(box[2:]) < 2 or (box[2] >= mask.shape[1] and box[3] >= mask.shape[0]):
        return np.ones(mask.shape, bool)  # nothing outside of the box says what the background is
    cv2.grabCut(image[:, :, ::-1].copy(), found, box, np.zeros((1, 65)), np.zeros((1, 65)), 5, cv2.GC_INIT_WITH_RECT)
    return (found == cv2.GC_FGD) | (found == cv2.GC_PR_FGD)


def overlap(found, wanted, counts):
    union = ((found | wanted) & counts).sum()
    return (found & wanted & counts).sum() / union if union else 1.0


def band(mask, depth=5):
    """The pixels inside a mask that are near its border."""
    kernel = np.ones((2 * depth + 1, 2 * depth + 1), np.uint8)
    return mask & (cv2.erode(mask.astype(np.uint8), kernel) == 0)


def filtered(mask, luminance, radius=2, flatness=1e-3, evenness=0.02):
    """A mask brought to the size of an image by the guided filter of `GuidedFilter.swift`; luminance from 0 to 1."""
    def mean(values):
        return cv2.blur(values, (2 * radius + 1, 2 * radius + 1), borderType=cv2.BORDER_REFLECT)
    guide = cv2.resize(luminance, mask.shape[::-1], interpolation=cv2.INTER_AREA)
    mean_guide, mean_mask = mean(guide), mean(mask)
    variance = np.maximum(mean(guide * guide) - mean_guide ** 2, 0)
    slopes = (mean(guide * mask) - mean_guide * mean_mask) / (variance + flatness)
    slopes, offsets = mean(slopes), mean(mean_mask - slopes * mean_guide)
    offsets += (mask - slopes * guide - offsets) * flatness / (variance + flatness)
    even = cv2.dilate(mask, np.ones((3, 3))) - cv2.erode(mask, np.ones((3, 3))) <= evenness
    slopes, offsets = np.where(even, 0, slopes).astype(np.float32), np.where(even, mask, offsets).astype(np.float32)
    slopes, offsets = (cv2.resize(v, luminance.shape[::-1], interpolation=cv2.INTER_LINEAR) for v in (slopes, offsets))
    return np.clip(slopes * luminance + offsets, 0, 1)


def measure_edges(model, folder, share):
    """Prints, for each size of the network's input, the overlap of whole masks and of the bands inside their borders."""
    examples = [e for e in clothing_co_parsing(folder) if e.is_held_out][::share]
    for side in networks.LOOKS:
        rows = []
        for example in examples:
            image, masks = read(example.path), example.masks()
            if masks is None:
                continue
            wanted = masks[0] > 0.5
            square, factor = letterboxed(image, side)
            with torch.no_grad():
                person = model(networks.normalise(torch.from_numpy(square).permute(2, 0, 1)[None]))[0, 0].sigmoid().numpy()
            height, width = (max(1, round(v * factor / networks.STRIDE)) for v in wanted.shape)
            person = np.ascontiguousarray(person[:height, :width])
            luminance = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY).astype(np.float32) / 255
            enlarged = cv2.resize(person, wanted.shape[::-1], interpolation=cv2.INTER_LINEAR)
            counts = np.ones_like(wanted)
            rows.append([f(m > 0.5, wanted) for m in (enlarged, filtered(person, luminance))
                         for f in (lambda a, b: overlap(a, b, counts), lambda a, b: overlap(band(a), band(b), counts))])
        print(f"{side}: {len(rows)} pictures, enlarged {np.mean(rows, 0)[0]:.3f}, border {np.mean(rows, 0)[1]:.3f}; "
              f"filtered {np.mean(rows, 0)[2]:.3f}, border {np.mean(rows, 0)[3]:.3f}")


def held_out(pictures):
    """Of each held-out picture: its set, its pixels, its labels from 0 to 255 and whether its foreground is known."""
    for number in np.flatnonzero(pictures.rows[:, 6] == 1):
        yield SETS[pictures.rows[number, 4]], pictures.pixels(number), pictures.labels.pixels(number), pictures.knows_foreground(number)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--packed", type=Path)
    parser.add_argument("--sets", type=Path)
    parser.add_argument("--edges", action="store_true")
    parser.add_argument("--checkpoint", type=Path, nargs="+", required=True)
    parser.add_argument("--teacher", type=Path)
    parser.add_argument("--grabcut", action="store_true")
    parser.add_argument("--share", type=int, default=1, help="measure every so manieth picture")
    options = parser.parse_args()
    torch.set_num_threads(1)
    model = networks.of_checkpoints(options.checkpoint)
    if options.edges:
        return measure_edges(model, options.sets, options.share)
    predict, teacher = predictor(model), Teacher(options.teacher) if options.teacher else None
    results, empty = {}, []
    for index, (name, image, labels, knows_foreground) in enumerate(held_out(canvases.Masks(options.packed))):
        if index % options.share:
            continue
        person, foreground, ignored = (labels[:, :, c] > 127 for c in range(3))
        maps = predict(image)
        if person.any() and name != "davis":  # whose people the teacher marked, but for three videos
            rows = results.setdefault(f"person, {name}", [])
            rows.append([overlap(maps[0] > 0.5, person, ~ignored)])
            if teacher:
                rows[-1].append(overlap(teacher.person(image) > 0.5, person, ~ignored))
            if options.grabcut:
                start = time.perf_counter()
                rows[-1] += [overlap(grab_cut(image, person), person, ~ignored), (time.perf_counter() - start) * 1000]
        elif not person.any():
            empty.append((maps[0] > 0.5).mean())
        if knows_foreground and foreground.any():
            results.setdefault(f"foreground, {name}", []).append([overlap(maps[1] > 0.5, foreground, ~ignored if person.any() else foreground >= 0)])
    for name, rows in results.items():
        print(f"{name}: {len(rows)} pictures, " + " ".join(f"{v:.3f}" for v in np.mean(rows, 0)))
    if empty:
        print(f"{len(empty)} pictures without people: {np.mean(empty):.4f} of their pixels called a person")


if __name__ == "__main__":
    main()
