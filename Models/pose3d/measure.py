"""Measures the model of bodies in space on pictures that the training did not see, beside the network that taught.

    python measure.py --sets FOLDER --taught TAUGHT BodyPose3D.mlmodel
    python measure.py … --modules MEDIAPIPE/modules --found FOUND.jsonl     (photographs of any kind, too)

The sets that `sets.py` holds out are measured, and the pictures without people.  The square of the first look is the one around the teacher's joints,
a little off.  The error is the mean distance of the joints from the teacher's, in millimetres of a person of 1.8 m, and in the picture in percent of
the person's size.  Beside it stands how far the teacher's answers of one look each at the picture and at its mirror image are apart.

`FOUND.jsonl` holds what `osprey detect pose PHOTO … --json` printed.  The squares of these photographs' people are those of Vision.
"""

import argparse
import json
import sys
from pathlib import Path

import cv2
import numpy as np

import bodies
import sets
import teacher
from looks import Looks, frame_of_pose

sys.path.append(str(Path(__file__).resolve().parents[1]))
from frames import Frame
from pictures import read

SHIFT, SIZE, TURN = 0.04, 0.08, 0.08  # how far the first square is off: in sizes, of the logarithm of its size, in radians
NEAR = 150  # millimetres: a joint nearer than that is right
NEAR_FRAME = 0.3  # how far the middle of the square around the same person is away at most, in its sizes


def off(frame, generator):
    return Frame(frame.centre + frame.size * generator.normal(0, SHIFT, 2), frame.size * np.exp(generator.normal(0, SIZE)),
                 frame.turn + generator.normal(0, TURN))


def set_of(name, options, seed=1):
    """The people of a set: the picture, the person and the first square."""
    generator = np.random.default_rng(seed)
    for path, people in sets.records(options.sets, options.taught, name):
        for person in filter(sets.is_sure, people):
            yield read(path), person, off(bodies.frame_of(person["joints"]), generator)


def photographs(file):
    """The people of photographs that both the teacher and the model for body poses found."""
    for record in map(json.loads, filter(None, file.read_text().split("\n"))):
        image = read(file.parent / record["image"])
        frames = [frame_of_pose(pose, image.shape[1::-1]) for pose in record.get("pose", [])]
        for person in teacher.people_in(teacher.people, teacher.landmarks, image, True):
            person = {**person, **{key: np.array(person[key]) for key in ("joints", "points")}}
            own = bodies.frame_of(person["joints"])
            near = [frame for frame in frames if frame and np.linalg.norm(frame.centre - own.centre) < NEAR_FRAME * own.size]
            if sets.is_sure(person) and near:
                yield image, person, min(near, key=lambda frame: np.linalg.norm(frame.centre - own.centre))


def measured(name, people, looks):
    """A line about people, each with the picture and the first square."""
    space, seen, own, present = [], [], [], []
    for image, person, frame in people:
        points, places, presence = looks(image, frame)
        space.append(1000 * np.linalg.norm(points - person["points"], axis=1))
        seen.append(100 * np.hypot(*(places - person["joints"]).T).mean() / bodies.frame_of(person["joints"]).size)
        own.append(1000 * person["apart"])
        present.append(presence >= 0.5)
    space = np.array(space)
    joints = ", ".join(f"{joint} {error:.0f}" for joint, error in zip(bodies.NAMES, space.mean(0)))
    return (f"{name}: {len(space)} people; error mean {space.mean():.1f} mm, median {np.median(space.mean(1)):.1f} mm; joints within {NEAR} mm "
            f"{100 * (space < NEAR).mean():.1f} %; in the picture {np.mean(seen):.2f} %; the teacher's two looks {np.mean(own):.1f} mm; "
            f"people told {100 * np.mean(present):.1f} %\n    {joints}")


def told_of_none(folder, looks):
    """How often the model tells a person where there is none."""
    told = []
    for path in list(sets.photos_without_people(folder, 1))[::10]:
        image = read(path)
        height, width = image.shape[:2]
        told.append(looks(image, Frame(np.array([width, height]) / 2, 0.7 * min(width, height), 0.0))[2] >= 0.5)
    return f"people told in {100 * np.mean(told):.1f} % of {len(told)} other pictures without any"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name in ("sets", "taught"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--modules", type=Path)
    parser.add_argument("--found", type=Path, help="in the folder to which its paths are relative")
    parser.add_argument("model", type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    looks = Looks(options.model)
    for name, (_, is_held_out) in sets.SETS.items():
        if is_held_out:
            print(measured(name, set_of(name, options), looks), flush=True)
    if options.found:
        teacher.start(options.modules)
        print(measured(options.found.stem, photographs(options.found), looks), flush=True)
    print(told_of_none(options.sets, looks))


if __name__ == "__main__":
    main()
