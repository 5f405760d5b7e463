#!/usr/bin/env python3
"""Compares osprey's image classifiers with scikit-learn's logistic regression on the same features, on raw pixels and on colour histograms. Prints
the accuracy on a held-out fifth, as the mean of five splits, for training on all photos and on ten photos of each label.

  python3 Scripts/compare_with_sklearn.py .build/release/osprey ../shared/data/classification/flowers ../shared/data/classification/waste [--revision 3]
                                         [--shuffles 6]

Each folder has a folder of photos for each label. --revision is the revision of the feature print. --shuffles repeats the splits in so many random
orders. The last line says whether osprey and scikit-learn agree within half a percentage point on every set. Needs NumPy, Pillow and scikit-learn.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
from PIL import Image
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

SPLITS = 5
FEW = 10
# For the comparison, enough iterations to converge, as scikit-learn does. Users train with the default.
ITERATIONS = 300
DEFAULT_ITERATIONS = 25
ALLOWED_DIFFERENCE = 0.005
SAME = "the same features"


def pixels(path):
    return np.asarray(Image.open(path).convert("RGB").resize((32, 32)), np.float32).ravel() / 255


def histogram(path):
    image = np.asarray(Image.open(path).convert("RGB").resize((96, 96))) // 64
    return np.bincount((image[..., 0] * 16 + image[..., 1] * 4 + image[..., 2]).ravel(), minlength=64) / image[..., 0].size


class Photos:
    """The photos of a folder, and osprey's answers for parts of them."""

    def __init__(self, osprey, folder, scratch, revision):
        self.osprey, self.scratch, self.revision = osprey, scratch, str(revision)
        self.files = sorted(p for p in folder.glob("*/*") if p.suffix.lower() in {".jpg", ".jpeg", ".png"})
        self.labels = np.array([p.parent.name for p in self.files])
        self.features = scratch / "features"
        self.features.mkdir(parents=True)
        self.parts = 0

    def rows(self):
        target = self.scratch / "rows.npy"
        listing = "\n".join(str(p) for p in self.files)
        subprocess.run([self.osprey, "featureprint", "-", "--output", target, "--revision", self.revision], input=listing, text=True, check=True,
                       capture_output=True)
        return {SAME: np.load(target), "raw pixels": np.stack([pixels(p) for p in self.files]),
                "colour histograms": np.stack([histogram(p) for p in self.files])}

    def folder(self, indices):
        """A folder with links to some photos."""
        self.parts += 1
        place = self.scratch / f"part{self.parts}"
        for index in indices:
            link = place / self.labels[index] / self.files[index].name
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(self.files[index].resolve())
        return place

    def accuracy(self, train, test, iterations):
        """The accuracy of osprey on some photos after training on other photos."""
        place = self.folder(train)
        session = place.with_suffix(".session")
        session.mkdir()
        # Every training reuses the features that earlier trainings extracted.
        (session / "features").symlink_to(self.features)
        model = place.with_suffix(".mlmodel")
        subprocess.run([self.osprey, "train", "image-classifier", place, "--split", "0", "--iterations", str(iterations), "--session",
                        session, "--output", model, "--revision", self.revision], check=True, capture_output=True)
        answer = subprocess.run([self.osprey, "evaluate", model, self.folder(test), "--json"], check=True, capture_output=True)
        return json.loads(answer.stdout)["accuracy"]


def few(labels, indices, generator):
    """The indices of ten photos of each label."""
    return np.concatenate([generator.permutation(indices[labels[indices] == label])[:FEW] for label in np.unique(labels)])


def compare(osprey, folder, scratch, revision, shuffles):
    photos = Photos(osprey, folder, scratch, revision)
    labels, rows = photos.labels, photos.rows()
    print(f"{folder.name}: {len(labels)} photos, {len(set(labels))} labels")
    scores = {}
    generator = np.random.default_rng(0)
    for train, test in (split for seed in range(shuffles) for split in StratifiedKFold(SPLITS, shuffle=True, random_state=seed).split(labels, labels)):
        for amount, part in (("all", train), (f"{FEW} a label", few(labels, train, generator))):
            scores.setdefault((amount, "osprey"), []).append(photos.accuracy(part, test, ITERATIONS))
            scores.setdefault((amount, f"osprey, {DEFAULT_ITERATIONS} iterations"), []).append(photos.accuracy(part, test, DEFAULT_ITERATIONS))
            for name, x in rows.items():
                # osprey's penalty is scikit-learn's 1 / C.
                tolerance = 1e-6 if name == SAME else 1e-3
                peer = make_pipeline(StandardScaler(), LogisticRegression(C=0.1, tol=tolerance, max_iter=2000, class_weight="balanced"))
                scores.setdefault((amount, f"scikit-learn, {name}"), []).append(peer.fit(x[part], labels[part]).score(x[test], labels[test]))
    for (amount, name), values in sorted(scores.items(), key=lambda item: item[0][0] != "all"):
        print(f"  {amount:10s} {name:32s} {np.mean(values):6.1%}   splits {' '.join(f'{v:.1%}' for v in values)}")
    return max(abs(np.mean(scores[amount, "osprey"]) - np.mean(scores[amount, f"scikit-learn, {SAME}"]))
               for amount in ("all", f"{FEW} a label"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("osprey", type=pathlib.Path)
    parser.add_argument("folders", type=pathlib.Path, nargs="+", metavar="folder")
    parser.add_argument("--revision", type=int, default=1)
    parser.add_argument("--shuffles", type=int, default=1)
    options = parser.parse_args()
    differences = []
    with tempfile.TemporaryDirectory() as scratch:
        for folder in options.folders:
            differences.append(compare(options.osprey.resolve(), folder, pathlib.Path(scratch) / folder.name, options.revision, options.shuffles))
    largest = max(differences)
    verdict = "agree" if largest <= ALLOWED_DIFFERENCE else "do not agree"
    print(f"osprey and scikit-learn {verdict} on the same features: the largest difference is {largest * 100:.2f} points")
    return 0 if largest <= ALLOWED_DIFFERENCE else 1


if __name__ == "__main__":
    sys.exit(main())
