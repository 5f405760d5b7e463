"""Writes the seeds of the fuzz targets, small models of every kind and form, below Fuzz/Corpus.

Needs coremltools: python3 Scripts/fuzz_corpus.py
"""

import pathlib
import shutil
import struct
import tempfile

import coremltools as ct
import coremltools.proto.Model_pb2
import fuzz_models
import numpy as np
from coremltools.converters.mil import Builder as mb
from coremltools.converters.mil.mil import types
from coremltools.models import datatypes
from coremltools.models.neural_network import NeuralNetworkBuilder
from coremltools.models.tree_ensemble import TreeEnsembleClassifier

CORPUS = pathlib.Path(__file__).resolve().parent.parent / "Fuzz" / "Corpus"
random = np.random.default_rng(7)


def weights(*shape):
    return random.standard_normal(shape).astype(np.float32)


def network():
    builder = NeuralNetworkBuilder([("x", datatypes.Array(3, 6, 6))], [("y", None)], disable_rank5_shape_mapping=False)
    builder.add_convolution("c", 3, 4, 3, 3, 1, 1, "same", 1, weights(3, 3, 3, 4), np.ones(4), True, input_name="x", output_name="a")
    builder.add_batchnorm("b", 4, np.ones(4), np.zeros(4), np.zeros(4), np.ones(4), input_name="a", output_name="b")
    builder.add_activation("r", "RELU", "b", "d")
    builder.add_pooling("p", 2, 2, 2, 2, "MAX", "VALID", "d", "e")
    builder.add_flatten("f", 0, "e", "g")
    builder.add_inner_product("i", weights(2, 36), np.zeros(2), 36, 2, True, "g", "h")
    builder.add_softmax("s", "h", "y")
    return builder.spec


def network_of_any_rank():
    builder = NeuralNetworkBuilder([("x", datatypes.Array(2, 3))], [("y", None)], disable_rank5_shape_mapping=True)
    builder.add_transpose("t", (1, 0), "x", "a")
    builder.add_reshape_static("r", "a", "b", (6,))
    builder.add_load_constant_nd("k", "c", np.arange(6, dtype=np.float32), (6,))
    builder.add_add_broadcastable("s", ["b", "c"], "d")
    builder.add_slice_static("l", "d", "e", (1,), (5,), (2,), (False,), (False,))
    builder.add_topk("o", ["e"], ["y", "n"], 1, 0)
    return builder.spec


def recurrent_network():
    builder = NeuralNetworkBuilder([("x", datatypes.Array(3))], [("y", None), ("h", None), ("c", None)])
    gates = [weights(2, 3) for _ in range(4)]
    recurrent = [weights(2, 2) for _ in range(4)]
    builder.add_unilstm("l", recurrent, gates, [np.zeros(2)] * 4, 2, 3, ["x", "h_in", "c_in"], ["y", "h", "c"])
    return builder.spec


def trees():
    model = TreeEnsembleClassifier([("a", datatypes.Double())], ["no", "yes"], "label")
    model.add_branch_node(0, 0, 0, 0.5, "BranchOnValueLessThan", 1, 2)
    model.add_leaf_node(0, 1, {0: 1.0})
    model.add_leaf_node(0, 2, {1: 1.0})
    model.set_default_prediction_value([0.0, 0.0])
    return model.spec


def program_of_layers():
    @mb.program(input_specs=[mb.TensorSpec((1, 3, 8, 8))], opset_version=ct.target.iOS16)
    def program(x):
        y = mb.conv(x=x, weight=weights(4, 3, 3, 3), bias=weights(4), pad_type="same")
        y = mb.relu(x=y)
        first, second = mb.split(x=y, num_splits=2, axis=1)
        y = mb.concat(values=(second, first), axis=1)
        y = mb.reduce_mean(x=y, axes=[2, 3], keep_dims=False)
        y = mb.linear(x=y, weight=weights(5, 4), bias=weights(5))
        return mb.softmax(x=y, axis=-1)

    return program, ct.target.iOS16, ct.precision.FLOAT16


