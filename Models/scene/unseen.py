"""Measures the classifier on photographs of sets that it did not learn from, and writes its precision-recall curves.

    python unseen.py --sets FOLDER --packed PACKED --osprey PATH/TO/osprey [--model Scene.mlmodel] [--write-curves]

Of each photograph some identifiers are known to be true and some to be false, of the others nothing.  The curves are of one half of the
photographs, and of held-out photographs of two sets that the model did learn from, MiniPlaces and MIRFLICKR; the figures are of the other half.
Last come the first labels of all held-out photographs of MIRFLICKR.  With `--write-curves` the curves go into the
model's metadata under `osprey.precisionRecall`, where
`hasMinimumPrecision(_:forRecall:)` and `hasMinimumRecall(_:forPrecision:)` of Vision's classifications find them.

An identifier has a curve if at least 20 photographs show it, and at least 20 are known not to.  An identifier without kinds of its own that is shown
more rarely has the curve of all children of its parent together, or else that of all such identifiers below the same root.  At least five of these
have to be shown.  Where more than a fifth of the photographs show an identifier, the others weigh more, because among photographs of all kinds it is
rarer.
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).resolve().parents[1]))
import sets
import taxonomy
from measure import all_answers

KEY = "osprey.precisionRecall"
THRESHOLDS = [0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.98, 0.99]
FEWEST = 20
FEWEST_KINDS = 5
LARGEST_SHARE = 0.2
CROWD = 10  # people
PRECISION, RECALL = 0.9, 0.01

ANIMALS = {"ape": "monkey or ape", "bear": "bear", "bison": "bison", "cat": "cat", "chicken": "bird", "cow": "hoofed animal",
           "deer": "hoofed animal", "dog": "dog", "dolphin": "dolphin", "duck": "duck", "eagle": "bird", "fish": "fish", "horse": "horse",
           "lion": "lion", "lobster": "crustacean", "pig": "hog", "rabbit": "rabbit", "shark": "shark", "snake": "snake",
           "spider": "spider", "turkey": "bird", "wolf": "wolf"}
ROOMS = {"bathroom": "bathroom", "bedroom": "bedroom", "kitchen": "kitchen", "frontal": "house"}
# COCO's categories.
COCO = {"person": "people", "bicycle": "bicycle", "car": "car", "motorcycle": "motorbike", "airplane": "airplane", "bus": "bus", "train": "train",
        "truck": "truck", "boat": "boat", "bird": "bird", "cat": "cat", "dog": "dog", "horse": "horse", "sheep": "sheep",
        "cow": "hoofed animal", "elephant": "mammal", "bear": "bear", "zebra": "zebra", "giraffe": "giraffe", "backpack": "backpack",
        "umbrella": "umbrella", "tie": "clothing", "sports ball": "sports equipment", "bottle": "container", "cup": "cup", "bowl": "container",
        "banana": "banana", "apple": "apple", "orange": "orange", "broccoli": "broccoli", "carrot": "carrot", "pizza": "pizza",
        "sandwich": "dish", "hot dog": "hot dog", "cake": "dessert", "donut": "dessert", "chair": "chair", "couch": "sofa", "bed": "bed",
        "dining table": "dining table", "tv": "screen", "laptop": "laptop", "mouse": "computer mouse", "remote": "remote control",
        "keyboard": "computer keyboard", "cell phone": "mobile phone", "refrigerator": "refrigerator", "scissors": "scissors",
        "teddy bear": "teddy bear", "stop sign": "stop sign", "parking meter": "parking meter", "traffic light": "traffic light",
        "toilet": "toilet", "sink": "sink", "microwave": "microwave", "oven": "stove", "toaster": "toaster", "hair drier": "hair dryer", "clock": "clock",
        "vase": "vase", "tennis racket": "racket", "skis": "skis", "handbag": "handbag", "potted plant": "plant"}
COCO_KNOWS = ("animal", "vehicle", "people")  # roots of which COCO marks what is common
# Things that stand outdoors, and indoors.
OUTDOORS = {"airplane", "train", "boat", "traffic light", "fire hydrant", "stop sign", "surfboard", "skis", "snowboard", "kite", "zebra", "giraffe",
            "elephant", "sheep", "cow"}
INDOORS = {"toilet", "bed", "oven", "microwave", "refrigerator", "sink", "couch"}


class Tree:
    """The identifiers above and below each identifier."""

    def __init__(self):
        self.parents = taxonomy.tree()
        self.identifiers = sorted(self.parents)
        self.line = {identifier: taxonomy.line(self.parents, identifier) for identifier in self.identifiers}
        self.root = {identifier: line[-1] for identifier, line in self.line.items()}

    def below(self, *tops):
        """The identifiers with one of some others in their line."""
        return {i for i in self.identifiers if any(top in self.line[i] for top in tops)}

    def true_of(self, names):
        return {above for name in names for above in self.line[name]}

    def known(self, names, roots):
        """The identifiers of which something is known where these names are true, and nothing else of some roots is."""
        kinds = {i for i in self.below(*roots) if any(name in self.line[i][1:] for name in names)} if names else set()
        return self.true_of(names) | (self.below(*roots) - kinds)


def samples(folder, tree, truths):
    """A photograph of each of ImageNet's classes."""
    identifiers, members = [str(i) for i in truths["identifiers"]], truths["imagenet"]
    taught = {i for i, known in zip(identifiers, members.any(0)) if known}
    for file, row in zip(sets.imagenet_samples(folder), members):
        true = {i for i, is_member in zip(identifiers, row) if is_member}
        if true:
            lowest = true - {tree.parents[i] for i in true}
            yield file, true, true | (taught & tree.below("animal", "vehicle", "food", "plant")) - (tree.below(*lowest) - lowest)


