"""Tools of the models' training scripts: replicas for the threads, an optimiser, an average of the weights, the learning rate, the loop and its
options.

A training runs on a CPU or on another device, such as a GPU.  There one copy of the network learns, and processes load the pictures.
"""

import argparse
import copy
import math
import queue
import shutil
import time
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import torch

WARM_UP = 0.03
LONGEST_STEP = 20  # seconds: what is longer was a pause and doesn't count
AHEAD = 4  # batches that a process loads before they are needed
SHARED_MEMORY = 3e9  # bytes that these need at most


class Alone:
    """Does tasks at once, in the thread that asks: a pool of one thread would only wait for it, and on a busy machine each waiting costs a turn."""

    def submit(self, task, *arguments):
        future = Future()
        future.set_result(task(*arguments))
        return future

    map = staticmethod(map)


class Replicas:
    """Copies of a network, one for each thread.

    A batch is divided into chunks, which the threads take from a queue, each with its own copy.  Threads that share the work in
    this way need to wait for each other only once per update, which matters on a machine that is busy with other work.  Batch
    statistics are per chunk; the first copy's running averages of them are the ones that are kept.
    """

    def __init__(self, model, threads):
        self.models = [model] + [copy.deepcopy(model) for _ in range(threads - 1)]
        self.pool = ThreadPoolExecutor(threads, initializer=torch.set_num_threads, initargs=(1,)) if threads > 1 else Alone()

    def accumulate(self, model, chunks, loss_of):
        """Adds the gradients of chunks from the queue; returns the parts of their losses."""
        model.train()
        model.zero_grad()
        parts = []
        while True:
            try:
                chunk = chunks.get_nowait()
            except queue.Empty:
                return parts
            loss, part = loss_of(model, chunk)
            loss.backward()
            parts.append(part)

    def gather_gradients(self, batch, loss_of):
        """Gives the network the mean of the gradients of a batch's chunks.

        `loss_of` makes a loss and the numbers to report of a network and a chunk; returned are the numbers of all chunks.
        """
        chunks = queue.SimpleQueue()
        for chunk in batch:
            chunks.put(chunk)
        tasks = [self.pool.submit(self.accumulate, model, chunks, loss_of) for model in self.models]
        parts = [part for task in tasks for part in task.result()]
        with torch.no_grad():
            for weight, *others in zip(*(model.parameters() for model in self.models)):
                gradients = [w.grad for w in (weight, *others) if w.grad is not None]
                weight.grad = sum(gradients[1:], gradients[0]).div_(len(parts))
        return parts

    @torch.no_grad()
    def spread_weights(self):
        """Copies the network's weights to the other replicas."""
        for weight, *others in zip(*(model.parameters() for model in self.models)):
            for other in others:
                other.copy_(weight)


class Muon(torch.optim.Optimizer):
    """Momentum SGD whose update of each matrix is made nearly orthogonal.

    A convolution's weights count as one matrix with a row per output channel,
    and each is rescaled to a fixed norm before its update, so the learning
    rate is a relative step.  (Jordan et al., 2024.)
    """

    def __init__(self, parameters, lr, momentum=0.9, precision=torch.bfloat16):
        super().__init__(parameters, {"lr": lr, "momentum": momentum})
        self.precision = precision

    def step(self, pool=None):
        """Updates the weights, one task of the thread pool for each; without a pool one after another."""
        jobs = [(weight, group["lr"], group["momentum"]) for group in self.param_groups for weight in group["params"]
                if weight.grad is not None]
        for _ in (pool.map if pool else map)(lambda job: self.update(*job), jobs):
            pass

    @torch.no_grad()
    def update(self, weight, lr, momentum):
        state = self.state[weight]
        if "velocity" not in state:
            state["velocity"] = torch.zeros_like(weight)
        velocity = state["velocity"].mul_(momentum).add_(weight.grad)
        direction = weight.grad.add(velocity, alpha=momentum)
        weight.mul_(len(weight) ** 0.5 / weight.norm())
        weight.sub_(orthogonalised(direction.flatten(1), self.precision).view_as(weight), alpha=lr)


