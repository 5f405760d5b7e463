"""The order of a hand's joints, and the upright square around them."""

from dataclasses import dataclass

import numpy as np

COUNT = 21  # the wrist, and four joints of the thumb, the index, the middle, the ring and the little finger, from the palm outwards
WRIST, KNUCKLES = 0, (5, 9, 13)  # what tells where a hand is up: from the wrist to the knuckles of three fingers


@dataclass
class Frame:
    """A square around a hand: its centre, its side without a border, and the angle by which the hand's up is turned clockwise from the picture's."""

    centre: np.ndarray
    size: float
    turn: float


def of_joints(joints):
    """The frame of a hand: its sides are parallel to the line from the wrist to the knuckles, and the longer of them just holds all joints."""
    up = joints[list(KNUCKLES)].mean(0) - joints[WRIST]
    turn = np.arctan2(up[0], -up[1])
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])  # across and down the upright hand, in the picture
    upright = joints @ axes.T
    low, high = upright.min(0), upright.max(0)
    return Frame((low + high) / 2 @ axes, max(float((high - low).max()), 1e-6), float(turn))


def between_pixels(affine):
    """The map from middles of pixels to middles of pixels that an affine map from edges to edges is."""
    result = affine.copy()
    result[:, 2] += result[:, :2].sum(1) * 0.5 - 0.5
    return result
