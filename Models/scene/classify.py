"""Trains the classifier on the feature print of the trunk that `train.py` trained.

    python taxonomy.py --sets FOLDER --packed PACKED
    python classify.py --packed PACKED --trunk checkpoint/solved.pt --checkpoint checkpoint/classifier.pt

Each identifier has a logit of its own; its probability is the product of the sigmoids of its own logit and those of its ancestors.  So a
picture can be several things at once, or nothing of all, and a kind is never more probable than what it is a kind of.

The loss is the cross-entropy of each identifier's probability.  The label of a picture says which identifiers are true, and that the other
labels of its set are not.  Of the rest the teacher's ImageNet probabilities say a part; what neither says counts little.  The cross-entropy of
the label among those of its own set is added.
"""

import argparse
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
from taxonomy import TAUGHT_WEIGHT
from train import Teacher, crop
from training import save_whole

TEACHER_SIDE = 160
SMALLEST_AREA = 0.35
CHUNK = 64
LEAST_TAUGHT = 0.01  # smaller probabilities of the teacher's classes count as none, or many of them would make an animal of a leaf
SURE = 0.999


class Truths:
    """The truth about the identifiers, for each label."""

    def __init__(self, packed):
        data = np.load(packed / "truths.npz")
        self.identifiers = [str(i) for i in data["identifiers"]]
        self.lines, self.true, self.weights, self.imagenet = (torch.from_numpy(data[name].astype(np.float32))
                                                              for name in ("lines", "true", "weights", "imagenet"))
        number = {identifier: i for i, identifier in enumerate(self.identifiers)}
        # Where the rows of each set begin: one for each label, and one for pictures without a label.
        self.first = torch.tensor(np.cumsum([0] + [len(sets.labels_in(packed, name)) + 1 for name in sets.SETS]))
        # The identifier that each row names, and which identifiers a set's labels name; -1 and none where a label is wider than others.
        self.own = torch.tensor([number.get(str(name), -1) for name in data["names"]])
        self.outside = torch.full((len(sets.SETS), len(self.identifiers)), -1e4)
        for index, (first, end) in enumerate(zip(self.first, self.first[1:])):
            own = self.own[first:end]
            self.outside[index, own[own >= 0]] = 0

    def rows(self, labels, numbers):
        """The rows of some pictures, of which the label (over all sets, or -1) and the set's number are known."""
        return torch.where(labels >= 0, labels + numbers, self.first[numbers + 1] - 1)


def log_probabilities(logits, lines):
    """The logarithms of the identifiers' probabilities."""
    return F.logsigmoid(logits) @ lines.T


def drawn(options, pictures):
    """The numbers of random pictures that the teacher sees, and of others that it doesn't."""
    generator = np.random.default_rng(options.seed)
    taught, further = [], []
    for number, name in enumerate(sets.SETS):
        own = generator.permutation(np.flatnonzero((pictures.sets == number) & ~pictures.held))
        has_labels = name in sets.LABELLED or name in sets.MARKED
        count = options.labelled if has_labels else options.unlabelled
        taught.append(own[:count])
        if has_labels:
            further.append(own[count:count + options.further])
    return np.concatenate(taught), np.concatenate(further)


