"""Exports a checkpoint of `train.py` as a Core ML neural network classifier.

    python export.py --sets FOLDER --packed PACKED --checkpoint checkpoint/scene.pt --model Scene.mlmodel

Batch normalisation is folded into the convolutions, a temperature fitted on pictures held out of training is folded into the
linear classifier, and the weights are stored as 16-bit floats.  The file that was written is then evaluated on the validation
pictures by an independent interpreter of its layers.
"""

import argparse
import sys
from pathlib import Path

import coremltools as ct
import numpy as np
import torch
import torch.nn.functional as F
from coremltools.models import datatypes
from coremltools.models.neural_network import NeuralNetworkBuilder

sys.path.append(str(Path(__file__).resolve().parents[1]))
import scene
import taxonomy
import train
from coreml import add_block, add_unit, run_layer, store_as_float16, update_catalog
from views import crop

LICENCE = (
    "Weights: non-commercial research and educational use only, as required by "
    "the terms of ImageNet and of MiniPlaces, from which most of the training photographs come."
)
DESCRIPTION = (
    "Classifies a photograph into categories of animals, objects, food, clothing and places. "
    "A residual network trained on eight picture sets; its last features are Osprey's feature print."
)
HELD_OUT = ("imagenette", "caltech", "clothing", "grocery")


def fit_temperature(logits, labels):
    """The temperature that minimises the log loss of logits / temperature."""
    candidates = np.geomspace(0.3, 3, 231)
    losses = [F.cross_entropy(logits / t, labels).item() for t in candidates]
    return float(candidates[int(np.argmin(losses))])


def add_mean(builder, name, source):
    builder.add_pooling(name, 1, 1, 1, 1, "AVERAGE", "VALID", source, name, is_global=True)
    return name


def add_classifier(builder, linear, temperature, source):
    """Adds the linear classifier and softmax."""
    outputs, inputs = linear.weight.shape
    builder.add_inner_product(
        "classifier", linear.weight.detach().numpy() / temperature,
        linear.bias.detach().numpy() / temperature, inputs, outputs, True, source, "classifier")
    builder.add_softmax("probabilities", "classifier", "classLabelProbs")


def build(model, temperature, names):
    """The Core ML specification of a trained network."""
    size = scene.INPUT_SIZE
    builder = NeuralNetworkBuilder(
        [("image", datatypes.Array(3, size, size))],
        [("classLabelProbs", datatypes.Array(len(names)))], mode="classifier")
    x, means = "image", []
    for i, unit in enumerate(model.stem, 1):
        x = add_unit(builder, f"stem{i}", unit, x)
    for i, stage in enumerate(model.stages, 1):
        for j, block in enumerate(stage, 1):
            x = add_block(builder, f"stage{i}_block{j}", block, x)
        if i - 1 in scene.PRINT_STAGES:
            means.append(add_mean(builder, f"stage{i}_mean", x))
    means.append(add_mean(builder, "top_mean", add_unit(builder, "widen", model.widen, x)))
    add_classifier(builder, model.classifier, temperature, means[-1])
    builder.add_elementwise("means", means, "means", "CONCAT")
    builder.add_unary("featurePrint", "means", "featurePrint", "sqrt")
    red, green, blue = (-mean / scene.DEVIATION for mean in scene.MEAN)
    builder.set_pre_processing_parameters(
        image_input_names=["image"], is_bgr=False, red_bias=red, green_bias=green,
        blue_bias=blue, image_scale=1 / scene.DEVIATION)
    builder.set_class_labels(names, "classLabel", "classLabelProbs")
    return builder.spec


