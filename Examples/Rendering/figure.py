"""People: posed by the angles of their limbs, seen by a level camera, shaded and clothed. Needs NumPy and Pillow.

Metres; x goes to the right, y up, z towards the camera. A person who faces right has the right side towards the camera.
"""
import math

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from .relief import smooth_noise

JOINTS = ["nose", "leftEye", "rightEye", "leftEar", "rightEar", "leftShoulder", "rightShoulder", "leftElbow", "rightElbow", "leftWrist",
          "rightWrist", "leftHip", "rightHip", "leftKnee", "rightKnee", "leftAnkle", "rightAnkle", "neck", "root"]

# Entries of a skeleton that are no points.
DIRECTIONS = {"crown", "front", "side", "chest", "hips", "up", "rightFore", "leftFore"}

# Where the light comes from, and how far a shadow lies from what throws it, for each metre of height.
LAMP = np.array([-0.36, 0.74, 0.57])
SHADOW = np.array([0.42, 0.0, -0.35])

# Pictures are drawn twice as large and shrunk, which smooths their edges.
FINE = 2


class Camera:
    """A level pinhole camera; in the plane z = 0 a metre has `scale` pixels everywhere."""

    def __init__(self, scale, middle, ground, height=2.3, distance=5.5):
        """middle: the column in front of the camera. ground: the row of the ground in the plane z = 0."""
        self.scale, self.middle, self.height, self.distance = scale, middle, height, distance
        self.horizon = ground - height * scale

    def zoom(self, z):
        """Pixels per metre at a depth."""
        return self.scale * self.distance / (self.distance - z)

    def see(self, points):
        """Pixels (column, row) of points."""
        points = np.asarray(points, float)
        zoom = self.zoom(points[..., 2])
        middle = self.middle / self.scale
        return np.stack([self.middle + (points[..., 0] - middle) * zoom, self.horizon + (self.height - points[..., 1]) * zoom], -1)


# Posing

STANDING = dict(
    x=0.0, z=0.0, drop=0.02, lean=2.0, tilt=0.0, yaw=28.0, pelvis=0.0, twist=0.0, look=14.0, nod=0.0,
    rightArm=4.0, rightOut=9.0, rightFore=14.0, leftArm=2.0, leftOut=9.0, leftFore=14.0,
    rightFoot=-0.06, rightLift=0.0, rightToe=0.0, leftFoot=0.10, leftLift=0.0, leftToe=0.0)
"""A pose. Metres: `x`, `z` of the hips over the ground; `drop`, how much lower they are than in standing straight; `…Foot`, a heel before or
behind `x` at the ground, and `…Lift`, its height. Degrees: `lean` forward, `tilt` to the right; `yaw`, how far the body is turned from facing
right to the camera; `pelvis` and `twist`, hips and shoulders against it; `look` and `nod` of the head; `…Arm`, `…Fore`: upper arm and forearm
in the direction in which the person faces, 0 hanging, 90 forward, 180 up; `…Out`: away from the body; `…Toe`: toes down."""


def aside(degrees):
    """The direction of the right hand of one who is turned to the camera by an angle."""
    turn = math.radians(degrees)
    return np.array([-math.sin(turn), 0.0, math.cos(turn)])


def ahead(degrees):
    turn = math.radians(degrees)
    return np.array([math.cos(turn), 0.0, math.sin(turn)])


def limb(angle, out, side):
    angle, out = math.radians(angle), math.radians(out)
    return np.array([math.sin(angle) * math.cos(out), -math.cos(angle) * math.cos(out), side * math.sin(out)])


def knee(hip, ankle, front, thigh, shin):
    """Where the knee is, and the ankle, moved nearer where the leg is too short."""
    way = ankle - hip
    length = np.linalg.norm(way)
    if length > (thigh + shin) * 0.995:
        ankle = hip + way * (thigh + shin) * 0.995 / length
        way = ankle - hip
        length = np.linalg.norm(way)
    along = way / length
    reach = (length ** 2 + thigh ** 2 - shin ** 2) / (2 * length)
    front = front - along * np.dot(front, along)
    front = front / (np.linalg.norm(front) + 1e-9)
    return hip + along * reach + front * math.sqrt(max(thigh ** 2 - reach ** 2, 0)), ankle


