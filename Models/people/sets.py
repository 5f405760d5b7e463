"""Reads the picture sets of the pose network and packs them for training.

    osprey detect pose FOLDER --model POSENET --crop scaleFit --json > FOUND/NAME.jsonl      (for each set)
    python teacher.py --found FOUND/NAME.jsonl --network BLAZEPOSE --taught TAUGHT/NAME.jsonl
    python sets.py --sets FOLDER --taught TAUGHT --packed PACKED

`FOLDER` holds `lspet`, `mpii`, `mpii-csv` and pictures without marks of joints, as the card (`README.md`) names them; `TAUGHT` what two
pose networks found in the pictures of each set.  Written are `people.bin` and `people.npz`: every picture in full, half and quarter
size, with the joints of its people: x, y (pixels from the top left) and a state (`ABSENT`, `UNSURE`, `HIDDEN`, `SEEN`).

Where people marked the joints, the networks only add what they left out: other people, and the eyes, ears and nose of people whose other
joints they found where they are marked.
"""

import argparse
import csv
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import scipy.io

from joints import COUNT, NAMES

sys.path.append(str(Path(__file__).resolve().parents[1]))
from pictures import equal_files, photos_without_people, read, shrunk, write_levels

LARGEST = 448  # pixels of the longer side of a packed picture
ABSENT, UNSURE, HIDDEN, SEEN = 0, 1, 2, 3  # of a hidden joint, the place is known, but it may not be visible
SURE_JOINT, SURE_POSE = 0.35, 0.35  # confidences of PoseNet above which it is believed
SURE_SEEN = 0.5  # likelihood of BlazePose above which a joint is seen
SAME = 0.25  # two poses are of one person if their joints lie, at the median, nearer than this share of its size
FACE = range(5)

TAUGHT_SETS = ("stanford40", "openimages", "clothing", "scut", "fddb", "webfaces", "pennfudan", "osie", "coco", "cocotiny", "flickr8k", "hands")
LSPET_JOINTS = (16, 14, 12, 11, 13, 15, 10, 8, 6, 5, 7, 9)  # of its fourteen marks, but for neck and top of the head
MPII_JOINTS = {"r ankle": 16, "r knee": 14, "r hip": 12, "l hip": 11, "l knee": 13, "l ankle": 15, "r wrist": 10, "r elbow": 8,
               "r shoulder": 6, "l shoulder": 5, "l elbow": 7, "l wrist": 9}


def size_of(person):
    """The longer side of the box around a person's joints."""
    points = person[person[:, 2] > ABSENT, :2]
    return max(np.ptp(points, 0).max(), 1) if len(points) else 1


def state_of(score, pose):
    """The state of a pose's joint with this score."""
    if pose.get("improved"):
        return SEEN if score >= SURE_SEEN else HIDDEN
    if score >= SURE_JOINT and pose["confidence"] >= SURE_POSE:
        return SEEN
    return UNSURE if score > 0 else ABSENT


def taught(file, folder):
    """The people that the teachers found in each picture, by its path, in shares of the picture."""
    found = {}
    for line in file.read_text().split("\n"):
        if not line:
            continue
        record = json.loads(line)
        people = []
        for pose in record.get("pose", []):
            person = np.zeros((COUNT, 3))
            for name, (x, y, score) in pose["joints"].items():
                if name in NAMES:
                    person[NAMES.index(name)] = (x, 1 - y, state_of(score, pose))
            people.append(person)
        found[folder / record["image"]] = people
    return found


def lspet(folder):
    """The extended Leeds sports poses: fourteen marks of one person a picture."""
    marks = scipy.io.loadmat(folder / "lspet/joints.mat")["joints"]
    for number in range(marks.shape[2]):
        person = np.zeros((COUNT, 3))
        for mark, joint in enumerate(LSPET_JOINTS):
            x, y, is_seen = marks[mark, :, number]
            person[joint] = (x, y, SEEN if is_seen else HIDDEN) if x > 0 and y > 0 else (0, 0, ABSENT)
        yield folder / f"lspet/images/im{number + 1:05}.jpg", person, marks[12:14, :2, number].mean(0)


