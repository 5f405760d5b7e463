"""Trains the scene classifier on Tiny ImageNet, on a CPU.

    python train.py --data tiny-imagenet-200 --cache cache --minutes 75

The data folder has the layout of the Tiny ImageNet archive: `wnids.txt`,
`words.txt`, `train/<wnid>/images/*.JPEG`, `val/images/*.JPEG` and
`val/val_annotations.txt`.

The learning rate, the image size and the strength of the augmentation follow
the share of the time budget that is used up, so a run always ends fully
annealed, however fast the machine is.  A checkpoint is written every few
minutes; `--resume` continues from it, with the time already spent counted.
"""

import argparse
import copy
import math
import queue
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

import scene

HELD_OUT_PER_CLASS = 10
SIZES = ((0.0, 40), (0.88, 48))
WARM_UP = 0.04


class Muon(torch.optim.Optimizer):
    """Momentum SGD whose update of each matrix is made nearly orthogonal.

    A convolution's weights count as one matrix with a row per output channel,
    and each is rescaled to a fixed norm before its update, so the learning
    rate is a relative step.  (Jordan et al., 2024.)
    """

    def __init__(self, parameters, lr, momentum=0.9):
        super().__init__(parameters, {"lr": lr, "momentum": momentum})

    def step(self, pool):
        """Updates the weights, one task of the thread pool for each."""
        tasks = [pool.submit(self.update, weight, group["lr"], group["momentum"])
                 for group in self.param_groups for weight in group["params"]]
        for task in tasks:
            task.result()

    @torch.no_grad()
    def update(self, weight, lr, momentum):
        state = self.state[weight]
        if "velocity" not in state:
            state["velocity"] = torch.zeros_like(weight)
        velocity = state["velocity"].mul_(momentum).add_(weight.grad)
        direction = weight.grad.add(velocity, alpha=momentum)
        weight.mul_(len(weight) ** 0.5 / weight.norm())
        weight.sub_(orthogonalised(direction.flatten(1)).view_as(weight), alpha=lr)


def orthogonalised(matrix, steps=4):
    """The matrix with its singular values pushed towards 1.

    Newton-Schulz iteration with the quintic coefficients of Muon.
    """
    a, b, c = 3.4445, -4.7750, 2.0315
    x = matrix.bfloat16()
    x = x / (x.norm() + 1e-7)
    for _ in range(steps):
        gram = x @ x.T
        x = a * x + (b * gram + c * gram @ gram) @ x
    return x.float()


class Average:
    """An exponential moving average of a model's weights and statistics."""

    def __init__(self, model, decay=0.99):
        self.model = copy.deepcopy(model).eval()
        self.decay = decay
        self.updates = 0

    @torch.no_grad()
    def update(self, model):
        self.updates += 1
        decay = min(self.decay, self.updates / (self.updates + 10))
        targets = self.model.state_dict().values()
        for target, source in zip(targets, model.state_dict().values()):
            if target.is_floating_point():
                target.lerp_(source, 1 - decay)


def split_held_out(labels, seed):
    """Indices to train on and indices held out (for calibration)."""
    order = np.random.default_rng(seed).permutation(len(labels))
    by_class = order[np.argsort(labels.numpy()[order], kind="stable")]
    by_class = by_class.reshape(scene.CLASSES, -1)
    return (np.sort(by_class[:, HELD_OUT_PER_CLASS:].ravel()),
            np.sort(by_class[:, :HELD_OUT_PER_CLASS].ravel()))


def random_crops(pixels, size, smallest):
    """A random window of each image, perhaps mirrored, resized to `size`.

    The window covers `smallest` to 1 of the area, with an aspect ratio
    between 3:4 and 4:3.
    """
    count = len(pixels)
    area = torch.empty(count).uniform_(smallest, 1)
    stretch = torch.empty(count).uniform_(-1, 1).mul(math.log(4 / 3) / 2).exp()
    width = (area.sqrt() * stretch).clamp(max=1)
    height = (area.sqrt() / stretch).clamp(max=1)
    mirror = torch.randint(0, 2, (count,)) * 2.0 - 1
    theta = torch.zeros(count, 2, 3)
    theta[:, 0, 0] = width * mirror
    theta[:, 0, 2] = (1 - width) * torch.empty(count).uniform_(-1, 1)
    theta[:, 1, 1] = height
    theta[:, 1, 2] = (1 - height) * torch.empty(count).uniform_(-1, 1)
    grid = F.affine_grid(theta, (count, 3, size, size), align_corners=False)
    return F.grid_sample(pixels, grid, padding_mode="reflection", align_corners=False)


