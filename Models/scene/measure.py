"""Measures a classifier on Tiny ImageNet through the `osprey` program.

    python measure.py --data tiny-imagenet-200 --model Scene.mlmodel \
        --osprey .build/release/osprey

Runs `osprey classify --json --top 5 --model MODEL -` with the paths of the
validation photographs on standard input, and compares the identifiers in the
answers with the annotations.  Needs only the Python standard library.
"""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

TOP = 5


def annotations(data, labels):
    """The expected identifier of each validation photograph, by path."""
    wnids = sorted((data / "wnids.txt").read_text().split())
    names = labels.read_text().splitlines()
    name_of = dict(zip(wnids, names, strict=True))
    rows = (line.split("\t") for line in
            (data / "val" / "val_annotations.txt").read_text().splitlines())
    return {str(data / "val" / "images" / row[0]): name_of[row[1]] for row in rows}


def classify(osprey, model, paths):
    """Runs `osprey` on some files; returns their observations, by path."""
    command = [osprey, "classify", "--json", "--top", str(TOP), "--model", str(model), "-"]
    result = subprocess.run(command, input="\n".join(paths) + "\n", text=True,
                            stdout=subprocess.PIPE, check=True)
    answers = (json.loads(line) for line in result.stdout.splitlines() if line.strip())
    return {answer["image"]: answer["observations"] for answer in answers}


def rank(observations, identifier):
    """The position of `identifier` among the observations, or None."""
    ordered = sorted(observations, key=lambda o: -o["confidence"])
    names = [o["identifier"] for o in ordered]
    return names.index(identifier) if identifier in names else None


def measure(options):
    """Ranks of the expected identifiers, and the seconds spent in `osprey`."""
    expected = annotations(options.data, options.labels)
    paths = list(expected)[:options.limit]
    ranks, seconds = [], 0.0
    for start in range(0, len(paths), options.chunk):
        chunk = paths[start:start + options.chunk]
        began = time.monotonic()
        answers = classify(options.osprey, options.model, chunk)
        seconds += time.monotonic() - began
        missing = [path for path in chunk if path not in answers]
        if missing:
            sys.exit(f"no answer for {len(missing)} images, such as {missing[0]}")
        ranks += [rank(answers[path], expected[path]) for path in chunk]
    return ranks, seconds


def parse_options():
    here = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="the Tiny ImageNet folder")
    parser.add_argument("--osprey", default="osprey", help="the program to run")
    parser.add_argument("--model", type=Path, default=here / "Scene.mlmodel")
    parser.add_argument("--labels", type=Path, default=here / "labels.txt")
    parser.add_argument("--chunk", type=int, default=1000, help="images per run")
    parser.add_argument("--limit", type=int, help="measure only the first images")
    return parser.parse_args()


def main():
    ranks, seconds = measure(parse_options())
    top1 = sum(r == 0 for r in ranks) / len(ranks)
    top5 = sum(r is not None for r in ranks) / len(ranks)
    print(f"images {len(ranks)}")
    print(f"top-1  {top1:.2%}")
    print(f"top-5  {top5:.2%}")
    print(f"speed  {len(ranks) / seconds:.1f} images/s")


if __name__ == "__main__":
    main()
