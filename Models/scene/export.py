"""Exports a checkpoint of `train.py` as a Core ML neural network classifier.

    python export.py --data tiny-imagenet-200 --cache cache \
        --checkpoint checkpoint/scene.pt --model Scene.mlmodel

Batch normalisation is folded into the convolutions, a temperature fitted on
the held-out training photographs is folded into the linear classifier, and
the weights are stored as 16-bit floats.  The file that was written is then
evaluated on the validation set by an independent interpreter of its layers.
"""

import argparse
from pathlib import Path

import coremltools as ct
import numpy as np
import torch
import torch.nn.functional as F
from coremltools.models import datatypes
from coremltools.models.neural_network import NeuralNetworkBuilder

import scene
import train

LICENCE = (
    "Weights: non-commercial research and educational use only, as required by "
    "the terms of ImageNet, from which the training photographs come."
)
DESCRIPTION = (
    "Classifies a photograph into 200 categories of animals, objects, food and "
    "places. A residual network trained on Tiny ImageNet."
)

# Classes whose first synonym is ambiguous or obscure on its own.
CLEARER_NAMES = {
    "beach wagon": "station wagon",
    "beacon": "lighthouse",
    "bighorn": "bighorn sheep",
    "black widow": "black widow (spider)",
    "brass": "memorial plaque",
    "chest": "chest (furniture)",
    "crane": "crane (machine)",
    "drumstick": "drumstick (percussion)",
    "jinrikisha": "rickshaw",
    "lesser panda": "red panda",
    "monarch": "monarch butterfly",
    "nail": "nail (fastener)",
    "orange": "orange (fruit)",
    "organ": "pipe organ",
    "plate": "plate (of food)",
    "tabby": "tabby cat",
    "teddy": "teddy bear",
    "torch": "torch (flame)",
}


def class_names(data):
    """A lower-case English name for each class, in the order of the classes."""
    lines = (Path(data) / "words.txt").read_text().splitlines()
    synonyms = dict(line.split("\t", 1) for line in lines)
    names = [synonyms[wnid].split(",")[0].strip().lower() for wnid in scene.class_ids(data)]
    names = [CLEARER_NAMES.get(name, name) for name in names]
    if len(set(names)) != len(names):
        raise ValueError("two classes have the same name")
    return names


def fit_temperature(logits, labels):
    """The temperature that minimises the log loss of logits / temperature."""
    candidates = np.geomspace(0.3, 3, 231)
    losses = [F.cross_entropy(logits / t, labels).item() for t in candidates]
    return float(candidates[int(np.argmin(losses))])


def folded(convolution, norm):
    """Weights and biases of a convolution followed by batch normalisation."""
    scale = norm.weight.double() / (norm.running_var.double() + norm.eps).sqrt()
    weights = convolution.weight.double() * scale[:, None, None, None]
    biases = norm.bias.double() - norm.running_mean.double() * scale
    return weights.detach().numpy(), biases.detach().numpy()


def add_convolution(builder, name, convolution, norm, source):
    """Adds a folded convolution; returns the name of its output."""
    weights, biases = folded(convolution, norm)
    outputs, inputs, height, width = weights.shape
    pad = height // 2
    builder.add_convolution(
        name, inputs, outputs, height, width, *convolution.stride, "valid", 1,
        weights.transpose(2, 3, 1, 0), biases, True, input_name=source, output_name=name,
        padding_top=pad, padding_bottom=pad, padding_left=pad, padding_right=pad)
    return name


def add_relu(builder, name, source):
    builder.add_activation(name, "RELU", source, name)
    return name


def add_block(builder, name, block, source):
    """Adds a residual block; returns the name of its output."""
    x = add_convolution(builder, f"{name}_conv1", block.conv1, block.norm1, source)
    x = add_relu(builder, f"{name}_relu1", x)
    x = add_convolution(builder, f"{name}_conv2", block.conv2, block.norm2, x)
    shortcut = source
    if block.stride == 2:
        shortcut = f"{name}_pool"
        builder.add_pooling(shortcut, 2, 2, 2, 2, "AVERAGE", "VALID", source, shortcut)
    if block.projects:
        shortcut = add_convolution(
            builder, f"{name}_project", block.project, block.project_norm, shortcut)
    builder.add_elementwise(f"{name}_add", [x, shortcut], f"{name}_add", "ADD")
    return add_relu(builder, f"{name}_relu2", f"{name}_add")


