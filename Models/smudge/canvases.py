"""Training pictures: photographs and drawn pages, what else can happen to a picture, and a smudge in half of them."""

import sys
from pathlib import Path

import cv2
import numpy as np

import networks
from smudges import brightened, clouds, degree, smudged, to_light, to_picture

sys.path.append(str(Path(__file__).resolve().parents[1]))
from pictures import Packed, spoiled

SMUDGED = 0.5  # how often a picture is smudged
PLAIN, PLAIN_SMUDGED = 0.35, 0.6  # how often nothing else happens to a picture, without and with a smudge
PAGE = 0.08  # how often the picture is a drawn page
SPOILED = 0.8  # how often colours change, or noise or traces of JPEG are added
SMALLEST = 0.55  # of the sides of a photograph, in a crop
EACH = 0.5  # the power of a set's size by which it is drawn


class Pictures(Packed):
    """The packed photographs."""

    def __init__(self, packed):
        super().__init__(packed / "pictures.bin", np.load(packed / "pictures.npz")["rows"])
        sources = self.rows[:, 3]
        weights = np.bincount(sources)[sources] ** (EACH - 1.0)
        self.weights = weights / weights.sum()

    def crop(self, generator):
        """A part of a photograph, squeezed to a square."""
        image = self.pixels(int(generator.choice(len(self.rows), p=self.weights)))
        height, width = (int(side * generator.uniform(SMALLEST, 1)) for side in image.shape[:2])
        y, x = (int(generator.integers(0, whole - part + 1)) for whole, part in zip(image.shape[:2], (height, width)))
        part = squeezed(image[y:y + height, x:x + width])
        return np.ascontiguousarray(part[:, ::-1]) if generator.random() < 0.5 else part


def squeezed(image):
    """A picture as the network sees it."""
    return cv2.resize(image, (networks.SIDE,) * 2, interpolation=cv2.INTER_AREA)


def page(picture, generator):
    """A page or a screen with lines of text, panels and a picture."""
    side = networks.SIDE
    light, dark = generator.uniform(190, 256, 3), generator.uniform(0, 90, 3)
    paper, ink = (light, dark) if generator.random() < 0.75 else (dark, light)
    image = np.full((side, side, 3), paper, np.uint8)
    for _ in range(generator.integers(0, 4)):
        x, y, width, height = (int(v) for v in generator.uniform((0, 0, 0.1, 0.03), (0.8, 0.9, 1, 0.3)) * side)
        cv2.rectangle(image, (x, y), (x + width, y + height), tuple(map(float, generator.uniform(0, 256, 3))), -1)
    if generator.random() < 0.4:
        x, y, width, height = (int(v) for v in generator.uniform((0, 0, 0.2, 0.2), (0.5, 0.5, 0.5, 0.5)) * side)
        image[y:y + height, x:x + width] = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
    size, y, left = generator.uniform(0.18, 0.6), 0.0, int(generator.uniform(0.01, 0.3) * side)
    font = int(generator.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX]))
    while y < side:
        y += size * generator.uniform(26, 40)
        words = " ".join("".join(chr(c) for c in generator.integers(97, 123, generator.integers(1, 10))) for _ in range(generator.integers(1, 12)))
        if generator.random() < 0.85:
            cv2.putText(image, words, (left, int(y)), font, size, tuple(map(float, ink)), 1, cv2.LINE_AA)
    return image


def disc(radius):
    """The kernel of a lens that is out of focus."""
    reach = int(np.ceil(radius))
    distance = np.hypot(*np.mgrid[-reach:reach + 1, -reach:reach + 1])
    kernel = np.clip(radius + 0.5 - distance, 0, 1).astype(np.float32)
    return kernel / kernel.sum()


def defocused(light, generator):
    return cv2.filter2D(light, -1, disc(np.exp(generator.uniform(np.log(0.8), np.log(7)))), borderType=cv2.BORDER_REFLECT)


def moved(light, generator):
    """The blur of a hand that moved while the picture was taken."""
    reach = int(generator.integers(2, 11))
    way = np.cumsum(generator.normal(0, 1, 2) + generator.normal(0, generator.uniform(0, 0.5), (48, 2)), 0)
    way = (way - way.mean(0)) / max(abs(way - way.mean(0)).max(), 1e-6) * reach
    kernel = np.zeros((2 * reach + 1,) * 2, np.float32)
    np.add.at(kernel, tuple((np.rint(way) + reach).astype(int).T), 1)
    kernel = cv2.GaussianBlur(kernel, (0, 0), 0.6)
    return cv2.filter2D(light, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REFLECT)


def shallow(light, generator):
    """Only what lies near some place is in focus."""
    side = len(light)
    y, x = np.mgrid[:side, :side].astype(np.float32) / side
    centre, size = generator.uniform(0.25, 0.75, 2), generator.uniform(0.1, 0.35)
    distance = np.hypot(x - centre[0], generator.uniform(0.3, 2) * (y - centre[1]))
    far = np.clip((distance - size) / generator.uniform(0.03, 0.3), 0, 1)[..., None]
    return (1 - far) * light + far * defocused(light, generator)


