"""Trains the detector of lines on the shards of pages.py and the photographs of teach.py.

    python train_detector.py --packed FOLDER [--minutes M] [--start CHECKPOINT] [--precision bfloat16]

FOLDER is beside the teacher's, `taught`, and the one of written.py, `written`.  A crop is turned, scaled and spoiled; what is marked is the middle of each line and its direction of
reading.  With `--precision bfloat16` the network computes under autocast, on a processor with such products about twice as fast.
"""

import json
import sys
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F

import measure_detector
import networks
import teach

sys.path.append(str(Path(__file__).resolve().parents[1]))
import training

SIDE = 320  # pixels of a crop
COUNT = 12  # crops of a chunk
LEAST, MOST = 7, 220  # heights of lines that are marked, in pixels of the crop; others don't count
LARGE_SHARE = 0.15  # of crops for large words
INSIDE_SHARE = 0.8  # of crops that don't reach beyond the picture, unless they are larger than it
TAUGHT_SHARE = 0.4  # of photographs as they are
WRITTEN_SHARE = 0.15  # of pages of handwriting, if there are any
EMPTY_SHARE = 0.2  # of these without text
SCORE = 0.6  # what the teacher read with less certainty doesn't count
HELD = "held.npz"  # the shard that measures
CACHED = 3000  # photographs
FINENESS = 4  # parts of a cell's side, to say whether most of it is marked
USUAL, SMALLEST, LARGEST = 20, 0.5, 2.0  # the height of a line whose cells count once in the loss, and how often others' do at least and at most


