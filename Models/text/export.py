"""Exports checkpoints of the training scripts as Core ML neural networks.

    python export.py detector --checkpoint checkpoint/detector.pt --model TextLines.mlmodel
    python export.py recognizer --checkpoint checkpoint/recognizer.pt --model TextReader.mlmodel --calibration 1.05 1.2
                               [--start checkpoint/start.pt --share 0.8]

The two numbers of `--calibration` are what calibrate.py prints.  With `--start` the weights are blended with those that the training began with, which keeps more of what the network knew before.
Batch normalisation is folded into the convolutions and the weights are quantized to 8 bits.  The file that was written is then evaluated by an
independent interpreter of its layers.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
import torch
from coremltools.models import datatypes
from coremltools.models.neural_network import NeuralNetworkBuilder, flexible_shape_utils
from coremltools.proto import FeatureTypes_pb2

import alphabet
import networks

sys.path.append(str(Path(__file__).resolve().parents[1]))
from coreml import add_relu, describe, evaluated, folded, store

LICENCE = "Weights: Apache License 2.0. Learnt from rendered text and from photographs whose licences permit products."
VERSION = "1.0"
SIDE = 640  # pixels of the detector's usual input
LEAST_SIDE, MOST_SIDE = 32, 4096
LINE, LEAST_LINE, MOST_LINE = 320, 8, 8192  # widths of the recogniser's input


def builder_for(height, width, outputs):
    """A builder for a network of a grey picture."""
    return NeuralNetworkBuilder([("image", datatypes.Array(1, height, width))], [(n, datatypes.Array(*s)) for n, s in outputs])


def takes_grey(builder, height, width, heights, widths, bias=0.0, scale=1.0):
    """Makes the input a grey picture with a range of sizes."""
    builder.set_pre_processing_parameters(image_input_names=["image"], gray_bias=bias, image_scale=scale)
    image = builder.spec.description.input[0].type.imageType
    image.width, image.height, image.colorSpace = width, height, FeatureTypes_pb2.ImageFeatureType.GRAYSCALE
    sizes = flexible_shape_utils.NeuralNetworkImageSizeRange()
    sizes.add_height_range(heights)
    sizes.add_width_range(widths)
    flexible_shape_utils.update_image_size_range(builder.spec, "image", sizes)


def add_unit(builder, name, unit, source):
    """Adds a unit; returns the name of its output."""
    weights, biases = folded(unit.convolution, unit.norm)
    x = add_weights(builder, name, weights, biases, unit.convolution.stride, unit.convolution.padding, source, unit.convolution.groups)
    return add_relu(builder, f"{name}_relu", x) if unit.rectifies else x


def add_weights(builder, name, weights, biases, stride, padding, source, groups=1):
    outputs, inputs, height, width = weights.shape
    builder.add_convolution(
        name, inputs, outputs, height, width, *stride, "valid", groups, weights.transpose(2, 3, 1, 0), biases,
        True, input_name=source, output_name=name, padding_top=padding[0], padding_bottom=padding[0], padding_left=padding[1],
        padding_right=padding[1])
    return name


def add_plain(builder, name, convolution, source):
    """Adds a convolution without normalisation."""
    return add_weights(builder, name, convolution.weight.detach().numpy(), convolution.bias.detach().numpy(), convolution.stride,
                       convolution.padding, source)


def add_transposed(builder, name, convolution, source):
    """Adds a transposed convolution without normalisation."""
    weights = convolution.weight.detach().numpy()
    inputs, outputs, height, width = weights.shape
    builder.add_convolution(
        name, inputs, outputs, height, width, *convolution.stride, "valid", 1, weights.transpose(2, 3, 0, 1), convolution.bias.detach().numpy(),
        True, is_deconv=True, input_name=source, output_name=name)
    return name


def add_stages(builder, name, stages, source):
    """Adds units and residual units one after another."""
    for number, stage in enumerate(stages, 1):
        own = f"{name}{number}"
        if isinstance(stage, networks.Residual):
            y = add_unit(builder, own, stage.unit, source)
            builder.add_elementwise(f"{own}_add", [y, source], f"{own}_add", "ADD")
            source = f"{own}_add"
        else:
            source = add_unit(builder, own, stage, source)
    return source


def build_recognizer(model):
    """The Core ML specification of a trained recogniser."""
    steps = LINE // networks.STEP
    builder = builder_for(networks.HEIGHT, LINE, [("probabilities", (networks.CLASSES, 1, steps))])
    builder.add_mvn("normalised", "image", "normalised", across_channels=True, normalize_variance=True, epsilon=networks.FLAT)
    x = "normalised"
    for number, stage in enumerate(model.stages, 1):
        x = add_stages(builder, f"stage{number}_", stage, x)
    for number, mixer in enumerate(model.mixers, 1):
        y = x
        for part in ("look", "wide", "narrow"):
            y = add_unit(builder, f"mixer{number}_{part}", getattr(mixer, part), y)
        builder.add_elementwise(f"mixer{number}_add", [y, x], f"mixer{number}_add", "ADD")
        x = f"mixer{number}_add"
    builder.add_softmax("probabilities", add_transposed(builder, "logits", model.head, x), "probabilities")
    takes_grey(builder, networks.HEIGHT, LINE, (networks.HEIGHT, networks.HEIGHT), (LEAST_LINE, MOST_LINE))
    return builder.spec


def build_detector(model):
    """The Core ML specification of a trained detector."""
    cells = SIDE // networks.STRIDE
    builder = builder_for(SIDE, SIDE, [("lines", (1, cells, cells)), ("directions", (2, cells // 2, cells // 2))])
    x, levels = add_unit(builder, "stem", model.stem, "image"), []
    for number, (stage, lateral) in enumerate(zip(model.stages, model.laterals), 1):
        x = add_stages(builder, f"stage{number}_", stage, x)
        levels.append(add_unit(builder, f"lateral{number}", lateral, x))
    top = levels[-1]
    for number, level, smooth in zip((3, 2, 1), reversed(levels[:3]), model.smooth):
        builder.add_upsample(f"above{number}", 2, 2, top, f"above{number}", "NN")
        builder.add_elementwise(f"top{number}", [level, f"above{number}"], f"top{number}", "ADD")
        top = add_unit(builder, f"smooth{number}", smooth, f"top{number}")
    middle = add_plain(builder, "middle", model.middle, top)
    builder.add_reorganize_data("spread", middle, "spread", "PIXEL_SHUFFLE", 2)
    builder.add_activation("lines", "SIGMOID", "spread", "lines")
    add_plain(builder, "directions", model.direction, top)
    takes_grey(builder, SIDE, SIDE, (LEAST_SIDE, MOST_SIDE), (LEAST_SIDE, MOST_SIDE), -1.0, 1 / 127.5)
    return builder.spec


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("network", choices=["detector", "recognizer"])
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True, help="file to write")
    parser.add_argument("--start", type=Path, help="the checkpoint that the training began with")
    parser.add_argument("--share", type=float, default=0.8, help="of the trained weights, where there is a start")
    parser.add_argument("--calibration", type=float, nargs=2, metavar=("SLOPE", "OFFSET"), default=(1, 0), help="of the recogniser, as calibrate.py says")
    options = parser.parse_args()
    state = torch.load(options.checkpoint, weights_only=True)
    weights = state["average"]
    if options.start:
        weights = blended(torch.load(options.start, weights_only=True)["average"], weights, options.share)
    model = {"detector": networks.Detector, "recognizer": networks.Recognizer}[options.network]()
    model.load_state_dict(weights)
    model.eval()
    if options.network == "recognizer":
        spec = build_recognizer(model)
        describe(spec, "Reads a line of text in Latin, Greek or Cyrillic letters.", {
            "image": f"The line, {networks.HEIGHT} pixels high",
            "probabilities": f"For every {networks.STEP} pixels the probability that nothing begins there, and of each character",
        }, LICENCE, VERSION)
        spec.description.metadata.userDefined["osprey.text.characters"] = alphabet.CHARACTERS
        spec.description.metadata.userDefined["osprey.text.calibration"] = "{:g} {:g}".format(*options.calibration)
    else:
        spec = build_detector(model)
        describe(spec, "Finds lines of text of any direction.", {
            "image": "The picture; both sides are multiples of 32 pixels",
            "lines": f"How likely it is that the middle of a line runs through a cell of {networks.STRIDE} pixels",
            "directions": "The direction of reading, to the right and down, in a cell of twice that size",
        }, LICENCE, VERSION)
    spec = store(spec, options.model, is_quantized=True)
    print(f"{state['seen']} seen in {state['minutes']:.0f} min; difference from the float32 network {difference(spec, model):.4f}")


def blended(start, end, share):
    """Weights and statistics between those of two checkpoints."""
    return {name: torch.lerp(start[name], value, share) if value.is_floating_point() else value for name, value in end.items()}


@torch.no_grad()
def difference(spec, model):
    """How far the first output of the specification is from the network's at most, for pictures of noise."""
    is_line = isinstance(model, networks.Recognizer)
    height, width = (networks.HEIGHT, LINE) if is_line else (SIDE, SIDE)
    images = np.random.default_rng(0).integers(0, 255, (2, height, width, 1)).astype(np.uint8)
    x = torch.from_numpy(images).permute(0, 3, 1, 2).float()
    if is_line:
        return abs(evaluated(spec, images)["probabilities"][:, :, 0] - model(networks.normalised(x)).softmax(1).numpy()).max()
    return abs(evaluated(spec, images)["lines"] - model(x / 127.5 - 1)[0].sigmoid().numpy()).max()


if __name__ == "__main__":
    main()
