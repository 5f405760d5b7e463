"""Marks the people of pictures in space: BlazePose's detector finds them, and its network for one person looks at each of them three times.

    python teacher.py --modules MEDIAPIPE/modules --sets FOLDER --taught TAUGHT [NAME ...]

The networks are in the Python package `mediapipe` 0.10.9.  People are sought in the whole of a picture, and in those of many people in parts of it as
well.  The first look at a person is placed by the detector, the second by the landmarks of the first, and the third sees the second's square
mirrored.  The joints of a person are the means of the last two looks, and how far apart these are tells how sure the teacher is.

Written is `TAUGHT/NAME.jsonl` with a line for each picture: its path, its size and its people.  A person has 17 joints in pixels from the top left,
the same in metres from the root (see `bodies.py`), the likelihoods that the joints are seen, the likelihood that it is a person, and how far apart
the two looks are: in space, in metres, and in the picture, in shares of the person's size.  `one` are the joints in space of the unmirrored look
alone.
"""

import sys
from pathlib import Path

import cv2
import numpy as np

import bodies
import sets

sys.path.append(str(Path(__file__).resolve().parents[1]))
from frames import between_pixels
from lite import LiteNetwork, likelihood
from pictures import letterboxed, move
from teaching import teach

DETECTOR, LANDMARKS = "pose_detection/pose_detection.tflite", "pose_landmark/pose_landmark_full.tflite"
GRIDS = ((28, 2), (14, 2), (7, 6))  # of the detector: cells a side, and predictions of each cell
PERSON_SCORE = 0.4  # likelihood of a person who is looked at
SAME = 0.2  # mean distance of the joints of one person, in shares of the size
RATIO = 1.25  # of the square of a look, to the circle around a person
CENTRE, CIRCLE = 33, 34  # the landmarks between the hips and on the circle around the person
LEAST_SCORE, LEAST_SIZE = 0.3, 40  # of a person who is told: likelihood, and pixels
PART = 0.65  # of the shorter side: the parts of a picture that are looked at alone
MOST = 8  # people of a picture
UNKNOWN = 9  # how far apart two looks are of which one was not taken


class People(LiteNetwork):
    """The network that finds people in a picture."""

    def __init__(self, path):
        super().__init__(path)
        cells = [(np.indices((side, side)).reshape(2, -1).T[:, ::-1] + 0.5) / side for side, _ in GRIDS]
        self.places = np.concatenate([np.repeat(places, count, 0) for places, (_, count) in zip(cells, GRIDS)])

    def __call__(self, image):
        """Rows of score, the middle of the hips and a point of the circle around the person, in pixels, the best first."""
        square, factor = letterboxed(image, self.side)
        found, _ = self.outputs(2 * square.astype(np.float32) - 255, np.eye(2, 3))  # it sees -1 to 1
        scores = likelihood(found["Identity_1"])
        values = found["Identity"].reshape(-1, 6, 2)[:, 2:4] / self.side + self.places[:, None]
        kept = np.flatnonzero(scores >= PERSON_SCORE)
        kept = kept[np.argsort(-scores[kept])]
        return np.column_stack([scores[kept], values[kept].reshape(-1, 4) * self.side / factor])


