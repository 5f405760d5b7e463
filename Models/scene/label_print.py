#!/usr/bin/env python3
"""Says in a scene classifier's metadata what Osprey's feature print is in it, and puts its digest into the catalogue.

  python3 Models/scene/label_print.py Models/scene/Scene.mlmodel --version 1 --size 112 [--layer NAME --dimension N] [--power 0.5]

The print is what the last inner product reads where no layer is named. With a power it is that array's numbers, which must not be negative,
raised to it, by a layer that is added beside the classifier: 0.5 lets small numbers count for more. Needs coremltools.
"""
import argparse
import hashlib
import json
import pathlib

from coremltools.proto import Model_pb2


def raised(network, layer, dimension, power):
    """Adds a layer that raises `layer` to a power; returns the name and the length of its output."""
    products = [layer for layer in network.layers if layer.WhichOneof("layer") == "innerProduct"]
    source, length = layer or products[-1].input[0], dimension or products[-1].innerProduct.inputChannels
    name = f"{source}_power"
    if all(layer.name != name for layer in network.layers):
        place = max(index for index, layer in enumerate(network.layers) if source in layer.output) + 1
        added = type(network.layers[0])(name=name, input=[source], output=[name])
        added.unary.type, added.unary.alpha, added.unary.scale = added.unary.POWER, power, 1
        network.layers.insert(place, added)
    return name, length


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("--version", type=int, required=True, help="another network is another version: classifiers refer to it")
    parser.add_argument("--size", type=int, required=True, help="the side in pixels of the images that the print is of")
    parser.add_argument("--layer", help="the name of the array that is the print")
    parser.add_argument("--dimension", type=int, help="its length")
    parser.add_argument("--power", type=float, help="raise its numbers to this power")
    arguments = parser.parse_args()
    model = Model_pb2.Model()
    model.ParseFromString(arguments.model.read_bytes())
    layer, dimension = arguments.layer, arguments.dimension
    if arguments.power:
        layer, dimension = raised(model.neuralNetworkClassifier, layer, dimension, arguments.power)
    values = {"version": arguments.version, "size": arguments.size, "layer": layer, "dimension": dimension}
    for key, value in values.items():
        if value is not None:
            model.description.metadata.userDefined[f"osprey.featurePrint.{key}"] = str(value)
    data = model.SerializeToString(deterministic=True)
    arguments.model.write_bytes(data)
    catalog = arguments.model.resolve().parent.parent / "catalog.json"
    text = catalog.read_text()
    name = arguments.model.resolve().relative_to(catalog.parent).as_posix()
    entry = next(entry for entry in json.loads(text)["models"] if entry["file"] == name)
    catalog.write_text(text.replace(entry["sha256"], hashlib.sha256(data).hexdigest()))


if __name__ == "__main__":
    main()
