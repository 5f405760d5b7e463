"""Trains the detector of lines on the shards of pages.py and the photographs of teach.py.

    python train_detector.py --packed FOLDER --taught FOLDER [--minutes M] [--start CHECKPOINT]

A crop is turned, scaled and spoiled; what is marked is the middle of each line and its direction of reading.
"""

import json
import os
import sys
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F

import networks

sys.path.append(str(Path(__file__).resolve().parents[1]))
import training

SIDE = 320  # pixels of a crop
COUNT = 6  # crops of a chunk
LEAST, MOST = 7, 220  # heights of lines that are marked, in pixels of the crop; others don't count
TAUGHT_SHARE = 0.35  # of photographs as they are
SCORE = 0.6  # what the teacher read with less certainty doesn't count
HELD = 24  # pages of the first shard that measure


class Pages:
    """Pictures with the corners of their lines, and for each line whether it counts."""

    def __init__(self, packed, taught):
        self.packed, self.cache = packed, {}
        rows = [json.loads(row) for row in (taught / "quads.jsonl").read_text().splitlines()]
        self.photographs = [r for r in rows if r["lines"]] + [r for r in rows if not r["lines"]][:len(rows) // 6]

    def shard(self, path):
        if path not in self.cache:
            if len(self.cache) > 30:
                self.cache.pop(next(iter(self.cache)))
            with np.load(path) as arrays:
                ends = arrays["ends"]
                files = np.split(arrays["files"], ends[:-1])
                self.cache[path] = files, np.split(arrays["quads"], np.cumsum(arrays["counts"])[:-1])
        return self.cache[path]

    def paths(self):
        return sorted(p for p in self.packed.glob("*.npz") if ".tmp" not in p.name)

    def draw(self, g):
        if g.random() < TAUGHT_SHARE:
            row = self.photographs[int(g.integers(len(self.photographs)))]
            picture = cv2.imread(row["file"], cv2.IMREAD_GRAYSCALE)
            quads = np.array([line["corners"] for line in row["lines"]], np.float32).reshape(-1, 4, 2)
            return picture, quads, np.array([line["score"] >= SCORE for line in row["lines"]], bool)
        paths = self.paths()
        files, quads = self.shard(paths[int(g.integers(len(paths)))])
        first = HELD if len(paths) == 1 else 0
        number = int(g.integers(first, len(files)))
        return cv2.imdecode(files[number], cv2.IMREAD_GRAYSCALE), quads[number], np.ones(len(quads[number]), bool)

    def crop(self, g):
        """A crop, its map of middles (255: doesn't count), and its map of directions."""
        picture, quads, counts = self.draw(g)
        height, width = picture.shape
        tall = quad_heights(quads)
        if len(quads) and g.random() < 0.8:  # a line of the picture gets a height that is drawn
            scale = np.exp(g.uniform(np.log(8), np.log(90))) / max(tall[int(g.integers(len(tall)))], 4)
            centre = quads[int(g.integers(len(quads)))].mean(0) + g.normal(0, SIDE / 4, 2) / scale
        else:
            scale = np.exp(g.uniform(np.log(0.4), np.log(1.5)))
            centre = g.uniform(0, 1, 2) * [width, height]
        scale = float(np.clip(scale, SIDE / 2 / max(height, width), 4))
        angle = g.normal(0, 0.06) + np.pi / 2 * (int(g.integers(4)) if g.random() < 0.3 else 0)
        if g.random() < 0.1:
            angle += g.uniform(-0.8, 0.8)
        c, s = scale * np.cos(angle), scale * np.sin(angle)
        matrix = np.array([[c, -s], [s, c]])
        affine = np.column_stack([matrix, SIDE / 2 - matrix @ centre])
        while scale < 0.5:
            picture, scale = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), scale * 2
            affine[:, :2] *= 2
            quads = quads / 2
        fill = cv2.BORDER_CONSTANT if g.random() < 0.5 else cv2.BORDER_REPLICATE
        x = cv2.warpAffine(picture, affine, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=fill, borderValue=int(g.integers(256)))
        quads = quads @ affine[:, :2].T + affine[:, 2]
        x = lit(x, g)
        return x, *maps(quads.astype(np.float32), counts, SIDE)

    def batch(self, seed):
        g = np.random.default_rng(seed)
        crops = []
        while len(crops) < COUNT:
            crops.append(self.crop(g))
        pictures, middles, directions = (np.stack(part) for part in zip(*crops))
        return pictures[:, None].astype(np.float32) / 127.5 - 1, middles[:, None], directions


def quad_heights(quads):
    return (np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1) + np.linalg.norm(quads[:, 2] - quads[:, 1], axis=1)) / 2


def lit(x, g):
    """Other light, blur, noise and traces of JPEG."""
    x = x.astype(np.float32)
    if g.random() < 0.15:
        x = 255 - x
    if g.random() < 0.5:
        x = (x - 128) * g.uniform(0.4, 1.3) + 128 + g.uniform(-40, 40)
    if g.random() < 0.15:
        x = cv2.GaussianBlur(x, (0, 0), g.uniform(0.4, 1.2))
    if g.random() < 0.25:
        x = x + g.normal(0, g.uniform(1, 12), x.shape)
    x = np.clip(x, 0, 255).astype(np.uint8)
    if g.random() < 0.25:
        x = cv2.imdecode(cv2.imencode(".jpg", x, [cv2.IMWRITE_JPEG_QUALITY, int(g.integers(30, 90))])[1], cv2.IMREAD_GRAYSCALE)
    return x


