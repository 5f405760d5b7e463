"""Tools of the tests of the models' scripts: scripts as processes of their own, and checks of checkpoints and exported models."""

import functools
import hashlib
import importlib.util
import json
import logging
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
import torch

MODELS = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("SHARED", MODELS.parents[1] / "shared")).resolve()
OSPREY = Path(os.environ.get("OSPREY", MODELS.parent / ".build/release/osprey")).resolve()
LONGEST = 300  # seconds of a script, after which its exit status is 124
FEW_MINUTES = "0.03"  # of a training by the clock
# A training that goes on: with other random numbers than the one before, so that a network of its own would be another; and it hardly learns.
GOING_ON = ("--seed", 2, "--muon-lr", "1e-6", "--adam-lr", "1e-6")
sys.path.append(str(MODELS))
logging.disable(logging.WARNING)  # Core ML's tools tell at length of what they lack on Linux


def once(step):
    """A class method that runs once; its answer or its failure is that of each call."""
    name = f"_{step.__name__}"

    @functools.wraps(step)
    def answer(cls):
        if name not in cls.__dict__:
            try:
                setattr(cls, name, (step(cls), None))
            except (Exception, unittest.SkipTest) as error:
                setattr(cls, name, (None, error))
        result, error = cls.__dict__[name]
        if error is not None:
            raise error
        return result
    return classmethod(answer)


def packaged(package, file):
    """A file of an installed Python package, which is not imported; nothing where it is missing."""
    found = importlib.util.find_spec(package)
    paths = [Path(folder) / file for folder in found.submodule_search_locations] if found else []
    return next((path for path in paths if path.exists()), None)


def finite_numbers(text):
    """The numbers of a line, of which each has to be finite."""
    numbers = [float(word) for word in re.findall(r"[-+]?(?:nan|inf|\d+\.?\d*(?:e[-+]?\d+)?)", text)]
    if not numbers or not np.isfinite(numbers).all():
        raise AssertionError(f"not finite: {text}")
    return numbers


class ScriptTestCase(unittest.TestCase):
    """Tests of the scripts of one model, which work in a folder of their own."""

    model = None  # the folder of the scripts

    @classmethod
    def setUpClass(cls):
        if not OSPREY.exists():
            raise FileNotFoundError(f"{OSPREY}: build it with make, or name it with OSPREY=")
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = Path(temporary.name)
        cls.sets, cls.packed, cls.checkpoints = (cls.folder / name for name in ("sets", "packed", "checkpoints"))
        # An export puts the digest of what it writes into the catalogue beside the model's folder.
        cls.exported = cls.folder / "models" / cls.model
        cls.exported.mkdir(parents=True)
        (cls.folder / "models/catalog.json").write_bytes((MODELS / "catalog.json").read_bytes())

    @classmethod
    def called(cls, *command, folder=None):
        """The standard output of a program, whose exit status has to be 0."""
        environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONWARNINGS": "ignore", "LC_ALL": "C.UTF-8"}
        # Also the processes that it has started end with it.
        result = subprocess.run(["timeout", "--kill-after=5", str(LONGEST), *map(str, command)], cwd=folder or cls.folder, env=environment, text=True,
                                capture_output=True)
        if result.returncode:
            raise AssertionError(f"{' '.join(map(str, command))}: exit status {result.returncode}\n{result.stdout[-1500:]}\n{result.stderr[-3000:]}")
        return result.stdout

    @classmethod
    def script(cls, name, *options, folder=None):
        """The standard output of one of the model's scripts."""
        return cls.called(sys.executable, MODELS / cls.model / name, *options, folder=folder)

    @classmethod
    def osprey(cls, *arguments, folder=None):
        return cls.called(OSPREY, *arguments, folder=folder)

    @classmethod
    def looked_at(cls, *arguments):
        """The answers of `osprey` with `--json` where requests find the exported models first."""
        text = cls.called("env", f"OSPREY_MODELS={cls.folder / 'models'}", OSPREY, *arguments, "--json")
        return [json.loads(line) for line in text.splitlines()]

    @classmethod
    def trained(cls, script, name, *options):
        """The checkpoint of a training by the clock, and what it prints: each step is reported, losses are finite, and there are some examples."""
        checkpoint = cls.checkpoints / name
        text = cls.script(script, "--packed", cls.packed, "--checkpoint", checkpoint, "--minutes", FEW_MINUTES, "--report-every", 0,
                          "--chunks", 1, "--threads", 1, *options)
        losses = re.findall(r"losses (.*?)  ", text)
        if not losses:
            raise AssertionError(f"{script} reports no losses:\n{text}")
        for numbers in losses:
            finite_numbers(numbers)
        seen = int(re.search(r"^ended (\d+)", text, re.M)[1])
        state = torch.load(checkpoint, weights_only=True)
        if not state["seen"] == seen > 0:
            raise AssertionError(f"{checkpoint} says {state['seen']} examples, the script {seen}")
        return checkpoint, text

    def assert_goes_on(self, start, checkpoint):
        """A training with hardly any learning rates ends with the weights that it was to begin with."""
        before, after = (torch.load(path, weights_only=True)["average"] for path in (start, checkpoint))
        self.assertEqual(before.keys(), after.keys())
        for name in before:
            if before[name].ndim > 1 and before[name].norm() > 0:
                likeness = torch.cosine_similarity(before[name].flatten(), after[name].flatten(), 0).item()
                self.assertGreater(likeness, 0.999, name)

    def assert_like_committed(self, file):
        """An exported model has the interface, the layers and as many weights as the one in `Models`, and its digest is in the catalogue."""
        own, committed = (json.loads(self.osprey("model", "info", "--json", path)) for path in (file, MODELS / self.model / file.name))
        for key in ("type", "specificationVersion", "inputs", "outputs", "layers"):
            self.assertEqual(own[key], committed[key], f"{key} of {file.name}")
        # How many bits the small layers have is not compared: it has changed since some models were exported.
        self.assertEqual(*(sum(part["count"] for part in model["weights"]) for model in (own, committed)))
        catalog = json.loads((self.folder / "models/catalog.json").read_text())
        digests = {entry["sha256"] for entry in catalog["models"] if entry["file"] == f"{self.model}/{file.name}"}
        self.assertEqual(digests, {hashlib.sha256(file.read_bytes()).hexdigest()})

    def predicted(self, file, inputs, names):
        """The arrays that `osprey` predicts with float32."""
        arguments = [part for name, path in inputs.items() for part in ("--input", f"{name}={path}")]
        for name in names:
            arguments += ["--output", f"{name}={self.folder / name}.npy"]
        self.osprey("model", "predict", file, "--compute-units", "cpuOnly", *arguments)
        return {name: np.load(self.folder / f"{name}.npy") for name in names}

    def assert_answers(self, file, picture, image, tolerance=2e-3):
        """`osprey` gives for a picture of the input's size what the independent interpreter of the layers gives; returned are the arrays."""
        import coremltools
        from coreml import evaluated
        wanted = evaluated(coremltools.utils.load_spec(str(file)), image[None])
        found = self.predicted(file, {"image": picture}, wanted)
        for name, values in wanted.items():
            self.assertTrue(np.isfinite(values).all(), name)
            self.assertGreater(np.ptp(values), 0, f"{name} is the same everywhere")
            np.testing.assert_allclose(found[name].ravel(), values.ravel(), rtol=tolerance, atol=tolerance * max(abs(values).max(), 1), err_msg=name)
        return found
