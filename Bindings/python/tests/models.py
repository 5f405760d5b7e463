"""Small models made with coremltools."""
import pathlib
import tempfile
import unittest

import coremltools
import numpy as np
from coremltools.converters.mil import Builder as mb
from coremltools.converters.mil.mil import types
from coremltools.proto import FeatureTypes_pb2

import osprey_coreml  # noqa: F401


class ModelTestCase(unittest.TestCase):
    """Tests with a folder of their own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)


def convert(program, **options):
    options.setdefault("minimum_deployment_target", coremltools.target.iOS18)
    return coremltools.convert(program, convert_to="mlprogram", compute_precision=coremltools.precision.FLOAT32, **options)


def linear(shape=(3,), **options):
    """y = 2x + 1"""

    @mb.program(input_specs=[mb.TensorSpec(shape=shape)], opset_version=coremltools.target.iOS18)
    def program(x):
        return mb.add(x=mb.mul(x=x, y=2.0), y=1.0, name="y")

    return convert(program, **options)


def network(kind=None):
    """y = 2x + 1 as a NeuralNetwork; ``kind`` is the type of its arrays."""
    from coremltools.models import datatypes
    from coremltools.models.neural_network import NeuralNetworkBuilder

    builder = NeuralNetworkBuilder(
        [("x", datatypes.Array(3))], [("y", datatypes.Array(3))], disable_rank5_shape_mapping=True)
    builder.add_activation("linear", "LINEAR", "x", "y", params=[2.0, 1.0])
    if kind is not None:
        for feature in (builder.spec.description.input[0], builder.spec.description.output[0]):
            feature.type.multiArrayType.dataType = kind
    return coremltools.models.MLModel(builder.spec)


def running_total():
    """A state that adds up what comes."""

    @mb.program(
        input_specs=[mb.TensorSpec(shape=(2,), dtype=types.fp16), mb.StateTensorSpec((2,), dtype=types.fp16)],
        opset_version=coremltools.target.iOS18)
    def program(x, total):
        sum = mb.add(x=mb.read_state(input=total), y=x)
        return mb.identity(x=mb.coreml_update_state(state=total, value=sum), name="y")

    return coremltools.convert(program, convert_to="mlprogram", minimum_deployment_target=coremltools.target.iOS18)


def classifier(labels):
    """The softmax of the input as probabilities of the labels."""

    @mb.program(input_specs=[mb.TensorSpec(shape=(1, len(labels)))], opset_version=coremltools.target.iOS18)
    def program(x):
        return mb.softmax(x=x, axis=-1, name="probabilities")

    return convert(program, classifier_config=coremltools.ClassifierConfig(labels))


def negative(space):
    """255 - x of a 6 × 4 image, as an image; ``space`` is the name of its colour space."""
    channels = 3 if space == "RGB" else 1
    kind = types.fp16 if space == "GRAYSCALE_FLOAT16" else types.fp32

    @mb.program(input_specs=[mb.TensorSpec(shape=(1, channels, 4, 6), dtype=kind)], opset_version=coremltools.target.iOS18)
    def program(x):
        return mb.sub(x=np.array(255, np.float16 if kind == types.fp16 else np.float32), y=x, name="y")

    model = convert(program, skip_model_load=True)
    spec = model.get_spec()
    for feature in (spec.description.input[0], spec.description.output[0]):
        image = feature.type.imageType
        image.width, image.height = 6, 4
        image.colorSpace = FeatureTypes_pb2.ImageFeatureType.ColorSpace.Value(space)
    return coremltools.models.MLModel(spec, weights_dir=model.weights_dir)


def two_functions(folder):
    """A package with the functions ``double`` and ``square``; ``double`` is the default."""
    paths = {}
    for name in ("double", "square"):

        @mb.program(input_specs=[mb.TensorSpec(shape=(2,))], opset_version=coremltools.target.iOS18)
        def program(x):
            return mb.mul(x=x, y=2.0 if name == "double" else x, name="y")

        paths[name] = str(folder / f"{name}.mlpackage")
        convert(program, skip_model_load=True).save(paths[name])
    description = coremltools.utils.MultiFunctionDescriptor()
    for name, path in paths.items():
        description.add_function(path, src_function_name="main", target_function_name=name)
    description.default_function_name = "double"
    result = str(folder / "functions.mlpackage")
    coremltools.utils.save_multifunction(description, result)
    return result
