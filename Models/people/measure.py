"""Measures pose networks on pictures whose joints people marked, as `osprey detect pose` gives the joints.

    python measure.py --osprey OSPREY --photos FOLDER MODEL.mlmodel...

`FOLDER/keypoints.json` names the pictures, their people and the joints.  Of each marked person counts the best of the found poses by
COCO's object keypoint similarity (OKS), each used once, 0 where there is none; reported are the mean and the share above a half.  Pictures
with several people and those of the extended Leeds sports poses are told apart.
"""

import argparse
import json
import subprocess
from pathlib import Path

import numpy as np

from joints import COUNT, DEVIATIONS, NAMES

LEAST_JOINTS = 4  # marked, of a person who counts


def marked_people(record):
    """The marked people of a picture: joints (17 × 3) and areas."""
    for person in record["persons"]:
        joints = np.zeros((COUNT, 3))
        for name, values in person["keypoints"].items():
            if name in NAMES:
                joints[NAMES.index(name)] = values
        if (joints[:, 2] > 0).sum() < LEAST_JOINTS or person.get("iscrowd"):
            continue
        points = joints[joints[:, 2] > 0, :2]
        # The area of a person's mask is about half of the box; a box of joints is smaller than one of the body.
        area = 0.53 * np.prod(person["bbox"][2:]) if person.get("bbox") else 0.53 * 1.3 * np.prod(np.maximum(np.ptp(points, 0), 10))
        yield joints, area


def similarity(found, joints, area):
    marked = joints[:, 2] > 0
    squares = ((found[:, :2] - joints[:, :2]) ** 2).sum(1)
    errors = squares / (2 * area * (2 * np.array(DEVIATIONS)) ** 2)
    # A joint that was not found has no place: it is not near.
    return (np.exp(-errors) * (found[:, 2] > 0))[marked].mean()


def found_people(osprey, model, files, sizes):
    """The poses that the program finds: of each file a list of 17 × 3 (x and y in pixels from the top left, confidence)."""
    command = [osprey, "detect", "pose", *files, "--model", model, "--crop", "scaleFit", "--json"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\n")
    results = {}
    for line in filter(None, lines):
        record = json.loads(line)
        width, height = sizes[record["image"]]
        poses = []
        for pose in record.get("pose", []):
            joints = np.zeros((COUNT, 3))
            for name, (x, y, score) in pose["joints"].items():
                if name in NAMES:
                    joints[NAMES.index(name)] = (x * width, (1 - y) * height, score)
            poses.append((pose["confidence"], joints))
        results[record["image"]] = [joints for _, joints in sorted(poses, key=lambda pose: -pose[0])]
    return results


def matched(found, people):
    """The similarity of each marked person to the pose that is matched to it."""
    table = np.array([[similarity(pose, *person) for pose in found] for person in people]).reshape(len(people), len(found))
    best = np.zeros(len(people))
    while table.size and table.max() > 0:
        person, pose = np.unravel_index(table.argmax(), table.shape)
        best[person] = table[person, pose]
        table[person], table[:, pose] = 0, 0
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--osprey", required=True)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("models", nargs="+")
    options = parser.parse_args()
    records = {str(options.photos / record["file"]): record for record in json.loads((options.photos / "keypoints.json").read_text())}
    sizes = {path: (record["width"], record["height"]) for path, record in records.items()}
    for model in options.models:
        found = found_people(options.osprey, model, list(records), sizes)
        groups = {"several people": [], "lspet": []}
        poses = dict.fromkeys(groups, 0)
        for path, record in records.items():
            group = "lspet" if record["dataset"] == "lspet" else "several people"
            groups[group] += list(matched(found.get(path, []), list(marked_people(record))))
            poses[group] += len(found.get(path, []))
        for group, values in groups.items():
            print(f"{model}: {group}: {len(values)} marked, {poses[group]} found, "
                  f"mean OKS {np.mean(values):.3f}, above a half {np.mean(np.array(values) > 0.5):.3f}")


if __name__ == "__main__":
    main()
