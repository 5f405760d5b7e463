"""Drawings of the unhealthy snacks."""
import math
import pathlib
import sys

import numpy as np

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from Rendering import Relief, blend, smooth_noise

from healthy import SIZE, leaf, pick, spread

GLAZES = [(240, 150, 186), (92, 52, 32), (250, 246, 236), (236, 196, 120), (160, 210, 230), (60, 34, 24)]
BRIGHT = [(228, 40, 60), (250, 200, 40), (50, 160, 230), (80, 180, 80), (240, 120, 40), (200, 80, 190), (250, 250, 250), (250, 140, 180)]


def sprinkles(relief, inside, count, length=0.04):
    """Short colored rods where `inside` is true."""
    rows, columns = np.nonzero(inside)
    for index in relief.rng.integers(0, max(1, len(rows)), count if len(rows) else 0):
        x, y = columns[index] / relief.size * 2 - 1, rows[index] / relief.size * 2 - 1
        a = relief.rng.uniform(0, 6.3)
        ends = [(x - length * math.cos(a), y - length * math.sin(a)), (x + length * math.cos(a), y + length * math.sin(a))]
        relief.paint(relief.tube(ends, 0.017), pick(relief.rng, BRIGHT), 0.3, shadow=0.3)


def cake(rng):
    relief = Relief(rng, SIZE)
    sponge = pick(rng, [(240, 214, 150), (96, 56, 34), (226, 120, 120), (190, 60, 60)])
    cream = pick(rng, [(252, 246, 234), (248, 196, 210), (84, 46, 28), (250, 236, 190)])
    back, front, left, top, bottom = rng.uniform(-0.62, -0.5), rng.uniform(-0.3, -0.2), -0.85, 0.0, 0.62
    tip = (0.85, front + 0.12)
    side = relief.polygon([(left, front), tip, (tip[0], tip[1] + 0.72), (left, front + 0.85)])
    rise = (relief.y - front - (relief.x - left) / 1.7 * 0.12) / 0.85
    layers = np.floor(rise * 5.0)
    crumb = sponge * (1 + 0.07 * np.clip(smooth_noise(rng, SIZE, 0.02), -2, 2))[..., None]
    color = np.where((layers % 2 == 1)[..., None], cream, crumb)
    color = np.where((rise < 0.12)[..., None], cream, color)
    relief.paint(relief.slab(side, 0.05, 0.04), color, 0.1, bumps=0.006 * smooth_noise(rng, SIZE, 0.02))
    lid = relief.polygon([(left, front), (left + 0.25, back - 0.15), (tip[0] - 0.05, tip[1] - 0.06), tip])
    relief.paint(relief.slab(lid, 0.06, 0.08), cream, 0.25, 18, bumps=0.01 * smooth_noise(rng, SIZE, 0.08))
    for index in range(rng.integers(2, 5)):
        x, y = left + 0.25 + 0.24 * index, front - 0.18 + 0.04 * index
        relief.paint(relief.ball(x, y, 0.12, 0.1), cream, 0.3, 18)
        relief.paint(relief.ball(x, y - 0.06, 0.075, 0.08), cream * 0.98, 0.3, 18)
        if index == 0 or rng.random() < 0.4:
            relief.paint(relief.ball(x, y - 0.16, 0.095), (196, 20, 40), 0.6, 40)
            relief.paint(relief.tube([(x, y - 0.24), (x + 0.08, y - 0.38)], 0.013), (90, 110, 40), 0.1)
    if rng.random() < 0.4:
        sprinkles(relief, lid > 0.06, 24)
    return relief.image