def animals(folder, tree, _):
    for name, identifier in ANIMALS.items():
        for file in sorted((folder / "animals" / name).iterdir()):
            yield file, tree.true_of([identifier]), tree.known([identifier], ["animal", "vehicle", "food"])


def houses(folder, tree, _):
    for file in sorted((folder / "houses/Houses Dataset").glob("*.jpg"))[::3]:
        name = ROOMS[file.stem.split("_")[1]]
        others = ["animal", "food", "indoor"] + (["vehicle", "outdoor"] if name != "house" else [])
        yield file, tree.true_of([name]), tree.known([name], others)


def boxes(file, pictures, tree):
    """The photographs of a file of COCO's format."""
    data = json.loads(file.read_text())
    category = {c["id"]: c["name"].lower() for c in data["categories"]}
    shown = {image["id"]: [] for image in data["images"]}
    for annotation in data["annotations"]:
        shown[annotation["image_id"]].append(category[annotation["category_id"]])
    for image in data["images"]:
        path, names = pictures / image["file_name"], {COCO[n] for n in shown[image["id"]] if n in COCO}
        if not path.exists() or not names:
            continue
        people = sum(name == "person" for name in shown[image["id"]])
        known = tree.known(names, COCO_KNOWS)
        true = tree.true_of(names) | ({"crowd"} if people >= CROWD else set())
        places = {place for place, things in (("outdoor", OUTDOORS), ("indoor", INDOORS)) if things & set(shown[image["id"]])}
        if len(places) == 1:
            true |= places
            known |= tree.below(*({"outdoor", "indoor"} - places))
        unsure = {"face", "person"} | ({"crowd"} if 3 < people < CROWD else set())
        yield path, true, (known | true) - (unsure if people else set())


def coco(folder, tree, _):
    for name in ("coco", "cocotiny"):
        for part in ("train2017", "val2017"):
            yield from boxes(folder / name / f"annotations/instances_{part}.json", folder / name / part, tree)


def places(folder, packed, tree):
    """Held-out photographs of a set that the model did learn from: no other set of many kinds of places could be had."""
    named = dict(zip(sets.labels_in(packed, "places"), taxonomy.names("places", packed, folder)))
    for file, label in sets.places(folder, "val")[::4]:
        other = "indoor" if tree.root[named[label]] == "outdoor" else "outdoor"
        # Many of these photographs show the sky.
        yield file, tree.true_of([named[label]]), (tree.known([named[label]], ["indoor", "outdoor"]) | {other}) - tree.below("sky")


def everyday(folder, packed, tree):
    """Held-out photographs of a set that the model did learn from, with the marks that people gave them: no other has skies and babies."""
    absent = taxonomy.ABSENT["mirflickr"]
    said = dict(zip(sets.labels_in(packed, "mirflickr"), taxonomy.marked("mirflickr", packed)))
    for file, label in sets.mirflickr(folder, "val"):
        yield file, tree.true_of(said[label]), tree.known(said[label], absent)


SETS = {"imagenet-samples": samples, "animals": animals, "houses": houses, "coco": coco}


def is_for_curves(path):
    return hashlib.sha1(path.name.encode()).digest()[0] % 2 == 0


def rows_of(scores):
    """Threshold, precision and recall over pairs of a probability and whether it is true."""
    values, true = np.array([s for s, _ in scores]), np.array([t for _, t in scores])
    weight = max(1, true.sum() * (1 / LARGEST_SHARE - 1) / (~true).sum())  # of what is false
    rows = []
    for threshold in THRESHOLDS:
        right, wrong = (true & (values >= threshold)).sum(), (~true & (values >= threshold)).sum()
        if right + wrong:
            rows.append([threshold, round(float(right / (right + weight * wrong)), 3), round(float(right / true.sum()), 3)])
    return rows


