"""An independent implementation of neural networks in NumPy, for the layers of activity classifiers and style models."""
import numpy


def run(spec, network, values):
    """The outputs of a network. Images are rounded to 0…255."""
    known = blobs(network, values)
    answers = {}
    for feature in spec.description.output:
        answer = known[feature.name]
        if feature.type.WhichOneof("Type") == "imageType":
            answer = numpy.clip(numpy.rint(answer), 0, 255)
        answers[feature.name] = answer
    return answers


def blobs(network, values):
    if network.preprocessing:
        raise NotImplementedError("preprocessing")
    known = {name: numpy.asarray(value, float) for name, value in values.items()}
    for layer in network.layers:
        kind = layer.WhichOneof("layer")
        results = LAYERS[kind](getattr(layer, kind), *[known[name] for name in layer.input])
        known.update(zip(layer.output, results if isinstance(results, tuple) else (results,)))
    return known


def weights(params, *shape):
    if params.float16Value:
        return numpy.frombuffer(params.float16Value, numpy.float16).astype(float).reshape(shape)
    if not params.floatValue:
        raise NotImplementedError("weights that are neither single nor half precision")
    return numpy.array(params.floatValue, float).reshape(shape)


def borders(amounts):
    return [(one.startEdgeSize, one.endEdgeSize) for one in amounts.borderAmounts] or [(0, 0), (0, 0)]


def convolution(params, x):
    if params.isDeconvolution or params.nGroups > 1 or any(step > 1 for step in params.dilationFactor):
        raise NotImplementedError("a convolution with groups or holes")
    height, width = params.kernelSize or (3, 3)
    down, across = params.stride or (1, 1)
    kernel = weights(params.weights, params.outputChannels, params.kernelChannels, height, width)
    if params.WhichOneof("ConvolutionPaddingType") == "same":
        edges = []
        for length, size, step in ((x.shape[-2], height, down), (x.shape[-1], width, across)):
            total = max((-(-length // step) - 1) * step + size - length, 0)
            less, more = total // 2, total - total // 2
            edges.append((more, less) if params.same.asymmetryMode == 1 else (less, more))
    else:
        edges = borders(params.valid.paddingAmounts)
    x = numpy.pad(x, [(0, 0)] * (x.ndim - 2) + edges)
    rows, columns = (x.shape[-2] - height) // down + 1, (x.shape[-1] - width) // across + 1
    result = numpy.zeros((*x.shape[:-3], params.outputChannels, rows, columns))
    for row in range(height):
        for column in range(width):
            part = x[..., row:row + (rows - 1) * down + 1:down, column:column + (columns - 1) * across + 1:across]
            result += numpy.moveaxis(numpy.tensordot(kernel[:, :, row, column], part, (1, -3)), 0, -3)
    return result + (weights(params.bias, params.outputChannels, 1, 1) if params.hasBias else 0)


def normalization(params, x):
    count = params.channels
    if params.instanceNormalization:
        mean, variance = x.mean(axis=(-2, -1), keepdims=True), x.var(axis=(-2, -1), keepdims=True)
    else:
        mean, variance = weights(params.mean, count, 1, 1), weights(params.variance, count, 1, 1)
    return (x - mean) / numpy.sqrt(variance + params.epsilon) * weights(params.gamma, count, 1, 1) + weights(params.beta, count, 1, 1)


def sigmoid(x):
    return 1 / (1 + numpy.exp(-x))


def activation(params, x):
    kind = params.WhichOneof("NonlinearityType")
    if kind == "linear":
        return params.linear.alpha * x + params.linear.beta
    return {"ReLU": lambda x: numpy.maximum(x, 0), "tanh": numpy.tanh, "sigmoid": sigmoid}[kind](x)


def padding(params, x):
    if params.WhichOneof("PaddingType") != "reflection":
        raise NotImplementedError("a padding without reflection")
    return numpy.pad(x, [(0, 0)] * (x.ndim - 2) + borders(params.paddingAmounts), "reflect")


def crop(params, x, reference):
    top, left = params.offset
    return x[..., top:top + reference.shape[-2], left:left + reference.shape[-1]]


def upsample(params, x):
    if params.mode != 0:
        raise NotImplementedError("an upsampling between pixels")
    return x.repeat(params.scalingFactor[0], -2).repeat(params.scalingFactor[1], -1)


def cut(params, x):
    places = []
    for begin, end, first, last, step in zip(params.beginIds, params.endIds, params.beginMasks, params.endMasks, params.strides):
        places.append(slice(None if first else begin, None if last else end, step))
    return x[tuple(places)]


def reduction(function):
    def reduce(params, x):
        return function(x, axis=None if params.reduceAll else tuple(params.axes), keepdims=params.keepDims)
    return reduce


def inner_product(params, x):
    result = x @ weights(params.weights, params.outputChannels, params.inputChannels).T
    return result + (weights(params.bias, params.outputChannels) if params.hasBias else 0)


def memory(params, x, state=None, cell=None):
    """A long short-term memory over [steps, batch, inputs, 1, 1]."""
    steps, batch, size = x.shape[0], x.shape[1], params.outputVectorSize
    state = numpy.zeros((batch, size)) if state is None else state.reshape(batch, size)
    cell = numpy.zeros((batch, size)) if cell is None else cell.reshape(batch, size)
    own, states = params.weightParams, []
    if params.reverseInput or params.params.hasPeepholeVectors or params.params.coupledInputAndForgetGate or params.params.forgetBias:
        raise NotImplementedError("a memory with peepholes, coupled gates or a reversed input")

    def gate(name, step):
        return (step @ weights(getattr(own, name + "WeightMatrix"), size, params.inputVectorSize).T
                + state @ weights(getattr(own, name + "RecursionMatrix"), size, size).T + weights(getattr(own, name + "BiasVector"), size))

    for step in x.reshape(steps, batch, params.inputVectorSize):
        first, kept, shown, new = (gate(name, step) for name in ("inputGate", "forgetGate", "outputGate", "blockInput"))
        cell = sigmoid(kept) * cell + sigmoid(first) * numpy.tanh(new)
        cell = numpy.clip(cell, -params.params.cellClipThreshold, params.params.cellClipThreshold)
        state = sigmoid(shown) * numpy.tanh(cell)
        states.append(state)
    last = (1, batch, size, 1, 1)
    return numpy.stack(states).reshape(steps, batch, size, 1, 1), state.reshape(last), cell.reshape(last)


def softmax(axis):
    def soften(params, x):
        place = axis if axis is not None else params.axis
        powers = numpy.exp(x - x.max(axis=place, keepdims=True))
        return powers / powers.sum(axis=place, keepdims=True)
    return soften


LAYERS = {
    "convolution": convolution, "batchnorm": normalization, "activation": activation, "padding": padding, "crop": crop, "upsample": upsample,
    "sliceStatic": cut, "reduceMean": reduction(numpy.mean), "reduceMax": reduction(numpy.max), "innerProduct": inner_product,
    "uniDirectionalLSTM": memory, "softmaxND": softmax(None), "softmax": softmax(-3), "add": lambda params, a, b: a + b,
    "addBroadcastable": lambda params, a, b: a + b, "reshapeStatic": lambda params, x: x.reshape(tuple(params.targetShape)),
    "concatND": lambda params, *parts: numpy.concatenate(parts, axis=params.axis),
}
