"""The two networks of text: the detector of lines and the recogniser of what they say."""

import torch
import torch.nn.functional as F
from torch import nn

import alphabet

HEIGHT = 32  # pixels of a line
FLAT = 64.0  # what is added to the variance of a line
PLACE = 4  # pixels of a line for each place where the recogniser looks
ANSWERS = 2  # of each place
STEP = PLACE // ANSWERS  # pixels of a line for each answer
CLASSES = len(alphabet.CHARACTERS) + 1
WIDTHS = (24, 48, 96, 144, 192)  # channels of the recogniser's five stages
DEPTHS = (0, 1, 2, 2, 0)  # residual convolutions of these
MIXERS, REACH = 7, 11  # blocks that look along the line, and how many places each sees

STRIDE = 2  # pixels of a cell of the detector's map of lines
CHANNELS = (16, 32, 64, 96, 128)  # of the detector's five resolutions
BLOCKS = (2, 3, 3, 3)  # residual convolutions of the four coarser resolutions
QUIET = 0.05  # how strong a residual convolution is at first
PYRAMID = 32
SHRINK = 0.25  # how far the marked middle of a line is from its edges, in line heights


class Unit(nn.Module):
    """A convolution, batch normalisation and, unless it ends a branch, a rectifier.

    What comes in as bfloat16 is computed as such, with the normalisation's statistics as they are, which then are part of the convolution.
    """

    def __init__(self, inputs, outputs, size=(3, 3), stride=1, padding=None, groups=1, rectifies=True):
        super().__init__()
        size = (size, size) if isinstance(size, int) else size
        padding = (size[0] // 2, size[1] // 2) if padding is None else padding
        self.convolution = nn.Conv2d(inputs, outputs, size, stride, padding, groups=groups, bias=False)
        self.norm = nn.BatchNorm2d(outputs)
        self.rectifies = rectifies

    def forward(self, x):
        if x.dtype == torch.bfloat16:
            scale = self.norm.weight / (self.norm.running_var + self.norm.eps).sqrt()
            y = convolved(x, self.convolution, self.convolution.weight * scale[:, None, None, None], self.norm.bias - self.norm.running_mean * scale)
        else:
            y = self.norm(self.convolution(x))
        return F.relu(y, inplace=True) if self.rectifies else y


class AlongLine(torch.autograd.Function):
    """A depthwise convolution along a line; its weights' gradient is a sum of products, which takes a third of PyTorch's time in bfloat16."""

    @staticmethod
    def forward(context, x, weights):
        context.save_for_backward(x, weights)
        return F.conv2d(x, weights, padding=(0, weights.shape[3] // 2), groups=len(weights))

    @staticmethod
    def backward(context, gradient):
        x, weights = context.saved_tensors
        reach = weights.shape[3]
        inner = F.conv2d(gradient, weights.flip(3), padding=(0, reach // 2), groups=len(weights))
        wide = F.pad(x, (reach // 2, reach // 2))
        sums = [(wide[..., place:place + x.shape[3]] * gradient).sum((0, 2, 3)) for place in range(reach)]
        return inner, torch.stack(sums, 1)[:, None, None]


def convolved(x, convolution, weights, biases):
    """A convolution with other weights and biases, in the precision of its input."""
    if convolution.groups > 1 and convolution.kernel_size[0] == 1:
        return AlongLine.apply(x, weights.to(x.dtype)) + biases.to(x.dtype)[:, None, None]
    return F.conv2d(x, weights.to(x.dtype), biases.to(x.dtype), convolution.stride, convolution.padding, groups=convolution.groups)


class Residual(nn.Module):
    """A rectified convolution that is added to what goes in.

    It begins nearly as the identity, so that it can be added to a network that has learnt.
    """

    def __init__(self, channels, size=(3, 3)):
        super().__init__()
        self.unit = Unit(channels, channels, size)
        nn.init.constant_(self.unit.norm.weight, QUIET)

    def forward(self, x):
        return x + self.unit(x)


class Mixer(nn.Module):
    """Lets each place of a line look at its neighbours: a depthwise convolution along the line, then two of one place.

    It begins as the identity, so that it can be added to a network that has learnt.
    """

    def __init__(self, channels, reach):
        super().__init__()
        self.look = Unit(channels, channels, (1, reach), groups=channels, rectifies=False)
        self.wide = Unit(channels, 2 * channels, 1)
        self.narrow = Unit(2 * channels, channels, 1, rectifies=False)
        nn.init.zeros_(self.narrow.norm.weight)

    def forward(self, x):
        return x + self.narrow(self.wide(self.look(x)))


class Recognizer(nn.Module):
    """Reads a line: logits of the classes for every STEP pixels, N × CLASSES × W / STEP.

    Two equal letters that follow each other need three answers, so a place of PLACE pixels gives several.
    """

    def __init__(self):
        super().__init__()
        a, b, c, d, e = WIDTHS
        reductions = (Unit(1, a, stride=2), Unit(a, b, stride=2), Unit(b, c, stride=(2, 1)), Unit(c, d, stride=(2, 1)), Unit(d, e, (2, 3), padding=(0, 1)))
        self.stages = nn.Sequential(*(
            nn.Sequential(reduction, *(Residual(width) for _ in range(depth))) for reduction, width, depth in zip(reductions, WIDTHS, DEPTHS)))
        self.mixers = nn.Sequential(*(Mixer(e, REACH) for _ in range(MIXERS)))
        self.head = nn.ConvTranspose2d(e, CLASSES, (1, ANSWERS), (1, ANSWERS))
        nn.init.constant_(self.head.bias, 0)
        with torch.no_grad():
            self.head.bias[alphabet.BLANK] = 2

    def forward(self, x):
        x = self.mixers(self.stages(x))[:, :, 0]
        # The transposed convolution as a product of matrices, which processors compute faster.
        weights, biases = self.head.weight[:, :, 0].flatten(1).t(), self.head.bias.repeat_interleave(ANSWERS)
        y = F.conv1d(x, weights[:, :, None].to(x.dtype), biases.to(x.dtype))
        return y.unflatten(1, (CLASSES, ANSWERS)).transpose(2, 3).flatten(2)


class Detector(nn.Module):
    """Finds lines: the logit of a line's middle for every STRIDE pixels, and the direction of reading for every 2 × STRIDE pixels.

    The five resolutions of a residual network are brought together from the coarsest to the second.
    """

    def __init__(self):
        super().__init__()
        self.stem = Unit(1, CHANNELS[0], stride=2)
        self.stages = nn.ModuleList([
            nn.Sequential(Unit(before, own, stride=2), *(Residual(own) for _ in range(count)))
            for before, own, count in zip(CHANNELS, CHANNELS[1:], BLOCKS)])
        self.laterals = nn.ModuleList([Unit(n, PYRAMID, 1, rectifies=False) for n in CHANNELS[1:]])
        self.smooth = nn.ModuleList([Unit(PYRAMID, PYRAMID) for _ in range(3)])
        self.middle = nn.Conv2d(PYRAMID, 4, 3, padding=1)
        self.direction = nn.Conv2d(PYRAMID, 2, 1)
        nn.init.constant_(self.middle.bias, -3)

    def forward(self, x):
        """The logits (N × 1 × H/2 × W/2) and the directions (N × 2 × H/4 × W/4: x to the right and y down) of pictures."""
        x = self.stem(x)
        levels = []
        for stage, lateral in zip(self.stages, self.laterals):
            x = stage(x)
            levels.append(lateral(x))
        top = levels[3]
        for level, smooth in zip(reversed(levels[:3]), self.smooth):
            top = smooth(level + F.interpolate(top, scale_factor=2.0))
        return F.pixel_shuffle(self.middle(top), 2), self.direction(top)


def normalised(lines):
    """Grey lines (N × 1 × H × W, 0 to 255) as the recogniser's input: the values of each line with mean 0 and variance 1.

    Flat lines are not amplified without bound: the variance counts as FLAT more.
    """
    centred = lines - lines.mean((1, 2, 3), keepdim=True)
    return centred / (centred.square().mean((1, 2, 3), keepdim=True) + FLAT).sqrt()
