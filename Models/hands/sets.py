"""Lists the pictures of hands and packs them for training.

    python teacher.py --modules MEDIAPIPE/modules --sets FOLDER --taught TAUGHT
    python sets.py --sets FOLDER --taught TAUGHT --packed PACKED

`FOLDER` holds the sets as the card (`README.md`) names them.  Written are `crops.npy` and `crops.npz`, the surroundings of each sure hand with its
joints in them, and `pictures.bin` and `pictures.npz`, every picture in full, half and quarter size with the places of its hands.  Sets that are held
out are not packed.
"""

import argparse
import json
import sys
from pathlib import Path

import cv2
import numpy as np

import frames

sys.path.append(str(Path(__file__).resolve().parents[1]))
from lite import crop
from pictures import move, read, shrunk, write_levels

# The pictures of each set, and whether it is held out.  Where a set has several changed copies of a photograph, the first one by name stands for it.
SETS = {
    "hands": ("images/*.jpg", False), "turned": ("HandDetect/hands.v2i.yolov8-obb/*/images/*.jpg", False), "asl": ("data/ASL-data/*/*.jpg", False),
    "digits": ("Dataset/*/*.JPG", False), "fingers": ("*/images/*.jpg", False), "osie": ("data/stimuli/*.jpg", False),
    "openimages": ("coco/*/*.jpg", False), "clothing": ("images/*.jpg", False), "grocery": ("dataset/train/**/*.jpg", False),
    "nails": ("datasets/*/images/IMG*.jpg", False), "recorded": ("dataset/photos/*/*/*_org.jpg", False),
    "letters": ("dataset*/*/images/*.jpg", False), "rock": ("Data/*/images/[gnW]*_*.jpg", False), "webcam": ("roboflow/*/images/*.jpg", False),
    "holding": ("detection-2/*/images/*.jpg", False), "thumbs": ("training_hand_gestures/images/collectedimages/*/*.jpg", False),
    "faces": ("Yolo/*/images/*.jpg", False), "campus": ("custom_dataset/*/images/*.jpg", False),
    "raised": ("**/images/*.jpg", False), "workers": ("backend/dataset/*/images/*.jpg", False),
    "hats": ("dataset/*/images/*.jpg", False), "players": ("Rock-Paper-Scissors-1/*/images/IMG_*.jpg", True),
    "gestures": ("datasets/roboflow_handgestures/*/images/a_*.jpg", True), "signs": ("*/images/*.jpg", True),
    "words": ("data/*[dt]/images/*.jpg", True),
}
# Of the pictures of these sets so many stand for one that is used.
EVERY = {"hands": 2, "clothing": 15, "grocery": 20, "recorded": 20, "campus": 10, "workers": 2, "hats": 2, "gestures": 4}
WIDE = ("osie", "openimages")  # sets of people who may be far away
# Sets whose pictures have no hands where the teacher sees none.  In the other sets nearly all pictures show hands, and the teacher misses some.
EMPTY = ("osie", "openimages", "clothing", "grocery", "faces")
SURE, DOUBTFUL = 0.8, 0.2  # likelihoods: above the first a hand is learnt, below the second it is none; between them nobody knows
MOST_APART = 0.08  # of the teacher's two looks at a hand that is learnt, in shares of its size
SURROUNDINGS, CROP = 2.4, 208  # sides of a packed crop: in sizes of the hand, and in pixels
LARGEST = 400  # pixels of the longer side of a packed picture


def files(folder, name):
    """The pictures of a set, one of each photograph."""
    pattern, _ = SETS[name]
    first = {}
    for path in sorted((folder / name).glob(pattern)):
        first.setdefault(path.name.split(".rf.")[0], path)
    return list(first.values())[::EVERY.get(name, 1)]


def records(folder, taught, name):
    """The pictures of a set, each with the hands that the teacher saw."""
    for line in (taught / f"{name}.jsonl").read_text().splitlines():
        record = json.loads(line)
        for hand in record["hands"]:
            hand["joints"] = np.array(hand["joints"])
        yield folder / record["image"], record["hands"]


def is_sure(hand):
    return hand["score"] >= SURE and hand["apart"] <= MOST_APART


def surroundings(image, joints):
    """The part of a picture around a hand, as it lies in the picture, and the joints in it."""
    frame = frames.of_joints(joints)
    affine = move(frame.centre, np.full(2, CROP / 2), CROP / (SURROUNDINGS * frame.size), 0, False)
    return crop(image, frames.between_pixels(affine), CROP), joints @ affine[:, :2].T + affine[:, 2]


def place(hand):
    """The place of a hand in a picture: centre, size, turn and whether it is to be learnt."""
    frame = frames.of_joints(hand["joints"])
    return [*frame.centre, frame.size, frame.turn, is_sure(hand)]


def pack(folder, taught, packed):
    crops, joints, right, sources = [], [], [], []
    rows, hands, position = [], [], 0
    with open(packed / "pictures.bin", "wb") as file:
        for number, (name, (_, is_held_out)) in enumerate(SETS.items()):
            if is_held_out:
                continue
            before = len(crops), len(rows)
            for path, found in records(folder, taught, name):
                if not found and name not in EMPTY:
                    continue
                image = read(path)
                for hand in filter(is_sure, found):
                    pixels, points = surroundings(image, hand["joints"])
                    crops.append(pixels)
                    joints.append(points)
                    right.append(hand["right"])
                    sources.append(number)
                image, factor = shrunk(image, LARGEST)
                rows.append((position, *image.shape[:2], len(hands), len(found), number))
                hands += [[*(factor * np.array(row[:3])), *row[3:]] for row in map(place, found)]
                position += write_levels(file, image)
            print(f"{name}: {len(crops) - before[0]} hands, {len(rows) - before[1]} pictures", flush=True)
    np.save(packed / "crops.npy", np.stack(crops))
    np.savez(packed / "crops.npz", joints=np.array(joints, np.float32), right=np.array(right, np.float32), sources=np.array(sources))
    np.savez(packed / "pictures.npz", rows=np.array(rows, np.int64), hands=np.array(hands, np.float32).reshape(-1, 5))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name in ("sets", "taught", "packed"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.packed.mkdir(parents=True, exist_ok=True)
    pack(options.sets, options.taught, options.packed)


if __name__ == "__main__":
    main()
