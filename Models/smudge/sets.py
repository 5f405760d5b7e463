"""Lists the photographs, and packs those that are for training.

    python sets.py --sets FOLDER --packed PACKED

`FOLDER` holds the sets as the card (`README.md`) names them.  Written are `pictures.bin` and `pictures.npz`.  Sets that are held out are not packed.
"""

import argparse
import sys
from pathlib import Path

import cv2
import numpy as np

sys.path.append(str(Path(__file__).resolve().parents[1]))
from pictures import read, shrunk, write_levels

# The pictures of each set, and how many of them stand for one that is used.
LEARNT = {
    "osie": ("data/stimuli/*.jpg", 1), "openimages": ("coco/*/*.jpg", 1), "clothing": ("images/*.jpg", 5), "grocery": ("dataset/train/**/*.jpg", 3),
    "caltech": ("101_ObjectCategories/*/*.jpg", 4), "hands": ("images/*.jpg", 6),
}
# Of clean lenses, held out: rooms and houses, streets and halls, night and backlight, slips of paper, real fog.
CLEAN = {
    "houses": ("Houses Dataset/*.jpg", 20), "york": ("YorkUrbanDB/P*/*.jpg", 1), "lowlight": ("Zero-DCE_code/data/test_data/*/*.jpg", 1),
    "receipts": ("data/img/*.jpg", 20), "hazy": ("Images/*.jpg", 1),
}
# Of lenses that are dirty or flare, held out.
DIRTY = {"dirty": ("images/Web_*.webp", 1), "flare": ("test/test_images/*.png", 1)}
TURNED = {"openimages": 0.62}  # sets with turned pictures that have black corners: the share of the middle that has none
LARGEST = 480  # pixels of the longer side of a packed picture


def files(folder, name):
    """The pictures of a set that are used."""
    pattern, every = {**LEARNT, **CLEAN, **DIRTY}[name]
    return sorted((folder / name).glob(pattern))[::every]


def middle(image, share):
    """The middle of a picture, a share of its sides."""
    rows, columns = (int(side * (1 - share) / 2) for side in image.shape[:2])
    return image[rows:image.shape[0] - rows, columns:image.shape[1] - columns]


def pack(folder, packed):
    rows, position = [], 0
    with open(packed / "pictures.bin", "wb") as file:
        for number, name in enumerate(LEARNT):
            before = len(rows)
            for path in files(folder, name):
                image = read(path)
                if image is None:
                    continue
                image, _ = shrunk(middle(image, TURNED.get(name, 1)), LARGEST)
                rows.append((position, *image.shape[:2], number))
                position += write_levels(file, image)
            print(f"{name}: {len(rows) - before} pictures", flush=True)
    np.savez(packed / "pictures.npz", rows=np.array(rows, np.int64))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name in ("sets", "packed"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.packed.mkdir(parents=True, exist_ok=True)
    pack(options.sets, options.packed)


if __name__ == "__main__":
    main()
