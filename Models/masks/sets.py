"""Reads the picture sets of the mask network and packs them for training.

    python sets.py --sets FOLDER --teacher people_segmentation_8bit.mlmodel --packed PACKED [--without TESTS]

`FOLDER` holds the sets as the card (`README.md`) names them.  Written are `masks.bin` and `masks.npz`: every picture in full, half and quarter
size, and after it its labels in the same sizes, as a picture of three components from 0 to 255: how sure it is that a pixel is of a person,
the same of the foreground, and where nobody knows whether it shows a person; there the foreground does not count either.
"""

import argparse
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import scipy.io
import torch

sys.path.append(str(Path(__file__).resolve().parents[1]))
from pictures import read, shrunk, write_levels

LARGEST = 448  # pixels of the longer side of a packed picture
SETS = ("clothing-co-parsing", "human", "coco", "davis", "camvid", "horses", "pets", "mpii", "lspet", "portraits", "openimages",
        "clothing", "houses", "grocery")
UNSURE = (0.3, 0.7)  # probabilities of the teacher between which a pixel is left out
JOINTS_COVERED = 0.7  # the share of marked joints that the teacher's mask has to cover
ALL_PERSON = ("breakdance", "dance-twirl", "parkour")  # videos whose one object is a person
PARTLY_PERSON = ("bmx-trees", "horsejump-high", "kite-surf", "motocross-jump", "paragliding-launch", "scooter-black", "soapbox")
PEDESTRIAN, BICYCLIST, VOID = 9, 10, 11  # of CamVid's classes


class Example:
    """A picture and what is known of it.

    `masks` makes three things: person, foreground and what is ignored of the person, each an array of the picture's size or one number for all
    pixels, or nothing where it is unknown.  A person that is unknown is asked of the teacher; `joints` (N × 2, pixels) are points that its mask
    has to cover.
    """

    def __init__(self, name, path, masks=lambda: (None, None, 0), joints=None, is_held_out=False):
        self.name, self.path, self.masks, self.joints, self.is_held_out = name, path, masks, joints, is_held_out


def gray(path):
    return cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)


def is_tenth(index):
    """Every tenth picture is for measuring only."""
    return index % 10 == 9


def clothing_co_parsing(folder):
    """One person each, in the street: all that is clothes, skin or hair."""
    def masks(path):
        mask = (scipy.io.loadmat(path)["groundtruth"] != 0).astype(np.float32)
        return (mask, mask, 0) if mask.any() else None
    for index, path in enumerate(sorted((folder / "ccp/annotations/pixel-level").glob("*.mat"))):
        yield Example("clothing-co-parsing", folder / f"ccp/photos/{path.stem}.jpg", partial(masks, path), is_held_out=is_tenth(index))


def human(folder):
    def masks(path):
        mask = gray(path).astype(np.float32) / 255
        return mask, mask, 0
    for index, path in enumerate(sorted((folder / "human/Ground_Truth").glob("*.png"))):
        photo = folder / f"human/Training_Images/{path.stem}.jpg"
        if photo.exists():
            yield Example("human", photo, partial(masks, path), is_held_out=is_tenth(index))


def coco(folder):
    """Two small parts of COCO; groups of people are left out."""
    def masks(entry, instances):
        mask, ignored = (np.zeros((entry["height"], entry["width"]), np.float32) for _ in range(2))
        for instance in instances:
            if instance["iscrowd"]:
                x, y, width, height = (int(v) for v in instance["bbox"])
                ignored[y:y + height + 1, x:x + width + 1] = 1
            else:
                for outline in instance["segmentation"]:
                    cv2.fillPoly(mask, [np.array(outline, np.float32).reshape(-1, 2).round().astype(int)], 1)
        return mask, None, ignored * (1 - mask)
    seen = set()
    for part in ("coco", "cocotiny"):
        for split in ("train2017", "val2017"):
            content = json.loads((folder / part / f"annotations/instances_{split}.json").read_text())
            persons = [c["id"] for c in content["categories"] if c["name"] == "person"]
            for entry in content["images"]:
                photo = folder / part / split / entry["file_name"]
                if not photo.exists() or photo.name in seen:
                    continue
                seen.add(photo.name)
                instances = [a for a in content["annotations"] if a["image_id"] == entry["id"] and a["category_id"] in persons]
                yield Example("coco", photo, partial(masks, entry, instances), is_held_out=split == "val2017")


def davis(folder):
    """Every tenth frame of 20 videos, and the mask of each one's object."""
    def masks(path, sequence):
        mask = (gray(path) > 127).astype(np.float32)
        if sequence in ALL_PERSON:
            return mask, mask, 1 - mask  # others may stand beside
        return None if sequence in PARTLY_PERSON else 0.0, mask, 0
    for index, sequence in enumerate(sorted((folder / "davis/DAVIS/Annotations/480p").iterdir())):
        for path in sorted(sequence.glob("*.png"))[::10]:
            photo = folder / f"davis/DAVIS/JPEGImages/480p/{sequence.name}/{path.stem}.jpg"
            yield Example("davis", photo, partial(masks, path, sequence.name), is_held_out=index % 5 == 4)