class Pages:
    """Pictures with the corners of their lines, and for each line whether it counts."""

    def __init__(self, packed, taught):
        self.packed, self.taught, self.cache = packed, taught / "quads.jsonl", {}
        self.written = self.paths(packed.parent / "written")
        self.read()

    def read(self):
        """Reads what the teacher has found until now."""
        self.changed, self.pictures = self.taught.stat().st_mtime, {}
        rows = [json.loads(row) for row in self.taught.read_text().splitlines() if row.endswith("}")]
        self.held = [row for row in rows if teach.is_held(row)]
        rows = [row for row in rows if not teach.is_held(row)]
        self.photographs, self.empty = [r for r in rows if r["lines"]], [r for r in rows if not r["lines"]]

    def shard(self, path):
        if path not in self.cache:
            if len(self.cache) > 30:
                self.cache.pop(next(iter(self.cache)))
            with np.load(path) as arrays:
                ends = arrays["ends"]
                files = np.split(arrays["files"], ends[:-1])
                self.cache[path] = files, np.split(arrays["quads"], np.cumsum(arrays["counts"])[:-1])
        return self.cache[path]

    @staticmethod
    def paths(folder):
        return sorted(p for p in folder.glob("*.npz") if ".tmp" not in p.name and p.name != HELD)

    def draw(self, g):
        share = g.random()
        if share < TAUGHT_SHARE:
            rows = self.empty if self.empty and g.random() < EMPTY_SHARE else self.photographs
            number = int(g.integers(len(rows)))
            row = rows[number]
            if row["file"] not in self.pictures:
                if len(self.pictures) > CACHED:
                    self.pictures.pop(next(iter(self.pictures)))
                self.pictures[row["file"]] = teach.photograph(row)
            return *self.pictures[row["file"]], np.array([line["score"] >= SCORE for line in row["lines"]], bool)
        paths = self.written if self.written and share < TAUGHT_SHARE + WRITTEN_SHARE else self.paths(self.packed)
        files, quads = self.shard(paths[int(g.integers(len(paths)))])
        number = int(g.integers(len(files)))
        return cv2.imdecode(files[number], cv2.IMREAD_GRAYSCALE), quads[number], np.ones(len(quads[number]), bool)

    def crop(self, g):
        """A crop, its map of middles (255: doesn't count), how much each cell of it counts, and its map of directions."""
        picture, quads, counts = self.draw(g)
        height, width = picture.shape
        tall = quad_heights(quads)
        u = g.random()
        if len(quads) and u < LARGE_SHARE:  # a short line fills a part of the crop
            wide = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
            number = int(np.argmin((wide / np.maximum(tall, 1)) * np.exp(g.normal(0, 1, len(wide)))))
            scale = SIDE * np.exp(g.uniform(np.log(0.2), np.log(0.95))) / max(wide[number], 4)
            scale = min(scale, MOST / max(tall[number], 4))
            centre = quads[number].mean(0) + g.normal(0, SIDE / 12, 2) / scale
        elif len(quads) and u < 0.8:  # a line of the picture gets a height that is drawn
            scale = np.exp(g.uniform(np.log(8), np.log(90))) / max(tall[int(g.integers(len(tall)))], 4)
            centre = quads[int(g.integers(len(quads)))].mean(0) + g.normal(0, SIDE / 4, 2) / scale
        else:
            scale = np.exp(g.uniform(np.log(0.4), np.log(1.5)))
            centre = g.uniform(0, 1, 2) * [width, height]
        scale = float(np.clip(scale, SIDE / 2 / max(height, width), 4))
        if g.random() < INSIDE_SHARE:
            margin = np.minimum(SIDE / 2 / scale, [width / 2, height / 2])
            centre = np.clip(centre, margin, [width, height] - margin)
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
        if self.taught.stat().st_mtime != self.changed:
            self.read()
        g = np.random.default_rng(seed)
        crops = []
        while len(crops) < COUNT:
            crops.append(self.crop(g))
        pictures, middles, weights, directions = (np.stack(part) for part in zip(*crops))
        return pictures[:, None].astype(np.float32) / 127.5 - 1, middles[:, None], weights[:, None], directions


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
    """The marks of a crop: at STRIDE 1 where most of a cell is a line's middle, 255 what doesn't count; how much each cell of the lines counts in
    the loss, and at 2 × STRIDE the directions of reading, 0 outside.

    The cells of a line of n times the usual height count 1 / n times, as it has more of them.  So does its edge, which parts it from other lines.
    """
    cells = side // networks.STRIDE
    fine = np.zeros((cells * FINENESS, cells * FINENESS), np.uint8)
    ignored = np.zeros((cells, cells), np.uint8)
    weights = np.ones((cells, cells), np.float32)
    directions = [np.zeros((cells // 2, cells // 2), np.float32) for _ in range(2)]
    if len(quads):
        tall = quad_heights(quads)
        inside = (quads.max(1) > 0).all(1) & (quads.min(1) < side).all(1)
        fits = counts & (tall >= LEAST) & (tall <= MOST)
        for quad, height in zip(quads[inside & fits], tall[inside & fits]):
            fill(weights, quad, networks.STRIDE, float(np.clip(USUAL / height, SMALLEST, LARGEST)))
            fill(fine, middle_of(quad), networks.STRIDE / FINENESS, 255)
            along = quad[1] - quad[0] + quad[2] - quad[3]
            for plane, part in zip(directions, along / max(np.linalg.norm(along), 1e-3)):
                fill(plane, middle_of(quad), 2 * networks.STRIDE, float(part))
        for quad in quads[inside & ~fits]:
            fill(ignored, quad, networks.STRIDE, 255)
    middles = (cv2.resize(fine, (cells, cells), interpolation=cv2.INTER_AREA) > 127).astype(np.uint8)
    return np.where((middles == 0) & (ignored > 0), 255, middles).astype(np.uint8), weights, np.stack(directions)


def fill(plane, polygon, pixels, value):
    """Fills a polygon of a crop in a map whose cells have so many pixels; a cell that it touches is filled."""
    cv2.fillPoly(plane, [np.round((polygon / pixels - 0.5) * 16).astype(np.int32)], value, shift=4)


def loss_of(precision):
    """The loss of a network, its map of lines in logits: entropy of all marks and of the hard ones, overlap, and direction."""
    def loss(model, pictures, middles, weights, directions):
        with torch.autocast("cpu", torch.bfloat16, enabled=precision == "bfloat16"):
            logits, found = model(pictures)
        logits, found = logits.float(), found.float()
        counts = (middles != 255).float() * weights
        truth = (middles == 1).float()
        each = F.binary_cross_entropy_with_logits(logits, truth, reduction="none") * counts
        positive, negative = truth * counts, (1 - truth) * counts
        hard = each.detach() * (1 - truth)
        kept = max(int(3 * truth.sum()), 2000)
        bound = torch.topk(hard.flatten(), min(kept, hard.numel())).values[-1]
        chosen = positive + negative * (hard >= bound)
        entropy = (each * (chosen > 0)).sum() / chosen.sum().clamp_min(1) + each.sum() / counts.sum()
        p = logits.sigmoid() * counts
        dice = 1 - (2 * (p * truth).sum((1, 2, 3)) + 20) / ((p + truth * counts).sum((1, 2, 3)) + 20)
        marked = directions.abs().sum(1, keepdim=True) > 0
        direction = ((found - directions).square().sum(1, keepdim=True) * marked).sum() / marked.sum().clamp_min(1)
        return entropy + dice.mean() + 0.2 * direction, [entropy, dice.mean(), direction]
    return loss


def report(pages):
    """Says how many lines of the held-out pictures are found, and how many of what is found are lines."""
    pictures = measure_detector.held(pages, most=6)

    def say(model, ended):
        return f"held out: {measure_detector.measured(model, pictures)[0]}"
    return say


def main():
    options = training.options_of(__doc__, "checkpoint/detector.pt", 120, 1, 300)
    pages = Pages(options.packed, options.packed.parent / "taught")
    session = training.training_of(networks.Detector(), options, takes_parts=True)
    session.run(options, lambda seen: ([([options.seed, seen, i],) for i in range(options.chunks)], COUNT * options.chunks), pages.batch,
                loss_of(options.precision), report(pages))


if __name__ == "__main__":
    main()
