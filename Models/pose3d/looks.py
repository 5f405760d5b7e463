"""Looks at people with the exported model, as Vision does: at the square around a pose, and at that around the joints found there, mirrored."""

import sys
from pathlib import Path

import coremltools
import numpy as np

import bodies
import networks

sys.path.append(str(Path(__file__).resolve().parents[1]))
from coreml import evaluated
from frames import between_pixels
from lite import crop
from pictures import move


FACE = ("nose", "left_eye", "right_eye", "left_ear", "right_ear")
LEGS = ("left_knee", "right_knee", "left_ankle", "right_ankle")
# Lengths of a body: the trunk and the way from the face to the top of the head, in distances from the shoulders to the face; the way from the
# shoulders to the top of the head, and the legs, in trunks.
TRUNK, CROWN, HEAD, LEG = 2.2, 0.6, 0.7, 1.7


def frame_of_pose(pose, size):
    """The square around a pose that `osprey detect pose --json` printed of a picture of a width and a height, or nothing."""
    joints = {name: np.array([x * size[0], (1 - y) * size[1]]) for name, (x, y, score) in pose["joints"].items() if score > 0}

    def middle(*names):
        found = [joints[name] for name in names if name in joints]
        return np.mean(found, 0) if found else None

    head, shoulders, hips = middle(*FACE), middle("left_shoulder", "right_shoulder"), middle("left_hip", "right_hip")
    shoulders = head if shoulders is None else shoulders
    if shoulders is None:
        return None
    if hips is None:
        hips = shoulders + np.array([0, TRUNK * (0 if head is None else np.linalg.norm(head - shoulders))])
    trunk = shoulders - hips
    if np.linalg.norm(trunk) < 1:
        return None
    points = [*joints.values(), hips, shoulders + HEAD * trunk if head is None else head + CROWN * (head - shoulders)]
    if middle(*LEGS) is None:
        points.append(hips - LEG * trunk)
    return bodies.frame_around(np.array(points), trunk)


class Looks:
    """The model."""

    def __init__(self, file):
        self.spec = coremltools.utils.load_spec(str(file))

    def look(self, image, frame, is_mirrored=False):
        """The joints in space along the picture's axes, in pixels of the picture, and the probability of a person."""
        side = networks.SIDE
        affine = move(frame.centre, np.full(2, side / 2), side / (networks.RATIO * frame.size), frame.turn, False)
        if is_mirrored:
            affine[0] = -affine[0]
            affine[0, 2] += side
        found = evaluated(self.spec, crop(image, between_pixels(affine), side)[None])
        points, places = found["points"].reshape(bodies.COUNT, 3), side * found["places"].reshape(bodies.COUNT, 2)
        if is_mirrored:
            points, places = bodies.mirrored(points), places[bodies.MIRRORED]
        places = (places - affine[:, 2]) @ np.linalg.inv(affine[:, :2]).T
        return bodies.turned(points, -frame.turn), places, float(found["confidence"].ravel()[0])

    def __call__(self, image, frame):
        """A person in a square around them: the same, of two looks."""
        first = self.look(image, frame)
        again = bodies.frame_of(first[1])
        second = self.look(image, again if 0.5 <= again.size / frame.size <= 2 else frame, True)
        points, places, presence = ((one + other) / 2 for one, other in zip(first, second))
        return points - points[bodies.ROOT], places, presence