def candy(rng):
    relief = Relief(rng, SIZE)
    count = rng.integers(3, 7)
    places = spread(rng, count, 0.56)
    if count > 4:
        places[-1] = (0.0, 0.0)
    for x, y in places:
        color, other = pick(rng, BRIGHT[:6]), pick(rng, BRIGHT)
        turn, size = rng.uniform(0, 6.3), rng.uniform(0.2, 0.27)
        u, v = relief.frame(x, y, turn)
        if rng.random() < 0.65:
            for side in (-1, 1):
                along = side * u - size * 0.8
                fan = np.where((along > 0) & (along < size * 0.95) & (np.abs(v) < 0.05 + 0.75 * along), 0.05, -1)
                fan = np.where(fan > 0, 0.05 + 0.02 * np.sin(v / np.maximum(along + 0.08, 0.03) * 14), -1)
                relief.paint(fan, color * 0.95 + 10, 0.3)
        stripes = np.sin((u + 0.6 * v) / size * 7) if rng.random() < 0.6 else np.sin(np.arctan2(v, u) * 6 + np.hypot(u, v) / size * 4)
        relief.paint(relief.ball(x, y, size, size * 0.82, turn), np.where((stripes > 0.2)[..., None], other, color), 0.7, 45)
    return relief.image


def cookie(rng):
    relief = Relief(rng, SIZE)
    count = rng.choice([1, 1, 2, 3])
    size = {1: 0.8, 2: 0.55, 3: 0.46}[count]
    for x, y in spread(rng, count, 0.44):
        dough = pick(rng, [(206, 156, 92), (190, 136, 74), (216, 172, 112), (150, 100, 58)])
        edge = relief.blob(x, y, size, 0.03, 6)
        color = blend(dough * 0.78, dough, np.clip(edge / (0.3 * size), 0, 1))
        cracks = 0.012 * smooth_noise(rng, SIZE, 0.03) + 0.018 * smooth_noise(rng, SIZE, 0.09)
        relief.paint(relief.slab(edge, 0.2 * size, 0.4 * size), color, 0.1, bumps=cracks * 0.6)
        chip = pick(rng, [(66, 38, 24), (50, 28, 18), (244, 232, 206)]) if rng.random() < 0.9 else None
        placed = []
        for _ in range(60):
            a, r = rng.uniform(0, 6.3), 0.86 * size * math.sqrt(rng.random())
            cx, cy = x + r * math.cos(a), y + r * math.sin(a)
            if len(placed) < 14 and all(math.hypot(cx - px, cy - py) > 0.24 * size for px, py in placed):
                placed.append((cx, cy))
                tint = chip if chip is not None else pick(rng, BRIGHT)
                shape = relief.slab(relief.blob(cx, cy, rng.uniform(0.085, 0.13) * size, 0.1, 5), 0.06 * size, 0.08 * size)
                relief.paint(shape, tint, 0.35, 25)
    return relief.image


def doughnut(rng):
    relief = Relief(rng, SIZE)
    count = rng.choice([1, 1, 1, 2])
    size = {1: 0.9, 2: 0.56}[count]
    for x, y in spread(rng, count, 0.5):
        dough = pick(rng, [(214, 160, 90), (196, 138, 70), (226, 178, 110)])
        squeeze = rng.uniform(0.85, 1)
        turn = rng.uniform(0, 3)
        body = relief.ring(x, y, 0.62 * size, 0.37 * size, squeeze, turn)
        relief.paint(body, dough, 0.15, bumps=0.006 * smooth_noise(rng, SIZE, 0.04))
        u, v = relief.frame(x, y, turn)
        v = v / squeeze
        angle = np.arctan2(v, u)
        drip = sum(rng.uniform(0, 0.025) * np.cos(wave * angle + rng.uniform(0, 6.3)) for wave in range(3, 10))
        cover = 0.3 * size + drip * size - np.abs(np.hypot(u, v) - 0.62 * size)
        glaze = pick(rng, GLAZES)
        height = np.where(cover > 0, np.maximum(body, 0) + 0.03 * np.sqrt(np.clip(cover / (0.06 * size), 0, 1)), -1)
        relief.paint(height, glaze, 0.55, 40)
        kind = rng.random()
        if kind < 0.6:
            sprinkles(relief, cover > 0.06 * size, rng.integers(25, 60) if count == 1 else 20)
        elif kind < 0.8:
            stripes = (np.abs(np.sin((relief.x * 0.8 + relief.y * 0.6) * 16 / size ** 0.5)) < 0.2) & (cover > 0.02)
            relief.stain(stripes, pick(rng, [(250, 246, 236), (92, 52, 32)]), 0.85)
    return relief.image


