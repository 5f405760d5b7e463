"""The scene classifier: its network, its preprocessing and its data set.

`train.py` and `export.py` share these definitions.
"""

from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image
from torch import nn

STORED_SIZE = 64  # of the photographs in the data set
INPUT_SIZE = 48  # of the exported model
CLASSES = 200
WIDTHS = (48, 96, 192, 320)
DEPTHS = (1, 1, 2, 1)

# A Core ML image input has one scale and one bias per channel, so the three
# channels share a scale.  input = (pixel - MEAN) / DEVIATION.
MEAN = (122.5, 114.3, 101.4)
DEVIATION = 70.0


class ResidualBlock(nn.Module):
    """Two 3x3 convolutions and a shortcut.

    Where the shape changes, the shortcut averages 2x2 cells (if the block
    halves the resolution) and projects them with a 1x1 convolution.
    """

    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.norm1 = nn.BatchNorm2d(outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.norm2 = nn.BatchNorm2d(outputs)
        self.stride = stride
        self.projects = stride != 1 or inputs != outputs
        if self.projects:
            self.project = nn.Conv2d(inputs, outputs, 1, bias=False)
            self.project_norm = nn.BatchNorm2d(outputs)

    def shortcut(self, x):
        if not self.projects:
            return x
        if self.stride == 2:
            x = F.avg_pool2d(x, 2, ceil_mode=True)
        return self.project_norm(self.project(x))

    def forward(self, x):
        y = F.relu(self.norm1(self.conv1(x)))
        return F.relu(self.norm2(self.conv2(y)) + self.shortcut(x))


class SceneNet(nn.Module):
    """A residual network: a stride-2 stem, four stages, a linear classifier."""

    def __init__(self, widths=WIDTHS, depths=DEPTHS, classes=CLASSES):
        super().__init__()
        self.stem = nn.Conv2d(3, widths[0], 3, 2, 1, bias=False)
        self.stem_norm = nn.BatchNorm2d(widths[0])
        self.stages = nn.ModuleList()
        inputs = widths[0]
        for index, (width, depth) in enumerate(zip(widths, depths)):
            strides = [1 if index == 0 else 2] + [1] * (depth - 1)
            stage = nn.Sequential()
            for stride in strides:
                stage.append(ResidualBlock(inputs, width, stride))
                inputs = width
            self.stages.append(stage)
        self.classifier = nn.Linear(inputs, classes)

    def forward(self, x):
        """Logits for a batch of normalised images, N x 3 x H x W."""
        x = F.relu(self.stem_norm(self.stem(x)))
        for stage in self.stages:
            x = stage(x)
        return self.classifier(x.mean((2, 3)))


def normalise(pixels):
    """Pixel values (0 to 255, N x 3 x H x W, any type) as network input."""
    mean = torch.tensor(MEAN).view(1, 3, 1, 1)
    return (pixels.float() - mean) / DEVIATION


def area_weights(source, target):
    """The share of each of `source` pixels in each of `target` pixels."""
    edges = np.arange(target + 1) * source / target
    pixels = np.arange(source)
    overlap = (np.minimum(edges[1:, None], pixels + 1)
               - np.maximum(edges[:-1, None], pixels))
    return (overlap.clip(0) * target / source).astype(np.float32)


def resized(images, size=INPUT_SIZE):
    """Uint8 images (square) reduced to `size`: the mean over each pixel's area."""
    weights = area_weights(images.shape[1], size)
    result = np.empty((len(images), size, size, 3), np.uint8)
    for image, target in zip(images, result):
        rows = np.tensordot(weights, image.astype(np.float32), 1)
        target[:] = np.rint(np.tensordot(weights, rows, (1, 1)).transpose(1, 0, 2))
    return result


def to_batch(images):
    """A uint8 array N x H x W x 3 as a tensor N x 3 x H x W, no copy."""
    return torch.from_numpy(images).permute(0, 3, 1, 2)


@torch.no_grad()
def logits_of(model, images, batch=500, bfloat16=True):
    """Logits (float32) of `model` in evaluation mode for uint8 images."""
    model.eval()
    parts = []
    for start in range(0, len(images), batch):
        x = normalise(to_batch(images[start:start + batch]))
        with torch.autocast("cpu", torch.bfloat16, enabled=bfloat16):
            parts.append(model(x).float())
    return torch.cat(parts)


def accuracy(logits, labels, top=1):
    """The share of rows whose label is among the `top` largest logits."""
    best = logits.topk(top, 1).indices
    return (best == labels[:, None]).any(1).float().mean().item()


def class_ids(data):
    """The WordNet ids of the classes, sorted: position is the class index."""
    return sorted((Path(data) / "wnids.txt").read_text().split())


def train_files(data):
    """Pairs (path, class index) of the training photographs."""
    return [(path, index)
            for index, wnid in enumerate(class_ids(data))
            for path in sorted((Path(data) / "train" / wnid / "images").glob("*.JPEG"))]


def validation_files(data):
    """Pairs (path, class index) of the validation photographs."""
    folder = Path(data) / "val"
    index_of = {wnid: index for index, wnid in enumerate(class_ids(data))}
    rows = (line.split("\t") for line in
            (folder / "val_annotations.txt").read_text().splitlines())
    return [(folder / "images" / row[0], index_of[row[1]]) for row in rows]


def decode(files):
    """Images (uint8, N x 64 x 64 x 3) and labels of (path, label) pairs."""
    images = np.empty((len(files), STORED_SIZE, STORED_SIZE, 3), np.uint8)
    for position, (path, _) in enumerate(files):
        with Image.open(path) as image:
            images[position] = np.asarray(image.convert("RGB"))
    return images, np.array([label for _, label in files], np.int64)


def load(data, split, cache):
    """Images and labels of `split` ("train" or "val"), decoded only once."""
    files = {"train": train_files, "val": validation_files}[split]
    image_file = Path(cache) / f"{split}-images.npy"
    label_file = Path(cache) / f"{split}-labels.npy"
    if not label_file.exists():
        image_file.parent.mkdir(parents=True, exist_ok=True)
        images, labels = decode(files(data))
        np.save(image_file, images)
        np.save(label_file, labels)
    return np.load(image_file, mmap_mode="r"), torch.from_numpy(np.load(label_file))
