"""Breakfast things: transparent squares with one thing each, seen from above."""
import math
import pathlib
import sys

import numpy as np

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from Rendering import Relief, blend, smooth_noise

SIZE = 240


def pick(rng, colors):
    return np.array(colors[rng.integers(len(colors))], float) * rng.uniform(0.88, 1.12)


def bagel(rng):
    relief = Relief(rng, SIZE)
    dough = pick(rng, [(206, 146, 74), (186, 120, 56), (222, 172, 104)])
    body = relief.ring(0, 0, 0.55, 0.36, rng.uniform(0.88, 1), rng.uniform(0, 3))
    brown = np.clip(0.5 + 0.35 * smooth_noise(rng, SIZE, 0.25), 0, 1)
    relief.paint(body, blend(dough, dough * 0.78, brown), 0.3, 24, bumps=0.005 * smooth_noise(rng, SIZE, 0.03))
    if rng.random() < 0.6:
        seed = pick(rng, [(244, 232, 196), (58, 52, 52)])
        for _ in range(rng.integers(30, 70)):
            angle, radius = rng.uniform(0, 2 * math.pi), rng.uniform(0.32, 0.8)
            relief.paint(relief.ball(radius * math.cos(angle), radius * math.sin(angle), 0.034, 0.02, angle), seed, 0.2)
    return relief.image


def banana(rng):
    relief = Relief(rng, SIZE)
    skin = pick(rng, [(242, 208, 62), (234, 196, 44), (212, 208, 84)])
    bend, radius = rng.uniform(0.7, 1.0), 1.0
    angles = np.linspace(-bend, bend, 17)
    line = [(radius * math.sin(a), radius * math.cos(a) - 0.72) for a in angles]
    thickness = 0.23 * np.clip(np.sin(np.linspace(0.15, math.pi - 0.15, len(line))) ** 0.45, 0.2, 1)
    body = relief.tube(line, thickness)
    relief.paint(body, skin, 0.22, 18)
    for shift in (-0.07, 0.08):
        ridge = relief.tube([(x, y + shift * min(1, 8 * (0.95 - abs(x)))) for x, y in line], 0.014)
        relief.stain((ridge > 0) & (body > 0), (152, 116, 34), 0.35)
    relief.stain((smooth_noise(rng, SIZE, 0.03) > rng.uniform(1.6, 2.6)) & (body > 0), (108, 70, 26), 0.7)
    for end, out, color in ((line[0], -1, (122, 98, 44)), (line[-1], 1, (58, 44, 30))):
        relief.paint(relief.tube([end, (end[0] + out * 0.09, end[1] - 0.1)], [0.06, 0.045]), color, 0.05)
    return relief.image


def coffee(rng):
    relief = Relief(rng, SIZE)
    china = pick(rng, [(240, 240, 236), (196, 208, 218), (92, 116, 142), (222, 120, 92), (70, 72, 78)])
    turn = rng.uniform(0, 2 * math.pi)
    if rng.random() < 0.6:
        relief.paint(relief.slab(relief.blob(0, 0, 0.95, 0), 0.06, 0.1), china * 0.96, 0.4)
        relief.paint(relief.slab(relief.blob(0, 0, 0.6, 0), 0.03, 0.05), china * 0.9, 0.3)
    handle = [(0.45 * math.cos(turn) + 0.2 * math.cos(turn + a), 0.45 * math.sin(turn) + 0.2 * math.sin(turn + a))
              for a in np.linspace(-1.2, 1.2, 9)]
    relief.paint(relief.tube(handle, 0.06), china, 0.4)
    relief.paint(relief.ball(0, 0, 0.52), china * 0.85, 0.2)
    relief.paint(relief.ring(0, 0, 0.5, 0.045), china, 0.5)
    drink = pick(rng, [(66, 40, 24), (92, 58, 34), (150, 106, 68)])
    relief.paint(relief.slab(relief.blob(0, 0, 0.455, 0), 0.02, 0.02), drink, 0.25, 50, shadow=0)
    foam = np.hypot(relief.x, relief.y)
    relief.stain((foam > 0.4) & (foam < 0.45), (196, 160, 116), 0.6)
    if rng.random() < 0.5:
        swirl = np.sin(np.arctan2(relief.y, relief.x) * rng.integers(2, 5) + foam * 16)
        relief.stain((swirl > 0.3) & (foam < 0.34), (226, 202, 166), 0.75)
    return relief.image