def orthogonalised(matrix, precision, steps=4):
    """The matrix with its singular values pushed towards 1.

    Newton-Schulz iteration with the quintic coefficients of Muon.
    """
    a, b, c = 3.4445, -4.7750, 2.0315
    tall = matrix.shape[0] > matrix.shape[1]
    x = (matrix.T if tall else matrix).to(precision)
    x = x / (x.norm() + 1e-7)
    for _ in range(steps):
        gram = x @ x.T
        x = a * x + (b * gram + c * gram @ gram) @ x
    return (x.T if tall else x).float()


class Loading(torch.utils.data.Dataset):
    """The data set of a process that loads: the chunks of a batch, each through `load`."""

    def __init__(self, load):
        self.load = load

    def __getitem__(self, batch):
        chunks, count = batch
        return [self.load(*chunk) for chunk in chunks], count


def batches(draw, load, workers, device):
    """Batches without end: the chunks, as what `load` makes of them, and how many examples these have.

    Without workers a chunk is a function that loads it, so that the threads of the training do so.  Otherwise processes load some batches ahead.
    """
    def drawn():
        seen = 0
        while True:
            chunks, count = draw(seen)
            yield chunks, count
            seen += count

    if not workers:
        return (([partial(load, *chunk) for chunk in chunks], count) for chunks, count in drawn())
    # Tensors pass through shared memory; arrays, where there is little of it, through pipes.
    converted = None if shutil.disk_usage("/dev/shm").free > SHARED_MEMORY else lambda loaded: loaded
    return iter(torch.utils.data.DataLoader(
        Loading(load), batch_size=None, sampler=drawn(), collate_fn=converted, num_workers=workers, prefetch_factor=AHEAD,
        multiprocessing_context="fork", pin_memory=device.type == "cuda"))


class Average:
    """An exponential moving average of a model's weights and statistics."""

    def __init__(self, model, decay=0.995):
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


def device_of(model):
    return next(model.parameters()).device


def rate(progress):
    """The factor on the learning rates: linear warm-up, then a cosine to 0."""
    if progress < WARM_UP:
        return progress / WARM_UP
    return 0.5 + 0.5 * math.cos(math.pi * (progress - WARM_UP) / (1 - WARM_UP))


class Training:
    """A training by the clock: networks, optimisers and the learning rate's way to zero.

    Inner 3×3 convolutions learn with Muon, all else with AdamW.
    """

    def __init__(self, model, threads, rates, weight_decay=1e-3, precision=torch.float32):
        self.model = model
        self.device = device_of(model)
        self.replicas = Replicas(model, threads if self.device.type == "cpu" else 1)
        self.average = Average(model)
        inner = [w for w in model.parameters() if w.ndim == 4 and w.shape[2] > 1 and w.shape[1] > 3]
        others = [w for w in model.parameters() if not any(w is i for i in inner)]
        muon, adam = rates
        self.muon = Muon(inner, muon, precision=precision)
        self.adam = torch.optim.AdamW(others, adam, weight_decay=weight_decay)
        for optimizer in (self.muon, self.adam):
            for group in optimizer.param_groups:
                group["peak"] = group["lr"]

    def step(self, batch, loss_of, progress):
        """One update; returns the numbers of the batch's chunks."""
        parts = self.replicas.gather_gradients(batch, loss_of)
        for optimizer in (self.muon, self.adam):
            for group in optimizer.param_groups:
                group["lr"] = group["peak"] * rate(progress)
        torch.nn.utils.clip_grad_norm_([w for g in self.adam.param_groups for w in g["params"]], 5)
        self.muon.step(self.replicas.pool)
        self.adam.step()
        self.average.update(self.model)
        self.replicas.spread_weights()
        return parts

    def loss_of_arrays(self, loss_of, model, chunk):
        """The loss of a chunk, arrays or what makes them, and its parts; the network computes in bfloat16 on a GPU."""
        arrays = [torch.as_tensor(a).to(self.device, non_blocking=True) for a in (chunk() if callable(chunk) else chunk)]
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            loss, parts = loss_of(model, *arrays)
        return loss, torch.stack(parts).detach()

    def run(self, options, draw, load, loss_of, report):
        """Trains until the time is used up, and saves with every report.

        `draw` makes a batch of how many examples have been seen, and says how many it has; `load` makes a chunk's arrays, and `loss_of` a loss
        and its parts of a network and these.  `report` says of a network what it has learnt, and is told whether the training has ended.
        """
        source = batches(draw, load, options.workers, self.device)
        loss_of = partial(self.loss_of_arrays, loss_of)
        budget = options.minutes * 60
        spent, before = 0.0, time.monotonic()
        reported = before
        seen, losses = 0, []
        while spent < budget:
            batch, count = next(source)
            losses += self.step(batch, loss_of, spent / budget)
            seen += count
            now = time.monotonic()
            spent, before = spent + min(now - before, LONGEST_STEP), now
            if now - reported > options.report_every:
                means = " ".join(f"{v:.4f}" for v in torch.stack(losses).mean(0).tolist())
                print(f"{time.strftime('%H:%M:%S')} {spent / 60:5.1f} min  {seen:7d} seen  losses {means}  "
                      + report(self.average.model, False), flush=True)
                reported, losses = time.monotonic(), []
                self.save(options.checkpoint, seen, spent)
        self.save(options.checkpoint, seen, spent)
        print("ended", seen, report(self.average.model, True), flush=True)

    def save(self, checkpoint, seen, spent):
        """Writes the average network."""
        average = {name: value.cpu() for name, value in self.average.model.state_dict().items()}
        save_whole({"average": average, "seen": seen, "minutes": spent / 60}, checkpoint)


