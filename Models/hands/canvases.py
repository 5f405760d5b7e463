"""Training pictures of the detector: photographs turned and scaled, and what its map should say of them."""

import sys
from pathlib import Path

import numpy as np

import networks

sys.path.append(str(Path(__file__).resolve().parents[1]))
from pictures import Packed, move, spoiled, warped

SMALLEST, LARGEST = 0.07, 0.8  # size of a chosen hand in sides of the picture; the logarithm is uniform
MOST_ENLARGED = 2.0
EMPTY = 0.3  # how often a photograph without hands is chosen
BACKGROUND = 0.6  # how often what a photograph leaves free shows another picture instead of black
ANY_TURN = 0.5  # how often a picture is turned by any angle, and not by a small one
SPREAD = 0.07  # how far from its centre a hand is likely, in sizes of the hand
EACH = 0.6  # the power of a set's size by which it is drawn
LEAST_SIZE = 1.5  # strides of a hand that is to be found; a smaller one may be


class Pictures(Packed):
    """The packed pictures of hands."""

    def __init__(self, packed):
        index = np.load(packed / "pictures.npz")
        super().__init__(packed / "pictures.bin", index["rows"])
        self.hands = index["hands"]
        sure = np.array([bool(len(of := self.of(n)) and (of[:, 4] == 1).any()) for n in range(len(self.rows))])
        self.shown, self.empty = np.flatnonzero(sure), np.flatnonzero(self.rows[:, 4] == 0)
        self.weights = {name: self.weights_of(numbers) for name, numbers in (("shown", self.shown), ("empty", self.empty))}

    def weights_of(self, numbers):
        sources = self.rows[numbers, 5]
        weights = np.bincount(sources)[sources] ** (EACH - 1.0)
        return weights / weights.sum()

    def of(self, number):
        """The hands of a picture: rows of centre, size, turn and whether they are sure."""
        first, count = self.rows[number, 3:5]
        return self.hands[first:first + count]

    def draw(self, generator, is_empty):
        name = "empty" if is_empty else "shown"
        return int(generator.choice(getattr(self, name), p=self.weights[name]))

    def empty_place(self, generator):
        """A picture, and the centre and the side of a square in it that holds no hand."""
        while True:
            number = self.draw(generator, generator.random() < 0.5)
            rows, columns = self.rows[number, 1:3]
            side = min(rows, columns) * np.exp(generator.uniform(np.log(0.12), np.log(0.9)))
            centre = generator.uniform(0, 1, 2) * (columns, rows)
            hands = self.of(number)
            if not len(hands) or (np.hypot(*(hands[:, :2] - centre).T) > 0.5 * side + 0.6 * hands[:, 2]).all():
                return number, centre, side


def moved(hands, affine, angle, scale, mirrored):
    """Hands after an affine map."""
    result = hands.copy()
    result[:, :2] = hands[:, :2] @ affine[:, :2].T + affine[:, 2]
    result[:, 2] *= scale
    result[:, 3] = (-hands[:, 3] if mirrored else hands[:, 3]) - angle
    return result


def canvas(pictures, generator, side):
    """A training picture and its hands."""
    is_empty = generator.random() < EMPTY
    number = pictures.draw(generator, is_empty)
    hands, (rows, columns) = pictures.of(number), pictures.rows[number, 1:3]
    angle = generator.uniform(-np.pi, np.pi) if generator.random() < ANY_TURN else generator.normal(0, 0.2)
    mirrored = generator.random() < 0.5
    sure = hands[hands[:, 4] == 1]
    if len(sure):
        chosen = sure[generator.integers(len(sure))]
        scale = min(side * np.exp(generator.uniform(np.log(SMALLEST), np.log(LARGEST))) / chosen[2], MOST_ENLARGED)
        centre, target = chosen[:2].astype(float), side * generator.uniform(0.15, 0.85, 2)
    else:
        scale = side / max(rows, columns) * np.exp(generator.uniform(-0.4, 0.8))
        centre, target = np.array([columns, rows]) / 2, np.full(2, side / 2)
    affine = move(centre, target, scale, angle, mirrored)
    image = warped(pictures, number, affine, (side, side))
    inside = pictures.covered(number, affine, side, side)
    if generator.random() < BACKGROUND and not inside.all():
        image = np.where(inside[:, :, None] == 1, image, pictures.filling(pictures.draw(generator, True), side, side))
    return spoiled(image, generator), moved(hands, affine, angle, scale, mirrored)


def target(hands, side):
    """The map that is wanted for hands: likelihood (-1 where nobody knows), place, logarithm of the size, cosine and sine of the turn, and the
    weight of the last five."""
    cells = side // networks.STRIDE
    result = np.zeros((networks.CHANNELS + 1, cells, cells), np.float32)
    middles = np.arange(cells) + 0.5
    for x, y, size, turn, is_sure in hands[np.argsort(-hands[:, 2])]:
        x, y, size = x / networks.STRIDE, y / networks.STRIDE, size / networks.STRIDE
        across, down = x - middles[None, :], y - middles[:, None]
        distance = np.hypot(across, down)
        if not is_sure or size < LEAST_SIZE or not (0 <= x < cells and 0 <= y < cells):
            near = (distance < max(0.5 * size, 1)) & (result[0] < 0.5)
            result[0][near] = -1
            continue
        spread = max(SPREAD * size, 0.55)
        heat = np.exp(-distance ** 2 / (2 * spread ** 2))
        heat[int(y), int(x)] = 1
        own = heat > np.maximum(result[0], 0.3)
        result[0] = np.where(result[0] < 0, np.where(heat > 0.3, heat, -1), np.maximum(result[0], heat))
        for channel, values in enumerate((across, down, np.log(size), np.cos(turn), np.sin(turn)), 1):
            result[channel] = np.where(own, values, result[channel])
        result[-1][own] = heat[own]
    return result


def load(pictures, side, count, seed):
    """A chunk of training pictures and their targets."""
    generator = np.random.default_rng(seed)
    drawn = [canvas(pictures, generator, side) for _ in range(count)]
    return np.stack([image for image, _ in drawn]), np.stack([target(hands, side) for _, hands in drawn])
