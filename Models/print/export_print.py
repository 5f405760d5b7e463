"""Exports a trunk alone, as a feature print that products may use.

    python ../scene/sets.py --sets SETS --packed PACKED --permitted
    python ../scene/train.py --packed PACKED
    python ../scene/solve.py --packed PACKED
    python export_print.py --packed PACKED

Batch normalisation is folded into the convolutions.  Their weights are quantized, those of the depthwise convolutions are 16-bit floats.  The file
that was written is then evaluated on held-out pictures by an independent interpreter of its layers.
"""

import argparse
import sys
from pathlib import Path

import cv2
import numpy as np
import torch
from coremltools.models import datatypes
from coremltools.models.neural_network import NeuralNetworkBuilder
from coremltools.proto import FeatureTypes_pb2

MODELS = Path(__file__).resolve().parents[1]
sys.path += [str(MODELS), str(MODELS / "scene")]
import coreml
import scene
import sets
from export import add_print, describe_print

BITS = 6  # of a weight
LICENCE = (
    "Weights: Apache License 2.0. The photographs of the training are under MIT, CC0, CC BY and Apache 2.0 licences; the card of the model credits "
    "them. The network that taught it is under the Apache License 2.0."
)
DESCRIPTION = (
    "Describes a photograph by a vector that is similar for photographs that look alike: Osprey's feature print, learnt only from photographs "
    "whose licences let products use what is learnt."
)
TEXTS = {"image": f"The photograph, scaled to {scene.PRINT_SIDE} by {scene.PRINT_SIDE} pixels", "featurePrint": "The feature print"}


def build(model):
    """The Core ML specification of the trunk."""
    side = scene.PRINT_SIDE
    builder = NeuralNetworkBuilder([("image", datatypes.Array(3, side, side))], [("featurePrint", datatypes.Array(scene.print_length()))])
    add_print(builder, model)
    builder.spec.description.output[0].type.multiArrayType.dataType = FeatureTypes_pb2.ArrayFeatureType.FLOAT32
    coreml.describe(builder.spec, DESCRIPTION, TEXTS, LICENCE, "1.0")
    describe_print(builder.spec.description.metadata, scene.OPEN_PRINT_VERSION)
    return builder.spec


def held_out(packed, count):
    """Some held-out pictures at the print's side."""
    pictures = sets.Packed(packed)
    chosen = np.flatnonzero(pictures.held)[:count]
    return np.stack([cv2.resize(pictures.pixels(number), (scene.PRINT_SIDE, scene.PRINT_SIDE), interpolation=cv2.INTER_AREA) for number in chosen])


@torch.no_grad()
def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--packed", type=Path, required=True, help="the folder of sets.py")
    parser.add_argument("--trunk", type=Path, default=Path("checkpoint/solved.pt"))
    parser.add_argument("--model", type=Path, default=Path("OpenFeaturePrint.mlmodel"), help="file to write")
    parser.add_argument("--bits", type=int, default=BITS, help="of a weight")
    parser.add_argument("--limit", type=int, default=64, help="held-out pictures")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    model = scene.load_trunk(options.trunk)
    written = coreml.store(build(model), options.model, is_quantized=True, bits=options.bits)
    images = held_out(options.packed, options.limit)
    found = torch.from_numpy(coreml.evaluated(written, images)["featurePrint"]).flatten(1)
    exact = scene.print_of(*model(scene.normalise(scene.to_batch(images))))
    cosines = torch.nn.functional.cosine_similarity(found, exact)
    print(f"cosine to the print of the float32 network, of {len(images)} held-out pictures: {cosines.mean():.5f}, least {cosines.min():.5f}")


if __name__ == "__main__":
    main()
