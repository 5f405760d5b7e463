"""Tools of the detectors' training scripts: packed pictures in several sizes, moved and spoiled."""

import hashlib
import xml.etree.ElementTree as ET
from pathlib import Path

import cv2
import numpy as np

LEVELS = 3

# Caltech-101's folders that show people or faces, drawn ones too.
WITH_FACES = {"BACKGROUND_Google", "Faces", "Faces_easy", "accordion", "barrel", "buddha", "cellphone", "dollar_bill", "euphonium",
              "garfield", "headphone", "inline_skate", "saxophone", "snoopy", "wheelchair", "minaret", "menorah", "panda", "umbrella"}


def photos_without_people(folder):
    """A third of Caltech-101's objects and of the houses, as the cards of the models name them."""
    objects = [p for p in sorted((folder / "caltech/101_ObjectCategories").glob("*/*.jpg")) if p.parent.name not in WITH_FACES]
    houses = sorted((folder / "houses/Houses Dataset").glob("*.jpg"))
    return [*objects[::3], *houses[::3]]


def read(path):
    """A picture's pixels in RGB, or nothing where the file is broken."""
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    return None if image is None else cv2.cvtColor(image, cv2.COLOR_BGR2RGB)


def shrunk(image, largest):
    """A picture of at most so many pixels a side, and the factor to it."""
    factor = min(1, largest / max(image.shape[:2]))
    if factor < 1:
        image = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return image, factor


def write_levels(file, image):
    """Writes a picture in full, half and quarter size; returns how many bytes these are."""
    size = 0
    for _ in range(LEVELS):
        file.write(np.ascontiguousarray(image).tobytes())
        size += image.size
        image = cv2.resize(image, (max(image.shape[1] // 2, 1), max(image.shape[0] // 2, 1)), interpolation=cv2.INTER_AREA)
    return size


def equal_files(paths):
    """The first path of those with the same content, by path."""
    first = {}
    return {path: first.setdefault(hashlib.sha1(Path(path).read_bytes()).digest(), path) for path in paths}


def labelled_boxes(file):
    """The boxes of a Pascal VOC file as left, top, right and bottom, each with its label."""
    return [([float(item.find(f"bndbox/{side}").text) for side in ("xmin", "ymin", "xmax", "ymax")], item.findtext("name"))
            for item in ET.parse(file).getroot().iter("object")]


class Packed:
    """Packed pictures, of which each row of an index says first where it lies, its height and its width."""

    def __init__(self, path, rows):
        self.rows = rows
        self.data = np.memmap(path, np.uint8, "r")

    def pixels(self, number, level=0):
        """A picture at 1, 1/2 or 1/4 of its size."""
        position, height, width = self.rows[number, :3]
        for _ in range(level):
            position += height * width * 3
            height, width = max(height // 2, 1), max(width // 2, 1)
        return self.data[position:position + height * width * 3].reshape(height, width, 3)

    def filling(self, number, width, height):
        """A picture that fills a rectangle."""
        rows, columns = self.rows[number, 1:3]
        scale = max(width / columns, height / rows)
        return warped(self, number, np.array([[scale, 0, 0], [0, scale, 0.0]]), (width, height), cv2.BORDER_REFLECT)

    def covered(self, number, affine, width, height):
        """A mask of what a picture covers of a rectangle after an affine map."""
        rows, columns = self.rows[number, 1:3]
        corners = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]]) @ affine[:, :2].T + affine[:, 2]
        return cv2.fillConvexPoly(np.zeros((height, width), np.uint8), np.rint(corners - 0.5).astype(np.int32), 1)


def move(centre, target, scale, angle, mirrored):
    """The affine map (2 × 3) that turns by an angle, scales, and brings one point to another; x to the right, y down."""
    matrix = scale * np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    if mirrored:
        matrix[:, 0] = -matrix[:, 0]
    return np.column_stack([matrix, target - matrix @ centre])


def warped(pictures, number, affine, size, mode=cv2.BORDER_CONSTANT):
    """A picture under an affine map of its full size, from the level that suits."""
    scale, level = np.sqrt(abs(np.linalg.det(affine[:, :2]))), 0
    while scale < 0.6 and level + 1 < LEVELS:
        scale, level = scale * 2, level + 1
    matrix = affine.copy()
    matrix[:, :2] *= 2 ** level
    matrix[:, 2] += matrix[:, :2].sum(1) * 0.5 - 0.5  # from edges to centres of pixels
    return cv2.warpAffine(pictures.pixels(number, level), matrix, size, flags=cv2.INTER_LINEAR, borderMode=mode)


def spoiled(image, generator):
    """Other colours and light, blur, noise, and the traces of JPEG."""
    saturation = 0 if generator.random() < 0.15 else generator.uniform(0.5, 1.4)
    gains = generator.uniform(0.6, 1.4) * generator.uniform(0.9, 1.1, (3, 1))
    colours = gains * (saturation * np.eye(3) + (1 - saturation) / 3)
    x = cv2.transform(image, np.column_stack([colours, np.full(3, generator.uniform(-25, 25))]))
    if generator.random() < 0.15:
        x = cv2.GaussianBlur(x, (0, 0), generator.uniform(0.4, 1.3))
    if generator.random() < 0.15:
        noise = generator.standard_normal(x.shape, np.float32) * generator.uniform(2, 12)
        x = np.clip(x + noise, 0, 255).astype(np.uint8)
    if generator.random() < 0.4:
        _, file = cv2.imencode(".jpg", x, [cv2.IMWRITE_JPEG_QUALITY, int(generator.integers(30, 92))])
        x = cv2.imdecode(file, cv2.IMREAD_COLOR)
    return x


def covered(image, filling, generator, round_share=0):
    """A square picture with a piece of another one over a part of it: a rotated rectangle, or an ellipse in a share of the cases.

    `filling` makes the other picture.
    """
    side = len(image)
    mask = np.zeros((side, side), np.uint8)
    axes, angle = generator.uniform(0.05, 0.2, 2) * side, generator.uniform(0, 360)
    centre = generator.uniform(0.2, 0.8, 2) * side
    if round_share and generator.random() >= 1 - round_share:
        cv2.ellipse(mask, (tuple(centre), tuple(2 * axes), angle), 1, -1)
    else:
        corners = cv2.boxPoints((tuple(centre), tuple(2 * axes), angle))
        cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), 1)
    return np.where(mask[:, :, None] == 1, filling(generator), image)


def unletterboxed(values, factor, stride, size):
    """Scales a map of a letterboxed picture, whose cells have `stride` pixels, to the picture's own size: width and height."""
    columns, rows = (max(1, round(side * factor / stride)) for side in size)
    return cv2.resize(values[:rows, :columns], size, interpolation=cv2.INTER_LINEAR)


def letterboxed(image, side):
    """A picture scaled to fit a square's top left, and the factor."""
    factor = side / max(image.shape[:2])
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR)[:side, :side]
    result = np.zeros((side, side, 3), np.uint8)
    result[:small.shape[0], :small.shape[1]] = small
    return result, factor