def add_classifier(builder, linear, temperature, source):
    """Adds global pooling, the linear classifier and softmax."""
    outputs, inputs = linear.weight.shape
    builder.add_pooling("pool", 1, 1, 1, 1, "AVERAGE", "VALID", source, "pool", is_global=True)
    builder.add_inner_product(
        "classifier", linear.weight.detach().numpy() / temperature,
        linear.bias.detach().numpy() / temperature, inputs, outputs, True, "pool", "classifier")
    builder.add_softmax("probabilities", "classifier", "classLabelProbs")


def build(model, temperature, names):
    """The Core ML specification of a trained network."""
    size = scene.INPUT_SIZE
    builder = NeuralNetworkBuilder(
        [("image", datatypes.Array(3, size, size))],
        [("classLabelProbs", datatypes.Array(len(names)))], mode="classifier")
    x = add_convolution(builder, "stem_conv", model.stem, model.stem_norm, "image")
    x = add_relu(builder, "stem_relu", x)
    for i, stage in enumerate(model.stages, 1):
        for j, block in enumerate(stage, 1):
            x = add_block(builder, f"stage{i}_block{j}", block, x)
    add_classifier(builder, model.classifier, temperature, x)
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
    metadata.versionString = "1.0"
    texts = {
        "image": f"The photograph, scaled to {scene.INPUT_SIZE} by {scene.INPUT_SIZE} pixels",
        "classLabelProbs": "The probability of each category",
        "classLabel": "The most probable category",
    }
    for feature in [*spec.description.input, *spec.description.output]:
        feature.shortDescription = texts[feature.name]


def weight_fields(spec):
    """The weight and bias messages of the specification."""
    for layer in spec.neuralNetworkClassifier.layers:
        kind = layer.WhichOneof("layer")
        if kind in ("convolution", "innerProduct"):
            parameters = getattr(layer, kind)
            yield parameters.weights
            yield parameters.bias


def store_as_float16(spec):
    """Converts weights and biases to 16-bit floats."""
    for field in weight_fields(spec):
        values = np.array(field.floatValue, np.float16)
        field.ClearField("floatValue")
        field.float16Value = values.tobytes()
    spec.specificationVersion = max(spec.specificationVersion, 2)


def values_of(field, shape):
    """A weight message as a float32 tensor."""
    values = np.frombuffer(field.float16Value, np.float16).astype(np.float32)
    return torch.from_numpy(values.reshape(shape))


def run_layer(layer, inputs):
    """The output of one layer of the specification, in float32."""
    kind = layer.WhichOneof("layer")
    parameters = getattr(layer, kind)
    x = inputs[0]
    if kind == "convolution":
        border = parameters.valid.paddingAmounts.borderAmounts
        weights = values_of(parameters.weights, (
            parameters.outputChannels, parameters.kernelChannels, *parameters.kernelSize))
        biases = values_of(parameters.bias, -1)
        x = F.pad(x, (border[1].startEdgeSize, border[1].endEdgeSize,
                      border[0].startEdgeSize, border[0].endEdgeSize))
        return F.conv2d(x, weights, biases, tuple(parameters.stride))
    if kind == "activation":
        return F.relu(x)
    if kind == "add":
        return inputs[0] + inputs[1]
    if kind == "pooling" and parameters.globalPooling:
        return x.mean((2, 3), keepdim=True)
    if kind == "pooling":
        return F.avg_pool2d(x, tuple(parameters.kernelSize), tuple(parameters.stride))
    if kind == "innerProduct":
        weights = values_of(parameters.weights, (
            parameters.outputChannels, parameters.inputChannels))
        return F.linear(x.flatten(1), weights, values_of(parameters.bias, -1))
    if kind == "softmax":
        return F.softmax(x, 1)
    raise ValueError(f"layer type {kind}")


