#!/usr/bin/env python3
"""Says in a scene classifier's metadata what Osprey's feature print is in it, and puts its digest into the catalogue.

  python3 Models/scene/label_print.py Models/scene/Scene.mlmodel --version 1 --size 112 [--layer NAME --dimension N]

The print is what the last inner product reads where no layer is named. Needs coremltools.
"""
import argparse
import hashlib
import json
import pathlib

from coremltools.proto import Model_pb2


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("--version", type=int, required=True, help="another network is another version: classifiers refer to it")
    parser.add_argument("--size", type=int, required=True, help="the side in pixels of the images that the print is of")
    parser.add_argument("--layer", help="the name of the array that is the print")
    parser.add_argument("--dimension", type=int, help="its length")
    arguments = parser.parse_args()
    model = Model_pb2.Model()
    model.ParseFromString(arguments.model.read_bytes())
    values = {"version": arguments.version, "size": arguments.size, "layer": arguments.layer, "dimension": arguments.dimension}
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