def program_of_branches():
    @mb.program(input_specs=[mb.TensorSpec((2,))], opset_version=ct.target.iOS17)
    def program(x):
        total = mb.reduce_sum(x=x, axes=[0], keep_dims=False)
        positive = mb.greater(x=total, y=0.0)
        y = mb.cond(pred=positive, _true_fn=lambda: mb.add(x=x, y=1.0), _false_fn=lambda: mb.mul(x=x, y=2.0))
        _, z = mb.while_loop(
            _cond=lambda i, v: mb.less(x=i, y=3), _body=lambda i, v: (mb.add(x=i, y=1), mb.mul(x=v, y=0.5)), loop_vars=(0, y))
        return z

    return program, ct.target.iOS17, ct.precision.FLOAT32


def program_of_states():
    @mb.program(
        input_specs=[mb.TensorSpec((1, 4), dtype=types.fp16), mb.StateTensorSpec((1, 4), dtype=types.fp16)],
        opset_version=ct.target.iOS18)
    def program(x, cache):
        old = mb.read_state(input=cache)
        return mb.coreml_update_state(state=cache, value=mb.add(x=old, y=x))

    return program, ct.target.iOS18, ct.precision.FLOAT16


def program_of_open_shapes():
    length = ct.converters.mil.mil.get_new_symbol()

    @mb.program(input_specs=[mb.TensorSpec((1, length))], opset_version=ct.target.iOS17)
    def program(x):
        shape = mb.shape(x=x)
        return mb.reshape(x=mb.gelu(x=x), shape=mb.slice_by_index(x=shape, begin=[1], end=[2]))

    return program, ct.target.iOS17, ct.precision.FLOAT32


def converted(build):
    program, target, precision = build()
    return ct.convert(program, convert_to="mlprogram", minimum_deployment_target=target, compute_precision=precision, skip_model_load=True)


def parts(model):
    """The model message of a package, and its weight file if there is one."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "m.mlpackage"
        model.save(str(path))
        data = path / "Data" / "com.apple.CoreML"
        blob = data / "weights" / "weight.bin"
        return (data / "model.mlmodel").read_bytes(), blob.read_bytes() if blob.exists() else None


def write(target, name, content):
    folder = CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)


def weight_file(arrays):
    """A weight file with arrays, which are given as element types and bytes."""
    content = struct.pack("<II", len(arrays), 2).ljust(64, b"\0")
    for kind, data in arrays:
        content += struct.pack("<IIQQQ", 0xDEADBEEF, kind, len(data), len(content) + 64, 0).ljust(64, b"\0")
        content += data.ljust((len(data) + 63) // 64 * 64, b"\0")
    return content


# The extents that four bits of Control.swift stand for.
EXTENTS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 32, 48, 64, 128, 256]


def control(kind, reader, axis, rows, arrays):
    """The control bytes before a weight file, from which the fuzz target makes a program. `arrays` are element types, shapes and places in the
    file."""
    content = bytes([kind, 11, axis, reader, rows])
    for element, shape, place in arrays:
        low, high, third, fourth = [EXTENTS.index(extent) for extent in shape] + [0] * (4 - len(shape))
        content += bytes([element, low | high << 4, third | fourth << 4, len(shape), place])
    return content.ljust(32, b"\0")


def places(arrays):
    """The places of the descriptions of a weight file's arrays, in units of 64 bytes."""
    place, found = 1, []
    for _, data in arrays:
        found.append(place)
        place += 1 + (len(data) + 63) // 64
    return found


def weight_seeds():
    """Small constants of every kind and type, and constants that are large enough to stay in the file and are read by a layer."""
    floats, halves, bytes_ = np.ones(16, "<f4").tobytes(), np.ones(16, "<f2").tobytes(), bytes(range(16))
    for kind in range(9):
        for stored, element, other in ((2, 11, 10), (4, 10, 10), (3, 31, 35), (8, 21, 25), (11, 35, 35)):
            arrays = [(stored, bytes_), (2, floats), (1, halves)]
            first, second, third = places(arrays)
            uses = [(element, [4], first), (other, [4], second), (other, [4], third), (other, [4], third)]
            yield f"kind{kind}-{stored}", control(kind, 0, 0, 0, uses), arrays
    for index, (name, kind, uses) in enumerate(large_weights()):
        # The first reader is a linear layer, the fourth a convolution, whose weights have four dimensions.
        for reader in (1, 2 + index % 4):
            shapes = [shape for _, shape, _, _ in uses]
            if reader == 4:
                shapes[0] = shapes[0] + [1, 1]
            arrays = [(stored, data) for _, _, stored, data in uses]
            elements = [element for element, _, _, _ in uses]
            yield f"{name}-{reader}", control(kind, reader, 0, 1 if reader == 1 else 20, zip(elements, shapes, places(arrays))), arrays


