import os
import pathlib
import signal
import subprocess
import sys
import threading
import unittest
import warnings

import coremltools
import numpy as np

import models
import osprey_coreml.server
from osprey_coreml import OspreyError

SOURCES = pathlib.Path(osprey_coreml.__file__).parent.parent
PREDICT = """
{first}
import coremltools
import osprey_coreml
from coremltools.proto import Model_pb2
spec = Model_pb2.Model(specificationVersion=1)
for features, name in ((spec.description.input, "x"), (spec.description.output, "y")):
    feature = features.add(name=name)
    feature.type.doubleType.MergeFromString(b"")
spec.description.predictedFeatureName = "y"
spec.glmRegressor.offset.append(0.5)
spec.glmRegressor.weights.add(value=[2.0])
{body}
"""


def python(body, first="", **environment):
    """Runs a program of its own; its standard output, and its standard error where it fails."""
    program = PREDICT.format(first=first, body=body)
    variables = {**os.environ, "PYTHONPATH": str(SOURCES), **environment}
    result = subprocess.run([sys.executable, "-W", "ignore", "-c", program], env=variables, capture_output=True, text=True, timeout=120)
    return result.stdout if result.returncode == 0 else result.stderr


class FailureTests(models.ModelTestCase):
    def test_wrong_inputs_are_errors_and_the_model_goes_on(self):
        model = models.linear()
        for data, error in (({"x": [1, 2]}, OspreyError), ({}, OspreyError), ({"x": "text"}, Exception), ({"x": {"a": 1}}, Exception)):
            with self.assertRaises(error):
                model.predict(data)
        with self.assertRaises(TypeError):
            coremltools.models.CompiledMLModel(model.get_compiled_model_path()).predict({"x": np.array([1j, 2, 3])})
        np.testing.assert_array_equal(model.predict({"x": [1, 2, 3]})["y"], [3, 5, 7])

    def test_one_bad_member_fails_a_batch_and_says_which(self):
        with self.assertRaisesRegex(OspreyError, "1"):
            models.linear().predict([{"x": [1, 2, 3]}, {"x": [1, 2]}])

    def test_a_model_that_cannot_be_loaded_says_why_when_it_predicts(self):
        spec = models.network().get_spec()
        spec.neuralNetwork.layers[0].input[0] = "nowhere"
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model = coremltools.models.MLModel(spec)
        with self.assertRaisesRegex(RuntimeError, "nowhere"):
            model.predict({"x": [1, 2, 3]})

    def test_a_dead_process_is_an_exception_and_a_new_model_starts_another(self):
        model = models.linear()
        state = models.running_total().make_state()
        process = osprey_coreml.server.server()._process
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        with self.assertRaisesRegex(OspreyError, "SIGKILL"):
            model.predict({"x": [1, 2, 3]})
        with self.assertRaisesRegex(OspreyError, "load the model again"):
            model.predict({"x": [1, 2, 3]})
        with self.assertRaises(OspreyError):
            state.read_state("total")
        np.testing.assert_array_equal(models.linear().predict({"x": [1, 2, 3]})["y"], [3, 5, 7])

    def test_a_process_that_dies_while_it_predicts_is_an_exception(self):
        model = models.linear()
        process = osprey_coreml.server.server()._process
        os.kill(process.pid, signal.SIGSTOP)
        threading.Timer(0.2, os.kill, (process.pid, signal.SIGKILL)).start()
        with self.assertRaisesRegex(OspreyError, "SIGKILL"):
            model.predict({"x": [1, 2, 3]})

    def test_an_interrupted_prediction_leaves_the_model_as_it_was(self):
        # A shell that starts the tests in the background has them ignore interrupts.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        model = models.linear()
        process = osprey_coreml.server.server()._process
        os.kill(process.pid, signal.SIGSTOP)
        threading.Timer(0.2, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            model.predict({"x": [1, 2, 3]})
        os.kill(process.pid, signal.SIGCONT)
        np.testing.assert_array_equal(model.predict({"x": [4, 5, 6]})["y"], [9, 11, 13])

    def test_threads_may_predict_at_once(self):
        model = models.linear()
        wrong = []

        def predict(index):
            for _ in range(20):
                if not np.array_equal(model.predict({"x": np.full(3, index, np.float32)})["y"], np.full(3, 2 * index + 1)):
                    wrong.append(index)

        threads = [threading.Thread(target=predict, args=(index,)) for index in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_a_forked_process_says_that_it_has_to_load_the_model(self):
        model = models.linear()
        model.predict({"x": [1, 2, 3]})
        child = os.fork()
        if child == 0:
            status = 1
            try:
                model.predict({"x": [1, 2, 3]})
            except OspreyError as error:
                status = 0 if "load it in this one" in str(error) else 2
            finally:
                os._exit(status)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        np.testing.assert_array_equal(model.predict({"x": [1, 2, 3]})["y"], [3, 5, 7])


class ImportTests(unittest.TestCase):
    def test_it_may_be_imported_before_or_after_coremltools(self):
        body = "print(coremltools.models.MLModel(spec).predict({'x': 3})['y'])"
        self.assertEqual(python(body), "6.5\n")
        self.assertEqual(python(body, first="import osprey_coreml"), "6.5\n")

    def test_without_the_program_the_error_says_how_to_get_it(self):
        body = "coremltools.models.MLModel(spec).predict({'x': 3})"
        self.assertIn("OSPREY names /nowhere", python(body, OSPREY="/nowhere"))

    def test_a_program_that_is_another_is_an_error(self):
        body = "coremltools.models.MLModel(spec).predict({'x': 3})"
        self.assertIn("the osprey process ended with status 0", python(body, OSPREY="/bin/true"))

    def test_the_process_ends_with_the_program(self):
        body = "\n".join(
            [
                "coremltools.models.MLModel(spec).predict({'x': 3})",
                "import osprey_coreml.server",
                "print(osprey_coreml.server.server()._process.pid)",
            ])
        self.assertFalse(os.path.exists(f"/proc/{int(python(body))}"))
