#!/usr/bin/env python3
"""Renders the game, game.mp4, and what is true of it, game.json. Needs NumPy, Pillow and the program ffmpeg with libx264.

  python3 Examples/ActionAndVision/rendering/game.py [--output Examples/ActionAndVision] [--seed 4]

The camera pans and comes to rest. A player throws eight bags, overhand, underhand and under a leg, at a board; somebody walks by, and somebody
behind the trees throws a ball. The same seed renders the same game. It takes some minutes.
"""
import argparse
import json
import math
import multiprocessing
import pathlib
import sys

import numpy as np
from PIL import Image, ImageDraw

folder = pathlib.Path(__file__).resolve().parent
sys.path += [str(folder.parents[1]), str(folder)]
from Rendering import JOINTS, Camera, Person, cast, mirrored, skeleton, write_clip

import throws
from scene import BAG, BAG_COLOR, HOLE_PLACE, LENGTH, WIDTH, Board, bag, bag_shadow, bush, lawn, lay

FRAME_RATE, COLUMNS, ROWS = 60, 1280, 720
GRAVITY = 9.81
SCALE = 220.0
# The pan: ten pixels a frame, then slower until it rests.
PAN = [10] * 36 + [9, 8, 7, 6, 5, 4, 4, 3, 3, 2, 2, 1, 1, 1]
FIRST_RELEASE, BETWEEN, AFTER = 3.1, 2.5, 1.9
# How long before a release the left hand takes the bag.
FETCH = 1.35
BOARD_AT = 4.0

# Kind, where it lands (metres from the board's front edge, beyond it on the ground, or the hole), degrees above the horizon, metres that it
# slides on.
PLAN = [
    ("overhand", 0.34, 28, 0.10), ("underhand", "hole", 46, 0), ("underleg", 0.52, 50, 0.06), ("underhand", -0.42, 44, 0.16),
    ("overhand", "hole", 31, 0), ("underleg", "hole", 47, 0), ("overhand", LENGTH + 0.34, 30, 0.12), ("underhand", 0.18, 49, 0.05),
]
POINTS = {"board": 1, "hole": 3, "ground": 0}
POINTS_UNDER_LEG = {"board": 5, "hole": 15, "ground": 0}


class Flight:
    """A bag's way from a hand to where it lies."""

    def __init__(self, camera, board, start, target, elevation, slide):
        """start: where it leaves the hand. target: as in PLAN."""
        half = BAG * 0.42
        self.start, self.board, self.slide = start, board, slide
        if target == "hole":
            self.landing, self.end = "hole", board.point(HOLE_PLACE, 0, 0)
        elif 0 < target < LENGTH:
            self.landing, self.end = "board", board.point(target, 0, half)
        else:
            self.landing, self.end = "ground", np.array([board.x + target, half, 0.0])
        self.target = target
        d, h, angle = self.end[0] - start[0], self.end[1] - start[1], math.radians(elevation)
        self.speed = math.sqrt(GRAVITY * d * d / (2 * math.cos(angle) ** 2 * (d * math.tan(angle) - h)))
        self.velocity = np.array([self.speed * math.cos(angle), self.speed * math.sin(angle), 0.0])
        self.duration = d / self.velocity[0]
        self.velocity[2] = (self.end[2] - start[2]) / self.duration
        times = np.linspace(0, self.duration, 400)
        places = camera.see(np.array([self.at(t)[0] for t in times]))
        self.seen_length = float(np.hypot(*np.diff(places, axis=0).T).sum())

    def at(self, t):
        """The bag's centre and turn at a time after the release, and whether it is in the hole."""
        if t <= self.duration:
            return self.start + self.velocity * t - np.array([0, GRAVITY / 2 * t * t, 0]), 5.0 * t, False
        after = t - self.duration
        turn = 5.0 * self.duration
        if self.landing == "hole":
            return self.end - np.array([0, 2.4 * after + 4 * after * after, 0]) + np.array([0.6 * after, 0, 0]), turn, True
        # A small bounce, then it slides until it rests.
        part = min(after / 0.34, 1)
        along = self.slide * (1 - (1 - part) ** 2)
        hop = 0.05 * math.sin(math.pi * min(after / 0.13, 1))
        half = BAG * 0.42
        turn += 0.5 * part
        if self.landing == "board":
            return self.board.point(self.target + along, 0, half + hop), turn, False
        return self.end + np.array([along, hop, 0]), turn, False

    def rests(self, t):
        return t >= self.duration + 0.36


