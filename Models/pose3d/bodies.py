"""The joints of a body in space, how they follow from BlazePose's landmarks, and the upright square around them."""

import sys
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).resolve().parents[1] / "hands"))
from frames import Frame

NAMES = ("root", "rightHip", "rightKnee", "rightAnkle", "leftHip", "leftKnee", "leftAnkle", "spine", "centerShoulder", "centerHead", "topHead",
         "leftShoulder", "leftElbow", "leftWrist", "rightShoulder", "rightElbow", "rightWrist")
COUNT = len(NAMES)
ROOT, CENTER_SHOULDER = NAMES.index("root"), NAMES.index("centerShoulder")
MIRRORED = [NAMES.index(name.replace("left", "?").replace("right", "left").replace("?", "right")) for name in NAMES]

LANDMARKS = 33  # that BlazePose gives
LANDMARKS_MIRRORED = [0, 4, 5, 6, 1, 2, 3, 8, 7, 10, 9, *(n + 1 if n % 2 else n - 1 for n in range(11, LANDMARKS))]
EYES, EARS, MOUTH, SHOULDERS, HIPS = (2, 5), (7, 8), (9, 10), (11, 12), (23, 24)
LIMBS = {"Shoulder": (11, 12), "Elbow": (13, 14), "Wrist": (15, 16), "Hip": (23, 24), "Knee": (25, 26), "Ankle": (27, 28)}  # left and right
HEELS = (29, 30)
CROWN = 1.6  # how far the top of the head is above the ears, in distances from the mouth to the eyes

HEIGHT = 1.8  # metres of a person, to which all are scaled
CHAIN = ("topHead", "centerHead", "centerShoulder", "spine", "root")  # from the top down to where the legs begin


def matrix():
    """The joints as sums of landmarks (17 × 33).

    The root lies between the hips and the centre of the shoulders between these; the spine lies between both.  The centre of the head lies between
    the ears, and its top from there in the direction from the mouth to the eyes.
    """
    rows = {name: np.zeros(LANDMARKS) for name in NAMES}

    def add(name, landmarks, weight):
        rows[name][list(landmarks)] += weight / len(landmarks)

    for limb, landmarks in LIMBS.items():
        for side, landmark in zip(("left", "right"), landmarks):
            add(side + limb, (landmark,), 1)
    add("root", HIPS, 1)
    add("centerShoulder", SHOULDERS, 1)
    add("spine", HIPS + SHOULDERS, 1)
    add("centerHead", EARS, 1)
    for landmarks, weight in ((EARS, 1), (EYES, CROWN), (MOUTH, -CROWN)):
        add("topHead", landmarks, weight)
    return np.stack([rows[name] for name in NAMES])


OF_LANDMARKS = matrix()
SEEN = (OF_LANDMARKS != 0) / (OF_LANDMARKS != 0).sum(1, keepdims=True)  # how a joint's visibility follows from the landmarks'


def height(landmarks):
    """How tall a person stands of whom the landmarks are known in space: the lengths from the top of the head to the hips, of a leg and of a heel."""
    joints = dict(zip(NAMES, OF_LANDMARKS @ landmarks))

    def apart(one, other):
        return np.linalg.norm(joints[one] - joints[other])

    legs = [apart(f"{side}Hip", f"{side}Knee") + apart(f"{side}Knee", f"{side}Ankle") for side in ("left", "right")]
    heels = np.linalg.norm(landmarks[list(LIMBS["Ankle"])] - landmarks[list(HEELS)], axis=1)
    return sum(map(apart, CHAIN, CHAIN[1:])) + np.mean(legs) + np.mean(heels)


def in_space(landmarks):
    """The joints in metres from the root, to the right, up and towards the camera, of a person of 1.8 m."""
    joints = OF_LANDMARKS @ landmarks * HEIGHT / max(height(landmarks), 1e-6)
    return (joints - joints[ROOT]) * (1, -1, -1)


def turned(points, angle):
    """Points in space as they are in a picture that is turned back by a clockwise angle."""
    across = np.cos(angle) * points[..., 0] - np.sin(angle) * points[..., 1]
    up = np.sin(angle) * points[..., 0] + np.cos(angle) * points[..., 1]
    return np.stack([across, up, points[..., 2]], -1)


def mirrored(points):
    """The joints, in space or in shares of a square's width, of the mirror image of a person."""
    return points[..., MIRRORED, :] * np.array([-1, 1, 1][:points.shape[-1]])


def frame_of(joints):
    """The square around a body, turned as the line from the root to the shoulders."""
    return frame_around(joints, joints[CENTER_SHOULDER] - joints[ROOT])


def frame_around(joints, up):
    """The square around joints: two of its sides are parallel to a direction, and just hold all joints, or the others do."""
    turn = np.arctan2(up[0], -up[1])
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])  # across and down the upright body, in the picture
    upright = joints @ axes.T
    low, high = upright.min(0), upright.max(0)
    return Frame((low + high) / 2 @ axes, max(float((high - low).max()), 1e-6), float(turn))
