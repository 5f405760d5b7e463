#!/usr/bin/env python3
"""Measures osprey beside its peers and writes the tables of Documentation/Performance.md.

  python3 Benchmarks/performance.py .build/release/osprey [--output Documentation/Performance.md] [--models squeezenet1_1 …]

The same networks run through ONNX Runtime and OpenVINO in the same run (`peers.py`). The first call makes a Python environment with them, of a
gigabyte from PyPI, and the networks. A quiet machine is needed for figures that mean something.
"""
import argparse
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile
import time

import peers
import photos
from peers import MODELS, cores

NAMES = ["squeezenet1_1", "mobilenet_v2", "mobilenet_v3_small", "efficientnet_b0", "resnet50", "tiny_yolo", "vit_small"]

FIRST_PREDICTION = """
import sys, time
import numpy as np, onnxruntime
x = np.load(sys.argv[2])["x"]
settings = onnxruntime.SessionOptions()
settings.intra_op_num_threads = int(sys.argv[3])
start = time.perf_counter()
onnxruntime.InferenceSession(sys.argv[1], settings, providers=["CPUExecutionProvider"]).run(None, {"x": x})
print((time.perf_counter() - start) * 1e3)
"""


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def bench(osprey, model, units, runs):
    """The figures of `osprey model bench`, or None where it fails."""
    answer = subprocess.run(
        [osprey, "model", "bench", str(model), "--compute-units", units, "--runs", str(runs), "--json"],
        capture_output=True, text=True)
    return json.loads(answer.stdout.strip().splitlines()[-1]) if answer.returncode == 0 else None


# A process starts with the size of the one that it was forked from, so a small one has to do it.
SMALL_PARENT = """
import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
_, status, usage = os.wait4(child, 0)
print(usage.ru_maxrss / 1024 if status == 0 else "nan")
"""


def peak_memory(command):
    """The largest resident size of a process, in MB of 1024 * 1024 bytes."""
    answer = subprocess.run([sys.executable, "-S", "-c", SMALL_PARENT, *command], stdout=subprocess.PIPE, text=True, check=True)
    return float(answer.stdout)


def operations(path):
    """Multiplications and additions of the convolutions and matrix products of an ONNX file."""
    import onnx
    model = onnx.shape_inference.infer_shapes(onnx.load(path))
    shapes = {}
    for value in [*model.graph.value_info, *model.graph.input, *model.graph.output]:
        shapes[value.name] = [d.dim_value for d in value.type.tensor_type.shape.dim]
    for tensor in model.graph.initializer:
        shapes[tensor.name] = list(tensor.dims)
    count = 0
    for node in model.graph.node:
        result = shapes.get(node.output[0], [])
        size = 1
        for side in result:
            size *= side
        if node.op_type == "Conv":
            weights = shapes[node.input[1]]
            for side in weights[1:]:
                size *= side
            count += 2 * size
        elif node.op_type == "MatMul":
            count += 2 * size * shapes[node.input[0]][-1]
        elif node.op_type == "Gemm":
            transposed = any(a.name == "transA" and a.i for a in node.attribute)
            count += 2 * size * shapes[node.input[0]][0 if transposed else 1]
    return count


def measured_peak(osprey):
    """The most operations a second that a large matrix product reaches here: by osprey in float32 and `all`, by NumPy in float32."""
    import coremltools
    import numpy as np
    from coremltools.models import datatypes
    from coremltools.models.neural_network import NeuralNetworkBuilder
    size = 2048
    builder = NeuralNetworkBuilder(
        [("x", datatypes.Array(size, size))], [("y", None)], disable_rank5_shape_mapping=True)
    # Two products in a row, so that what changes the precision of the input counts little.
    rng = np.random.default_rng(1)
    for index, (source, target) in enumerate([("x", "h"), ("h", "g"), ("g", "y")]):
        builder.add_batched_mat_mul(
            f"product{index}", [source], target, weight_matrix_rows=size, weight_matrix_columns=size,
            W=rng.standard_normal((size, size)).astype(np.float32))
    work = 3 * 2 * size**3
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "product.mlmodel"
        coremltools.models.utils.save_spec(builder.spec, str(path))
        rates = {}
        for units in ("cpuOnly", "all"):
            figures = bench(osprey, path, units, 10)
            rates[units] = work / figures["min_ms"] / 1e6 if figures else float("nan")
    a = rng.standard_normal((size, size)).astype(np.float32)
    times = []
    for _ in range(6):
        start = time.perf_counter()
        a @ a
        times.append(time.perf_counter() - start)
    rates["cpuOnly"] = max(rates["cpuOnly"], 2 * size**3 / min(times) / 1e9)
    return rates


def inference_table(rows, work, peak):
    yield "| model | format | ONNX Runtime | OpenVINO | `cpuOnly` | ratio | error | of peak | `all` | ratio | error | of peak |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for row in rows:
        better = min(row["ort"], row["openvino"])
        rate = {units: work[row["name"]] / row[units] / 1e6 / peak[units] for units in ("cpuOnly", "all")}
        yield (f"| {row['name']} | {row['form']} | {row['ort']:.2f} | {row['openvino']:.2f} "
               f"| {row['cpuOnly']:.2f} | {row['cpuOnly'] / row['ort']:.2f} | {row['cpuOnlyError']} | {rate['cpuOnly']:.0%} "
               f"| {row['all']:.2f} | {row['all'] / better:.2f} | {row['allError']} | {rate['all']:.0%} |")


