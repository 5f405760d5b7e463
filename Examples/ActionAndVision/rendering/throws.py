"""How somebody throws with the left hand: overhand, underhand and under the leg, and what people do that is no throw. Needs NumPy."""
import numpy as np

KINDS = ["overhand", "underhand", "underleg"]

# Where a throw begins and ends.
READY = dict(
    drop=0.05, lean=5.0, tilt=0.0, yaw=25.0, pelvis=-6.0, twist=0.0, look=24.0, nod=4.0, leftArm=18.0, leftFore=52.0, leftOut=3.0,
    rightArm=-12.0, rightFore=-8.0, rightOut=24.0, leftFoot=0.19, leftLift=0.0, leftToe=0.0, rightFoot=-0.12, rightLift=0.0, rightToe=0.0)

# Seconds from the release, and what is then other than in READY.
MOVES = {
    "overhand": [
        (-1.00, {}),
        (-0.50, dict(leftArm=12, leftFore=134, lean=-2, twist=-10, yaw=26, rightArm=-8, nod=-2)),
        (-0.26, dict(leftArm=8, leftFore=162, lean=-8, twist=-8, yaw=27, drop=0.08, rightArm=-18, nod=-3)),
        (-0.10, dict(leftArm=28, leftFore=150, lean=-8, twist=-4, yaw=28, drop=0.08, rightArm=-12, nod=-3)),
        (0.00, dict(leftArm=58, leftFore=128, lean=-6, twist=0, yaw=28, drop=0.06, rightArm=-11, nod=-2)),
        (0.10, dict(leftArm=63, leftFore=110, lean=-5, twist=1, yaw=28, drop=0.05, rightArm=-11, nod=-2, rightToe=10)),
        (0.32, dict(leftArm=54, leftFore=80, lean=0, twist=2, yaw=26, drop=0.05, rightArm=-11, rightToe=8)),
        (0.80, {}),
    ],
    "underhand": [
        (-1.00, {}),
        (-0.48, dict(leftArm=-14, leftFore=8, lean=8, drop=0.08, twist=5)),
        (-0.28, dict(leftArm=-20, leftFore=-2, lean=9, drop=0.10, twist=6, yaw=27)),
        (-0.10, dict(leftArm=20, leftFore=30, lean=0, drop=0.09, twist=2, yaw=29)),
        (0.00, dict(leftArm=56, leftFore=62, lean=-6, drop=0.07, twist=0, yaw=30)),
        (0.16, dict(leftArm=62, leftFore=80, lean=-7, drop=0.06, twist=0, yaw=29, rightToe=10)),
        (0.34, dict(leftArm=60, leftFore=88, lean=-2, drop=0.05, twist=-1, yaw=27, rightToe=8)),
        (0.80, {}),
    ],
    "underleg": [
        (-1.10, {}),
        (-0.55, dict(leftFoot=0.41, leftLift=0.25, leftToe=20, lean=3, drop=0.04, leftArm=4, leftFore=-6, nod=12, rightArm=-24)),
        (-0.30, dict(leftFoot=0.57, leftLift=0.37, leftToe=25, lean=5, drop=0.06, leftArm=-10, leftFore=-5, nod=12, rightArm=-26, yaw=27)),
        (-0.10, dict(leftFoot=0.56, leftLift=0.41, leftToe=25, lean=3, drop=0.06, leftArm=14, leftFore=22, nod=8, rightArm=-22, yaw=29)),
        (0.00, dict(leftFoot=0.54, leftLift=0.43, leftToe=25, lean=0, drop=0.07, leftArm=38, leftFore=57, nod=4, rightArm=-18, yaw=30)),
        (0.10, dict(leftFoot=0.54, leftLift=0.43, leftToe=25, lean=-1, drop=0.06, leftArm=46, leftFore=68, nod=5, rightArm=-22, yaw=30)),
        (0.36, dict(leftFoot=0.46, leftLift=0.25, leftToe=15, lean=2, drop=0.07, leftArm=40, leftFore=64, nod=4, rightArm=-22, yaw=27)),
        (0.90, {}),
    ],
}