class Walker:
    """Somebody who walks from right to left behind the game, and ends behind the bush."""

    def __init__(self, start, x, until, z=-2.6, speed=1.45):
        self.start, self.x, self.until, self.z, self.speed = start, x, until, z, speed

    def body(self, time):
        x = self.x - (time - self.start) * self.speed
        if time < self.start or x < self.until:
            return None
        return mirrored(skeleton(dict(throws.walk((time - self.start) * 1.75), x=0, z=self.z, yaw=12, look=4), 1.78), x)


class Toss:
    """A ball that flies from right to left over the trees."""

    def __init__(self, start=14.35):
        self.start, self.z = start, -4.0

    def at(self, time):
        t = time - self.start
        if not 0 < t < 0.72:
            return None
        return np.array([6.9 - 2.1 * t, 2.35 + 3.3 * t - GRAVITY / 2 * t * t, self.z])


class Game:
    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        self.pan = sum(PAN)
        self.camera = Camera(SCALE, COLUMNS / 2, 650)
        self.board = Board(BOARD_AT, top=(226, 210, 178), seed=seed)
        self.player = Person(rng, skin=(226, 178, 146), hair=(58, 40, 28), shirt=(236, 234, 228), trousers=(140, 124, 96), shoes=(238, 236, 232),
                             shorts=False, sleeves=False, stripes=False, build=0.95)
        self.passer = Person(rng, skin=(168, 116, 82), hair=(30, 28, 30), shirt=(226, 196, 90), trousers=(60, 60, 70), shoes=(60, 60, 64),
                             shorts=False, sleeves=True, stripes=False, build=1.0)
        self.walker = Walker(9.9, 6.9, 3.2)
        self.toss = Toss()
        self.moves = [throws.throw(kind, np.random.default_rng(seed * 100 + i), 0.35) for i, (kind, *_) in enumerate(PLAN)]
        self.releases = [round((FIRST_RELEASE + BETWEEN * i) * FRAME_RATE) for i in range(len(PLAN))]
        self.frames = self.releases[-1] + round(AFTER * FRAME_RATE)
        self.hip = np.array([0.86, 0, 0.0])
        self.hip[2] = -np.mean([skeleton(move.pose(0))["leftHand"][2] for move in self.moves])
        self.flights = []
        for index, (_, target, elevation, slide) in enumerate(PLAN):
            hand = throws.grip(self.body(self.releases[index]))
            self.flights.append(Flight(self.camera, self.board, hand, target, elevation, slide))
        self.stage = self.background(rng)

    # Motion

    def body(self, frame):
        time = frame / FRAME_RATE
        pose = throws.READY
        for release, move in zip(self.releases, self.moves):
            since = time - release / FRAME_RATE
            if move.start < since < move.end:
                pose = move.pose(since)
            elif -FETCH - 0.35 < since <= move.start and release != self.releases[0]:
                pose = throws.fetch().pose(since + FETCH)
        return skeleton({**pose, "x": self.hip[0], "z": self.hip[2]})

    def thrown(self, frame):
        """The index of the throw whose bag is in flight or in the hand, and the frames since its release."""
        index = max([i for i, release in enumerate(self.releases) if frame >= release], default=-1)
        return index, frame - self.releases[index] if index >= 0 else 0

    def holds(self, frame):
        """Whether there is a bag in the left hand."""
        index, since = self.thrown(frame)
        return index < 0 or (index + 1 < len(PLAN) and since > (BETWEEN - FETCH) * FRAME_RATE)

    def shift(self, frame):
        """How far the camera has still to pan, in pixels."""
        return self.pan - sum(PAN[:frame])

    # Painting

    def background(self, rng):
        """All that does not move, with columns left of the last view for the pan."""
        picture = lawn(rng, self.camera, -self.pan, COLUMNS + self.pan, ROWS)
        self.cover = bush(rng, self.camera, 2.72, -2.0)
        self.board.paint(picture[:, self.pan:], self.camera)
        layer, left, top = self.cover
        lay(picture, layer, left + self.pan, top)
        return picture

    def picture(self, frame):
        shift = self.shift(frame)
        view = self.stage[:, self.pan - shift:self.pan - shift + COLUMNS].copy()
        if shift:
            # The same view, with everything further right.
            camera = Camera(SCALE, self.camera.middle, 650)
            camera.see = lambda points, see=camera.see: see(points) + np.array([shift, 0.0])
        else:
            camera = self.camera
        self.paint_behind(view, camera, frame)
        index, since = self.thrown(frame)
        for i in range(index + 1):
            t = (frame - self.releases[i]) / FRAME_RATE
            if self.flights[i].landing != "hole" and (i < index or self.flights[i].rests(t)):
                self.paint_bag(view, camera, self.flights[i], t)
        body = self.body(frame)
        cast(view, body, camera)
        held = (throws.grip(body), BAG_COLOR) if self.holds(frame) else None
        self.player.paint(view, body, camera, held=held)
        if index >= 0 and not self.flights[index].rests(since / FRAME_RATE):
            self.paint_bag(view, camera, self.flights[index], since / FRAME_RATE)
        return np.clip(view + 0.5, 0, 255).astype(np.uint8)

    def paint_behind(self, view, camera, frame):
        time = frame / FRAME_RATE
        ball = self.toss.at(time)
        if ball is not None:
            lay(view, *bag(camera, ball, 0, (236, 232, 220), 0.11))
        passer = self.walker.body(time)
        if passer is not None:
            cast(view, passer, camera, 0.3)
            self.passer.paint(view, passer, camera)
            layer, left, top = self.cover
            lay(view, layer, left, top)

    def paint_bag(self, view, camera, flight, t):
        point, turn, falls = flight.at(t)
        if falls:
            self.paint_falling(view, camera, point, turn)
            return
        over_board = flight.landing != "ground" and point[0] > self.board.x - 0.3
        if not over_board:
            bag_shadow(view, camera, point)
        lay(view, *bag(camera, point, turn))

    def paint_falling(self, view, camera, point, turn):
        """A bag in the hole: what is below the hole's edge is hidden."""
        hole = self.board.hole(camera)
        if camera.see(point)[1] > hole[:, 1].max() + 4:
            return
        mask = Image.new("L", (COLUMNS, ROWS), 0)
        draw = ImageDraw.Draw(mask)
        draw.polygon([tuple(place) for place in hole], fill=255)
        draw.rectangle([hole[:, 0].min(), 0, hole[:, 0].max(), hole[:, 1].mean()], fill=255)
        keep = np.asarray(mask, np.float32)[..., None] / 255
        with_bag = view.copy()
        lay(with_bag, *bag(camera, point, turn))
        view[:] = with_bag * keep + view * (1 - keep)

    # Truth

    def truth(self):
        corners = self.board.corners(self.camera)
        result = {
            "about": "What is true of game.mp4. Points are pixels (column, row) of the frames, the origin at the top left; times are seconds "
                     "of the video; frames count from 0. Lengths are metres in the plane of flight.",
            "frameRate": FRAME_RATE, "width": COLUMNS, "height": ROWS, "frames": self.frames,
            "pan": {"pixels": self.pan, "pixelsPerFrame": 10, "restsFromFrame": len(PAN)},
            "pixelsPerMetre": SCALE,
            "board": {"corners": rounded(corners), "cornersAre": ["far front", "far back", "near back", "near front"],
                      "length": LENGTH, "width": WIDTH, "hole": ellipse(self.board.hole(self.camera)),
                      "box": rounded(self.board_box())},
            "throws": [], "score": 0,
        }
        for index, (kind, *_) in enumerate(PLAN):
            flight, release = self.flights[index], self.releases[index]
            body = self.body(release)
            elbow, wrist = self.camera.see([body["leftElbow"], body["leftWrist"]])
            points = (POINTS_UNDER_LEG if kind == "underleg" else POINTS)[flight.landing]
            result["score"] += points
            result["throws"].append({
                "kind": kind, "releaseFrame": release, "releaseTime": round(release / FRAME_RATE, 4),
                "landingFrame": round(release + flight.duration * FRAME_RATE, 1),
                "duration": round(flight.duration, 4),
                "releaseSpeed": round(flight.speed, 3), "averageSpeed": round(flight.seen_length / SCALE / flight.duration, 3),
                "flightAngle": round(math.degrees(math.atan2(flight.velocity[1], flight.velocity[0])), 1),
                "releaseAngle": round(math.degrees(math.atan2(elbow[1] - wrist[1], wrist[0] - elbow[0])), 1),
                "releasePoint": rounded(self.camera.see(flight.start)), "landingPoint": rounded(self.camera.see(flight.end)),
                "landing": flight.landing, "points": points})
        throws_ = result["throws"]
        result["averageSpeed"] = round(sum(t["averageSpeed"] for t in throws_) / len(throws_), 3)
        result["averageReleaseAngle"] = round(sum(t["releaseAngle"] for t in throws_) / len(throws_), 2)
        walk = [f for f in range(self.frames) if self.walker.body(f / FRAME_RATE) is not None]
        ball = [f for f in range(self.frames) if self.toss.at(f / FRAME_RATE) is not None]
        result["others"] = [
            {"what": "passer-by", "frames": [walk[0], walk[-1]]},
            {"what": "ball in the background, from right to left", "frames": [ball[0], ball[-1]],
             "points": [rounded(self.camera.see(self.toss.at(f / FRAME_RATE))) for f in (ball[0], ball[len(ball) // 2], ball[-1])]}]
        result["jointNames"] = JOINTS
        result["joints"] = []
        for frame in range(self.frames):
            body = self.body(frame)
            places = self.camera.see([body[name] for name in JOINTS]) + [self.shift(frame), 0]
            result["joints"].append([int(round(v)) for place in places for v in place])
        return result

    def board_box(self):
        h = WIDTH / 2
        near = [self.board.point(0, h) * [1, 0, 1], self.board.point(LENGTH, h) * [1, 0, 1]]
        points = np.concatenate([self.board.corners(self.camera), self.camera.see(near)])
        return np.concatenate([points.min(0), points.max(0)])


def rounded(values):
    return np.round(np.asarray(values, float), 1).tolist()


def ellipse(points):
    low, high = points.min(0), points.max(0)
    return {"center": rounded((low + high) / 2), "box": rounded([*low, *high])}


def text(truth):
    """The truth as JSON, with a line for each throw and each frame's joints."""
    lines = []
    for key, value in truth.items():
        if key in ("throws", "joints", "others"):
            rows = ",\n  ".join(json.dumps(row, separators=(",", ":") if key == "joints" else None) for row in value)
            lines.append(f'"{key}": [\n  {rows}]')
        else:
            lines.append(f'"{key}": {json.dumps(value)}')
    return "{" + ",\n".join(lines) + "}\n"


game = None


def start(seed):
    global game
    game = Game(seed)


def render(frame):
    return game.picture(frame)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", default=str(folder.parent))
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--quality", type=int, default=30, help="x264's: less is better")
    parser.add_argument("--frame", type=int, action="append", help="writes these frames as pictures instead")
    options = parser.parse_args()
    start(options.seed)
    output = pathlib.Path(options.output)
    output.mkdir(parents=True, exist_ok=True)
    if options.frame:
        for frame in options.frame:
            Image.fromarray(game.picture(frame)).save(output / f"frame-{frame:04}.png")
        return
    (output / "game.json").write_text(text(game.truth()))
    with multiprocessing.Pool(2, start, (options.seed,)) as pool:
        write_clip(pool.imap(render, range(game.frames), 8), output / "game.mp4", FRAME_RATE, options.quality)


if __name__ == "__main__":
    main()
