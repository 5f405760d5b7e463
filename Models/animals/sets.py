"""Makes the pictures that the model of cats and dogs is trained and measured on: folders with boxes in COCO's format, for `osprey`.

    python sets.py --sets SETS --made MADE
    osprey train object-detector MADE/train --iterations 2000 --grid 16x16 --weights 6 --output Animals.mlmodel
    osprey evaluate Animals.mlmodel MADE/held-out
    osprey evaluate Animals.mlmodel MADE/everyday

`SETS` holds `catsdogs`, `pets`, `tiny-imagenet-200`, `horses`, `pacs`, `caltech`, `houses` and `stanford40`, as the card (`README.md`) names them,
and to measure with `coco` and `cocotiny`.

A picture of one cat or dog gets its box from its mask: the set's own, or the one that the mask model (`../masks`) gives.  A quarter of the training
pictures show an animal as it is.  In others some animals, cut out by their masks, stand before a scene without cats and dogs, or there is none.
Animals of other kinds count as none.
"""

import argparse
import json
import sys
from pathlib import Path

import coremltools
import cv2
import numpy as np

sys.path.append(str(Path(__file__).resolve().parents[1]))
from coreml import evaluated
from pictures import letterboxed, photos_without_people, read, shrunk, spoiled, unletterboxed

MASKS = Path(__file__).resolve().parents[1] / "masks/Masks.mlmodel"
MASK_SIDE = 320  # of the mask model's input; its maps have half of it
NAMES = ("cat", "dog")
DOGS = ("american_bulldog",)  # the breeds of the pets' names that are dogs
# Tiny ImageNet's classes: of cats and dogs, and of other animals.
TINY = {"cat": ("n02123045", "n02123394", "n02124075"),
        "dog": ("n02085620", "n02094433", "n02099601", "n02099712", "n02106662", "n02113799"),
        None: ("n01882714", "n02125311", "n02129165", "n02132136", "n02364673", "n02395406", "n02403003", "n02410509", "n02415577", "n02423022",
               "n02437312", "n02480495", "n02481823", "n02486410", "n02504458", "n02509815")}
ENLARGED = 3  # times, of Tiny ImageNet's pictures
OTHERS = ("Leopards", "cougar_body", "cougar_face", "wild_cat", "kangaroo", "llama", "elephant", "okapi", "gerenuk", "beaver", "hedgehog", "panda",
          "platypus", "rhino", "emu", "flamingo", "ibis", "pigeon", "rooster")  # of Caltech-101
EVERY = 8  # picture of a set that is held out
LARGEST = 360  # pixels of a side
OTHER_SHARE = 0.4  # of the composed pictures that show an animal of another kind too
LEAST, MOST = 0.06, 0.92  # of a picture's area that an animal's mask covers
SURE = 0.85  # mean probability of a mask
MOST_HIDDEN = 0.3  # of an animal, by others in front of it


