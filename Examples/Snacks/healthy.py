"""Drawings of the healthy snacks."""
import math
import pathlib
import sys

import numpy as np

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from Rendering import Relief, blend, smooth_noise

SIZE = 300


def pick(rng, colors):
    return np.array(colors[rng.integers(len(colors))], float)


def spread(rng, count, reach):
    """Places apart from each other, around the middle."""
    if count == 1:
        return [(0.0, 0.0)]
    start = rng.uniform(0, 2 * math.pi)
    return [(reach * math.cos(start + 2 * math.pi * index / count), reach * math.sin(start + 2 * math.pi * index / count))
            for index in range(count)]


def leaf(relief, x, y, angle, length, width, color):
    relief.paint(relief.petal(x, y, angle, length, width, curl=0.4), color, 0.15)
    vein = [(x + math.cos(angle) * length * t, y + math.sin(angle) * length * t) for t in (0.05, 0.9)]
    relief.stain(relief.tube(vein, 0.012) > 0, (210, 225, 160), 0.5)


def apple(rng):
    relief = Relief(rng, SIZE)
    skin, other = [((196, 30, 38), (226, 190, 80)), ((150, 14, 30), (200, 60, 50)), ((128, 178, 50), (190, 205, 90)),
                   ((214, 60, 40), (235, 205, 110))][rng.integers(4)]
    count = rng.choice([1, 1, 2, 3])
    size = {1: 0.78, 2: 0.5, 3: 0.42}[count]
    for x, y in spread(rng, count, 0.5):
        turn = rng.uniform(-0.4, 0.4)
        lobes = [relief.ball(x + side * 0.13 * size * math.cos(turn), y + side * 0.13 * size * math.sin(turn) + 0.05 * size, size * 0.82,
                             size * 0.92, turn) for side in (-1, 1)]
        height = np.maximum(lobes[0], lobes[1])
        u, v = relief.frame(x, y, turn)
        dent = np.exp(-(((u / (0.3 * size)) ** 2) + ((v + 0.62 * size) / (0.26 * size)) ** 2))
        height = np.where(height > 0, np.maximum(height - 0.5 * size * dent, 0.01), -1)
        streaks = np.sin(np.arctan2(u, v + 1.4 * size) * 45 + 4 * smooth_noise(rng, SIZE, 0.1))
        share = 0.25 + 0.22 * smooth_noise(rng, SIZE, 0.4) + 0.06 * streaks - 0.5 * (v + 0.2) / size
        relief.paint(height, blend(skin, other, share), 0.5, 40)
        top = (x + 0.52 * size * math.sin(turn), y - 0.52 * size * math.cos(turn))
        relief.paint(relief.tube([top, (top[0] + 0.06 * size, top[1] - 0.4 * size)], 0.045 * size), (96, 62, 34), 0.1)
        if rng.random() < 0.6:
            leaf(relief, top[0] + 0.03 * size, top[1] - 0.15 * size, rng.uniform(-0.7, 0.1), 0.6 * size, 0.15 * size, (74, 132, 46))
    return relief.image


def banana(rng):
    relief = Relief(rng, SIZE)
    skin = pick(rng, [(240, 206, 60), (234, 196, 44), (214, 206, 80)])
    count = rng.choice([1, 1, 2, 3])
    bend = rng.uniform(0.75, 1.0)
    for index in range(count):
        lift = 0.3 * (index - (count - 1) / 2)
        angles = np.linspace(-bend, bend, 15)
        radius = 0.95
        line = [(radius * math.sin(a), -radius * math.cos(a) * -1 - 0.7 + lift - 0.1 * abs(a)) for a in angles]
        thickness = 0.24 * np.clip(np.sin(np.linspace(0.16, math.pi - 0.16, 15)) ** 0.45, 0.2, 1)
        height = relief.tube(line, thickness)
        relief.paint(height, blend(skin, (190, 170, 60), 0.5 * (smooth_noise(rng, SIZE, 0.3) > 1.1)), 0.2, 18)
        for shift, strength in ((-0.07, 0.35), (0.075, 0.25)):
            ridge = relief.tube([(px, py + shift * min(1, 9 * (0.95 - abs(px)))) for px, py in line], 0.012)
            relief.stain((ridge > 0) & (height > 0), (150, 112, 30), strength)
        freckles = (smooth_noise(rng, SIZE, 0.03) > 2.0) & (height > 0)
        relief.stain(freckles, (110, 70, 25), 0.7)
        for end, out in ((line[0], -1), (line[-1], 1)):
            tip = (end[0] + out * 0.08, end[1] + (-0.1 if out < 0 else -0.05))
            relief.paint(relief.tube([end, tip], [0.06, 0.045]), (120, 96, 40) if out < 0 else (60, 44, 28), 0.05)
    return relief.image