def hot_dog(rng):
    relief = Relief(rng, SIZE)
    bread = pick(rng, [(222, 168, 96), (206, 146, 76), (232, 184, 118)])
    sausage = pick(rng, [(176, 70, 44), (196, 92, 60), (150, 54, 36)])
    bow = rng.uniform(-0.12, 0.12)

    def line(shift, reach):
        return [(reach * t, shift + bow * (1 - t * t)) for t in np.linspace(-1, 1, 13)]

    for shift in (-0.2, 0.22):
        half = relief.tube(line(shift, 0.66), 0.26)
        toasted = blend(bread, bread * 0.72, 0.3 + 0.25 * smooth_noise(rng, SIZE, 0.25) + (np.abs(relief.y - shift) < 0.1) * 0.2)
        relief.paint(half, toasted, 0.2, 16, bumps=0.005 * smooth_noise(rng, SIZE, 0.03))
    if rng.random() < 0.4:
        for t in np.linspace(-0.65, 0.65, 12):
            shape = relief.blob(t, bow * (1 - t * t) + rng.uniform(-0.22, 0.22), 0.13, 0.2)
            relief.paint(relief.slab(shape, 0.04), pick(rng, [(110, 170, 60), (140, 190, 80)]), 0.15)
    relief.paint(relief.tube(line(0.0, 0.8), 0.165), sausage, 0.55, 30)
    for sauce in [[(240, 190, 30)], [(200, 30, 24)], [(240, 190, 30), (200, 30, 24)]][rng.integers(3)]:
        waves, phase = rng.uniform(7, 12), rng.uniform(0, 6)
        wave = [(0.72 * t, bow * (1 - t * t) + 0.075 * math.sin(waves * t + phase)) for t in np.linspace(-1, 1, 50)]
        relief.paint(relief.tube(wave, 0.033), sauce, 0.5, 30)
    return relief.image


def ice_cream(rng):
    relief = Relief(rng, SIZE)
    flavors = [(250, 240, 214), (98, 58, 38), (244, 160, 186), (176, 222, 180), (250, 214, 120), (190, 160, 220)]
    scoops = rng.integers(1, 4)
    base = 0.05 + 0.06 * scoops
    cone = relief.polygon([(-0.4, base), (0.4, base), (0.03, 0.97), (-0.03, 0.97)])
    bulge = np.where(cone > 0, np.sqrt(np.maximum(0.41 ** 2 - relief.x ** 2, 1e-4)), -1)
    a, b = (relief.x * 5 + relief.y * 4) % 1, (relief.x * 5 - relief.y * 4) % 1
    line = np.minimum(np.minimum(a, 1 - a), np.minimum(b, 1 - b)) < 0.13
    relief.paint(bulge, np.where(line[..., None], (168, 110, 50), (222, 168, 92)), 0.1)
    size = {1: 0.54, 2: 0.43, 3: 0.37}[scoops]
    for index in range(scoops):
        flavor = np.array(flavors[rng.integers(len(flavors))], float)
        x = 0 if scoops < 3 or index == 2 else (-0.2, 0.2)[index]
        y = base - 0.24 - (0.46 * index if scoops < 3 else (0, 0, 0.4)[index])
        frill = relief.slab(relief.blob(x, y + size * 0.62, size * 1.02, 0.05, 14, 0.34), 0.12, 0.1)
        relief.paint(frill, flavor * 0.97, 0.15, bumps=0.012 * smooth_noise(rng, SIZE, 0.04))
        relief.paint(relief.ball(x, y, size, size * 0.95), flavor, 0.2, 16, bumps=0.012 * smooth_noise(rng, SIZE, 0.05))
        if rng.random() < 0.35:
            sprinkles(relief, relief.ball(x, y - size * 0.2, size * 0.8, size * 0.6) > 0, 16, 0.03)
    if rng.random() < 0.4:
        relief.paint(relief.ball(x, y - size * 1.05, 0.11), (196, 20, 40), 0.6, 40)
    return relief.image