def croissant(rng):
    relief = Relief(rng, SIZE)
    crust = pick(rng, [(206, 138, 60), (188, 116, 46), (222, 162, 84)])
    bend = rng.uniform(0.9, 1.35)
    count = rng.integers(7, 10)
    angles = np.linspace(-bend, bend, count)
    order = sorted(range(count), key=lambda index: -abs(index - (count - 1) / 2))
    for index in order:
        a = angles[index]
        width = 0.36 * math.cos(a / bend * 1.25) + 0.05
        x, y = 0.8 * math.sin(a), 0.72 * math.cos(a) - 0.45
        shade = crust * rng.uniform(0.9, 1.08)
        body = relief.ball(x, y, width * 0.5, width, -a * 0.9, 0.9)
        stripes = np.sin((relief.frame(x, y, -a * 0.9)[0]) * 60) * 0.5 + 0.5
        relief.paint(body, blend(shade, shade * 0.72, stripes * 0.6), 0.4, 20, bumps=0.004 * smooth_noise(rng, SIZE, 0.02))
    return relief.image


def egg(rng):
    relief = Relief(rng, SIZE)
    if rng.random() < 0.6:
        # Fried.
        white = relief.blob(0, 0, 0.78, rng.uniform(0.05, 0.1), 6, rng.uniform(0.8, 1), rng.uniform(0, 3))
        edge = np.clip(1 - white / 0.09, 0, 1)
        color = blend((248, 246, 240), (214, 176, 120), edge * rng.uniform(0.1, 0.8))
        relief.paint(relief.slab(white, 0.07, 0.16), color, 0.5, 40, bumps=0.012 * smooth_noise(rng, SIZE, 0.12))
        for x in ([0] if rng.random() < 0.75 else [-0.26, 0.26]):
            relief.paint(relief.ball(x + rng.uniform(-0.08, 0.08), rng.uniform(-0.1, 0.1), 0.26, depth=0.6), pick(rng, [(250, 182, 30), (244, 156, 24)]), 0.8, 40)
    else:
        # Boiled, in a cup.
        cup = pick(rng, [(236, 236, 232), (110, 150, 190), (226, 150, 110)])
        relief.paint(relief.ball(0, 0, 0.7), cup * 0.8, 0.2)
        relief.paint(relief.ring(0, 0, 0.6, 0.1), cup, 0.5)
        shell = pick(rng, [(238, 208, 176), (214, 164, 120), (246, 240, 230)])
        relief.paint(relief.ball(0, 0, 0.46, 0.44), shell, 0.35, 16, bumps=0.002 * smooth_noise(rng, SIZE, 0.015))
    return relief.image


def waffle(rng):
    relief = Relief(rng, SIZE)
    dough = pick(rng, [(222, 166, 84), (206, 146, 66), (232, 182, 104)])
    if rng.random() < 0.5:
        shape = relief.blob(0, 0, 0.86, 0.012)
    else:
        shape = relief.polygon([(-0.82, -0.7), (0.82, -0.7), (0.82, 0.7), (-0.82, 0.7)])
    pitch = rng.uniform(0.23, 0.3)
    a, b = (relief.x / pitch + 0.5) % 1, (relief.y / pitch + 0.5) % 1
    pit = np.clip((np.minimum(np.minimum(a, 1 - a), np.minimum(b, 1 - b)) - 0.13) * 7, 0, 1) * (shape > 0.06)
    relief.paint(relief.slab(shape, 0.1, 0.08), blend(dough, dough * 0.64, pit), 0.2, 20, bumps=-0.05 * pit)
    if rng.random() < 0.4:
        relief.paint(relief.slab(relief.blob(0.1, 0.05, 0.4, 0.16), 0.05), (150, 76, 24), 0.7, 30)
    if rng.random() < 0.4:
        butter = relief.polygon([(-0.14, -0.16), (0.2, -0.1), (0.16, 0.2), (-0.18, 0.14)])
        relief.paint(relief.slab(butter, 0.1, 0.06), (252, 230, 130), 0.3)
    return relief.image


KINDS = {"bagel": bagel, "banana": banana, "coffee": coffee, "croissant": croissant, "egg": egg, "waffle": waffle}
