#!/usr/bin/env python3
"""Writes the fixtures beside this file: how coremltools reads the models in ../shared/data/models, and a weight file of its own.

    pip install coremltools==9.0
    python3 make_fixtures.py ../../../../shared/data/models
"""
import json
import pathlib
import sys

import numpy as np
from coremltools.libmilstoragepython import _BlobStorageWriter as Writer
from coremltools.proto import Model_pb2

HERE = pathlib.Path(__file__).resolve().parent


def weights(params):
    values = np.asarray(params.floatValue, np.float64)
    return {"count": len(values), "sum": float(values.sum()), "float16Bytes": len(params.float16Value), "rawBytes": len(params.rawValue),
            "bits": params.quantization.numberOfBits,
            "scaleSum": float(np.asarray(params.quantization.linearQuantization.scale, np.float64).sum())}


def layer_summary(layer):
    kind = layer.WhichOneof("layer")
    summary = {"name": layer.name, "input": list(layer.input), "output": list(layer.output), "kind": kind.lower()}
    if kind == "convolution":
        c = layer.convolution
        summary["convolution"] = {"outputChannels": c.outputChannels, "kernelChannels": c.kernelChannels, "groups": c.nGroups,
                                  "kernelSize": list(c.kernelSize), "stride": list(c.stride), "dilation": list(c.dilationFactor),
                                  "padding": c.WhichOneof("ConvolutionPaddingType") or "", "isDeconvolution": c.isDeconvolution,
                                  "weights": weights(c.weights), "bias": weights(c.bias)}
    return summary


def model_summary(path):
    model = Model_pb2.Model()
    model.ParseFromString(path.read_bytes())
    kind = model.WhichOneof("Type")
    summary = {"file": path.name, "specificationVersion": model.specificationVersion, "kind": kind,
               "inputs": [f.name for f in model.description.input], "outputs": [f.name for f in model.description.output],
               "inputKinds": [f.type.WhichOneof("Type") for f in model.description.input],
               "inputShapes": [list(f.type.multiArrayType.shape) for f in model.description.input], "layers": []}
    if kind.startswith("neuralNetwork"):
        summary["layers"] = [layer_summary(layer) for layer in getattr(model, kind).layers]
    if kind == "treeEnsembleRegressor":
        nodes = model.treeEnsembleRegressor.treeEnsemble.nodes
        summary["nodes"] = {"count": len(nodes), "leaves": sum(n.nodeBehavior == 6 for n in nodes),
                            "values": float(sum(n.branchFeatureValue for n in nodes if n.branchFeatureValue == n.branchFeatureValue)),
                            "leafValues": float(sum(e.evaluationValue for n in nodes for e in n.evaluationInfo))}
    return summary


models = ["Es2EnCharDecoder16Bit", "GestureClassifier", "PlayerActionClassifier", "PoseNetMobileNet075S16FP16", "human_pose_8bit",
          "style_mosaic", "Tiny8x8Classifier", "trees_happy_sunday", "MarsHabitatPricer_tiny", "HealthySnacks_createml"]
rows = [model_summary(pathlib.Path(sys.argv[1]) / f"{name}.mlmodel") for name in models]
(HERE / "models.json").write_text("[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]\n")

path = HERE / "weights.bin"
writer = Writer(str(path))
offsets = {"float32": writer.write_float_data(np.array([0, 1, -2.5, np.inf], np.float32)),
           "uint8": writer.write_uint8_data(np.array([0, 128, 255], np.uint8)),
           "float16": writer.write_fp16_data(np.arange(33, dtype=np.float16).view(np.uint16)),
           "int8": writer.write_int8_data(np.arange(-35, 35, dtype=np.int8)),
           "int32": writer.write_int32_data(np.array([-1, 2**31 - 1], np.int32)),
           "uint4": writer.write_uint4_data(np.array([1, 2, 3, 4, 5], np.uint8)),
           "uint3": writer.write_uint3_data(np.array([7, 0, 5], np.uint8)),
           "uint1": writer.write_uint1_data(np.array([1, 0, 1, 1, 0, 0, 0, 0, 1], np.uint8))}
del writer
(HERE / "weights.json").write_text(json.dumps(offsets) + "\n")
