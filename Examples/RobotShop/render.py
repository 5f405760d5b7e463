#!/usr/bin/env python3
"""Renders the pictures of the robot shop: five kinds of parts, each on varied grounds, in varied light, at any angle, some blurred, some
held in a hand. Needs NumPy and Pillow. The same seed renders the same pictures.

  python3 Examples/RobotShop/render.py [--output Examples/RobotShop] [--seed 7]

writes `training` and `testing`, each with a folder a kind, and `new`, whose pictures' names do not say what they show.
"""
import argparse
import math
import pathlib
import sys

import numpy as np

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from Rendering import Sheet, photo, shade, write

SIDE = 160


def stepper_motor(rng):
    sheet = Sheet(SIDE)
    body = shade((58, 60, 66), rng.uniform(0.7, 1.5))
    if rng.random() < 0.5:
        # From the front: a square face with a boss, a shaft and four screws.
        half = rng.uniform(0.5, 0.62)
        sheet.rectangle(-half, -half, half, half, shade(body, 0.75), 0.14)
        sheet.rectangle(-half + 0.05, -half + 0.05, half - 0.05, half - 0.05, shade((150, 152, 156), rng.uniform(0.8, 1.2)), 0.12)
        sheet.disk(0, 0, half * 0.52, (120, 122, 126))
        sheet.disk(0, 0, half * 0.48, (185, 187, 190))
        sheet.disk(0, 0, half * 0.14, (90, 92, 96))
        sheet.disk(-0.01, -0.01, half * 0.11, (225, 226, 228))
        for x in (-1, 1):
            for y in (-1, 1):
                sheet.disk(x * half * 0.74, y * half * 0.74, half * 0.1, (40, 40, 44))
                sheet.disk(x * half * 0.74, y * half * 0.74, half * 0.06, (20, 20, 22))
    else:
        # From the side: end caps, dark laminations, a shaft, wires.
        length = rng.uniform(0.55, 0.8)
        sheet.gradient(length / 2, -0.06, length / 2 + 0.32, 0.06, (200, 202, 206))
        sheet.gradient(-length / 2, -0.42, length / 2, 0.42, body)
        for x in (-length / 2, length / 2 - 0.16):
            sheet.gradient(x, -0.42, x + 0.16, 0.42, (175, 177, 181))
        for index, color in enumerate([(200, 40, 40), (40, 80, 200), (30, 150, 60), (20, 20, 20)]):
            y = 0.05 + index * 0.07
            sheet.line([(-length / 2, y), (-length / 2 - 0.15, y + 0.06), (-0.95, y + rng.uniform(0, 0.35))], color, 0.035)
        sheet.rectangle(-0.12, -0.2, 0.12, 0.02, (225, 225, 215))
    return sheet.image


def servo(rng):
    sheet = Sheet(SIDE)
    color = [(38, 70, 190), (30, 32, 38), (60, 120, 210), (36, 60, 130)][rng.integers(4)]
    color = shade(color, rng.uniform(0.8, 1.2))
    width, height = 0.5, rng.uniform(0.42, 0.55)
    sheet.rectangle(-width - 0.22, -height * 0.35, width + 0.22, -height * 0.1, shade(color, 0.85), 0.03)
    for x in (-width - 0.13, width + 0.13):
        sheet.disk(x, -height * 0.22, 0.04, (15, 15, 18))
    sheet.rectangle(-width, -height * 0.75, width, height, color, 0.05)
    sheet.rectangle(-width, -height * 0.75, width, -height * 0.55, shade(color, 1.2), 0.05)
    sheet.rectangle(-width + 0.12, 0.02, width - 0.1, height * 0.7, (235, 235, 228), 0.02)
    for line in range(3):
        sheet.line([(-width + 0.2, 0.1 + line * 0.08), (width - 0.2 - 0.15 * line, 0.1 + line * 0.08)], (70, 70, 80), 0.02)
    x = width * 0.5
    sheet.disk(x, -height * 0.85, 0.16, shade(color, 1.1))
    angle = rng.uniform(-1.2, 1.2) - math.pi / 2
    reach = 0.42
    tip = (x + reach * math.cos(angle), -height * 0.85 + reach * math.sin(angle))
    horn = (240, 240, 236)
    sheet.line([(x, -height * 0.85), tip], horn, 0.12)
    sheet.disk(tip[0], tip[1], 0.06, horn)
    sheet.disk(x, -height * 0.85, 0.11, horn)
    sheet.disk(x, -height * 0.85, 0.03, (60, 60, 60))
    for index, wire in enumerate([(120, 60, 20), (200, 30, 30), (240, 150, 20)]):
        y = height - 0.1 - index * 0.05
        sheet.line([(-width, y), (-width - 0.2, y + 0.1), (-0.97, y + 0.3)], wire, 0.045)
    return sheet.image


