#!/usr/bin/env python3
"""Measures which products of the default models stay in float32, and keeps that beside each model as NAME.precision.json.

    Models/precision.py PROGRAM [MODEL.mlmodel …]

A model with such a file is not measured when it is loaded on a processor of the same kind. Needs a processor with bfloat16 products: AMX, or AVX-512
with bfloat16; what the file has for the other kind stays in it. A model that is changed needs a new file; an old one is not used. Nothing but Python
is needed.
"""
import argparse
import json
import os
import pathlib
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
            kept = model.with_suffix(".precision.json")
            text = merged(json.loads(record.read_text()), json.loads(kept.read_text()) if kept.exists() else {})
            kept.write_text(text)
            print(f"{model.stem}: {len(text)} bytes")


def merged(new, old):
    """The new record, with the other processors of the old one if it is of the same model and form."""
    if all(old.get(key) == new[key] for key in ("model", "version")):
        new["processors"] = old["processors"] | new["processors"]
    return json.dumps(new, indent=2, sort_keys=True, ensure_ascii=False)


if __name__ == "__main__":
    main()
