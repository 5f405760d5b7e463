import coremltools
from coremltools.models.compute_device import MLCPUComputeDevice
from coremltools.models.compute_plan import MLComputePlan, MLModelStructure

import models


class ComputePlanTests(models.ModelTestCase):
    def test_the_structure_of_a_network(self):
        model = models.network()
        structure = MLModelStructure.load_from_path(model.get_compiled_model_path())
        self.assertIsNone(structure.program)
        self.assertIsNone(structure.pipeline)
        layers = structure.neuralnetwork.layers
        self.assertEqual(layers[0].input_names, ["x"])
        self.assertEqual(layers[-1].output_names, ["y"])

    def test_the_costs_of_a_program_sum_to_one_and_all_of_it_runs_on_the_cpu(self):
        model = models.linear()
        plan = MLComputePlan.load_from_path(model.get_compiled_model_path(), compute_units=coremltools.ComputeUnit.CPU_ONLY)
        operations = plan.model_structure.program.functions["main"].block.operations
        self.assertTrue(operations)
        weights = [plan.get_estimated_cost_for_mlprogram_operation(operation) for operation in operations]
        self.assertAlmostEqual(sum(cost.weight for cost in weights if cost is not None), 1, places=6)
        for operation, cost in zip(operations, weights):
            usage = plan.get_compute_device_usage_for_mlprogram_operation(operation)
            if cost is not None:
                self.assertIsInstance(usage.preferred_compute_device, MLCPUComputeDevice)
