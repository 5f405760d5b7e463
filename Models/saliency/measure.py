"""Measures the trained model, and OpenCV's spectral residual beside it, on photographs held out of training.

    python measure.py --sets SETS --packed PACKED --checkpoint CHECKPOINT

Where people look: the area under the curve after Judd (AUC), the normalised scanpath saliency (NSS) and the correlation with the density of
fixations (CC), means over photographs. Objects: the intersection of thresholded map and mask over their union (IoU).
"""

import argparse
import pathlib

import cv2
import numpy as np
import torch

import sets
import train
from readout import Attention, Objectness

SIZE = (400, 300)  # of the maps that are compared


def judd(saliency, points):
    """The probability that a fixated place is more salient than any other, by the thresholds that the fixated places have."""
    x, y = (points * SIZE).astype(int).T
    fixated = np.sort(saliency[y, x])[::-1]
    values = np.sort(saliency.ravel())
    above = len(values) - np.searchsorted(values, fixated, side="left")
    hits = np.arange(1, len(fixated) + 1) / len(fixated)
    alarms = (above - np.arange(1, len(fixated) + 1)) / (len(values) - len(fixated))
    return np.trapezoid(np.concatenate([[0], hits, [1]]), np.concatenate([[0], alarms, [1]]))


def scores(saliency, points):
    saliency = cv2.resize(saliency.astype(np.float32), SIZE, interpolation=cv2.INTER_LINEAR)
    density = np.zeros(SIZE[::-1], np.float32)
    x, y = (points * SIZE).astype(int).T
    np.add.at(density, (y, x), 1)
    density = cv2.GaussianBlur(density, (0, 0), 12)
    normal = (saliency - saliency.mean()) / max(saliency.std(), 1e-9)
    # Equal values must not count as more salient than each other.
    jittered = saliency + np.random.default_rng(0).random(saliency.shape) * 1e-7 * max(saliency.max(), 1e-9)
    return judd(jittered, points), normal[y, x].mean(), np.corrcoef(saliency.ravel(), density.ravel())[0, 1]


def spectral_residual(path):
    image = cv2.imread(str(path))
    found, saliency = cv2.saliency.StaticSaliencySpectralResidual_create().computeSaliency(image)
    if not found:
        raise SystemExit(f"{path}: no saliency")
    return saliency


def attention(options, checkpoint):
    model = Attention()
    model.load_state_dict(checkpoint["attention"])
    model.eval()
    maps = train.load(options.packed, "osie")
    rows = {"this model": [], "spectral residual": [], "spectral residual × mean of all fixations": [], "mean of all fixations": []}
    photographs = list(sets.fixations(options.sets / "osie"))
    density = np.load(options.packed / "osie.npz")["density"]
    prior = np.mean([density[i, 0] for i in range(len(density)) if not sets.is_held_out(i)], 0)
    for index, (path, points) in enumerate(photographs):
        if not sets.is_held_out(index):
            continue
        with torch.no_grad():
            prediction = model([value[index : index + 1, 0].float() for value in maps]).exp().view(sets.GRID, sets.GRID).numpy()
        residual = spectral_residual(path)
        rows["this model"].append(scores(prediction, points))
        rows["spectral residual"].append(scores(residual, points))
        weight = cv2.resize(prior, residual.shape[::-1])
        rows["spectral residual × mean of all fixations"].append(scores(cv2.GaussianBlur(residual, (0, 0), 12) * weight, points))
        rows["mean of all fixations"].append(scores(prior, points))
    for name, values in rows.items():
        auc, nss, cc = np.mean(values, 0)
        print(f"{name:42s} AUC {auc:.3f}  NSS {nss:.2f}  CC {cc:.3f}  ({len(values)} photographs)")


def objectness(options, checkpoint):
    model = Objectness()
    model.load_state_dict(checkpoint["objectness"])
    model.eval()
    maps = train.load(options.packed, "objects")
    mask = np.load(options.packed / "objects.npz")["mask"][:, 0] > 0.5
    about = np.load(options.packed / "objects.sets.npz")
    for name in [*dict.fromkeys(about["name"])]:
        chosen = np.flatnonzero((about["name"] == name) & about["held_out"])
        with torch.no_grad():
            found = (model([value[chosen, 0].float() for value in maps]) > 0).numpy()
        iou = (found & mask[chosen]).sum((1, 2)) / np.maximum((found | mask[chosen]).sum((1, 2)), 1)
        print(f"objects of {name:10s} IoU {iou.mean():.3f}  ({len(chosen)} photographs)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", type=pathlib.Path, required=True)
    parser.add_argument("--packed", type=pathlib.Path, required=True)
    parser.add_argument("--checkpoint", type=pathlib.Path, required=True)
    options = parser.parse_args()
    checkpoint = torch.load(options.checkpoint, weights_only=True)
    if "attention" in checkpoint:
        attention(options, checkpoint)
    if "objectness" in checkpoint:
        objectness(options, checkpoint)


if __name__ == "__main__":
    main()