def between(times, values, t):
    """A smooth curve through values that stays within its neighbours' range at turning points, and rests outside of the times."""
    if t <= times[0]:
        return values[0]
    if t >= times[-1]:
        return values[-1]
    index = int(np.searchsorted(times, t, side="right")) - 1
    steps = np.diff(times)
    slopes = np.diff(values) / steps

    def tangent(i):
        if i == 0 or i == len(times) - 1 or slopes[i - 1] * slopes[i] <= 0:
            return 0.0
        a, b = 2 * steps[i] + steps[i - 1], steps[i] + 2 * steps[i - 1]
        return (a + b) / (a / slopes[i - 1] + b / slopes[i])

    h = steps[index]
    u = (t - times[index]) / h
    return ((1 + 2 * u) * (1 - u) ** 2 * values[index] + u * (1 - u) ** 2 * h * tangent(index)
            + u * u * (3 - 2 * u) * values[index + 1] + u * u * (u - 1) * h * tangent(index + 1))


class Move:
    """Poses over time, from key poses."""

    def __init__(self, keys, base=READY):
        self.times = np.array([time for time, _ in keys], float)
        names = sorted({name for _, key in keys for name in key} | set(base))
        self.values = {name: np.array([key.get(name, base.get(name, 0.0)) for _, key in keys], float) for name in names}

    def pose(self, t):
        return {name: float(between(self.times, values, t)) for name, values in self.values.items()}

    @property
    def start(self):
        return float(self.times[0])

    @property
    def end(self):
        return float(self.times[-1])


def throw(kind, rng=None, wild=1.0, base=READY):
    """A throw of a kind, released at 0; with a generator, as each time another one does it, more so with a greater `wild`."""
    keys = MOVES[kind]
    if rng is None:
        return Move(keys, base)
    pace = 1 + wild * rng.uniform(-0.12, 0.15)
    shifts = {name: wild * rng.normal(0, sigma) for name, sigma in (
        ("leftArm", 5), ("leftFore", 7), ("lean", 2.5), ("twist", 3), ("rightLift", 0.03), ("rightFoot", 0.03), ("leftLift", 0.03))}
    changed = []
    for time, key in keys:
        changed.append((time * pace, {
            name: value + shifts.get(name, 0) + rng.normal(0, abs(shifts.get(name, 0)) * 0.3) for name, value in key.items()}))
    return Move(changed, base)


def fetch(base=READY):
    """The left hand takes a bag out of the right one, at 0."""
    return Move([(-0.35, {}), (0.0, dict(leftArm=2, leftFore=78, leftOut=-4, rightArm=2, rightFore=72, rightOut=6, rightForeOut=-35, nod=14)),
                 (0.35, {})], {**base, "rightForeOut": base["rightOut"] * 0.3})


def pick_up(base=READY, rng=None):
    """Somebody bends down to the ground for a bag, and stands up again, around 0."""
    deep = rng.uniform(0.85, 1.1) if rng is not None else 1.0
    return Move([
        (-0.75, {}), (-0.15, dict(lean=62 * deep, drop=0.26 * deep, leftArm=22, leftFore=30, rightArm=30, rightFore=44, nod=24)),
        (0.1, dict(lean=66 * deep, drop=0.28 * deep, leftArm=14, leftFore=20, rightArm=26, rightFore=40, nod=24)), (0.75, {})], base)


def grip(body):
    """Where the bag is that the left hand holds."""
    return body["leftHand"] + body["leftFore"] * 0.035


def walk(phase):
    """A pose of somebody who walks; a step is one unit of the phase."""
    turn = np.pi * phase
    pose = dict(lean=3, twist=6 * np.sin(turn), pelvis=-6 * np.sin(turn), drop=0.03 + 0.02 * np.cos(2 * turn))
    for side, shift in (("right", 0.0), ("left", np.pi)):
        swing = np.sin(turn + shift)
        pose[side + "Foot"] = 0.32 * swing - 0.02
        pose[side + "Lift"] = 0.11 * max(0.0, np.cos(turn + shift))
        pose[side + "Toe"] = 26 * max(0.0, -swing) - 14 * max(0.0, swing)
        pose[side + "Arm"] = -24 * swing
        pose[side + "Fore"] = -24 * swing + 16
    return pose
