"""Photos of drawn things: on a ground, in some light, at some angle, perhaps blurred or in a hand."""
import math

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from .sheet import clip


def table(rng, size):
    """A table top: plain, grained like wood, speckled, or a cutting mat's grid."""
    y, x = np.mgrid[0:size, 0:size] / size
    base = np.array([[225, 222, 215], [176, 134, 92], [120, 124, 130], [60, 92, 88], [235, 235, 238], [88, 70, 60]][rng.integers(6)], float)
    base = base * rng.uniform(0.75, 1.15)
    picture = np.ones((size, size, 3)) * base
    kind = rng.integers(4)
    if kind == 1:
        turn = rng.uniform(0, math.pi)
        across = x * math.cos(turn) + y * math.sin(turn)
        waves = np.sin(across * rng.uniform(40, 90) + 3 * np.sin(across * 7 + y * 3)) * 0.5 + np.sin(across * 190) * 0.25
        picture *= (1 + 0.1 * waves)[..., None]
    elif kind == 2:
        picture *= (1 + rng.normal(0, 0.07, (size, size)))[..., None]
    elif kind == 3:
        step = size / rng.integers(5, 10)
        lines = ((np.mgrid[0:size, 0:size][0] % step) < 1.5) | ((np.mgrid[0:size, 0:size][1] % step) < 1.5)
        picture[lines] *= rng.choice([0.8, 1.25])
    turn = rng.uniform(0, 2 * math.pi)
    picture *= (1 + rng.uniform(0.05, 0.35) * ((x - 0.5) * math.cos(turn) + (y - 0.5) * math.sin(turn)))[..., None]
    return Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8))


def hand(rng, size):
    """Fingers that come in from one side, and their mask."""
    skin = np.array([[224, 180, 150], [198, 144, 110], [140, 92, 64], [92, 60, 44]][rng.integers(4)], float) * rng.uniform(0.9, 1.1)
    layer = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    draw = ImageDraw.Draw(layer)
    side = rng.integers(4)
    reach = rng.uniform(0.22, 0.4)
    for finger in range(rng.integers(2, 4)):
        at = 0.25 + 0.17 * finger + rng.uniform(-0.03, 0.03)
        width = rng.uniform(0.1, 0.14)
        length = reach * rng.uniform(0.75, 1.1)
        for shrink, light in ((1.0, 0.82), (0.8, 1.0), (0.4, 1.06)):
            w = width * shrink
            box = [(at - w / 2) * size, -0.2 * size, (at + w / 2) * size, (length - (1 - shrink) * 0.03) * size]
            draw.rounded_rectangle(box, w * size / 2, fill=clip(skin * light) + (255,))
        nail = width * 0.5
        draw.rounded_rectangle(
            [(at - nail / 2) * size, (length - 0.085) * size, (at + nail / 2) * size, (length - 0.015) * size], nail * size * 0.4,
            fill=clip(skin * 1.12 + 12) + (255,))
    return layer.rotate(90 * int(side))


def photo(rng, draw, side, ground=table, scale=(0.7, 1.08), turn=(0, 360), shift=0.1, held=0.3):
    """A photo of what `draw` draws.

    draw, ground: called with the generator, and `ground` with a size too; a drawing is a transparent square, a ground an opaque one
    scale: the drawing's size of the photo's, from and to
    turn: the angles of the drawing in degrees, from and to
    shift: how far from the middle it may be, as a part of the side
    held: how often a hand holds it
    """
    size = side * 2
    picture = ground(rng, size).convert("RGBA")
    thing = draw(rng)
    place_size = int(size * rng.uniform(*scale))
    thing = thing.resize((place_size, place_size), Image.LANCZOS).rotate(rng.uniform(*turn), resample=Image.BICUBIC, expand=True)
    # A little perspective.
    w, h = thing.size
    lean = [rng.uniform(-0.12, 0.12) for _ in range(2)]
    thing = thing.transform(
        (w, h), Image.PERSPECTIVE, (1, lean[0] * 0.5, -lean[0] * 0.25 * w, lean[1] * 0.5, 1, -lean[1] * 0.25 * h, lean[0] / w, lean[1] / h),
        resample=Image.BICUBIC)
    left = int((size - w) / 2 + rng.uniform(-shift, shift) * size)
    top = int((size - h) / 2 + rng.uniform(-shift, shift) * size)
    alpha = Image.new("L", (size, size), 0)
    alpha.paste(thing.getchannel("A"), (left, top))
    shadow = ImageChops.offset(alpha, int(rng.uniform(-14, 14)), int(rng.uniform(4, 16)))
    shadow = shadow.filter(ImageFilter.GaussianBlur(rng.uniform(4, 9)))
    picture.paste((0, 0, 0, 255), (0, 0), shadow.point(lambda v: int(v * 0.45)))
    whole = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    whole.paste(thing, (left, top))
    picture.alpha_composite(whole)
    if rng.random() < held:
        picture.alpha_composite(hand(rng, size))
    picture = picture.convert("RGB").resize((side, side), Image.LANCZOS)
    if rng.random() < 0.3:
        picture = picture.filter(ImageFilter.GaussianBlur(rng.uniform(0.5, 1.6)))
    light = np.asarray(picture, float) * rng.uniform(0.65, 1.25) * (1 + rng.uniform(-0.07, 0.07, 3))
    light += rng.normal(0, rng.uniform(1, 6), light.shape)
    return Image.fromarray(np.clip(light, 0, 255).astype(np.uint8))


def write(picture, folder, name, quality=82):
    folder.mkdir(parents=True, exist_ok=True)
    picture.save(folder / name, quality=quality)
