"""Training pictures of the pose network: photos turned, scaled and set beside each other, and what its maps should say of them."""

import sys
from pathlib import Path

import cv2
import numpy as np

from joints import COUNT, LIMBS, MIRRORED
from networks import BACKWARD, CHANNELS, FORWARD, LIMB_UNIT, OFFSETS, STRIDE
from sets import ABSENT, SEEN, UNSURE, size_of

sys.path.append(str(Path(__file__).resolve().parents[1]))
from pictures import Packed, move, spoiled, warped

SMALLEST, LARGEST = 0.2, 1.5  # size of a chosen person, in sides of its tile; the logarithm is uniform
MOST_ENLARGED = 2.5
FOUR = 0.3  # how often a training picture is four photos
EMPTY = 0.06  # how often a photo without people is chosen
BACKGROUND = 0.7  # how often what a photo leaves free shows another picture instead of black
RADIUS = (0.75, 1.6)  # the least and the largest radius around a joint, in strides, and, between them, a share of the person's size
RADIUS_SHARE = 0.07
BEYOND = 1.8  # radii: cells between a joint's radius and this many are neither right nor wrong
UNSURE_RADIUS = 0.12  # around a joint that may be there, of the person's size


class People(Packed):
    """The packed pictures with people."""

    def __init__(self, packed):
        index = np.load(packed / "people.npz")
        super().__init__(packed / "people.bin", index["rows"])
        self.people = index["people"]
        held = self.rows[:, 5] == 1
        seen = np.array([(self.of(n)[:, :, 2] == SEEN).any() for n in range(len(self.rows))])
        self.shown, self.empty = np.flatnonzero(seen & ~held), np.flatnonzero((self.rows[:, 4] == 0) & ~held)
        self.held_out = np.flatnonzero(held)

    def of(self, number):
        first, count = self.rows[number, 3:5]
        return self.people[first:first + count]

    def draw(self, generator):
        return int(generator.choice(self.empty if generator.random() < EMPTY else self.shown))


def turn(generator):
    """A roll to add, in radians: mostly a little, sometimes any."""
    return generator.uniform(-np.pi, np.pi) if generator.random() < 0.08 else generator.normal(0, 0.25)


def moved(people, affine, mirrored):
    """People after an affine map; mirrored, left is right."""
    result = people[:, list(MIRRORED)] if mirrored else people.copy()
    result[:, :, :2] = result[:, :, :2] @ affine[:, :2].T + affine[:, 2]
    return result


def tile(pictures, generator, width, height):
    """One photo in a rectangle: its pixels, and its people."""
    number = pictures.draw(generator)
    people, (rows, columns) = pictures.of(number), pictures.rows[number, 1:3]
    angle, mirrored = turn(generator), generator.random() < 0.5
    side = min(width, height)
    chosen = [person for person in people if (person[:, 2] == SEEN).sum() >= 3]
    if chosen:
        person = chosen[generator.integers(len(chosen))]
        points = person[person[:, 2] == SEEN, :2]
        # Of a person of whom only head and shoulders are to be seen the whole would be larger.
        size = size_of(person) * (1 if (person[11:, 2] > ABSENT).any() else 2.2)
        scale = min(side * np.exp(generator.uniform(np.log(SMALLEST), np.log(LARGEST))) / size, MOST_ENLARGED)
        centre = points[generator.integers(len(points))] * 0.5 + points.mean(0) * 0.5
    else:
        scale = side / min(rows, columns) * np.exp(generator.uniform(-0.5, 0.5))
        centre = np.array([columns, rows]) / 2
    target = np.array([width, height]) * generator.uniform(0.25, 0.75, 2)
    affine = move(centre, target, scale, angle, mirrored)
    image = warped(pictures, number, affine, (width, height))
    inside = pictures.covered(number, affine, width, height)
    if generator.random() < BACKGROUND and not inside.all():
        image = np.where(inside[:, :, None] == 1, image, pictures.filling(generator.choice(pictures.empty), width, height))
    return image, moved(people, affine, mirrored)


