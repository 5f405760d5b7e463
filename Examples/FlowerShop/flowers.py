"""Drawings of the flowers."""
import math
import pathlib
import sys

import numpy as np

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from Rendering import Relief, blend, smooth_noise

SIZE = 300
GREENS = [(74, 120, 48), (92, 142, 60), (58, 98, 44), (112, 150, 76)]


def pick(rng, colors):
    return np.array(colors[rng.integers(len(colors))], float)


def stem(relief, x, y, thickness=0.035, end=1.0):
    """A stem from a flower downwards, and its leaves."""
    rng = relief.rng
    green = pick(rng, GREENS)
    bend = rng.uniform(-0.18, 0.18)
    line = [(x + bend * math.sin(t * 2.2), y + (end - y) * t) for t in np.linspace(0, 1, 10)]
    relief.paint(relief.tube(line, thickness), green, 0.15)
    return green, line


def leaves(relief, line, green, length, width, count=2):
    for _ in range(count):
        x, y = line[relief.rng.integers(3, len(line) - 2)]
        side = relief.rng.choice([-1, 1])
        angle = -math.pi / 2 + side * relief.rng.uniform(0.4, 1.1)
        leaf = relief.petal(x, y, angle, length * relief.rng.uniform(0.8, 1.2), width, 0.8, 0.35)
        relief.paint(leaf, green * relief.rng.uniform(0.85, 1.15), 0.15)


def whorl(relief, x, y, count, length, width, color, tip, curl=0.5, start=0.0, squeeze=1.0):
    """A ring of petals."""
    rng = relief.rng
    for index in rng.permutation(count):
        angle = start + 2 * math.pi * index / count + rng.uniform(-0.06, 0.06)
        reach = length * rng.uniform(0.9, 1.05) * math.hypot(math.cos(angle), math.sin(angle) * squeeze)
        aim = math.atan2(math.sin(angle) * squeeze, math.cos(angle))
        tint = color * rng.uniform(0.92, 1.05)
        u, v = relief.frame(x, y, aim)
        vein = 1 - 0.06 * (np.abs(np.sin(v / width * 7)) < 0.35)
        shade = np.clip(u / reach, 0, 1)
        relief.paint(
            relief.petal(x, y, aim, reach, width, tip, curl), blend(tint * 0.82, tint, shade) * vein[..., None], 0.12, 16, shadow=0.35)


def daisy(rng):
    relief = Relief(rng, SIZE)
    alone = rng.random() < 0.55
    places = [(0.0, 0.0, 0.9)] if alone else [(-0.35, -0.35, 0.5), (0.42, -0.1, 0.46), (-0.05, 0.45, 0.42)][: rng.integers(2, 4)]
    color = pick(rng, [(250, 250, 248), (246, 246, 250), (252, 240, 246)])
    for x, y, size in places:
        green, line = stem(relief, x, y, 0.04 * size + 0.008)
        if not alone:
            leaves(relief, line, green, 0.3, 0.07)
    for x, y, size in places:
        squeeze = rng.uniform(0.75, 1)
        count = rng.integers(16, 24)
        whorl(relief, x, y, count, size, size * 0.115, color * 0.94, 1.5, 0.4, 0, squeeze)
        whorl(relief, x, y, count, size * 0.92, size * 0.11, color, 1.5, 0.4, 0.13, squeeze)
        bumps = 0.02 * size * smooth_noise(rng, SIZE, 0.02)
        heart = relief.ball(x, y, size * 0.27, size * 0.27 * squeeze, depth=0.7)
        relief.paint(heart, blend((246, 200, 30), (226, 160, 10), np.hypot(relief.x - x, relief.y - y) / size * 3 - 0.3), 0.2, bumps=bumps)
    return relief.image