def jitter_colours(x, strength=0.25):
    """Random saturation, contrast and brightness of normalised images."""
    def factor():
        return 1 + torch.empty(len(x), 1, 1, 1).uniform_(-strength, strength)
    grey = x.mean(1, keepdim=True)
    x = grey + (x - grey) * factor()
    middle = x.mean((1, 2, 3), keepdim=True)
    return (x - middle) * factor() + middle + (factor() - 1) * 2


def augmented(images, progress):
    """A training batch from uint8 images at `progress` (0 to 1) of the run."""
    size = [size for start, size in SIZES if progress >= start][-1]
    x = random_crops(scene.normalise(scene.to_batch(images)), size, 0.35)
    return jitter_colours(x).contiguous(memory_format=torch.channels_last)


def rate(progress):
    """The factor on the learning rates: linear warm-up, then a cosine to 0."""
    if progress < WARM_UP:
        return progress / WARM_UP
    return 0.5 + 0.5 * math.cos(math.pi * (progress - WARM_UP) / (1 - WARM_UP))


def make_optimizers(model, options):
    """Muon for the inner convolutions, Nesterov SGD for everything else."""
    def is_inner(name, weight):
        return weight.ndim == 4 and not name.startswith("stem")
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


def batches(indices, size, generator):
    """Endless batches of indices, each pass in a new random order."""
    while True:
        order = generator.permutation(indices)
        for start in range(0, len(order) - size + 1, size):
            yield order[start:start + size]


class Run:
    """The state of a training run and its checkpoint file.

    A batch is divided into chunks, which the threads take from a queue, each
    with its own copy of the network.  Threads that share the work in this way
    need to wait for each other only once per update, which matters on a
    machine that is busy with other work.  Batch statistics are per chunk; the
    first copy's running averages of them are the ones that are kept.
    """

    def __init__(self, options):
        self.options = options
        self.model = scene.SceneNet().to(memory_format=torch.channels_last)
        self.replicas = [self.model] + [
            copy.deepcopy(self.model) for _ in range(options.threads - 1)]
        self.pool = ThreadPoolExecutor(
            options.threads, initializer=torch.set_num_threads, initargs=(1,))
        self.average = Average(self.model)
        self.optimizers = make_optimizers(self.model, options)
        self.seen = 0
        self.spent = 0.0

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

    def load(self):
        state = torch.load(self.options.checkpoint)
        self.model.load_state_dict(state["model"])
        self.average.model.load_state_dict(state["average"])
        self.average.updates = state["updates"]
        for optimizer, saved in zip(self.optimizers, state["optimizers"]):
            optimizer.load_state_dict(saved)
        self.seen, self.spent = state["seen"], state["spent"]
        self.spread_weights()

    def accumulate(self, replica, chunks, progress):
        """Adds the gradients of chunks from the queue; returns their losses."""
        replica.train()
        replica.zero_grad()
        losses = []
        while True:
            try:
                images, labels = chunks.get_nowait()
            except queue.Empty:
                return losses
            x = augmented(images, progress)
            with torch.autocast("cpu", torch.bfloat16, enabled=not self.options.float32):
                logits = replica(x)
            loss = F.cross_entropy(logits.float(), labels, label_smoothing=0.1)
            loss.backward()
            losses.append(loss.item())

    @torch.no_grad()
    def gather_gradients(self, count):
        """Gives the network the mean of the gradients of `count` chunks."""
        for weight, *others in zip(*(replica.parameters() for replica in self.replicas)):
            gradients = [w.grad for w in (weight, *others) if w.grad is not None]
            weight.grad = sum(gradients[1:], gradients[0]).div_(count)

    @torch.no_grad()
    def spread_weights(self):
        """Copies the network's weights to the other replicas."""
        for weight, *others in zip(*(replica.parameters() for replica in self.replicas)):
            for other in others:
                other.copy_(weight)

    def step(self, images, labels, progress):
        """One update; returns the loss."""
        chunks = queue.SimpleQueue()
        for start in range(0, len(labels), self.options.chunk):
            part = slice(start, start + self.options.chunk)
            chunks.put((images[part], labels[part]))
        tasks = [self.pool.submit(self.accumulate, replica, chunks, progress)
                 for replica in self.replicas]
        losses = [loss for task in tasks for loss in task.result()]
        self.gather_gradients(len(losses))
        self.update(progress)
        self.spread_weights()
        self.seen += len(labels)
        return np.mean(losses)

    def update(self, progress):
        """Moves the weights along the gathered gradients."""
        for optimizer in self.optimizers:
            for group in optimizer.param_groups:
                group["lr"] = group["peak"] * rate(progress)
            if isinstance(optimizer, Muon):
                optimizer.step(self.pool)
            else:
                optimizer.step()
        self.average.update(self.model)


