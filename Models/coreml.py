"""Tools of the models' export scripts: layers of Core ML networks, and an independent interpreter of them."""

import hashlib
import json
import math

import coremltools
import numpy as np
import torch
import torch.nn.functional as F
from coremltools.models import datatypes
from coremltools.models.neural_network import NeuralNetworkBuilder

FEWEST_QUANTIZED = 4096  # weights of a layer; fewer keep 16 bits


def builder_for(side, outputs):
    """A builder for a network of a square picture, of which pixel / 127.5 - 1 is computed first."""
    builder = NeuralNetworkBuilder([("image", datatypes.Array(3, side, side))], [(n, datatypes.Array(*s)) for n, s in outputs])
    builder.set_pre_processing_parameters(
        image_input_names=["image"], is_bgr=False, red_bias=-1, green_bias=-1, blue_bias=-1, image_scale=1 / 127.5)
    return builder


def folded(convolution, norm):
    """Weights and biases of a convolution followed by batch normalisation."""
    scale = norm.weight.double() / (norm.running_var.double() + norm.eps).sqrt()
    weights = convolution.weight.double() * scale[:, None, None, None]
    biases = norm.bias.double() - norm.running_mean.double() * scale
    return weights.detach().numpy(), biases.detach().numpy()


def add_convolution(builder, name, convolution, norm, source):
    """Adds a convolution, folded with its normalisation if it has one; returns the name of its output."""
    weights, biases = folded(convolution, norm) if norm else (convolution.weight.detach().numpy(), convolution.bias.detach().numpy())
    return add_weights(builder, name, weights, biases, convolution.stride, source)


def add_weights(builder, name, weights, biases, stride, source):
    """Adds a convolution of given weights (outputs × inputs × height × width); returns the name of its output."""
    outputs, inputs, height, width = weights.shape
    pad = height // 2
    builder.add_convolution(
        name, inputs, outputs, height, width, *stride, "valid", 1,
        weights.transpose(2, 3, 1, 0), biases, True, input_name=source, output_name=name,
        padding_top=pad, padding_bottom=pad, padding_left=pad, padding_right=pad)
    return name


def add_relu(builder, name, source):
    builder.add_activation(name, "RELU", source, name)
    return name


def add_unit(builder, name, unit, source):
    """Adds a convolution, its normalisation and a rectifier."""
    return add_relu(builder, f"{name}_relu", add_convolution(builder, f"{name}_conv", unit.conv, unit.norm, source))


def add_block(builder, name, block, source, is_odd=False):
    """Adds a residual block, whose input may have odd sides; returns the name of its output."""
    x = add_convolution(builder, f"{name}_conv1", block.conv1, block.norm1, source)
    x = add_relu(builder, f"{name}_relu1", x)
    x = add_convolution(builder, f"{name}_conv2", block.conv2, block.norm2, x)
    shortcut = source
    if block.stride == 2:
        shortcut = f"{name}_pool"
        beyond = int(is_odd)
        builder.add_pooling(shortcut, 2, 2, 2, 2, "AVERAGE", "VALID", source, shortcut, exclude_pad_area=True,
                            padding_bottom=beyond, padding_right=beyond)
    if block.projects:
        shortcut = add_convolution(
            builder, f"{name}_project", block.project, block.project_norm, shortcut)
    builder.add_elementwise(f"{name}_add", [x, shortcut], f"{name}_add", "ADD")
    return add_relu(builder, f"{name}_relu2", f"{name}_add")


def add_inverted_unit(builder, name, unit, source):
    """Adds a convolution that keeps the sides or halves them, its normalisation and, unless it is linear, a rectifier with the limit 6."""
    weights, biases = folded(unit.conv, unit.norm)
    outputs, inputs, height, width = weights.shape
    builder.add_convolution(
        f"{name}_conv", inputs, outputs, height, width, *unit.conv.stride, "same", unit.conv.groups, weights.transpose(2, 3, 1, 0), biases, True,
        input_name=source, output_name=f"{name}_conv", same_padding_asymmetry_mode="BOTTOM_RIGHT_HEAVY")
    if unit.is_linear:
        return f"{name}_conv"
    builder.add_clip(f"{name}_relu6", f"{name}_conv", f"{name}_relu6", 0.0, 6.0)
    # The version that has this layer, which the builder does not set.
    builder.spec.specificationVersion = max(builder.spec.specificationVersion, 4)
    return f"{name}_relu6"


