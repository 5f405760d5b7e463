"""Trains the scene model on several picture sets and a teacher's view of them, on a CPU.

    python sets.py --sets FOLDER --packed PACKED
    python views.py --packed PACKED --view 0        (and 1, 2, …)
    python train.py --sets FOLDER --packed PACKED --minutes 85 [--start CHECKPOINT] [--resume]
    python train.py --sets FOLDER --packed PACKED --minutes 40 --finish CHECKPOINT --lr 0.08 --muon-lr 0.022

The loss of a picture has three parts: the cross-entropy of its identifier among those of its own set, later half of it
among those of all sets where the picture is as coarse as the coarsest set's; the divergence of the teacher's ImageNet
probabilities from those of a second linear layer; and the angle between the teacher's (standardised) features and a linear
image of the trunk's.  Only the trunk and the first layer are exported.

The learning rate, the image size and the mixture follow the share of the time budget that is used up, so a run always ends
fully annealed, however fast the machine is.  A checkpoint is written every few minutes; `--resume` continues from it, with
the time already spent counted.
"""

import argparse
import sys
import time
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

sys.path.append(str(Path(__file__).resolve().parents[1]))
import scene
import taxonomy
from training import Average, Muon, Replicas, rate
from views import crop


class Recipe(NamedTuple):
    """What changes in the course of a training; times are shares of the budget."""

    mixture: dict  # the share of each set in a batch, in per cent
    sizes: tuple  # of the pictures: pairs (from, pixels)
    joint_from: float  # from then on a coarse picture's identifier is also sought among those of all sets


TRAINING = Recipe({"places": 34, "tiny": 30, "imagenette": 8, "caltech": 9, "pacs": 6, "clothing": 6, "grocery": 4, "office": 3},
                  ((0.0, 96), (0.65, 128)), 0.5)
FINISHING = Recipe({"places": 31, "tiny": 36, "imagenette": 7, "caltech": 8, "pacs": 5, "clothing": 5, "grocery": 5, "office": 3},
                   ((0.0, 128),), 0.0)
COARSE = 64  # pixels of the coarsest set
TINY_HELD_OUT = 10  # of each class


class Student(nn.Module):
    """The scene model with the layers that only learning from the teacher needs."""

    def __init__(self, classes):
        super().__init__()
        self.scene = scene.SceneNet(classes)
        self.imagenet = nn.Linear(scene.TOP_WIDTH, 1000)
        self.features = nn.Linear(scene.TOP_WIDTH, 1280)

    def forward(self, x):
        y = self.scene.means(x)[-1]
        return self.scene.classifier(y), self.imagenet(y), self.features(y)


