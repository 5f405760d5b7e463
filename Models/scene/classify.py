"""Trains the classifier on the trunk that `train.py` trained.

    python taxonomy.py --sets FOLDER --packed PACKED
    python classify.py --packed PACKED --trunk checkpoint/trunk.pt --checkpoint checkpoint/classifier.pt [--device cuda]

Each identifier has a logit of its own; its probability is the product of the sigmoids of its own logit and those of its ancestors.  So a
picture can be several things at once, or nothing of all, and a kind is never more probable than what it is a kind of.

The loss is the cross-entropy of each identifier's probability.  The label of a picture says which identifiers are true, and that the other
labels of its set are not.  Of the rest the teachers' ImageNet probabilities say a part; what neither says counts little.  The cross-entropy of
the label among those of its own set is added.
"""

import argparse
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

sys.path.append(str(Path(__file__).resolve().parents[1]))
import scene
import sets
from train import SHARES, Pictures, mean_probabilities, precision, teachers_on
from training import save_whole

SMALLEST_AREA = 0.35
LEAST_TAUGHT = 0.02  # smaller probabilities of the teachers count as none
SURE = 0.999


class Truths:
    """What the labels say of the identifiers."""

    def __init__(self, packed, device):
        data = np.load(packed / "truths.npz")
        self.identifiers = [str(i) for i in data["identifiers"]]
        self.lines, self.true, self.weights, self.imagenet = (torch.from_numpy(data[name].astype(np.float32)).to(device)
                                                              for name in ("lines", "true", "weights", "imagenet"))
        number = {identifier: i for i, identifier in enumerate(self.identifiers)}
        # Where the rows of each set begin: one for each label, and one for pictures without a label.
        self.first = torch.tensor(np.cumsum([0] + [len(sets.labels_in(packed, name)) + 1 for name in sets.SETS]), device=device)
        # The identifier that each row names, and which identifiers a set's labels name; -1 and none where a label is wider than others.
        self.own = torch.tensor([number.get(str(name), -1) for name in data["names"]], device=device)
        self.outside = torch.full((len(sets.SETS), len(self.identifiers)), -1e4, device=device)
        for index, (first, end) in enumerate(zip(self.first, self.first[1:])):
            own = self.own[first:end]
            self.outside[index, own[own >= 0]] = 0

    def rows(self, labels, numbers):
        """The rows of some pictures, of which the label (over all sets, or -1) and the set's number are known."""
        return torch.where(labels >= 0, labels + numbers, self.first[numbers + 1] - 1)


def log_probabilities(logits, lines):
    """The logarithms of the identifiers' probabilities."""
    return F.logsigmoid(logits) @ lines.T


@torch.no_grad()
def described(options, pictures, truths, trunk):
    """For some looks at every picture: the trunk's top, what the teachers say of the identifiers, the row and the set's number."""
    device = options.device
    teachers = teachers_on(device)
    tops, taught, rows, numbers = [], [], [], []
    with precision(device):
        for view in range(options.views):
            for side in SHARES:
                for some in torch.randperm(len(pictures.groups[side][0]), device=device).split(options.batch):
                    sharp, seen, labels, own = pictures.look(side, some, scene.INPUT_SIZE, 1.0 if view == 0 else SMALLEST_AREA)
                    sharp, x = (a.contiguous(memory_format=torch.channels_last) for a in (sharp, scene.normalise(seen)))
                    said = mean_probabilities([teacher(sharp) for teacher in teachers])
                    tops.append(trunk.means(x)[-1].half())
                    taught.append((said @ truths.imagenet).clamp(max=1).half())
                    rows.append(truths.rows(labels, own))
                    numbers.append(own)
    return [torch.cat(part) for part in (tops, taught, rows, numbers)]


def loss_of(logits, taught, rows, numbers, truths):
    """The weighted cross-entropies of all identifiers, and that of the label in its own set; each a mean over pictures."""
    likely = log_probabilities(logits, truths.lines).clamp(max=np.log(SURE))
    unlikely = torch.log1p(-likely.exp())
    true, weights = truths.true[rows], truths.weights[rows]
    by_teacher = torch.where(taught < LEAST_TAUGHT, 0, taught)
    wanted = torch.where(weights < 1, torch.maximum(true, by_teacher), true)
    entropies = -(wanted * likely + (1 - wanted) * unlikely) * torch.maximum(weights, true)
    own = truths.own[rows]
    ranking = F.cross_entropy(likely - unlikely + truths.outside[numbers], own, reduction="none", ignore_index=-1) * (own >= 0)
    return entropies.sum(1).mean(), ranking.mean()


def train(options, truths, data):
    tops, taught, rows, numbers = data
    layer = nn.Linear(scene.TOP_WIDTH, len(truths.identifiers)).to(options.device)
    nn.init.zeros_(layer.weight)
    nn.init.constant_(layer.bias, 1.0)
    optimizer = torch.optim.AdamW([{"params": [layer.weight], "weight_decay": options.decay},
                                   {"params": [layer.bias], "weight_decay": 0}], options.lr)
    steps = options.epochs * (len(tops) // options.batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, options.lr, steps, pct_start=0.05)
    for epoch in range(options.epochs):
        losses = []
        for some in torch.randperm(len(tops), device=options.device).split(options.batch)[:len(tops) // options.batch]:
            entropies, ranking = loss_of(layer(tops[some].float()), taught[some].float(), rows[some], numbers[some], truths)
            optimizer.zero_grad()
            (entropies + options.ranking * ranking).backward()
            optimizer.step()
            schedule.step()
            losses.append(torch.stack([entropies, ranking]).detach())
        means = torch.stack(losses).mean(0).tolist()
        print(f"epoch {epoch}: {means[0]:.3f} for the identifiers, {means[1]:.3f} in the own set", flush=True)
    return layer


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--packed", type=Path, required=True, help="the folder of sets.py and taxonomy.py")
    parser.add_argument("--trunk", type=Path, default=Path("checkpoint/trunk.pt"))
    parser.add_argument("--checkpoint", type=Path, default=Path("checkpoint/classifier.pt"))
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--limit", type=int, help="train on at most so many pictures")
    parser.add_argument("--views", type=int, default=3, help="looks at each picture; the first is at nearly all of it")
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--epochs", type=int, default=24)
    parser.add_argument("--lr", type=float, default=3e-3)
    parser.add_argument("--decay", type=float, default=0.02)
    parser.add_argument("--ranking", type=float, default=1.0, help="weight of the label among those of its own set")
    options = parser.parse_args()
    torch.manual_seed(1)
    cv2.setNumThreads(1)
    began = time.monotonic()
    pictures = Pictures(options.packed, options.device, options.threads, options.limit)
    truths = Truths(options.packed, options.device)
    trunk = scene.load_trunk(options.trunk).to(options.device, memory_format=torch.channels_last)
    data = described(options, pictures, truths, trunk)
    print(f"{len(data[0])} looks described in {time.monotonic() - began:.0f} s", flush=True)
    layer = train(options, truths, data)
    save_whole({"weight": layer.weight.detach().cpu(), "bias": layer.bias.detach().cpu()}, options.checkpoint)


if __name__ == "__main__":
    main()