def carrot(rng):
    relief = Relief(rng, SIZE)
    skin = pick(rng, [(238, 126, 32), (230, 108, 24), (244, 142, 50)])
    count = rng.integers(1, 4)
    for index in range(count):
        y = (index - (count - 1) / 2) * 0.42
        slope = rng.uniform(-0.12, 0.12)
        thick = rng.uniform(0.15, 0.2)
        for _ in range(rng.integers(6, 10)):
            angle = math.pi + rng.uniform(-0.5, 0.5)
            end = (-0.5 + 0.48 * math.cos(angle), y + 0.48 * math.sin(angle))
            green = pick(rng, [(70, 140, 50), (96, 160, 60), (56, 116, 44)])
            relief.paint(relief.tube([(-0.48, y), end], [0.025, 0.015]), green, 0.1)
            for t in np.linspace(0.4, 1, 5):
                x0, y0 = -0.5 + 0.48 * t * math.cos(angle), y + 0.48 * t * math.sin(angle)
                relief.paint(relief.ball(x0, y0, 0.06, 0.028, angle + rng.uniform(-1, 1)), green, 0.1)
        line = [(-0.52 + 1.4 * t, y + slope * math.sin(3 * t)) for t in np.linspace(0, 1, 9)]
        radii = thick * np.array([0.75, 1, 0.97, 0.88, 0.77, 0.64, 0.48, 0.3, 0.06])
        height = relief.tube(line, radii)
        relief.paint(height, skin, 0.25, 22, bumps=0.004 * smooth_noise(rng, SIZE, 0.05))
        for x in rng.uniform(-0.5, 0.7, 16):
            start = (x, y + slope * math.sin(3 * (x + 0.52) / 1.4) + rng.uniform(-0.12, 0.05))
            mark = relief.tube([start, (x + 0.01, y + rng.uniform(0, 0.15))], 0.009)
            relief.stain((mark > 0) & (height > 0), (160, 70, 14), 0.5)
    return relief.image


def grape(rng):
    relief = Relief(rng, SIZE)
    skin = pick(rng, [(88, 40, 110), (60, 30, 84), (150, 186, 70), (170, 200, 92), (130, 26, 60)])
    relief.paint(relief.tube([(0, -0.55), (0.05, -0.95)], 0.04), (122, 96, 50), 0.05)
    relief.paint(relief.tube([(-0.12, -0.86), (0.2, -0.84)], 0.03), (122, 96, 50), 0.05)
    if rng.random() < 0.5:
        relief.paint(relief.slab(relief.blob(0.35, -0.72, 0.26, 0.12), 0.06), (88, 140, 56), 0.1)
    berries = []
    for row in range(6):
        width = [3, 5, 5, 4, 3, 1][row]
        for column in range(width):
            berries.append((
                (column - (width - 1) / 2) * 0.26 + rng.uniform(-0.04, 0.04), -0.5 + row * 0.235 + rng.uniform(-0.04, 0.04)))
    for index in rng.permutation(len(berries)):
        x, y = berries[index]
        size = rng.uniform(0.14, 0.17)
        tint = skin * rng.uniform(0.8, 1.2)
        share = 0.35 + 0.25 * smooth_noise(rng, SIZE, 0.15)
        relief.paint(relief.ball(x, y, size, size * rng.uniform(1, 1.12)), blend(tint, tint * 0.5 + 100, share * 0.5), 0.6, 50, shadow=0.6)
    return relief.image