def muffin(rng):
    relief = Relief(rng, SIZE)
    dough = pick(rng, [(214, 160, 92), (190, 130, 66), (92, 56, 36), (226, 178, 108)])
    paper = pick(rng, [(244, 240, 230), (120, 74, 46), (236, 130, 150), (130, 190, 220), (250, 214, 110)])
    cup = relief.polygon([(-0.56, 0.0), (0.56, 0.0), (0.4, 0.86), (-0.4, 0.86)])
    bulge = np.where(cup > 0, np.sqrt(np.maximum(0.62 ** 2 - relief.x ** 2, 1e-4)), -1)
    across = relief.x / (0.56 - 0.19 * relief.y)
    pleats = np.sin(np.arcsin(np.clip(across, -1, 1)) * 15)
    relief.paint(bulge, paper * (0.9 + 0.12 * pleats)[..., None], 0.1, bumps=0.016 * pleats)
    crown = np.maximum(relief.ball(0, -0.08, 0.74, 0.52), relief.ball(0, 0.02, 0.8, 0.27))
    relief.paint(
        crown, blend(dough, dough * 0.75, 0.3 + 0.3 * smooth_noise(rng, SIZE, 0.2)), 0.1,
        bumps=0.014 * smooth_noise(rng, SIZE, 0.03) + 0.03 * smooth_noise(rng, SIZE, 0.12))
    berry = pick(rng, [(60, 56, 110), (58, 32, 20), (170, 30, 50)])
    for _ in range(rng.integers(5, 14)):
        a, r = rng.uniform(0, 6.3), math.sqrt(rng.random())
        relief.paint(relief.ball(0.62 * r * math.cos(a), -0.12 + 0.36 * r * math.sin(a), rng.uniform(0.05, 0.085)), berry, 0.4, 30)
    return relief.image


def kernel(relief, x, y, size):
    """A popped grain of maize."""
    rng = relief.rng
    white = pick(rng, [(254, 248, 230), (252, 238, 200), (250, 244, 220)])
    for _ in range(rng.integers(4, 6)):
        a = rng.uniform(0, 6.3)
        bx, by = x + 0.55 * size * math.cos(a), y + 0.55 * size * math.sin(a)
        relief.paint(relief.ball(bx, by, size * rng.uniform(0.5, 0.7)), white * rng.uniform(0.93, 1.02), 0.1, shadow=0.25)
    if rng.random() < 0.6:
        relief.paint(relief.ball(x, y, size * 0.3), (226, 180, 80), 0.2, shadow=0.1)


def popcorn(rng):
    relief = Relief(rng, SIZE)
    if rng.random() < 0.7:
        for _ in range(30):
            t = rng.uniform(-1, 1)
            kernel(relief, 0.55 * t, -0.25 - rng.uniform(0, 0.48) * (1 - t * t), 0.12)
        stripe = pick(rng, [(212, 36, 44), (212, 36, 44), (40, 90, 190), (230, 160, 30)])
        box = relief.polygon([(-0.66, -0.25), (0.66, -0.25), (0.46, 0.92), (-0.46, 0.92)])
        across = relief.x / (0.66 - 0.17 * (relief.y + 0.25))
        color = np.where((np.floor((across + 1) * 4.5) % 2 == 0)[..., None], stripe, (250, 248, 242))
        relief.paint(relief.slab(box, 0.05, 0.04), color, 0.15)
        for _ in range(12):
            kernel(relief, rng.uniform(-0.56, 0.56), -0.27 + rng.uniform(-0.06, 0.04), 0.11)
    else:
        for _ in range(90):
            a, r = rng.uniform(0, 6.3), 0.74 * rng.random() ** 0.6
            kernel(relief, r * math.cos(a), r * math.sin(a), 0.13)
    return relief.image


