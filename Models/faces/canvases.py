"""Training pictures of the detector: photos turned, scaled and set beside each other, and what its maps should say of them."""

import sys
from pathlib import Path

import cv2
import numpy as np

import sets
from networks import STRIDES

sys.path.append(str(Path(__file__).resolve().parents[1]))
from pictures import Packed, move, spoiled, warped

# The sizes (square root of the box's area, in pixels) of the faces that each map has to find.
RANGES = ((7, 44), (36, 104), (88, 600))
TOLERANCE = 1.35  # a face that is this much outside a map's range is neither right nor wrong there
INNER, OUTER = 0.18, 0.42  # radii, in the box: cells inside the first are right, those between the two neither right nor wrong
AROUND = 1.2  # radius around what may be a face, in half its height, within which nothing is known
TILES = (0.4, 0.4, 0.2)  # how often a training picture is one photo, or two by two, or three by three
BACKGROUND_SHARE = 0.7  # how often what a photo leaves free shows another picture instead of black
SMALLEST = 9.0  # pixels of the longer side of the face's box
LARGEST = 1.5  # its longer side in that of the rectangle: of the largest only a part is seen, which isn't a face of its own
MOST_ENLARGED = 2.5
VISIBLE = 0.6  # the share of a face that has to be seen


class Pictures(Packed):
    """The packed pictures, chosen in fixed shares of their kinds."""

    SHARES = {"photos": 0.4, "web": 0.2, "crowds": 0.3, "empty": 0.1}

    def __init__(self, packed):
        index = np.load(packed / "pictures.npz")
        super().__init__(packed / "pictures.bin", index["rows"])
        self.ellipses = index["ellipses"]
        faces, kind, held = self.rows[:, 4], self.rows[:, 6], self.rows[:, 7] == 1
        wanted = (faces > 0) | (kind == sets.KINDS.index("empty"))
        self.kinds = {name: np.flatnonzero(wanted & ~held & (kind == number)) for number, name in enumerate(sets.KINDS)}
        self.held_out, self.held_crowds = (np.flatnonzero(held & (kind == sets.KINDS.index(name))) for name in ("photos", "crowds"))

    def ellipses_of(self, number):
        """The faces and what may be faces."""
        first, count, doubts = self.rows[number, 3:6]
        return self.ellipses[first:first + count + doubts]

    def faces(self, number):
        return self.ellipses_of(number)[:self.rows[number, 4]]

    def doubts(self, number):
        return self.ellipses_of(number)[self.rows[number, 4]:]

    def draw(self, generator):
        kind = generator.choice(list(self.SHARES), p=list(self.SHARES.values()))
        return int(generator.choice(self.kinds[kind]))


def turn(generator):
    """A roll to add, in radians: any angle, or near one of the quarter turns, upright most often."""
    if generator.random() < 0.25:
        return generator.uniform(-np.pi, np.pi)
    return generator.choice(4, p=(0.34, 0.22, 0.22, 0.22)) * np.pi / 2 + generator.normal(0, 0.2)


def moved(faces, affine, angle, mirrored):
    """Ellipses after an affine map."""
    scale = np.sqrt(abs(np.linalg.det(affine[:, :2])))
    result = faces.copy()
    result[:, :2] = faces[:, :2] @ affine[:, :2].T + affine[:, 2]
    result[:, 2:4] *= scale
    result[:, 4] = angle + (-faces[:, 4] if mirrored else faces[:, 4])
    return result


def tile(pictures, generator, width, height):
    """One photo in a rectangle: its pixels, ellipses, and a mask of where there may be faces."""
    number = pictures.draw(generator)
    faces, (rows, columns) = pictures.faces(number), pictures.rows[number, 1:3]
    angle, mirrored = turn(generator), generator.random() < 0.5
    side = min(width, height)
    if len(faces):
        face = faces[generator.integers(len(faces))]
        wanted = np.exp(generator.uniform(np.log(SMALLEST), np.log(LARGEST * side)))
        scale = min(wanted / (2 * face[2]), MOST_ENLARGED)
        centre, margin = face[:2], min(scale * face[2] * 0.9, side / 2)
        target = generator.uniform([margin, margin], [width - margin + 1e-3, height - margin + 1e-3])
    else:
        scale = side / min(rows, columns) * np.exp(generator.uniform(-0.7, 0.7))
        centre, target = np.array([columns, rows]) / 2, np.array([width, height]) * generator.uniform(0.3, 0.7, 2)
    affine = move(centre, target, scale, angle, mirrored)
    image = warped(pictures, number, affine, (width, height))
    inside = pictures.covered(number, affine, width, height)
    if generator.random() < BACKGROUND_SHARE and not inside.all():
        image = np.where(inside[:, :, None] == 1, image, pictures.filling(generator.choice(pictures.kinds["empty"]), width, height))
    unknown = np.zeros((height, width), np.uint8)
    for x, y, long, _, _ in moved(pictures.doubts(number), affine, angle, mirrored):
        cv2.circle(unknown, (int(x), int(y)), max(int(AROUND * long), 1), 1, -1)
    return image, moved(faces, affine, angle, mirrored), unknown


