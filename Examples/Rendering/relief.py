"""Rounded things: heights over a square, painted one over the other in the light of one lamp."""
import math

import numpy as np
from PIL import Image, ImageFilter


def smooth_noise(rng, size, grain):
    """Noise of mean 0 and deviation 1 whose bumps are about `grain` of the side."""
    count = max(2, int(round(1 / grain)) + 2)
    coarse = Image.fromarray(rng.normal(0, 1, (count, count)).astype(np.float32), mode="F")
    fine = np.asarray(coarse.resize((size, size), Image.BICUBIC), float)
    return (fine - fine.mean()) / (fine.std() + 1e-6)


def blend(first, second, share):
    """Colors between two, by a share of 0…1 for each pixel."""
    share = np.clip(np.asarray(share, float), 0, 1)[..., None]
    return np.asarray(first, float) * (1 - share) + np.asarray(second, float) * share


class Relief:
    """A transparent square to pile solids on; coordinates are -1…1, y down. A height is an array that is above 0 inside of a solid."""

    def __init__(self, rng, size):
        self.rng = rng
        self.size = size
        axis = (np.arange(size) + 0.5) / size * 2 - 1
        self.x, self.y = np.meshgrid(axis, axis)
        self.color = np.zeros((size, size, 3))
        self.alpha = np.zeros((size, size))
        azimuth, elevation = rng.uniform(0, 2 * math.pi), rng.uniform(0.75, 1.15)
        self.lamp = np.array([
            math.cos(azimuth) * math.cos(elevation), math.sin(azimuth) * math.cos(elevation), math.sin(elevation)])

    # Heights

    def frame(self, x, y, turn=0.0):
        """Coordinates around a point, turned."""
        u, v = self.x - x, self.y - y
        return u * math.cos(turn) + v * math.sin(turn), v * math.cos(turn) - u * math.sin(turn)

    def ball(self, x, y, width, height=None, turn=0.0, depth=1.0):
        """An ellipsoid by its half axes."""
        height = height or width
        u, v = self.frame(x, y, turn)
        inside = 1 - (u / width) ** 2 - (v / height) ** 2
        return np.where(inside > 0, np.sqrt(np.maximum(inside, 0)) * min(width, height) * depth, -1)

    def ring(self, x, y, radius, thickness, squeeze=1.0, turn=0.0):
        """A torus by its radius and half its thickness."""
        u, v = self.frame(x, y, turn)
        inside = thickness ** 2 - (np.hypot(u, v / squeeze) - radius) ** 2
        return np.where(inside > 0, np.sqrt(np.maximum(inside, 0)), -1)

    def tube(self, points, radius):
        """A round rod along a line; `radius` is one for all points or one for each."""
        radii = np.broadcast_to(np.asarray(radius, float), (len(points),))
        result = np.full(self.x.shape, -1.0)
        for (ax, ay), (bx, by), ra, rb in zip(points, points[1:], radii, radii[1:]):
            reach = max(ra, rb) * 1.02
            rows = self.span(min(ay, by) - reach, max(ay, by) + reach)
            columns = self.span(min(ax, bx) - reach, max(ax, bx) + reach)
            x, y = self.x[rows, columns], self.y[rows, columns]
            dx, dy = bx - ax, by - ay
            length = dx * dx + dy * dy or 1e-9
            along = np.clip(((x - ax) * dx + (y - ay) * dy) / length, 0, 1)
            inside = (ra + (rb - ra) * along) ** 2 - (x - ax - along * dx) ** 2 - (y - ay - along * dy) ** 2
            part = np.where(inside > 0, np.sqrt(np.maximum(inside, 0)), -1)
            result[rows, columns] = np.maximum(result[rows, columns], part)
        return result

    def slab(self, depth_inside, thickness=0.1, edge=0.08):
        """A flat piece with rounded edges, by the distance from the edge, positive inside."""
        rise = np.clip(depth_inside / edge, 0, 1)
        return np.where(depth_inside > 0, thickness * np.sqrt(np.maximum(1 - (1 - rise) ** 2, 0)) + 1e-4, -1)

    def polygon(self, points):
        """The distance from the edge of a convex polygon, positive inside; points in either order."""
        area = sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1]))
        distance = np.full(self.x.shape, np.inf)
        for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1]):
            length = math.hypot(bx - ax, by - ay) or 1e-9
            side = ((bx - ax) * (self.y - ay) - (by - ay) * (self.x - ax)) / length
            distance = np.minimum(distance, side if area > 0 else -side)
        return distance

    def blob(self, x, y, radius, wobble=0.06, corners=7, squeeze=1.0, turn=0.0):
        """The distance from the edge of an uneven disk, positive inside."""
        u, v = self.frame(x, y, turn)
        v = v / squeeze
        angle = np.arctan2(v, u)
        edge = np.full(u.shape, radius)
        for wave in range(2, corners + 1):
            edge = edge + radius * wobble * self.rng.normal() / math.sqrt(wave) * np.cos(wave * angle + self.rng.uniform(0, 6.3))
        return edge - np.hypot(u, v)

    def petal(self, x, y, angle, length, width, tip=1.0, curl=0.5):
        """A leaf from a point outwards: `tip` above 1 is blunt, below 1 pointed; `curl` lifts its edges' shading."""
        u, v = self.frame(x, y, angle)
        along = np.clip(u / length, 0, 1)
        half = width * np.sin(math.pi * along ** tip) ** 0.75
        inside = 1 - (v / np.maximum(half, 1e-6)) ** 2
        inside = np.where((u > 0) & (u < length), inside, -1)
        return np.where(inside > 0, np.sqrt(np.maximum(inside, 0)) * width * curl + 0.02 * along + 1e-4, -1)

    def span(self, low, high):
        """The pixels between two coordinates."""
        first = int(math.floor((low + 1) / 2 * self.size))
        last = int(math.ceil((high + 1) / 2 * self.size)) + 1
        return slice(max(0, min(first, self.size)), max(0, min(last, self.size)))

    # Painting

    def paint(self, height, color, gloss=0.25, hard=30, bumps=None, shadow=0.45):
        """Lays a solid over what is there: `color` is one or one for each pixel, `bumps` are added to its surface."""
        inside = height > 0
        if not inside.any():
            return
        rows, columns = np.flatnonzero(inside.any(1)), np.flatnonzero(inside.any(0))
        margin = max(4, self.size // 40)
        area = (slice(max(0, rows[0] - margin), rows[-1] + 1 + margin), slice(max(0, columns[0] - margin), columns[-1] + 1 + margin))
        inside, surface = inside[area], np.maximum(height[area], 0)
        if bumps is not None:
            surface = surface + np.broadcast_to(bumps, height.shape)[area]
        rise_y, rise_x = np.gradient(surface, 2 / self.size)
        # Steps at a solid's edge are not slopes without end.
        rise_x, rise_y = np.clip(rise_x, -2.5, 2.5), np.clip(rise_y, -2.5, 2.5)
        length = np.sqrt(rise_x ** 2 + rise_y ** 2 + 1)
        toward = (-rise_x * self.lamp[0] - rise_y * self.lamp[1] + self.lamp[2]) / length
        half = self.lamp + np.array([0, 0, 1.0])
        half /= np.linalg.norm(half)
        shine = np.maximum((-rise_x * half[0] - rise_y * half[1] + half[2]) / length, 0) ** hard
        color = np.asarray(color, float)
        base = color[area] if color.ndim == 3 else color
        lit = base * (0.42 + 0.68 * np.maximum(toward, 0))[..., None] + 255 * gloss * shine[..., None]
        if shadow:
            mask = Image.fromarray((inside * 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(self.size / 90))
            self.color[area] *= 1 - shadow * (np.asarray(mask, float) / 255)[..., None]
        self.color[area] = np.where(inside[..., None], lit, self.color[area])
        self.alpha[area] = np.where(inside, 1, self.alpha[area])

    def stain(self, where, color, strength=1.0):
        """Colors what is there already, by a share of 0…1 for each pixel."""
        share = np.clip(np.asarray(where, float), 0, 1) * strength
        self.color = blend(self.color, np.asarray(color, float), share)

    @property
    def image(self):
        pixels = np.concatenate([np.clip(self.color, 0, 255), self.alpha[..., None] * 255], axis=2)
        return Image.fromarray(pixels.astype(np.uint8), mode="RGBA")
