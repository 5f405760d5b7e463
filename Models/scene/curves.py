"""Measures the precision and recall of each category, and writes them into the model.

    python curves.py --data tiny-imagenet-200 --osprey PATH/TO/osprey

Runs the classifier over the validation photographs through the `osprey`
program, as `measure.py` does. For each category and a number of thresholds it
computes the precision (of the photographs whose confidence reaches the
threshold, the part that is of the category) and the recall (of the category's
photographs, the part whose confidence reaches it), and stores them in the
model's metadata under `osprey.precisionRecall`, where
`VNClassificationObservation.hasMinimumPrecision(_:forRecall:)` and
`hasMinimumRecall(_:forPrecision:)` find them. Needs coremltools.
"""

import argparse
import json
import subprocess
from pathlib import Path

import coremltools as ct

import measure

KEY = "osprey.precisionRecall"
THRESHOLDS = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95]


def classify(osprey, model, paths):
    """Every confidence of at least the lowest threshold, by path."""
    command = [osprey, "classify", "--json", "--top", "200", "--threshold", str(THRESHOLDS[0]),
               "--model", str(model), "-"]
    result = subprocess.run(command, input="\n".join(paths) + "\n", text=True,
                            stdout=subprocess.PIPE, check=True)
    answers = (json.loads(line) for line in result.stdout.splitlines() if line.strip())
    return {answer["image"]: answer["observations"] for answer in answers}


def curves(expected, answers):
    """For each category the rows of threshold, precision and recall that some photograph reaches."""
    scores = {name: [] for name in set(expected.values())}
    totals = dict.fromkeys(scores, 0)
    for path, name in expected.items():
        totals[name] += 1
        for observation in answers[path]:
            scores[observation["identifier"]].append((observation["confidence"], observation["identifier"] == name))
    result = {}
    for name in sorted(scores):
        rows = []
        for threshold in THRESHOLDS:
            hits = [correct for confidence, correct in scores[name] if confidence >= threshold]
            if hits:
                rows.append([threshold, round(sum(hits) / len(hits), 3), round(sum(hits) / totals[name], 3)])
        if rows:
            result[name] = rows
    return result


def main():
    here = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="the Tiny ImageNet folder")
    parser.add_argument("--osprey", default="osprey", help="the program to run")
    parser.add_argument("--model", type=Path, default=here / "Scene.mlmodel")
    parser.add_argument("--labels", type=Path, default=here / "labels.txt")
    options = parser.parse_args()
    expected = measure.annotations(options.data, options.labels)
    answers, paths = {}, list(expected)
    for start in range(0, len(paths), 1000):
        answers |= classify(options.osprey, options.model, paths[start:start + 1000])
    measured = curves(expected, answers)
    spec = ct.utils.load_spec(str(options.model))
    spec.description.metadata.userDefined[KEY] = json.dumps(measured, separators=(",", ":"))
    ct.utils.save_spec(spec, str(options.model))
    print(f"curves of {len(measured)} categories, {len(spec.description.metadata.userDefined[KEY])} bytes")


if __name__ == "__main__":
    main()
