"""Fits the trunk that `train.py` trained once more: the last convolution of each block, by least squares.

    python solve.py --packed PACKED --trunk checkpoint/trunk.pt --solved checkpoint/solved.pt

In the training each block was given what the teacher's block before gives.  Here each is given what the trunk's own block before
gives, one block after another.  The last convolution of a block is linear, so the weights with the least square error from what the teacher's block
gives are the solution of linear equations (ridge regression towards the weights that were there).  So a block also mends what those before left out.

The errors are those of looks that were not used.
"""

import argparse
import sys
import time
from pathlib import Path

import cv2
import torch
import torch.nn.functional as F

sys.path.append(str(Path(__file__).resolve().parents[1]))
import scene
from train import LEAST_VARIANCE, SIDE, Looks, Teacher, relative_error
from training import save_whole

RIDGE = 1e-3  # of the mean square of an input
PLACES = 8192  # of a batch's maps, at most
TEST_FIRST = 100_000  # batch
BATCH = 64


def quick():
    return torch.autocast("cpu", torch.bfloat16)


def taught(teacher, batches):
    """The outputs of the teacher's blocks for batches, block by block, and its tops."""
    outputs, tops = [[] for _ in range(16)], []
    for batch in batches:
        given, top, _ = teacher(batch)
        tops.append(top)
        for values, output in zip(outputs, given):
            values.append(output.to(torch.bfloat16))
    return outputs, torch.cat(tops)


def report(model, batches, wanted, wanted_tops):
    """Prints the angle between the tops and the errors of the blocks."""
    outputs, tops = [[] for _ in wanted], []
    for batch in batches:
        with quick():
            given, top = model(scene.normalise(batch))
        tops.append(top.float())
        for values, output in zip(outputs, given):
            values.append(output.float())
    errors = []
    for found, target in zip(outputs, wanted):
        target = torch.cat(target).float()
        variance = target.var((0, 2, 3))
        errors.append(relative_error(torch.cat(found), target, variance.clamp(min=LEAST_VARIANCE * variance.mean())).item())
    mean, deviation = wanted_tops.mean(0), wanted_tops.std(0).clamp(min=1e-3)
    angle = 1 - F.cosine_similarity((torch.cat(tops) - mean) / deviation, (wanted_tops - mean) / deviation).mean()
    print(f"{time.strftime('%H:%M:%S')} angle {angle:.4f}  blocks {sum(errors) / len(errors):.4f}: " + " ".join(f"{e:.3f}" for e in errors), flush=True)


def rows(values):
    """Maps, N × C × H × W, as a matrix with a row for each place."""
    return values.float().permute(0, 2, 3, 1).flatten(0, 2)


def solve(block, inputs, wanted):
    """Gives the block the last convolution with the least square error; returns what the block gives then."""
    unit = block.units[-1]
    outputs, channels = unit.conv.weight.shape[:2]
    factor = unit.norm.weight / (unit.norm.running_var + unit.norm.eps).sqrt()
    before = torch.cat([(unit.conv.weight.flatten(1) * factor[:, None]).T, (unit.norm.bias - unit.norm.running_mean * factor)[None]]).double()
    gram, moments, hidden, count = torch.zeros(channels + 1, channels + 1, dtype=torch.float64), torch.zeros_like(before), [], 0
    for x, y in zip(inputs, wanted):
        with quick():
            hidden.append(block.units[:-1](x.float()).to(torch.bfloat16))
        h, target = rows(hidden[-1]), rows(y) - (rows(x) if block.adds else 0)
        some = torch.randperm(len(h))[:PLACES]
        h = torch.cat([h[some], torch.ones(len(some), 1)], 1)
        gram += (h.T @ h).double()
        moments += (h.T @ target[some]).double()
        count += len(some)
    ridge = RIDGE * gram.diag().mean()
    solution = torch.linalg.solve(gram + ridge * torch.eye(channels + 1, dtype=torch.float64), moments + ridge * before)
    weights, bias = solution[:-1], solution[-1]
    mean = gram[-1, :-1] / count @ weights
    variance = torch.einsum("io,ij,jo->o", weights, gram[:-1, :-1] / count, weights) - mean ** 2
    # The normalisation changes nothing: it multiplies by the deviation that it divides by.
    unit.conv.weight.copy_(weights.T.reshape(outputs, channels, 1, 1))
    unit.norm.running_mean.copy_(mean)
    unit.norm.running_var.copy_(variance.clamp(min=1e-6))
    unit.norm.weight.copy_((unit.norm.running_var + unit.norm.eps).sqrt())
    unit.norm.bias.copy_(mean + bias)
    results = []
    for x, h in zip(inputs, hidden):
        with quick():
            y = unit(h.float()).float()
        results.append((x.float() + y if block.adds else y).to(torch.bfloat16))
    return results


@torch.no_grad()
def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--packed", type=Path, required=True, help="the folder of sets.py")
    parser.add_argument("--trunk", type=Path, default=Path("checkpoint/trunk.pt"))
    parser.add_argument("--solved", type=Path, default=Path("checkpoint/solved.pt"))
    parser.add_argument("--looks", type=int, default=6144, help="that the weights are fitted on; a multiple of 64, as the next")
    parser.add_argument("--tests", type=int, default=1024, help="looks that the errors are of")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=77)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    cv2.setNumThreads(1)
    model, teacher = scene.load_trunk(options.trunk).to(memory_format=torch.channels_last), Teacher()
    looks = Looks(options.packed, options.seed)
    # The even batches are not mixed.
    test = [looks.batch(2 * (TEST_FIRST + index), BATCH, SIDE) for index in range(options.tests // BATCH)]
    test_outputs, test_tops = taught(teacher, test)
    report(model, test, test_outputs, test_tops)
    batches = [looks.batch(2 * index, BATCH, SIDE) for index in range(options.looks // BATCH)]
    wanted, _ = taught(teacher, batches)
    with quick():
        inputs = [model.stem(scene.normalise(batch)).to(torch.bfloat16) for batch in batches]
    for block, target in zip(model.blocks, wanted):
        inputs = solve(block, inputs, target)
        target.clear()
    report(model, test, test_outputs, test_tops)
    save_whole({"trunk": {name: (value.half() if value.ndim > 1 else value) for name, value in model.state_dict().items()}}, options.solved)


if __name__ == "__main__":
    main()