def dandelion(rng):
    relief = Relief(rng, SIZE)
    seeds = rng.random() < 0.3
    places = [(0.0, -0.15, 0.68)] if rng.random() < 0.55 else [(-0.4, -0.35, 0.44), (0.38, -0.05, 0.4)]
    for x, y, size in places:
        stem(relief, x, y, 0.045 * size + 0.01)
    for _ in range(rng.integers(2, 5)):
        # Leaves with teeth, near the ground.
        side, y = rng.choice([-1, 1]), rng.uniform(0.7, 0.95)
        green, angle = pick(rng, GREENS), rng.uniform(0.1, 0.7)
        for t in np.linspace(0, 1, 9):
            px, py = side * 0.7 * t * math.cos(angle), y - 0.7 * t * math.sin(angle)
            for out in (-1, 1):
                aim = math.atan2(-math.sin(angle), side * math.cos(angle)) + out * 2.0
                relief.paint(relief.petal(px, py, aim, 0.05 + 0.13 * math.sin(math.pi * t), 0.05, 0.7, 0.3), green, 0.1, shadow=0.2)
            relief.paint(relief.ball(px, py, 0.055), green, 0.1, shadow=0.2)
    for x, y, size in places:
        if seeds:
            for _ in range(170):
                a, r = rng.uniform(0, 6.3), size * math.sqrt(rng.random())
                px, py = x + r * math.cos(a), y + r * math.sin(a)
                hair = relief.tube([((x + px) / 2, (y + py) / 2), (px, py)], 0.006)
                relief.paint(hair, (214, 212, 204), 0, shadow=0)
                for turn in rng.uniform(0, 6.3, 7):
                    ray = relief.tube([(px, py), (px + 0.075 * math.cos(turn), py + 0.075 * math.sin(turn))], 0.0055)
                    relief.paint(ray, (246, 246, 242), 0, shadow=0)
            relief.paint(relief.ball(x, y, size * 0.16), (128, 110, 76), 0.1, bumps=0.01 * smooth_noise(rng, SIZE, 0.02))
            continue
        yellow = pick(rng, [(252, 214, 20), (248, 200, 10), (254, 224, 50)])
        relief.paint(relief.ball(x, y, size * 0.86, depth=0.5), yellow * 0.72, 0)
        for ring in np.linspace(1, 0.12, 9):
            count = int(10 + 30 * ring)
            for index in rng.permutation(count):
                a = 2 * math.pi * index / count + rng.uniform(-0.12, 0.12)
                reach = size * ring * rng.uniform(0.9, 1.04)
                root = reach * 0.35
                ends = [(x + root * math.cos(a), y + root * math.sin(a)), (x + reach * math.cos(a), y + reach * math.sin(a))]
                tint = yellow * (0.82 + 0.18 * ring) * rng.uniform(0.9, 1.06)
                relief.paint(relief.tube(ends, [0.02 * size, 0.05 * size]), tint, 0.08, shadow=0.3)
    return relief.image


def rose(rng):
    relief = Relief(rng, SIZE)
    color = pick(rng, [(196, 22, 44), (232, 110, 140), (246, 226, 214), (250, 214, 90), (150, 10, 40), (240, 150, 110)])
    side = rng.random() < 0.4
    x, y, size = (0.0, -0.4, 0.55) if side else (0.0, 0.0, 0.85)
    green, line = stem(relief, x, y, 0.045)
    if side:
        leaves(relief, line, green, 0.42, 0.13, 3)
    else:
        for angle in rng.uniform(0, 6.3, 4):
            relief.paint(relief.petal(x + 0.5 * math.cos(angle), y + 0.5 * math.sin(angle), angle, 0.5, 0.16, 0.9, 0.35), green, 0.2)
    if side:
        for angle in np.linspace(0.3, math.pi - 0.3, 5):
            relief.paint(relief.petal(x, y + 0.3, angle * rng.uniform(0.9, 1.1), 0.36, 0.07, 0.7), green, 0.1)
    squeeze = rng.uniform(0.8, 1)
    start = rng.uniform(0, 6.3)
    turn = 0
    for ring in np.linspace(1, 0.16, 7):
        count = 5 if ring > 0.35 else 3
        turn += 0.6
        for index in range(count):
            a = start + turn + 2 * math.pi * index / count + rng.uniform(-0.15, 0.15)
            reach = size * ring * 0.52
            px, py = x + reach * math.cos(a), y + reach * math.sin(a) * squeeze
            radius = size * ring * rng.uniform(0.48, 0.56) + 0.02
            inside = relief.blob(px, py, radius, 0.02, 5, 0.95, a)
            u, v = relief.frame(px, py, a)
            # A petal is a bowl: dark inside, and its outer edge is rolled over and catches the light.
            rim = np.exp(-((inside - 0.05 * size) / (0.05 * size)) ** 2)
            tint = blend(color * (0.55 + 0.2 * (1 - ring)), color * rng.uniform(0.95, 1.08), np.clip(0.55 + u / radius * 0.5, 0, 1))
            bowl = 0.3 * radius * (1 + u / radius * 0.6) * np.sqrt(np.clip(inside / (0.25 * radius), 0, 1)) + 0.02
            height = np.where(inside > 0, bowl, -1)
            relief.paint(height, tint, 0.15, 14, bumps=0.03 * size * rim, shadow=0.5)
    spiral = [
        (x + 0.16 * size * t * math.cos(9 * t + start), y + 0.16 * size * t * math.sin(9 * t + start)) for t in np.linspace(0.05, 1, 30)]
    relief.stain(relief.tube(spiral, 0.02 * size) > 0, color * 0.45, 0.8)
    return relief.image