class PictureSet:
    """A set's training pictures with their labels and described views."""

    def __init__(self, name, packed, identifiers, index_of):
        self.name = name
        self.identifiers = [-1 if i is None else index_of[i] for i in identifiers]
        self.images = np.load(packed / f"{name}-train.npy", mmap_mode="r")
        self.labels = np.load(packed / f"{name}-train-labels.npy")
        self.views = [np.load(path) for path in sorted(packed.glob(f"{name}-view-?.npz"))]
        self.views = [{key: view[key] for key in ("boxes", "mirrored", "features")} for view in self.views]
        self.is_fine = self.images.shape[1] > COARSE
        self.members = np.arange(len(self.images))
        if name == "tiny":
            by_class = np.argsort(self.labels, kind="stable").reshape(len(identifiers), -1)
            self.members = np.sort(by_class[:, TINY_HELD_OUT:].ravel())

    def endless(self, generator):
        while True:
            order = generator.permutation(self.members)
            views = generator.integers(len(self.views), size=len(order))
            yield from zip(order.tolist(), views.tolist())

    def view(self, member, view, size, generator):
        """A view's pixels, and whether it shows no more than the coarsest set does; half of the finer pictures are made to."""
        chosen = self.views[view]
        image, box = self.images[member], chosen["boxes"][member]
        is_coarse = not self.is_fine or generator.random() < 0.5
        if self.is_fine and is_coarse:
            box = np.clip(np.rint(box * (COARSE / len(image))).astype(int), [0, 0, 1, 1], COARSE)
            image = coarse(image)
        soft = is_coarse and generator.random() < 0.5
        image = crop(image, box, chosen["mirrored"][member], int(generator.integers(COARSE // 2, COARSE)) if soft else size)
        return cv2.resize(image, (size, size), interpolation=cv2.INTER_LINEAR) if soft else image, is_coarse


def coarse(image):
    """A picture as Tiny ImageNet would have it: 64 pixels, compressed as its files are."""
    small = cv2.resize(image, (COARSE, COARSE), interpolation=cv2.INTER_AREA)
    _, file = cv2.imencode(".jpg", small[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 75])
    return np.ascontiguousarray(cv2.imdecode(file, cv2.IMREAD_COLOR)[:, :, ::-1])


def jitter_colours(x, strength=0.25):
    """Random saturation, contrast and brightness of normalised images."""
    def factor():
        return 1 + torch.empty(len(x), 1, 1, 1).uniform_(-strength, strength)
    grey = x.mean(1, keepdim=True)
    x = grey + (x - grey) * factor()
    middle = x.mean((1, 2, 3), keepdim=True)
    return (x - middle) * factor() + middle + (factor() - 1) * 2


class Mixture:
    """Batches drawn from all sets in fixed shares."""

    def __init__(self, recipe, packed, folder, seed):
        self.recipe = recipe
        self.generator = np.random.default_rng(seed)
        named = {name: taxonomy.names(name, packed, folder) for name in recipe.mixture}
        self.identifiers = sorted({i for identifiers in named.values() for i in identifiers if i is not None})
        index_of = {identifier: index for index, identifier in enumerate(self.identifiers)}
        self.sets = [PictureSet(name, packed, identifiers, index_of) for name, identifiers in named.items()]
        self.streams = [s.endless(self.generator) for s in self.sets]
        layer = np.load(packed / "teacher-layer.npz")
        self.weight, self.bias = torch.from_numpy(layer["weight"]), torch.from_numpy(layer["bias"])
        sample = np.concatenate([s.views[0]["features"][:2000] for s in self.sets]).astype(np.float32)
        self.mean, self.deviation = torch.from_numpy(sample.mean(0)), torch.from_numpy(sample.std(0) + 1e-3)
        self.outside = torch.full((len(self.sets), len(self.identifiers)), -1e4)
        for index, s in enumerate(self.sets):
            self.outside[index, [i for i in s.identifiers if i >= 0]] = 0

    def draw(self, count):
        """`count` triples (set, member, view)."""
        wanted = self.generator.choice(len(self.sets), count, p=np.array([*self.recipe.mixture.values()]) / 100)
        return [(int(index), *next(self.streams[index])) for index in wanted]

    def load(self, members, size, seed):
        """Pixels, labels, set numbers, teacher features and coarseness of drawn members."""
        generator = np.random.default_rng(seed)
        images = np.empty((len(members), size, size, 3), np.uint8)
        coarse = torch.zeros(len(members), dtype=torch.bool)
        for position, (index, member, view) in enumerate(members):
            images[position], coarse[position] = self.sets[index].view(member, view, size, generator)
        labels = torch.tensor([self.sets[i].identifiers[self.sets[i].labels[m]] for i, m, _ in members])
        features = np.stack([self.sets[i].views[v]["features"][m] for i, m, v in members]).astype(np.float32)
        x = jitter_colours(scene.normalise(scene.to_batch(images)))
        sets = torch.tensor([i for i, _, _ in members])
        return x.contiguous(memory_format=torch.channels_last), labels, sets, torch.from_numpy(features), coarse

    def label_loss(self, logits, labels, outside):
        """The cross-entropy with a tenth of the probability spread over what isn't outside; pictures without a label count 0."""
        inside = (outside == 0).float()
        likelihood = F.log_softmax(logits + outside, 1)
        smooth = -(likelihood * inside).sum(1) / inside.sum(1)
        exact = F.nll_loss(likelihood, labels, reduction="none", ignore_index=-1)
        return (0.9 * exact + 0.1 * smooth) * (labels >= 0)

    def loss(self, outputs, labels, sets, features, coarse, joint):
        """The three losses, each a mean over the chunk.

        Only coarse pictures are told apart from those of other sets: sharpness and the traces of compression would tell the set.
        """
        logits, imagenet, projected = (o.float() for o in outputs)
        own = self.label_loss(logits, labels, self.outside[sets])
        if joint:
            every = self.label_loss(logits, labels, torch.zeros_like(self.outside[sets]))
            own = torch.where(coarse, 0.5 * (own + every), own)
        teacher = F.softmax(features @ self.weight.T + self.bias, 1)
        divergence = F.kl_div(F.log_softmax(imagenet, 1), teacher, reduction="batchmean")
        angle = 1 - F.cosine_similarity(projected, (features - self.mean) / self.deviation).mean()
        return own.mean(), divergence, angle


def make_optimizers(model, options):
    """Muon for the inner convolutions, Nesterov SGD for everything else."""
    def is_inner(name, weight):
        return weight.ndim == 4 and "stem.0" not in name
    named = list(model.named_parameters())
    inner = [w for n, w in named if is_inner(n, w)]
    outer = [(n, w) for n, w in named if not is_inner(n, w)]
    groups = [
        {"params": [w for _, w in outer if w.ndim > 1], "weight_decay": options.weight_decay},
        {"params": [w for _, w in outer if w.ndim == 1], "weight_decay": 0.0},
    ]
    optimizers = [torch.optim.SGD(groups, options.lr, momentum=0.9, nesterov=True),
                  Muon(inner, options.muon_lr)]
    for optimizer in optimizers:
        for group in optimizer.param_groups:
            group["peak"] = group["lr"]
    return optimizers


class Run:
    """The state of a training run and its checkpoint file."""

    def __init__(self, options, mixture):
        self.options = options
        self.mixture = mixture
        self.model = Student(len(mixture.identifiers)).to(memory_format=torch.channels_last)
        if options.start:
            self.adopt(torch.load(options.start)["average"])
        self.replicas = Replicas(self.model, options.threads)
        self.forward = {id(replica): torch.compile(replica, dynamic=False) for replica in self.replicas.models}
        self.average = Average(self.model)
        self.optimizers = make_optimizers(self.model, options)
        self.seen = 0
        self.spent = 0.0

    def adopt(self, state):
        """Takes over the stages of an earlier model; blocks that it lacks begin as the identity."""
        own = self.model.scene.state_dict()
        taken = {k: v for k, v in state.items() if k.startswith("stages.") and k in own and own[k].shape == v.shape}
        self.model.scene.load_state_dict(taken, strict=False)
        for number, stage in enumerate(self.model.scene.stages):
            for index, block in enumerate(stage):
                if f"stages.{number}.{index}.conv1.weight" not in taken:
                    nn.init.zeros_(block.norm2.weight)

    def save(self):
        state = {
            "model": self.model.state_dict(),
            "average": self.average.model.state_dict(),
            "updates": self.average.updates,
            "optimizers": [o.state_dict() for o in self.optimizers],
            "seen": self.seen,
            "spent": self.spent,
            "seed": self.options.seed,
        }
        path = Path(self.options.checkpoint)
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_suffix(".tmp")
        torch.save(state, temporary)
        temporary.replace(path)

    def load(self, path):
        state = torch.load(path)
        self.model.load_state_dict(state["model"])
        self.average.model.load_state_dict(state["average"])
        self.average.updates = state["updates"]
        for optimizer, saved in zip(self.optimizers, state["optimizers"]):
            peaks = [group["peak"] for group in optimizer.param_groups]
            optimizer.load_state_dict(saved)
            for group, peak in zip(optimizer.param_groups, peaks):
                group["peak"] = peak
        self.seen, self.spent = state["seen"], state["spent"]
        self.replicas.spread_weights()

    def loss_of(self, replica, chunk, size, joint):
        """The loss of a chunk and its three parts."""
        members, seed = chunk
        x, *truths = self.mixture.load(members, size, seed)
        with torch.autocast("cpu", torch.bfloat16, enabled=not self.options.float32):
            outputs = self.forward[id(replica)](x)
        parts = self.mixture.loss(outputs, *truths, joint)
        return parts[0] + parts[1] + 3 * parts[2], [part.item() for part in parts]

    def step(self, progress):
        """One update; returns the mean losses."""
        recipe = self.mixture.recipe
        size = [size for start, size in recipe.sizes if progress >= start][-1]
        batch = [(self.mixture.draw(self.options.chunk), [self.options.seed, self.seen, index])
                 for index in range(self.options.batch // self.options.chunk)]
        losses = self.replicas.gather_gradients(
            batch, lambda replica, chunk: self.loss_of(replica, chunk, size, progress >= recipe.joint_from))
        self.update(progress)
        self.replicas.spread_weights()
        self.seen += self.options.batch
        return np.mean(losses, 0)

    def update(self, progress):
        """Moves the weights along the gathered gradients."""
        for optimizer in self.optimizers:
            for group in optimizer.param_groups:
                group["lr"] = group["peak"] * rate(progress)
            if isinstance(optimizer, Muon):
                optimizer.step(self.replicas.pool)
            else:
                optimizer.step()
        self.average.update(self.model)


class Validation:
    """Validation pictures of the sets that accuracies are stated for."""

    def __init__(self, packed, mixture, count):
        self.parts = []
        for s in mixture.sets:
            if s.name in ("tiny", "places", "imagenette", "caltech"):
                images = np.load(packed / f"{s.name}-val.npy", mmap_mode="r")
                chosen = np.sort(np.random.default_rng(0).permutation(len(images))[:count])
                labels = np.load(packed / f"{s.name}-val-labels.npy")[chosen]
                labels = torch.tensor([s.identifiers[label] for label in labels])
                known = (labels >= 0).numpy()
                self.parts.append((s, images[chosen[known]], labels[known], mixture.outside[mixture.sets.index(s)]))

    @torch.no_grad()
    def measure(self, model, size):
        """Top-1 accuracies among each set's own identifiers and, in brackets, among all."""
        results = []
        for s, images, labels, outside in self.parts:
            side = images.shape[1]
            images = np.stack([crop(image, (0, 0, side, side), False, size) for image in images])
            with torch.autocast("cpu", torch.bfloat16):
                logits = torch.cat([model.scene(scene.normalise(scene.to_batch(images[i:i + 100])).contiguous(
                    memory_format=torch.channels_last)).float() for i in range(0, len(images), 100)])
            results.append(f"{s.name} {100 * scene.accuracy(logits + outside, labels):.1f} ({100 * scene.accuracy(logits, labels):.1f})")
        return "  ".join(results)


def train(run, validation):
    """Trains until the budget is used up."""
    options = run.options
    budget = options.minutes * 60
    torch.manual_seed(options.seed + run.seen)
    origin = time.monotonic() - run.spent
    saved = reported = run.spent
    counted, losses = run.seen, []
    while True:
        run.spent = time.monotonic() - origin
        if run.spent >= budget:
            break
        losses.append(run.step(run.spent / budget))
        if run.spent - reported >= options.report_every:
            speed = (run.seen - counted) / (run.spent - reported)
            print(f"{time.strftime('%H:%M:%S')} {run.spent / 60:5.1f} min  {run.seen:8d} pictures  {speed:4.0f}/s  losses "
                  + " ".join(f"{v:.3f}" for v in np.mean(losses, 0)) + "  " + validation.measure(run.average.model, 128), flush=True)
            reported, counted, losses = run.spent, run.seen, []
        if run.spent - saved >= options.save_every:
            run.save()
            saved = run.spent
    run.save()
    print("ended", run.seen, validation.measure(run.average.model, 128), flush=True)


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--packed", type=Path, required=True, help="the folder of sets.py and views.py")
    parser.add_argument("--sets", type=Path, required=True, help="the folder that sets.py read")
    parser.add_argument("--start", help="a checkpoint of an earlier model whose stages are taken over")
    parser.add_argument("--finish", help="a trained checkpoint to go on from, at full size and with more of Tiny ImageNet")
    parser.add_argument("--checkpoint", default="checkpoint/scene.pt")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--minutes", type=float, default=85, help="time budget")
    parser.add_argument("--save-every", type=float, default=240, help="seconds")
    parser.add_argument("--report-every", type=float, default=240, help="seconds")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--batch", type=int, default=384)
    parser.add_argument("--chunk", type=int, default=64, help="images per forward pass")
    parser.add_argument("--lr", type=float, default=0.15, help="of SGD")
    parser.add_argument("--muon-lr", type=float, default=0.04, help="of Muon")
    parser.add_argument("--weight-decay", type=float, default=5e-4)
    parser.add_argument("--float32", action="store_true", help="no bfloat16")
    parser.add_argument("--seed", type=int, default=2)
    return parser.parse_args()


def main():
    options = parse_options()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(options.seed)
    mixture = Mixture(FINISHING if options.finish else TRAINING, options.packed, options.sets, options.seed)
    run = Run(options, mixture)
    if options.resume:
        run.load(options.checkpoint)
    elif options.finish:
        run.load(options.finish)
        run.spent = 0.0
    train(run, Validation(options.packed, mixture, 500))


if __name__ == "__main__":
    main()