def first_predictions(osprey, names, rounds):
    yield "| model | ONNX Runtime | .mlmodel `cpuOnly` | ratio | .mlmodel `all` | ratio | .mlpackage `cpuOnly` | ratio | .mlpackage `all` | ratio |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    kinds = [(form, units) for form in ("mlmodel", "mlpackage") for units in ("cpuOnly", "all")]
    for name in names:
        times = {kind: [] for kind in ["ort", *kinds]}
        # Each is one measurement, not a median of some.
        for _ in range(3 * rounds):
            answer = subprocess.run(
                [sys.executable, "-c", FIRST_PREDICTION, str(MODELS / f"{name}.onnx"), str(MODELS / f"{name}.npz"), str(cores())],
                stdout=subprocess.PIPE, text=True, check=True).stdout
            times["ort"].append(float(answer))
            for form, units in kinds:
                figures = bench(osprey, MODELS / f"{name}.{form}", units, 1)
                times[form, units].append(figures["load_ms"] if figures else float("nan"))
        median = {kind: statistics.median(values) for kind, values in times.items()}
        cells = [name, f"{median['ort']:.0f}"]
        for kind in kinds:
            cells += [f"{median[kind]:.0f}", f"{median[kind] / median['ort']:.2f}"]
        yield "| " + " | ".join(cells) + " |"


def has_bfloat16():
    text = pathlib.Path("/proc/cpuinfo").read_text()
    return "avx512_bf16" in text or "amx_bf16" in text


def memory_table(osprey):
    reduced = 16 if has_bfloat16() else 32
    yield "| ResNet-50 | weights in memory | peak after 10 predictions | peak after 1,000 |"
    yield "| --- | --- | --- | --- |"
    for form, units, bits in [(form, *kind) for form in ("mlmodel", "mlpackage") for kind in (("all", reduced), ("cpuOnly", 32))]:
        command = [osprey, "model", "bench", str(MODELS / f"resnet50.{form}"), "--compute-units", units, "--json", "--runs"]
        few, many = peak_memory(command + ["10"]), peak_memory(command + ["1000"])
        yield f"| .{form}, `{units}` | {25.6 * bits / 8 * 1e6 / 2**20:.0f} MB | {few:.0f} MB | {many:.0f} MB |"


def several_at_once(osprey):
    """How long a prediction takes where a number of processes predict at once."""
    yield "| processes at once | median of a prediction | predictions a second, all together |"
    yield "| --- | --- | --- |"
    command = [osprey, "model", "bench", str(MODELS / "resnet50.mlmodel"), "--compute-units", "cpuOnly", "--runs", "200", "--json"]
    for count in (1, 2, 4):
        children = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(count)]
        times = [json.loads(child.communicate()[0].strip().splitlines()[-1])["median_ms"] for child in children]
        yield f"| {count} | {statistics.median(times):.1f} ms | {sum(1e3 / t for t in times):.0f} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("osprey")
    parser.add_argument("--output")
    parser.add_argument("--models", nargs="*", default=NAMES)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    peers.enter_environment()
    osprey = os.path.realpath(options.osprey)
    rows = peers.inference(osprey, options.models, options.rounds)
    peak = measured_peak(osprey)
    work = {name: operations(str(MODELS / f"{name}.onnx")) for name in options.models}
    lines = [
        "# Performance",
        "",
        "The tables of this page are written by `make bench`. They compare osprey with two peers, ONNX Runtime and OpenVINO. Times are in milliseconds. The",
        "time of one prediction is a median of several rounds, and each round's time is the median of its predictions. In each round, osprey and its peers",
        "were measured in turns, with as many threads as cores. With `cpuOnly`, osprey computes in float32. With `all`, osprey may use bfloat16, as OpenVINO",
        "does.",
        "",
        "- **Ratio**: osprey's time divided by a peer's time. For `cpuOnly`, the peer is ONNX Runtime. For `all`, the peer is the faster one of those in the",
        "  table. If the ratio is below 1, osprey is faster.",
        "- **Error**: the norm of the difference from PyTorch's answer, divided by the norm of PyTorch's answer.",
        "- **Of peak**: the operations per second of a model's convolutions and matrix products, as a percentage of the measured peak. Operations that are",
        "  saved by shortcuts such as Winograd's are counted, too. So the percentage may be above 100%.",
        "",
        f"Machine: {processor()}, {cores()} cores, Linux {platform.release().split('-')[0]}. The peak was measured with large matrix products:",
        f"{peak['cpuOnly']:.0f} GFLOP/s in float32, {peak['all']:.0f} GFLOP/s with the compute units `all`.",
        "",
        "## One prediction",
        "",
        *inference_table(rows, work, peak),
        "",
        "## Load and first prediction",
        "",
        "The time from opening the model's file to the first answer. The process is new, but its libraries are already loaded.",
        "",
        *first_predictions(osprey, options.models, options.rounds),
        "",
        "## Memory",
        "",
        "The largest resident size of the process `osprey model bench`, including the program and its libraries.",
        "",
        *memory_table(osprey),
        "",
        "## Several at once",
        "",
        "Independent processes predict with ResNet-50 in float32 at the same time.",
        "",
        *several_at_once(osprey),
        "",
        "## From a photo to its label",
        "",
        "The time from a photo of 12 megapixels to its label. `cold` is the time of a new process that labels one photo. `batch` is the time of each photo",
        "after the first, in a process that labels many photos.",
        "",
        "```",
        *photos.lines(osprey),
        "```",
        "",
    ]
    text = "\n".join(lines)
    print(text)
    if options.output:
        pathlib.Path(options.output).write_text(text)


if __name__ == "__main__":
    main()