def middle_of(quad):
    """A line's quadrilateral without SHRINK of its height on every side."""
    height = max((np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2, 1e-3)
    length = max((np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2, 1e-3)
    side = min(networks.SHRINK * height / length, 0.3)
    top, bottom = quad[0] + networks.SHRINK * (quad[3] - quad[0]), quad[3] + networks.SHRINK * (quad[0] - quad[3])
    right_top, right_bottom = quad[1] + networks.SHRINK * (quad[2] - quad[1]), quad[2] + networks.SHRINK * (quad[1] - quad[2])
    return np.array([top + side * (right_top - top), right_top + side * (top - right_top), right_bottom + side * (bottom - right_bottom),
                     bottom + side * (right_bottom - bottom)], np.float32)


def maps(quads, counts, side):
    """The marks of a crop: at STRIDE 1 in a line's middle, 255 what doesn't count; at 2 × STRIDE the directions of reading, 0 outside."""
    cells = side // networks.STRIDE
    middles = np.zeros((cells, cells), np.uint8)
    directions = np.zeros((2, cells // 2, cells // 2), np.float32)
    if len(quads):
        tall = quad_heights(quads)
        inside = (quads.max(1) > 0).all(1) & (quads.min(1) < side).all(1)
        for quad, height, does_count in zip(quads[inside], tall[inside], counts[inside]):
            fits = does_count and LEAST <= height <= MOST
            polygon = (middle_of(quad) if fits else quad) / networks.STRIDE - 0.5
            shift = 4
            points = np.round(polygon * (1 << shift)).astype(np.int32)
            value = 1 if fits else 255
            cv2.fillPoly(middles, [points], value, shift=shift)
            if fits:
                along = quad[1] - quad[0] + quad[2] - quad[3]
                along = along / max(np.linalg.norm(along), 1e-3)
                mask = np.zeros((cells // 2, cells // 2), np.uint8)
                cv2.fillPoly(mask, [np.round(polygon / 2 * (1 << shift)).astype(np.int32)], 1, shift=shift)
                directions[:, mask > 0] = along[:, None]
    return middles, directions


def loss_of(model, pictures, middles, directions):
    logits, found = model(pictures)
    counts = (middles != 255).float()
    truth = (middles == 1).float()
    each = F.binary_cross_entropy_with_logits(logits, truth, reduction="none") * counts
    positive, negative = truth * counts, (1 - truth) * counts
    hard = each.detach() * negative
    kept = max(int(3 * positive.sum()), 2000)
    bound = torch.topk(hard.flatten(), min(kept, hard.numel())).values[-1]
    chosen = positive + negative * (hard >= bound)
    entropy = (each * chosen).sum() / chosen.sum().clamp_min(1) + each.sum() / counts.sum()
    p = logits.sigmoid() * counts
    dice = 1 - (2 * (p * truth).sum((1, 2, 3)) + 20) / ((p + truth * counts).sum((1, 2, 3)) + 20)
    marked = directions.abs().sum(1, keepdim=True) > 0
    direction = ((found - directions).square().sum(1, keepdim=True) * marked).sum() / marked.sum().clamp_min(1)
    return entropy + dice.mean() + 0.2 * direction, [entropy, dice.mean(), direction]


def report(pages):
    """Says how well the maps of held-out pages agree with the marks: the intersection over the union of the middles."""
    files, quads = pages.shard(pages.paths()[0])

    @torch.no_grad()
    def say(model, ended):
        both = either = right = cells = 0
        for file, marks in zip(files[:HELD], quads[:HELD]):
            picture = cv2.imdecode(file, cv2.IMREAD_GRAYSCALE)[:640, :640]
            x = np.zeros((640, 640), np.uint8)
            x[:picture.shape[0], :picture.shape[1]] = picture
            logits, found = model(torch.from_numpy(x.astype(np.float32) / 127.5 - 1)[None, None])
            middles, directions = maps(marks, np.ones(len(marks), bool), 640)
            p, counts = logits[0, 0].numpy() > 0, middles != 255
            both += (p & (middles == 1) & counts).sum()
            either += ((p | (middles == 1)) & counts).sum()
            dot = (found[0].numpy() * directions).sum(0)
            right += (dot > 0.7).sum()
            cells += (np.abs(directions).sum(0) > 0).sum()
        return f"held out: middles {both / max(either, 1):.3f} directions {right / max(cells, 1):.3f}"
    return say


def main():
    options = training.options_of(__doc__, "checkpoint/detector.pt", 120, 1, 240)
    pages = Pages(options.packed, options.packed.parent / "taught")
    session = training.training_of(networks.Detector(), options, takes_parts=True)
    session.run(options, lambda seen: ([([options.seed, seen, i],) for i in range(options.chunks)], COUNT * options.chunks), pages.batch, loss_of,
                report(pages))


if __name__ == "__main__":
    main()
