"""The place where the game is played: a lawn with a hedge and a tall bush, the board, and bags. Needs NumPy and Pillow."""
import math
import pathlib
import sys

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2]))
from Rendering import SHADOW, darken, smooth_noise

LENGTH, WIDTH, HOLE = 1.2192, 0.6096, 0.1524
# The hole's centre is nine inches from the back edge, and the board's back a foot above the ground.
HOLE_PLACE = LENGTH - 0.2286
FRONT, BACK = 0.065, 0.3048


class Board:
    """An inclined board in the plane of flight; its front is at `x`, nearer to the player."""

    def __init__(self, x, z=0.0, top=(222, 204, 170), side=(92, 70, 50), stripe=None, turn=0.0, seed=1, front=FRONT, back=BACK):
        """stripe: another color for a wedge on the top. turn: degrees around the vertical, for other views."""
        self.x, self.z, self.top, self.side, self.stripe = x, z, np.array(top, float), np.array(side, float), stripe
        self.front, self.rise = front, math.asin((back - front) / LENGTH)
        self.turn, self.rng = math.radians(turn), np.random.default_rng(seed)

    def point(self, along, across=0.0, above=0.0):
        """A point over the top: metres from the front edge, from the middle towards the camera, and above it."""
        u = along * math.cos(self.rise) - above * math.sin(self.rise) - LENGTH / 2
        y = self.front + along * math.sin(self.rise) + above * math.cos(self.rise)
        cos, sin = math.cos(self.turn), math.sin(self.turn)
        return np.array([self.x + LENGTH / 2 + u * cos + across * sin, y, self.z - u * sin + across * cos])

    def corners(self, camera):
        """Pixels of the top's corners: far front, far back, near back, near front."""
        h = WIDTH / 2
        return camera.see([self.point(0, -h), self.point(LENGTH, -h), self.point(LENGTH, h), self.point(0, h)])

    def hole(self, camera, count=48):
        """Pixels around the hole."""
        turns = np.arange(count) * 2 * math.pi / count
        r = HOLE / 2
        return camera.see([self.point(HOLE_PLACE + r * math.cos(t), r * math.sin(t)) for t in turns])

    def surface(self):
        """The top from above: front at the left, far side up."""
        width, height = 488, 244
        grain = smooth_noise(self.rng, width, 0.02)[:height] * 0.3 + smooth_noise(self.rng, width, 0.2)[:height] * 0.7
        y, x = np.mgrid[0:height, 0:width]
        lines = np.sin(y * 0.35 + grain * 1.5 + 2 * np.sin(x / 190))
        picture = self.top * (1 + 0.025 * lines + 0.015 * grain)[..., None]
        image = Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8))
        draw = ImageDraw.Draw(image)
        if self.stripe is not None:
            draw.polygon([(0, height * 0.06), (0, height * 0.94), (width * 0.62, height / 2)], fill=tuple(int(c) for c in self.stripe))
        draw.rectangle([0, 0, width - 1, height - 1], outline=tuple(int(c * 0.92) for c in self.top), width=3)
        x, r = HOLE_PLACE / LENGTH * width, HOLE / LENGTH * width / 2
        draw.ellipse([x - r * 1.08, height / 2 - r * 1.08, x + r * 1.08, height / 2 + r * 1.08], fill=tuple(int(c * 0.8) for c in self.top))
        draw.ellipse([x - r, height / 2 - r, x + r, height / 2 + r], fill=(24, 20, 18))
        return image

    def paint(self, picture, camera, light=1.0):
        """Draws the board and its shadow over a picture of floating-point colors; returns the box of what shows of it."""
        h = WIDTH / 2
        tops = np.array([self.point(0, -h), self.point(LENGTH, -h), self.point(LENGTH, h), self.point(0, h)])
        feet = tops * [1, 0, 1]
        shade = camera.see(feet + SHADOW * tops[:, 1:2])
        corners, ground = camera.see(tops), camera.see(feet)
        everything = np.concatenate([corners, ground, shade])
        left, top = np.floor(everything.min(0) - 12).astype(int)
        right, bottom = np.ceil(everything.max(0) + 12).astype(int)
        fine = 4
        size = ((right - left) * fine, (bottom - top) * fine)

        def at(points):
            return [tuple((p - (left, top)) * fine) for p in points]

        mask = Image.new("L", size, 0)
        pen = ImageDraw.Draw(mask)
        pen.polygon(at(shade), fill=255)
        for i in range(4):
            pen.polygon(at([ground[i], ground[(i + 1) % 4], shade[(i + 1) % 4], shade[i]]), fill=255)
        pen.polygon(at(ground), fill=255)
        darken(picture, mask.resize((right - left, bottom - top), Image.BOX).filter(ImageFilter.GaussianBlur(2)), left, top, 0.45)
        layer = Image.new("RGBA", size, (0, 0, 0, 0))
        draw = ImageDraw.Draw(layer)
        # The sides that face the camera, then the top.
        for i in sorted(range(4), key=lambda i: tops[i][2] + tops[(i + 1) % 4][2]):
            face = [corners[i], corners[(i + 1) % 4], ground[(i + 1) % 4], ground[i]]
            # The side that faces the camera most is in the sun.
            bright = 0.62 + 0.38 * max(0.0, (tops[i][2] + tops[(i + 1) % 4][2] - 2 * self.z) / WIDTH)
            draw.polygon(at(face), fill=tuple(int(c) for c in np.clip(self.side * bright * light, 0, 255)) + (255,))
        quad = at(corners)
        source = self.surface()
        top_layer = source.convert("RGBA").transform(size, Image.PERSPECTIVE, perspective(quad, source.size), Image.BICUBIC)
        keep = Image.new("L", size, 0)
        ImageDraw.Draw(keep).polygon(quad, fill=255)
        lit = np.asarray(top_layer, float) * [light * 1.06, light * 1.05, light, 1]
        layer.paste(Image.fromarray(np.clip(lit, 0, 255).astype(np.uint8)), (0, 0), keep)
        lay(picture, layer.resize((right - left, bottom - top), Image.BOX), left, top)
        visible = np.concatenate([corners, ground[[2, 3]]] if self.turn == 0 else [corners, ground])
        return (*visible.min(0), *visible.max(0))