def curves(photos, answers, tree):
    """The curve of each identifier that has one."""
    scores = {i: [] for i in tree.identifiers}
    for path, true, known in photos:
        for identifier in known:
            scores[identifier].append((answers[path].get(identifier, 0.0), identifier in true))
    leaves = taxonomy.leaves(tree.parents)
    shown_kinds = {i for i, pairs in scores.items() if any(is_true for _, is_true in pairs)}
    result = {}
    for identifier in tree.identifiers:
        siblings = [i for i in tree.identifiers if tree.parents[i] == tree.parents[identifier]]
        kin = [i for i in leaves if tree.root[i] == tree.root[identifier]]
        for group in ([identifier], siblings, kin) if identifier in leaves else ([identifier],):
            pooled = [pair for i in group for pair in scores[i]]
            shown = sum(is_true for _, is_true in pooled)
            is_varied = len(group) == 1 or len(shown_kinds & set(group)) >= FEWEST_KINDS
            if min(shown, len(pooled) - shown) >= FEWEST and is_varied:
                result[identifier] = rows_of(pooled)
                break
    return result


def passes(curve, confidence):
    """`hasMinimumRecall(0.01, forPrecision: 0.9)`."""
    point = next((row for row in curve or [] if row[1] >= PRECISION), None)
    return point is not None and confidence >= point[0] and point[2] >= RECALL


def figures(photos, answers, measured):
    """Of labels that pass: how many a photograph has, the share that is true where that is known, the share of photographs with one."""
    right = known_count = with_one = count = 0
    for path, true, known in photos:
        passing = [i for i, confidence in answers[path].items() if passes(measured.get(i), confidence)]
        with_one += bool(passing)
        count += len(passing)
        known_count += sum(i in known for i in passing)
        right += sum(i in true for i in passing)
    return (f"{len(photos)} photographs, {with_one / len(photos):.1%} with a label that passes, {count / len(photos):.2f} each; "
            f"{right / max(known_count, 1):.1%} of {known_count} are true")


def calibration_error(pairs, bins=15):
    """The expected calibration error of probabilities that are known to be true or not; nearly impossible ones don't count."""
    values, true = np.array([v for v, _ in pairs]), np.array([t for _, t in pairs])
    chosen = values >= THRESHOLDS[0]
    values, true = values[chosen], true[chosen]
    which = np.minimum((values * bins).astype(int), bins - 1)
    return sum(abs(true[which == b].sum() - values[which == b].sum()) for b in range(bins)) / len(values)


def first_labels(marked, answers):
    """Prints what comes first where people marked one of some things."""
    animals = {"dog", "bird"}
    for mark in ("people", "flower", "tree", "dog", "bird"):
        is_animal = mark in animals
        shown = [path for path, true, _ in marked if mark in true and (is_animal or not true & animals)]
        first = [max(answers[path], key=answers[path].get) for path in shown if answers[path]]
        shares = ", ".join(f"{name} {first.count(name) / len(shown):.1%}" for name in ("animal", "people", "plant", "object") if shown)
        print(mark + ("" if is_animal else ", neither dog nor bird") + f": {len(shown)} photographs, first come {shares}", flush=True)


def main():
    here = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sets", type=Path, required=True)
    parser.add_argument("--packed", type=Path, required=True, help="the folder with what taxonomy.py wrote")
    parser.add_argument("--osprey", default="osprey", help="the program to run")
    parser.add_argument("--model", type=Path, default=here / "Scene.mlmodel")
    parser.add_argument("--write-curves", action="store_true")
    options = parser.parse_args()
    tree, truths = Tree(), np.load(options.packed / "truths.npz")
    photos = {name: [(p, t, k) for p, t, k in listing(options.sets, tree, truths)] for name, listing in SETS.items()}
    held_out, marked = (list(listing(options.sets, options.packed, tree)) for listing in (places, everyday))
    found = all_answers(options, [str(path) for rows in [*photos.values(), held_out, marked] for path, *_ in rows], strict=False)
    answers = {Path(path): {o["identifier"]: o["confidence"] for o in rows} for path, rows in found.items()}
    *parts, held_out, marked = ([row for row in rows if row[0] in answers] for rows in [*photos.values(), held_out, marked])
    photos = dict(zip(photos, parts))
    everything = [row for rows in photos.values() for row in rows]
    measured = curves([row for row in everything + marked if is_for_curves(row[0])] + held_out, answers, tree)
    print(f"{len(measured)} of {len(tree.identifiers)} identifiers have a curve; "
          f"{sum(any(r[1] >= PRECISION and r[2] >= RECALL for r in rows) for rows in measured.values())} can pass")
    for name, rows in [*photos.items(), ("all", everything), ("MIRFLICKR, held out", marked)]:
        rows = [row for row in rows if not is_for_curves(row[0])]
        pairs = [(answers[path].get(i, 0.0), i in true) for path, true, known in rows for i in known]
        print(f"{name}: {figures(rows, answers, measured)}; calibration error {calibration_error(pairs):.3f}", flush=True)
    first_labels(marked, answers)
    if options.write_curves:
        import coremltools
        from coreml import update_catalog
        spec = coremltools.utils.load_spec(str(options.model))
        spec.description.metadata.userDefined[KEY] = json.dumps(measured, separators=(",", ":"))
        coremltools.utils.save_spec(spec, str(options.model))
        update_catalog(options.model)


if __name__ == "__main__":
    main()
