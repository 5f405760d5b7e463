"""Marks the hands of pictures: MediaPipe's network for palms finds them, and its network for joints looks at each of them three times.

    python teacher.py --modules MEDIAPIPE/modules --sets FOLDER --taught TAUGHT [NAME ...]

The networks are in the Python package `mediapipe` 0.10.9.  Palms are sought in the whole of a picture, and in those of people far away in four
parts of it as well.  The first look at a hand is placed by its palm, the second by the joints that the first one found, and the third sees the
second's square mirrored.  The joints of a hand are the means of the last two looks, and how far apart these are tells how sure the teacher is.

Written is `TAUGHT/NAME.jsonl` with a line for each picture: its path, its size and its hands.  A hand has 21 joints in pixels from the top left,
the likelihood that it is a hand, the likelihood that it is a right one, the mean distance between the two looks in shares of the hand's size, and the
joints of the unmirrored look alone.
"""

import sys
from pathlib import Path

import cv2
import numpy as np

import frames
import sets

sys.path.append(str(Path(__file__).resolve().parents[1]))
from lite import LiteNetwork, likelihood
from pictures import letterboxed, move
from teaching import teach

PALMS, JOINTS = "palm_detection/palm_detection_full.tflite", "hand_landmark/hand_landmark_full.tflite"
GRIDS = ((24, 2), (12, 6))  # of the palm network: cells a side, and predictions of each cell
WRIST, MIDDLE = 0, 2  # of a palm's seven points
PALM_SCORE = 0.35  # likelihood of a palm that is looked at
SAME_PALM, SAME_HAND = 0.3, 0.3  # overlaps of boxes
PALM_RATIO, PALM_SHIFT = 2.6, 0.5  # the first look's square: its side in sides of the palm's box, and how far it is moved to the fingers
HAND_RATIO = 1.9  # the second look's square, in sizes of the hand
LEAST_SCORE = 0.2  # likelihood of a hand that is told
PART = 0.6  # of a side: the parts of a picture that are looked at alone


class Palms(LiteNetwork):
    """The network that finds palms in a picture."""

    def __init__(self, path):
        super().__init__(path)
        cells = [(np.indices((side, side)).reshape(2, -1).T[:, ::-1] + 0.5) / side for side, _ in GRIDS]
        self.places = np.concatenate([np.repeat(places, count, 0) for places, (_, count) in zip(cells, GRIDS)])

    def __call__(self, image):
        """Rows of score, box (left, top, right, bottom) and the wrist and the middle finger's knuckle, in pixels, the best first."""
        square, factor = letterboxed(image, self.side)
        found, _ = self.outputs(square, np.eye(2, 3))
        scores = likelihood(next(values for values in found.values() if len(values) == len(self.places)))
        values = next(values for values in found.values() if len(values) > len(self.places)).reshape(len(self.places), 9, 2)
        kept = np.flatnonzero(scores >= PALM_SCORE)
        kept = kept[np.argsort(-scores[kept])]
        values = values[kept] / self.side
        centres, sizes = values[:, 0] + self.places[kept], values[:, 1]
        points = values[:, 2:] + self.places[kept, None]
        rows = np.column_stack([centres - sizes / 2, centres + sizes / 2, points[:, WRIST], points[:, MIDDLE]]) * self.side / factor
        return np.column_stack([scores[kept], rows])


