"""Measures the models of hands on pictures that the training did not see, beside the network that taught.

    python measure.py --modules MEDIAPIPE/modules --sets FOLDER --taught TAUGHT Hands.mlmodel HandPose.mlmodel
    python measure.py … --photos FOLDER     (photographs of any kind, too)
    python measure.py … --osprey OSPREY     (through `osprey detect hands`, and not through the interpreter of `coreml.py`)

The sets that `sets.py` holds out are measured.  A hand that the teacher is sure of is found if the joints of an answer are near to its.  The error
is the mean distance of the joints in sizes of the hand.  Beside it stands how far the teacher's answers of one look each at the picture and at its
mirror image are apart.
A false hand is an answer where the teacher sees no hand at all.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np

import frames
import sets
import teacher
from looks import Looks

sys.path.append(str(Path(__file__).resolve().parents[1]))
from pictures import read

NEAR = 0.5  # mean distance of the joints of one hand, in its sizes
FINGERS = ("thumb", "index", "middle", "ring", "little")
PARTS = {"thumb": ("cmc", "mp", "ip", "tip")}
NAMES = ["wrist", *(f"{finger}_{part}" for finger in FINGERS for part in PARTS.get(finger, ("mcp", "pip", "dip", "tip")))]


def distance(joints, other):
    """The mean distance of the joints of two hands, in sizes of the second."""
    return np.hypot(*(joints - other).T).mean() / frames.of_joints(other).size


def pairs_of(found, known):
    """Each of the found hands with the known one that it is nearest to, each of these once; and the found ones that are left."""
    table = np.array([[distance(hand["joints"], other["joints"]) for other in known] for hand in found]).reshape(len(found), len(known))
    pairs, left = [], set(range(len(found)))
    while table.size and table.min() < NEAR:
        hand, other = np.unravel_index(table.argmin(), table.shape)
        pairs.append((hand, other, table[hand, other]))
        left.discard(hand)
        table[hand], table[:, other] = np.inf, np.inf
    return pairs, [found[hand] for hand in left]


def by_program(osprey, paths, models):
    """The hands that `osprey detect hands` finds, with the models of a folder."""
    command = ["env", f"OSPREY_MODELS={models}", osprey, "detect", "hands", *map(str, paths), "--json"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    result = {}
    for record in map(json.loads, filter(None, text.split("\n"))):
        height, width = read(record["image"]).shape[:2]
        result[record["image"]] = [
            {"joints": np.array([hand["joints"][name][:2] for name in NAMES]) * (width, -height) + (0, height), "score": hand["confidence"],
             "right": float(hand.get("chirality") == "right")} for hand in record.get("hands", []) if len(hand["joints"]) == len(NAMES)]
    return [result.get(str(path), []) for path in paths]


def mirrored(hands, width):
    """The hands that the teacher saw in a mirror image, as they lie in the picture."""
    return [{**hand, **{key: np.array(hand[key]) * (-1, 1) + (width, 0) for key in ("joints", "one")}} for hand in hands]


def seen_in(folder):
    """The photographs of a folder, each with the hands that the teacher sees."""
    for path in sorted(path for path in folder.rglob("*") if path.suffix.lower() in (".jpg", ".jpeg", ".png")):
        image = read(path)
        if image is not None:
            yield path, [{**hand, "joints": np.array(hand["joints"])} for hand in teacher.hands_in(teacher.palms, teacher.joints, image, True)]


def measured(name, records, find):
    """A line about pictures and the hands that the teacher sees in them."""
    answers = find([path for path, _ in records])
    errors, own, sides, sure_count, false, answered, empty, surprised = [], [], [], 0, 0, 0, 0, 0
    for (path, hands), found in zip(records, answers):
        image = read(path)
        sure = [hand for hand in hands if sets.is_sure(hand)]
        seen = teacher.hands_in(teacher.palms, teacher.joints, image[:, ::-1].copy(), name not in sets.SETS)
        seen = mirrored(seen, image.shape[1])
        again = {other: distance(seen[hand]["one"], np.array(sure[other]["one"])) for hand, other, _ in pairs_of(seen, sure)[0]}
        pairs, left = pairs_of(found, sure)
        empty += not hands
        surprised += not hands and bool(found)
        sure_count += len(sure)
        answered += len(found)
        for hand, other, apart in pairs:
            errors.append(apart)
            if other in again:
                own.append((apart, again[other]))
            if abs(sure[other]["right"] - 0.5) > 0.4:
                sides.append((found[hand]["right"] > 0.5) == (sure[other]["right"] > 0.5))
        others = [hand for hand in hands if not sets.is_sure(hand)]
        false += sum(min((distance(hand["joints"], np.array(other["joints"])) for other in others), default=np.inf) > 1 for hand in left)
    apart, teachers = np.array(own).T if own else (np.full(1, np.nan),) * 2
    return (f"{name}: {len(records)} pictures, {sure_count} hands, {len(errors)} found, {false} false of {answered}; "
            f"of {empty} pictures without hands {surprised} with an answer; error {100 * np.mean(errors):.1f} %, "
            f"median {100 * np.median(errors):.1f} %; of hands that the teacher finds twice {100 * apart.mean():.1f} %, the teacher's own "
            f"{100 * teachers.mean():.1f} %; medians {100 * np.median(apart):.1f} %, {100 * np.median(teachers):.1f} %; "
            f"side right {100 * np.mean(sides):.1f} %")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name in ("modules", "sets", "taught"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--photos", type=Path, help="a folder of photographs")
    parser.add_argument("--osprey")
    parser.add_argument("detector", type=Path)
    parser.add_argument("joints", type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    teacher.start(options.modules)
    if options.osprey:
        def find(paths):
            return by_program(options.osprey, paths, options.detector.resolve().parent.parent)
    else:
        looks = Looks(options.detector, options.joints)

        def find(paths):
            return [looks(read(path)) for path in paths]

    for name, (_, is_held_out) in sets.SETS.items():
        if is_held_out:
            print(measured(name, list(sets.records(options.sets, options.taught, name)), find), flush=True)
    if options.photos:
        print(measured(options.photos.name, list(seen_in(options.photos)), find))


if __name__ == "__main__":
    main()
