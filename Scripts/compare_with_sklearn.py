#!/usr/bin/env python3
"""Compares osprey's image classifiers with scikit-learn's logistic regression on the same features, and with the same on raw pixels and
on colour histograms: accuracy on a held-out fifth, for each of five folds.

  python3 Scripts/compare_with_sklearn.py .build/release/osprey ../shared/data/classification/flowers

Needs NumPy, Pillow and scikit-learn.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy as np
from PIL import Image
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler


def pixels(path):
    return np.asarray(Image.open(path).convert("RGB").resize((32, 32)), np.float32).ravel() / 255


def histogram(path):
    image = np.asarray(Image.open(path).convert("RGB").resize((96, 96))) // 64
    return np.bincount((image[..., 0] * 16 + image[..., 1] * 4 + image[..., 2]).ravel(), minlength=64) / image[..., 0].size


def main():
    osprey, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    files = sorted(p for p in folder.glob("*/*") if p.suffix.lower() in {".jpg", ".jpeg", ".png"})
    labels = np.array([p.parent.name for p in files])
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        listing = "\n".join(str(p) for p in files)
        subprocess.run([osprey, "featureprint", "-", "--output", str(scratch / "x.npy")], input=listing, text=True, check=True)
        rows = {"features": np.load(scratch / "x.npy"), "pixels": np.stack([pixels(p) for p in files]),
                "histogram": np.stack([histogram(p) for p in files])}
        scores = {name: [] for name in ["osprey", *rows]}
        for train, test in StratifiedKFold(5, shuffle=True, random_state=0).split(files, labels):
            for part, indices in (("train", train), ("test", test)):
                shutil.rmtree(scratch / part, ignore_errors=True)
                for index in indices:
                    place = scratch / part / labels[index]
                    place.mkdir(parents=True, exist_ok=True)
                    (place / files[index].name).symlink_to(files[index].resolve())
            model = scratch / "model.mlmodel"
            subprocess.run([osprey, "train", "image-classifier", str(scratch / "train"), "--split", "0", "--iterations", "200",
                            "--output", str(model)], check=True, capture_output=True)
            answer = subprocess.run([osprey, "evaluate", str(model), str(scratch / "test"), "--json"], check=True, capture_output=True)
            scores["osprey"].append(json.loads(answer.stdout)["accuracy"])
            for name, x in rows.items():
                # scikit-learn's penalty is per example as osprey's is: the default C = 1.
                peer = make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000, class_weight="balanced"))
                scores[name].append(peer.fit(x[train], labels[train]).score(x[test], labels[test]))
    print(f"{folder.name}: {len(files)} photos, {len(set(labels))} labels")
    for name, values in scores.items():
        title = "osprey" if name == "osprey" else f"scikit-learn on {name}"
        print(f"  {title:26s} {np.mean(values):6.1%}   folds {' '.join(f'{v:.1%}' for v in values)}")


if __name__ == "__main__":
    main()
