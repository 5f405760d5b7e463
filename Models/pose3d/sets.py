"""Lists the pictures of people and packs them for training.

    python teacher.py --modules MEDIAPIPE/modules --sets FOLDER --taught TAUGHT
    python sets.py --sets FOLDER --taught TAUGHT --packed PACKED

`FOLDER` holds the sets as the card (`README.md`) names them.  Written are `crops.npy` and `crops.npz`, the surroundings of each sure person with the
joints in them, and `pictures.bin` and `pictures.npz`, pictures without people in full, half and quarter size.  Sets that are held out are not packed.
"""

import argparse
import json
import sys
from pathlib import Path

import cv2
import numpy as np

import bodies

sys.path.append(str(Path(__file__).resolve().parents[1]))
from frames import between_pixels
from lite import crop
from pictures import WITH_FACES, move, read, shrunk, write_levels

# The pictures of each set, and whether it is held out.  Where a set has several changed copies of a photograph, the first one by name stands for it.
SETS = {
    "exercises": ("exercises/*/*.jpg", False), "campus": ("custom_dataset/*/images/*.jpg", False),
    "workers": ("backend/dataset/*/images/*.jpg", False), "hats": ("dataset/*/images/*.jpg", False), "squats": ("*/images/*.jpg", False),
    "children": ("*/images/*.jpg", False), "osie": ("data/stimuli/*.jpg", False), "openimages": ("coco/*/*.jpg", False),
    "yoga": ("Dataset/*/images/*.jpg", True), "sites": ("Construction-Site-Safety-1/*/*.jpg", True),
}
CROWDED = ("osie", "openimages")  # sets of many people, who may be far away
# Sets whose pictures have no people where the teacher sees none, and sets without people: of so many pictures one is used.
EMPTY = ("openimages",)
WITHOUT = {"caltech": ("101_ObjectCategories/*/*.jpg", 4), "clothing": ("images/*.jpg", 15), "grocery": ("dataset/train/**/*.jpg", 20)}
SURE = 0.8  # likelihood of a person who is learnt
MOST_APART, MOST_APART_SEEN = 0.1, 0.05  # of the teacher's two looks at such a person: in metres, and in shares of the size
SEEN, LEAST_SEEN = 0.5, 12  # likelihood of a joint that is seen, and how many are of such a person
SURROUNDINGS, CROP = 1.9, 256  # sides of a packed crop: in sizes of the person, and in pixels
LARGEST = 400  # pixels of the longer side of a packed picture


def files(folder, name):
    """The pictures of a set, one of each photograph."""
    pattern, _ = SETS[name]
    first = {}
    for path in sorted((folder / name).glob(pattern)):
        first.setdefault(path.name.split(".rf.")[0] if ".rf." in path.name else path, path)
    return list(first.values())


def records(folder, taught, name):
    """The pictures of a set, each with the people that the teacher saw."""
    for line in (taught / f"{name}.jsonl").read_text().splitlines():
        record = json.loads(line)
        for person in record["people"]:
            for key in ("joints", "points", "one"):
                person[key] = np.array(person[key])
        yield folder / record["image"], record["people"]


def photos_without_people(folder, first=0):
    """Photographs of objects, clothing and groceries; others for another `first`."""
    for name, (pattern, every) in WITHOUT.items():
        paths = sorted(path for path in (folder / name).glob(pattern) if path.parent.name not in WITH_FACES)
        yield from paths[first::every]


def is_seen(likelihoods):
    return sum(seen >= SEEN for seen in likelihoods) >= LEAST_SEEN


def is_sure(person):
    return person["score"] >= SURE and is_seen(person["seen"]) and person["apart"] <= MOST_APART and person["apart_seen"] <= MOST_APART_SEEN


def surroundings(image, joints):
    """The part of a picture around a person, as it lies in the picture, and the joints in it."""
    frame = bodies.frame_of(joints)
    affine = move(frame.centre, np.full(2, CROP / 2), CROP / (SURROUNDINGS * frame.size), 0, False)
    return crop(image, between_pixels(affine), CROP), joints @ affine[:, :2].T + affine[:, 2]


def pack(folder, taught, packed):
    crops, joints, points, sources = [], [], [], []
    rows, position = [], 0
    with open(packed / "pictures.bin", "wb") as file:
        def add(image):
            nonlocal position
            image, _ = shrunk(image, LARGEST)
            rows.append((position, *image.shape[:2]))
            position += write_levels(file, image)

        for number, (name, (_, is_held_out)) in enumerate(SETS.items()):
            if is_held_out:
                continue
            before = len(crops), len(rows)
            for path, found in records(folder, taught, name):
                sure = list(filter(is_sure, found))
                if not sure and (found or name not in EMPTY):
                    continue
                image = read(path)
                for person in sure:
                    pixels, places = surroundings(image, person["joints"])
                    crops.append(pixels)
                    joints.append(places)
                    points.append(person["points"])
                    sources.append(number)
                if not found:
                    add(image)
            print(f"{name}: {len(crops) - before[0]} people, {len(rows) - before[1]} pictures without", flush=True)
        for path in photos_without_people(folder):
            add(read(path))
    print(f"{len(rows)} pictures without people")
    np.save(packed / "crops.npy", np.stack(crops))
    np.savez(packed / "crops.npz", joints=np.array(joints, np.float32), points=np.array(points, np.float32), sources=np.array(sources))
    np.savez(packed / "pictures.npz", rows=np.array(rows, np.int64))


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