def add_inverted_block(builder, name, block, source):
    """Adds an inverted residual block; returns the name of its output."""
    x = source
    for unit, part in zip(block.units, ("expand", "depthwise", "project")[-len(block.units):]):
        x = add_inverted_unit(builder, f"{name}_{part}", unit, x)
    if block.adds:
        builder.add_elementwise(f"{name}_add", [x, source], f"{name}_add", "ADD")
        return f"{name}_add"
    return x


def add_stages(builder, model, source):
    """Adds the stem and the stages of residual blocks; returns the names of the stages' outputs."""
    x, names = source, []
    for i, unit in enumerate(model.stem, 1):
        x = add_unit(builder, f"stem{i}", unit, x)
    for i, stage in enumerate(model.stages, 1):
        for j, block in enumerate(stage, 1):
            x = add_block(builder, f"stage{i}_block{j}", block, x)
        names.append(x)
    return names


def add_pyramid(builder, model, source):
    """Adds what `pyramid` of the scene model's script computes; returns the names of the results, the finest first."""
    levels, tops = add_stages(builder, model, source), []
    for number in range(len(levels), 0, -1):
        top = add_convolution(builder, f"lateral{number}", model.laterals[number - 1], None, levels[number - 1])
        if tops:
            builder.add_upsample(f"above{number}", 2, 2, tops[0], f"above{number}", "NN")
            builder.add_elementwise(f"top{number}", [top, f"above{number}"], f"top{number}", "ADD")
            top = f"top{number}"
        tops.insert(0, top)
    return tops


def weight_fields(network):
    """The weight and bias messages of a network that hold floats."""
    for layer in network.layers:
        kind = layer.WhichOneof("layer")
        if kind in ("convolution", "innerProduct"):
            parameters = getattr(layer, kind)
            if not parameters.weights.rawValue:
                yield parameters.weights
            yield parameters.bias


def store_as_float16(spec, network):
    """Converts the weights and biases of the specification's network to 16-bit floats."""
    for field in weight_fields(network):
        values = np.array(field.floatValue, np.float16)
        field.ClearField("floatValue")
        field.float16Value = values.tobytes()
    spec.specificationVersion = max(spec.specificationVersion, 2)


def shape_of(convolution):
    """The shape of a convolution's weights.  Those of a transposed one begin with the inputs."""
    outputs = convolution.outputChannels // (convolution.nGroups if convolution.isDeconvolution else 1)
    channels = (convolution.kernelChannels, outputs) if convolution.isDeconvolution else (outputs, convolution.kernelChannels)
    return *channels, *convolution.kernelSize


def levels(values, bits):
    """Integers of some bits for a matrix, and the scale and the offset of each row; zero is a whole integer."""
    most = 2 ** bits - 1
    low, high = np.minimum(values.min(1), 0), np.maximum(values.max(1), 0)
    scale = np.maximum((high - low) / most, np.float32(1e-12))
    zero = np.rint(-low / scale)
    integers = np.clip(np.rint(values / scale[:, None]) + zero[:, None], 0, most).astype(np.uint8)
    return integers, scale, -zero * scale


