#!/usr/bin/env python3
"""Writes small test cases for the operations of CoreMLRuntime, with expected results from NumPy and PyTorch.

  /usr/bin/python3 Scripts/operation_fixtures.py Tests/CoreMLRuntimeTests/Fixtures/operations.json

Needs PyTorch (Debian: apt-get install python3-torch). Each case has the operation's name, its arguments and its outputs.
"""
import json
import sys

import numpy as np
import torch
import torch.nn.functional as F

torch.manual_seed(5)
random = np.random.default_rng(5)
cases = []


def values(*shape, scale=1.0):
    return torch.from_numpy(np.round(random.normal(size=shape) * scale, 2))


def encoded(value):
    if isinstance(value, torch.Tensor):
        if value.dtype.is_floating_point:
            # Subnormal numbers are beyond what a reader of float32 takes.
            numbers = [float(f"{v:.6g}") if abs(v) > 1e-30 else 0.0 for v in value.reshape(-1).tolist()]
            return {"shape": list(value.shape), "floats": numbers}
        if value.dtype == torch.bool:
            return {"shape": list(value.shape), "bools": value.reshape(-1).tolist()}
        return {"shape": list(value.shape), "ints": value.reshape(-1).tolist()}
    if isinstance(value, bool):
        return {"shape": [], "bools": [value]}
    if isinstance(value, int):
        return {"shape": [], "ints": [value]}
    if isinstance(value, float):
        return {"shape": [], "floats": [value]}
    if isinstance(value, str):
        return {"string": value}
    if value and isinstance(value[0], torch.Tensor):
        return {"list": [encoded(v) for v in value]}
    return {"shape": [len(value)], "ints": list(value)}


def case(kind, outputs, **arguments):
    if isinstance(outputs, torch.Tensor):
        outputs = [outputs]
    cases.append({"kind": kind, "arguments": {k: encoded(v) for k, v in arguments.items()},
                  "outputs": [encoded(v) for v in outputs]})


