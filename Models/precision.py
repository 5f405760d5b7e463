#!/usr/bin/env python3
"""Measures which products of the default models stay in float32, and keeps that beside each model as NAME.precision.json.

    Models/precision.py PROGRAM [MODEL.mlmodel …]

A model with such a file is not measured when it is loaded on a processor of the same kind. Needs a processor with bfloat16 products: AMX, or AVX-512
with bfloat16. A model that is changed needs a new file; an old one is not used. Nothing but Python is needed.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("models", nargs="*", type=pathlib.Path, default=sorted(HERE.glob("*/*.mlmodel")))
    options = parser.parse_args()
    for model in options.models:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(
                [options.program, "model", "compile", model, "--output", folder], check=True, env={**os.environ, "OSPREY_CACHE": ""},
                stdout=subprocess.DEVNULL)
            record = pathlib.Path(folder) / f"{model.stem}.mlmodelc" / "precision.json"
            if not record.exists():
                sys.exit(f"{model.name} has no products to measure, or this processor has none of bfloat16")
            shutil.copyfile(record, model.with_suffix(".precision.json"))
            print(f"{model.stem}: {record.stat().st_size} bytes")


if __name__ == "__main__":
    main()
