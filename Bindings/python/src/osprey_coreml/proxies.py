"""Stand-ins for coremltools' native module ``libcoremlpython``, which only macOS has."""
import os
import pathlib
import shutil
import tempfile
import time
import weakref

from . import plans
from .errors import OspreyError
from .plans import _MLComputePlanProxy
from .server import server
from .values import Request


class _MLModelAssetProxy:
    """A compiled model on disk; ``folder`` is given where it is to be removed with the proxy."""

    def __init__(self, path, folder=None):
        self.path = path
        if folder is not None:
            self._finalizer = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)


class _MLCPUComputeDeviceProxy:
    pass


class _MLGPUComputeDeviceProxy:
    pass


class _MLNeuralEngineComputeDeviceProxy:
    def get_total_core_count(self):
        return 0


class _MLModelProxy:
    """A loaded model."""

    def __init__(self, path, compute_units="ALL", function_name="", optimization_hints=None, asset=None):
        self._path = os.path.abspath(os.path.expanduser(asset.path if asset is not None else path))
        # coremltools removes a file that it wrote itself as soon as it is loaded; compiling it is still possible then.
        self._file = open(self._path, "rb") if os.path.isfile(self._path) else None
        self._compiled = None
        self._asset = asset
        self._predicted_in = None
        self._server = server()
        fields = {"function": function_name} if function_name else {}
        start = time.perf_counter_ns()
        answer = self._server.call("load", path=self._path, computeUnits=compute_units, **fields)
        self._loaded_in = time.perf_counter_ns() - start
        self._model = answer["model"]
        self._kinds = {feature["name"]: feature["type"] for feature in answer["inputs"]}
        weakref.finalize(self, self._server.release, "model", self._model)

    def predict(self, data, state=None):
        request = Request()
        fields = {} if state is None else {"state": state.handle_for(self)}
        return self._timed("predict", request, inputs=self._inputs(data, request), **fields)

    def batchPredict(self, batch):
        request = Request()
        return self._timed("predictBatch", request, inputs=[self._inputs(data, request) for data in batch])

    def newState(self):
        return _MLStateProxy(self, self._server.call("newState", model=self._model)["state"])

    def get_compiled_model_path(self):
        """The path of the model's compiled form, which is made at the first call and lives as long as this object."""
        if self._path.rstrip("/").endswith(".mlmodelc"):
            return self._path
        if self._compiled is None:
            if self._file is None:
                self._compiled = self.compileModel(self._path)
            else:
                with tempfile.TemporaryDirectory() as folder:
                    copy = os.path.join(folder, os.path.basename(self._path))
                    self._file.seek(0)
                    with open(copy, "wb") as target:
                        shutil.copyfileobj(self._file, target)
                    self._compiled = self.compileModel(copy)
            weakref.finalize(self, shutil.rmtree, os.path.dirname(self._compiled), ignore_errors=True)
        return self._compiled

    def get_load_duration_in_nano_seconds(self):
        return self._loaded_in

    def get_last_predict_duration_in_nano_seconds(self):
        return self._predicted_in

    def _inputs(self, data, request):
        return {name: request.encode(value, self._kinds.get(name)) for name, value in data.items()}

    def _timed(self, op, request, **fields):
        start = time.perf_counter_ns()
        outputs = self._server.predict(op, request, model=self._model, **fields)
        self._predicted_in = time.perf_counter_ns() - start
        return outputs

    @staticmethod
    def maximum_supported_specification_version():
        return 9

    @staticmethod
    def auto_set_specification_version(spec):
        return spec

    @staticmethod
    def compileModel(path):
        """Compiles a model into a new folder below the temporary one, which is the caller's."""
        return server().call("compile", path=os.path.abspath(os.path.expanduser(path)))["path"]

    @staticmethod
    def get_available_compute_devices():
        return _MLModelProxy.get_all_compute_devices()

    @staticmethod
    def get_all_compute_devices():
        from coremltools.models.compute_device import MLCPUComputeDevice

        return [MLCPUComputeDevice(_MLCPUComputeDeviceProxy())]

    @staticmethod
    def create_model_asset_from_path(path):
        from coremltools.models.model import MLModelAsset

        path = os.path.abspath(os.path.expanduser(path))
        if not os.path.isdir(path):
            raise OspreyError(f"{path} is no compiled model")
        return MLModelAsset(_MLModelAssetProxy(path))

    @staticmethod
    def create_model_asset_from_memory(spec_data, blob_mapping):
        from coremltools.models.model import MLModelAsset

        folder = pathlib.Path(tempfile.mkdtemp())
        compiled = folder / "Asset.mlmodelc"
        compiled.mkdir()
        asset = _MLModelAssetProxy(str(compiled), folder)
        (compiled / "model.mlmodel").write_bytes(spec_data)
        for name, content in blob_mapping.items():
            file = (compiled / name).resolve()
            if compiled.resolve() not in file.parents:
                raise OspreyError(f"the weights '{name}' would lie outside of the model")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        return MLModelAsset(asset)

    @staticmethod
    def get_model_structure(path):
        return plans.structure(path)

    @staticmethod
    def get_compute_plan(path, compute_units):
        from coremltools.models.compute_plan import MLComputePlan

        structure = plans.structure(path, compute_units)
        return MLComputePlan(_MLComputePlanProxy(structure, _MLModelProxy.get_all_compute_devices()[0]))


class _MLStateProxy:
    """A model's state, kept from one prediction to the next."""

    def __init__(self, model, handle):
        self._model = model
        self._handle = handle
        weakref.finalize(self, model._server.release, "state", handle)

    def handle_for(self, model):
        if self._model is not model:
            raise OspreyError("the state is one of another model")
        return self._handle

    def read_state(self, name):
        return self._model._server.read("readState", state=self._handle, name=name)

    def write_state(self, name, value):
        request = Request()
        self._model._server.call("writeState", request, state=self._handle, name=name, value=request.encode(value))