def pretzel(rng):
    relief = Relief(rng, SIZE)
    crust = pick(rng, [(150, 84, 36), (128, 66, 28), (176, 108, 50)])
    count = rng.choice([1, 1, 2])
    scale = {1: 1.0, 2: 0.6}[count]
    for x, y in spread(rng, count, 0.46):
        # From one end over the cross to the loop, around it, and back to the other end.
        half = [(0.4, 0.5), (0.24, 0.32), (0.08, 0.16), (-0.06, 0.0), (-0.25, -0.2), (-0.45, -0.42), (-0.68, -0.36), (-0.78, -0.08),
                (-0.7, 0.22), (-0.5, 0.48), (-0.26, 0.64), (0.0, 0.68)]
        knots = half + [(-a, b) for a, b in half[-2::-1]]
        steps = np.linspace(0, len(knots) - 1, 70)
        kx, ky = (np.interp(steps, range(len(knots)), [k[i] for k in knots]) for i in (0, 1))
        ease = np.ones(5) / 5
        kx[2:-2], ky[2:-2] = np.convolve(kx, ease, "valid"), np.convolve(ky, ease, "valid")
        line = [(x + scale * a, y + scale * b * 1.05 - 0.05) for a, b in zip(kx, ky)]
        thick = 0.105 * scale * (0.75 + 0.5 * np.sin(np.linspace(0, math.pi, len(line))))
        parts = [line[:36], line[34:]]
        for part, radii in zip(parts, [thick[:36], thick[34:]]):
            color = blend(crust, crust * 1.35, 0.3 + 0.3 * smooth_noise(rng, SIZE, 0.1))
            relief.paint(relief.tube(part, radii), color, 0.45, 26)
        for _ in range(60 if count == 1 else 30):
            px, py = line[rng.integers(6, len(line) - 6)]
            gx, gy = px + rng.uniform(-0.07, 0.07) * scale, py + rng.uniform(-0.07, 0.07) * scale
            relief.paint(relief.slab(relief.blob(gx, gy, 0.021, 0.2, 4), 0.02, 0.02), (252, 250, 244), 0.3, shadow=0.3)
    return relief.image


def waffle(rng):
    relief = Relief(rng, SIZE)
    dough = pick(rng, [(222, 166, 84), (206, 146, 66), (232, 182, 104)])
    if rng.random() < 0.5:
        shape = relief.blob(0, 0, 0.88, 0.012)
    else:
        shape = relief.polygon([(-0.85, -0.72), (0.85, -0.72), (0.85, 0.72), (-0.85, 0.72)])
    pitch = rng.uniform(0.22, 0.27)
    a, b = (relief.x / pitch + 0.5) % 1, (relief.y / pitch + 0.5) % 1
    wall = np.minimum(np.minimum(a, 1 - a), np.minimum(b, 1 - b))
    pit = np.clip((wall - 0.13) * 7, 0, 1) * (shape > 0.06)
    color = blend(dough, dough * 0.66, pit)
    relief.paint(relief.slab(shape, 0.1, 0.08), color, 0.2, 20, bumps=-0.05 * pit + 0.004 * smooth_noise(rng, SIZE, 0.02))
    kind = rng.random()
    if kind < 0.35:
        relief.paint(relief.slab(relief.blob(0.1, 0.05, 0.45, 0.16), 0.05), (150, 76, 24), 0.7, 30)
    if kind < 0.55:
        butter = relief.polygon([(-0.14, -0.16), (0.2, -0.1), (0.16, 0.2), (-0.18, 0.14)])
        relief.paint(relief.slab(butter, 0.1, 0.06), (252, 230, 130), 0.3)
    elif kind < 0.75:
        for _ in range(9):
            x, y = rng.uniform(-0.4, 0.4, 2)
            relief.paint(relief.ball(x, y, 0.09), pick(rng, [(60, 56, 120), (190, 26, 46)]), 0.4, 30)
    return relief.image


KINDS = {
    "cake": cake, "candy": candy, "cookie": cookie, "doughnut": doughnut, "hot dog": hot_dog, "ice cream": ice_cream, "muffin": muffin,
    "popcorn": popcorn, "pretzel": pretzel, "waffle": waffle,
}
