#!/usr/bin/env python3
"""Writes what some models of ../shared/data/models must answer, by a plain reading of the format with coremltools.

Inputs are strings, as not every JSON reader keeps the last bit of a number.

    pip install coremltools==9.0
    python3 make_shared_truth.py PATH/TO/shared/data/models
"""
import json
import math
import pathlib
import sys

import coremltools as ct
import numpy as np

HERE = pathlib.Path(__file__).resolve().parent / "shared"
MODELS = pathlib.Path(sys.argv[1])
rng = np.random.default_rng(3)


def tree_sum(parameters, values):
    nodes = {(n.treeId, n.nodeId): n for n in parameters.nodes}
    children = {(n.treeId, c) for n in parameters.nodes if n.nodeBehavior != 6 for c in (n.trueChildNodeId, n.falseChildNodeId)}
    compare = {0: lambda a, b: a <= b, 1: lambda a, b: a < b, 2: lambda a, b: a >= b, 3: lambda a, b: a > b,
               4: lambda a, b: a == b, 5: lambda a, b: a != b}
    total = list(parameters.basePredictionValue)[0]
    for key, node in nodes.items():
        if key in children:
            continue
        while node.nodeBehavior != 6:
            value = values[node.branchFeatureIndex]
            goes = node.missingValueTracksTrueChild if math.isnan(value) else compare[node.nodeBehavior](value, node.branchFeatureValue)
            node = nodes[node.treeId, node.trueChildNodeId if goes else node.falseChildNodeId]
        total += node.evaluationInfo[0].evaluationValue
    return total


def trees(name):
    spec = ct.utils.load_spec(str(MODELS / f"{name}.mlmodel"))
    model = spec.treeEnsembleRegressor
    names = [i.name for i in spec.description.input]
    thresholds = sorted({n.branchFeatureValue for n in model.treeEnsemble.nodes if n.nodeBehavior != 6})
    cases = []
    for _ in range(4):
        values = [float(rng.choice(thresholds)) + float(rng.choice([-0.5, 0, 0.25])) for _ in names]
        if len(names) > 2:
            values[int(rng.integers(len(names)))] = math.nan
        total = tree_sum(model.treeEnsemble, values)
        if model.postEvaluationTransform == 2:
            total = 1 / (1 + math.exp(-total))
        inputs = {n: repr(v) for n, v in zip(names, values) if not math.isnan(v)}
        missing = [n for n, v in zip(names, values) if math.isnan(v)]
        cases.append({"inputs": inputs, "missing": missing, "outputs": {"target": total}})
    (HERE / f"{name}.json").write_text(json.dumps(cases, indent=1))


def price():
    spec = ct.utils.load_spec(str(MODELS / "MarsHabitatPricer_tiny.mlmodel"))
    vectorizer, regressor = spec.pipelineRegressor.pipeline.models
    columns = [c.inputColumn for c in vectorizer.featureVectorizer.inputList]
    cases = []
    for values in ([1.0, 2.0, 750.0], [5.0, 4.0, 10000.0], [0.0, 0.0, 0.0]):
        inputs = dict(zip(columns, map(repr, values)))
        weights = list(regressor.glmRegressor.weights[0].value)
        total = sum(w * v for w, v in zip(weights, values)) + regressor.glmRegressor.offset[0]
        cases.append({"inputs": inputs, "missing": [], "outputs": {"price": total}})
    (HERE / "MarsHabitatPricer_tiny.json").write_text(json.dumps(cases, indent=1))


HERE.mkdir(exist_ok=True)
price()
for model in ("trees_0_and_nan", "trees_happy_sunday", "trees_list_items_20_same_nested_context_binary_reward",
              "trees_2_numeric_items_no_context_binary_reward"):
    trees(model)
