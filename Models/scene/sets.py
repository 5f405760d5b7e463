"""The picture sets that the scene model is trained on, packed as small square JPEG files in one file.

    python sets.py --sets FOLDER --packed FOLDER [--without TESTS] [--permitted]

FOLDER holds the sets as their repositories do (the card names them).  PACKED gets

- `pictures.bin`: the files one after another in random order, those that are held out of training last;
- `pictures.npz`: for each picture where it begins and ends (`ends`), the number of its set (`sets`), of its label in the set (`labels`, -1
  without one) and whether it is held out of training (`held`);
- `NAME-labels.txt`: the labels of each labelled set, in the order of their numbers.

A picture is the largest centred square, reduced to at most the set's side.  Pictures that look like one of the photographs in TESTS are left
out.  With `--permitted` only those sets are packed whose licence lets a product use what is learned from them.
"""

import argparse
import csv
import io
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

SIDE = 256
SMALLER_SIDE = 180  # of sets whose pictures are smaller
QUALITY = 75
SEED = 5
HASH_SIDE = 16
BETWEEN, NOTHING = "+", "nothing"  # between the marks in the label of a picture with several; the label of one without marks
SAME_BITS = 20  # of 256: pictures whose hashes differ in fewer are the same photograph


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
    files = [(p, n) for p, n in files if p.exists()]
    return files if part == "val" else [f for i, f in enumerate(files) if i % 3]


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


def intel(folder, part):
    root = folder / "intel/dataset" / ("seg_train" if part == "train" else "seg_test")
    return [(p, p.parent.name) for p in sorted(root.glob("*/*.jpg"))]


def catsdogs(folder, part):
    return every([(p, p.parent.name) for p in sorted((folder / "catsdogs/PetImages").glob("[CD][ao][tg]/*.jpg"))[::2]], part, 8)


def joined(marks):
    """The marks of a picture as one label."""
    return BETWEEN.join(marks or [NOTHING])


def mirflickr(folder, part):
    root = folder / "mirflickr"
    marks = {}
    for file in sorted((root / "annotations").glob("*.txt")):
        for number in file.read_text().split():
            marks.setdefault(number, []).append(file.stem)
    files = [(path, joined(marks.get(path.stem[2:]))) for path in (root / "images").glob("im*.jpg")]
    return every(files, part, 8)


def natscene(folder, part):
    root = folder / "natscene"
    with open(root / "train.csv", encoding="utf-8-sig") as file:
        (_, *names), *rows = csv.reader(file)
    files = [(root / f"train/{number}.jpg", joined([name for name, mark in zip(names, marks) if mark == "1"])) for number, *marks in rows]
    return every([(p, n) for p, n in files if p.exists()], part, 8)


def unlabelled(pattern, step=1):
    """A function that lists a set without labels: every `step`-th of the pictures that the pattern finds, all of them for training."""
    def listing(folder, part):
        return [(path, None) for path in sorted(folder.glob(pattern))[::step]] if part == "train" else []
    return listing


# The function that lists each set, and the largest side of its pictures.
LABELLED = {"places": (places, 128), "tiny": (tiny, 64), "imagenette": (imagenette, SIDE), "grocery": (grocery, SIDE),
            "clothing": (clothing, SIDE), "caltech": (caltech, SIDE), "pacs": (pacs, SIDE), "office": (office, SIDE),
            "intel": (intel, SMALLER_SIDE), "catsdogs": (catsdogs, SMALLER_SIDE)}