def save_whole(state, path):
    """Writes a file whole or not at all."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.save(state, path.with_suffix(".tmp"))
    path.with_suffix(".tmp").replace(path)


def options_of(description, checkpoint, minutes, chunks, report_every):
    """The options of a training script with these defaults; the random numbers begin, and a thread computes alone."""
    parser = argparse.ArgumentParser(description=description.split("\n")[0])
    parser.add_argument("--packed", type=Path, required=True, help="the folder that sets.py wrote")
    parser.add_argument("--checkpoint", default=checkpoint)
    parser.add_argument("--start", help="a checkpoint to go on from")
    parser.add_argument("--minutes", type=float, default=minutes)
    parser.add_argument("--chunks", type=int, default=chunks, help="of a batch")
    parser.add_argument("--chunk-factor", type=float, default=1, help="how many times the usual number of examples a chunk has")
    parser.add_argument("--threads", type=int, default=2, help="that train on a CPU")
    parser.add_argument("--device", default="cpu", help="for example cuda")
    parser.add_argument("--precision", choices=["float32", "bfloat16"], default="float32", help="of a CPU, if the script knows it")
    parser.add_argument("--workers", type=int, default=0, help="processes that load; without any the threads do")
    parser.add_argument("--muon-lr", type=float, default=0.03)
    parser.add_argument("--adam-lr", type=float, default=2e-3)
    parser.add_argument("--report-every", type=float, default=report_every, help="seconds")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.backends.cudnn.benchmark = True
    torch.manual_seed(options.seed)
    return options


def training_of(model, options, takes_parts=False):
    """A training of a network, which begins with the checkpoint that the options name.

    With `takes_parts` that may be another network's: what has the same name and shape is taken over.
    """
    model = model.to(options.device, memory_format=torch.channels_last)
    if options.start:
        state = torch.load(options.start, weights_only=True, map_location="cpu")["average"]
        if takes_parts:
            own = model.state_dict()
            state = {name: value for name, value in state.items() if name in own and own[name].shape == value.shape}
            print(f"{len(state)} of {len(own)} arrays from {options.start}")
        model.load_state_dict(state, strict=not takes_parts)
    return Training(model, options.threads, (options.muon_lr, options.adam_lr), precision=getattr(torch, options.precision))


def drawing_alike(options, count):
    """A function that draws batches whose chunks have `count` pictures each, times the chunk factor."""
    count = int(options.chunk_factor * count)

    def draw(seen):
        return [(count, [options.seed, seen, index]) for index in range(options.chunks)], count * options.chunks

    return draw


def drawing(options, sides, shares, pixels):
    """A function that draws batches of pictures of several sizes, each size in its share, with about so many pixels a chunk."""
    generator = np.random.default_rng(options.seed)

    def draw(seen):
        side = int(generator.choice(sides, p=shares))
        count = max(int(options.chunk_factor * pixels) // side ** 2, 2)
        return [(side, count, [options.seed, seen, index]) for index in range(options.chunks)], count * options.chunks

    return draw