def large_weights():
    """Kinds of weights with 64 or 128 rows and columns: arrays with element types, shapes, types in the file and bytes."""
    def codes(count, bits):
        return random.integers(0, 256, count * bits // 8, np.uint8).tobytes()

    def fractions(*shape):
        return weights(*shape).astype("<f2").tobytes()

    square, wide = [64, 64], [64, 128]
    yield "halves", 0, [(10, square, 1, fractions(64, 64))]
    for stored, element, bits, shape in ((4, 21, 8, square), (3, 31, 8, square), (8, 25, 4, wide), (11, 35, 4, wide), (10, 36, 2, wide)):
        scales = (10, [64, 4], 1, fractions(64, 4))
        data = (element, shape, stored, codes(shape[0] * shape[1], bits))
        yield f"blocks{stored}", 8, [data, scales]
        yield f"shifted{stored}", 4, [data, scales, (element, [64, 4], stored, codes(256, bits))]
    yield "affine", 1, [(21, square, 4, codes(4096, 8)), (10, [64], 1, fractions(64)), (21, [64], 4, codes(64, 8))]
    for stored, element, bits in ((10, 36, 2), (12, 39, 3), (11, 35, 4), (13, 38, 6)):
        yield f"table{stored}", 2, [(element, wide, stored, codes(8192, bits)), (10, [8, 1, 1 << bits, 1], 1, fractions(8, 1 << bits))]


BUILD = 'program(1.3)\n[buildInfo = dict<string, string>({{"coremlc-component-MIL", "3520.4.1"}, {"coremlc-version", "3520.5.1"}})]\n'

TEXTS = {
    "elementwise": BUILD
    + """{
    func main<ios17>(tensor<fp32, [1, 4]> x) {
            fp32 half = const()[name = string("half"), val = fp32(0x1p-1)];
            tensor<fp32, [4]> row = const()[val = tensor<fp32, [4]>([0x1p+0, -0x1.8p+1, inf, nan])];
            tensor<fp32, [1, 4]> a = mul(x = x, y = half)[name = string("a")];
            tensor<fp16, [1, 4]> b = cast(dtype = string("fp16"), x = a);
            tensor<fp32, [1, 2]> c, tensor<fp32, [1, 2]> d = split(axis = int32(1), num_splits = int32(2), x = a);
            tensor<fp32, [1, 4]> y = concat(axis = int32(1), interleave = bool(false), values = (d, c));
        } -> (y, b);
}""",
    "older": """program(1.0)
[buildInfo = dict<tensor<string, []>, tensor<string, []>>({{"coremlc-version", "3505.4.1"}})]
{
    func main<ios15>(tensor<fp16, [1, 3, 4, 4]> x) {
            tensor<string, []> pad = const()[name = tensor<string, []>("pad"), val = tensor<string, []>("valid")];
            tensor<int32, [2]> ones = const()[name = tensor<string, []>("ones"), val = tensor<int32, [2]>([1, 1])];
            tensor<int32, []> groups = const()[name = tensor<string, []>("groups"), val = tensor<int32, []>(1)];
            tensor<fp16, [2, 3, 1, 1]> w = const()[val = tensor<fp16, [2, 3, 1, 1]>(BLOBFILE(path = tensor<string, []>("@model_path/weights/weight.bin"), offset = tensor<uint64, []>(64)))];
            tensor<fp16, [1, 2, 4, 4]> y = conv(dilations = ones, groups = groups, pad_type = pad, strides = ones, weight = w, x = x)[name = tensor<string, []>("y")];
        } -> (y);
}""",
    "flexible": BUILD
    + """{
    func first<ios18>(tensor<fp32, [?, s0]> x) [FlexibleShapeInformation = tuple<tuple<string, dict<string, tensor<int32, [?]>>>, tuple<string, dict<string, list<tensor<int32, [2]>, ?>>>>((("DefaultShapes", {{"x", [1, 4]}}), ("RangeDims", {{"x", [[0, 4], [1, -1]]}})))] {
            tensor<int32, [2]> s = shape(x = x);
            tensor<fp32, [?]> y = reshape(shape = tensor<int32, [1]>([-1]), x = x);
        } -> (y);
    func second<ios18>(tensor<fp32, [...]> x) {
            tensor<fp32, [?]> y = relu(x = x);
        } -> (y);
}""",
    "blocks": BUILD
    + """{
    func main<ios17>(tensor<fp32, [2]> x) {
            bool p = const()[val = bool(true)];
            tensor<fp32, [2]> y = cond(pred = p)[name = string("y")] {
                    tensor<fp32, [2]> a = add(x = x, y = fp32(0x1p+0));
                } -> (a), {
                    tensor<fp32, [2]> b = mul(x = x, y = fp32(0x1p+1));
                } -> (b);
            int32 n, tensor<fp32, [2]> z = while_loop(loop_vars = (int32(0), y)) (int32 i, tensor<fp32, [2]> v) {
                    bool c = less(x = i, y = int32(3));
                } -> (c), (int32 j, tensor<fp32, [2]> w) {
                    int32 k = add(x = j, y = int32(1));
                } -> (k, w);
        } -> (z);
}""",
    "states": BUILD
    + """{
    func main<ios18>(tensor<fp16, [1, 4]> x, state<tensor<fp16, [1, 4]>> cache) {
            tensor<fp16, [1, 4]> old = read_state(input = cache)[name = string("old")];
            tensor<fp16, [1, 4]> sum = add(x = old, y = x);
            write_state(data = sum, input = cache)[name = string("w")];
            tensor<fp16, [1, 4]> y = read_state(input = cache);
        } -> (y);
}""",
    "weights": BUILD
    + """{
    func main<ios18>(tensor<fp32, [4]> x) {
            tensor<fp32, [4]> w = constexpr_affine_dequantize()[axis = int32(0), quantized_data = tensor<int8, [4]>([1, -2, 3, -128]), scale = fp32(0x1p-1), zero_point = int8(-1)];
            tensor<fp16, [2, 2]> l = constexpr_lut_to_dense()[indices = tensor<uint8, [1]>([27]), lut = tensor<fp16, [4]>([0x0p+0, 0x1p+0, 0x1p+1, 0x1p-24]), shape = tensor<uint32, [2]>([2, 2])];
            tensor<fp32, [4]> s = constexpr_blockwise_shift_scale(data = tensor<int4, [4]>([-8, 7, 1, -1]), scale = tensor<fp32, [1]>([0x1p-2]));
            tensor<fp32, [4]> y = add(x = x, y = w);
            string label, dict<string, fp32> p = classify(classes = list<string, 4>(["a\\"", "b", "c", "d"]), probabilities = y);
        } -> (label, p);
}""",
}


def description():
    message = coremltools.proto.Model_pb2.ModelDescription()
    message.input.add(name="x").type.multiArrayType.shape.append(4)
    message.output.add(name="y").type.multiArrayType.shape.append(4)
    return message.SerializeToString()


def main():
    for target in ("model", "weights", "text"):
        shutil.rmtree(CORPUS / target, ignore_errors=True)
    for build in (network, network_of_any_rank, recurrent_network, trees):
        write("model", build.__name__, build().SerializeToString())
    fuzz_models.write()
    for build in (program_of_layers, program_of_branches, program_of_states, program_of_open_shapes):
        message, blob = parts(converted(build))
        write("model", build.__name__, message)
        if blob is not None:
            write("weights", build.__name__, bytes(32) + blob)
            write("model/weights", "weight.bin", blob)  # Where the program looks for it; one program has some.
    for name, text in TEXTS.items():
        write("text", name, text.encode())
    header = struct.pack("<II", 502, 8) + bytes(20) + struct.pack("<Q", 7) + b"generic" + bytes(32)
    compiled = header + struct.pack("<Q", len(description())) + description() + struct.pack("<IIQ", 502, 0, 0)
    write("text", "described", TEXTS["elementwise"].encode() + b"\0" + compiled)
    for name, control, arrays in weight_seeds():
        write("weights", name, control + weight_file(arrays))


main()
