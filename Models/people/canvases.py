"""Training pictures of the pose network: photos turned, scaled and set beside each other, and what its maps should say of them."""

import sys
from pathlib import Path

import cv2
import numpy as np
import torch

from joints import COUNT, LIMBS, MIRRORED
from networks import LIMB_UNIT, STRIDE
from sets import ABSENT, HIDDEN, SEEN, UNSURE, size_of

sys.path.append(str(Path(__file__).resolve().parents[1]))
from pictures import Packed, move, spoiled, warped

SMALLEST, LARGEST = 0.12, 1.5  # size of a chosen person, in sides of its tile; the logarithm is uniform
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
    """Target maps of the people of N pictures, N × `CHANNELS` × cells × cells, and the weight of each number.

    `people` is N × people × 17 × 3, `rectangles` N × people × 4: where each person is seen, left, top, right and bottom.  The weight of a joint's
    likelihood is 0 where it is unknown or hidden; that of a distance is 1 by the size of the person, in strides.
    """
    cells = side // STRIDE
    places = torch.arange(cells, device=people.device, dtype=torch.float32) * STRIDE
    x, y, state = people.unbind(3)
    left, top, right, bottom = rectangles.unsqueeze(2).unbind(3)
    is_placed = state > ABSENT
    is_inside = is_placed & (x >= left) & (x < right) & (y >= top) & (y < bottom)
    size = sizes(people[..., :2], is_placed)
    radius = (RADIUS_SHARE * size).clamp(RADIUS[0] * STRIDE, RADIUS[1] * STRIDE)
    reach = torch.maximum(BEYOND * radius, torch.where(state == UNSURE, UNSURE_RADIUS * size, 0))
    down, across = y[..., None, None] - places[:, None], x[..., None, None] - places
    distance = torch.hypot(down, across).masked_fill(~is_inside[..., None, None], torch.inf)
    is_near = distance < reach[..., None, None]
    is_known = is_inside & (state >= HIDDEN) & (size >= 3 * STRIDE)
    distance = distance.masked_fill(~(is_known[..., None, None] & (distance < radius[..., None, None])), torch.inf)
    heat = (torch.isfinite(distance) & (state == SEEN)[..., None, None]).any(1)
    nearest, owner = distance.min(1)
    is_owned = torch.isfinite(nearest)

    def of_owner(values):
        """Of each joint and cell, the value of the person that the cell belongs to: N × 17 × cells × cells."""
        return values.transpose(1, 2).gather(2, owner.flatten(2)).view(owner.shape)

    unit = is_owned / (1 + 0.04 / STRIDE * of_owner(size.expand_as(x)))
    own_x, own_y = of_owner(x), of_owner(y)
    starts, ends = (list(joints) for joints in zip(*LIMBS))
    values = [heat.float(), (own_y - places[:, None]) / STRIDE, (own_x - places) / STRIDE]
    weights = [(heat | ~is_near.any(1)).float(), unit, unit]
    for here, there in ((starts, ends), (ends, starts)):
        owners = owner[:, here].flatten(2)
        other_x, other_y, other = (v.transpose(1, 2)[:, there].gather(2, owners).view(owner[:, here].shape) for v in (x, y, state.float()))
        values += [(other_y - own_y[:, here]) / STRIDE / LIMB_UNIT, (other_x - own_x[:, here]) / STRIDE / LIMB_UNIT]
        weights += [unit[:, here] * (other >= HIDDEN)] * 2
    return torch.cat(values, 1), torch.cat(weights, 1)


def sizes(points, is_placed):
    """The longer side of the box around each person's joints, N × people × 1, at least 1."""
    largest = points.masked_fill(~is_placed[..., None], -torch.inf).amax(2)
    smallest = points.masked_fill(~is_placed[..., None], torch.inf).amin(2)
    return (largest - smallest).amax(2, keepdim=True).clamp(min=1)


def load(pictures, side, count, seed):
    """A chunk of training pictures, N × side × side × 3, and their people as `targets` takes them."""
    generator = np.random.default_rng(seed)
    drawn = [canvas(pictures, generator, side) for _ in range(count)]
    most = max(1, *(len(found) for _, found, _ in drawn))
    people, rectangles = np.zeros((count, most, COUNT, 3), np.float32), np.zeros((count, most, 4), np.float32)
    for n, (_, found, places) in enumerate(drawn):
        if found:
            people[n, :len(found)], rectangles[n, :len(found)] = found, places
    return np.stack([image for image, _, _ in drawn]), people, rectangles
