#!/usr/bin/env python3
"""Writes small ML Programs for the tests of CoreMLRuntime, with expected answers from NumPy.

  python3 Scripts/program_fixtures.py Tests/CoreMLRuntimeTests/Fixtures/programs

Needs coremltools 9. Each program is a package NAME.mlpackage with predictions in NAME.json, in the order in which they are made.
"""
import itertools
import json
import pathlib
import shutil
import sys
import tempfile

import coremltools as ct
import numpy as np
from coremltools.converters.mil.mil import Builder as mb
from coremltools.converters.mil.mil import types
from coremltools.converters.mil.mil.ops.defs.iOS18 import compression

FOLDER = pathlib.Path(sys.argv[1])
random = np.random.default_rng(7)


def encoded(value):
    value = np.asarray(value)
    if value.dtype.kind == "f":
        return {"shape": list(value.shape), "floats": [float(f"{v:.7g}") for v in value.reshape(-1)]}
    return {"shape": list(value.shape), "ints": value.astype(int).reshape(-1).tolist()}


def convert(program, target=ct.target.iOS18, **options):
    return ct.convert(program, convert_to="mlprogram", minimum_deployment_target=target, compute_precision=ct.precision.FLOAT32,
                      pass_pipeline=ct.PassPipeline.EMPTY, skip_model_load=True, **options)


def save(name, model, predictions, function=None):
    """Writes a program. `predictions` are pairs of inputs and outputs, both by name."""
    package = FOLDER / f"{name}.mlpackage"
    shutil.rmtree(package, ignore_errors=True)
    if isinstance(model, pathlib.Path):
        shutil.copytree(model, package)
    else:
        model.save(str(package))
    steps = [{"function": function(index) if function else None, "inputs": {k: encoded(v) for k, v in inputs.items()},
              "outputs": {k: encoded(v) for k, v in outputs.items()}} for index, (inputs, outputs) in enumerate(predictions)]
    (FOLDER / f"{name}.json").write_text(json.dumps(steps) + "\n")


def tensor(*shape, dtype=types.fp32):
    return mb.TensorSpec(shape=shape, dtype=dtype)


def control_flow():
    """A program that doubles x until its sum reaches a limit, and then takes one of two branches."""
    @mb.program(input_specs=[tensor(3), tensor(1)], opset_version=ct.target.iOS18)
    def program(x, limit):
        def small(count, value):
            return mb.less(x=mb.reduce_sum(x=value, axes=[0], keep_dims=True), y=limit)

        def double(count, value):
            return mb.add(x=count, y=np.int32(1)), mb.mul(x=value, y=np.float32(2))

        count, value = mb.while_loop(_cond=lambda *a: mb.squeeze(x=small(*a)), _body=double, loop_vars=(np.int32(0), x))
        many = mb.greater(x=count, y=np.int32(2))
        y = mb.cond(pred=many, _true_fn=lambda: mb.sub(x=value, y=limit), _false_fn=lambda: mb.add(x=value, y=limit))
        return mb.identity(x=y, name="y"), mb.expand_dims(x=count, axes=[0], name="count")

    predictions = []
    for limit in (1.0, 13.0, 100.0):
        x, count = np.array([1, 2, 0.5], np.float32), 0
        value = x
        while value.sum() < limit:
            value, count = value * 2, count + 1
        y = value - limit if count > 2 else value + limit
        predictions.append(({"x": x, "limit": np.array([limit], np.float32)}, {"y": y, "count": np.array([count], np.int32)}))
    save("control_flow", convert(program), predictions)


def lists():
    """A program that squares the rows of x one after the other into a list, and reads the list in several ways."""
    @mb.program(input_specs=[tensor(4, 2)], opset_version=ct.target.iOS18)
    def program(x):
        rows = mb.make_list(init_length=np.int32(4), elem_shape=(np.int32(2),), dynamic_length=False)
        rows = mb.list_scatter(ls=rows, indices=np.array([0, 1, 2, 3], np.int32), value=x)

        def body(index, squares):
            row = mb.list_read(ls=rows, index=index)
            return mb.add(x=index, y=np.int32(1)), mb.list_write(ls=squares, index=index, value=mb.mul(x=row, y=row))

        squares = mb.make_list(init_length=np.int32(4), elem_shape=(np.int32(2),), dynamic_length=False)
        _, squares = mb.while_loop(_cond=lambda index, _: mb.less(x=index, y=np.int32(4)), _body=body,
                                   loop_vars=(np.int32(0), squares))
        picked = mb.list_gather(ls=squares, indices=np.array([3, 0, 3], np.int32), name="picked")
        length = mb.expand_dims(x=mb.list_length(ls=squares), axes=[0], name="length")
        return picked, length

    x = np.arange(8, dtype=np.float32).reshape(4, 2) - 3
    save("lists", convert(program), [({"x": x}, {"picked": (x * x)[[3, 0, 3]], "length": np.array([4], np.int32)})])