def quantize(spec, network, bits=8):
    """Converts the weights of the specification's convolutions and matrices to some bits, with a scale and an offset for each output channel.

    Zero is a whole integer, so that Osprey needs no expanded copy of the weights.  Matrices of two values, of which one is zero, get 1 bit.
    Convolutions of each channel alone and small ones keep their precision: they are few numbers, and cost most of the accuracy.
    """
    for layer in network.layers:
        if layer.WhichOneof("layer") not in ("convolution", "innerProduct"):
            continue
        parameters = getattr(layer, layer.WhichOneof("layer"))
        field = parameters.weights
        if len(field.floatValue) < FEWEST_QUANTIZED or layer.WhichOneof("layer") == "convolution" and parameters.nGroups > 1:
            continue
        values = np.array(field.floatValue, np.float32)
        is_transposed = layer.WhichOneof("layer") == "convolution" and parameters.isDeconvolution
        if is_transposed:  # rows of an output channel
            values = values.reshape(shape_of(parameters)).swapaxes(0, 1)
        values = values.reshape(parameters.outputChannels, -1)
        own = 1 if len(np.unique(values)) <= 2 and (values == 0).any() else bits
        integers, scale, offset = levels(values, own)
        if is_transposed:
            integers = integers.reshape(parameters.outputChannels, parameters.kernelChannels, -1).swapaxes(0, 1)
        field.Clear()
        # The bits of an integer follow each other, the highest first.
        field.rawValue = np.packbits(np.unpackbits(integers.reshape(-1, 1), axis=1)[:, 8 - own:]).tobytes()
        field.quantization.numberOfBits = own
        field.quantization.linearQuantization.scale.extend(scale.tolist())
        field.quantization.linearQuantization.bias.extend(offset.tolist())
    spec.specificationVersion = max(spec.specificationVersion, 3)


def values_of(field, shape, axis=0):
    """A weight message as a float32 tensor; the shape of quantized weights may not have a -1, and `axis` is that of their channels."""
    if field.rawValue:
        linear, bits = field.quantization.linearQuantization, field.quantization.numberOfBits
        rows = np.unpackbits(np.frombuffer(field.rawValue, np.uint8))[:bits * math.prod(shape)].reshape(*shape, bits)
        values = (rows @ (1 << np.arange(bits - 1, -1, -1))).astype(np.float32)
        channels = (-1,) + (1,) * (len(shape) - 1 - axis)
        values = values * np.array(linear.scale, np.float32).reshape(channels) + np.array(linear.bias, np.float32).reshape(channels)
        return torch.from_numpy(values)
    values = np.frombuffer(field.float16Value, np.float16).astype(np.float32)
    return torch.from_numpy(values.reshape(shape))