MARKED = {"mirflickr": (mirflickr, 128), "natscene": (natscene, SIDE)}  # sets whose pictures have any number of labels
PATTERNS = {"background": ("caltech/101_ObjectCategories/BACKGROUND_Google/*.jpg", 1), "expressions": ("expressions/images/*.jpg", 4),
            "osie": ("osie/data/stimuli/*.jpg", 1), "icdar": ("icdar/ch4_*_images/*.jpg", 1), "hands": ("hands/images/*.jpg", 3),
            "scut": ("scut/JPEGImages/PartB_*.jpg", 1), "fddb": ("fddb/JPEGImages/*.jpg", 1),
            "webfaces": ("webfaces/Caltech_WebFaces/*.jpg", 3), "lspet": ("lspet/images/*.jpg", 2), "mpii": ("mpii/images/*.jpg", 1),
            "ccp": ("ccp/photos/*.jpg", 1), "pets": ("pets/images/*.jpg", 1), "horses": ("horses/weizmann_horse_db/rgb/*.jpg", 1),
            "davis": ("davis/DAVIS/JPEGImages/480p/*/*0.jpg", 1), "stanford40": ("stanford40/**/*.jpg", 1),
            "openimages": ("openimages/**/*.jpg", 1), "mzahid": ("mzahid/**/*.jpg", 1), "fernando": ("fernando/**/*.jpg", 1),
            "sysu": ("sysu/**/*.jpg", 1), "mvsa": ("mvsa/**/*.jpg", 1), "msed": ("msed/**/*.jpg", 1), "ava": ("ava/**/*.jpg", 1),
            "bernie": ("bernie/**/*.jpg", 1), "bsds500": ("bsds500/**/*.jpg", 1),
            "ayesha": ("ayesha/**/*.jpg", 1), "desk": ("desk/**/*.jpg", 1), "textures": ("deeptexture/**/*.jpg", 1),
            "classrooms": ("testforimage/**/*.jpg", 4), "oriu": ("oriu/**/*.jpg", 1), "cars": ("stanfordcars/**/*.jpg", 3),
            "receipts": ("sroie/**/*.jpg", 1), "damage": ("damage/**/*.jpg", 1), "kitchens": ("gtea/**/*.jpg", 1),
            "fruit": ("fruitveg/**/*.jpg", 1), "orchids": ("orchid/**/*.jpg", 1), "cameras": ("exif/**/*.jpg", 1)}
SETS = LABELLED | MARKED | {name: (unlabelled(*pattern), SIDE) for name, pattern in PATTERNS.items()}
# Sets whose licence lets a product use what is learned from them: MIT, CC0, CC BY 4.0 (caltech and background), MIT, Apache 2.0 and CC BY 2.0.
PERMITTED = ("grocery", "clothing", "caltech", "background", "osie", "hands", "openimages")


def labels_in(packed, name):
    """The labels of a packed set; none where it has none."""
    file = packed / f"{name}-labels.txt"
    return file.read_text().split("\n")[:-1] if file.exists() else []


def imagenet_samples(folder):
    """A photograph of each of ImageNet's classes, in the order of the classes."""
    return sorted((folder / "imagenet-samples").glob("*.JPEG"))


class Packed:
    """The packed pictures, and of each its set, its label and whether it is held out."""

    def __init__(self, packed):
        index = np.load(packed / "pictures.npz")
        self.ends, self.sets, self.labels, self.held = (index[name] for name in ("ends", "sets", "labels", "held"))
        self.starts = np.concatenate([[0], self.ends[:-1]])
        self.data = np.memmap(packed / "pictures.bin", np.uint8, "r")

    def pixels(self, number):
        """A picture in RGB."""
        file = np.array(self.data[self.starts[number]:self.ends[number]])
        return cv2.cvtColor(cv2.imdecode(file, cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)


def squared(image, side):
    """The largest centred square of a picture, at most `side` pixels a side."""
    edge = min(image.size)
    left, top = (image.width - edge) // 2, (image.height - edge) // 2
    side = min(side, edge)
    return image.resize((side, side), Image.BOX, (left, top, left + edge, top + edge))


def bits(image):
    """Which of neighbouring cells is the brighter: pictures that look alike have nearly the same bits."""
    cells = np.asarray(image.convert("L").resize((HASH_SIDE + 1, HASH_SIDE), Image.BOX), np.int16)
    return np.packbits(cells[:, 1:] > cells[:, :-1])


def encoded(job):
    """A picture as a small square file, and its bits; None where it is broken."""
    path, side = job
    try:
        with Image.open(path) as image:
            as_is = image.format == "JPEG" and image.mode == "RGB" and image.size == (side, side) and side <= 128
            if image.format == "JPEG":
                image.draft("RGB", (side, side))
            small = squared(image.convert("RGB"), side)
            if as_is:
                return path.read_bytes(), bits(small)
            file = io.BytesIO()
            small.save(file, "JPEG", quality=QUALITY, optimize=True)
            return file.getvalue(), bits(small)
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):  # Pillow raises all of these for broken or hostile files
        return None