class Joints(LiteNetwork):
    """The network that marks the joints of a hand in a square."""

    def look(self, image, frame, ratio, mirrored=False):
        """The joints in pixels of the picture, the likelihood of a hand, and that of a right one."""
        affine = move(frame.centre, np.full(2, self.side / 2), self.side / (ratio * frame.size), frame.turn, False)
        if mirrored:
            affine[0] = -affine[0]
            affine[0, 2] += self.side
        found, _ = self.outputs(image, frames.between_pixels(affine))
        back = cv2.invertAffineTransform(affine)
        points = found["Identity"].reshape(frames.COUNT, 3)[:, :2]
        score, side = (found[name][0] for name in ("Identity_1", "Identity_2"))
        return points @ back[:, :2].T + back[:, 2], score, side

    def __call__(self, image, palm):
        """A hand, of a row that `Palms` gives, or nothing."""
        joints, score, _ = self.look(image, frame_of_palm(palm), 1)
        if score < LEAST_SCORE:
            return None
        frame = frames.of_joints(joints)
        if frame.size < 4:
            return None
        (one, first, right), (other, second, left) = (self.look(image, frame, HAND_RATIO, mirrored) for mirrored in (False, True))
        mean = (one + other) / 2
        apart = np.hypot(*(one - other).T).mean() / frames.of_joints(mean).size
        return {"joints": mean.round(2).tolist(), "score": round(float(min(first, second)), 4),
                "right": round(float((right + 1 - left) / 2), 4), "apart": round(float(apart), 4),
                "one": one.round(2).tolist()}


def frame_of_palm(row):
    """The square in which the network of joints expects the hand of a palm."""
    _, left, top, right, bottom, wrist_x, wrist_y, knuckle_x, knuckle_y = row
    up = np.array([knuckle_x - wrist_x, knuckle_y - wrist_y])
    up = up / max(np.linalg.norm(up), 1e-6)
    side = max(right - left, bottom - top)
    centre = np.array([left + right, top + bottom]) / 2 + PALM_SHIFT * side * up
    return frames.Frame(centre, PALM_RATIO * side, np.arctan2(up[0], -up[1]))


def parts(size, is_wide):
    """The parts of a picture that are looked at: left, top, right, bottom."""
    width, height = size
    yield 0, 0, width, height
    if is_wide:
        across, down = int(PART * width), int(PART * height)
        for left in (0, width - across):
            for top in (0, height - down):
                yield left, top, left + across, top + down


def overlap(box, others):
    """The intersection over union of a box with others."""
    width = np.minimum(box[2], others[:, 2]) - np.maximum(box[0], others[:, 0])
    height = np.minimum(box[3], others[:, 3]) - np.maximum(box[1], others[:, 1])
    shared = np.maximum(width, 0) * np.maximum(height, 0)
    return shared / (np.prod(box[2:] - box[:2]) + np.prod(others[:, 2:] - others[:, :2], 1) - shared + 1e-9)


def hands_in(palms, joints, image, is_wide=False):
    """The hands of a picture, each once; in a wide one they may be small."""
    rows = []
    for left, top, right, bottom in parts(image.shape[1::-1], is_wide):
        found = palms(image[top:bottom, left:right])
        found[:, 1:] += np.tile([left, top], 4)
        rows.append(found)
    rows = np.concatenate(rows)
    rows = rows[np.argsort(-rows[:, 0])]
    kept, hands, boxes = [], [], []
    for row in rows:
        if kept and overlap(row[1:5], np.array(kept)).max() > SAME_PALM:
            continue
        kept.append(row[1:5])
        hand = joints(image, row)
        if hand is None or hand["score"] < LEAST_SCORE:
            continue
        points = np.array(hand["joints"])
        hands.append(hand)
        boxes.append(np.concatenate([points.min(0), points.max(0)]))
    order = sorted(range(len(hands)), key=lambda number: -hands[number]["score"])
    chosen = []
    for number in order:
        if not chosen or overlap(boxes[number], np.array([boxes[n] for n in chosen])).max() <= SAME_HAND:
            chosen.append(number)
    return [hands[number] for number in chosen]


def start(modules):
    global palms, joints
    cv2.setNumThreads(1)
    palms, joints = Palms(modules / PALMS), Joints(modules / JOINTS)


def find(image, is_wide):
    return hands_in(palms, joints, image, is_wide)


if __name__ == "__main__":
    teach(__doc__, sets, sets.WIDE, start, find, "hands")