def train(run, images, labels, indices, validation):
    """Trains until the budget is used up."""
    options = run.options
    budget = options.minutes * 60
    generator = np.random.default_rng(options.seed + run.seen)
    torch.manual_seed(options.seed + run.seen)
    origin = time.monotonic() - run.spent
    saved = reported = run.spent
    counted, losses = run.seen, []
    for batch in batches(indices, options.batch, generator):
        run.spent = time.monotonic() - origin
        if run.spent >= budget:
            break
        losses.append(run.step(images[batch], labels[batch], run.spent / budget))
        if run.spent - reported >= options.report_every:
            speed = (run.seen - counted) / (run.spent - reported)
            report(run, speed, np.mean(losses), len(indices), validation, 1000)
            reported, counted, losses = run.spent, run.seen, []
        if run.spent - saved >= options.save_every:
            run.save()
            saved = run.spent
    run.save()
    report(run, 0, np.mean(losses or [0]), len(indices), validation, None)


def report(run, speed, loss, epoch, validation, limit):
    """Prints progress and the accuracy of the averaged model."""
    images, labels = validation[0][:limit], validation[1][:limit]
    logits = scene.logits_of(run.average.model, scene.resized(images))
    print(f"{time.strftime('%H:%M:%S')} {run.spent / 60:5.1f} min"
          f"  epoch {run.seen / epoch:5.2f}  {speed:4.0f} images/s  loss {loss:.3f}"
          f"  top-1 {scene.accuracy(logits, labels):.4f}"
          f"  top-5 {scene.accuracy(logits, labels, 5):.4f}", flush=True)


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", required=True, help="the Tiny ImageNet folder")
    parser.add_argument("--cache", default="cache", help="folder for decoded images")
    parser.add_argument("--checkpoint", default="checkpoint/scene.pt")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--minutes", type=float, default=75, help="time budget")
    parser.add_argument("--save-every", type=float, default=180, help="seconds")
    parser.add_argument("--report-every", type=float, default=120, help="seconds")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--batch", type=int, default=384)
    parser.add_argument("--chunk", type=int, default=64, help="images per forward pass")
    parser.add_argument("--lr", type=float, default=0.2, help="of SGD")
    parser.add_argument("--muon-lr", type=float, default=0.05, help="of Muon")
    parser.add_argument("--weight-decay", type=float, default=5e-4)
    parser.add_argument("--float32", action="store_true", help="no bfloat16")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main():
    options = parse_options()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    images, labels = scene.load(options.data, "train", options.cache)
    images_val, labels_val = scene.load(options.data, "val", options.cache)
    mixed = np.random.default_rng(0).permutation(len(labels_val))
    validation = images_val[mixed], labels_val[mixed]
    indices, _ = split_held_out(labels, options.seed)
    run = Run(options)
    if options.resume:
        run.load()
    train(run, images, labels, indices, validation)


if __name__ == "__main__":
    main()