def skeleton(pose, height=1.75):
    """The points of a posed body in metres: Vision's joints, and hands, heels and toes."""
    p = {**STANDING, **pose}
    size = height / 1.75
    thigh, shin, ankle_height = 0.43 * size, 0.42 * size, 0.085 * size
    lean, tilt = math.radians(p["lean"]), math.radians(p["tilt"])
    up = np.array([math.sin(lean) * math.cos(tilt), math.cos(lean) * math.cos(tilt), math.sin(tilt)])
    root = np.array([p["x"], thigh + shin + ankle_height - p["drop"] * size, p["z"]])
    hips, chest = aside(p["yaw"] + p["pelvis"]), aside(p["yaw"] + p["twist"])
    # The line of the shoulders stays at a right angle to the back.
    chest = chest - up * np.dot(chest, up)
    chest /= np.linalg.norm(chest)
    result = {"root": root, "neck": root + up * 0.51 * size}
    upward = up * 0.55 + np.array([0, 0.45, 0])
    upward /= np.linalg.norm(upward)
    front, side = ahead(p["look"]), aside(p["look"])
    nod = math.radians(p["nod"])
    crown = upward * math.cos(nod) + front * math.sin(nod)
    front = front - crown * np.dot(front, crown)
    front /= np.linalg.norm(front)
    head = result["neck"] + crown * 0.175 * size + front * 0.025
    result.update(head=head, crown=crown, front=front, side=side, chest=chest, hips=hips, up=up)
    result["nose"] = head + front * 0.108 - crown * 0.028
    for name, sign in (("right", 1), ("left", -1)):
        result[name + "Eye"] = head + front * 0.083 + crown * 0.012 + side * sign * 0.032
        result[name + "Ear"] = head + side * sign * 0.078 - front * 0.012 - crown * 0.018
        shoulder = result["neck"] + chest * sign * 0.172 * size - up * 0.035 * size
        elbow = shoulder + limb(p[name + "Arm"], p[name + "Out"], sign) * 0.29 * size
        # A forearm comes back in front of the body.
        fore = limb(p[name + "Fore"], p.get(name + "ForeOut", p[name + "Out"] * 0.3), sign)
        wrist = elbow + fore * 0.255 * size
        hip = root + hips * sign * 0.092 * size
        heel = np.array([p["x"] + p[name + "Foot"] * size, ankle_height + p[name + "Lift"] * size, 0])
        heel[2] = hip[2] + sign * 0.03 + p.get(name + "Side", 0.0)
        toes_ahead = ahead(p["yaw"] * 0.55 + sign * 6)
        bend, ankle = knee(hip, heel, toes_ahead + np.array([0, 0.02, 0]), thigh, shin)
        toe = math.radians(p[name + "Toe"])
        foot = toes_ahead * math.cos(toe) - np.array([0, math.sin(toe), 0])
        down = -np.cross(np.cross(toes_ahead, [0, 1, 0]), foot)
        down = -np.abs(down[1]) * np.array([0, 1, 0]) - toes_ahead * math.sin(toe)
        result.update({
            name + "Shoulder": shoulder, name + "Elbow": elbow, name + "Wrist": wrist, name + "Hand": wrist + fore * 0.085 * size,
            name + "Fore": fore, name + "Hip": hip, name + "Knee": bend, name + "Ankle": ankle,
            name + "Heel": ankle + down * 0.045 * size - foot * 0.05 * size, name + "Toe": ankle + down * 0.055 * size + foot * 0.155 * size})
    return result


def mirrored(body, x=0.0):
    """A body that faces left, with its hips moved by `x`."""
    result = {name: point * np.array([-1.0, 1, 1]) for name, point in body.items()}
    for name in result:
        if name not in DIRECTIONS:
            result[name] = result[name] + np.array([x, 0, 0])
    swapped = {}
    for name, point in result.items():
        for side, other in (("right", "left"), ("left", "right")):
            if name.startswith(side):
                name = other + name[len(side):]
                break
        swapped[name] = -point if name in ("side", "chest", "hips") else point
    return swapped