@torch.no_grad()
def described(options, truths, trunk):
    """For a random look at each of some random pictures: the print, what the teacher says of the identifiers, the row and the set's number."""
    pictures, teacher = sets.Packed(options.packed), Teacher()
    first = np.cumsum([0] + [len(sets.labels_in(options.packed, name)) for name in sets.SETS])
    seen, unseen = drawn(options, pictures)
    chosen = np.concatenate([seen, unseen])
    prints, taught = [], []

    def load(index):
        own = np.random.default_rng([options.seed, index])
        look = crop(pictures.pixels(chosen[index]), own, TEACHER_SIDE, SMALLEST_AREA)
        return look, cv2.resize(look, (scene.INPUT_SIZE, scene.INPUT_SIZE), interpolation=cv2.INTER_AREA)

    with ThreadPoolExecutor(2) as pool:
        for start in range(0, len(chosen), CHUNK):
            looks = zip(*pool.map(load, range(start, min(start + CHUNK, len(chosen)))))
            sharp, small = (scene.to_batch(np.stack(part)).float() for part in looks)
            with torch.autocast("cpu", torch.bfloat16):
                outputs, top = trunk(scene.normalise(small))
            prints.append(scene.print_of([o.float() for o in outputs], top.float()).half())
            # Where the teacher sees no look, its last layer sees the trunk's top.
            logits = teacher(sharp)[2] if start < len(seen) else teacher.network._fc(top.float())
            likely = F.softmax(logits, 1)
            taught.append((torch.where(likely < LEAST_TAUGHT, 0, likely) @ truths.imagenet).clamp(max=1).half())
    numbers, labels = pictures.sets[chosen].astype(np.int64), pictures.labels[chosen].astype(np.int64)
    labels = torch.from_numpy(np.where(labels < 0, -1, labels + first[numbers]))
    numbers = torch.from_numpy(numbers)
    return torch.cat(prints), torch.cat(taught), truths.rows(labels, numbers), numbers


def loss_of(logits, taught, rows, numbers, truths):
    """The weighted cross-entropies of all identifiers, and that of the label in its own set; each a mean over pictures."""
    likely = log_probabilities(logits, truths.lines).clamp(max=np.log(SURE))
    unlikely = torch.log1p(-likely.exp())
    true, weights = truths.true[rows], truths.weights[rows]
    wanted = torch.where(weights < 1, torch.maximum(true, taught), true)
    weights = torch.maximum(weights, torch.maximum(true, TAUGHT_WEIGHT * taught))
    entropies = -(wanted * likely + (1 - wanted) * unlikely) * weights
    own = truths.own[rows]
    ranking = F.cross_entropy(likely - unlikely + truths.outside[numbers], own, reduction="none", ignore_index=-1) * (own >= 0)
    return entropies.sum(1).mean(), ranking.mean()


def train(options, truths, data):
    prints, taught, rows, numbers = data
    layer = nn.Linear(scene.print_length(), len(truths.identifiers))
    nn.init.zeros_(layer.weight)
    nn.init.constant_(layer.bias, 1.0)
    optimizer = torch.optim.AdamW([{"params": [layer.weight], "weight_decay": options.decay},
                                   {"params": [layer.bias], "weight_decay": 0}], options.lr)
    steps = options.epochs * (len(prints) // options.batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, options.lr, steps, pct_start=0.05)
    for epoch in range(options.epochs):
        losses = []
        for some in torch.randperm(len(prints)).split(options.batch)[:len(prints) // options.batch]:
            entropies, ranking = loss_of(layer(prints[some].float()), taught[some].float(), rows[some], numbers[some], truths)
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
    parser.add_argument("--trunk", type=Path, default=Path("checkpoint/solved.pt"))
    parser.add_argument("--checkpoint", type=Path, default=Path("checkpoint/classifier.pt"))
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--labelled", type=int, default=3000, help="looks at pictures of each set with labels")
    parser.add_argument("--further", type=int, default=40000, help="looks at more pictures of each set with labels, which the teacher doesn't see")
    parser.add_argument("--unlabelled", type=int, default=1200, help="looks at pictures of each other set")
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--epochs", type=int, default=16)
    parser.add_argument("--lr", type=float, default=3e-3)
    parser.add_argument("--decay", type=float, default=0.02)
    parser.add_argument("--ranking", type=float, default=1.0, help="weight of the label among those of its own set")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    cv2.setNumThreads(1)
    began = time.monotonic()
    truths = Truths(options.packed)
    trunk = scene.load_trunk(options.trunk).to(memory_format=torch.channels_last)
    data = described(options, truths, trunk)
    print(f"{len(data[0])} looks described in {time.monotonic() - began:.0f} s", flush=True)
    layer = train(options, truths, data)
    save_whole({"weight": layer.weight.detach().cpu(), "bias": layer.bias.detach().cpu()}, options.checkpoint)


if __name__ == "__main__":
    main()
