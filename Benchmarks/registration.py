#!/usr/bin/env python3
"""How far registration is off on photos that are shifted and warped by known amounts, with OpenCV beside it.

    Benchmarks/registration.py PROGRAM PHOTOS [--count 12]

PHOTOS is a folder of JPEG files. Each photo is looked at twice, the second time from elsewhere and, in some rows, darker and with noise. A
shift's error is that of its vector, a homography's that of the corner that is farthest off. OpenCV aligns the same pairs by `phaseCorrelate`,
or by ORB and `findHomography`. Needs numpy, pillow and opencv-python-headless.
"""
import argparse
import json
import pathlib
import random
import subprocess
import tempfile

import cv2
import numpy as np
from PIL import Image

WIDTH, HEIGHT = 900, 600
CORNERS = np.float32([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]])
# From coordinates whose pixels' middles are at one half to those where they are at whole numbers.
WHOLE = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1]])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("photos", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=12, help="how many photos")
    parser.add_argument("--seed", type=int, default=1, help="of the choice of photos and amounts")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    photos = sorted(path for path in options.photos.rglob("*") if path.suffix.lower() in (".jpg", ".jpeg"))
    photos = chance.sample(photos, min(options.count, len(photos)))
    print("| pair | median error | 90 % | worst | least confidence | OpenCV: median | 90 % |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, warp, darker, homographic in rows(chance):
        errors, peers, confidences = [], [], []
        for index, photo in enumerate(photos):
            truth = warp()
            a, b = pair(photo, truth, darker, np.random.default_rng(index))
            found, confidence = register(options.program, a, b, homographic)
            errors.append(error(truth, found))
            confidences.append(confidence)
            peers.append(error(truth, by_features(a, b) if homographic else by_phase(a, b)))
        figures = [np.median(errors), np.quantile(errors, 0.9), max(errors)]
        text = " | ".join(f"{figure:.2f} px" for figure in figures)
        print(f"| {name} | {text} | {min(confidences):.2f} | {np.median(peers):.2f} px | {np.quantile(peers, 0.9):.2f} px |", flush=True)


def rows(chance):
    """A name, what makes a map from points of B to points of A, whether B is darker and noisy, whether the map is more than a shift."""

    def shift(part):
        def make():
            return np.array([[1, 0, chance.uniform(-part, part) * WIDTH], [0, 1, chance.uniform(-part, part) * HEIGHT], [0, 0, 1]])
        return make

    def perspective(part):
        def make():
            moves = [[chance.uniform(-part, part) * WIDTH, chance.uniform(-part, part) * HEIGHT] for _ in range(4)]
            return cv2.getPerspectiveTransform(CORNERS, CORNERS + np.float32(moves))
        return make

    def turn(degrees):
        def make():
            matrix = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), chance.uniform(-degrees, degrees), chance.uniform(0.85, 1.18))
            return np.vstack([matrix, [0, 0, 1]])
        return make

    yield "shift of a few pixels", shift(0.005), False, False
    yield "shift up to a quarter", shift(0.25), False, False
    yield "shift up to a quarter, dim, noise", shift(0.25), True, False
    yield "perspective 3 %", perspective(0.03), False, True
    yield "perspective 10 %", perspective(0.1), False, True
    yield "perspective 10 %, dim, noise", perspective(0.1), True, True
    yield "turned up to 30°, scaled, dim, noise", turn(30), True, True


def pair(path, truth, darker, noise):
    """A and B: gray pictures of the photo, B's points being A's by `truth`."""
    photo = np.asarray(Image.open(path).convert("L").resize((3 * WIDTH // 2, 3 * HEIGHT // 2), Image.LANCZOS), np.float32)
    middle = np.array([[1, 0, WIDTH / 4], [0, 1, HEIGHT / 4], [0, 0, 1]])

    def look(matrix):
        source = WHOLE @ middle @ matrix @ np.linalg.inv(WHOLE)
        return cv2.warpPerspective(photo, source, (WIDTH, HEIGHT), flags=cv2.INTER_LANCZOS4 | cv2.WARP_INVERSE_MAP)

    a, b = look(np.eye(3)), look(truth)
    if darker:
        b = b * 0.7 + 8 + noise.normal(0, 6, b.shape)
    return tuple(np.clip(np.round(image), 0, 255).astype(np.uint8) for image in (a, b))


def error(truth, found):
    def moved(matrix):
        points = np.c_[CORNERS, np.ones(4)] @ matrix.T
        return points[:, :2] / points[:, 2:]
    return np.linalg.norm(moved(truth) - moved(found), axis=1).max()


def register(program, a, b, homographic):
    with tempfile.TemporaryDirectory() as folder:
        for name, image in (("a", a), ("b", b)):
            Image.fromarray(image).save(f"{folder}/{name}.png", compress_level=1)
        words = [program, "register", f"{folder}/a.png", f"{folder}/b.png", "--json"] + ["--homographic"] * homographic
        answer = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
    numbers = answer["transform"]
    if homographic:
        matrix = np.array(numbers).reshape(3, 3)
    else:
        matrix = np.array([[1, 0, numbers[4]], [0, 1, numbers[5]], [0, 0, 1]])
    # Vision counts rows from below.
    flip = np.array([[1, 0, 0], [0, -1, HEIGHT], [0, 0, 1]])
    return flip @ matrix @ flip, answer["confidence"]


def by_phase(a, b):
    window = cv2.createHanningWindow((WIDTH, HEIGHT), cv2.CV_64F)
    (x, y), _ = cv2.phaseCorrelate(b.astype(float), a.astype(float), window)
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1]])


def by_features(a, b):
    orb = cv2.ORB_create(2000)
    (points_a, features_a), (points_b, features_b) = orb.detectAndCompute(a, None), orb.detectAndCompute(b, None)
    if features_a is None or features_b is None:
        return np.eye(3)
    matches = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(features_b, features_a)
    if len(matches) < 4:
        return np.eye(3)
    source = np.float32([points_b[match.queryIdx].pt for match in matches])
    target = np.float32([points_a[match.trainIdx].pt for match in matches])
    matrix, _ = cv2.findHomography(source, target, cv2.RANSAC, 3)
    return np.eye(3) if matrix is None else np.linalg.inv(WHOLE) @ matrix @ WHOLE


if __name__ == "__main__":
    main()
