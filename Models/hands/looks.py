"""Finds hands with the exported models, as Vision does: the detector looks at a picture, and the network of joints twice at each hand."""

import sys
from pathlib import Path

import coremltools
import numpy as np

import frames
import networks

sys.path.append(str(Path(__file__).resolve().parents[1]))
from coreml import evaluated
from lite import crop
from pictures import move

THRESHOLD, PRESENCE = 0.25, 0.5  # the least probabilities of a hand that is looked at, and of one in a crop
SAME, MOST = 0.2, 6  # how far apart the joints of one hand are at most, in its sizes; hands of a picture


def fitted(image, side):
    """A picture scaled to fit the middle of a square, and the map from the square to the picture."""
    height, width = image.shape[:2]
    factor = side / max(height, width)
    corner = np.floor((side - np.rint(factor * np.array([width, height]))) / 2)
    affine = np.column_stack([factor * np.eye(2), corner])
    return crop(image, frames.between_pixels(affine), side), factor, corner


class Looks:
    """The two models."""

    def __init__(self, detector, joints):
        self.detector, self.joints = (coremltools.utils.load_spec(str(file)) for file in (detector, joints))

    def places(self, image, threshold=THRESHOLD):
        """Likelihoods and frames of hands."""
        square, factor, corner = fitted(image, networks.SIDE)
        rows = networks.decode(evaluated(self.detector, square[None])["hands"][0], threshold, 10)
        return [(row[0], frames.Frame((row[1:3] - corner) / factor, row[3] / factor, row[4])) for row in rows]

    def look(self, image, frame, mirrored):
        """The joints of a hand, how sure they are, and the probabilities of a hand and of a right one."""
        side = networks.JOINT_SIDE
        affine = move(frame.centre, np.full(2, side / 2), side / (networks.RATIO * frame.size), frame.turn, False)
        if mirrored:
            affine[0] = -affine[0]
            affine[0, 2] += side
        found = evaluated(self.joints, crop(image, frames.between_pixels(affine), side)[None])
        points = found["points"].reshape(frames.COUNT, 2) * side
        back = np.linalg.inv(affine[:, :2])
        right = float(found["chirality"].ravel()[0])
        return (points - affine[:, 2]) @ back.T, found["confidence"].ravel(), float(found["presence"].ravel()[0]), 1 - right if mirrored else right

    def hand(self, image, likelihood, frame):
        """A hand that the detector found."""
        first = self.look(image, frame, False)
        again = frames.of_joints(first[0])
        second = self.look(image, again if 0.5 <= again.size / frame.size <= 2 else frame, True)
        joints, close, presence, right = ((one + other) / 2 for one, other in zip(first, second))
        return {"joints": joints, "close": close, "presence": presence, "right": right, "score": (likelihood * presence) ** 0.5}

    def __call__(self, image):
        """The hands of a picture, the most certain first."""
        hands = [self.hand(image, *place) for place in self.places(image)]
        kept = []
        for hand in sorted(hands, key=lambda hand: -hand["score"]):
            if hand["presence"] >= PRESENCE and not any(is_same(hand["joints"], other["joints"]) for other in kept):
                kept.append(hand)
        return kept[:MOST]


def is_same(joints, other):
    return np.hypot(*(joints - other).T).mean() <= SAME * frames.of_joints(other).size