def states():
    """A program with a running sum in one state, and a cache whose rows are overwritten in another state."""
    @mb.program(input_specs=[tensor(2, dtype=types.fp16), mb.StateTensorSpec((2,), dtype=types.fp16),
                             mb.StateTensorSpec((3, 2), dtype=types.fp16)], opset_version=ct.target.iOS18)
    def program(x, total, cache):
        summed = mb.coreml_update_state(state=total, value=mb.add(x=mb.read_state(input=total), y=x))
        rows = mb.slice_update(x=mb.read_state(input=cache), update=mb.expand_dims(x=x, axes=[0]), begin=[1, 0], end=[2, 2])
        rows = mb.coreml_update_state(state=cache, value=mb.add(x=rows, y=np.float16(1)))
        return mb.identity(x=summed, name="sum"), mb.identity(x=rows, name="rows")

    total, cache, predictions = np.zeros(2, np.float32), np.zeros((3, 2), np.float32), []
    for x in np.array([[1, 2], [-3, 0.5], [4, 4]], np.float32):
        total, cache = total + x, cache.copy()
        cache[1] = x
        cache += 1
        predictions.append(({"x": x}, {"sum": total, "rows": cache}))
    save("states", convert(program), predictions)


def functions():
    """Two functions that share their weights."""
    weight = random.normal(size=(3, 4)).astype(np.float32)

    def model(scale):
        @mb.program(input_specs=[tensor(2, 4)], opset_version=ct.target.iOS18)
        def program(x):
            return mb.mul(x=mb.linear(x=x, weight=weight), y=np.float32(scale), name="y")

        return convert(program)

    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        descriptor = ct.utils.MultiFunctionDescriptor()
        for name, scale in (("once", 1), ("thrice", 3)):
            model(scale).save(str(folder / f"{name}.mlpackage"))
            descriptor.add_function(str(folder / f"{name}.mlpackage"), src_function_name="main", target_function_name=name)
        descriptor.default_function_name = "once"
        ct.utils.save_multifunction(descriptor, str(folder / "both.mlpackage"))
        x = random.normal(size=(2, 4)).astype(np.float32)
        y = x.astype(float) @ weight.T.astype(float)
        save("functions", folder / "both.mlpackage", [({"x": x}, {"y": y}), ({"x": x}, {"y": y}), ({"x": x}, {"y": 3 * y})],
             function=[None, "once", "thrice"].__getitem__)


def flexible_shapes():
    """Shapes that depend on the input's shape, and a shape that depends on the input's values."""
    from coremltools.converters.mil.mil import get_new_symbol

    @mb.program(input_specs=[tensor(1, get_new_symbol(), 3)], opset_version=ct.target.iOS18)
    def program(x):
        shape = mb.shape(x=x)
        rows = mb.slice_by_index(x=shape, begin=[1], end=[2])
        flat = mb.reshape(x=x, shape=mb.concat(values=[rows, np.array([3], np.int32)], axis=0))
        places = mb.range_1d(start=np.int32(0), end=mb.squeeze(x=rows), step=np.int32(1))
        odd = mb.mod(x=places, y=np.int32(2))
        picked = mb.gather(x=flat, indices=mb.squeeze(x=mb.non_zero(x=odd), axes=[1]), axis=0, name="odd_rows")
        return picked, mb.reduce_sum(x=flat, axes=[0], name="sums"), mb.reduce_sum(x=flat, axes=[0, 1], keep_dims=False, name="total")

    predictions = []
    for length in (3, 5, 2):
        x = random.normal(size=(1, length, 3)).astype(np.float32)
        predictions.append(({"x": x}, {"odd_rows": x[0, 1::2], "sums": x[0].sum(0), "total": x.sum(keepdims=True).reshape(1)}))
    model = convert(program, inputs=[ct.TensorType(name="x", shape=(1, ct.RangeDim(1, 10), 3))])
    save("flexible_shapes", model, predictions)


