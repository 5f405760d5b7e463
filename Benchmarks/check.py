#!/usr/bin/env python3
"""Fails where osprey has become slower beside its peers than `thresholds.json` allows.

  python3 Benchmarks/check.py .build/release/osprey [--rounds 3] [--models squeezenet1_1 …]

A threshold is a ratio of two times of one run on one machine: osprey's over ONNX Runtime's for `cpuOnly`, and over the better of ONNX
Runtime's and OpenVINO's for `all`. Ratios hold on machines of different speeds, milliseconds do not. Needs the Python environment that
`performance.py` does, and a quiet machine: a row that fails is measured a second time.
"""
import argparse
import json
import os
import pathlib
import sys

import peers

THRESHOLDS = json.loads((pathlib.Path(__file__).resolve().parent / "thresholds.json").read_text())


def ratios(row):
    return {"cpuOnly": row["cpuOnly"] / row["ort"], "all": row["all"] / min(row["ort"], row["openvino"])}


def slower(rows):
    """The models that are slower than allowed; each with what is said of it."""
    found = {}
    for row in rows:
        for units, ratio in ratios(row).items():
            limit = THRESHOLDS[row["name"]][units]
            if not ratio <= limit:
                found.setdefault(row["name"], []).append(f"{row['form']} {units}: {ratio:.2f}, allowed {limit:.2f}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("osprey")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--models", nargs="*", default=list(THRESHOLDS))
    options = parser.parse_args()
    peers.enter_environment()
    osprey = os.path.realpath(options.osprey)
    failures = slower(peers.inference(osprey, options.models, options.rounds))
    if failures:
        print("again:", ", ".join(failures), flush=True)
        failures = slower(peers.inference(osprey, list(failures), options.rounds))
    for name, lines in failures.items():
        print(f"slower: {name}", *lines, sep="\n  ")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