def foreground(images):
    """The probability that a pixel is of what a picture is about, for each picture at its own size."""
    spec = coremltools.utils.load_spec(str(MASKS))
    for start in range(0, len(images), 8):
        some = images[start:start + 8]
        squares, factors = zip(*(letterboxed(image, MASK_SIDE) for image in some))
        for image, factor, found in zip(some, factors, evaluated(spec, np.stack(squares))["foreground"].reshape(len(some), MASK_SIDE // 2, -1)):
            yield unletterboxed(found, factor, 2, image.shape[1::-1])


def largest_part(probabilities):
    """The mask of the largest connected part, or nothing where that is too small, too large or unsure."""
    _, labels, rows, _ = cv2.connectedComponentsWithStats((probabilities > 0.5).astype(np.uint8))
    if len(rows) < 2:
        return None
    mask = labels == 1 + rows[1:, cv2.CC_STAT_AREA].argmax()
    is_sure = LEAST < mask.mean() < MOST and probabilities[mask].mean() > SURE
    return mask if is_sure and mask.sum() > 0.9 * (probabilities > 0.5).sum() else None


def box_of(mask):
    """Left, top, width and height in pixels."""
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    return [int(columns[0]), int(rows[0]), int(columns[-1] - columns[0] + 1), int(rows[-1] - rows[0] + 1)]


def pets(folder):
    """Pictures of the pets, with their marked masks and names."""
    for path in sorted((folder / "pets/images").glob("*.jpg")):
        image, marks = read(path), cv2.imread(str(folder / f"pets/annotations/trimaps/{path.stem}.png"), cv2.IMREAD_GRAYSCALE)
        if image is None or marks is None or marks.shape != image.shape[:2] or not (marks != 2).any():
            continue
        yield image, marks != 2, "dog" if path.stem.rsplit("_", 1)[0] in DOGS else "cat"


def catsdogs(folder, count):
    """Some pictures of cats and of dogs, with the masks that the mask model gives and is sure of."""
    for name in NAMES:
        files = sorted((folder / f"catsdogs/PetImages/{name.capitalize()}").glob("*.jpg"))
        images = [image for image in map(read, files[::max(len(files) // count, 1)]) if image is not None]
        for image, probabilities in zip(images, foreground(images)):
            mask = largest_part(probabilities)
            if mask is not None:
                yield image, mask, name


def tiny(folder, count):
    """Some pictures of each of Tiny ImageNet's classes of animals, enlarged, with their marked boxes and names; without for other animals."""
    for name, classes in TINY.items():
        for wnid in classes:
            root = folder / "tiny-imagenet-200/train" / wnid
            for line in (root / f"{wnid}_boxes.txt").read_text().splitlines()[:count]:
                file, *corners = line.split()
                left, top, right, bottom = (ENLARGED * int(value) for value in corners)
                image = read(root / "images" / file)
                boxes = [([left, top, right + ENLARGED - left, bottom + ENLARGED - top], name)] if name else []
                yield cv2.resize(image, None, fx=ENLARGED, fy=ENLARGED, interpolation=cv2.INTER_CUBIC), boxes


def others(folder):
    """Photographs of other animals."""
    files = [p for kind in ("horse", "elephant", "giraffe") for p in sorted((folder / f"pacs/PACS/photo/{kind}").glob("*.jpg"))]
    files += sorted((folder / "horses/weizmann_horse_db/rgb").glob("*.jpg"))[::2]
    files += [p for kind in OTHERS for p in sorted((folder / f"caltech/101_ObjectCategories/{kind}").glob("*.jpg"))[:60]]
    return [shrunk(image, LARGEST)[0] for image in map(read, files) if image is not None]


def pasted(canvas, image, mask, scale, mirrored, generator):
    """Puts a cut-out animal somewhere on a canvas; returns the mask of where it is."""
    left, top, width, height = box_of(mask)
    part = image[top:top + height, left:left + width]
    soft = cv2.GaussianBlur(mask[top:top + height, left:left + width].astype(np.float32), (0, 0), 1)
    size = max(round(width * scale), 8), max(round(height * scale), 8)
    part, soft = (cv2.resize(a, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR) for a in (part, soft))
    if mirrored:
        part, soft = part[:, ::-1], soft[:, ::-1]
    rows, columns = canvas.shape[:2]
    # Up to a quarter of it may lie outside.
    x, y = (int(generator.uniform(*sorted((-0.25 * own, side - 0.75 * own)))) for own, side in zip(size, (columns, rows)))
    inside = slice(max(y, 0), min(y + size[1], rows)), slice(max(x, 0), min(x + size[0], columns))
    own = slice(inside[0].start - y, inside[0].stop - y), slice(inside[1].start - x, inside[1].stop - x)
    share = soft[own][:, :, None]
    canvas[inside] = (share * part[own] + (1 - share) * canvas[inside]).astype(np.uint8)
    where = np.zeros((rows, columns), bool)
    where[inside] = soft[own] > 0.5
    return where


def composed(scene, animals, generator):
    """A scene with some animals before it, and their boxes and names; those mostly hidden are left out of the boxes, and that is rare."""
    factor = generator.uniform(260, LARGEST) / max(scene.shape[:2])
    canvas = cv2.resize(scene, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR)
    masks, whole, names = [], [], []
    for image, mask, name in animals:  # the name of another kind is none
        side = min(canvas.shape[:2]) * np.exp(generator.uniform(np.log(0.16), np.log(0.95)))
        where = pasted(canvas, spoiled(image, generator), mask, side / max(box_of(mask)[2:]), generator.random() < 0.5, generator)
        masks = [before & ~where for before in masks] + [where]
        whole.append(where.sum())
        names.append(name)
    return canvas, [(box_of(mask), name) for mask, count, name in zip(masks, whole, names)
                    if name and mask.sum() > (1 - MOST_HIDDEN) * count > 0]


class Folder:
    """A folder of pictures, with their boxes in COCO's format."""

    def __init__(self, path):
        self.path = path
        path.mkdir(parents=True, exist_ok=True)
        self.images, self.annotations = [], []

    def add(self, image, boxes):
        number = len(self.images)
        name = f"{number:05}.jpg"
        cv2.imwrite(str(self.path / name), image[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 85])
        self.images.append({"id": number, "file_name": name, "width": image.shape[1], "height": image.shape[0]})
        for box, label in boxes:
            self.annotations.append({"id": len(self.annotations), "image_id": number, "category_id": NAMES.index(label), "bbox": box,
                                     "area": box[2] * box[3], "iscrowd": 0})

    def close(self):
        categories = [{"id": number, "name": name} for number, name in enumerate(NAMES)]
        (self.path / "annotations.json").write_text(
            json.dumps({"images": self.images, "annotations": self.annotations, "categories": categories}))
        print(f"{self.path.name}: {len(self.images)} pictures, {len(self.annotations)} animals")


def everyday(folder):
    """The photographs of parts of COCO, with the boxes of their cats and dogs, if there are any."""
    for part in ("train2017", "val2017"):
        for name in ("coco", "cocotiny"):
            file = folder / name / f"annotations/instances_{part}.json"
            if not file.exists():
                continue
            data = json.loads(file.read_text())
            named = {category["id"]: category["name"] for category in data["categories"]}
            for row in data["images"]:
                image = read(folder / name / part / row["file_name"])
                boxes = [(a["bbox"], named[a["category_id"]]) for a in data["annotations"] if a["image_id"] == row["id"]]
                if image is not None:
                    yield image, [(box, label) for box, label in boxes if label in NAMES]


def scenes(folder):
    """Photographs without cats and dogs, of people too."""
    things = [p for p in photos_without_people(folder) if p.parent.name != "dalmatian"]
    people = [p for p in sorted((folder / "stanford40/JPEGImages").glob("*.jpg")) if not p.stem.startswith("walking_the_dog")]
    return things + people[::6]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sets", type=Path, required=True)
    parser.add_argument("--made", type=Path, required=True, help="the folder to write")
    parser.add_argument("--count", type=int, default=1500, help="pictures of the cats and dogs each that are looked at")
    parser.add_argument("--composed", type=int, default=2400)
    parser.add_argument("--empty", type=int, default=500)
    parser.add_argument("--tiny", type=int, default=80, help="pictures of each of Tiny ImageNet's classes")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    generator = np.random.default_rng(options.seed)
    train, held_out, outside = (Folder(options.made / name) for name in ("train", "held-out", "everyday"))
    animals = []
    for source in (pets(options.sets), catsdogs(options.sets, options.count)):
        for number, (image, mask, name) in enumerate(source):
            image, factor = shrunk(image, LARGEST)
            mask = cv2.resize(mask.astype(np.uint8), image.shape[1::-1], interpolation=cv2.INTER_NEAREST) > 0 if factor < 1 else mask
            if number % EVERY:
                animals.append((image, mask, name))
            else:
                held_out.add(image, [(box_of(mask), name)])
    print(f"{len(animals)} animals: {sum(name == 'cat' for *_, name in animals)} cats", flush=True)
    backgrounds = generator.permutation(np.array([str(p) for p in scenes(options.sets)]))
    for image, mask, name in (animals[i] for i in generator.permutation(len(animals))[:options.composed // 2]):
        train.add(image, [(box_of(mask), name)])
    for image, boxes in tiny(options.sets, options.tiny):
        train.add(image, boxes)
    other = others(options.sets)
    for image in other:
        train.add(image, [])
    cut = [(image, mask, None) for image, mask in zip(other, map(largest_part, foreground(other))) if mask is not None]
    print(f"{len(other)} photographs of other animals, of which {len(cut)} are cut out", flush=True)
    for number in range(options.composed + options.empty):
        scene = read(backgrounds[number % len(backgrounds)])
        if scene is None:
            continue
        chosen = generator.integers(len(animals), size=generator.integers(1, 4) if number < options.composed else 0)
        shown = [animals[i] for i in chosen] + [cut[i] for i in generator.integers(len(cut), size=int(generator.random() < OTHER_SHARE))]
        train.add(*composed(scene, [shown[i] for i in generator.permutation(len(shown))], generator))
    for image, boxes in everyday(options.sets):
        outside.add(image, boxes)
    for folder in (train, held_out, outside):
        folder.close()


if __name__ == "__main__":
    main()