def integers():
    """Arithmetic and gathers in the integer types."""
    @mb.program(input_specs=[tensor(2, 3), tensor(2, 2, dtype=types.int32)], opset_version=ct.target.iOS18)
    def program(x, indices):
        outputs = []
        for name in ("int8", "uint8", "int16", "uint16"):
            small = mb.cast(x=x, dtype=name)
            picked = mb.gather(x=small, indices=mb.cast(x=indices, dtype=name), axis=1, batch_dims=1, validate_indices=True)
            outputs.append(mb.cast(x=picked, dtype="fp32", name=f"picked_{name}"))
        whole = mb.cast(x=x, dtype="int32")
        outputs.append(mb.floor_div(x=whole, y=np.int32(-4), name="quotient"))
        outputs.append(mb.mod(x=whole, y=np.int32(-4), name="remainder"))
        outputs.append(mb.cast(x=mb.logical_and(x=mb.cast(x=x, dtype="bool"), y=mb.greater(x=whole, y=np.int32(5))), dtype="int32",
                               name="flags"))
        return tuple(outputs)

    x, indices = np.array([[7, 100, 3.9], [0, 12, 60]], np.float32), np.array([[2, 0], [1, 1]], np.int32)
    whole = x.astype(np.int32)
    picked = np.take_along_axis(whole, indices, 1).astype(np.float32)
    outputs = {f"picked_{name}": picked for name in ("int8", "uint8", "int16", "uint16")}
    outputs |= {"quotient": whole // -4, "remainder": whole % -4, "flags": ((x != 0) & (whole > 5)).astype(np.int32)}
    save("integers", convert(program), [({"x": x, "indices": indices}, outputs)])


def attention():
    """Scaled dot products with a mask of each kind."""
    query, key, value = (random.normal(size=shape).astype(np.float32) for shape in ((2, 3, 4, 8), (2, 3, 5, 8), (2, 3, 5, 6)))
    allowed = random.random((1, 1, 4, 5)) > 0.4
    allowed[..., 0] = True
    added = random.normal(size=(4, 5)).astype(np.float32)

    @mb.program(input_specs=[tensor(2, 3, 4, 8)], opset_version=ct.target.iOS18)
    def program(query):
        def attend(**mask):
            return mb.scaled_dot_product_attention(query=query, key=key, value=value, **mask)

        return attend(name="plain"), attend(attn_mask=allowed, name="allowed"), attend(attn_mask=added, name="added")

    def expected(mask):
        scores = query.astype(float) @ key.astype(float).swapaxes(-1, -2) / np.sqrt(8) + mask
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        return weights / weights.sum(-1, keepdims=True) @ value

    outputs = {"plain": expected(0), "allowed": expected(np.where(allowed, 0, -np.inf)), "added": expected(added)}
    save("attention", convert(program), [({"query": query}, outputs)])


def recurrent():
    """Recurrent layers that read backward, with biases of both products and a bound on the cell."""
    def sigmoid(v):
        return 1 / (1 + np.exp(-v))

    steps, batch, inputs, hidden = 3, 2, 3, 2
    x, h, c = (random.normal(size=shape).astype(np.float32) for shape in ((steps, batch, inputs), (batch, hidden), (batch, hidden)))

    def weights(gates):
        shapes = ((gates * hidden, inputs), (gates * hidden, hidden), (gates * hidden,), (gates * hidden,))
        return [random.normal(size=shape).astype(np.float32) for shape in shapes]

    (gi, gr, gb, gbi), (li, lr, lb, _), (ri, rr, rb, _) = weights(3), weights(4), weights(1)

    @mb.program(input_specs=[tensor(steps, batch, inputs)], opset_version=ct.target.iOS18)
    def program(x):
        common = dict(x=x, initial_h=h, direction="reverse", output_sequence=True)
        gated, _ = mb.gru(weight_ih=gi, weight_hh=gr, bias=gb, input_bias=gbi, reset_after=True, **common)
        memory, _, _ = mb.lstm(weight_ih=li, weight_hh=lr, bias=lb, initial_c=c, clip=np.float32(0.3), **common)
        simple, _ = mb.rnn(weight_ih=ri, weight_hh=rr, bias=rb, **common)
        return mb.identity(x=gated, name="gated"), mb.identity(x=memory, name="memory"), mb.identity(x=simple, name="simple")

    def run(step, *state):
        outputs = []
        for line in x[::-1].astype(float):
            state = step(line, *state)
            outputs.append(state[0])
        return np.stack(outputs)

    def gated(line, h):
        (ir, io, iz), (hr, ho, hz) = np.split(line @ gi.T + gbi, 3, 1), np.split(h @ gr.T + gb, 3, 1)
        update = sigmoid(iz + hz)
        return ((1 - update) * np.tanh(io + sigmoid(ir + hr) * ho) + update * h,)

    def memory(line, h, c):
        i, f, o, g = np.split(line @ li.T + h @ lr.T + lb, 4, 1)
        c = np.clip(sigmoid(f) * c + sigmoid(i) * np.tanh(g), -0.3, 0.3)
        return sigmoid(o) * np.tanh(c), c

    def simple(line, h):
        return (np.tanh(line @ ri.T + h @ rr.T + rb),)

    outputs = {"gated": run(gated, h), "memory": run(memory, h, c), "simple": run(simple, h)}
    save("recurrent", convert(program), [({"x": x}, outputs)])


def compressed_weights():
    """Weights in every compressed form, each added to x; the decompressed values are coremltools' own."""
    shape, expected, builders = (4, 8), {}, []

    def indices(bits, shape, type_bits=None):
        dtype = types.nptype_from_builtin(types.string_to_builtin(f"uint{bits}"))
        return random.integers(0, 1 << bits, shape).astype(dtype)

    def quantized(name, shape):
        dtype = types.string_to_builtin(name)
        limits = types.type_mapping.builtin_to_range(dtype)
        return random.integers(limits.low, limits.high + 1, shape).astype(types.nptype_from_builtin(dtype))

    def add(name, value, build):
        expected[name] = value
        builders.append((name, build))

    for name, has_offset in itertools.product(("int4", "uint4", "int8", "uint8"), (False, True)):
        data, scale = quantized(name, shape), random.random((2, 4)).astype(np.float32)
        arguments = dict(data=data, scale=scale) | ({"offset": quantized(name, (2, 4))} if has_offset else {})
        value = compression.constexpr_blockwise_shift_scale.decompress(data, scale, arguments.get("offset"))
        add(f"shift_{name}_{int(has_offset)}", value, lambda a=arguments: mb.constexpr_blockwise_shift_scale(**a))
    for bits in (1, 2, 3, 4, 6, 8):
        table, places = random.normal(size=(2, 1, 1 << bits, 1)).astype(np.float32), indices(bits, shape)
        value = compression.constexpr_lut_to_dense.decompress(places, table, None)
        add(f"lut_{bits}", value, lambda i=places, t=table: mb.constexpr_lut_to_dense(indices=i, lut=t))
    mask_type = types.nptype_from_builtin(types.string_to_builtin("uint1"))
    mask = (random.random(shape) > 0.5).astype(mask_type)
    count = int(np.count_nonzero(mask))
    data = random.normal(size=count).astype(np.float32)
    add("sparse", compression.constexpr_sparse_to_dense.decompress(data, mask),
        lambda: mb.constexpr_sparse_to_dense(nonzero_data=data, mask=mask))
    for vector_axis, vector in ((None, 1), (0, 2), (1, 2)):
        small = list(shape)
        if vector_axis is not None:
            small[vector_axis] //= vector
        table = random.normal(size=(1, 2, 8, vector)).astype(np.float32)
        places = indices(3, small)
        add(f"vectors_{vector_axis}", compression.constexpr_lut_to_dense.decompress(places, table, vector_axis),
            lambda i=places, t=table, a=vector_axis: mb.constexpr_lut_to_dense(indices=i, lut=t, vector_axis=a))
        marked = (random.random(small) > 0.4).astype(mask_type)
        chosen = indices(3, int(np.count_nonzero(marked)))
        dense = compression.constexpr_sparse_to_dense.decompress(
            *reversed(compression.constexpr_lut_to_sparse.decompress(marked, chosen, table, vector_axis)))

        def joint(m=marked, c=chosen, t=table, a=vector_axis):
            wide, values = mb.constexpr_lut_to_sparse(indices_mask=m, indices_nonzero_data=c, lut=t, vector_axis=a)
            return mb.constexpr_sparse_to_dense(nonzero_data=values, mask=wide)

        add(f"sparse_vectors_{vector_axis}", dense, joint)
    table, places = quantized("int8", (1, 2, 4, 1)), indices(2, shape)
    scale, offset = np.full((1, 1, 1, 1), 0.5, np.float32), np.full((1, 1, 1, 1), 3, np.int8)
    real = compression.constexpr_blockwise_shift_scale.decompress(table, scale, offset)
    add("quantized_table", compression.constexpr_lut_to_dense.decompress(places, real, None), lambda: mb.constexpr_lut_to_dense(
        indices=places, lut=mb.constexpr_blockwise_shift_scale(data=table, scale=scale, offset=offset)))
    values, scales = quantized("int4", (count,)), random.random((1, 8)).astype(np.float32)
    dense = compression.constexpr_sparse_to_dense.decompress(
        *reversed(compression.constexpr_sparse_blockwise_shift_scale.decompress(mask, values, scales, None)))

    def sparse_shift():
        wide, numbers = mb.constexpr_sparse_blockwise_shift_scale(data_mask=mask, nonzero_data=values, scale=scales)
        return mb.constexpr_sparse_to_dense(nonzero_data=numbers, mask=wide)

    add("sparse_shift", dense, sparse_shift)

    @mb.program(input_specs=[tensor(*shape)], opset_version=ct.target.iOS18)
    def program(x):
        return tuple(mb.add(x=x, y=build(), name=name) for name, build in builders)

    x = random.normal(size=shape).astype(np.float32)
    save("compressed_weights", convert(program), [({"x": x}, {name: x + value for name, value in expected.items()})])


def compressed_weights_of_ios16():
    """The forms of the first version of compressed weights."""
    data, scale = random.integers(-128, 128, (3, 4)).astype(np.int8), random.random(3).astype(np.float32)
    table, places = random.normal(size=16).astype(np.float32), random.integers(0, 16, 12)
    packed = np.packbits((places[:, None] >> np.arange(4) & 1).astype(np.uint8).reshape(-1), bitorder="little")
    flags = random.random(12) > 0.5
    values = random.normal(size=np.count_nonzero(flags)).astype(np.float32)
    sparse = np.zeros(12, np.float32)
    sparse[flags] = values
    half = random.normal(size=(3, 4)).astype(np.float16)

    @mb.program(input_specs=[tensor(3, 4)], opset_version=ct.target.iOS16)
    def program(x):
        size = np.array([3, 4], np.uint32)
        return (
            mb.add(x=x, y=mb.constexpr_affine_dequantize(quantized_data=data, zero_point=np.int8(5), scale=scale, axis=0), name="affine"),
            mb.add(x=x, y=mb.constexpr_lut_to_dense(indices=packed, lut=table, shape=size), name="lut"),
            mb.add(x=x, y=mb.constexpr_sparse_to_dense(nonzero_data=values, mask=np.packbits(flags, bitorder="little"), shape=size),
                   name="sparse"),
            mb.add(x=x, y=mb.constexpr_cast(source_val=half, output_dtype="fp32"), name="half"),
        )

    x = random.normal(size=(3, 4)).astype(np.float32)
    outputs = {"affine": x + (data.astype(np.float32) - 5) * scale[:, None], "lut": x + table[places].reshape(3, 4),
               "sparse": x + sparse.reshape(3, 4), "half": x + half.astype(np.float32)}
    save("compressed_weights_of_ios16", convert(program, ct.target.iOS16), [({"x": x}, outputs)])


FOLDER.mkdir(parents=True, exist_ok=True)
for fixture in (control_flow, lists, states, functions, flexible_shapes, integers, attention, compressed_weights,
                compressed_weights_of_ios16, recurrent):
    fixture()
    print(fixture.__name__)