def foggy(light, generator):
    """The farther, which mostly is the higher in the picture, the more of the air's light."""
    side = len(light)
    height = np.linspace(1, 0, side, dtype=np.float32)[:, None] ** generator.uniform(0.3, 2)
    depth = generator.uniform(0, 1) * height + generator.uniform(0, 0.5) * clouds(generator, side, 0.4) + generator.uniform(0, 0.5)
    clear = np.exp(-generator.uniform(0.3, 3) * depth)[..., None]
    air = generator.uniform(0.15, 0.95) * (1 + generator.normal(0, 0.06, 3))
    return (clear * np.minimum(light, 1) + (1 - clear) * air).astype(np.float32)


def flat(light, generator):
    """Little contrast, of the whole picture."""
    low = generator.uniform(0, 0.35)
    high = generator.uniform(low + 0.15, 0.95)
    return ((low + (high - low) * np.minimum(light, 1) ** (1 / 2.2)) ** 2.2).astype(np.float32)


def lit(light, generator):
    """A night with lamps, around which a clean lens shows next to nothing."""
    side = len(light)
    light = np.minimum(light, 1) * np.float32(np.exp(generator.uniform(np.log(0.01), np.log(0.3))))
    lamps = np.zeros_like(light)
    for _ in range(generator.integers(1, 16)):
        centre, size = generator.uniform(0, side, 2), np.exp(generator.uniform(np.log(0.5), np.log(5)))
        colour = np.exp(generator.uniform(np.log(2), np.log(100))) * np.array([1, *np.sort(generator.uniform(0.4, 1, 2))[::-1]])
        colour = colour if generator.random() < 0.7 else generator.permutation(colour)
        axes = tuple(map(float, size * np.exp(generator.normal(0, 0.4, 2))))
        cv2.ellipse(lamps, (tuple(map(float, centre)), axes, generator.uniform(0, 180)), tuple(map(float, colour)), -1)
    glow = np.float32(np.exp(generator.uniform(np.log(1e-3), np.log(1e-2))))
    return light + (1 - glow) * cv2.GaussianBlur(lamps, (0, 0), 0.6) + glow * cv2.GaussianBlur(lamps, (0, 0), generator.uniform(1.5, 5))


def backlit(light, generator):
    """Hard contrast: clipped light beside dark parts."""
    return np.float32(generator.uniform(0.8, 5)) * np.minimum(light, 1) ** np.float32(generator.uniform(1.2, 2.6))


def coarse(light, generator):
    """A small picture, enlarged."""
    small = int(np.exp(generator.uniform(np.log(40), np.log(200))))
    reduced = cv2.resize(light, (small, small), interpolation=cv2.INTER_AREA)
    methods = [cv2.INTER_NEAREST, cv2.INTER_LINEAR, cv2.INTER_CUBIC]
    return np.maximum(cv2.resize(reduced, (len(light),) * 2, interpolation=int(generator.choice(methods))), 0)


def noisy(image, generator):
    """The noise of a dark picture, fine or coarse, also in its colours."""
    side = len(image)
    grain = int(side / generator.uniform(1, 3))
    noise = generator.standard_normal((grain, grain, 3), np.float32) * generator.uniform((0.2, 0.2, 0.2), 1) * generator.uniform(6, 35)
    noise = cv2.resize(noise, (side, side), interpolation=cv2.INTER_LINEAR)
    return np.clip(image + noise + generator.standard_normal((side, side, 1), np.float32) * generator.uniform(2, 20), 0, 255).astype(np.uint8)


def compressed(image, generator):
    """Strong traces of JPEG."""
    _, file = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(generator.integers(4, 30))])
    return cv2.imdecode(file, cv2.IMREAD_COLOR)


IN_LIGHT = {"defocus": defocused, "motion": moved, "shallow depth": shallow, "fog": foggy, "low contrast": flat, "night": lit, "backlight": backlit,
            "low resolution": coarse}
IN_PICTURE = {"noise": noisy, "JPEG": compressed}
OTHERS = (*IN_LIGHT, *IN_PICTURE)


def drawn(image, generator, other=None, is_smudged=False, kind=None):
    """A square picture after what else happened to it, with a smudge or not, and how much the smudge shows."""
    light = brightened(to_light(image), generator)
    if other in IN_LIGHT:
        light = IN_LIGHT[other](light, generator)
    clean = to_picture(light)
    result, shown = clean, 0.0
    if is_smudged:
        result = to_picture(smudged(light, generator, kind))
        shown = degree(clean, result)
    return IN_PICTURE[other](result, generator) if other in IN_PICTURE else result, shown


def canvas(pictures, generator):
    """A training picture, and how much a smudge shows."""
    image = pictures.crop(generator)
    if generator.random() < PAGE:
        image = page(image, generator)
    is_smudged = generator.random() < SMUDGED
    is_plain = generator.random() < (PLAIN_SMUDGED if is_smudged else PLAIN)
    image, shown = drawn(image, generator, None if is_plain else str(generator.choice(OTHERS)), is_smudged)
    return spoiled(image, generator) if generator.random() < SPOILED else image, shown


def load(pictures, count, seed):
    """A chunk of training pictures: the pixels, and how much smudges show."""
    generator = np.random.default_rng(seed)
    images, degrees = zip(*(canvas(pictures, generator) for _ in range(count)))
    return np.stack(images), np.array(degrees, np.float32)
