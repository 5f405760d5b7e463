"""The structure of a model and what its parts cost, as coremltools' own classes."""
import os

from .server import server


class _MLComputePlanProxy:
    """A plan: every part of a model runs on the CPU."""

    def __init__(self, structure, device):
        self.model_structure = structure
        self._device = device

    def get_compute_device_usage_for_mlprogram_operation(self, operation):
        return self._usage() if operation.__proxy__["isComputed"] else None

    def get_compute_device_usage_for_neuralnetwork_layer(self, layer):
        return self._usage()

    def get_estimated_cost_for_mlprogram_operation(self, operation):
        from coremltools.models import compute_plan

        weight = operation.__proxy__["weight"]
        return None if weight is None else compute_plan.MLComputePlanCost(weight=weight)

    def _usage(self):
        from coremltools.models import compute_plan

        return compute_plan.MLComputePlanDeviceUsage(
            preferred_compute_device=self._device, supported_compute_devices=[self._device])


def structure(path, compute_units="ALL"):
    """The structure of the model at ``path``."""
    answer = server().call("plan", path=os.path.abspath(os.path.expanduser(path)), computeUnits=compute_units)
    return _structure(answer["structure"])


def _structure(fields):
    from coremltools.models import compute_plan as c

    network = program = pipeline = None
    if "layers" in fields:
        network = c.MLModelStructureNeuralNetwork(
            [
                c.MLModelStructureNeuralNetworkLayer(
                    name=layer["name"], type=layer["type"], input_names=layer["inputs"], output_names=layer["outputs"], __proxy__=layer)
                for layer in fields["layers"]
            ]
        )
    elif "functions" in fields:
        program = c.MLModelStructureProgram(
            {
                name: c.MLModelStructureProgramFunction(inputs=_named(function["inputs"]), block=_block(function["block"]))
                for name, function in fields["functions"].items()
            }
        )
    elif "models" in fields:
        pipeline = c.MLModelStructurePipeline([(model["name"], _structure(model["structure"])) for model in fields["models"]])
    return c.MLModelStructure(neuralnetwork=network, program=program, pipeline=pipeline)


def _block(fields):
    from coremltools.models import compute_plan as c

    operations = [
        c.MLModelStructureProgramOperation(
            inputs={name: _argument(bindings) for name, bindings in operation["inputs"].items()},
            operator_name=operation["operator"],
            outputs=_named(operation["outputs"]),
            blocks=[_block(block) for block in operation["blocks"]],
            __proxy__=operation,
        )
        for operation in fields["operations"]
    ]
    return c.MLModelStructureProgramBlock(inputs=_named(fields["inputs"]), operations=operations, output_names=fields["outputs"])


def _argument(bindings):
    from coremltools.models import compute_plan as c

    return c.MLModelStructureProgramArgument(
        [
            c.MLModelStructureProgramBinding(name=name, value=c.MLModelStructureProgramValue() if name is None else None)
            for name in bindings
        ]
    )


def _named(names):
    from coremltools.models import compute_plan as c

    return [c.MLModelStructureProgramNamedValueType(name=name, type=c.MLModelStructureProgramValueType()) for name in names]