def convolutions():
    for spatial, kernel, strides, dilations, pad, groups in [
        ((7, 8), (3, 3), (1, 1), (1, 1), (1, 1, 1, 1), 1),
        ((7, 8), (3, 2), (2, 1), (1, 2), (0, 2, 1, 0), 1),
        ((9, 6), (3, 3), (2, 2), (2, 1), (2, 1, 0, 1), 2),
        ((5, 5), (5, 5), (3, 3), (1, 1), (3, 0, 0, 3), 4),
        ((9,), (3,), (2,), (1,), (1, 1), 1),
        ((4, 5, 4), (2, 3, 2), (1, 2, 1), (1, 1, 2), (1, 0, 1, 1, 0, 2), 2),
    ]:
        x, weight, bias = values(2, 4, *spatial), values(8, 4 // groups, *kernel), values(8)
        flat = [p for axis in reversed(range(len(kernel))) for p in pad[2 * axis: 2 * axis + 2]]
        function = {1: F.conv1d, 2: F.conv2d, 3: F.conv3d}[len(kernel)]
        y = function(F.pad(x, flat), weight, bias, strides, 0, dilations, groups)
        case("conv", y, x=x, weight=weight, bias=bias, strides=strides, dilations=dilations, pad=pad, groups=groups,
             pad_type="custom")
    for groups, pad in [(1, (0, 0, 0, 0)), (2, (1, 0, 2, 1))]:
        x, weight, bias = values(2, 4, 4, 5), values(4, 6 // groups, 3, 4), values(6)
        y = F.conv_transpose2d(x, weight, bias, (2, 3), groups=groups)
        y = y[:, :, pad[0]: y.shape[2] - pad[1], pad[2]: y.shape[3] - pad[3]]
        case("conv_transpose", y, x=x, weight=weight, bias=bias, strides=(2, 3), pad=pad, groups=groups, pad_type="custom")


def poolings():
    x = values(2, 3, 7, 8)
    for kernel, strides, pad in [((2, 2), (2, 2), (0, 0, 0, 0)), ((3, 3), (2, 1), (1, 1, 0, 1)), ((4, 2), (3, 3), (2, 0, 1, 1))]:
        flat = pad[2:] + pad[:2]
        common = dict(x=x, kernel_sizes=kernel, strides=strides, pad=pad, pad_type="custom")
        case("max_pool", F.max_pool2d(F.pad(x, flat, value=-np.inf), kernel, strides), **common)
        average = F.avg_pool2d(F.pad(x, flat), kernel, strides)
        case("avg_pool", average, exclude_padding_from_average=False, **common)
        inside = F.avg_pool2d(F.pad(torch.ones_like(x), flat), kernel, strides)
        case("avg_pool", average / inside, exclude_padding_from_average=True, **common)
        squares = F.avg_pool2d(F.pad(x * x, flat), kernel, strides) * kernel[0] * kernel[1]
        case("l2_pool", torch.sqrt(squares), **common)
    for kernel, stride, pad in [(3, 2, 1), (2, 2, 0), (3, 3, 1)]:
        arguments = dict(x=x, kernel_sizes=(kernel, kernel), strides=(stride, stride), pad=(pad,) * 4, pad_type="custom", ceil_mode=True)
        case("max_pool", F.max_pool2d(x, kernel, stride, pad, ceil_mode=True), **arguments)
        case("avg_pool", F.avg_pool2d(x, kernel, stride, pad, ceil_mode=True), **arguments)
    x = values(1, 2, 4, 4, 5)
    case("avg_pool", F.avg_pool3d(x, (2, 2, 3), (1, 2, 1)), x=x, kernel_sizes=(2, 2, 3), strides=(1, 2, 1), pad_type="valid")


def activations():
    x, alpha = values(2, 3, 2, 4, scale=3), values(3)
    case("prelu", F.prelu(x, alpha), x=x, alpha=alpha)
    case("elu", F.elu(x, 0.7), x=x, alpha=0.7)
    case("leaky_relu", F.leaky_relu(x, 0.3), x=x, alpha=0.3)
    case("gelu", F.gelu(x), x=x, mode="EXACT")
    case("gelu", F.gelu(x, approximate="tanh"), x=x, mode="TANH_APPROXIMATION")
    case("gelu", x * torch.sigmoid(1.702 * x), x=x, mode="SIGMOID_APPROXIMATION")
    case("softplus", F.softplus(10 * x), x=10 * x)
    case("softsign", F.softsign(x), x=x)
    case("silu", F.silu(x), x=x)
    case("sigmoid", torch.sigmoid(x), x=x)
    case("sigmoid_hard", torch.clamp(0.3 * x + 0.4, 0, 1), x=x, alpha=0.3, beta=0.4)
    case("scaled_tanh", 1.5 * torch.tanh(0.5 * x), x=x, alpha=1.5, beta=0.5)
    case("thresholded_relu", F.threshold(x, 0.5, 0), x=x, alpha=0.5)
    case("clamped_relu", torch.clamp(F.leaky_relu(x, 0.2), max=1.5), x=x, alpha=0.2, beta=1.5)
    for axis in (-1, 0, 1, 2):
        case("softmax", torch.softmax(50 * x, axis), x=50 * x, axis=axis)
    beta = values(3)
    y = alpha.view(-1, 1, 1) * F.softplus(beta.view(-1, 1, 1) * x)
    case("softplus_parametric", y, x=x, alpha=alpha, beta=beta)


def normalizations():
    x, gamma, beta = values(2, 6, 3, 4), values(6), values(6)
    mean, variance = values(6), values(6).abs() + 0.2
    case("batch_norm", F.batch_norm(x, mean, variance, gamma, beta, False, 0, 1e-3), x=x, mean=mean, variance=variance, gamma=gamma,
         beta=beta, epsilon=1e-3)
    case("instance_norm", F.instance_norm(x, None, None, gamma, beta, True, 0, 1e-3), x=x, gamma=gamma, beta=beta, epsilon=1e-3)
    scale, shift = values(3, 4), values(3, 4)
    case("layer_norm", F.layer_norm(x, (3, 4), scale, shift, 1e-4), x=x, axes=(-2, -1), gamma=scale, beta=shift, epsilon=1e-4)
    moved = F.layer_norm(x.movedim(1, -1), (6,), gamma, beta, 1e-4).movedim(-1, 1)
    case("layer_norm", moved, x=x, axes=(1,), gamma=gamma, beta=beta, epsilon=1e-4)
    for size in (1, 3, 5):
        case("local_response_norm", F.local_response_norm(x, size, 0.2, 0.7, 2.0), x=x, size=size, alpha=0.2, beta=0.7, k=2.0)
    case("l2_norm", x / torch.sqrt((x * x).sum((1, 2, 3), keepdim=True) + 1e-5), x=x, epsilon=1e-5)


def products():
    for a, b in [((2, 3), (3, 4)), ((5, 2, 3), (3, 4)), ((2, 1, 2, 3), (4, 3, 2)), ((3,), (3, 2)), ((2, 3), (3,))]:
        x, y = values(*a), values(*b)
        case("matmul", torch.matmul(x, y), x=x, y=y)
        if len(a) > 1 and len(b) > 1:
            case("matmul", torch.matmul(x, y), x=x.transpose(-1, -2).contiguous(), y=y.transpose(-1, -2).contiguous(),
                 transpose_x=True, transpose_y=True)
    x, weight, bias = values(2, 3, 19), values(4, 19), values(4)
    case("linear", F.linear(x, weight, bias), x=x, weight=weight, bias=bias)


def reductions():
    x = values(2, 3, 4, 5)
    for axes in ([1], [0, -1], [1, 2], [0, 1, 2, 3]):
        for keep in (True, False):
            arguments = dict(x=x, axes=axes, keep_dims=keep)
            case("reduce_sum", x.sum(axes, keepdim=keep), **arguments)
            case("reduce_mean", x.mean(axes, keepdim=keep), **arguments)
            case("reduce_max", x.amax(axes, keepdim=keep), **arguments)
            case("reduce_log_sum_exp", torch.logsumexp(x, axes, keepdim=keep), **arguments)
            case("reduce_l2_norm", (x * x).sum(axes, keepdim=keep).sqrt(), **arguments)
    case("reduce_prod", x.prod(2), x=x, axes=[2], keep_dims=False)
    for axis in (0, 2, -1):
        case("reduce_argmax", x.argmax(axis), x=x, axis=axis, keep_dims=False)
        case("reduce_argmin", x.argmin(axis, keepdim=True), x=x, axis=axis, keep_dims=True)
        case("cumsum", x.cumsum(axis), x=x, axis=axis)
        case("cumsum", x.flip(axis).cumsum(axis).flip(axis) - x, x=x, axis=axis, exclusive=True, reverse=True)


def arrangements():
    x = values(2, 8, 4, 6)
    case("transpose", x.permute(2, 0, 3, 1), x=x, perm=(2, 0, 3, 1))
    case("pixel_shuffle", F.pixel_shuffle(x, 2), x=x, upscale_factor=2)
    for mode, name in (("reflect", "reflect"), ("replicate", "replicate"), ("constant", "constant")):
        case("pad", F.pad(x, (2, 3, 1, 0), mode=mode), x=x, pad=(1, 0, 2, 3), mode=name)
    case("concat", torch.cat([x, x[:, :3]], 1), values=[x, x[:, :3].contiguous()], axis=1)
    case("stack", torch.stack([x[0], x[1]], 1), values=[x[0], x[1]], axis=1)
    case("tile", x.tile(1, 2, 1, 3), x=x, reps=(1, 2, 1, 3))
    case("reverse", x.flip(1, 3), x=x, axes=(1, -1))
    case("slice_by_index", torch.from_numpy(x.numpy()[1:, 5:0:-2, :, 1:-1].copy()), x=x, begin=(1, 5, 0, 1), end=(2, 0, 4, -1),
         stride=(1, -2, 1, 1))
    case("slice_by_index", torch.from_numpy(x.numpy()[1, ::-1, 2, :4].copy()), x=x, begin=(1, 0, 2, 3), end=(0, 0, 0, 4),
         stride=(1, -1, 1, 1), begin_mask=torch.tensor([False, True, False, True]),
         end_mask=torch.tensor([False, True, False, False]), squeeze_mask=torch.tensor([True, False, True, False]))
    case("split", torch.split(x, [1, 5, 2], 1), x=x, split_sizes=(1, 5, 2), axis=1)
    case("sliding_windows", x.unfold(3, 3, 2), x=x, axis=3, size=3, stride=2)
    case("band_part", torch.tril(torch.triu(x, -1), 2), x=x, lower=1, upper=2)
    case("osprey.triangle", torch.triu(x, 1), x=x, k=1, upper=True)
    case("osprey.triangle", torch.tril(x, -2), x=x, k=-2, upper=False)


def indices():
    x = values(3, 4, 5)
    picked = torch.tensor([[2, 0], [-1, 1]])
    case("gather", x[:, picked % 4], x=x, indices=picked, axis=1)
    along = torch.from_numpy(random.integers(0, 4, (3, 2, 5)))
    case("gather_along_axis", torch.gather(x, 1, along), x=x, indices=along, axis=1)
    pairs = torch.tensor([[0, 3], [2, 1]])
    case("gather_nd", x[pairs[:, 0], pairs[:, 1]], x=x, indices=pairs)
    updates = values(3, 2, 5)
    distinct = torch.tensor([3, 1])
    written = x.clone()
    written[:, distinct] = updates
    case("scatter", written, data=x, indices=distinct, updates=updates, axis=1, mode="update")
    case("scatter_along_axis", x.scatter_add(1, along, updates), data=x, indices=along, updates=updates, axis=1, mode="add")
    summed = x.clone()
    rows = values(2, 5)
    summed[0, 3] += rows[0]
    summed[2, 1] += rows[1]
    case("scatter_nd", summed, data=x, indices=pairs, updates=rows, mode="add")
    for axis in (0, 2):
        top = torch.topk(x, 2, axis)
        case("topk", [top.values, top.indices], x=x, k=2, axis=axis)
        case("argsort", torch.argsort(x, axis), x=x, axis=axis, ascending=True)
    case("one_hot", F.one_hot(picked % 4, 4).double() * 3 - 1, indices=picked % 4, one_hot_vector_size=4, on_value=2.0, off_value=-1.0)
    case("non_zero", torch.nonzero(x > 0.5), x=(x > 0.5).double())


def resizings():
    x = values(1, 2, 4, 5)
    case("upsample_nearest_neighbor", F.interpolate(x, scale_factor=(2, 3)), x=x, scale_factor_height=2.0, scale_factor_width=3.0)
    for aligned, mode in ((True, "STRICT_ALIGN_CORNERS"), (False, "UNALIGN_CORNERS")):
        y = F.interpolate(x, (7, 9), mode="bilinear", align_corners=aligned)
        case("resize_bilinear", y, x=x, target_size_height=7, target_size_width=9, sampling_mode=mode)


def recurrent():
    steps, batch, inputs, hidden = 4, 2, 3, 5
    x = values(steps, batch, inputs)
    for directions in (1, 2):
        h, c = values(directions, batch, hidden), values(directions, batch, hidden)
        cell = torch.nn.LSTM(inputs, hidden, bidirectional=directions == 2).double()
        order = [0, 1, 3, 2]  # PyTorch has input, forget, cell, output.
        arguments = dict(x=x, initial_h=torch.cat(list(h), 1), initial_c=torch.cat(list(c), 1), output_sequence=True,
                         direction="bidirectional" if directions == 2 else "forward")
        for name, suffix in (("", ""), ("_reverse", "_back"))[:directions]:
            parts = {key: torch.cat([getattr(cell, f"{key}_l0{name}").detach().chunk(4)[i] for i in order])
                     for key in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")}
            arguments |= {f"weight_ih{suffix}": parts["weight_ih"], f"weight_hh{suffix}": parts["weight_hh"],
                          f"bias{suffix}": parts["bias_ih"] + parts["bias_hh"]}
        y, (hn, cn) = cell(x, (h, c))
        case("lstm", [y.detach(), torch.cat(list(hn.detach()), 1), torch.cat(list(cn.detach()), 1)], **arguments)
    h = values(1, batch, hidden)
    cell = torch.nn.GRU(inputs, hidden).double()
    y, hn = cell(x, h)
    gru = dict(weight_ih=cell.weight_ih_l0.detach(), weight_hh=cell.weight_hh_l0.detach(), bias=cell.bias_ih_l0.detach(),
               bias_hh=cell.bias_hh_l0.detach(), reset_after=True)
    case("gru", [y[-1:].detach(), hn[0].detach()], x=x, initial_h=h[0], **gru)
    y, hn = cell(x.flip(0), h)
    case("gru", [y.detach(), hn[0].detach()], x=x, initial_h=h[0], output_sequence=True, direction="reverse", **gru)
    cell = torch.nn.RNN(inputs, hidden).double()
    y, hn = cell(x.flip(0), h)
    case("rnn", [y.detach(), hn[0].detach()], x=x, initial_h=h[0], weight_ih=cell.weight_ih_l0.detach(),
         weight_hh=cell.weight_hh_l0.detach(), bias=(cell.bias_ih_l0 + cell.bias_hh_l0).detach(), output_sequence=True,
         direction="reverse")


def recurrent_cells():
    """Recurrent cells with activations that PyTorch lacks, computed step by step."""
    steps, batch, inputs, hidden = 3, 2, 3, 4
    functions = {"sigmoid": torch.sigmoid, "tanh": torch.tanh, "linear": lambda x: x, "relu": torch.relu,
                 "hard_sigmoid": lambda x: torch.clamp(0.2 * x + 0.5, 0, 1), "scaled_tanh": torch.tanh}
    for activation, clip in (("scaled_tanh", 0.3), ("hard_sigmoid", 5.0), ("linear", 0.01), ("relu", 1.0)):
        x, w, r, b, p = values(steps, batch, inputs), values(4 * hidden, inputs), values(4 * hidden, hidden), values(4 * hidden), \
            values(3 * hidden)
        h, c = values(batch, hidden), values(batch, hidden)
        start, outputs = (h, c), []
        act = functions[activation]
        for step in x:
            i, f, o, g = (step @ w.T + h @ r.T + b).chunk(4, 1)
            pi, pf, po = p.chunk(3)
            c = torch.clamp(torch.sigmoid(f + pf * c) * c + torch.sigmoid(i + pi * c) * torch.tanh(g), -clip, clip)
            h = torch.sigmoid(o + po * c) * act(c)
            outputs.append(h)
        case("lstm", [torch.stack(outputs), h, c], x=x, initial_h=start[0], initial_c=start[1], weight_ih=w, weight_hh=r, bias=b,
             peephole=p, cell_clip=clip, activation=activation, output_sequence=True)
    for activation, recurrent_activation in (("sigmoid", "tanh"), ("tanh", "sigmoid")):
        x, w, r, b, h = values(steps, batch, inputs), values(3 * hidden, inputs), values(3 * hidden, hidden), values(3 * hidden), \
            values(batch, hidden)
        start, outputs = h, []
        for step in x:
            wr, wz, wo = (step @ w.T + b).chunk(3, 1)
            rr, rz, ro = r.chunk(3)
            reset = functions[recurrent_activation](wr + h @ rr.T)
            update = functions[recurrent_activation](wz + h @ rz.T)
            h = (1 - update) * functions[activation](wo + (reset * h) @ ro.T) + update * h
            outputs.append(h)
        case("gru", [torch.stack(outputs), h], x=x, initial_h=start, weight_ih=w, weight_hh=r, bias=b, activation=activation,
             recurrent_activation=recurrent_activation, output_sequence=True)


def batched_indices():
    x = values(2, 3, 4, 5)
    picked = torch.from_numpy(random.integers(0, 4, (2, 3, 2)))
    rows = torch.arange(2).view(2, 1, 1), torch.arange(3).view(1, 3, 1)
    case("gather", x[rows[0], rows[1], picked], x=x, indices=picked, axis=2, batch_dims=2)
    inner = torch.stack([x[i][:, picked[i]] for i in range(2)])
    case("gather", inner, x=x, indices=picked, axis=2, batch_dims=1)
    pairs = torch.from_numpy(random.integers(0, 3, (2, 4, 2)))
    case("gather_nd", x[rows[0][:, :, 0], pairs[..., 0], pairs[..., 1]], x=x, indices=pairs, batch_dims=1)
    large = torch.tensor([[1 << 24, 5], [-(1 << 30), 3]])
    case("scatter_nd", large + torch.tensor([[1, 0], [0, -1]]), data=large, indices=torch.tensor([[0, 0], [1, 1]]),
         updates=torch.tensor([1, -1]), mode="add")


def sampling():
    """Crops, samples and neighbours that lie partly outside."""
    x = torch.arange(1.0, 17.0).double().view(1, 1, 4, 4)
    boxes = torch.tensor([[0.1, 0.3, 1.3, 1.0], [0.5, 1.8, 1.0, 0.3], [0.0, 0.4, 0.6, 0.7]]).double()

    def crops(padding):
        result = []
        for y0, x0, y1, x1 in (3 * boxes).tolist():
            for v in (y0, y1):
                for u in (x0, x1):
                    inside = 0 <= v <= 3 and 0 <= u <= 3
                    # The pixels are a linear function: 4 · row + column + 1.
                    result.append(4 * v + u + 1 if inside else padding)
        return torch.tensor(result).double().view(3, 1, 2, 2)

    shared = dict(x=x, target_height=2, target_width=2, normalized_coordinates=True, sampling_mode="ALIGN_CORNERS")
    case("crop_resize", crops(10.0), boxes=boxes, box_indices=(0, 0, 0), pad_value=10.0, **shared)
    regions = torch.cat([torch.zeros(3, 1).double(), boxes], 1).view(3, 1, 5, 1, 1)
    case("crop_resize", crops(1.0).view(3, 1, 1, 2, 2), roi=regions, pad_value=1.0, **shared)
    # If elements are areas, a box that ends before it begins stands for the whole image.
    shared["sampling_mode"] = "UNALIGN_CORNERS"
    whole = F.interpolate(x, size=(2, 2), mode="bilinear", align_corners=False).view(1, 1, 1, 2, 2)
    case("crop_resize", whole, roi=torch.tensor([2.0, 2.0, 1.0, 1.0]).double().view(1, 1, 4, 1, 1), **shared)
    x = values(1, 2, 3, 4)
    places = values(1, 5, 6, 2, scale=1.5)
    for mode, name in (("zeros", "constant"), ("border", "border"), ("reflection", "reflection")):
        for sampling, aligned in (("bilinear", True), ("nearest", True), ("bilinear", False), ("nearest", False)):
            if name == "reflection" and not aligned:
                name = "symmetric"
            y = F.grid_sample(x, places, mode=sampling, padding_mode=mode, align_corners=aligned)
            case("resample", y, x=x, coordinates=places, sampling_mode=sampling, padding_mode=name, padding_value=0.0,
                 coordinates_mode="normalized_minus_one_to_one", align_corners=aligned)
    for size in (2, 4):
        x = values(2, 6, 3)
        case("local_response_norm", F.local_response_norm(x, size, 0.2, 0.7, 2.0), x=x, size=size, alpha=0.2, beta=0.7, k=2.0)
    line = torch.tensor([-6.0, 9.0]).double().view(1, 1, 2, 1)
    case("resize", line[:, :, [0, 1, 1]][..., [0, 0]], x=line, shape=(1, 1, 3, 2), resized_dims=2,
         interpolation_mode="NEAREST_NEIGHBOR", sampling_mode="DEFAULT")
    x = values(2, 5)
    case("reshape", x.view(1, 1, 2, 5), x=x, shape=(1, 0, -1, 0))
    x, weight = values(2, 3), torch.tensor([[1, -2, 3], [0, 5, -1]])
    case("linear", x @ weight.double().T + 1, x=x, weight=weight, bias=(1, 1))


for family in (convolutions, poolings, activations, normalizations, products, reductions, arrangements, indices, resizings, recurrent,
               recurrent_cells, batched_indices, sampling):
    family()
with open(sys.argv[1], "w") as file:
    file.write("[\n" + ",\n".join(json.dumps(c) for c in cases) + "\n]\n")
print(len(cases), "cases")
