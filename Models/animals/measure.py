"""Measures on photographs of 22 kinds of animals how often a cat or a dog is found, through `osprey`.

    python measure.py --animals FOLDER --osprey PATH/TO/osprey [--threshold 0.5]

FOLDER has a folder of photographs for each kind (github.com/InputBlackBoxOutput/popular-animals-dataset).
"""

import argparse
import json
import subprocess
from pathlib import Path

OTHER_FOLDERS = {"_sample_images"}


def found(osprey, files, threshold):
    """The labels found in each photograph that can be read."""
    listing = "\n".join(map(str, files)) + "\n"
    command = [osprey, "detect", "animals", "-", "--json", "--threshold", str(threshold)]
    lines = subprocess.run(command, input=listing, text=True, stdout=subprocess.PIPE).stdout.splitlines()
    return [{animal["label"] for animal in answer["animals"]} for answer in map(json.loads, lines) if "animals" in answer]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--animals", type=Path, required=True)
    parser.add_argument("--osprey", default="osprey")
    parser.add_argument("--threshold", type=float, default=0.5)
    options = parser.parse_args()
    for folder in sorted(p for p in options.animals.iterdir() if p.is_dir() and p.name not in OTHER_FOLDERS):
        labels = found(options.osprey, sorted(folder.iterdir()), options.threshold)
        shares = {name: sum(name in own for own in labels) / max(len(labels), 1) for name in ("Cat", "Dog")}
        print(f"{folder.name}: {len(labels)} photographs, a cat in {shares['Cat']:.0%}, a dog in {shares['Dog']:.0%}")


if __name__ == "__main__":
    main()
