"""Writes a trained branch as a Core ML model.

    python export.py attention --checkpoint CHECKPOINT [--model Attention.mlmodel]
    python export.py objectness --checkpoint CHECKPOINT [--model Objectness.mlmodel]
"""

import argparse
import pathlib
import sys
import typing

import coremltools
import numpy as np
import torch
from coremltools.models import datatypes
from coremltools.models.neural_network import NeuralNetworkBuilder
from coremltools.models.utils import convert_double_to_float_multiarray_type, save_spec

from readout import BLUR, Attention, Objectness
from sets import GRID
from trunk import MAPS, NETWORKS

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from coreml import update_catalog

FOLDER = pathlib.Path(__file__).resolve().parent


class Kind(typing.NamedTuple):
    """The facts of the model of a branch."""
    network: type
    file: str
    description: str
    licence: str


KINDS = {
    "attention": Kind(
        Attention, "Attention.mlmodel", "Where people look in a photograph, read from the maps of the open feature print's network.",
        "Apache License 2.0"),
    "objectness": Kind(
        Objectness, "Objectness.mlmodel", "Which parts of a photograph show an object, read from the scene model's maps.",
        "Non-commercial research and education only, as the scene model whose maps it reads."),
}


def add_convolution(builder, name, convolution, source):
    weight = convolution.weight.detach().numpy()
    outputs, inputs, height, width = weight.shape
    has_bias = convolution.bias is not None
    builder.add_convolution(
        name, inputs, outputs, height, width, 1, 1, "same", 1, weight.transpose(2, 3, 1, 0),
        convolution.bias.detach().numpy() if has_bias else None, has_bias, input_name=source, output_name=name)
    return name


def add_branch(builder, branch, name):
    parts = []
    for index, (source, (_, side)) in enumerate(MAPS.items()):
        part = add_convolution(builder, f"{name}_project{index}", branch.project[index], source)
        if side < GRID:
            builder.add_upsample(
                f"{part}_fine", GRID // side, GRID // side, part, f"{part}_fine", "BILINEAR", linear_upsample_mode="ALIGN_CORNERS_FALSE")
            part = f"{part}_fine"
        parts.append(part)
    builder.add_elementwise(f"{name}_sum", parts, f"{name}_sum", "ADD")
    builder.add_activation(f"{name}_relu1", "RELU", f"{name}_sum", f"{name}_relu1")
    x = add_convolution(builder, f"{name}_mix", branch.mix, f"{name}_relu1")
    builder.add_activation(f"{name}_relu2", "RELU", x, f"{name}_relu2")
    return add_convolution(builder, f"{name}_head", branch.head, f"{name}_relu2")


def build(name, model):
    inputs = [(source, datatypes.Array(channels, side, side)) for source, (channels, side) in MAPS.items()]
    builder = NeuralNetworkBuilder(inputs, [(name, datatypes.Array(1, GRID, GRID))])
    x = add_branch(builder, model.branch, name)
    if name == "objectness":
        builder.add_activation("objectness_probability", "SIGMOID", x, name)
    else:
        add_density(builder, model, x)
    return builder.spec


def add_density(builder, model, source):
    """Adds the blur, the map that is the same for all photographs, and the probabilities, which add up to one."""
    kernel = model.kernel().detach().numpy()
    builder.add_convolution(
        "attention_blur", 1, 1, BLUR, BLUR, 1, 1, "same", 1, kernel.transpose(2, 3, 1, 0), None, False, input_name=source,
        output_name="attention_blur")
    builder.add_bias(
        "attention_prior", model.prior.detach().numpy().reshape(1, GRID, GRID), "attention_blur", "attention_prior", [1, GRID, GRID])
    builder.add_flatten("attention_cells", 0, "attention_prior", "attention_cells")
    builder.add_softmax("attention_density", "attention_cells", "attention_density")
    builder.add_reshape("attention_map", "attention_density", "attention", (1, GRID, GRID), 0)


def store_as_float16(spec):
    """Converts the weights of convolutions to 16-bit floats."""
    for layer in spec.neuralNetwork.layers:
        if layer.WhichOneof("layer") == "convolution":
            weights = layer.convolution.weights
            values = np.array(weights.floatValue, np.float16)
            weights.ClearField("floatValue")
            weights.float16Value = values.tobytes()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("branch", choices=list(KINDS))
    parser.add_argument("--checkpoint", type=pathlib.Path, required=True)
    parser.add_argument("--model", type=pathlib.Path, help="file to write")
    options = parser.parse_args()
    kind = KINDS[options.branch]
    file = options.model or FOLDER / kind.file
    model = kind.network()
    model.load_state_dict(torch.load(options.checkpoint, weights_only=True)[options.branch])
    spec = build(options.branch, model.eval())
    convert_double_to_float_multiarray_type(spec)
    store_as_float16(spec)
    metadata = spec.description.metadata
    metadata.author = "Osprey"
    metadata.license = kind.licence
    metadata.shortDescription = kind.description
    metadata.versionString = "1.0"
    read = coremltools.utils.load_spec(str(NETWORKS[options.branch])).description.metadata
    metadata.userDefined["osprey.readOut.featurePrint.version"] = read.userDefined["osprey.featurePrint.version"]
    save_spec(spec, str(file))
    update_catalog(file)
    print(f"{file}: {file.stat().st_size} bytes, {sum(p.numel() for p in model.parameters())} parameters")


if __name__ == "__main__":
    main()
