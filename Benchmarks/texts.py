#!/usr/bin/env python3
"""How well classifiers of texts predict, with scikit-learn's TF-IDF and logistic regression beside, both with their default settings.

    Benchmarks/texts.py PROGRAM FOLDER [--seeds N]

FOLDER has a CSV file with the columns `text` and `label` for each set of texts. Of each, 70 % of the rows are learnt from and the others predicted;
right answers are a mean over the seeds. Seconds are those of the training; Osprey's are those that it prints, with reading the table. For seconds
PROGRAM must be a release build. Needs scikit-learn and pandas.
"""
import argparse
import json
import pathlib
import subprocess
import tempfile
import time

import pandas as pd


def osprey(program, own, held, folder):
    """The share of right answers on held texts, and the seconds of training."""
    model = str(folder / "m.mlmodel")
    for name, table in [("own.csv", own), ("held.csv", held)]:
        table.to_csv(folder / name, index=False)
    training = subprocess.run(
        [program, "train", "text", "own.csv", "--split", "0", "--output", model, "--json"], cwd=folder, check=True, capture_output=True)
    figures = subprocess.run([program, "evaluate", model, "held.csv", "--json"], cwd=folder, check=True, capture_output=True)
    return json.loads(figures.stdout)["accuracy"], json.loads(training.stdout)["seconds"]


def peer(own, held):
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression

    start = time.perf_counter()
    vectorizer = TfidfVectorizer()
    model = LogisticRegression().fit(vectorizer.fit_transform(own.text), own.label)
    seconds = time.perf_counter() - start
    return (model.predict(vectorizer.transform(held.text)) == held.label).mean(), seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--seeds", type=int, default=3)
    options = parser.parse_args()
    program = str(options.program.resolve())
    print("| texts | Osprey | scikit-learn |\n| --- | --- | --- |")
    for path in sorted(options.folder.glob("*.csv")):
        table = pd.read_csv(path, dtype=str, keep_default_na=False)[["text", "label"]]
        results = []
        for seed in range(options.seeds):
            own = table.sample(frac=0.7, random_state=seed)
            held = table.drop(own.index)
            with tempfile.TemporaryDirectory() as folder:
                results.append(osprey(program, own, held, pathlib.Path(folder)) + peer(own, held))
        means = [sum(values) / len(values) for values in zip(*results)]
        print(
            f"| {path.stem}, {len(table):,} | {means[0]:.1%}, {means[1]:.1f} s | {means[2]:.1%}, {means[3]:.1f} s |", flush=True)


if __name__ == "__main__":
    main()
