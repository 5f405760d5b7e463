"""Measures a classifier on the sets' validation photographs through the `osprey` program, and writes its precision and recall.

    python measure.py --sets FOLDER --packed PACKED --osprey PATH/TO/osprey [--model Scene.mlmodel] [--write-curves]

Runs `osprey classify --json` on the photographs and prints how often the right identifier comes first, among the set's own and
among all; and so for `FOLDER/imagenet-samples` (github.com/EliSchwartz/imagenet-sample-images), where it is there: a sharp photograph
of each class of Tiny ImageNet and Imagenette.  With `--write-curves` the precision and recall of each identifier at several
thresholds, over the photographs of all sets, go into the model's metadata under `osprey.precisionRecall`, where
`hasMinimumPrecision(_:forRecall:)` and `hasMinimumRecall(_:forPrecision:)` of Vision's classifications find them (needs
coremltools).
"""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

import sets
import taxonomy

KEY = "osprey.precisionRecall"
THRESHOLDS = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95]
CHUNK = 1000


def expectations(name, options):
    """The right identifier of each validation photograph that has one, by path, and the set's identifiers."""
    listing, _ = sets.SETS[name]
    labels = (options.packed / f"{name}-labels.txt").read_text().split("\n")[:-1]
    identifier_of = dict(zip(labels, taxonomy.names(name, options.packed, options.sets)))
    expected = {str(path.resolve()): identifier_of[label] for path, label in listing(options.sets, "val")}
    expected = {path: identifier for path, identifier in expected.items() if identifier is not None}
    paths = list(expected)
    if options.limit and len(paths) > options.limit:
        paths = paths[::len(paths) // options.limit + 1]
    return {path: expected[path] for path in paths}, {i for i in identifier_of.values() if i is not None}


def samples(options):
    """The same for a photograph of each class of Tiny ImageNet and Imagenette that no set has."""
    identifier_of = {}
    for name in ("tiny", "imagenette"):
        classes = (options.packed / f"{name}-labels.txt").read_text().split()
        identifier_of |= zip(classes, taxonomy.names(name, options.packed, options.sets))
    files = sorted((options.sets / "imagenet-samples").glob("*.JPEG"))
    expected = {str(file.resolve()): identifier_of.get(file.name.split("_")[0]) for file in files}
    return {path: identifier for path, identifier in expected.items() if identifier}, set(identifier_of.values())


def classify(options, paths):
    """Runs `osprey` on some files; returns their observations, most confident first, by path."""
    command = [options.osprey, "classify", "--json", "--top", "1000", "--threshold", "0.0005", "--model", str(options.model), "-"]
    result = subprocess.run(command, input="\n".join(paths) + "\n", text=True, stdout=subprocess.PIPE, check=True)
    answers = (json.loads(line) for line in result.stdout.splitlines() if line.strip())
    return {answer["image"]: answer["observations"] for answer in answers}


def all_answers(options, paths):
    answers = {}
    for start in range(0, len(paths), CHUNK):
        chunk = paths[start:start + CHUNK]
        answers |= classify(options, chunk)
        missing = [path for path in chunk if path not in answers]
        if missing:
            sys.exit(f"no answer for {len(missing)} images, such as {missing[0]}")
    return answers


def hits(expected, answers, identifiers, top):
    """The share of photographs whose identifier is among the first `top` of `identifiers`."""
    count = 0
    for path, identifier in expected.items():
        ordered = [o["identifier"] for o in answers[path] if o["identifier"] in identifiers]
        count += identifier in ordered[:top]
    return count / len(expected)


def curves(expected, answers):
    """For each identifier the rows of threshold, precision and recall that some photograph reaches."""
    scores = {name: [] for name in set(expected.values())}
    totals = dict.fromkeys(scores, 0)
    for path, name in expected.items():
        totals[name] += 1
        for observation in answers[path]:
            if observation["identifier"] in scores:
                scores[observation["identifier"]].append((observation["confidence"], observation["identifier"] == name))
    result = {}
    for name in sorted(scores):
        rows = []
        for threshold in THRESHOLDS:
            chosen = [correct for confidence, correct in scores[name] if confidence >= threshold]
            if chosen:
                rows.append([threshold, round(sum(chosen) / len(chosen), 3), round(sum(chosen) / totals[name], 3)])
        if rows:
            result[name] = rows
    return result


def write_curves(options, expected, answers):
    import coremltools

    from export import update_catalog
    measured = json.dumps(curves(expected, answers), separators=(",", ":"))
    spec = coremltools.utils.load_spec(str(options.model))
    spec.description.metadata.userDefined[KEY] = measured
    coremltools.utils.save_spec(spec, str(options.model))
    update_catalog(options.model)
    print(f"curves: {len(measured)} bytes")


def parse_options():
    here = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sets", type=Path, required=True, help="the folder that sets.py read")
    parser.add_argument("--packed", type=Path, required=True, help="the folder that sets.py wrote")
    parser.add_argument("--osprey", default="osprey", help="the program to run")
    parser.add_argument("--model", type=Path, default=here / "Scene.mlmodel")
    parser.add_argument("--limit", type=int, help="measure at most so many photographs of each set")
    parser.add_argument("--write-curves", action="store_true")
    return parser.parse_args()


def main():
    options = parse_options()
    everything, answers = {}, {}
    for name in [*sets.SETS, "samples"]:
        expected, identifiers = samples(options) if name == "samples" else expectations(name, options)
        if not expected:
            continue
        began = time.monotonic()
        own = all_answers(options, list(expected))
        seconds = time.monotonic() - began
        every = {o["identifier"] for observations in own.values() for o in observations}
        print(f"{name}: {len(expected)} photographs, top-1 {hits(expected, own, identifiers, 1):.2%}, "
              f"top-5 {hits(expected, own, identifiers, 5):.2%} among the set's {len(identifiers)} identifiers; "
              f"top-1 {hits(expected, own, every, 1):.2%}, top-5 {hits(expected, own, every, 5):.2%} among all; "
              f"{len(expected) / seconds:.0f} photographs/s", flush=True)
        if name != "samples":
            everything |= expected
            answers |= own
    if options.write_curves:
        write_curves(options, everything, answers)


if __name__ == "__main__":
    main()
