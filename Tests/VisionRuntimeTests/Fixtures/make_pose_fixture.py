#!/usr/bin/env python3
"""Writes poses.json: what the decoding of PersonLab, written anew with NumPy, finds in maps of made-up numbers.

The maps come from a generator that the test has too, in steps that both have exactly.
"""
import json
import pathlib

import numpy as np

LIMBS = [
    (0, 1), (1, 3), (0, 2), (2, 4), (0, 5), (5, 7), (7, 9), (5, 11), (11, 13), (13, 15), (0, 6), (6, 8), (8, 10), (6, 12), (12, 14), (14, 16)
]
JOINTS, ROWS, COLUMNS, STRIDE = 17, 12, 10, 16
RADIUS, THRESHOLD, LEAST = 20, 0.5, 0.2


def numbers(count, seed):
    """Of each number of a linear congruential generator the bits 16 to 23, as 0 to 255."""
    values, state = [], seed
    for _ in range(count):
        state = (state * 1103515245 + 12345) % 2**31
        values.append(state >> 16 & 255)
    return np.array(values, float)


def maps(seed):
    cells = ROWS * COLUMNS
    drawn = numbers((JOINTS + 2 * JOINTS + 4 * len(LIMBS)) * cells, seed).reshape(-1, ROWS, COLUMNS)
    scores = drawn[:JOINTS] / 256
    offsets = (drawn[JOINTS:3 * JOINTS] - 128) / 8
    displacements = (drawn[3 * JOINTS:] - 128) / 2
    return scores, offsets, displacements[:2 * len(LIMBS)], displacements[2 * len(LIMBS):]


def decode(scores, offsets, forward, backward):
    padded = np.pad(scores, ((0, 0), (1, 1), (1, 1)), constant_values=-1)
    highest = np.max([padded[:, i:i + ROWS, j:j + COLUMNS] for i in range(3) for j in range(3)], axis=0)
    joints, rows, columns = np.nonzero((scores >= THRESHOLD) & (scores >= highest))
    offsets = np.stack([offsets[:JOINTS], offsets[JOINTS:]], -1)
    ways = {True: forward, False: backward}
    ways = {key: np.stack([way[:len(LIMBS)], way[len(LIMBS):]], -1) for key, way in ways.items()}
    poses = []

    def cell(place):
        return tuple(np.clip(np.floor(place / STRIDE + 0.5), 0, [ROWS - 1, COLUMNS - 1]).astype(int))

    def is_taken(place, joint):
        return any(((pose[0][joint] - place) ** 2).sum() <= RADIUS**2 for pose in poses)

    for index in np.argsort(-scores[joints, rows, columns], kind="stable"):
        seed = joints[index]
        start = np.array([rows[index], columns[index]]) * STRIDE + offsets[seed, rows[index], columns[index]]
        if is_taken(start, seed):
            continue
        places, likelihoods = {seed: start}, {seed: scores[seed, rows[index], columns[index]]}
        inwards = [(limb, LIMBS[limb][1], LIMBS[limb][0], False) for limb in reversed(range(len(LIMBS)))]
        outwards = [(limb, LIMBS[limb][0], LIMBS[limb][1], True) for limb in range(len(LIMBS))]
        for limb, source, target, is_forward in inwards + outwards:
            if source not in places or target in places:
                continue
            place = places[source] + ways[is_forward][limb][cell(places[source])]
            for _ in range(2):
                place = np.array(cell(place)) * STRIDE + offsets[target][cell(place)]
            places[target], likelihoods[target] = place, scores[target][cell(place)]
        confidence = sum(likelihoods[joint] for joint in places if not is_taken(places[joint], joint)) / JOINTS
        if confidence >= LEAST:
            poses.append((places, likelihoods, confidence))
    return sorted(poses, key=lambda pose: -pose[2])


cases = []
for seed in (1, 7, 42):
    poses = [
        {
            "confidence": confidence,
            "places": [[float(places[joint][1]), float(places[joint][0])] for joint in range(JOINTS)],
            "likelihoods": [float(likelihoods[joint]) for joint in range(JOINTS)],
        } for places, likelihoods, confidence in decode(*maps(seed))
    ]
    cases.append({"seed": seed, "rows": ROWS, "columns": COLUMNS, "stride": STRIDE, "poses": poses})
(pathlib.Path(__file__).parent / "poses.json").write_text(json.dumps(cases) + "\n")
