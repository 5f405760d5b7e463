"""Draws what a smudged lens does to a picture.

Grease, water or dust on the front of a lens is far out of focus.  It doesn't show as such: each point of the scene keeps a part of its light, and the
rest is spread around it.  So a picture is the sum of itself and of itself convolved with a wide kernel, in linear light, with weights that vary slowly
over the picture.  Light sources, which a photograph clips, are made brighter before.
"""

import cv2
import numpy as np

KINDS = ("film", "wipe", "haze", "drops", "dust")
KIND_SHARES = (0.34, 0.24, 0.2, 0.14, 0.08)
REACH = 0.25  # of a kernel to each side, in sides of the picture
MOST_ADDED = 0.6  # light that clipped parts get, on average over the picture
FLOOR = 0.003  # of the light that counts as dark, so that a kernel's ends don't stand out
NOTICED = ((0.25, 0.05), (0.04, 0.14))  # changes that are noticed half of the time: of which part of the picture, in shares of the range
STEPS = 4095  # of the table that encodes light

_values = np.arange(256, dtype=np.float32) / 255
LINEAR = np.where(_values <= 0.04045, _values / 12.92, ((_values + 0.055) / 1.055) ** 2.4).astype(np.float32)
_roots = (np.arange(STEPS + 1, dtype=np.float64) / STEPS) ** 2
ENCODED = np.rint(255 * np.where(_roots <= 0.0031308, 12.92 * _roots, 1.055 * _roots ** (1 / 2.4) - 0.055)).astype(np.uint8)


def to_light(image):
    """The linear light of an sRGB picture, 0 to 1."""
    return LINEAR[image]


def to_picture(light):
    """The sRGB picture of linear light; what is brighter than 1 is clipped."""
    return ENCODED[(np.sqrt(np.clip(light, 0, 1)) * STEPS + 0.5).astype(np.int32)]


def brightened(light, generator):
    """Light whose clipped parts are as bright as they may have been."""
    brightest = np.maximum(np.maximum(light[..., 0], light[..., 1]), light[..., 2])
    excess = np.clip((brightest - 0.85) / 0.15, 0, 1) ** 2
    factor = np.exp(generator.uniform(np.log(0.3), np.log(40)))
    return light * (1 + np.float32(min(factor, MOST_ADDED / (excess.mean() + 1e-3))) * excess)[..., None]