class Landmarks(LiteNetwork):
    """The network that marks one person in a square."""

    def look(self, image, centre, circle, is_mirrored=False):
        """The landmarks in pixels (35 × 2) and in metres (33 × 3), the likelihoods that these are seen, and the likelihood of a person."""
        up = circle - centre
        side, turn = 2 * RATIO * np.linalg.norm(up), np.arctan2(up[0], -up[1])
        affine = move(centre, np.full(2, self.side / 2), self.side / max(side, 1), turn, False)
        if is_mirrored:
            affine[0] = -affine[0]
            affine[0, 2] += self.side
        found, _ = self.outputs(image, between_pixels(affine))
        back = cv2.invertAffineTransform(affine)
        marks = found["Identity"].reshape(39, 5)
        world = found["Identity_4"].reshape(39, 3)[:bodies.LANDMARKS]
        seen = likelihood(marks[:bodies.LANDMARKS, 3])
        pixels = marks[:CIRCLE + 1, :2] @ back[:, :2].T + back[:, 2]
        if is_mirrored:
            order = bodies.LANDMARKS_MIRRORED
            world, seen = world[order] * (-1, 1, 1), seen[order]
            pixels = pixels[[*order, CENTRE, CIRCLE]]
        # From the square's axes to the picture's; here y points down.
        world = world @ np.array([[np.cos(turn), np.sin(turn), 0], [-np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
        return pixels, world, seen, found["Identity_1"][0]

    def __call__(self, image, centre, circle):
        """A person, of a middle of the hips and a point of the circle around them, or nothing."""
        first = self.look(image, centre, circle)
        if first[3] < LEAST_SCORE:
            return None
        place = first[0][CENTRE], first[0][CIRCLE]
        # A person of whom little is seen is not looked at again.
        is_promising = first[3] >= sets.SURE and sets.is_seen(bodies.SEEN @ first[2])
        looks = [self.look(image, *place, is_mirrored) for is_mirrored in (False, True)] if is_promising else [first]
        score = min(look[3] for look in looks)
        if score < LEAST_SCORE:
            return None
        places = [bodies.OF_LANDMARKS @ look[0][:bodies.LANDMARKS] for look in looks]
        spaces = [bodies.in_space(look[1]) for look in looks]
        joints = np.mean(places, 0)
        size = bodies.frame_of(joints).size
        if size < LEAST_SIZE:
            return None
        return {"joints": joints.round(2).tolist(), "points": np.mean(spaces, 0).round(4).tolist(),
                "seen": (bodies.SEEN @ np.mean([look[2] for look in looks], 0)).round(2).tolist(), "score": round(float(score), 4),
                "apart": round(float(np.linalg.norm(spaces[0] - spaces[-1], axis=1).mean()), 4) if is_promising else UNKNOWN,
                "apart_seen": round(float(np.hypot(*(places[0] - places[-1]).T).mean() / size), 4) if is_promising else UNKNOWN,
                "one": spaces[0].round(4).tolist()}


def parts(size, is_crowded):
    """The parts of a picture that are looked at: left, top, right, bottom."""
    width, height = size
    yield 0, 0, width, height
    if is_crowded:
        side = int(PART * min(width, height))
        for left in np.linspace(0, width - side, 2).astype(int):
            for top in np.linspace(0, height - side, 2).astype(int):
                yield left, top, left + side, top + side


def is_same(joints, other):
    return np.hypot(*(joints - other).T).mean() <= SAME * bodies.frame_of(other).size


def people_in(people, landmarks, image, is_crowded=False):
    """The people of a picture, each once, the surest first."""
    rows = []
    for left, top, right, bottom in parts(image.shape[1::-1], is_crowded):
        found = people(image[top:bottom, left:right])
        found[:, 1:] += np.tile([left, top], 2)
        rows.append(found)
    rows = np.concatenate(rows)
    rows = rows[np.argsort(-rows[:, 0])]
    looked, found = [], []
    for row in rows:
        centre, circle = row[1:3], row[3:5]
        reach = np.linalg.norm(circle - centre)
        # Two places nearer than a third of the smaller circle are of one person.
        if reach < LEAST_SIZE / 4 or any(np.linalg.norm(centre - c) < 0.35 * min(reach, r) for c, r in looked):
            continue
        looked.append((centre, reach))
        person = landmarks(image, centre, circle)
        if person and not any(is_same(np.array(person["joints"]), np.array(other["joints"])) for other in found):
            found.append(person)
        if len(found) == MOST:
            break
    return sorted(found, key=lambda person: person["apart"])


def start(modules):
    global people, landmarks
    cv2.setNumThreads(1)
    people, landmarks = People(modules / DETECTOR), Landmarks(modules / LANDMARKS)


def find(image, is_crowded):
    return people_in(people, landmarks, image, is_crowded)


if __name__ == "__main__":
    teach(__doc__, sets, sets.CROWDED, start, find, "people")