def perspective(quad, size):
    """The numbers of Pillow's transformation that shows a picture in a quadrilateral, its corners clockwise from the top left."""
    w, h = size
    rows, values = [], []
    for (x, y), (u, v) in zip(quad, [(0, 0), (w, 0), (w, h), (0, h)]):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    return tuple(np.linalg.solve(np.array(rows, float), np.array(values, float)))


def lay(picture, layer, left, top):
    """Lays a transparent picture over one of floating-point colors."""
    pixels = np.asarray(layer, np.float32)
    y0, x0 = max(0, top), max(0, left)
    y1, x1 = min(picture.shape[0], top + pixels.shape[0]), min(picture.shape[1], left + pixels.shape[1])
    if y0 < y1 and x0 < x1:
        part = pixels[y0 - top:y1 - top, x0 - left:x1 - left]
        alpha = part[..., 3:] / 255
        picture[y0:y1, x0:x1] = picture[y0:y1, x0:x1] * (1 - alpha) + part[..., :3] * alpha


def lawn(rng, camera, left, width, height):
    """A lawn in the sun before trees and a hedge, all a little out of focus; its columns begin at `left` of the camera's."""
    rows = np.arange(height, dtype=float)[:, None]
    horizon = camera.horizon
    side = max(width, height)
    picture = np.zeros((height, width, 3), np.float32)
    # Sky, then trees in three rows, each nearer, darker and greener.
    part = np.clip(rows / horizon, 0, 1)[..., None]
    picture[:] = np.array([150, 190, 228]) * (1 - part) + np.array([222, 230, 230]) * part
    x = np.arange(width)
    for base, spread, color in ((0.42, 0.20, (128, 156, 120)), (0.62, 0.22, (96, 130, 78)), (0.84, 0.14, (74, 108, 58))):
        wave = smooth_noise(rng, side, 0.05)[0, :width] * 0.5 + smooth_noise(rng, side, 0.012)[1, :width] * 0.22
        edge = horizon * (base - spread * 0.5 * wave)
        share = 1 / (1 + np.exp(-(rows - edge[None, :]) / 3.0))
        leaf = 1 + 0.10 * smooth_noise(rng, side, 0.02)[:height, :width] + 0.05 * smooth_noise(rng, side, 0.007)[:height, :width]
        picture = picture * (1 - share[..., None]) + (np.array(color) * leaf[..., None]) * share[..., None]
    # The lawn, mown in stripes that run away from the camera.
    depth = camera.height * camera.scale * camera.distance / np.maximum(rows - horizon, 4)
    across = (x[None, :] + left - camera.middle) * depth / (camera.scale * camera.distance)
    far = np.clip((rows - horizon) / (height - horizon), 0, 1)
    grass = np.array([104, 142, 72]) * (1 - far[..., None]) + np.array([92, 136, 58]) * far[..., None]
    mown = np.tanh(3 * np.sin(across * math.pi / 1.6)) * 0.02
    blades = 0.045 * smooth_noise(rng, side, 0.03)[:height, :width] + 0.025 * smooth_noise(rng, side, 0.008)[:height, :width]
    grass = grass * (1 + mown + blades * (0.4 + 0.6 * far))[..., None]
    share = np.clip((rows - horizon - 8) / 6, 0, 1)[..., None]
    picture = picture * (1 - share) + grass * share
    return picture.astype(np.float32)


