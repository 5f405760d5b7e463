import os
import pathlib
import shutil

import coremltools
import numpy as np

import models
from osprey_coreml import OspreyError

X = [1, 2, 3]
Y = [3, 5, 7]


class CompiledModelTests(models.ModelTestCase):
    def check(self, model):
        np.testing.assert_array_equal(model.predict({"x": np.array(X, np.float32)})["y"], Y)

    def test_the_compiled_form_of_a_loaded_model(self):
        for make in (models.linear, models.network):
            model = make()
            path = model.get_compiled_model_path()
            self.assertTrue(path.endswith(".mlmodelc"))
            self.check(coremltools.models.CompiledMLModel(path))
            self.assertEqual(model.get_compiled_model_path(), path)
            del model
            self.assertFalse(os.path.exists(path))

    def test_compile_model(self):
        destination = str(self.folder / "linear.mlmodelc")
        path = coremltools.utils.compile_model(models.network().get_spec(), destination)
        self.assertEqual(path, destination)
        self.check(coremltools.models.CompiledMLModel(path))

    def test_assets(self):
        from coremltools.models.model import MLModelAsset

        model = models.network()
        self.check(coremltools.models.CompiledMLModel.from_asset(MLModelAsset.from_path(model.get_compiled_model_path())))
        self.check(coremltools.models.CompiledMLModel.from_asset(MLModelAsset.from_memory(model.get_spec().SerializeToString())))
        package = models.linear((40,))
        weights = pathlib.Path(package.weights_dir)
        blobs = {f"weights/{file.name}": file.read_bytes() for file in weights.iterdir()}
        asset = MLModelAsset.from_memory(package.get_spec().SerializeToString(), blobs)
        loaded = coremltools.models.CompiledMLModel.from_asset(asset)
        np.testing.assert_array_equal(loaded.predict({"x": np.ones(40, np.float32)})["y"], np.full(40, 3))

    def test_weights_cannot_leave_the_asset(self):
        from coremltools.models.model import MLModelAsset

        with self.assertRaisesRegex(OspreyError, "outside"):
            MLModelAsset.from_memory(models.network().get_spec().SerializeToString(), {"../../weights.bin": b""})

    def test_states_of_a_compiled_model(self):
        model = models.running_total()
        compiled = coremltools.models.CompiledMLModel(model.get_compiled_model_path())
        state = compiled.make_state()
        for expected in ([1, 2], [2, 4]):
            np.testing.assert_array_equal(compiled.predict({"x": np.array([1, 2], np.float32)}, state)["y"], expected)


class DeviceTests(models.ModelTestCase):
    def test_the_processor_is_the_only_device(self):
        from coremltools.models.compute_device import MLComputeDevice, MLCPUComputeDevice

        for devices in (coremltools.models.MLModel.get_available_compute_devices(), MLComputeDevice.get_all_compute_devices()):
            self.assertEqual([type(device) for device in devices], [MLCPUComputeDevice])

    def test_durations_are_measured(self):
        model = models.linear()
        self.assertGreater(model.load_duration_in_nano_seconds, 0)
        self.assertIsNone(model.last_predict_duration_in_nano_seconds)
        model.predict({"x": X})
        self.assertGreater(model.last_predict_duration_in_nano_seconds, 0)


class SavedModelTests(models.ModelTestCase):
    def test_a_saved_model_predicts_again(self):
        for model, name in ((models.linear(), "linear.mlpackage"), (models.network(), "linear.mlmodel")):
            path = str(self.folder / name)
            model.save(path)
            again = coremltools.models.MLModel(path)
            np.testing.assert_array_equal(again.predict({"x": np.array(X, np.float32)})["y"], Y)

    def test_a_model_that_is_gone_is_an_error(self):
        path = str(self.folder / "linear.mlmodelc")
        model = models.network()
        shutil.copytree(model.get_compiled_model_path(), path)
        os.remove(f"{path}/model.mlmodel")
        with self.assertRaisesRegex(OspreyError, "linear.mlmodelc"):
            coremltools.models.CompiledMLModel(path)
