import coremltools
import numpy as np
from coremltools.proto import FeatureTypes_pb2

import models
from osprey_coreml import OspreyError

ARRAY = FeatureTypes_pb2.ArrayFeatureType


class PredictionTests(models.ModelTestCase):
    def test_arrays_lists_and_tensors_are_inputs(self):
        model = models.linear()
        for x in (np.array([1, 2, 3], np.float32), np.array([1, 2, 3]), [1, 2, 3], np.array([1, 2, 3], np.float16), np.array([1, 0, 2, 0, 3.0])[::2]):
            y = model.predict({"x": x})["y"]
            self.assertEqual(y.dtype, np.float32)
            np.testing.assert_array_equal(y, [3, 5, 7])

    def test_every_element_type_of_a_network(self):
        for kind, dtype in ((ARRAY.FLOAT32, np.float32), (ARRAY.DOUBLE, np.float64), (ARRAY.INT32, np.int32)):
            model = models.network(kind)
            for given in (np.float32, np.float64, np.int32, np.int64, np.uint8, bool):
                y = model.predict({"x": np.array([0, 1, 1], given)})["y"]
                self.assertEqual(y.dtype, dtype)
                np.testing.assert_array_equal(y, [1, 3, 3])

    def test_a_batch_is_a_list_in_its_order(self):
        model = models.linear()
        answers = model.predict([{"x": np.full(3, index, np.float32)} for index in range(40)])
        self.assertEqual(len(answers), 40)
        for index, answer in enumerate(answers):
            np.testing.assert_array_equal(answer["y"], np.full(3, 2 * index + 1))

    def test_large_arrays_grow_the_shared_memory(self):
        shape = (3, 1000, 1000)
        x = np.arange(3_000_000, dtype=np.float32).reshape(shape) % 97
        model = models.linear(shape)
        for _ in range(3):
            np.testing.assert_array_equal(model.predict({"x": x})["y"], 2 * x + 1)

    def test_answers_stay_when_others_follow(self):
        model = models.linear()
        first = model.predict({"x": [1, 2, 3]})["y"]
        model.predict({"x": [4, 5, 6]})
        np.testing.assert_array_equal(first, [3, 5, 7])

    def test_a_classifier_answers_a_label_and_probabilities(self):
        answer = models.classifier(["a", "b"]).predict({"x": np.log([[1, 3]])})
        self.assertEqual(answer["classLabel"], "b")
        probabilities = next(value for value in answer.values() if isinstance(value, dict))
        self.assertAlmostEqual(probabilities["a"], 0.25, places=5)
        self.assertAlmostEqual(probabilities["b"], 0.75, places=5)

    def test_labels_can_be_integers(self):
        answer = models.classifier([7, 9]).predict({"x": np.log([[3, 1]])})
        self.assertEqual(answer["classLabel"], 7)
        self.assertEqual(set(next(value for value in answer.values() if isinstance(value, dict))), {7, 9})

    def test_states_keep_what_was_written(self):
        model = models.running_total()
        state, other = model.make_state(), model.make_state()
        x = {"x": np.array([1, 2], np.float16)}
        np.testing.assert_array_equal(model.predict(dict(x), state)["y"], [1, 2])
        np.testing.assert_array_equal(model.predict(dict(x), state)["y"], [2, 4])
        np.testing.assert_array_equal(state.read_state("total"), [2, 4])
        state.write_state("total", np.array([10, 20], np.float16))
        np.testing.assert_array_equal(model.predict(dict(x), state)["y"], [11, 22])
        np.testing.assert_array_equal(other.read_state("total"), [0, 0])
        with self.assertRaisesRegex(OspreyError, "no state 'x'"):
            state.read_state("x")
        with self.assertRaisesRegex(OspreyError, "another model"):
            models.running_total().predict(dict(x), state)

    def test_a_model_with_states_needs_one(self):
        x = {"x": np.array([1, 2], np.float16)}
        for _ in range(2):
            with self.assertRaisesRegex(OspreyError, "total must be an MLState"):
                models.running_total().predict(dict(x))

    def test_functions_by_name(self):
        path = models.two_functions(self.folder)
        x = {"x": np.array([3, 4], np.float32)}
        np.testing.assert_array_equal(coremltools.models.MLModel(path).predict(dict(x))["y"], [6, 8])
        square = coremltools.models.MLModel(path, function_name="square")
        np.testing.assert_array_equal(square.predict(dict(x))["y"], [9, 16])

    def test_every_compute_unit(self):
        path = str(self.folder / "linear.mlpackage")
        models.linear(skip_model_load=True).save(path)
        for unit in coremltools.ComputeUnit:
            model = coremltools.models.MLModel(path, compute_units=unit)
            np.testing.assert_allclose(model.predict({"x": [1, 2, 3]})["y"], [3, 5, 7])


class ImageTests(models.ModelTestCase):
    def setUp(self):
        try:
            from PIL import Image
        except ImportError:
            self.skipTest("Pillow is not installed")
        self.Image = Image

    def test_colour(self):
        pixels = np.arange(72, dtype=np.uint8).reshape(4, 6, 3)
        answer = models.negative("RGB").predict({"x": self.Image.fromarray(pixels)})["y"]
        self.assertEqual(answer.size, (6, 4))
        np.testing.assert_array_equal(np.asarray(answer.convert("RGB")), 255 - pixels)

    def test_gray(self):
        pixels = np.arange(24, dtype=np.uint8).reshape(4, 6)
        answer = models.negative("GRAYSCALE").predict({"x": self.Image.fromarray(pixels)})["y"]
        self.assertEqual(answer.mode, "L")
        np.testing.assert_array_equal(np.asarray(answer), 255 - pixels)

    def test_half_precision_gray(self):
        pixels = np.arange(24, dtype=np.float32).reshape(4, 6) / 4
        answer = models.negative("GRAYSCALE_FLOAT16").predict({"x": self.Image.fromarray(pixels)})["y"]
        self.assertEqual(answer.mode, "F")
        np.testing.assert_array_equal(np.asarray(answer), 255 - pixels)
