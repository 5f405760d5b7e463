"""Exports what `train.py` and `classify.py` wrote as a Core ML neural network classifier.

    python export.py --packed PACKED --trunk checkpoint/solved.pt --classifier checkpoint/classifier.pt --model Scene.mlmodel

Batch normalisation is folded into the convolutions.  Their weights are quantized to 8 bits, the others are 16-bit floats.  The file that was
written is then evaluated on held-out pictures by an independent interpreter of its layers.
"""

import argparse
import json
import sys
from pathlib import Path

import coremltools as ct
import cv2
import numpy as np
import torch
from coremltools.models import datatypes
from coremltools.models.neural_network import NeuralNetworkBuilder

sys.path.append(str(Path(__file__).resolve().parents[1]))
import scene
import sets
import taxonomy
from classify import Truths, log_probabilities
from coreml import add_inverted_block, add_inverted_unit, quantize, run_layer, store_as_float16, update_catalog

LICENCE = (
    "Weights: non-commercial research and educational use only, as required by "
    "the terms of ImageNet and of MiniPlaces, from which most of the training photographs come."
)
DESCRIPTION = (
    "Classifies a photograph into categories of animals, objects, food, clothing, people and places. "
    "A network of inverted residuals taught by another of its shape on 48 picture sets; its features are Osprey's feature print."
)


def add_mean(builder, name, source):
    builder.add_pooling(name, 1, 1, 1, 1, "AVERAGE", "VALID", source, name, is_global=True)
    return name


def add_classifier(builder, classifier, lines, source):
    """Adds the logits, and the probabilities: of an identifier the product of the sigmoids of its own logit and its ancestors'."""
    outputs, inputs = classifier["weight"].shape
    # The logarithm of a sigmoid of x is minus the softplus of -x.
    builder.add_inner_product("negative_logits", -classifier["weight"].numpy(), -classifier["bias"].numpy(), inputs, outputs, True, source,
                              "negative_logits")
    builder.add_activation("softplus", "SOFTPLUS", "negative_logits", "softplus")
    builder.add_inner_product("logarithms", -lines, None, outputs, outputs, False, "softplus", "logarithms")
    builder.add_unary("probabilities", "logarithms", "classLabelProbs", "exp")


def add_print(builder, model):
    """Adds the trunk, from whose results the array `featurePrint` is made, and what is done with the pixels before."""
    x, means = add_inverted_unit(builder, "stem", model.stem, "image"), []
    for i, block in enumerate(model.blocks):
        x = add_inverted_block(builder, f"block{i}", block, x)
        if i in scene.PRINT_BLOCKS:
            means.append(add_mean(builder, f"block{i}_mean", x))
    top = add_mean(builder, "top_mean", add_inverted_unit(builder, "widen", model.widen, x))
    builder.add_unary("top_root", top, "top_root", "sqrt")
    builder.add_elementwise("block_means", means, "block_means", "CONCAT")
    builder.add_activation("block_means_scaled", "LINEAR", "block_means", "block_means_scaled", [scene.PRINT_SCALE, 0.0])
    builder.add_elementwise("featurePrint", ["top_root", "block_means_scaled"], "featurePrint", "CONCAT")
    bias = -scene.MEAN / scene.DEVIATION
    builder.set_pre_processing_parameters(
        image_input_names=["image"], is_bgr=False, red_bias=bias, green_bias=bias, blue_bias=bias, image_scale=1 / scene.DEVIATION)


def build(model, classifier, lines, names):
    """The Core ML specification of a trained network."""
    size = scene.INPUT_SIZE
    builder = NeuralNetworkBuilder(
        [("image", datatypes.Array(3, size, size))],
        [("classLabelProbs", datatypes.Array(len(names)))], mode="classifier")
    add_print(builder, model)
    add_classifier(builder, classifier, lines, "featurePrint")
    builder.set_class_labels(names, "classLabel", "classLabelProbs")
    return builder.spec


def describe_print(metadata, version):
    """Says in the metadata where the feature print is."""
    metadata.userDefined["osprey.featurePrint.version"] = str(version)
    metadata.userDefined["osprey.featurePrint.size"] = str(scene.PRINT_SIDE)
    metadata.userDefined["osprey.featurePrint.layer"] = "featurePrint"
    metadata.userDefined["osprey.featurePrint.dimension"] = str(scene.print_length())


