"""The picture sets that the scene model is trained on, packed as arrays of square pictures.

    python sets.py --sets FOLDER --packed FOLDER

FOLDER/places, tiny-imagenet-200, imagenette, grocery, clothing, caltech, pacs and office hold the sets as their repositories do
(the card names them).  Each becomes `NAME-train.npy` and `NAME-val.npy` (uint8, N x side x side x 3), `NAME-train-labels.npy`, …
and `NAME-labels.txt`.  A side is at most that of the photographs themselves.
"""

import argparse
import csv
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
from PIL import Image


def square(path, side):
    """The largest centred square of a picture, reduced to `side` pixels."""
    with Image.open(path) as image:
        if image.format == "JPEG":
            image.draft("RGB", (side, side))
        image = image.convert("RGB")
        edge = min(image.size)
        left, top = (image.width - edge) // 2, (image.height - edge) // 2
        image = image.resize((side, side), Image.BOX if edge > side else Image.BILINEAR, (left, top, left + edge, top + edge))
        return np.asarray(image)


def every(files, part, parts):
    """Splits a list of (path, label) without a given split: every `parts`-th is for validation."""
    ordered = sorted(files)
    return [f for i, f in enumerate(ordered) if (i % parts == 0) == (part == "val")]


def places(folder, part):
    rows = [line.split() for line in (folder / "places/data" / f"{part}.txt").read_text().splitlines()]
    names = {}
    for line in (folder / "places/data/train.txt").read_text().splitlines():
        path, number = line.split()
        names[int(number)] = "/".join(path.split("/")[2:-1])
    root = folder / "places/data/images"
    files = [(root / path, names[int(number)]) for path, number in rows]
    return [(p, n) for p, n in files if p.exists()]


def tiny(folder, part):
    root = folder / "tiny-imagenet-200"
    if part == "train":
        return [(p, p.parent.parent.name) for p in sorted(root.glob("train/*/images/*.JPEG"))]
    rows = [line.split("\t") for line in (root / "val/val_annotations.txt").read_text().splitlines()]
    return [(root / "val/images" / row[0], row[1]) for row in rows]


def imagenette(folder, part):
    return [(p, p.parent.name) for p in sorted((folder / "imagenette" / part).glob("*/*.JPEG"))]


def grocery(folder, part):
    root = folder / "grocery/dataset"
    lists = ["train.txt", "val.txt"] if part == "train" else ["test.txt"]
    rows = [line.split(",") for name in lists for line in (root / name).read_text().splitlines() if line.strip()]
    return [(root / row[0].strip(), row[1].strip()) for row in rows]


def clothing(folder, part):
    root = folder / "clothing"
    with open(root / "images.csv") as file:
        rows = [(root / "images" / f"{row['image']}.jpg", row["label"]) for row in csv.DictReader(file)]
    unwanted = {"Not sure", "Other", "Skip"}
    return every([(p, n) for p, n in rows if n not in unwanted and p.exists()], part, 8)


def caltech(folder, part):
    root = folder / "caltech/101_ObjectCategories"
    files = [(p, p.parent.name) for p in root.glob("*/*.jpg") if p.parent.name not in {"BACKGROUND_Google", "Faces_easy"}]
    return every(files, part, 8)

def pacs(folder, part):
    root = folder / "pacs/PACS"
    return every([(p, p.parent.name) for p in root.glob("*/*/*") if p.suffix in {".jpg", ".png"}], part, 8)


def office(folder, part):
    return every([(p, p.parent.name) for p in (folder / "office").glob("*/*/*.jpg")], part, 8)


SETS = {"places": (places, 128), "tiny": (tiny, 64), "imagenette": (imagenette, 192), "grocery": (grocery, 192),
        "clothing": (clothing, 192), "caltech": (caltech, 192), "pacs": (pacs, 192), "office": (office, 192)}


def decode(job):
    path, side = job
    try:
        return square(path, side)
    except OSError:
        return None


def pack(name, folder, packed):
    listing, side = SETS[name]
    parts = {part: listing(folder, part) for part in ("train", "val")}
    labels = sorted({label for files in parts.values() for _, label in files})
    (packed / f"{name}-labels.txt").write_text("\n".join(labels) + "\n")
    index = {label: number for number, label in enumerate(labels)}
    for part, files in parts.items():
        target = packed / f"{name}-{part}.npy"
        if target.exists():
            continue
        images = np.lib.format.open_memmap(packed / f"{name}-{part}.partial.npy", "w+", np.uint8, (len(files), side, side, 3))
        kept = []
        with ProcessPoolExecutor(2) as pool:
            for image, (_, label) in zip(pool.map(decode, [(p, side) for p, _ in files], chunksize=64), files):
                if image is None:
                    continue
                images[len(kept)] = image
                kept.append(index[label])
        if len(kept) < len(files):
            images = np.array(images[:len(kept)])
            np.save(packed / f"{name}-{part}.partial.npy", images)
        np.save(packed / f"{name}-{part}-labels.npy", np.array(kept, np.int64))
        (packed / f"{name}-{part}.partial.npy").rename(target)
        print(f"{name} {part}: {len(kept)} pictures of {len(labels)} labels", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sets", type=Path, required=True)
    parser.add_argument("--packed", type=Path, required=True)
    parser.add_argument("--only", nargs="*", default=list(SETS))
    options = parser.parse_args()
    options.packed.mkdir(parents=True, exist_ok=True)
    for name in options.only:
        pack(name, options.sets, options.packed)


if __name__ == "__main__":
    main()