def belt(rng):
    sheet = Sheet(SIDE)
    color = shade((28, 28, 30), rng.uniform(0.8, 1.6))
    long, short = rng.uniform(0.55, 0.75), rng.uniform(0.25, 0.5)
    pinch = rng.uniform(0, 0.35)
    steps = 220

    def outline(scale):
        points = []
        for step in range(steps):
            angle = 2 * math.pi * step / steps
            squeeze = 1 - pinch * math.cos(angle) ** 2 * 0 - pinch * (1 - abs(math.cos(angle))) ** 2
            points.append((math.cos(angle) * long * scale, math.sin(angle) * short * squeeze * scale))
        return points

    ring = outline(1)
    sheet.line(ring + ring[:2], color, 0.13)
    sheet.line(ring + ring[:2], shade(color, 1.5), 0.03)
    for step in range(0, steps, 3):
        x, y = ring[step]
        nx, ny = ring[(step + 1) % steps]
        dx, dy = nx - x, ny - y
        length = math.hypot(dx, dy) or 1
        px, py = -dy / length, dx / length
        sheet.line([(x + px * 0.05, y + py * 0.05), (x + px * 0.115, y + py * 0.115)], shade(color, 0.8), 0.022)
    if rng.random() < 0.4:
        x, y = ring[0]
        sheet.disk(x - 0.13, y, 0.15, (190, 192, 196))
        sheet.disk(x - 0.13, y, 0.05, (60, 60, 64))
    return sheet.image


def lead_screw(rng):
    sheet = Sheet(SIDE)
    color = [(200, 202, 206), (176, 178, 184), (205, 190, 150)][rng.integers(3)]
    radius = rng.uniform(0.06, 0.1)
    sheet.gradient(-0.92, -radius, 0.92, radius, color)
    pitch = rng.uniform(0.035, 0.06)
    x = -0.92
    while x < 0.92:
        sheet.line([(x, -radius), (x + pitch * 0.9, radius)], shade(color, 0.45), 0.014)
        sheet.line([(x + pitch * 0.4, -radius), (x + pitch * 1.3, radius)], shade(color, 1.18), 0.008)
        x += pitch
    if rng.random() < 0.7:
        brass = (205, 165, 70)
        at = rng.uniform(-0.6, 0.5)
        sheet.gradient(at, -radius * 2.6, at + 0.09, radius * 2.6, brass)
        sheet.gradient(at + 0.09, -radius * 1.6, at + 0.28, radius * 1.6, brass)
    return sheet.image


def micro_controller(rng):
    sheet = Sheet(SIDE)
    color = [(20, 110, 60), (20, 60, 130), (25, 25, 30), (140, 25, 35)][rng.integers(4)]
    color = shade(color, rng.uniform(0.85, 1.25))
    width, height = rng.uniform(0.6, 0.75), rng.uniform(0.36, 0.5)
    sheet.rectangle(-width, -height, width, height, color, 0.04)
    for _ in range(18):
        x, y = rng.uniform(-width * 0.9, width * 0.7), rng.uniform(-height * 0.8, height * 0.8)
        bend = rng.uniform(0.05, 0.25)
        sheet.line([(x, y), (x + bend, y), (x + bend * 1.4, y + bend * 0.4)], shade(color, 1.35), 0.01)
    count = int(width * 2 / 0.085)
    for index in range(count):
        x = -width + 0.07 + index * 0.085
        for y in (-height + 0.05, height - 0.05):
            sheet.disk(x, y, 0.03, (205, 175, 80))
            sheet.disk(x, y, 0.014, (25, 25, 25))
    chip = rng.uniform(0.15, 0.22)
    center = rng.uniform(-0.1, 0.2)
    for step in np.linspace(-chip * 0.85, chip * 0.85, 9):
        for sign in (-1, 1):
            sheet.line([(center + step, sign * chip), (center + step, sign * (chip + 0.04))], (200, 200, 205), 0.016)
            sheet.line([(center + sign * chip, step), (center + sign * (chip + 0.04), step)], (200, 200, 205), 0.016)
    sheet.rectangle(center - chip, -chip, center + chip, chip, (26, 26, 30), 0.01)
    sheet.disk(center - chip * 0.7, -chip * 0.7, 0.02, (70, 70, 76))
    sheet.rectangle(-width - 0.06, -0.12, -width + 0.16, 0.12, (188, 190, 194), 0.01)
    for _ in range(7):
        x, y = rng.uniform(-width * 0.5, width * 0.9), rng.choice([-1, 1]) * rng.uniform(height * 0.5, height * 0.68)
        sheet.rectangle(x, y, x + 0.06, y + 0.035, [(200, 180, 140), (40, 40, 44), (230, 230, 230)][rng.integers(3)])
    return sheet.image


PARTS = {"belt": belt, "lead screw": lead_screw, "micro controller": micro_controller, "servo": servo, "stepper motor": stepper_motor}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", default=str(pathlib.Path(__file__).resolve().parent))
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--training", type=int, default=30, help="pictures a kind to train on")
    parser.add_argument("--testing", type=int, default=12, help="pictures a kind to test on")
    options = parser.parse_args()
    folder = pathlib.Path(options.output)
    rng = np.random.default_rng(options.seed)
    for part, count in (("training", options.training), ("testing", options.testing)):
        for kind in PARTS:
            for index in range(count):
                write(photo(rng, PARTS[kind], SIDE), folder / part / kind, f"{index + 1:02}.jpg")
    for index in range(2):
        for number, kind in enumerate(rng.permutation(sorted(PARTS))):
            write(photo(rng, PARTS[kind], SIDE), folder / "new", f"part {index * len(PARTS) + number + 1:02}.jpg")


if __name__ == "__main__":
    main()
