"""The scene model's network and its preprocessing, and layers that other models' scripts share."""

import torch
import torch.nn.functional as F
from torch import nn

INPUT_SIZE = 128
STEM_WIDTH = 32
# The stages: kernel side, expansion, channels, blocks, stride of the first block.
STAGES = ((3, 1, 16, 1, 1), (3, 6, 24, 2, 2), (5, 6, 40, 2, 2), (3, 6, 80, 3, 2), (5, 6, 112, 3, 1), (5, 6, 192, 4, 2), (3, 6, 320, 1, 1))
TOP_WIDTH = 1280
PRINT_VERSION = 4  # of the feature print: another network is another version
OPEN_PRINT_VERSION = 1001  # of the print that products may use; its versions begin there
PRINT_SIDE = 256  # of the images that the feature print is taken of

PRINT_BLOCKS = (4, 7, 10, 14, 15)  # the print is of the top and of these blocks' outputs
PRINT_SCALE = 0.1  # of the latter in the print

# input = (pixel - MEAN) / DEVIATION.
MEAN = 127.0
DEVIATION = 128.0


class ConvolutionUnit(nn.Module):
    """A convolution, batch normalisation and a rectifier."""

    def __init__(self, inputs, outputs, kernel, stride):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, x):
        return F.relu(self.norm(self.conv(x)))


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


class PyramidEncoder(nn.Module):
    """The encoder below `pyramid`: a stem of stride 4, stages of residual blocks that halve the resolution, and lateral convolutions."""

    def __init__(self, widths, depths, pyramid_width):
        super().__init__()
        self.stem = nn.Sequential(ConvolutionUnit(3, 16, 3, 2), ConvolutionUnit(16, 24, 3, 2))
        self.stages = nn.ModuleList()
        inputs = 24
        for width, depth in zip(widths, depths):
            blocks = [ResidualBlock(inputs, width, 2)] + [ResidualBlock(width, width, 1) for _ in range(depth - 1)]
            self.stages.append(nn.Sequential(*blocks))
            inputs = width
        self.laterals = nn.ModuleList([nn.Conv2d(width, pyramid_width, 1) for width in widths])


def stage_results(model, x):
    """The results of a network's stages, the finest first."""
    x = model.stem(x)
    levels = []
    for stage in model.stages:
        x = stage(x)
        levels.append(x)
    return levels


def pyramid(model, x):
    """The pyramid of a network's stages for a picture."""
    return pyramid_of(model, stage_results(model, x))


def pyramid_of(model, levels):
    """The results of a network's stages, each brought to one width by its lateral convolution and with the coarser ones added, enlarged; the
    finest first."""
    tops = [model.laterals[-1](levels[-1])]
    for level, lateral in zip(levels[-2::-1], list(model.laterals)[-2::-1]):
        tops.insert(0, lateral(level) + F.interpolate(tops[0], scale_factor=2, mode="nearest"))
    return tops


class SameConvolution(nn.Conv2d):
    """A convolution whose output has the input's sides divided by the stride; what an odd border has more is below and on the right."""

    def forward(self, x):
        borders = []
        for side, kernel, stride in zip(x.shape[:1:-1], self.kernel_size[::-1], self.stride[::-1]):
            border = max((-(-side // stride) - 1) * stride + kernel - side, 0)
            borders += [border // 2, border - border // 2]
        return F.conv2d(F.pad(x, borders), self.weight, None, self.stride, groups=self.groups)


class InvertedUnit(nn.Module):
    """A convolution, batch normalisation and, unless it is linear, a rectifier with the limit 6."""

    def __init__(self, inputs, outputs, kernel, stride=1, groups=1, is_linear=False):
        super().__init__()
        self.conv = SameConvolution(inputs, outputs, kernel, stride, groups=groups, bias=False)
        self.norm = nn.BatchNorm2d(outputs, eps=1e-3)
        self.is_linear = is_linear

    def forward(self, x):
        x = self.norm(self.conv(x))
        return x if self.is_linear else F.relu6(x)


class InvertedBlock(nn.Module):
    """An inverted residual: channels are made many, each is convolved alone, and they are made few again, without a rectifier."""

    def __init__(self, inputs, outputs, kernel, expansion, stride):
        super().__init__()
        inner = inputs * expansion
        self.units = nn.Sequential()
        if expansion != 1:
            self.units.append(InvertedUnit(inputs, inner, 1))
        self.units.append(InvertedUnit(inner, inner, kernel, stride, inner))
        self.units.append(InvertedUnit(inner, outputs, 1, is_linear=True))
        self.adds = stride == 1 and inputs == outputs

    def forward(self, x):
        return x + self.units(x) if self.adds else self.units(x)


class SceneNet(nn.Module):
    """Inverted residual blocks between a stem of stride 2 and a wide 1x1 convolution, with the shape of EfficientNet-Lite0."""

    def __init__(self):
        super().__init__()
        self.stem = InvertedUnit(3, STEM_WIDTH, 3, 2)
        self.blocks = nn.ModuleList()
        inputs = STEM_WIDTH
        for kernel, expansion, width, depth, stride in STAGES:
            for index in range(depth):
                self.blocks.append(InvertedBlock(inputs, width, kernel, expansion, stride if index == 0 else 1))
                inputs = width
        self.widen = InvertedUnit(inputs, TOP_WIDTH, 1)

    def forward(self, x):
        """The outputs of all blocks, and the means of the last convolution over all places, for normalised images, N x 3 x H x W."""
        x, outputs = self.stem(x), []
        for block in self.blocks:
            x = block(x)
            outputs.append(x)
        return outputs, self.widen(x).mean((2, 3))


def print_of(outputs, top):
    """The feature print, of what the network gives."""
    return torch.cat([top.sqrt(), *(PRINT_SCALE * outputs[index].mean((2, 3)) for index in PRINT_BLOCKS)], 1)


def print_length():
    widths = [width for _, _, width, depth, _ in STAGES for _ in range(depth)]
    return TOP_WIDTH + sum(widths[index] for index in PRINT_BLOCKS)


def load_trunk(path):
    """The network of the file that `train.py` writes."""
    model = SceneNet()
    model.load_state_dict({name: value.float() for name, value in torch.load(path, map_location="cpu")["trunk"].items()})
    return model.eval()


def normalise(pixels):
    """Pixel values (0 to 255, N x 3 x H x W, any type) as network input."""
    return (pixels.float() - MEAN) / DEVIATION


def to_batch(images):
    """A uint8 array N x H x W x 3 as a tensor N x 3 x H x W, no copy."""
    return torch.from_numpy(images).permute(0, 3, 1, 2)


def accuracy(logits, labels, top=1):
    """The share of rows whose label is among the `top` largest logits."""
    best = logits.topk(top, 1).indices
    return (best == labels[:, None]).any(1).float().mean().item()
