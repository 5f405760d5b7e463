"""Measures the exported network on photographs that no training saw, with an independent interpreter of its layers.

    python measure.py --sets SETS [--model LensSmudge.mlmodel]

Of the sets of clean lenses, each photograph is measured as it is, after each of the other things that can happen to a picture, and with smudges of
each kind.  Of the sets of dirty lenses, it is measured as it is.
"""

import argparse
import sys
import zlib
from pathlib import Path

import coremltools
import cv2
import numpy as np

import sets
from canvases import OTHERS, drawn, squeezed
from smudges import KINDS

sys.path.append(str(Path(__file__).resolve().parents[1]))
from coreml import evaluated
from pictures import read, shrunk

LIMIT = 0.5  # a probability from which a lens counts as smudged
CLEAR = 0.5  # a degree from which a smudge is to be found
BANDS = (0, 0.1, 0.3, 0.5, 0.7, 0.9, 1)  # of degrees
LARGEST = 1024  # pixels: a photograph is not reduced in one step, as it is not in Vision


def photographs(folder, name):
    """The pictures of a set, squeezed to the input of the network, by the name of the file."""
    for path in sets.files(folder, name):
        image = read(path)
        if image is not None:
            yield path.name, squeezed(shrunk(image, LARGEST)[0])


def area(positive, negative):
    """The area under the curve of hits and false alarms."""
    order = np.sort(negative)
    below = (np.searchsorted(order, positive, "left") + np.searchsorted(order, positive, "right")) / 2
    return below.mean() / len(negative)


def rank_correlation(first, second):
    """Spearman's rank correlation."""
    first, second = (np.argsort(np.argsort(values)) for values in (first, second))
    return np.corrcoef(first, second)[0, 1]


def measure(spec, folder):
    """The probabilities of the pictures of clean lenses after what happened to them, and of smudged ones with their degrees, by the set."""
    results, smudged = {}, {}
    for name in sets.CLEAN:
        for number, (file, image) in enumerate(photographs(folder, name)):
            generator = np.random.default_rng([zlib.crc32(name.encode()), number])
            pictures = {"as it is": (image, 0.0)}
            pictures |= {other: drawn(image, generator, other) for other in OTHERS}
            pictures |= {f"smudge: {kind}": drawn(image, generator, is_smudged=True, kind=kind) for kind in KINDS}
            found = evaluated(spec, np.stack([picture for picture, _ in pictures.values()]))["smudge"].ravel()
            for (what, (_, shown)), value in zip(pictures.items(), found):
                if what.startswith("smudge"):
                    smudged.setdefault(what, []).append((name, shown, value))
                else:
                    results.setdefault((name, what), []).append(value)
    return results, smudged


def report(results, smudged):
    """Prints the shares of right answers, and the areas under the curve against the photographs as they are."""
    values = {what: np.concatenate([results[n, what] for n in sets.CLEAN if (n, what) in results]) for what in ("as it is", *OTHERS)}
    rows = [row for kind in smudged.values() for row in kind]
    degrees, found = (np.array([row[n] for row in rows]) for n in (1, 2))
    clear = degrees >= CLEAR
    for what, negative in values.items():
        print(f"{what}: {len(negative)} pictures, {100 * (negative < LIMIT).mean():.1f} % right, AUC {area(found[clear], negative):.3f}")
    for name in sets.CLEAN:
        if (name, "as it is") in results:
            own = np.array(results[name, "as it is"])
            of_set = np.array([row[2] for row in rows if row[0] == name and row[1] >= CLEAR])
            print(f"{name} as it is: {len(own)} pictures, {100 * (own < LIMIT).mean():.1f} % right, AUC {area(of_set, own):.3f}")
    for what, own in smudged.items():
        shown = np.array([value for _, degree, value in own if degree >= CLEAR])
        print(f"{what}, clear: {len(shown)} pictures, {100 * (shown >= LIMIT).mean():.1f} % right, AUC {area(shown, values['as it is']):.3f}")
    for low, high in zip(BANDS, BANDS[1:]):
        part = found[(degrees >= low) & (degrees < high + (high == 1))]
        if len(part):
            print(f"degree {low} to {high}: {len(part)} pictures, mean {part.mean():.3f}, {100 * (part >= LIMIT).mean():.1f} % smudged")
    print(f"all clear smudges: {clear.sum()} pictures, {100 * (found[clear] >= LIMIT).mean():.1f} % right, "
          f"AUC {area(found[clear], values['as it is']):.3f}; rank correlation with the degree {rank_correlation(degrees, found):.3f}")


def main():
    here = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sets", type=Path, required=True)
    parser.add_argument("--model", type=Path, default=here / "LensSmudge.mlmodel")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    spec = coremltools.utils.load_spec(str(options.model))
    report(*measure(spec, options.sets))
    for name in sets.DIRTY:
        found = {file: evaluated(spec, image[None])["smudge"].item() for file, image in photographs(options.sets, name)}
        if found:
            print(f"{name}: {len(found)} pictures, {100 * (np.array(list(found.values())) >= LIMIT).mean():.1f} % right; "
                  + " ".join(f"{file} {value:.2f}" for file, value in found.items()))


if __name__ == "__main__":
    main()