def juice(rng):
    relief = Relief(rng, SIZE)
    drink = pick(rng, [(250, 160, 30), (244, 190, 60), (214, 60, 50), (236, 120, 40)])
    top, bottom, low, high = rng.uniform(0.42, 0.5), rng.uniform(0.3, 0.38), 0.85, -0.6
    if rng.random() < 0.8:
        straw = pick(rng, [(230, 60, 60), (60, 140, 220), (250, 250, 250), (90, 180, 80)])
        lean = rng.uniform(0.15, 0.4)
        relief.paint(relief.tube([(0, 0.3), (lean, -0.95)], 0.045), straw, 0.3)
    glass = relief.polygon([(-top, high), (top, high), (bottom, low), (-bottom, low)])
    share = np.abs(relief.x) / top
    bulge = np.sqrt(np.maximum(top ** 2 - relief.x ** 2, 1e-4))
    relief.paint(np.where(glass > 0, bulge, -1), blend((226, 236, 240), (170, 186, 196), share), 0.5, 14)
    level = rng.uniform(-0.45, -0.3)
    inner = relief.polygon([(-top + 0.06, level), (top - 0.06, level), (bottom - 0.05, low - 0.08), (-bottom + 0.05, low - 0.08)])
    relief.paint(np.where(inner > 0, bulge, -1), blend(drink, drink * 0.7, (relief.y - level) / 1.6), 0.35, 16, shadow=0)
    relief.paint(relief.ball(0, level, top - 0.06, 0.075, depth=0.4), drink * 0.85 + 35, 0.1, shadow=0)
    rim = relief.ring(0, high, top, 0.022, 0.18)
    relief.paint(rim, (240, 246, 248), 0.5, shadow=0.1)
    gleam = relief.tube([(-top + 0.14, -0.4), (-bottom + 0.1, 0.6)], 0.028)
    relief.stain(gleam > 0, (255, 255, 255), 0.6)
    for _ in range(rng.integers(0, 4)):
        x, y = rng.uniform(-0.22, 0.22), level + rng.uniform(0, 0.15)
        cube = relief.slab(relief.blob(x, y, 0.11, 0.05, 4), 0.06)
        relief.stain(np.clip(cube * 12, 0, 0.6), (255, 250, 240))
    if rng.random() < 0.6:
        citrus(relief, -top * 0.9, high - 0.02, 0.25, rng.uniform(0, 3))
    return relief.image


def citrus(relief, x, y, radius, turn, flesh=(250, 166, 40), rind=(240, 140, 20)):
    """A slice of an orange."""
    u, v = relief.frame(x, y, turn)
    distance, angle = np.hypot(u, v) / radius, np.arctan2(v, u)
    relief.paint(relief.slab(radius - np.hypot(u, v), 0.06, 0.05), rind, 0.2)
    relief.stain(distance < 0.92, (252, 232, 190))
    wedge = np.abs(((angle / (2 * math.pi) * 9) % 1) - 0.5)
    pulp = (distance < 0.83) & (distance > 0.1) & (wedge < 0.5 - 0.03 / np.maximum(distance, 0.12))
    light = 1 + 0.06 * smooth_noise(relief.rng, relief.size, 0.04)
    relief.stain(pulp, np.array(flesh, float) * np.clip(light, 0.8, 1.2)[..., None])


def orange(rng):
    relief = Relief(rng, SIZE)
    skin = pick(rng, [(246, 150, 28), (240, 132, 20), (250, 166, 48)])
    count = rng.choice([1, 2, 3])
    size = {1: 0.76, 2: 0.5, 3: 0.43}[count]
    halves = rng.random() < 0.45
    for index, (x, y) in enumerate(spread(rng, count, 0.48)):
        if halves and index == count - 1:
            citrus(relief, x, y, size, rng.uniform(0, 3), rind=skin)
            continue
        bumps = 0.006 * smooth_noise(rng, SIZE, 0.025)
        relief.paint(relief.ball(x, y, size, size * rng.uniform(0.94, 1)), skin, 0.35, 24, bumps=bumps)
        a = rng.uniform(0, 6.3)
        nx, ny = x + 0.45 * size * math.cos(a), y + 0.45 * size * math.sin(a)
        relief.paint(relief.ball(nx, ny, 0.075 * size), (110, 130, 50), 0.1, shadow=0.3)
        if rng.random() < 0.3:
            leaf(relief, nx, ny, rng.uniform(0, 6.3), 0.5 * size, 0.14 * size, (60, 120, 44))
    return relief.image