def camvid(folder):
    """Streets from a car."""
    def masks(path):
        classes = gray(path)
        return (classes == PEDESTRIAN).astype(np.float32), None, np.isin(classes, (BICYCLIST, VOID)).astype(np.float32)
    for path in sorted((folder / "camvid/CamVid").glob("*annot/*.png"))[::3]:
        yield Example("camvid", path.parent.parent / path.parent.name.removesuffix("annot") / path.name, partial(masks, path))


def animals(folder):
    def horse(path):
        return 0.0, (gray(path) > 127).astype(np.float32), 0

    def pet(path):
        # 1 is the animal, 2 the background, 3 the border between.
        trimap = gray(path)
        return 0.0, np.select([trimap == 1, trimap == 3], [1, 0.5], 0).astype(np.float32), 0
    horses = folder / "horses/weizmann_horse_db"
    for index, path in enumerate(sorted((horses / "rgb").glob("*.jpg"))):
        yield Example("horses", path, partial(horse, horses / "figure_ground" / path.name), is_held_out=is_tenth(index))
    for index, path in enumerate(sorted((folder / "pets/annotations/trimaps").glob("[!.]*.png"))):
        yield Example("pets", folder / f"pets/images/{path.stem}.jpg", partial(pet, path), is_held_out=is_tenth(index))


def sports(folder):
    """People with marked joints, for which the teacher has to make the masks."""
    marks = scipy.io.loadmat(folder / "lspet/joints.mat")["joints"]
    for number in range(0, marks.shape[2], 5):
        yield Example("lspet", folder / f"lspet/images/im{number + 1:05}.jpg", joints=marks[:12, :2, number])
    for path in sorted((folder / "mpii/images").glob("*.jpg")):
        yield Example("mpii", path)


def taught(folder):
    """Pictures of which nothing is known."""
    for path in [*sorted((folder / "helen/helen").glob("*set/*.jpg")), *sorted((folder / "helen/afw").rglob("*.jpg"))][::2]:
        yield Example("portraits", path)
    for path in sorted((folder / "openimages/coco").glob("train2017/*.jpg")):
        yield Example("openimages", path)
    for path in sorted((folder / "clothing/images").glob("*.jpg"))[::8]:
        yield Example("clothing", path)


def without_people(folder):
    def masks():
        return 0.0, None, 0
    for path in sorted((folder / "houses/Houses Dataset").glob("*.jpg"))[::2]:
        yield Example("houses", path, masks)
    for path in sorted((folder / "grocery/dataset").glob("t*/**/*.jpg"))[::8]:
        yield Example("grocery", path, masks)


def examples(folder):
    for source in (clothing_co_parsing, human, coco, davis, camvid, animals, without_people, taught, sports):
        yield from source(folder)


def covers(person, joints):
    """Whether a mask covers most of the joints that lie in the picture."""
    columns, rows = joints.astype(int).T
    inside = (columns < person.shape[1]) & (rows < person.shape[0])
    return inside.any() and (person[rows[inside], columns[inside]] > 0.5).mean() >= JOINTS_COVERED


def load(example, teacher):
    """A picture's pixels, its labels, and of which of the two maps something is known; nothing where it is of no use."""
    image, masks = read(example.path), example.masks()
    if image is None or masks is None:
        return None
    person, foreground, ignored = masks
    image, factor = shrunk(image, LARGEST)
    if person is None:
        person = teacher.person(image)
        if example.joints is not None and not covers(person, example.joints[example.joints.min(1) > 0] * factor):
            return None
        ignored = ((person > UNSURE[0]) & (person < UNSURE[1])).astype(np.float32)
        person = (person > 0.5).astype(np.float32)
    planes = [person, 0.0 if foreground is None else foreground, ignored]
    size = image.shape[1::-1]
    planes = [cv2.resize(p, size, interpolation=cv2.INTER_AREA) if np.ndim(p) else np.full(image.shape[:2], p, np.float32) for p in planes]
    return image, np.rint(np.stack(planes, 2) * 255).astype(np.uint8), foreground is not None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sets", type=Path, required=True)
    parser.add_argument("--teacher", type=Path, required=True)
    parser.add_argument("--packed", type=Path, required=True)
    parser.add_argument("--without", type=Path, help="a folder of pictures whose names are left out")
    options = parser.parse_args()
    from teacher import Teacher  # only here, because a training reads the names of the sets without Core ML
    cv2.setNumThreads(1)
    options.packed.mkdir(parents=True, exist_ok=True)
    left_out = {path.name.split("_")[-1] for path in options.without.rglob("*.jpg")} if options.without else set()
    torch.set_num_threads(1)
    teacher = Teacher(options.teacher)
    rows, position = [], 0
    with open(options.packed / "masks.bin", "wb") as file, ThreadPoolExecutor(2) as pool:
        chosen = (e for e in examples(options.sets) if e.path.name not in left_out)
        for example, result in pool.map(lambda e: (e, load(e, teacher)), chosen):
            if not result:
                continue
            image, labels, knows_foreground = result
            start = position
            position += write_levels(file, image)
            rows.append((start, *image.shape[:2], position, SETS.index(example.name), knows_foreground, example.is_held_out))
            position += write_levels(file, labels)
    np.savez(options.packed / "masks.npz", rows=np.array(rows, np.int64))
    counts = np.bincount([row[4] for row in rows], minlength=len(SETS))
    print(" ".join(f"{name} {count}" for name, count in zip(SETS, counts)), f"{position / 1e9:.2f} GB")


if __name__ == "__main__":
    main()
