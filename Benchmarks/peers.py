"""Other runtimes beside osprey: the Python environment that they live in, the networks, and the times of one prediction of each.

Everything is measured in turns, in one run, with as many threads as cores.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
ENVIRONMENT = CACHE / "osprey-peers"
MODELS = CACHE / "osprey-peers-models"
UNITS = ("cpuOnly", "all")
WARM_UP = 3


def cores():
    return len(os.sched_getaffinity(0))


def enter_environment():
    """Goes on in the Python environment of the peers, which is made where it is missing: a gigabyte of packages from PyPI."""
    if os.path.realpath(sys.prefix) == os.path.realpath(ENVIRONMENT):
        return
    python = ENVIRONMENT / "bin/python"
    complete = ENVIRONMENT / "complete"
    if not complete.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(ENVIRONMENT)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "-q", "-r", str(HERE / "requirements.txt")], check=True)
        complete.touch()
    os.execv(str(python), [str(python), *sys.argv])


def provide(names):
    """Makes the networks that are not there yet."""
    missing = [name for name in names if not (MODELS / ("photo.mlmodel" if name == "photo" else f"{name}.npz")).exists()]
    if missing:
        subprocess.run([sys.executable, str(HERE / "models.py"), str(MODELS), *missing], check=True, stdout=subprocess.DEVNULL)


def session(path, threads):
    """A network in ONNX Runtime."""
    import onnxruntime

    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = threads
    return onnxruntime.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])


class Peers:
    """A network in ONNX Runtime and in OpenVINO."""

    def __init__(self, name):
        import numpy
        import openvino

        path = MODELS / f"{name}.onnx"
        with numpy.load(MODELS / f"{name}.npz") as data:
            self.x, self.y = data["x"], data["y"]
        self._session = session(path, cores())
        settings = {"PERFORMANCE_HINT": "LATENCY", "INFERENCE_NUM_THREADS": cores()}
        self._request = openvino.Core().compile_model(str(path), "CPU", settings).create_infer_request()

    def runtime(self):
        self._session.run(None, {"x": self.x})

    def openvino(self):
        self._request.infer({0: self.x})


def median_of(runs, call):
    """The median time of a call, in milliseconds."""
    times = []
    for _ in range(WARM_UP + runs):
        start = time.perf_counter()
        call()
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times[WARM_UP:])


def osprey_median(osprey, model, units, peers, runs):
    """The median time of a prediction by osprey, and the distance of its answer from PyTorch's over the length of PyTorch's."""
    import numpy

    with tempfile.TemporaryDirectory() as folder:
        source, target = pathlib.Path(folder, "x.npy"), pathlib.Path(folder, "y.npy")
        numpy.save(source, peers.x)
        done = subprocess.run(
            [osprey, "model", "bench", str(model), "--compute-units", units, "--runs", str(runs), "--json", "--input", f"x={source}",
             "--output", f"y={target}"], stdout=subprocess.PIPE, text=True, check=True)
        y = peers.y.astype(numpy.float64)
        error = numpy.linalg.norm(numpy.load(target).reshape(y.shape) - y) / numpy.linalg.norm(y)
    return json.loads(done.stdout.strip().splitlines()[-1])["median_ms"], error


def row(osprey, name, form, peers, rounds, runs):
    """The medians of some rounds, in each of which everything has its turn."""
    times = {"ort": [], "openvino": [], **{units: [] for units in UNITS}}
    errors = {}
    for _ in range(rounds):
        times["ort"].append(median_of(runs, peers.runtime))
        times["openvino"].append(median_of(runs, peers.openvino))
        for units in UNITS:
            median, errors[units] = osprey_median(osprey, MODELS / f"{name}.{form}", units, peers, runs)
            times[units].append(median)
    found = {kind: statistics.median(values) for kind, values in times.items()}
    return {"name": name, "form": form, **found, **{f"{units}Error": f"{error:.1e}" for units, error in errors.items()}}


def inference(osprey, names, rounds, runs=30):
    """A row for each network and format: milliseconds of ONNX Runtime (`ort`), OpenVINO and osprey in float32 and at its fastest."""
    provide(names)
    rows = []
    for name in names:
        peers = Peers(name)
        for form in ("mlmodel", "mlpackage"):
            found = row(osprey, name, form, peers, rounds, runs)
            figures = ", ".join(f"{kind} {found[kind]:.2f}" for kind in ("ort", "openvino", *UNITS))
            print(f"{name}.{form}: {figures} ms", flush=True)
            rows.append(found)
    return rows
