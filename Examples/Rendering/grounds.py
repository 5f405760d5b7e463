"""Grounds and backgrounds, apart from table tops."""
import math

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from .photo import table
from .relief import smooth_noise


def finish(picture, rng):
    """A picture of floating-point colors in uneven light."""
    size = picture.shape[0]
    y, x = np.mgrid[0:size, 0:size] / size - 0.5
    turn = rng.uniform(0, 2 * math.pi)
    picture = picture * (1 + rng.uniform(0.05, 0.35) * (x * math.cos(turn) + y * math.sin(turn)))[..., None]
    return Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8))


def cloth(rng, size):
    """A checkered, striped or dotted cloth."""
    y, x = np.mgrid[0:size, 0:size] / size
    turn = rng.uniform(-0.5, 0.5)
    u, v = x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)
    light = np.array([[244, 240, 232], [236, 226, 206], [214, 220, 226]][rng.integers(3)], float)
    dark = np.array([[190, 60, 60], [80, 110, 170], [90, 140, 110], [120, 120, 126], [220, 170, 80]][rng.integers(5)], float)
    step = rng.uniform(0.08, 0.2)
    kind = rng.integers(3)
    if kind == 0:
        share = ((u / step % 1 < 0.5) * 0.5 + (v / step % 1 < 0.5) * 0.5)
    elif kind == 1:
        share = (u / step % 1 < rng.uniform(0.2, 0.5)) * 0.9
    else:
        share = np.hypot(u / step % 1 - 0.5, v / step % 1 - 0.5) < 0.2
    share = np.asarray(share, float)[..., None]
    weave = 1 + 0.03 * rng.normal(0, 1, (size, size, 1))
    return finish((light * (1 - share) + dark * share) * weave, rng)


def plate(rng, size):
    """A plate on a table or a cloth."""
    picture = (table if rng.random() < 0.6 else cloth)(rng, size).convert("RGBA")
    fine = size * 2
    layer = Image.new("RGBA", (fine, fine), (0, 0, 0, 0))
    draw = ImageDraw.Draw(layer)
    color = [(246, 246, 244), (222, 230, 236), (90, 110, 130), (232, 220, 196), (60, 62, 66)][rng.integers(5)]
    middle = fine / 2 + rng.uniform(-0.05, 0.05, 2) * fine
    radius = rng.uniform(0.47, 0.6) * fine
    for part, light in ((1.0, 0.8), (0.985, 1.0), (0.7, 0.9), (0.685, 0.97)):
        r = radius * part
        draw.ellipse([middle[0] - r, middle[1] - r, middle[0] + r, middle[1] + r], fill=tuple(int(c * light) for c in color) + (255,))
    layer = layer.resize((size, size), Image.LANCZOS)
    shadow = layer.getchannel("A").filter(ImageFilter.GaussianBlur(size / 40)).point(lambda value: int(value * 0.5))
    picture.paste((0, 0, 0, 255), (4, 8), shadow)
    picture.alpha_composite(layer)
    return picture.convert("RGB")


def counter(rng, size):
    """A wall, out of focus, behind a table top."""
    wall = np.asarray(table(rng, size).filter(ImageFilter.GaussianBlur(size / 40)), float)
    top = np.asarray(table(rng, size).resize((size, size // 2)), float)
    edge = int(size * rng.uniform(0.55, 0.75))
    picture = wall
    picture[edge:] = top[: size - edge]
    blurred = Image.fromarray(picture.astype(np.uint8)).filter(ImageFilter.GaussianBlur(1.5))
    return blurred


def foliage(rng, size):
    """Leaves and grass, out of focus."""
    base = np.array([[60, 96, 44], [40, 70, 36], [90, 120, 60], [110, 112, 60]][rng.integers(4)], float)
    picture = Image.fromarray(np.clip(np.ones((size, size, 3)) * base * 0.8, 0, 255).astype(np.uint8))
    draw = ImageDraw.Draw(picture)
    for _ in range(rng.integers(40, 120)):
        x, y = rng.uniform(-0.1, 1.1, 2) * size
        a, length, width = rng.uniform(0, 6.3), rng.uniform(0.1, 0.4) * size, rng.uniform(0.01, 0.06) * size
        tip = (x + length * math.cos(a), y + length * math.sin(a))
        side = (-width * math.sin(a), width * math.cos(a))
        middle = ((x + tip[0]) / 2, (y + tip[1]) / 2)
        fill = tuple(int(c) for c in np.clip(base * rng.uniform(0.6, 1.5) + rng.uniform(-14, 14, 3), 0, 255))
        draw.polygon([(x, y), (middle[0] + side[0], middle[1] + side[1]), tip, (middle[0] - side[0], middle[1] - side[1])], fill=fill)
    return picture.filter(ImageFilter.GaussianBlur(rng.uniform(0.5, size / 40)))


def sky(rng, size):
    """Sky with clouds, from blue to gray."""
    high, low = [((70, 130, 210), (180, 210, 240)), ((140, 160, 180), (216, 222, 228)), ((90, 150, 220), (240, 226, 210))][rng.integers(3)]
    share = np.linspace(0, 1, size)[:, None, None]
    picture = np.array(high, float) * (1 - share) + np.array(low, float) * share + np.zeros((size, size, 1))
    cloud = np.clip(smooth_noise(rng, size, 0.2) * 0.5 + smooth_noise(rng, size, 0.08) * 0.25 - rng.uniform(-0.2, 0.6), 0, 1)[..., None]
    return finish(picture * (1 - cloud * 0.8) + 250 * cloud * 0.8, rng)


def soil(rng, size):
    """Earth, bark or stone."""
    base = np.array([[104, 80, 60], [140, 128, 112], [84, 66, 54], [170, 160, 146]][rng.integers(4)], float)
    rough = 1 + 0.14 * smooth_noise(rng, size, 0.02) + 0.1 * smooth_noise(rng, size, 0.06) + 0.08 * smooth_noise(rng, size, 0.25)
    return finish(base * rough[..., None], rng)


def one_of(*grounds):
    """A ground that is each time another one of these."""
    return lambda rng, size: grounds[rng.integers(len(grounds))](rng, size)
