"""Trains what reads the maps of the feature prints' networks. Photographs that are held out are never looked at.

    python train.py --packed PACKED --checkpoint CHECKPOINT
"""

import argparse
import pathlib

import numpy as np
import torch
import torch.nn.functional as F

import sets
from readout import Attention, Objectness
from trunk import MAPS

EPOCHS = 24
BATCH = 16


def load(packed, name):
    maps = torch.load(packed / f"{name}.maps.pt", weights_only=True)
    return [maps[key] for key in MAPS]


def fit(model, maps, labels, indices, loss, decay, seed):
    """Adam with a cosine schedule; each photograph or its mirror image at random, with a part of the channels left out."""
    generator = torch.Generator().manual_seed(seed)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=decay)
    steps = EPOCHS * (len(indices) // BATCH)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    model.train()
    for _ in range(EPOCHS):
        order = torch.as_tensor(indices)[torch.randperm(len(indices), generator=generator)]
        total = 0.0
        for start in range(0, len(order) - BATCH + 1, BATCH):
            chosen = order[start : start + BATCH]
            side = torch.randint(0, 2, (BATCH,), generator=generator)
            inputs = [F.dropout2d(value[chosen, side].float(), 0.25) for value in maps]
            value = loss(model(inputs), labels[chosen, side])
            optimizer.zero_grad()
            value.backward()
            optimizer.step()
            schedule.step()
            total += value.item()
        print(f"{type(model).__name__}: {total / (len(order) // BATCH):.4f}", flush=True)
    return model.eval()


def balanced(indices, names):
    """Each photograph as often as makes its set as large as the largest, four times at most."""
    sizes = {name: int((names[indices] == name).sum()) for name in set(names[indices])}
    return np.concatenate([[index] * min(4, round(max(sizes.values()) / sizes[names[index]])) for index in indices]).astype(int)


def divergence(prediction, density):
    density = density.flatten(1)
    return (density * (density.clamp_min(1e-9).log() - prediction)).sum(1).mean()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packed", type=pathlib.Path, required=True)
    parser.add_argument("--checkpoint", type=pathlib.Path, required=True)
    parser.add_argument("--only", choices=("attention", "objectness"))
    options = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    saved = torch.load(options.checkpoint, weights_only=True) if options.checkpoint.exists() else {}
    if options.only != "objectness":
        maps = load(options.packed, "osie")
        density = torch.from_numpy(np.load(options.packed / "osie.npz")["density"])
        indices = [index for index in range(len(density)) if not sets.is_held_out(index)]
        saved["attention"] = fit(Attention(), maps, density, indices, divergence, 0.05, 1).state_dict()
    if options.only != "attention":
        maps = load(options.packed, "objects")
        mask = torch.from_numpy(np.load(options.packed / "objects.npz")["mask"])
        about = np.load(options.packed / "objects.sets.npz")
        indices = balanced(np.flatnonzero(~about["held_out"]), about["name"])
        loss = F.binary_cross_entropy_with_logits
        saved["objectness"] = fit(Objectness(), maps, mask, indices, loss, 0.05, 2).state_dict()
    options.checkpoint.parent.mkdir(parents=True, exist_ok=True)
    torch.save(saved, options.checkpoint)


if __name__ == "__main__":
    main()