def bush(rng, camera, x, z, width=1.25, height=2.15):
    """A tall bush that people walk behind: a transparent picture, its left and its top."""
    zoom = camera.zoom(z)
    foot = camera.see([x, 0, z])
    w, h = int(width * zoom), int(height * zoom)
    margin = 8
    size = max(w, h) + 2 * margin
    y, c = np.mgrid[0:h + 2 * margin, 0:w + 2 * margin].astype(float)
    u, v = (c - margin - w / 2) / (w / 2), (y - margin - h / 2) / (h / 2)
    rough = 0.07 * smooth_noise(rng, size, 0.06)[:u.shape[0], :u.shape[1]]
    inside = 1 - (np.abs(u) ** 2.6 + np.abs(v) ** 4) + rough
    alpha = np.clip(inside * 14, 0, 1)
    light = 1.12 - 0.14 * u - 0.12 * v + 0.08 * smooth_noise(rng, size, 0.05)[:u.shape[0], :u.shape[1]] \
        + 0.05 * smooth_noise(rng, size, 0.018)[:u.shape[0], :u.shape[1]]
    color = np.array([74, 112, 56]) * np.clip(light, 0.7, 1.4)[..., None]
    pixels = np.concatenate([np.clip(color, 0, 255), alpha[..., None] * 255], -1).astype(np.uint8)
    return Image.fromarray(pixels).filter(ImageFilter.GaussianBlur(0.8)), int(foot[0] - w / 2 - margin), int(foot[1] - h - margin)


BAG = 0.064
"""A bag's side in metres."""
BAG_COLOR = (34, 36, 120)


def bag(camera, point, turn, color=BAG_COLOR, side=BAG):
    """A filled bag: a transparent picture, its left and its top."""
    fine = 6
    column, row = camera.see(point)
    half = side / 2 * camera.zoom(point[2])
    reach = int(math.ceil(half * 1.6)) + 2
    left, top = int(math.floor(column)) - reach, int(math.floor(row)) - reach
    n = (2 * reach + 1) * fine
    y, x = (np.mgrid[0:n, 0:n] + 0.5) / fine
    u, v = x - (column - left), y - (row - top)
    a, b = (u * math.cos(turn) + v * math.sin(turn)) / half, (v * math.cos(turn) - u * math.sin(turn)) / half
    inside = 1 - np.abs(a) ** 3.5 - np.abs(b) ** 3.5
    light = 0.82 + 0.3 * np.clip((-u - 1.4 * v) / half, -1, 1) * 0.7
    seam = (np.abs(a) < 0.09) * 0.18
    color = np.asarray(color, float) * (light - seam)[..., None]
    alpha = (inside > 0).astype(float)
    pixels = np.concatenate([np.clip(color, 0, 255) * alpha[..., None], alpha[..., None] * 255], -1)
    pixels = pixels.reshape(2 * reach + 1, fine, 2 * reach + 1, fine, 4).mean((1, 3))
    pixels[..., :3] /= np.maximum(pixels[..., 3:] / 255, 1e-3)
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8)), left, top


def bag_shadow(picture, camera, point, side=BAG, strength=0.4):
    """A bag's shadow on the ground."""
    place = np.array([point[0], 0, point[2]]) + SHADOW * point[1]
    column, row = camera.see(place)
    zoom = camera.zoom(place[2])
    w, h = side * zoom * 0.62, side * zoom * 0.24
    reach = int(w * 2) + 4
    left, top = int(column) - reach, int(row) - reach
    fine = 4
    mask = Image.new("L", ((2 * reach + 1) * fine,) * 2, 0)
    x, y = (column - left) * fine, (row - top) * fine
    ImageDraw.Draw(mask).ellipse([x - w * fine, y - h * fine, x + w * fine, y + h * fine], fill=255)
    darken(picture, mask.resize((2 * reach + 1,) * 2, Image.BOX).filter(ImageFilter.GaussianBlur(1.2)), left, top, strength)
