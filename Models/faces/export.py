"""Exports checkpoints of the training scripts as Core ML neural networks.

    python export.py --packed PACKED detector --checkpoint checkpoint/detector.pt --model Faces.mlmodel
    python export.py --packed PACKED landmarks --checkpoint checkpoint/landmarks.pt --model FaceLandmarks.mlmodel

Batch normalisation is folded into the convolutions and the weights are stored as 16-bit floats.  The scores of the detector are
calibrated on the held-out fold of FDDB, so that of the faces found with a score of 0.8 about 80 of 100 are faces.  The file that was
written is then evaluated by an independent interpreter of its layers.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
import torch
from coremltools.models.neural_network import flexible_shape_utils

import canvases
import networks
import train_detector
import train_landmarks

sys.path.append(str(Path(__file__).resolve().parents[1]))
from coreml import add_block, add_convolution, add_pyramid, add_unit, add_weights, builder_for, describe, evaluated, store
from pictures import letterboxed

LICENCE = "Weights: non-commercial research and education only, as is usual for the picture sets that they were trained on."
VERSION = "1.0"


def add_head(builder, model, stride, source, calibration):
    """Adds the head of one resolution, whose output is a map."""
    name = f"map{stride}"
    y = add_unit(builder, f"{name}_head", model.head, source)
    slope, offset = calibration
    weights, biases = model.face.weight.detach().numpy() * slope, model.face.bias.detach().numpy() * slope + offset
    face = add_weights(builder, f"{name}_face_logit", weights, biases, (1, 1), y)
    builder.add_activation(f"{name}_face", "SIGMOID", face, f"{name}_face")
    box = add_convolution(builder, f"{name}_box_logarithm", model.box, None, y)
    builder.add_unary(f"{name}_box", box, f"{name}_box", "exp")
    roll = add_convolution(builder, f"{name}_roll", model.roll, None, y)
    builder.add_elementwise(name, [f"{name}_face", f"{name}_box", roll], name, "CONCAT")


def build_detector(model, calibration):
    """The Core ML specification of a trained detector."""
    side = networks.SIDE
    builder = builder_for(side, [(f"map{s}", (networks.CHANNELS, side // s, side // s)) for s in networks.STRIDES])
    for stride, top in zip(networks.STRIDES, add_pyramid(builder, model, "image")):
        add_head(builder, model, stride, top, calibration)
    return builder.spec


def allow_looks(spec):
    """Lets the picture have the side of each look."""
    sizes = [flexible_shape_utils.NeuralNetworkImageSize(side, side) for side in networks.LOOKS]
    flexible_shape_utils.add_enumerated_image_sizes(spec, "image", sizes)
    for stride in networks.STRIDES:
        shapes = [(networks.CHANNELS, side // stride, side // stride) for side in networks.LOOKS]
        flexible_shape_utils.add_multiarray_ndshape_enumeration(spec, f"map{stride}", shapes)


def build_landmarks(model):
    """The Core ML specification of a trained landmark network."""
    builder = builder_for(networks.MARK_SIDE, [("points", (2 * networks.MARKS,)), ("errors", (networks.MARKS,))])
    x, side = "image", networks.MARK_SIDE // 4
    for i, unit in enumerate(model.stem, 1):
        x = add_unit(builder, f"stem{i}", unit, x)
    *blocks, narrow = model.stages
    for i, block in enumerate(blocks, 1):
        x = add_block(builder, f"block{i}", block, x, is_odd=side % 2 == 1)
        side = -(-side // block.stride)
    x = add_unit(builder, "narrow", narrow, x)
    builder.add_flatten("features", 0, x, "features")
    for name, linear, offset, output in (("points", model.points, 0.5, "points"), ("errors", model.errors, 0, "error_logarithms")):
        count, inputs = linear.weight.shape
        builder.add_inner_product(output, linear.weight.detach().numpy(), linear.bias.detach().numpy() + offset, inputs, count, True,
                                  "features", output)
    builder.add_unary("errors", "error_logarithms", "errors", "exp")
    return builder.spec


def calibration_of(marks):
    """The slope and offset of the logit with which the score of a finding (rows of score, right or not) is its probability."""
    score = torch.tensor(marks[:, 0]).clamp(1e-6, 1 - 1e-6)
    logit, right = score.log() - (1 - score).log(), torch.tensor(marks[:, 1])
    line = torch.tensor([1.0, 0.0], dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.LBFGS([line], max_iter=200, line_search_fn="strong_wolfe")

    def closure():
        optimizer.zero_grad()
        loss = torch.nn.functional.binary_cross_entropy_with_logits(line[0] * logit + line[1], right)
        loss.backward()
        return loss

    optimizer.step(closure)
    return [float(v) for v in line.detach()]


def difference_of(spec, model, pictures, side):
    """How far the specification's outputs, but for the calibrated probabilities, are from the float32 network's at most."""
    images = np.stack([letterboxed(pictures.pixels(n), side)[0] for n in pictures.held_out[:4]])
    found = evaluated(spec, images)
    with torch.no_grad():
        maps = [networks.outputs(m).numpy() for m in model(networks.normalise(torch.from_numpy(images).permute(0, 3, 1, 2)))]
    return max(abs(found[f"map{s}"][:, 1:] - m[:, 1:]).max() for s, m in zip(networks.STRIDES, maps))


def export_detector(options):
    state = torch.load(options.checkpoint, weights_only=True)
    model = networks.Detector()
    model.load_state_dict(state["average"])
    model.eval()
    pictures = canvases.Pictures(options.packed)
    measured = [train_detector.measure(model, pictures, turns, pictures.held_out) for turns in range(4)]
    calibration = calibration_of(np.concatenate([marks for *_, marks in measured]))
    spec = build_detector(model, calibration)
    allow_looks(spec)
    texts = {f"map{s}": f"Faces centred in cells of {s} pixels: probability, distances to the left, top, right and bottom of the box in "
             "cells, cosine and sine of the roll" for s in networks.STRIDES}
    describe(spec, "Finds faces of any size and roll in a picture.",
             texts | {"image": f"The picture, scaled to fit a square; a second look at {networks.LOOKS[1]} by "
                      f"{networks.LOOKS[1]} pixels finds faces that fill it"}, LICENCE, VERSION)
    spec = store(spec, options.model)
    difference = max(difference_of(spec, model, pictures, side) for side in networks.LOOKS)
    print(f"{state['seen']} pictures seen in {state['minutes']:.0f} min; calibration {calibration[0]:.3f} {calibration[1]:+.3f}; "
          f"difference from the float32 network {difference:.4f}")
    print(train_detector.summary(measured))


def export_landmarks(options):
    state = torch.load(options.checkpoint, weights_only=True)
    model = networks.Landmarks()
    model.load_state_dict(state["average"])
    model.eval()
    spec = build_landmarks(model)
    describe(spec, "Says where 68 points of a face are.", {
        "image": f"The face, upright, in the middle of {networks.MARK_SIDE} by {networks.MARK_SIDE} pixels",
        "points": "x and y of 68 points in the order of the 300-W challenge, as fractions of the image from its top left",
        "errors": "The distance by which each point may be off, as a fraction of the image"}, LICENCE, VERSION)
    spec = store(spec, options.model)
    faces = train_landmarks.Faces(options.packed)
    images = np.stack([faces.crop(n)[0] for n in faces.held_out["photos"][:16]])
    with torch.no_grad():
        points, errors = model(train_landmarks.to_input(torch.from_numpy(images)))
    found = evaluated(spec, images)
    difference = max(abs(found["points"] - points.numpy()).max(), abs(found["errors"] - errors.exp().numpy()).max())
    print(f"{state['seen']} faces seen in {state['minutes']:.0f} min; difference from the float32 network {difference:.5f}")
    print(train_landmarks.report(model, faces), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("network", choices=["detector", "landmarks"])
    parser.add_argument("--packed", type=Path, required=True, help="the folder that sets.py wrote")
    parser.add_argument("--checkpoint", required=True)
    parser.add_argument("--model", type=Path, required=True, help="file to write")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    {"detector": export_detector, "landmarks": export_landmarks}[options.network](options)


if __name__ == "__main__":
    main()
