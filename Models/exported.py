"""Takes the weights of a Core ML network over into a network in PyTorch, for a training that goes on from it.

On export batch normalisation went into the convolutions.  Here every convolution gets one again: its statistics are measured on training
pictures, and its scale and offset undo them, so that the network computes what the model does.
"""

import torch
from torch import nn

from coreml import values_of
from training import save_whole


def encoder_of(model):
    """The convolutions of a network of stem, stages and laterals, by the names that `coreml.add_pyramid` gives their layers."""
    named = {f"stem{i}_conv": unit.conv for i, unit in enumerate(model.stem, 1)}
    named |= {f"lateral{i}": lateral for i, lateral in enumerate(model.laterals, 1)}
    for i, stage in enumerate(model.stages, 1):
        for j, block in enumerate(stage, 1):
            named |= {f"stage{i}_block{j}_{part}": getattr(block, part) for part in ("conv1", "conv2", "project") if hasattr(block, part)}
    return named


def norms_in(model):
    """The batch normalisations of the network by their convolutions."""
    pairs = {}
    for module in model.modules():
        children = dict(module.named_children())
        for name, convolution in children.items():
            norm = {"conv": "norm", "convolution": "norm", "conv1": "norm1", "conv2": "norm2", "project": "project_norm"}.get(name)
            if norm in children:
                pairs[convolution] = children[norm]
    return pairs


@torch.no_grad()
def take_over(model, named, spec, batches):
    """Gives the named convolutions the weights of a specification's layers, and their normalisations the statistics of normalised pictures."""
    model.eval()
    layers = {layer.name: layer.convolution for layer in spec.neuralNetwork.layers if layer.WhichOneof("layer") == "convolution"}
    all_norms = norms_in(model)
    norms = {convolution: all_norms[convolution] for convolution in named.values() if convolution in all_norms}
    for name, convolution in named.items():
        biases = values_of(layers[name].bias, -1)
        convolution.weight.copy_(values_of(layers[name].weights, convolution.weight.shape, int(layers[name].isDeconvolution)))
        if convolution in norms:
            norm = norms[convolution]
            nn.init.constant_(norm.running_var, 1 - norm.eps)
            nn.init.ones_(norm.weight)
            norm.bias.copy_(biases)
        else:
            convolution.bias.copy_(biases)
    moments = {norm: [] for norm in norms.values()}
    hooks = [norm.register_forward_pre_hook(lambda n, x: moments[n].append(torch.stack([x[0].mean((0, 2, 3)), x[0].square().mean((0, 2, 3))])))
             for norm in norms.values()]
    for batch in batches:
        model(batch)
    for hook in hooks:
        hook.remove()
    for convolution, norm in norms.items():
        mean, square = torch.stack(moments[norm]).mean(0)
        variance = (square - mean.square()).clamp_min(0)  # of a constant, rounding may make it less
        size = convolution.weight.norm()
        scale = len(convolution.weight) ** 0.5 / size if size > 0 else 1.0  # as Muon keeps it
        norm.weight.copy_((variance + norm.eps / scale ** 2).sqrt())
        norm.bias.add_(mean)
        norm.running_mean.copy_(mean * scale)
        norm.running_var.copy_(variance * scale ** 2)
        convolution.weight.mul_(scale)


def save_start(model, path):
    """Writes a checkpoint that a training can begin with."""
    save_whole({"average": model.state_dict(), "seen": 0, "minutes": 0.0}, path)