@torch.no_grad()
def probabilities_of(spec, images):
    """Probabilities that the specification gives for uint8 images."""
    network = spec.neuralNetworkClassifier
    scaler = network.preprocessing[0].scaler
    bias = torch.tensor([scaler.redBias, scaler.greenBias, scaler.blueBias])
    x = scene.to_batch(images).float() * scaler.channelScale + bias.view(1, 3, 1, 1)
    blobs = {"image": x}
    for layer in network.layers:
        blobs[layer.output[0]] = run_layer(layer, [blobs[name] for name in layer.input])
    return blobs["classLabelProbs"]


def all_probabilities(spec, images, batch=500):
    return torch.cat([probabilities_of(spec, images[start:start + batch])
                      for start in range(0, len(images), batch)])


def calibration_error(probabilities, labels, bins=15):
    """Expected calibration error of the most probable class."""
    confidence, best = probabilities.max(1)
    correct = (best == labels).float()
    which = (confidence * bins).long().clamp(max=bins - 1)
    gaps = [(correct[which == b].sum() - confidence[which == b].sum()).abs()
            for b in range(bins)]
    return (sum(gaps) / len(labels)).item()


def save_reference(path, spec, images, labels, count=64):
    """Stores images and their expected probabilities, to check a runtime."""
    chosen = np.linspace(0, len(images) - 1, count).astype(int)
    np.savez_compressed(
        path, images=images[chosen], labels=labels[chosen].numpy(), indices=chosen,
        probabilities=probabilities_of(spec, images[chosen]).numpy())


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", required=True, help="the Tiny ImageNet folder")
    parser.add_argument("--cache", default="cache", help="folder for decoded images")
    parser.add_argument("--checkpoint", default="checkpoint/scene.pt")
    parser.add_argument("--model", default="Scene.mlmodel", help="file to write")
    parser.add_argument("--labels", default="labels.txt", help="file to write")
    parser.add_argument("--reference", help="file to write: images and probabilities")
    parser.add_argument("--threads", type=int, default=2)
    return parser.parse_args()


def held_out_temperature(model, options, seed):
    """The temperature fitted on the photographs kept out of training."""
    images, labels = scene.load(options.data, "train", options.cache)
    _, held_out = train.split_held_out(labels, seed)
    logits = scene.logits_of(model, scene.resized(images[held_out]), bfloat16=False)
    return fit_temperature(logits, labels[held_out])


def main():
    options = parse_options()
    torch.set_num_threads(options.threads)
    state = torch.load(options.checkpoint)
    model = scene.SceneNet()
    model.load_state_dict(state["average"])
    model.eval()
    temperature = held_out_temperature(model, options, state["seed"])
    names = class_names(options.data)
    spec = build(model, temperature, names)
    describe(spec)
    store_as_float16(spec)
    temporary = Path(options.model).with_name("temporary.mlmodel")
    ct.models.utils.save_spec(spec, str(temporary))
    temporary.replace(options.model)
    Path(options.labels).write_text("\n".join(names) + "\n")

    spec = ct.models.utils.load_spec(options.model)
    images, labels = scene.load(options.data, "val", options.cache)
    images = scene.resized(images)
    probabilities = all_probabilities(spec, images)
    difference = (probabilities[:500] - F.softmax(
        scene.logits_of(model, images[:500], bfloat16=False) / temperature, 1)).abs().max()
    print(f"{Path(options.model).stat().st_size} bytes, temperature {temperature:.3f}, "
          f"{state['seen']} images seen in {state['spent'] / 60:.1f} min")
    print(f"top-1 {scene.accuracy(probabilities, labels):.4f}  "
          f"top-5 {scene.accuracy(probabilities, labels, 5):.4f}  "
          f"calibration error {calibration_error(probabilities, labels):.4f}  "
          f"difference from the float32 network {difference:.5f}")
    if options.reference:
        save_reference(options.reference, spec, images, labels)


if __name__ == "__main__":
    main()