def borders_of(convolution, shape):
    """The borders that a convolution adds to the left, to the right, above and below an input of a shape."""
    if convolution.WhichOneof("ConvolutionPaddingType") == "valid":
        vertical, horizontal = convolution.valid.paddingAmounts.borderAmounts
        return horizontal.startEdgeSize, horizontal.endEdgeSize, vertical.startEdgeSize, vertical.endEdgeSize
    borders = []
    for side, kernel, stride in zip(shape[:1:-1], convolution.kernelSize[::-1], convolution.stride[::-1]):
        border = max((-(-side // stride) - 1) * stride + kernel - side, 0)
        borders += [border // 2, border - border // 2]
    return tuple(borders)


def run_layer(layer, inputs):
    """The output of one layer of the specification, in float32."""
    kind = layer.WhichOneof("layer")
    parameters = getattr(layer, kind)
    x = inputs[0]
    if kind == "convolution":
        weights = values_of(parameters.weights, shape_of(parameters), int(parameters.isDeconvolution))
        biases = values_of(parameters.bias, -1)
        if parameters.isDeconvolution:
            return F.conv_transpose2d(x, weights, biases, tuple(parameters.stride), groups=parameters.nGroups)
        x = F.pad(x, borders_of(parameters, x.shape))
        return F.conv2d(x, weights, biases, tuple(parameters.stride), groups=parameters.nGroups)
    if kind == "clip":
        return x.clamp(parameters.minVal, parameters.maxVal)
    if kind == "activation" and parameters.WhichOneof("NonlinearityType") == "linear":
        return x * parameters.linear.alpha + parameters.linear.beta
    if kind == "activation":
        functions = {"sigmoid": torch.sigmoid, "softplus": F.softplus}
        return functions.get(parameters.WhichOneof("NonlinearityType"), F.relu)(x)
    if kind == "add":
        return inputs[0] + inputs[1]
    if kind == "multiply":
        return inputs[0] * inputs[1]
    if kind == "pooling" and parameters.globalPooling:
        return x.mean((2, 3), keepdim=True)
    if kind == "pooling":
        return F.avg_pool2d(x, tuple(parameters.kernelSize), tuple(parameters.stride), ceil_mode=True)
    if kind == "upsample":
        return F.interpolate(x, scale_factor=tuple(parameters.scalingFactor), mode="nearest")
    if kind == "concat":
        return torch.cat(inputs, 1)
    if kind == "unary":
        return x.exp() if parameters.type == parameters.EXP else x.sqrt()
    if kind == "flatten":
        return x.flatten(1)
    if kind == "innerProduct":
        weights = values_of(parameters.weights, (
            parameters.outputChannels, parameters.inputChannels))
        return F.linear(x.flatten(1), weights, values_of(parameters.bias, -1) if parameters.hasBias else None)
    if kind == "softmax":
        return F.softmax(x, 1)
    if kind == "mvn":
        centred = x - x.mean((1, 2, 3), keepdim=True)
        return centred / (centred.square().mean((1, 2, 3), keepdim=True) + parameters.epsilon).sqrt()
    if kind == "reshape":
        return x.reshape(len(x), *parameters.targetShape)
    if kind == "permute":
        return x.permute(0, *list(parameters.axis)[1:])
    if kind == "reorganizeData":
        return F.pixel_shuffle(x, parameters.blockSize)
    raise ValueError(f"layer type {kind}")


def update_catalog(model):
    """Puts the model's digest into the catalogue beside its folder, if there is one that names the model."""
    catalog = model.resolve().parent.parent / "catalog.json"
    if not catalog.exists():
        return
    text = catalog.read_text()
    file = f"{model.resolve().parent.name}/{model.name}"
    for before in {entry["sha256"] for entry in json.loads(text)["models"] if entry["file"] == file}:
        catalog.write_text(text.replace(before, hashlib.sha256(model.read_bytes()).hexdigest()))


def describe(spec, description, texts, licence, version):
    """Fills in the metadata and the descriptions of the features."""
    metadata = spec.description.metadata
    metadata.author, metadata.license, metadata.shortDescription, metadata.versionString = "Osprey", licence, description, version
    for feature in [*spec.description.input, *spec.description.output]:
        feature.shortDescription = texts[feature.name]


@torch.no_grad()
def evaluated(spec, images):
    """The outputs that a specification gives for uint8 pictures (N × height × width × channels, of which a grey picture has one), by name."""
    scaler = spec.neuralNetwork.preprocessing[0].scaler
    x = torch.from_numpy(images).permute(0, 3, 1, 2).float() * scaler.channelScale
    biases = [scaler.grayBias] if x.shape[1] == 1 else [scaler.redBias, scaler.greenBias, scaler.blueBias]
    blobs = {"image": x + torch.tensor(biases).view(1, -1, 1, 1)}
    for layer in spec.neuralNetwork.layers:
        blobs[layer.output[0]] = run_layer(layer, [blobs[name] for name in layer.input])
    return {feature.name: blobs[feature.name].numpy() for feature in spec.description.output}


def store(spec, path, is_quantized=False, bits=8):
    """Writes the specification with 16-bit or quantized weights, and its digest into the catalogue; returns what the file holds."""
    if is_quantized:
        quantize(spec, spec.neuralNetwork, bits)
    store_as_float16(spec, spec.neuralNetwork)
    temporary = path.with_name("temporary.mlmodel")
    coremltools.models.utils.save_spec(spec, str(temporary))
    temporary.replace(path)
    update_catalog(path)
    print(f"{path.stat().st_size} bytes")
    return coremltools.models.utils.load_spec(str(path))