def pineapple(rng):
    relief = Relief(rng, SIZE)
    for index in range(19):
        angle = -math.pi / 2 + (rng.uniform(-1.05, 1.05) if index < 12 else rng.uniform(-0.5, 0.5))
        green = pick(rng, [(72, 122, 60), (96, 150, 76), (56, 98, 52), (120, 160, 90)])
        relief.paint(relief.petal(rng.uniform(-0.08, 0.08), -0.2, angle, rng.uniform(0.5, 0.78), 0.085, 0.7), green, 0.12)
    width, height = rng.uniform(0.42, 0.48), rng.uniform(0.58, 0.64)
    body = relief.ball(0, 0.32, width, height)
    body = np.where(body > 0, body * 0.8, -1)
    u, v = relief.x / width, (relief.y - 0.32) / height
    bend = np.arcsin(np.clip(u, -1, 1))
    a, b = (bend * 2.6 + v * 3.1) % 1, (bend * 2.6 - v * 3.1) % 1
    groove = np.minimum(np.minimum(a, 1 - a), np.minimum(b, 1 - b))
    center = np.hypot(a - 0.5, b - 0.5)
    color = blend((120, 76, 22), pick(rng, [(222, 164, 50), (206, 142, 40), (180, 150, 50)]), np.clip(groove * 6, 0, 1))
    color = blend(color, (104, 84, 30), np.clip(1.4 - center * 9, 0, 1))
    relief.paint(body, color, 0.2, 20, bumps=0.05 * np.clip(groove * 2.4, 0, 0.8))
    return relief.image


def salad(rng):
    relief = Relief(rng, SIZE)
    bowl = pick(rng, [(242, 242, 238), (176, 122, 72), (110, 150, 180), (70, 70, 76)])
    relief.paint(relief.slab(0.95 - np.hypot(relief.x, relief.y), 0.2, 0.12), bowl, 0.3, 25)
    relief.paint(relief.slab(0.84 - np.hypot(relief.x, relief.y), 0.05, 0.2), bowl * 0.7, 0.1)
    for _ in range(34):
        a, r = rng.uniform(0, 6.3), 0.68 * math.sqrt(rng.random())
        x, y = r * math.cos(a), r * math.sin(a)
        kind = rng.random()
        if kind < 0.62:
            green = pick(rng, [(96, 160, 50), (140, 190, 80), (62, 122, 44), (170, 205, 110)])
            shape = relief.blob(x, y, rng.uniform(0.16, 0.28), 0.16, 9, rng.uniform(0.5, 0.9), rng.uniform(0, 3))
            relief.paint(relief.slab(shape, 0.07, 0.08), green, 0.2, bumps=0.02 * smooth_noise(rng, SIZE, 0.06))
        elif kind < 0.78:
            relief.paint(relief.slab(relief.blob(x, y, 0.15, 0.03), 0.05), (212, 48, 40), 0.4, 40)
            u, v = relief.frame(x, y)
            d, angle = np.hypot(u, v), np.arctan2(v, u)
            relief.stain((d < 0.11) & (d > 0.045) & (np.abs(((angle / 6.283 * 4) % 1) - 0.5) < 0.3), (240, 130, 90), 0.8)
        elif kind < 0.9:
            relief.paint(relief.slab(relief.blob(x, y, 0.13, 0.02), 0.04), (66, 118, 52), 0.2)
            d = np.hypot(relief.x - x, relief.y - y)
            relief.stain(d < 0.108, (206, 226, 160))
            relief.stain(d < 0.05, (186, 212, 140))
        else:
            relief.paint(relief.ring(x, y, 0.12, 0.022), (196, 140, 190), 0.3)
    return relief.image