def clouds(generator, side, grain):
    """A smooth field of random values, 0 to 1, whose features have about the size `grain` in sides of the picture."""
    cells = max(int(1 / grain), 1) + 3
    field = cv2.resize(generator.random((cells, cells), np.float32), (2 * side, 2 * side), interpolation=cv2.INTER_CUBIC)
    y, x = generator.integers(0, side // 2, 2)
    field = field[y:y + side, x:x + side]
    low, high = field.min(), field.max()
    return (field - low) / max(high - low, 1e-6)


def arcs(generator, side):
    """Bands of a wipe, 0 to 1, and the direction of the wipe in the middle of the picture."""
    angle, distance = generator.uniform(0, 2 * np.pi), generator.uniform(0.6, 4)
    y, x = (np.mgrid[:side, :side] / side - 0.5).astype(np.float32)
    radius = np.hypot(x - distance * np.cos(angle), y - distance * np.sin(angle)) - distance
    across = cv2.resize(generator.random((1, int(generator.integers(6, 30))), np.float32), (256, 1), interpolation=cv2.INTER_CUBIC)[0]
    bands = across[np.clip((radius + 0.75) / 1.5 * 256, 0, 255).astype(int)]
    return np.clip(cv2.GaussianBlur(bands, (0, 0), 0.02 * side), 0, 1), angle + np.pi / 2


def offsets(side):
    """The places of a kernel's values, for pictures of half the side: across and down from its middle, in sides of the picture."""
    reach = int(REACH * side / 2)
    y, x = np.mgrid[-reach:reach + 1, -reach:reach + 1].astype(np.float32) * np.float32(2 / side)
    return x, y


def halo(generator, side):
    """A round kernel: grease spreads light a little, some, and far."""
    x, y = offsets(side)
    square = x * x + y * y
    kernel = np.zeros_like(square)
    for low, high, most in ((0.004, 0.015, 1.0), (0.015, 0.05, 1.0), (0.06, 0.2, 0.8)):
        width = np.exp(generator.uniform(np.log(low), np.log(high)))
        part = np.exp(-square / (2 * width * width))
        kernel += generator.uniform(0.1, most) / part.sum() * part
    return kernel / kernel.sum()


def streaks(generator, side, direction, spread, count):
    """A kernel of lines in about one direction, whose light falls with the distance."""
    x, y = offsets(side)
    kernel = np.zeros_like(x)
    for _ in range(count):
        angle = direction + generator.normal(0, spread)
        along, across = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
        width = generator.uniform(0.003, 0.006) + generator.uniform(0.01, 0.08) * abs(along)
        length = np.exp(generator.uniform(np.log(0.02), np.log(0.12)))
        weights = np.where(along > 0, *generator.uniform(0.3, 1, 2))
        kernel += weights * np.exp(-(across / width) ** 2 / 2) / width / (1 + (along / length) ** 2) * np.clip(2 - 8 * abs(along), 0, 1)
    return kernel / kernel.sum()


def convolved(light, kernel):
    """Light convolved with a kernel of half its scale."""
    side, reach = len(light), len(kernel) // 2
    small = cv2.resize(light, (side // 2, side // 2), interpolation=cv2.INTER_AREA)
    small = cv2.copyMakeBorder(small, reach, reach, reach, reach, cv2.BORDER_REFLECT).transpose(2, 0, 1)
    wide = np.zeros(small.shape[1:], np.float32)
    wide[:2 * reach + 1, :2 * reach + 1] = kernel
    spread = np.fft.irfft2(np.fft.rfft2(small) * np.fft.rfft2(wide), small.shape[1:])
    spread = np.ascontiguousarray(spread[:, 2 * reach:, 2 * reach:].transpose(1, 2, 0), np.float32)
    return cv2.resize(np.maximum(spread, 0), (side, side), interpolation=cv2.INTER_LINEAR)


def spots(generator, side, count, smallest, largest):
    """A mask of round and merging spots, 0 to 1, with soft edges."""
    mask = np.zeros((side, side), np.float32)
    for _ in range(count):
        centre, size = generator.uniform(-0.05, 1.05, 2) * side, side * np.exp(generator.uniform(np.log(smallest), np.log(largest)))
        axes = (size * generator.uniform(0.6, 1.4), size * generator.uniform(0.6, 1.4))
        cv2.ellipse(mask, (tuple(map(float, centre)), tuple(map(float, axes)), generator.uniform(0, 180)), 1.0, -1)
    return np.clip(cv2.GaussianBlur(mask, (0, 0), generator.uniform(0.008, 0.04) * side), 0, 1)


def through_drops(light, generator):
    """Light through drops, which show the scene moved and blurred."""
    side = len(light)
    mask = spots(generator, side, int(generator.integers(1, 7)), 0.1, 0.5)
    shift = generator.normal(0, 0.04, 2) * side
    zoom = generator.uniform(0.75, 1.2)
    affine = np.array([[zoom, 0, shift[0] + (1 - zoom) * side / 2], [0, zoom, shift[1] + (1 - zoom) * side / 2]])
    bent = cv2.warpAffine(light, affine, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    bent = cv2.GaussianBlur(bent, (0, 0), np.exp(generator.uniform(np.log(0.008), np.log(0.04))) * side)
    edge = np.clip(4 * mask * (1 - mask), 0, 1) ** 2
    bent = bent * (1 + generator.uniform(0, 0.5) * edge[..., None])
    share = (generator.uniform(0.4, 1) * mask)[..., None]
    return (1 - share) * light + share * bent


def veil(light, generator):
    """The light that a source outside of the picture spreads over it."""
    side = len(light)
    angle = generator.uniform(0, 2 * np.pi)
    y, x = np.mgrid[:side, :side].astype(np.float32) / side - 0.5
    falloff = np.exp(generator.uniform(0, 3) * (x * np.cos(angle) + y * np.sin(angle) - 0.6))
    colour = (1 + generator.normal(0, 0.12, 3)).clip(0.6, 1.4) * np.minimum(light, 1).mean((0, 1))
    return (falloff[..., None] * (colour + 0.01)).astype(np.float32)


def smudged(light, generator, kind=None):
    """The light of a square picture behind a smudged lens."""
    side = len(light)
    kind = kind or str(generator.choice(KINDS, p=KIND_SHARES))
    direction = generator.uniform(0, np.pi)
    kernel, share = halo(generator, side), np.full((side, side), 1, np.float32)
    if kind == "film":
        share = 0.35 + 0.65 * clouds(generator, side, generator.uniform(0.25, 0.9))
        if generator.random() < 0.5:
            fans = streaks(generator, side, direction, generator.uniform(0.3, 1.5), int(generator.integers(3, 14)))
            kernel = kernel + generator.uniform(0.2, 1) * fans
    elif kind == "wipe":
        bands, along = arcs(generator, side)
        share = 0.4 + 0.6 * bands
        lines = streaks(generator, side, along + np.pi / 2, generator.uniform(0.01, 0.12), int(generator.integers(2, 9)))
        kernel = kernel + np.exp(generator.uniform(np.log(0.3), np.log(4))) * lines
    elif kind == "haze":
        share = 0.7 + 0.3 * clouds(generator, side, 0.8)
    elif kind == "drops":
        light = through_drops(light, generator)
        share = share * generator.uniform(0.2, 1)
    elif kind == "dust":
        dark = spots(generator, side, int(generator.integers(1, 6)), 0.05, 0.3)
        light = light * (1 - generator.uniform(0.15, 0.75) * cv2.GaussianBlur(dark, (0, 0), 0.02 * side))[..., None]
    strength = generator.uniform(0.08, 0.85) ** 1.2
    share = (strength * share)[..., None]
    result = (1 - share) * light + share * convolved(light, kernel / kernel.sum())
    if generator.random() < 0.3:
        result = result + share * np.exp(generator.uniform(np.log(0.05), np.log(1))) * veil(light, generator)
    return exposed(result, light, generator.uniform(0, 1))


def exposed(light, before, share):
    """Light with the exposure changed by a share of what a camera would, so that the picture is as bright as before."""
    means = [np.sqrt(np.clip(x[::4, ::4], FLOOR, 1)).mean() for x in (before, light)]
    return light * np.float32((means[0] / means[1]) ** (2 * share))


def degree(before, after):
    """How much a smudge shows, 0 to 1, of sRGB pictures without and with it."""
    change = cv2.absdiff(*(cv2.cvtColor(image, cv2.COLOR_RGB2GRAY) for image in (before, after)))
    change = np.sort(cv2.resize(change, (32, 32), interpolation=cv2.INTER_AREA).ravel() / 255)
    most = max(change[-int(part * len(change)):].mean() / noticed for part, noticed in NOTICED)
    return float(1 - 0.5 ** (most ** 1.5))
