"""Improves what a pose network found in a set of pictures: a network for one person looks at each of its people again.

    python teacher.py --found FOUND/NAME.jsonl --network pose_landmark_full.tflite --taught TAUGHT/NAME.jsonl      (in the folder of the sets)

`FOUND` holds what `osprey detect pose … --json` printed; the network is BlazePose's full one, from the Python package `mediapipe` 0.10.9.
Written are the same records.  A person has BlazePose's joints, the likelihoods that they are seen, and the key `improved`, where BlazePose's
joints lie near those that were sure.  Otherwise it stays as it was found.  Where BlazePose sees no person, the confidence becomes 0.
"""

import argparse
import json
import multiprocessing
import sys
from pathlib import Path

import cv2
import numpy as np

from joints import COUNT, NAMES
from sets import SAME, size_of

sys.path.append(str(Path(__file__).resolve().parents[1]))
from lite import LiteNetwork, likelihood
from pictures import move, read

JOINTS = (0, 2, 5, 7, 8, 11, 12, 13, 14, 15, 16, 23, 24, 25, 26, 27, 28)  # ours, of its thirty-three
LEAST_SCORE = 0.1  # of a joint that places the person
SURE_SCORE = 0.4  # of a joint that BlazePose's must lie near
LEAST_PERSON = 0.5  # likelihood that BlazePose sees a person at all
SHOULDERS, HIPS, FACE = (5, 6), (11, 12), (0, 1, 2, 3, 4)


def joints_of(pose, size):
    """A found pose as 17 × 3: x and y in pixels from the top left, and the score."""
    person = np.zeros((COUNT, 3))
    for name, (x, y, score) in pose["joints"].items():
        if name in NAMES:
            person[NAMES.index(name)] = (x * size[0], (1 - y) * size[1], score)
    return person


def placed(person):
    """The square that BlazePose is to see: the centre between the hips, the direction from there to the head, and the side; or nothing."""
    def middle(joints):
        points = [person[joint, :2] for joint in joints if person[joint, 2] > LEAST_SCORE]
        return np.mean(points, 0) if points else None

    hips, shoulders, head = middle(HIPS), middle(SHOULDERS), middle(FACE)
    top = head if shoulders is None else shoulders
    if top is None:
        return None
    if hips is None:
        if head is None or shoulders is None:
            return None
        hips = shoulders + 2.2 * max(np.linalg.norm(head - shoulders), 1) * np.array([0, 1])
    up = top - hips
    trunk = np.linalg.norm(up)
    if trunk < 2:
        return None
    reach = np.linalg.norm(person[person[:, 2] > LEAST_SCORE, :2] - hips, axis=1).max()
    return hips, up / trunk, 2.2 * max(1.15 * reach, 2 * trunk)


class BlazePose(LiteNetwork):
    """BlazePose's network for one person."""

    def __call__(self, image, centre, up, side):
        """The joints (17 × 3: x, y, likelihood that the joint is seen), and the likelihood that there is a person."""
        affine = move(centre, np.full(2, self.side / 2), self.side / side, np.arctan2(up[0], -up[1]), False)
        outputs, back = self.outputs(image, affine)
        marks = outputs["Identity"].reshape(39, 5)[list(JOINTS)]
        return np.column_stack([marks[:, :2] @ back[:, :2].T + back[:, 2], likelihood(marks[:, 3])]), outputs["Identity_1"][0]


def improved(network, image, person):
    """A person's joints as BlazePose sees them, or nothing where it sees another person or none; and whether there is a person."""
    place = placed(person)
    if place is None:
        return None, True
    found, is_there = network(image, *place)
    sure = person[:, 2] > SURE_SCORE
    if is_there < LEAST_PERSON or not sure.any():
        return None, is_there >= LEAST_PERSON
    apart = np.median(np.hypot(*(found[sure, :2] - person[sure, :2]).T)) / size_of(found)
    return found if apart < SAME / 2 else None, True


def taught(record):
    """A record with its people improved; of two that became the same person, the first stays."""
    image = read(record["image"])
    if image is None:
        return None
    size = np.array(image.shape[1::-1])
    kept, poses = [], []
    for pose in sorted(record.get("pose", []), key=lambda pose: -pose["confidence"]):
        found, is_there = improved(worker, image, joints_of(pose, size))
        if found is None:
            poses.append(pose if is_there else {**pose, "confidence": 0})
            continue
        if any(np.median(np.hypot(*(found[:, :2] - other[:, :2]).T)) < SAME / 3 * size_of(other) for other in kept):
            continue
        kept.append(found)
        places = np.column_stack([found[:, 0] / size[0], 1 - found[:, 1] / size[1], found[:, 2]])
        joints = {name: [round(float(v), 5) for v in place] for name, place in zip(NAMES, places)}
        poses.append({"confidence": pose["confidence"], "improved": True, "joints": joints})
    return {**record, "pose": poses}


def start(path):
    global worker
    cv2.setNumThreads(1)
    worker = BlazePose(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name in ("found", "network", "taught"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    records = [json.loads(line) for line in options.found.read_text().split("\n") if line]
    with multiprocessing.Pool(options.processes, start, (options.network,)) as pool:
        results = [record for record in pool.imap(taught, records, 8) if record]
    options.taught.parent.mkdir(parents=True, exist_ok=True)
    options.taught.write_text("".join(json.dumps(record) + "\n" for record in results))
    poses = [pose for record in results for pose in record["pose"]]
    print(f"{len(results)} pictures, {len(poses)} people, {sum('improved' in pose for pose in poses)} of them improved")


if __name__ == "__main__":
    main()