def test_bits(folder):
    """The bits of all test photographs."""
    files = sorted(p for p in folder.rglob("*") if p.suffix.lower() in {".jpg", ".jpeg", ".png"})
    found = [encoded((path, SIDE)) for path in files]
    return np.array([f[1] for f in found if f is not None])


def listed(folder, names):
    """All pictures of some sets: path, side, set, label and whether held out, in random order, the held-out ones last; and the sets' labels."""
    rows, labels_of = [], {}
    for number, (name, (listing, side)) in enumerate(SETS.items()):
        if name not in names:
            continue
        parts = {part: listing(folder, part) for part in ("train", "val")}
        labels = sorted({label for files in parts.values() for _, label in files if label is not None})
        labels_of[name] = labels
        index = {label: i for i, label in enumerate(labels)} | {None: -1}
        rows += [(path, side, number, index[label], part == "val") for part, files in parts.items() for path, label in files]
    order = np.random.default_rng(SEED).permutation(len(rows))
    return sorted((rows[i] for i in order), key=lambda row: row[4]), labels_of


def pack(folder, packed, tests, names):
    rows, labels_of = listed(folder, names)
    for name, labels in labels_of.items():
        if labels:
            (packed / f"{name}-labels.txt").write_text("\n".join(labels) + "\n")
    kept, ends, position, same = [], [], 0, 0
    with open(packed / "pictures.bin", "wb") as file, ProcessPoolExecutor(2) as pool:
        answers = pool.map(encoded, [row[:2] for row in rows], chunksize=64)
        for row, answer in zip(rows, answers):
            if answer is None:
                continue
            data, own = answer
            if len(tests) and np.bitwise_count(tests ^ own).sum(1).min() < SAME_BITS:
                same += 1
                continue
            position += file.write(data)
            ends.append(position)
            kept.append(row[2:])
    columns = np.array(kept)
    np.savez(packed / "pictures.npz", ends=np.array(ends), sets=columns[:, 0].astype(np.int8), labels=columns[:, 1].astype(np.int16),
             held=columns[:, 2].astype(bool))
    print(f"{len(kept)} pictures, {position / 1e6:.0f} MB; {same} left out that look like test photographs")
    for name in labels_of:
        own = columns[columns[:, 0] == list(SETS).index(name)]
        print(f"{name}: {np.sum(own[:, 2] == 0)} to learn from, {np.sum(own[:, 2] == 1)} held out, {len(labels_of[name])} labels")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sets", type=Path, required=True)
    parser.add_argument("--packed", type=Path, required=True)
    parser.add_argument("--without", type=Path, help="a folder of test photographs")
    parser.add_argument("--permitted", action="store_true", help="only sets whose licence lets a product use what is learned from them")
    options = parser.parse_args()
    options.packed.mkdir(parents=True, exist_ok=True)
    tests = test_bits(options.without) if options.without else np.zeros((0, HASH_SIDE ** 2 // 8), np.uint8)
    pack(options.sets, options.packed, tests, PERMITTED if options.permitted else SETS)


if __name__ == "__main__":
    main()