def sunflower(rng):
    relief = Relief(rng, SIZE)
    alone = rng.random() < 0.65
    x, y, size = (0.0, 0.0, 0.96) if alone else (0.0, -0.35, 0.62)
    green, line = stem(relief, x, y, 0.06)
    if not alone:
        for side in (-1, 1):
            angle = -math.pi / 2 + side * rng.uniform(0.8, 1.3)
            relief.paint(relief.petal(0, rng.uniform(0.5, 0.7), angle, 0.62, 0.24, 0.75, 0.3), green * 0.95, 0.15)
    yellow = pick(rng, [(250, 190, 20), (246, 174, 10), (252, 204, 40)])
    squeeze = rng.uniform(0.82, 1)
    count = rng.integers(18, 26)
    whorl(relief, x, y, count, size, size * 0.13, yellow * 0.88, 0.75, 0.35, 0, squeeze)
    whorl(relief, x, y, count, size * 0.9, size * 0.12, yellow, 0.75, 0.35, math.pi / count, squeeze)
    heart = relief.ball(x, y, size * 0.47, size * 0.47 * squeeze, depth=0.3)
    dark = pick(rng, [(74, 44, 20), (56, 34, 18), (100, 66, 24)])
    distance = np.hypot(relief.x - x, (relief.y - y) / squeeze) / size
    relief.paint(heart, blend(dark * 0.8, dark * 1.5, distance * 2.2), 0.1, bumps=0.008 * smooth_noise(rng, SIZE, 0.015))
    for index in range(150):
        r, a = size * 0.45 * math.sqrt(index / 150), index * 2.39996
        px, py = x + r * math.cos(a), y + r * math.sin(a) * squeeze
        tint = (dark * 1.9 + 12) if r > 0.27 * size else (dark * 1.1 + np.array([10, 26, 0]))
        relief.paint(relief.ball(px, py, 0.02 * size), tint, 0.2, shadow=0.35)
    return relief.image


def tulip(rng):
    relief = Relief(rng, SIZE)
    color = pick(rng, [(222, 40, 60), (250, 200, 40), (240, 130, 170), (150, 60, 150), (248, 246, 240), (240, 110, 40)])
    places = [(0.0, -0.42, 0.58)] if rng.random() < 0.5 else [(-0.42, -0.3, 0.4), (0.02, -0.5, 0.44), (0.44, -0.24, 0.4)]
    for x, y, size in places:
        green, line = stem(relief, x, y + 0.3 * size, 0.035 + 0.02 * size)
        foot = line[-1][0]
        for side in (-1, 1):
            length = rng.uniform(0.7, 1.0) * (0.6 + 0.6 * size)
            relief.paint(relief.petal(foot, 0.98, -math.pi / 2 + side * rng.uniform(0.15, 0.45), length, 0.1, 0.8, 0.35), green * 1.05, 0.2)
    for x, y, size in places:
        base = y + 0.72 * size
        height = 1.5 * size
        # The outer petals behind, at the sides, and the one in front.
        for lean, width, light in ((-0.22, 0.34, 0.72), (0.22, 0.34, 0.72), (-0.34, 0.38, 0.9), (0.34, 0.38, 0.9), (0.0, 0.46, 1.04)):
            angle = -math.pi / 2 + lean * rng.uniform(0.85, 1.15)
            reach = height * (1.0 if abs(lean) < 0.3 else 0.93) * rng.uniform(0.94, 1.04) * (0.9 if lean == 0 else 1)
            u, v = relief.frame(x, base, angle)
            streak = 1 - 0.1 * np.clip(np.cos(v / size * 26), 0, 1) * np.clip(u / reach, 0, 1)
            tint = blend(color * 0.8 + np.array([16, 20, 4]), color, u / reach * 1.8) * light
            relief.paint(relief.petal(x, base, angle, reach, width * size, 0.75, 0.7), tint * streak[..., None], 0.25, 18, shadow=0.5)
    return relief.image


KINDS = {"daisy": daisy, "dandelion": dandelion, "rose": rose, "sunflower": sunflower, "tulip": tulip}
