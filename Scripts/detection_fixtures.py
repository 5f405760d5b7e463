#!/usr/bin/env python3
"""Measures random detections with pycocotools, and the loss of boxes with PyTorch. Writes both as test fixtures:
Tests/CreateMLTests/Fixtures/average_precision.json and Tests/CoreMLRuntimeTests/Fixtures/box_loss.json.

Needs NumPy, pycocotools and torch. With --only NAME it writes only one of the two, average_precision or box_loss.
"""
import argparse
import contextlib
import io
import json
from pathlib import Path

import numpy as np

TESTS = Path(__file__).resolve().parent.parent / "Tests"


def random_pictures(generator):
    """Ten pictures of 100 by 100 with objects of three labels, and detections near them and elsewhere."""
    pictures = []
    for _ in range(10):
        truths, detections = [], []
        for _ in range(generator.integers(0, 6)):
            label = int(generator.integers(0, 3))
            box = np.concatenate([generator.uniform(0, 60, 2), generator.uniform(8, 40, 2)])
            truths.append({"label": label, "box": box.round(3).tolist()})
            for _ in range(generator.integers(0, 3)):
                near = box + generator.normal(0, 3, 4)
                wrong = generator.uniform() < 0.15
                detections.append({"label": (label + 1) % 3 if wrong else label, "box": np.maximum(near, 1).round(3).tolist(),
                                   "confidence": round(float(generator.uniform(0.2, 1)), 4)})
        for _ in range(generator.integers(0, 4)):
            box = np.concatenate([generator.uniform(0, 60, 2), generator.uniform(8, 40, 2)])
            detections.append({"label": int(generator.integers(0, 3)), "box": box.round(3).tolist(),
                               "confidence": round(float(generator.uniform(0, 0.7)), 4)})
        pictures.append({"truths": truths, "detections": detections})
    return pictures


def average_precision():
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval

    pictures = random_pictures(np.random.default_rng(3))
    truth = {"images": [{"id": i + 1} for i in range(len(pictures))], "categories": [{"id": i + 1} for i in range(3)], "annotations": []}
    found = []
    for i, picture in enumerate(pictures):
        for t in picture["truths"]:
            truth["annotations"].append({"id": len(truth["annotations"]) + 1, "image_id": i + 1, "category_id": t["label"] + 1,
                                         "bbox": t["box"], "area": t["box"][2] * t["box"][3], "iscrowd": 0})
        for d in picture["detections"]:
            found.append({"image_id": i + 1, "category_id": d["label"] + 1, "bbox": d["box"], "score": d["confidence"]})
    with contextlib.redirect_stdout(io.StringIO()):
        coco = COCO()
        coco.dataset = truth
        coco.createIndex()
        evaluation = COCOeval(coco, coco.loadRes(found), "bbox")
        evaluation.evaluate()
        evaluation.accumulate()
    # The axes are thresholds, recalls, categories, areas and limits. The last limit is 100 detections.
    precision = evaluation.eval["precision"][:, :, :, 0, 2].mean(1)
    values = {str(label): precision[:, label].round(9).tolist() for label in range(3)}
    return {"pictures": pictures, "values": values}


def box_loss():
    import torch

    generator = torch.Generator().manual_seed(5)
    cells = torch.tensor([[8.0, 8, 16], [24, 8, 16], [8, 24, 16], [16, 16, 32]])
    x = (torch.randn(2, 4, 4, generator=generator) * 0.4).requires_grad_()
    centres = torch.rand(2, 2, 4, generator=generator) * 32
    targets = torch.cat([centres, torch.rand(2, 2, 4, generator=generator) * 24 + 6], 1)
    weights = torch.rand(2, 4, generator=generator)
    weights[0, 2] = 0

    def edges(centre, size):
        return centre - size / 2, centre + size / 2

    stride = cells[:, 2]
    left, right = edges(cells[:, 0] + x[:, 0] * stride, x[:, 2].exp() * stride)
    top, bottom = edges(cells[:, 1] + x[:, 1] * stride, x[:, 3].exp() * stride)
    (t_left, t_right), (t_top, t_bottom) = edges(targets[:, 0], targets[:, 2]), edges(targets[:, 1], targets[:, 3])
    both = (torch.minimum(right, t_right) - torch.maximum(left, t_left)).clamp(min=0) * \
        (torch.minimum(bottom, t_bottom) - torch.maximum(top, t_top)).clamp(min=0)
    either = (right - left) * (bottom - top) + targets[:, 2] * targets[:, 3] - both
    around = (torch.maximum(right, t_right) - torch.minimum(left, t_left)) * \
        (torch.maximum(bottom, t_bottom) - torch.minimum(top, t_top))
    loss = (weights * (1 - (both / either - (around - either) / around))).sum()
    loss.backward()

    def tensor(t):
        return {"shape": list(t.shape), "floats": [float(f"{v:.7g}") for v in t.detach().numpy().reshape(-1)]}

    return {"x": tensor(x), "cells": tensor(cells), "targets": tensor(targets), "weights": tensor(weights),
            "loss": float(f"{loss.item():.7g}"), "gradient": tensor(x.grad)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=["average_precision", "box_loss"])
    only = parser.parse_args().only
    for name, make, folder in [("average_precision", average_precision, "CreateMLTests"), ("box_loss", box_loss, "CoreMLRuntimeTests")]:
        if only in (None, name):
            target = TESTS / folder / "Fixtures" / f"{name}.json"
            target.parent.mkdir(exist_ok=True)
            target.write_text(json.dumps(make(), separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
