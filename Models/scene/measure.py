"""Measures a classifier on the sets' validation photographs through the `osprey` program.

    python measure.py --sets FOLDER --packed PACKED --osprey PATH/TO/osprey [--model Scene.mlmodel]

Runs `osprey classify --json` on the photographs and prints how often the right identifier comes first, among the set's own and
among all that have no kinds of their own; and so for `FOLDER/imagenet-samples` (github.com/EliSchwartz/imagenet-sample-images), where it is
there: a sharp photograph of each class of Tiny ImageNet and Imagenette.
"""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

import sets
import taxonomy

CHUNK = 1000


def expectations(name, options):
    """The right identifier of each validation photograph, by path, and the set's identifiers; labels that are wider than others are left out."""
    listing, _ = sets.SETS[name]
    identifier_of = dict(zip(sets.labels_in(options.packed, name), taxonomy.names(name, options.packed, options.sets)))
    wider = set(taxonomy.WIDER.values())
    expected = {str(path.resolve()): identifier_of[label] for path, label in listing(options.sets, "val")}
    expected = {path: identifier for path, identifier in expected.items() if identifier not in wider}
    paths = list(expected)
    if options.limit and len(paths) > options.limit:
        paths = paths[::len(paths) // options.limit + 1]
    return {path: expected[path] for path in paths}, set(identifier_of.values()) - wider


def samples(options):
    """The same for a photograph of each class of Tiny ImageNet and Imagenette that no set has."""
    identifier_of = {}
    for name in ("tiny", "imagenette"):
        classes = sets.labels_in(options.packed, name)
        identifier_of |= zip(classes, taxonomy.names(name, options.packed, options.sets))
    files = sets.imagenet_samples(options.sets)
    expected = {str(file.resolve()): identifier_of.get(file.name.split("_")[0]) for file in files}
    return {path: identifier for path, identifier in expected.items() if identifier}, set(identifier_of.values())


def classify(options, paths, strict):
    """Runs `osprey` on some files; returns their observations, most confident first, by path."""
    command = [options.osprey, "classify", "--json", "--top", "1000", "--threshold", "0.0005", "--model", str(options.model), "-"]
    result = subprocess.run(command, input="\n".join(paths) + "\n", text=True, stdout=subprocess.PIPE, check=strict)
    answers = (json.loads(line) for line in result.stdout.splitlines() if line.strip())
    return {answer["image"]: answer["observations"] for answer in answers if "observations" in answer}


def all_answers(options, paths, strict=True):
    """The observations of some files by path; not to be strict is to leave out files that the program cannot read."""
    answers = {}
    for start in range(0, len(paths), CHUNK):
        chunk = paths[start:start + CHUNK]
        answers |= classify(options, chunk, strict)
        missing = [path for path in chunk if path not in answers]
        if missing and strict:
            sys.exit(f"no answer for {len(missing)} images, such as {missing[0]}")
    return answers


def hits(expected, answers, identifiers, top):
    """The share of photographs whose identifier is among the first `top` of `identifiers`."""
    count = 0
    for path, identifier in expected.items():
        ordered = [o["identifier"] for o in answers[path] if o["identifier"] in identifiers]
        count += identifier in ordered[:top]
    return count / len(expected)


def parse_options():
    here = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sets", type=Path, required=True, help="the folder that sets.py read")
    parser.add_argument("--packed", type=Path, required=True, help="the folder that sets.py wrote")
    parser.add_argument("--osprey", default="osprey", help="the program to run")
    parser.add_argument("--model", type=Path, default=here / "Scene.mlmodel")
    parser.add_argument("--limit", type=int, help="measure at most so many photographs of each set")
    return parser.parse_args()


def main():
    options = parse_options()
    kinds = taxonomy.leaves(taxonomy.tree())
    for name in [*sets.LABELLED, "samples"]:
        expected, identifiers = samples(options) if name == "samples" else expectations(name, options)
        if not expected:
            continue
        began = time.monotonic()
        answers = all_answers(options, list(expected))
        seconds = time.monotonic() - began
        print(f"{name}: {len(expected)} photographs, top-1 {hits(expected, answers, identifiers, 1):.2%}, "
              f"top-5 {hits(expected, answers, identifiers, 5):.2%} among the set's {len(identifiers)} identifiers; "
              f"top-1 {hits(expected, answers, kinds, 1):.2%}, top-5 {hits(expected, answers, kinds, 5):.2%} among all; "
              f"{len(expected) / seconds:.0f} photographs/s", flush=True)


if __name__ == "__main__":
    main()