def describe(spec):
    """Fills in the metadata and the descriptions of the features."""
    metadata = spec.description.metadata
    metadata.author = "Osprey"
    metadata.license = LICENCE
    metadata.shortDescription = DESCRIPTION
    metadata.versionString = "4.1"
    metadata.userDefined["osprey.parents"] = json.dumps(taxonomy.tree(), separators=(",", ":"))
    describe_print(metadata, scene.PRINT_VERSION)
    texts = {
        "image": f"The photograph, scaled to {scene.INPUT_SIZE} by {scene.INPUT_SIZE} pixels",
        "classLabelProbs": "The probability of each category; a picture may have several, or none",
        "classLabel": "The most probable category, which is a wide one",
    }
    for feature in [*spec.description.input, *spec.description.output]:
        feature.shortDescription = texts[feature.name]


@torch.no_grad()
def probabilities_of(spec, images, batch=200):
    """Probabilities that the specification gives for uint8 images."""
    network = spec.neuralNetworkClassifier
    scaler = network.preprocessing[0].scaler
    bias = torch.tensor([scaler.redBias, scaler.greenBias, scaler.blueBias])
    parts = []
    for start in range(0, len(images), batch):
        x = scene.to_batch(images[start:start + batch]).float() * scaler.channelScale + bias.view(1, 3, 1, 1)
        blobs = {"image": x}
        for layer in network.layers:
            blobs[layer.output[0]] = run_layer(layer, [blobs[name] for name in layer.input])
        parts.append(blobs["classLabelProbs"])
    return torch.cat(parts)


def held_out(packed, limit):
    """Held-out pictures of the labelled sets at the input's size, with their sets' numbers and labels."""
    pictures, side = sets.Packed(packed), scene.INPUT_SIZE
    chosen = np.concatenate([np.flatnonzero(pictures.held & (pictures.sets == number))[:limit] for number in range(len(sets.SETS))])
    images = [cv2.resize(image, (side, side), interpolation=cv2.INTER_AREA if len(image) > side else cv2.INTER_LINEAR)
              for image in map(pictures.pixels, chosen)]
    return np.stack(images), pictures.sets[chosen].astype(int), pictures.labels[chosen].astype(int)


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--packed", type=Path, required=True, help="the folder of sets.py and taxonomy.py")
    parser.add_argument("--trunk", type=Path, default=Path("checkpoint/solved.pt"))
    parser.add_argument("--classifier", type=Path, default=Path("checkpoint/classifier.pt"))
    parser.add_argument("--model", type=Path, default=Path("Scene.mlmodel"), help="file to write")
    parser.add_argument("--labels", type=Path, default=Path("labels.txt"), help="file to write")
    parser.add_argument("--limit", type=int, default=400, help="held-out pictures of each set")
    parser.add_argument("--threads", type=int, default=2)
    return parser.parse_args()


def main():
    options = parse_options()
    torch.set_num_threads(options.threads)
    model = scene.load_trunk(options.trunk)
    classifier = torch.load(options.classifier)
    truths = Truths(options.packed)
    spec = build(model, classifier, truths.lines.numpy(), truths.identifiers)
    describe(spec)
    quantize(spec, spec.neuralNetworkClassifier)
    store_as_float16(spec, spec.neuralNetworkClassifier)
    temporary = options.model.with_name("temporary.mlmodel")
    ct.models.utils.save_spec(spec, str(temporary))
    temporary.replace(options.model)
    update_catalog(options.model)
    options.labels.write_text("\n".join(truths.identifiers) + "\n")

    spec = ct.models.utils.load_spec(str(options.model))
    images, numbers, labels = held_out(options.packed, options.limit)
    probabilities = probabilities_of(spec, images)
    with torch.no_grad():
        prints = torch.cat([scene.print_of(*model(scene.normalise(scene.to_batch(images[i:i + 100])))) for i in range(0, 400, 100)])
        exact = log_probabilities(prints @ classifier["weight"].T + classifier["bias"], truths.lines).exp()
    print(f"{options.model.stat().st_size} bytes, {len(truths.identifiers)} identifiers; difference from the float32 network "
          f"{(probabilities[:400] - exact).abs().max():.5f}")
    leaves = torch.from_numpy(np.isin(truths.identifiers, list(taxonomy.leaves(taxonomy.tree()))))
    for number, name in enumerate(sets.LABELLED):
        members = np.flatnonzero(numbers == number)
        wanted = truths.own[truths.first[number] + torch.from_numpy(labels[members])]
        known = wanted >= 0
        own = probabilities[members][known] * (truths.outside[number] == 0)
        every = probabilities[members][known] * leaves
        print(f"{name}: {int(known.sum())} pictures, top-1 {scene.accuracy(own, wanted[known]):.4f}, top-5 "
              f"{scene.accuracy(own, wanted[known], 5):.4f} among the set's own; top-1 {scene.accuracy(every, wanted[known]):.4f}, top-5 "
              f"{scene.accuracy(every, wanted[known], 5):.4f} among all kinds", flush=True)


if __name__ == "__main__":
    main()
