"""Trains the recogniser on the shards of lines.py and of teach.py.

    python train_recognizer.py --packed FOLDER [--minutes M] [--start CHECKPOINT] [--precision bfloat16]

Learns with connectionist temporal classification and, where a line's characters have known places, to answer at their middles.  The newest
shards are read again and again, while lines.py makes others.  In bfloat16, which processors with AMX compute about seven times as fast, the
statistics of normalisation stay as they are in the checkpoint that the training begins with.
"""

import os
import sys
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F

import alphabet
import networks

sys.path.append(str(Path(__file__).resolve().parents[1]))
import training

PIXELS = 40 * 256  # columns of a chunk
WIDTH_STEP = 32  # pixels by which the widths of batches differ
NEAR = 7  # pixels from the middle of a character beyond which nothing stands
PLACED = 0.5  # weight of the places at the end of the training
HELD = "held*.npz"  # shards by which the network is measured
LONGEST_TEXT = 100
MOST_LEAN = 0.6  # of letters: those of a sign that is seen from the side lean in the line's rectangle
CACHED = 40  # shards


class Shard:
    """The lines of a file."""

    def __init__(self, path):
        with np.load(path) as arrays:
            self.pixels, self.widths = arrays["pixels"], arrays["widths"]
            self.texts = str(arrays["texts"]).split("\n")
            middles = arrays["middles"]
        self.starts = np.concatenate([[0], np.cumsum(self.widths.astype(np.int64) * networks.HEIGHT)])
        if len(middles):
            ends = np.cumsum([len(t) for t in self.texts])
            self.middles = np.split(middles, ends[:-1])
        else:  # not known
            self.middles = [None] * len(self.texts)

    def __len__(self):
        return len(self.texts)

    def picture(self, number):
        return self.pixels[self.starts[number]:self.starts[number + 1]].reshape(-1, networks.HEIGHT).T