# Painting

class Cones:
    """Round rods of one piece, whose surfaces melt into each other."""

    def __init__(self, person, canvas, soft=0.02):
        self.person, self.canvas, self.soft = person, canvas, soft * canvas.zoom
        self.rods = []

    def add(self, first, last, first_radius, last_radius, color, folds=0.0, grain=0.05, stripes=None, seam=0.0):
        """folds, grain: how uneven cloth and skin are. stripes: a color, and how many of them. seam: lifts the rod over others, in metres."""
        canvas = self.canvas
        a, b = canvas.place(first), canvas.place(last)
        ra, rb = first_radius * canvas.zoom, last_radius * canvas.zoom
        reach = max(ra, rb) + 1
        rows, columns = canvas.depth.shape
        left, right = int(max(0, min(a[0], b[0]) - reach)), int(min(columns, max(a[0], b[0]) + reach + 2))
        top, bottom = int(max(0, min(a[1], b[1]) - reach)), int(min(rows, max(a[1], b[1]) + reach + 2))
        if left < right and top < bottom:
            length = np.linalg.norm(np.asarray(last) - first)
            self.rods.append(((top, bottom, left, right), a, b, ra, rb, length, color, folds, grain, stripes, seam * canvas.zoom))

    def paint(self, gloss=0.05):
        if not self.rods:
            return
        boxes = np.array([rod[0] for rod in self.rods])
        top, left = boxes[:, 0].min(), boxes[:, 2].min()
        shape = (boxes[:, 1].max() - top, boxes[:, 3].max() - left)
        self.best = np.full(shape, -1e9, np.float32)
        self.weight = np.zeros(shape, np.float32)
        self.normal = np.zeros(shape + (3,), np.float32)
        self.color = np.zeros(shape + (3,), np.float32)
        for rod in self.rods:
            self.draw(rod, top, left)
        self.canvas.lay((slice(top, top + shape[0]), slice(left, left + shape[1])), self, gloss)

    def draw(self, rod, row, column):
        (top, bottom, left, right), a, b, ra, rb, real, color, folds, grain, stripes, seam = rod
        box = (slice(top - row, bottom - row), slice(left - column, right - column))
        y, x = np.mgrid[top:bottom, left:right].astype(np.float32)
        dx, dy = b[0] - a[0], b[1] - a[1]
        square = dx * dx + dy * dy
        along = np.clip(((x - a[0]) * dx + (y - a[1]) * dy) / max(square, 1e-6), 0, 1) if square > 1e-6 else np.zeros_like(x)
        radius = ra + (rb - ra) * along
        px, py = x - a[0] - along * dx, y - a[1] - along * dy
        rise = radius ** 2 - px ** 2 - py ** 2
        inside = rise > 0
        height = np.sqrt(np.maximum(rise, 0))
        depth = a[2] + (b[2] - a[2]) * along + height + seam
        normal = np.stack([px, -py, height], -1) / np.maximum(radius, 1e-6)[..., None]
        light = np.ones_like(x)
        if folds or grain:
            length = math.sqrt(square) or 1.0
            u, v = along * real * 260, (px * dy - py * dx) / length / np.maximum(radius, 1e-6) * 34
            texture, n = self.person.texture, len(self.person.texture)
            rough = texture[u.astype(int) % n, (v.astype(int) + 64) % n]
            wave = texture[(u * 0.33).astype(int) % n, (v * 0.2 + u * 0.1).astype(int) % n]
            light = 1 + grain * rough + folds * wave
            # Folds turn the surface too.
            normal[..., 0] += folds * 1.6 * wave * dx / length
            normal[..., 1] -= folds * 1.6 * wave * dy / length
        shade = np.broadcast_to(np.asarray(color, np.float32), x.shape + (3,))
        if stripes is not None:
            band = (along * stripes[1] % 1 < 0.45)[..., None]
            shade = np.where(band, np.asarray(stripes[0], np.float32), shade)
        weight = np.where(inside, np.exp(np.clip((depth - self.canvas.middle) / self.soft, -40, 40)), 0)
        self.weight[box] += weight
        self.normal[box] += weight[..., None] * normal
        nearer = inside & (depth > self.best[box])
        self.best[box] = np.where(nearer, depth, self.best[box])
        self.color[box] = np.where(nearer[..., None], shade * light[..., None], self.color[box])