def canvas(pictures, generator, side):
    """A training picture, its people, and the rectangle that each is seen in."""
    image = np.empty((side, side, 3), np.uint8)
    people, rectangles = [], []
    count = 2 if generator.random() < FOUR else 1
    splits = [0, int(side * generator.uniform(0.4, 0.6)), side] if count == 2 else [0, side]
    for top, bottom in zip(splits, splits[1:]):
        for left, right in zip(splits, splits[1:]):
            image[top:bottom, left:right], found = tile(pictures, generator, right - left, bottom - top)
            found[:, :, :2] += (left, top)
            people += list(found)
            rectangles += [(left, top, right, bottom)] * len(found)
    return spoiled(image, generator), people, rectangles


def targets(side, people, rectangles):
    """What the maps should say, `CHANNELS` × cells × cells, and the weight of each number.

    The weight of a joint's likelihood is 0 where it is unknown; that of a distance is 1 by the size of the person, in strides.
    """
    cells = side // STRIDE
    values, weights = np.zeros((CHANNELS, cells, cells), np.float32), np.zeros((CHANNELS, cells, cells), np.float32)
    weights[:COUNT] = 1
    nearest = np.full((COUNT, cells, cells), np.inf)
    places = np.arange(cells) * STRIDE
    for person, (left, top, right, bottom) in zip(people, rectangles):
        x, y, state = person.T
        is_inside = (x >= left) & (x < right) & (y >= top) & (y < bottom) & (state > ABSENT)
        size = size_of(person)
        radius = np.clip(RADIUS_SHARE * size, RADIUS[0] * STRIDE, RADIUS[1] * STRIDE)
        is_tiny = size < 3 * STRIDE
        for joint in np.flatnonzero(is_inside):
            reach = max(BEYOND * radius, UNSURE_RADIUS * size if state[joint] == UNSURE else 0)
            first = np.clip(np.floor((np.array([y[joint], x[joint]]) - reach) / STRIDE).astype(int), 0, cells)
            last = np.clip(np.ceil((np.array([y[joint], x[joint]]) + reach) / STRIDE).astype(int) + 1, 0, cells)
            window = (slice(first[0], last[0]), slice(first[1], last[1]))
            down, across = y[joint] - places[window[0]][:, None], x[joint] - places[window[1]][None]
            distance = np.hypot(down, across)
            heat, known = values[(joint, *window)], weights[(joint, *window)]
            known[(distance < reach) & (heat == 0)] = 0
            if state[joint] != SEEN or is_tiny:
                continue
            own = (distance < radius) & (distance < nearest[(joint, *window)])
            nearest[(joint, *window)][own] = distance[own]
            heat[own], known[own] = 1, 1
            unit = 1 / (1 + 0.04 * size / STRIDE)
            for channel, way in ((joint, down), (COUNT + joint, across)):
                values[(OFFSETS + channel, *window)][own] = np.broadcast_to(way, own.shape)[own] / STRIDE
                weights[(OFFSETS + channel, *window)][own] = unit
            for limb, ends in enumerate(LIMBS):
                if joint not in ends:
                    continue
                start, other = (FORWARD, ends[1]) if joint == ends[0] else (BACKWARD, ends[0])
                is_known = state[other] == SEEN
                for channel, way in ((limb, y[other] - y[joint]), (len(LIMBS) + limb, x[other] - x[joint])):
                    values[(start + channel, *window)][own] = way / STRIDE / LIMB_UNIT
                    weights[(start + channel, *window)][own] = unit * is_known
    return values, weights


def load(pictures, side, count, seed):
    """A chunk of training pictures, N × side × side × 3, what the maps should say of them, and the weights."""
    generator = np.random.default_rng(seed)
    drawn = [canvas(pictures, generator, side) for _ in range(count)]
    wanted = [targets(side, *d[1:]) for d in drawn]
    return np.stack([d[0] for d in drawn]), np.stack([w[0] for w in wanted]), np.stack([w[1] for w in wanted])