def describe(spec):
    """Fills in the metadata and the descriptions of the features."""
    metadata = spec.description.metadata
    metadata.author = "Osprey"
    metadata.license = LICENCE
    metadata.shortDescription = DESCRIPTION
    metadata.versionString = "2.0"
    metadata.userDefined["osprey.featurePrint.version"] = str(scene.PRINT_VERSION)
    metadata.userDefined["osprey.featurePrint.size"] = str(scene.PRINT_SIDE)
    metadata.userDefined["osprey.featurePrint.layer"] = "featurePrint"
    metadata.userDefined["osprey.featurePrint.dimension"] = str(sum(scene.WIDTHS[i] for i in scene.PRINT_STAGES) + scene.TOP_WIDTH)
    texts = {
        "image": f"The photograph, scaled to {scene.INPUT_SIZE} by {scene.INPUT_SIZE} pixels",
        "classLabelProbs": "The probability of each category",
        "classLabel": "The most probable category",
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


def calibration_error(probabilities, labels, bins=15):
    """Expected calibration error of the most probable class."""
    confidence, best = probabilities.max(1)
    correct = (best == labels).float()
    which = (confidence * bins).long().clamp(max=bins - 1)
    gaps = [(correct[which == b].sum() - confidence[which == b].sum()).abs()
            for b in range(bins)]
    return (sum(gaps) / len(labels)).item()


def validation(name, options, index_of, limit=None):
    """Pictures of a set's validation part at the input's size, and their identifiers' numbers."""
    identifiers = taxonomy.names(name, options.packed, options.sets)
    labels = np.array([-1 if identifiers[label] is None else index_of[identifiers[label]]
                       for label in np.load(options.packed / f"{name}-val-labels.npy")])
    chosen = np.flatnonzero(labels >= 0)
    if limit and len(chosen) > limit:
        chosen = np.sort(np.random.default_rng(0).permutation(chosen)[:limit])
    images = np.load(options.packed / f"{name}-val.npy", mmap_mode="r")
    side = images.shape[1]
    pictures = np.stack([crop(images[i], (0, 0, side, side), False, scene.INPUT_SIZE) for i in chosen])
    inside = torch.zeros(len(index_of))
    inside[sorted({index_of[i] for i in identifiers if i is not None})] = 1
    return pictures, torch.from_numpy(labels[chosen]), inside


def held_out(options, index_of):
    """Pictures and labels that took no part in training."""
    parts = [validation(name, options, index_of, 600)[:2] for name in HELD_OUT]
    images = np.load(options.packed / "tiny-train.npy", mmap_mode="r")
    classes = np.load(options.packed / "tiny-train-labels.npy")
    identifiers = taxonomy.names("tiny", options.packed, options.sets)
    members = np.argsort(classes, kind="stable").reshape(len(identifiers), -1)[:, :train.TINY_HELD_OUT].ravel()
    side = images.shape[1]
    parts.append((np.stack([crop(images[i], (0, 0, side, side), False, scene.INPUT_SIZE) for i in members]),
                  torch.tensor([index_of[identifiers[classes[i]]] for i in members])))
    return np.concatenate([p for p, _ in parts]), torch.cat([l for _, l in parts])


@torch.no_grad()
def logits_of(model, images, batch=200):
    return torch.cat([model(scene.normalise(scene.to_batch(images[i:i + batch]))) for i in range(0, len(images), batch)])


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sets", type=Path, required=True, help="the folder that sets.py read")
    parser.add_argument("--packed", type=Path, required=True, help="the folder that sets.py wrote")
    parser.add_argument("--checkpoint", default="checkpoint/scene.pt")
    parser.add_argument("--model", type=Path, default="Scene.mlmodel", help="file to write")
    parser.add_argument("--labels", type=Path, default="labels.txt", help="file to write")
    parser.add_argument("--limit", type=int, help="evaluate only so many pictures of each set")
    parser.add_argument("--threads", type=int, default=2)
    return parser.parse_args()


def main():
    options = parse_options()
    torch.set_num_threads(options.threads)
    named = [taxonomy.names(name, options.packed, options.sets) for name in train.TRAINING.mixture]
    identifiers = sorted({i for names in named for i in names if i is not None})
    index_of = {identifier: index for index, identifier in enumerate(identifiers)}
    state = torch.load(options.checkpoint)
    student = train.Student(len(identifiers))
    student.load_state_dict(state["average"])
    model = student.scene.eval()
    pictures, labels = held_out(options, index_of)
    temperature = fit_temperature(logits_of(model, pictures), labels)
    spec = build(model, temperature, identifiers)
    describe(spec)
    store_as_float16(spec, spec.neuralNetworkClassifier)
    temporary = options.model.with_name("temporary.mlmodel")
    ct.models.utils.save_spec(spec, str(temporary))
    temporary.replace(options.model)
    update_catalog(options.model)
    options.labels.write_text("\n".join(identifiers) + "\n")

    spec = ct.models.utils.load_spec(str(options.model))
    print(f"{options.model.stat().st_size} bytes, {len(identifiers)} identifiers, temperature {temperature:.3f}, "
          f"{state['seen']} pictures seen in {state['spent'] / 60:.1f} min")
    difference = (probabilities_of(spec, pictures[:400]) - F.softmax(logits_of(model, pictures[:400]) / temperature, 1)).abs().max()
    print(f"difference from the float32 network {difference:.5f}")
    for name in train.TRAINING.mixture:
        pictures, labels, inside = validation(name, options, index_of, options.limit)
        probabilities = probabilities_of(spec, pictures)
        print(f"{name}: {len(labels)} pictures, top-1 {scene.accuracy(probabilities * inside, labels):.4f}  "
              f"top-5 {scene.accuracy(probabilities * inside, labels, 5):.4f} among the set's own; "
              f"top-1 {scene.accuracy(probabilities, labels):.4f}  top-5 {scene.accuracy(probabilities, labels, 5):.4f} among all; "
              f"calibration error {calibration_error(probabilities, labels):.4f}", flush=True)


if __name__ == "__main__":
    main()
