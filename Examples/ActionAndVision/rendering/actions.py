#!/usr/bin/env python3
"""Renders clips of throws, and of what is no throw, and writes the body poses that Osprey finds in them, to train an action classifier on. Needs
NumPy, Pillow, the program ffmpeg with libx264, and osprey.

  python3 Examples/ActionAndVision/rendering/actions.py [--osprey .build/release/osprey] [--output Examples/ActionAndVision/actions] [--seed 3]

writes `train` and `test`, each with a folder for each label and in it a CSV file of 45 poses, at 60 a second, for each clip. The poses are taken
as the app takes them: in a square around the player, 30 until the bag is first seen in flight and 15 after it. The people, their ways to throw,
their sizes and places, the light and the moment at which the bag is seen differ. The same seed renders the same clips. It takes some minutes.
"""
import argparse
import json
import multiprocessing
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
from PIL import Image, ImageFilter

folder = pathlib.Path(__file__).resolve().parent
sys.path += [str(folder.parents[1]), str(folder)]
from Rendering import Camera, Person, cast, skeleton

import throws
from scene import BAG_COLOR, lawn

LABELS = throws.KINDS + ["none"]
POSES, BEFORE, FRAME_RATE = 45, 30, 60
# The network's input; the square that the app looks at is scaled to it.
SIDE = 448
COLUMNS, ROWS = 1280, 720
# The order of Vision's multi-arrays, as `osprey detect pose` names the joints.
JOINTS = ["nose", "neck", "right_shoulder", "right_elbow", "right_wrist", "left_shoulder", "left_elbow", "left_wrist", "right_hip", "right_knee",
          "right_ankle", "left_hip", "left_knee", "left_ankle", "right_eye", "left_eye", "right_ear", "left_ear"]


def motion(label, rng):
    """A function from the time after the release, in seconds, to a pose; and whether there is a bag in the hand until the release."""
    base = {**throws.READY, "yaw": throws.READY["yaw"] + rng.normal(0, 4), "look": throws.READY["look"] + rng.normal(0, 4)}
    if label != "none":
        return throws.throw(label, rng, rng.uniform(0.2, 1.2), base).pose, True
    kind = rng.integers(4)
    shift = rng.uniform(-0.4, 0.4)
    if kind == 0:
        pace = rng.uniform(1.4, 2.2)
        return lambda t: throws.walk((t + shift) * pace), rng.random() < 0.5
    if kind == 1:
        fetch = throws.fetch(base)
        return lambda t: fetch.pose(t + shift), False
    if kind == 2:
        lift = throws.pick_up(base, rng)
        return lambda t: lift.pose(t + shift), False
    wave = rng.uniform(0, 5), rng.uniform(0, 6.3)

    def idle(t):
        return {**base, "lean": base["lean"] + 1.5 * np.sin(2 * t + wave[1]), "leftFore": base["leftFore"] + wave[0] * np.sin(4 * t + wave[1])}
    return idle, rng.random() < 0.7


def clip(task):
    """Renders a clip's pictures into a folder; returns what leads from them to the frame."""
    seed, label, place = task
    rng = np.random.default_rng(seed)
    person = Person(rng) if rng.random() < 0.6 else Person(rng, shirt=(236, 234, 228), sleeves=False, stripes=False, build=0.95)
    pose, holds = motion(label, rng)
    height = rng.uniform(1.6, 1.88)
    # The figure's share of the square.
    share = rng.uniform(0.48, 0.76)
    scale = share * SIDE / height
    camera = Camera(scale, SIDE / 2, SIDE * (0.5 + share / 2 * rng.uniform(0.92, 1.02)), rng.uniform(1.9, 2.6), rng.uniform(4.8, 6.5))
    ground = lawn(rng, camera, 0, SIDE, SIDE) * rng.uniform(0.8, 1.15)
    # The bag is first seen some frames after it has left the hand.
    late = rng.uniform(0.02, 0.11)
    noise, at = rng.uniform(0, 2.5), SIDE / 2 / scale + rng.uniform(-0.35, -0.05)
    for frame in range(POSES):
        t = (frame - BEFORE) / FRAME_RATE + late
        body = skeleton({**pose(t), "x": at}, height)
        picture = ground.copy()
        cast(picture, body, camera)
        person.paint(picture, body, camera, held=(throws.grip(body), BAG_COLOR) if holds and (t < 0 or label == "none") else None, fine=1)
        picture += rng.normal(0, noise, picture.shape)
        image = Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8))
        image.save(pathlib.Path(place) / f"{frame:02}.jpg", quality=int(rng.integers(70, 92)))
    side = rng.uniform(420, 720)
    return rng.uniform(-60, COLUMNS - side + 60), rng.uniform(ROWS - side - 60, ROWS - side + 60), side


def rows(answer, frame):
    """The most certain person of each picture: x, y and confidence of all joints, in the frame, the origin at the lower left."""
    left, top, side = frame
    for line in answer.splitlines():
        people = json.loads(line)["pose"]
        joints = max(people, key=lambda person: person["confidence"])["joints"] if people else {}
        found = [joints.get(name) for name in JOINTS]
        numbers = [(left + joint[0] * side) / COLUMNS if joint else 0 for joint in found]
        numbers += [1 - (top + (1 - joint[1]) * side) / ROWS if joint else 0 for joint in found]
        yield ",".join([short(number, 3) for number in numbers] + [short(joint[2], 2) if joint else "0" for joint in found])


def short(number, places):
    text = f"{number:.{places}f}".rstrip("0").rstrip(".")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", default=str(folder.parent / "actions"))
    parser.add_argument("--osprey", default=str(folder.parents[2] / ".build/release/osprey"))
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--training", type=int, default=20, help="clips of each label to train on")
    parser.add_argument("--testing", type=int, default=6, help="clips of each label to test on")
    options = parser.parse_args()
    tasks = [(part, label, index) for part, count in (("train", options.training), ("test", options.testing)) for label in LABELS
             for index in range(count)]
    with tempfile.TemporaryDirectory() as scratch, multiprocessing.Pool(2) as pool:
        places = []
        for number in range(len(tasks)):
            place = pathlib.Path(scratch) / f"{number:04}"
            place.mkdir()
            places.append(str(place))
        seeds = [options.seed * 100_000 + number for number in range(len(tasks))]
        frames = pool.imap(clip, [(seed, label, place) for seed, (_, label, _), place in zip(seeds, tasks, places)])
        for frame, (part, label, index), place in zip(frames, tasks, places):
            pictures = sorted(str(path) for path in pathlib.Path(place).glob("*.jpg"))
            answer = subprocess.run([options.osprey, "detect", "pose", "--json", *pictures], capture_output=True, text=True, check=True).stdout
            file = pathlib.Path(options.output) / part / label / f"{index + 1:02}.csv"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("".join(row + "\n" for row in rows(answer, frame)))


if __name__ == "__main__":
    main()