def mpii(folder):
    """MPII's people: sixteen marks of one person a picture."""
    with open(folder / "mpii-csv/mpii_dataset.csv") as file:
        for row in csv.DictReader(file):
            path = folder / "mpii/images" / row["NAME"]
            if not path.exists():
                continue
            person = np.zeros((COUNT, 3))
            for name, joint in MPII_JOINTS.items():
                x, y = float(row[f"{name}_X"]), float(row[f"{name}_Y"])
                person[joint] = (x, y, SEEN) if x > 0 and y > 0 else (0, 0, ABSENT)
            head = np.array([[float(row[f"{part}_{axis}"]) for axis in "XY"] for part in ("upper neck", "head top")])
            yield path, person, head.mean(0)


def completed(marked, head, others):
    """The people of a picture with one marked person: joints of the face and other people as the teacher found them."""
    scale = size_of(marked)
    known = marked[:, 2] > ABSENT
    person, rest = marked.copy(), []
    person[FACE] = (*head, UNSURE)
    for other in others:
        shared = known & (other[:, 2] > ABSENT)
        if not shared.any():
            rest.append(other)
            continue
        apart = np.median(np.hypot(*(other[shared, :2] - marked[shared, :2]).T)) / scale
        if apart < SAME / 2 and shared.sum() >= 5:
            person[FACE] = other[FACE]
        elif apart > SAME:
            rest.append(other)
    return [person, *rest]


def in_pixels(people, size):
    result = [person.copy() for person in people]
    for person in result:
        person[:, :2] *= size
    return result


def load(task):
    """A picture's pixels and its people in them, or nothing where the file is broken."""
    path, marked, found, is_held_out = task
    image = read(path)
    if image is None:
        return None
    people = in_pixels(found, (image.shape[1], image.shape[0]))
    for person, head in marked:
        people = completed(person, head, people)
    for person in people:
        is_inside = ((person[:, :2] >= 0) & (person[:, :2] < (image.shape[1], image.shape[0]))).all(1)
        person[~is_inside, 2] = ABSENT
    image, factor = shrunk(image, LARGEST)
    people = [np.column_stack([person[:, :2] * factor, person[:, 2]]) for person in people]
    return image, people, is_held_out


def tasks(folder, taught_folder, left_out):
    """The pictures of all sets: path, marked people, people found, whether held out."""
    for name, marked in (("lspet", lspet), ("mpii", mpii)):
        found = taught(taught_folder / f"{name}.jsonl", folder)
        for path, person, head in marked(folder):
            if path.name not in left_out:
                yield path, [(person, head)], found.get(path, []), hash_of(path) % 25 == 0
    for name in TAUGHT_SETS:
        found = taught(taught_folder / f"{name}.jsonl", folder)
        for path in sorted(set(equal_files(sorted(found)).values())):
            yield path, [], found[path], False
    for path in photos_without_people(folder):
        yield path, [], [], False


def hash_of(path):
    return sum(int(digit) * 7 ** n for n, digit in enumerate("".join(c for c in path.stem if c.isdigit())[::-1]))


def pack(pictures, path):
    rows, people, position = [], [], 0
    with open(f"{path}.bin", "wb") as file:
        for image, found, is_held_out in pictures:
            rows.append((position, *image.shape[:2], len(people), len(found), is_held_out))
            people += found
            position += write_levels(file, image)
    np.savez(f"{path}.npz", rows=np.array(rows, np.int64), people=np.array(people, np.float32).reshape(-1, COUNT, 3))
    print(f"{len(rows)} pictures, {len(people)} people, {position / 1e9:.2f} GB")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sets", type=Path, required=True)
    parser.add_argument("--taught", type=Path, required=True)
    parser.add_argument("--packed", type=Path, required=True)
    parser.add_argument("--without", type=Path, help="a folder of pictures whose names are left out")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.packed.mkdir(parents=True, exist_ok=True)
    left_out = {path.name.split("_")[-1] for path in options.without.rglob("*.jpg")} if options.without else set()
    with ThreadPoolExecutor(2) as pool:
        results = pool.map(load, tasks(options.sets, options.taught, left_out))
        pack((result for result in results if result), options.packed / "people")


if __name__ == "__main__":
    main()