def canvas(pictures, generator, side):
    """A training picture, its ellipses with the rectangle that each is seen in, and the mask of what is unknown."""
    image, unknown = np.empty((side, side, 3), np.uint8), np.empty((side, side), np.uint8)
    faces, rectangles = [], []
    count = generator.choice(len(TILES), p=TILES) + 1
    splits = [int(side * (n + (generator.uniform(-0.2, 0.2) if 0 < n < count else 0)) / count) for n in range(count + 1)]
    for top, bottom in zip(splits, splits[1:]):
        for left, right in zip(splits, splits[1:]):
            part, found, hidden = tile(pictures, generator, right - left, bottom - top)
            image[top:bottom, left:right], unknown[top:bottom, left:right] = part, hidden
            found[:, :2] += (left, top)
            faces += list(found)
            rectangles += [(left, top, right, bottom)] * len(found)
    if generator.random() < 0.12:
        for face in faces:
            cover_mouth(image, face, generator)
    return spoiled(image, generator), faces, rectangles, unknown


def cover_mouth(image, face, generator):
    """Draws a plain mask over the lower half of a face."""
    x, y, long, short, roll = face
    up, right = np.array([-np.sin(roll), -np.cos(roll)]), np.array([np.cos(roll), -np.sin(roll)])
    edge = generator.uniform(-0.05, 0.15)
    angles = np.linspace(np.arcsin(-edge), np.pi + np.arcsin(edge), 12)
    points = np.array([x, y]) + np.outer(np.cos(angles) * short, right) - np.outer(np.sin(angles) * long, up)
    colour = generator.choice([(225, 230, 235), (120, 170, 205), (40, 40, 45), tuple(generator.integers(0, 255, 3))])
    cv2.fillPoly(image, [np.rint(points).astype(np.int32)], tuple(int(c) for c in colour), cv2.LINE_AA)


def share_seen(box, rectangle):
    """The share of a box that is in a rectangle."""
    width, height = np.minimum(box[2:], rectangle[2:]) - np.maximum(box[:2], rectangle[:2])
    return max(width, 0) * max(height, 0) / np.prod(box[2:] - box[:2])


def grid(side, stride):
    """The centres of a map's cells."""
    centres = (np.arange(side // stride) + 0.5) * stride
    return np.meshgrid(centres, centres)


def targets(side, faces, rectangles, unknown):
    """Target values of the maps, one row per cell of all maps: face (1, 0, or -1 where unknown), box in strides, cosine and sine."""
    boxes = [sets.box_of(face) for face in faces]
    seen = [share_seen(box, rectangle) for box, rectangle in zip(boxes, rectangles)]
    maps = []
    for stride, (smallest, largest) in zip(STRIDES, RANGES):
        x, y = grid(side, stride)
        rows = np.zeros((*x.shape, 7), np.float32)
        nearest = np.full(x.shape, np.inf)
        rows[unknown[stride // 2::stride, stride // 2::stride] == 1, 0] = -1
        for face, box, share in sorted(zip(faces, boxes, seen), key=lambda f: -f[0][2]):
            width, height = box[2:] - box[:2]
            size = np.sqrt(width * height)
            radius = np.hypot((x - face[0]) / width, (y - face[1]) / height)
            near = np.maximum(abs(x - face[0]), abs(y - face[1])) <= stride / 2
            is_meant = smallest <= size <= largest and share >= VISIBLE
            is_unsure = share < VISIBLE or size < RANGES[0][0] or smallest / TOLERANCE <= size <= largest * TOLERANCE
            if share < 0.05:
                continue
            if is_meant or is_unsure:
                rows[(radius < OUTER) & (rows[:, :, 0] == 0) | near & (rows[:, :, 0] == 0), 0] = -1
            if is_meant:
                own = ((radius < INNER) | near) & (radius < nearest)
                nearest[own] = radius[own]
                rows[own] = np.stack([np.ones_like(x), (x - box[0]) / stride, (y - box[1]) / stride, (box[2] - x) / stride,
                                      (box[3] - y) / stride, np.full_like(x, np.cos(face[4])), np.full_like(x, np.sin(face[4]))],
                                     -1)[own]
        maps.append(rows.reshape(-1, 7))
    return np.concatenate(maps)


def load(pictures, side, count, seed):
    """A chunk of training pictures, N × side × side × 3, and their targets, N × cells × 7."""
    generator = np.random.default_rng(seed)
    drawn = [canvas(pictures, generator, side) for _ in range(count)]
    return np.stack([d[0] for d in drawn]), np.stack([targets(side, *d[1:]) for d in drawn])
