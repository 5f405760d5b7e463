"""The network that says where people are in pictures without masks: Fritz's `people_segmentation_8bit` (Apache-2.0), run in PyTorch."""

import coremltools
import cv2
import numpy as np
import torch
import torch.nn.functional as F

SIDE = 256


class Teacher:
    """The layers of the exported file, in bfloat16."""

    def __init__(self, path):
        network = coremltools.utils.load_spec(str(path)).neuralNetwork
        self.layers = [(layer, weights_of(layer)) for layer in network.layers]

    @torch.no_grad()
    def person(self, image):
        """The probability of a person for each pixel of a picture in RGB (height × width × 3), from 0 to 1."""
        height, width = image.shape[:2]
        x = torch.from_numpy(cv2.resize(image, (SIDE, SIDE), interpolation=cv2.INTER_AREA)).permute(2, 0, 1)[None].float() / 255 - 0.5
        blobs = {"image": x.bfloat16().contiguous(memory_format=torch.channels_last)}
        for layer, weights in self.layers:
            blobs[layer.output[0]] = run(layer, weights, [blobs[name] for name in layer.input])
        return cv2.resize(blobs["output"][0, 1].float().numpy(), (width, height), interpolation=cv2.INTER_LINEAR)


def weights_of(layer):
    """Kernels and biases of a convolution, which are stored in 8 bits with a scale and an offset a channel."""
    if layer.WhichOneof("layer") != "convolution":
        return None
    parameters = layer.convolution
    shape = parameters.outputChannels, parameters.kernelChannels, *parameters.kernelSize
    kernel = numbers(parameters.weights, shape).contiguous(memory_format=torch.channels_last)
    return kernel, numbers(parameters.bias, shape[:1]) if parameters.hasBias else None


def numbers(field, shape):
    if not field.rawValue:
        return torch.tensor(list(field.floatValue)).view(shape).bfloat16()
    levels = np.frombuffer(field.rawValue, np.uint8).astype(np.float32).reshape(shape)
    scale, bias = (np.array(v, np.float32) for v in (field.quantization.linearQuantization.scale, field.quantization.linearQuantization.bias))
    column = (-1, *[1] * (len(shape) - 1))
    return torch.from_numpy(levels * scale.reshape(column) + bias.reshape(column)).bfloat16()


def run(layer, weights, inputs):
    kind, x = layer.WhichOneof("layer"), inputs[0]
    if kind == "convolution":
        kernel, bias = weights
        stride = layer.convolution.stride[0]
        padding = []
        for size, length in zip(x.shape[:1:-1], kernel.shape[:1:-1]):
            total = max((-(-size // stride) - 1) * stride + length - size, 0)
            padding += [total // 2, total - total // 2]
        return F.conv2d(F.pad(x, padding), kernel, bias, stride, groups=layer.convolution.nGroups)
    if kind == "activation":
        return F.relu(x)
    if kind == "upsample":
        mode = "bilinear" if layer.upsample.mode == layer.upsample.BILINEAR else "nearest"
        return F.interpolate(x, scale_factor=tuple(layer.upsample.scalingFactor), mode=mode)
    if kind == "add":
        return inputs[0] + inputs[1]
    if kind == "softmax":
        return F.softmax(x, 1)
    raise SystemExit(f"the teacher has a layer of another kind: {kind}")
