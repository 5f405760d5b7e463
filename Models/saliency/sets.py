"""Packs the photographs and their labels: the trunk's maps, where people looked, and which pixels are of an object.

    python sets.py --sets SETS --packed PACKED [--only attention]
"""

import argparse
import json
import pathlib

import cv2
import numpy as np
import scipy.io
import torch

import trunk

GRID = 32  # the side of the maps that the model learns


def fixations(folder):
    """The photographs of OSIE, and for each the places where its viewers looked: columns and rows from 0 to 1."""
    content = scipy.io.loadmat(folder / "data/eye/fixations.mat", squeeze_me=True, struct_as_record=False)
    for entry in content["fixations"]:
        path = folder / "data/stimuli" / entry.img
        height, width = cv2.imread(str(path)).shape[:2]
        points = [np.stack([np.atleast_1d(v.fix_x) / width, np.atleast_1d(v.fix_y) / height], 1) for v in entry.subjects]
        points = np.concatenate(points)
        yield path, points[((points >= 0) & (points < 1)).all(1)]


def density(points, deviation=24, width=800, height=600):
    """Where people look, as a probability for each cell: fixations blurred by a degree of the visual field."""
    counts = np.zeros((GRID, GRID), np.float32)
    np.add.at(counts, ((points[:, 1] * GRID).astype(int), (points[:, 0] * GRID).astype(int)), 1)
    blurred = cv2.GaussianBlur(
        counts, (0, 0), sigmaX=deviation / width * GRID, sigmaY=deviation / height * GRID, borderType=cv2.BORDER_REFLECT)
    return blurred / blurred.sum()


def is_held_out(index):
    """Every fifth photograph is for measuring only."""
    return index % 5 == 4


def masks(sets):
    """Photographs, a mask of their objects (true or false a pixel), the name of their set, and whether they are held out."""
    horses = sets / "horses/weizmann_horse_db"
    for index, path in enumerate(sorted((horses / "rgb").glob("*.jpg"))[::2]):
        yield path, gray(horses / "figure_ground" / path.name) > 127, "horses", is_held_out(index)
    pets = sets / "pets"
    for index, path in enumerate(sorted((pets / "annotations/trimaps").glob("[!.]*.png"))[::4]):
        photo = pets / "images" / (path.stem + ".jpg")
        if cv2.imread(str(photo)) is not None:
            # 1 is the animal, 2 the background, 3 the border between.
            yield photo, gray(path) != 2, "pets", is_held_out(index)
    davis = sets / "davis/DAVIS"
    for index, sequence in enumerate(sorted((davis / "Annotations/480p").iterdir())):
        for path in sorted(sequence.glob("*.png"))[::20]:
            photo = davis / "JPEGImages/480p" / sequence.name / (path.stem + ".jpg")
            yield photo, gray(path) > 127, "davis", is_held_out(index)
    clothing = sets / "clothing"
    for index, path in enumerate(sorted((clothing / "annotations/pixel-level").glob("*.mat"))[::8]):
        person = scipy.io.loadmat(path)["groundtruth"] != 0
        if person.any():
            yield clothing / "photos" / (path.stem + ".jpg"), person, "clothing", is_held_out(index)
    content = json.loads((sets / "coco/annotations/instances_train2017.json").read_text())
    for index, entry in enumerate(content["images"]):
        mask = np.zeros((entry["height"], entry["width"]), np.uint8)
        for instance in content["annotations"]:
            if instance["image_id"] == entry["id"] and not instance["iscrowd"]:
                cv2.fillPoly(mask, [np.array(p, np.float32).reshape(-1, 2).round().astype(int) for p in instance["segmentation"]], 1)
        photo = sets / "coco/train2017" / entry["file_name"]
        if photo.exists() and mask.any():
            yield photo, mask > 0, "coco", is_held_out(index)


def gray(path):
    return cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)


def cells(mask):
    return cv2.resize(mask.astype(np.float32), (GRID, GRID), interpolation=cv2.INTER_AREA)


def pack(branch, examples, target, name, packed):
    """Writes the maps of each photograph and of its mirror image, and the labels of both."""
    network = trunk.Trunk(branch)
    maps = {key: [] for key in trunk.MAPS}
    labels = []
    for path, label in examples:
        image = trunk.load_image(path)
        for key, value in network.maps(np.stack([image, image[:, ::-1]])).items():
            maps[key].append(value.half())
        labels.append(np.stack([label, label[:, ::-1]]))
    torch.save({key: torch.stack(value) for key, value in maps.items()}, packed / f"{name}.maps.pt")
    np.savez_compressed(packed / f"{name}.npz", **{target: np.stack(labels)})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", type=pathlib.Path, required=True)
    parser.add_argument("--packed", type=pathlib.Path, required=True)
    parser.add_argument("--only", choices=("attention", "objectness"))
    options = parser.parse_args()
    options.packed.mkdir(parents=True, exist_ok=True)
    if options.only != "objectness":
        looks = ((path, density(points)) for path, points in fixations(options.sets / "osie"))
        pack("attention", looks, "density", "osie", options.packed)
    if options.only == "attention":
        return
    found = list(masks(options.sets))
    np.savez(options.packed / "objects.sets.npz", name=[f[2] for f in found], held_out=[f[3] for f in found])
    pack("objectness", ((path, cells(mask)) for path, mask, _, _ in found), "mask", "objects", options.packed)


if __name__ == "__main__":
    main()