class Canvas:
    """A window into a picture, with depths."""

    def __init__(self, camera, points, margin, light=1.0, fine=FINE):
        places = camera.see(points)
        self.camera, self.light, self.fine = camera, light, fine
        self.zoom = camera.zoom(float(np.mean(points[:, 2]))) * self.fine
        space = margin * self.zoom / self.fine
        self.left, self.top = (int(math.floor(v)) for v in places.min(0) - space)
        right, bottom = (int(math.ceil(v)) for v in places.max(0) + space)
        shape = ((bottom - self.top) * self.fine, (right - self.left) * self.fine)
        self.middle = float(np.mean(points[:, 2])) * self.zoom
        self.depth = np.full(shape, -1e9, np.float32)
        self.color = np.zeros(shape + (3,), np.float32)
        self.alpha = np.zeros(shape, np.float32)

    def place(self, point):
        column, row = self.camera.see(point)
        return (column - self.left) * self.fine - 0.5, (row - self.top) * self.fine - 0.5, point[2] * self.zoom

    def lay(self, box, cones, gloss):
        """Paints a piece where it is nearer than what is there."""
        weight = cones.weight
        inside = (weight > 0) & (cones.best > self.depth[box])
        if not inside.any():
            return
        normal = cones.normal / np.maximum(weight, 1e-30)[..., None]
        normal /= np.maximum(np.linalg.norm(normal, axis=-1, keepdims=True), 1e-6)
        toward = np.maximum(normal @ LAMP.astype(np.float32), 0)
        sky = 0.5 + 0.5 * normal[..., 1]
        half = LAMP + np.array([0, 0, 1.0])
        shine = np.maximum(normal @ (half / np.linalg.norm(half)).astype(np.float32), 0) ** 24
        lit = cones.color * (0.30 + 0.28 * sky + 0.62 * toward)[..., None] * self.light + 255 * gloss * shine[..., None]
        # Nearer parts keep light from what lies behind them.
        mask = Image.fromarray((inside * 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(self.zoom * 0.03))
        near = np.clip((cones.best.max() - self.depth[box]) / (0.25 * self.zoom), 0, 1)
        self.color[box] *= 1 - 0.32 * (np.asarray(mask, np.float32) / 255 * np.where(self.alpha[box] > 0, near, 0))[..., None]
        self.color[box] = np.where(inside[..., None], lit, self.color[box])
        self.depth[box] = np.where(inside, cones.best, self.depth[box])
        self.alpha[box] = np.where(inside, 1, self.alpha[box])

    def compose(self, picture):
        """Lays the window over a picture of floating-point colors."""
        h, w = self.alpha.shape
        alpha = self.alpha.reshape(h // self.fine, self.fine, w // self.fine, self.fine).mean((1, 3))
        color = (self.color * self.alpha[..., None]).reshape(h // self.fine, self.fine, w // self.fine, self.fine, 3).mean((1, 3))
        top, left = max(0, self.top), max(0, self.left)
        bottom, right = min(picture.shape[0], self.top + h // self.fine), min(picture.shape[1], self.left + w // self.fine)
        if top >= bottom or left >= right:
            return
        part = (slice(top - self.top, bottom - self.top), slice(left - self.left, right - self.left))
        view = picture[top:bottom, left:right]
        view[:] = view * (1 - alpha[part][..., None]) + np.clip(color[part], 0, 255 * alpha[part][..., None])


SKINS = [(226, 178, 146), (206, 152, 116), (168, 116, 82), (124, 82, 58), (92, 60, 44)]
HAIRS = [(44, 32, 26), (78, 52, 34), (120, 84, 48), (30, 28, 30), (150, 116, 70), (110, 60, 36)]
SHIRTS = [(186, 44, 44), (40, 84, 160), (236, 234, 228), (46, 130, 90), (224, 150, 40), (70, 70, 78), (150, 70, 140), (120, 190, 210)]
TROUSERS = [(52, 62, 92), (60, 56, 54), (140, 124, 96), (34, 36, 44), (104, 108, 112), (84, 94, 70)]
SHOES = [(238, 236, 232), (40, 40, 44), (180, 60, 50), (96, 74, 54)]


class Person:
    """How somebody looks."""

    def __init__(self, rng, **choices):
        """choices: `skin`, `hair`, `shirt`, `trousers`, `shoes`: colors; `shorts`, `sleeves`, `stripes`: whether; `build`: about 1."""
        def pick(name, colors):
            return np.array(choices.get(name, colors[rng.integers(len(colors))]), np.float32)

        self.skin, self.hair, self.shirt = pick("skin", SKINS), pick("hair", HAIRS), pick("shirt", SHIRTS)
        self.trousers, self.shoes = pick("trousers", TROUSERS), pick("shoes", SHOES)
        self.shorts = choices.get("shorts", bool(rng.random() < 0.35))
        self.sleeves = choices.get("sleeves", bool(rng.random() < 0.25))
        self.stripes = choices.get("stripes", bool(rng.random() < 0.25))
        self.build = choices.get("build", rng.uniform(0.93, 1.1))
        self.texture = (smooth_noise(rng, 128, 0.04) * 0.5 + smooth_noise(rng, 128, 0.12) * 0.8).astype(np.float32)

    def paint(self, picture, body, camera, light=1.0, held=None, fine=FINE):
        """Draws the body over a picture; with `fine` 1 sooner, and with rough edges. held: the middle of a bag, and its color."""
        points = np.array([body[name] for name in body if name not in DIRECTIONS])
        canvas = Canvas(camera, points, 0.2, light, fine)
        self.arm(canvas, body, "left")
        self.leg(canvas, body, "left")
        self.leg(canvas, body, "right")
        self.trunk(canvas, body)
        self.head(canvas, body)
        self.arm(canvas, body, "right")
        if held is not None:
            bag = Cones(self, canvas)
            middle, color = held
            bag.add(middle - [0.012, 0.004, 0], middle + [0.012, 0.004, 0], 0.032, 0.032, color, 0, 0.05)
            bag.paint()
        canvas.compose(picture)

    def trunk(self, canvas, body):
        size, neck, root, up = self.build, body["neck"], body["root"], body["up"]
        throat = Cones(self, canvas)
        throat.add(neck - up * 0.03, body["head"] - body["crown"] * 0.05, 0.058 * size, 0.052 * size, self.skin * 0.93)
        throat.paint()
        seat = Cones(self, canvas, 0.03)
        for sign in (1, -1):
            hip = root + body["hips"] * sign * 0.075
            seat.add(hip + up * 0.09, hip - up * 0.03, 0.098 * size, 0.108 * size, self.trousers, 0.05)
        seat.paint()
        shirt = Cones(self, canvas, 0.03)
        stripes = (self.shirt * 0.45 + 130 * 0.3, 6) if self.stripes else None
        breast = np.cross(up, body["chest"])
        breast = breast * np.sign(np.dot(breast, body["front"]) or 1)
        for sign in (1, -1):
            top = neck + body["chest"] * sign * 0.105 - up * 0.075
            waist = root + (body["chest"] + body["hips"]) * sign * 0.034 + up * 0.16
            hem = root + body["hips"] * sign * 0.074 + up * 0.0
            shirt.add(top, waist, 0.1 * size, 0.098 * size, self.shirt, 0.07, stripes=stripes)
            shirt.add(waist, hem, 0.1 * size, 0.112 * size, self.shirt, 0.09)
            shirt.add(neck - up * 0.035 + body["chest"] * sign * 0.04, body[("right" if sign > 0 else "left") + "Shoulder"], 0.062, 0.066,
                      self.shirt, 0.04)
        shirt.add(neck - up * 0.15 + breast * 0.035, root + up * 0.1 + breast * 0.03, 0.102 * size, 0.1 * size, self.shirt, 0.08, stripes=stripes)
        shirt.paint(0.02)
        belt = Cones(self, canvas)
        belt.add(neck - up * 0.012 - body["chest"] * 0.02, neck - up * 0.012 + body["chest"] * 0.02, 0.062, 0.062, self.shirt * 0.8)
        belt.paint(0)

    def arm(self, canvas, body, side):
        shoulder, elbow, wrist, hand = (body[side + part] for part in ("Shoulder", "Elbow", "Wrist", "Hand"))
        size = self.build
        skin = Cones(self, canvas)
        skin.add(shoulder, elbow, 0.05 * size, 0.041 * size, self.skin, 0.02, 0.02)
        skin.add(elbow, elbow + (wrist - elbow) * 0.3, 0.041 * size, 0.043 * size, self.skin, 0.02, 0.02)
        skin.add(elbow + (wrist - elbow) * 0.3, wrist, 0.043 * size, 0.027 * size, self.skin, 0.02, 0.02)
        fore = body[side + "Fore"]
        skin.add(wrist, hand, 0.028, 0.036, self.skin * 0.98, 0, 0.03)
        skin.add(hand, hand + fore * 0.05, 0.034, 0.022, self.skin * 0.95, 0, 0.03)
        thumb = np.cross(fore, [0, 0, 1.0])
        skin.add(wrist + fore * 0.04, hand + thumb * 0.035 + fore * 0.01, 0.018, 0.014, self.skin, 0, 0.03)
        skin.paint(0.05)
        sleeve = Cones(self, canvas)
        end = shoulder + (elbow - shoulder) * (1.0 if self.sleeves else 0.62)
        sleeve.add(shoulder, end, 0.07 * size, 0.058 * size, self.shirt * 1.02, 0.08, seam=0.004)
        if self.sleeves:
            sleeve.add(elbow, elbow + (wrist - elbow) * 0.85, 0.056 * size, 0.042 * size, self.shirt * 1.02, 0.08, seam=0.004)
        sleeve.paint(0.02)

    def leg(self, canvas, body, side):
        hip, bend, ankle, heel, toe = (body[side + part] for part in ("Hip", "Knee", "Ankle", "Heel", "Toe"))
        size = self.build
        skin = Cones(self, canvas)
        skin.add(bend, bend + (ankle - bend) * 0.3, 0.056 * size, 0.06 * size, self.skin, 0.02, 0.02)
        skin.add(bend + (ankle - bend) * 0.3, ankle, 0.06 * size, 0.037, self.skin, 0.02, 0.02)
        skin.paint(0.04)
        shoe = Cones(self, canvas)
        shoe.add(ankle, heel, 0.043, 0.042, self.shoes, 0, 0.03)
        shoe.add(heel, toe, 0.042, 0.034, self.shoes, 0, 0.03)
        shoe.add(ankle, toe * 0.6 + heel * 0.4, 0.042, 0.04, self.shoes, 0, 0.03)
        shoe.paint(0.08)
        cloth = Cones(self, canvas)
        end = hip + (bend - hip) * (0.8 if self.shorts else 1.0)
        cloth.add(hip + body["up"] * 0.02, end, 0.096 * size, (0.082 if self.shorts else 0.066) * size, self.trousers, 0.07)
        if not self.shorts:
            cuff = bend + (ankle - bend) * 0.97
            cloth.add(bend, bend + (ankle - bend) * 0.35, 0.066 * size, 0.066 * size, self.trousers, 0.09)
            cloth.add(bend + (ankle - bend) * 0.35, cuff, 0.066 * size, 0.05 * size, self.trousers, 0.09)
        cloth.paint(0.02)

    def head(self, canvas, body):
        head, up, front, side = body["head"], body["crown"], body["front"], body["side"]
        face = Cones(self, canvas, 0.012)
        face.add(head + up * 0.035 - front * 0.022, head + up * 0.03 + front * 0.008, 0.094, 0.09, self.skin, 0, 0.02)
        face.add(head + up * 0.0 + front * 0.02, head - up * 0.075 + front * 0.05, 0.078, 0.042, self.skin, 0, 0.02)
        face.add(head + up * 0.02 + front * 0.088, head - up * 0.026 + front * 0.106, 0.012, 0.018, self.skin * 1.03, 0, 0)
        face.paint(0.05)
        for sign in (1, -1):
            detail = Cones(self, canvas)
            eye = head + front * 0.083 + up * 0.012 + side * sign * 0.034
            detail.add(eye - front * 0.002, eye + front * 0.004 + up * 0.001, 0.014, 0.011, (236, 232, 228), 0, 0)
            detail.paint(0.1)
            pupil = Cones(self, canvas)
            pupil.add(eye + front * 0.009, eye + front * 0.011, 0.008, 0.008, (40, 30, 26), 0, 0)
            pupil.add(eye + up * 0.03 - front * 0.004, eye + up * 0.026 + side * sign * 0.026 - front * 0.014, 0.007, 0.006, self.hair, 0, 0,
                      seam=0.006)
            pupil.paint(0)
        mouth = Cones(self, canvas)
        for sign in (1, -1):
            mouth.add(head - up * 0.066 + front * 0.092, head - up * 0.064 + front * 0.076 + side * sign * 0.026, 0.009, 0.006,
                      self.skin * np.array([0.8, 0.55, 0.55], np.float32), 0, 0)
        mouth.paint(0.02)
        hair = Cones(self, canvas)
        hair.add(head + up * 0.06 - front * 0.03, head + up * 0.068 + front * 0.012, 0.092, 0.084, self.hair, 0.02, 0.12, seam=0.006)
        hair.add(head + up * 0.04 - front * 0.045, head - up * 0.045 - front * 0.055, 0.086, 0.056, self.hair, 0.02, 0.12, seam=0.006)
        hair.paint(0.06)
        for sign in (1, -1):
            ear = Cones(self, canvas)
            middle = head + side * sign * 0.082 - front * 0.008 - up * 0.015
            ear.add(middle + up * 0.018 - front * 0.004, middle - up * 0.02, 0.02, 0.013, self.skin * 0.96, 0, 0, seam=0.012)
            ear.paint(0.03)


def cast(picture, body, camera, strength=0.42):
    """The soft shadow of a body on the ground."""
    def ground(point):
        return point * np.array([1, 0, 1]) + SHADOW * point[1]

    rods = [("neck", "root", 0.13), ("head", "neck", 0.08)]
    for side in ("left", "right"):
        rods += [(side + "Shoulder", side + "Elbow", 0.05), (side + "Elbow", side + "Hand", 0.04), (side + "Hip", side + "Knee", 0.085),
                 (side + "Knee", side + "Ankle", 0.06), (side + "Heel", side + "Toe", 0.045)]
    places = np.array([camera.see(ground(body[name])) for rod in rods for name in rod[:2]])
    left, top = np.floor(places.min(0) - 40).astype(int)
    right, bottom = np.ceil(places.max(0) + 40).astype(int)
    mask = Image.new("L", (right - left, bottom - top), 0)
    draw = ImageDraw.Draw(mask)
    for first, last, radius in rods:
        ends = [ground(body[name]) for name in (first, last)]
        a, b = (camera.see(end) - (left, top) for end in ends)
        width = radius * 2 * camera.zoom(ends[0][2])
        steps = max(2, int(np.hypot(*(b - a)) / 4))
        for step in range(steps + 1):
            # A round rod's shadow on flat ground, seen from the side, is flat.
            x, y = a + (b - a) * step / steps
            draw.ellipse([x - width / 2, y - width / 5, x + width / 2, y + width / 5], fill=255)
    darken(picture, mask.filter(ImageFilter.GaussianBlur(2.5)), left, top, strength)


def darken(picture, mask, left, top, strength):
    """Takes light from a picture where a mask is."""
    share = np.asarray(mask, np.float32) / 255 * strength
    y0, x0 = max(0, top), max(0, left)
    y1, x1 = min(picture.shape[0], top + share.shape[0]), min(picture.shape[1], left + share.shape[1])
    if y0 < y1 and x0 < x1:
        picture[y0:y1, x0:x1] *= 1 - share[y0 - top:y1 - top, x0 - left:x1 - left, None] * np.array([1, 0.95, 0.85], np.float32)