def strawberry(rng):
    relief = Relief(rng, SIZE)
    count = rng.choice([1, 2, 3])
    size = {1: 0.8, 2: 0.52, 3: 0.45}[count]
    for x, y in spread(rng, count, 0.46):
        skin = pick(rng, [(214, 28, 40), (190, 20, 34), (226, 48, 48)])
        turn = rng.uniform(-0.6, 0.6) + (rng.uniform(0, 6.3) if count > 1 else 0)
        u, v = relief.frame(x, y, turn)
        along = np.clip((v / size + 0.75) / 1.6, 0, 1)
        half = size * 0.72 * np.clip(np.sin(math.pi * (0.1 + 0.9 * along) ** 0.55), 0, 1) ** 0.8
        inside = np.where((v / size > -0.75) & (v / size < 0.85), 1 - (u / np.maximum(half, 1e-6)) ** 2, -1)
        height = np.where(inside > 0, np.sqrt(np.maximum(inside, 0)) * np.minimum(half, size * 0.7) + 1e-4, -1)
        row = np.floor(v / size * 7)
        cu, cv = (u / size * 6 + 0.5 * (row % 2)) % 1 - 0.5, (v / size * 7) % 1 - 0.5
        seed = np.hypot(cu * 1.5, cv) < 0.24
        pit = np.exp(-(cu ** 2 + cv ** 2) / 0.08)
        relief.paint(height, np.where(seed[..., None], (240, 210, 110), skin), 0.5, 35, bumps=-0.02 * size * pit)
        tx, ty = x + 0.66 * size * math.sin(turn), y - 0.66 * size * math.cos(turn)
        for angle in np.linspace(0, 2 * math.pi, 7)[:-1] + turn:
            leaf(relief, tx, ty, angle + rng.uniform(-0.2, 0.2), 0.46 * size, 0.13 * size, (74, 142, 50))
        stalk = [(tx, ty), (tx + 0.3 * size * math.sin(turn), ty - 0.3 * size * math.cos(turn))]
        relief.paint(relief.tube(stalk, 0.035 * size), (104, 150, 60), 0.1)
    return relief.image


def watermelon(rng):
    relief = Relief(rng, SIZE)
    flesh = pick(rng, [(228, 60, 66), (236, 84, 84), (214, 44, 60)])
    if rng.random() < 0.5:
        radius, y = 0.92, -0.42
        d = np.hypot(relief.x, relief.y - y)
        cut = np.minimum(radius - d, relief.y - y)
    else:
        radius, y = 1.5, -0.8
        d = np.hypot(relief.x, relief.y - y)
        reach = rng.uniform(0.42, 0.52)
        across = np.minimum(*(math.cos(reach) * side * -relief.x + math.sin(reach) * (relief.y - y) for side in (-1, 1)))
        cut = np.minimum(radius - d, across)
    inside = radius - d
    color = blend(flesh, flesh * 1.12, 0.5 + 0.3 * smooth_noise(rng, SIZE, 0.08))
    color = np.where((inside < 0.2)[..., None], (246, 206, 190), color)
    color = np.where((inside < 0.15)[..., None], (236, 244, 206), color)
    stripe = np.sin(np.arctan2(relief.x, relief.y - y) * 40) > 0
    color = np.where((inside < 0.085)[..., None], np.where(stripe[..., None], (40, 92, 40), (96, 154, 66)), color)
    relief.paint(relief.slab(cut, 0.06, 0.04), color, 0.15, 20)
    for _ in range(400):
        sx, sy = rng.uniform(-0.8, 0.8), rng.uniform(-0.8, 0.9)
        depth = radius - math.hypot(sx, sy - y)
        column, line = min(SIZE - 1, int((sx + 1) / 2 * SIZE)), min(SIZE - 1, int((sy + 1) / 2 * SIZE))
        if not (0.25 < depth < 0.65 and cut[line, column] > 0.07) or rng.random() > 0.16:
            continue
        relief.paint(relief.ball(sx, sy, 0.022, 0.04, math.atan2(-sx, sy - y)), (34, 22, 20), 0.5, shadow=0.2)
    return relief.image


KINDS = {
    "apple": apple, "banana": banana, "carrot": carrot, "grape": grape, "juice": juice, "orange": orange, "pineapple": pineapple,
    "salad": salad, "strawberry": strawberry, "watermelon": watermelon,
}