class Shards:
    """Batches of lines of like widths from a changing folder of shards: of the newest and of a random one."""

    def __init__(self, folders, shares):
        self.folders, self.shares, self.cache = folders, shares, {}

    def shard(self, g):
        for _ in range(100):
            folder = self.folders[int(g.choice(len(self.folders), p=self.shares))]
            paths = sorted((p for p in folder.glob("*.npz") if not p.match(HELD) and ".tmp" not in p.name), key=os.path.getmtime)
            if not paths:
                continue
            path = paths[-1] if g.random() < 0.3 else paths[int(g.integers(len(paths)))]
            if path not in self.cache:
                if len(self.cache) > CACHED:
                    self.cache.pop(next(iter(self.cache)))
                try:
                    shard = Shard(path)
                except OSError:  # just removed
                    continue
                groups = {}
                for number, width in enumerate(shard.widths):
                    groups.setdefault(-(-int(width) // WIDTH_STEP), []).append(number)
                total = sum(len(v) for v in groups.values())
                self.cache[path] = shard, list(groups.values()), [len(v) / total for v in groups.values()]
            return self.cache[path]
        raise SystemExit("no shards")

    def batch(self, seed):
        """Pictures (N × H × W), and for each its classes and the places of its characters."""
        g = np.random.default_rng(seed)
        shard, groups, shares = self.shard(g)
        group = groups[int(g.choice(len(groups), p=shares))]
        width = max(int(shard.widths[n]) for n in group) + 24
        count = max(2, PIXELS // width)
        numbers = [group[int(i)] for i in g.integers(len(group), size=count)]
        width = -(-width // WIDTH_STEP) * WIDTH_STEP
        pictures = np.zeros((count, networks.HEIGHT, width), np.float32)
        classes, places = [], []
        for row, number in enumerate(numbers):
            picture, middles = altered(shard.picture(number), shard.middles[number], width, g)
            pictures[row] = picture
            text = shard.texts[number]
            classes.append(alphabet.encoded(text)[:LONGEST_TEXT])
            places.append(places_of(classes[-1], middles, width))
        lengths = np.array([len(c) for c in classes])
        return pictures[:, None], np.concatenate(classes).astype(np.int64), lengths, np.stack(places)


def altered(picture, middles, width, g):
    """A line stretched, sheared, moved within the width, blurred, inverted and in other light, normalised; the rest of the width repeats its ends.

    So a line can be read again and again, which is cheaper than to render another.
    """
    own, height = picture.shape[1], networks.HEIGHT
    scale = min(np.exp(g.normal(0, 0.12)), width / own)
    shift = g.uniform(0, max(0.0, width - own * scale)) if g.random() < 0.5 else 0
    lean = g.normal(0, 0.08) if g.random() < 0.85 else g.uniform(-MOST_LEAN, MOST_LEAN)
    tall = np.exp(g.normal(0, 0.05))
    down = g.normal(0, 0.8) + (1 - tall) * height / 2
    matrix = np.float32([[scale, lean, shift - lean * height / 2], [0, tall, down]])
    if g.random() < 0.2:
        picture = cv2.GaussianBlur(picture, (0, 0), g.uniform(0.3, 1.1))
    x = cv2.warpAffine(picture, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    if g.random() < 0.15:
        x = 255 - x
    if g.random() < 0.3:
        x = 255 * np.clip(x / 255, 0, 1) ** np.exp(g.normal(0, 0.4))
    if g.random() < 0.3:
        x = x + g.normal(0, g.uniform(0, 10), x.shape)
    x = (x - x.mean()) / np.sqrt(x.var() + networks.FLAT)
    return x.astype(np.float32), None if middles is None else middles * scale + shift


def places_of(classes, middles, width):
    """For each answer the class that stands there, BLANK far from all characters and between equal neighbours, and -1 elsewhere."""
    steps = width // networks.STEP
    result = np.full(steps, -1, np.int64)
    if middles is None:
        return result
    at = np.clip(middles[:len(classes)] / networks.STEP, 0, steps - 1)
    distance = np.abs(np.arange(steps)[:, None] + 0.5 - at[None]).min(1) if len(at) else np.full(steps, 9.0)
    result[distance > NEAR / networks.STEP] = alphabet.BLANK
    steps = at.astype(int)
    for number, step in zip(classes, steps):
        result[step] = number
    for number, following, step, after in zip(classes, classes[1:], steps, steps[1:]):
        if number == following and after > step:  # without a blank between them, the two are read as one
            result[max((step + after) // 2, step + 1)] = alphabet.BLANK
    return result


def alignment_loss(logarithms, classes, lengths):
    """The loss of connectionist temporal classification for each line, over its length.

    It is computed of the classes that stand in a line, which are few; `F.ctc_loss` takes what it is given as the logarithms of all probabilities,
    and the second term takes back what its gradient has for that reason.
    """
    count, _, steps = logarithms.shape
    labels = torch.zeros(count, int(lengths.max()), dtype=torch.long)
    labels[torch.arange(labels.shape[1]) < lengths[:, None]] = classes
    own = (labels[:, :, None] == labels[:, None, :]).int().argmax(2) + 1  # the same for equal characters
    columns = torch.cat([torch.full((count, 1), alphabet.BLANK), labels], 1)
    chosen = logarithms.gather(1, columns[:, :, None].expand(-1, -1, steps))
    losses = F.ctc_loss(chosen.permute(2, 0, 1), own, torch.full((count,), steps), lengths, reduction="none", zero_infinity=True)
    excess = chosen.exp().sum((1, 2)) * (losses > 0)
    return (losses - excess + excess.detach()) / lengths.clamp_min(1)


def loss_of(weight, precision):
    def loss(model, pictures, classes, lengths, places):
        logits = model(pictures.to(precision))
        logarithms = F.log_softmax(logits.float(), 1)
        ctc = alignment_loss(logarithms, classes, lengths).mean()
        known = places >= 0
        if known.any():
            chosen = F.nll_loss(logarithms, places.clamp_min(0), reduction="none")
            scale = torch.where(places == alphabet.BLANK, 0.2, 1.0) * known
            placed = (chosen * scale).sum() / scale.sum()
        else:
            placed = ctc * 0
        share = weight()
        return (1 - share) * ctc + share * 3 * placed, [ctc, placed]
    return loss


def decoded(logits):
    """The strings of logits N × CLASSES × steps: the best class of each step, repetitions and blanks removed."""
    result = []
    for row in logits.argmax(1).tolist():
        kept = [c for i, c in enumerate(row) if c and (i == 0 or row[i - 1] != c)]
        result.append("".join(alphabet.CHARACTERS[c - 1] for c in kept))
    return result


def distance(a, b):
    """The number of characters to change, add or remove."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
    return row[-1]


@torch.no_grad()
def logits_of(model, picture):
    """The logits 1 × CLASSES × steps of a grey picture of HEIGHT rows."""
    x = np.pad(picture, ((0, 0), (0, -picture.shape[1] % networks.PLACE)), mode="edge")
    return model(networks.normalised(torch.from_numpy(x.astype(np.float32))[None, None]))


def read(model, pictures):
    """The strings of grey pictures of HEIGHT rows."""
    model.eval()
    return [text for picture in pictures for text in decoded(logits_of(model, picture))]


def agreement(texts, true):
    """How many lines were read without a fault, and the share of wrong characters, as a text; of the first lines, if not all were read."""
    true = true[:len(texts)]
    right = sum(a == b for a, b in zip(texts, true))
    wrong = sum(distance(a, b) for a, b in zip(texts, true))
    return f"lines {right / len(true):.3f} characters wrong {wrong / sum(map(len, true)):.3f}"


def report(packed, count=400):
    """Says how many lines of the shards that are held out are right, and the share of wrong characters."""
    shards = {path.stem: Shard(path) for path in sorted(packed.glob(HELD))}

    def say(model, ended):
        said = []
        for name, held in shards.items():
            numbers = range(min(len(held), count * (5 if ended else 1)))
            texts = read(model, [held.picture(n) for n in numbers])
            said.append(f"{name} {agreement(texts, held.texts)}   " + " | ".join(f"{a} → {b}" for a, b in zip(held.texts[:3], texts)))
        return "  ".join(said)
    return say


def main():
    options = training.options_of(__doc__, "checkpoint/recognizer.pt", 120, 2, 180)
    model = networks.Recognizer()
    taught = options.packed.parent / "taught-lines"
    shards = Shards([options.packed, taught], [0.65, 0.35])
    session = training.training_of(model, options, takes_parts=True)
    seen = [0]
    early = 0 if options.start else 150000

    def weight():
        return max(PLACED * 0.4, 1 - seen[0] / early) if early and seen[0] < early else PLACED * 0.4

    def draw(count):
        seen[0] = count
        return [([options.seed, count, index],) for index in range(options.chunks)], options.chunks * PIXELS // 256

    session.run(options, draw, shards.batch, loss_of(weight, getattr(torch, options.precision)), report(options.packed))


if __name__ == "__main__":
    main()
