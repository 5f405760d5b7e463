#!/usr/bin/env python3
"""Renders the pictures that `make demo` classifies: small scenes, ray-marched with soft shadows, texture and grain.

  python3 render.py [NAME…] [--folder .] [--width 960]      (needs NumPy and Pillow)

Every scene is a signed distance function, which marching along a ray never overshoots, and a material. Lengths are in
decimetres, y is up. The same names always give the same pixels.
"""
import argparse, pathlib
import numpy as np
from PIL import Image

SUN = np.array([0.55, 0.72, 0.42]) / np.linalg.norm([0.55, 0.72, 0.42])


# Vectors and noise

def unit(v):
    return v / np.linalg.norm(v, axis=-1, keepdims=True)


def smoothstep(low, high, x):
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def mix(a, b, t):
    return np.asarray(a) + (np.asarray(b) - np.asarray(a)) * t[..., None]


def hashed(i, j, k=0):
    """A value in 0…1 for every integer lattice point."""
    h = (i.astype(np.uint32) * np.uint32(374761393) + j.astype(np.uint32) * np.uint32(668265263)
         + np.asarray(k).astype(np.uint32) * np.uint32(2147483647 - 98))
    h = (h ^ (h >> np.uint32(13))) * np.uint32(1274126177)
    return ((h ^ (h >> np.uint32(16))) & np.uint32(0xFFFFFF)).astype(np.float32) / np.float32(0xFFFFFF)


def noise2(x, y):
    i, j = np.floor(x).astype(np.int64), np.floor(y).astype(np.int64)
    u, v = x - i, y - j
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    a, b, c, d = hashed(i, j), hashed(i + 1, j), hashed(i, j + 1), hashed(i + 1, j + 1)
    return a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v


def fractal(x, y, octaves):
    total, amplitude = np.zeros_like(x), 0.5
    for _ in range(octaves):
        total += amplitude * noise2(x, y)
        x, y = 1.6 * x + 1.2 * y + 5.3, -1.2 * x + 1.6 * y + 1.7
        amplitude *= 0.5
    return total


# Shading

def sky(d, horizon=(0.80, 0.87, 0.94), zenith=(0.22, 0.45, 0.80)):
    return mix(horizon, zenith, np.clip(d[..., 1], 0, 1) ** 0.55)


def march(scene, origin, d, far):
    t = np.full(d.shape[:-1], 0.02)
    active = np.ones_like(t, bool)
    for _ in range(scene.steps):
        index = np.nonzero(active)
        if index[0].size == 0:
            break
        distance = scene.distance(origin[index] + d[index] * t[index][..., None])
        t[index] += distance * scene.stride
        active[index] = (distance > 0.0006 * (1 + t[index])) & (t[index] < far)
    return t


def normal(scene, p, step):
    offsets = np.eye(3) * step[..., None, None]
    return unit(np.stack([scene.distance(p + offsets[..., i, :]) - scene.distance(p - offsets[..., i, :])
                          for i in range(3)], -1))


def shadow(scene, p, n):
    """How much of the sun's disc a point sees, 0…1."""
    origin, t = p + n * 0.01, np.full(p.shape[:-1], 0.02)
    light = np.ones_like(t)
    for _ in range(24):
        distance = scene.distance(origin + SUN * t[..., None])
        light = np.minimum(light, np.clip(14 * distance / t + 0.1, 0, 1))
        t += np.clip(distance, 0.02, 1.5)
    return light


def shade(scene, origin, d):
    t = march(scene, origin, d, scene.far)
    hit = t < scene.far
    color = scene.background(d)
    p, view = origin[hit] + d[hit] * t[hit][..., None], d[hit]
    if p.size:
        n = normal(scene, p, 0.0008 * (1 + t[hit]))
        albedo, gloss = scene.material(p, n)
        light = np.clip(n @ SUN, 0, 1) * shadow(scene, p, n)
        ambient = (0.5 + 0.5 * n[..., 1]) * np.clip(scene.distance(p + n * 0.25) / 0.25, 0.25, 1)
        half = unit(SUN - view)
        highlight = gloss * np.clip((n * half).sum(-1), 0, 1) ** 60 * light
        lit = albedo * (light[..., None] * np.array([1.05, 0.98, 0.86]) + ambient[..., None] * np.array([0.36, 0.42, 0.50]))
        lit = lit + highlight[..., None]
        color[hit] = scene.atmosphere(lit, view, t[hit])
    return color


class Scene:
    eye, target, field, far, steps, stride = (0, 2, 6), (0, 0.5, 0), 0.8, 40.0, 110, 0.9

    def background(self, d):
        return sky(d)

    def atmosphere(self, color, d, t):
        return color


# Things on a table

def wood(p):
    rings = noise2(p[..., 0] * 0.5 + 3, p[..., 2] * 7) * 0.6 + noise2(p[..., 0] * 2, p[..., 2] * 40) * 0.4
    plank = hashed(np.floor(p[..., 2] * 0.9).astype(np.int64), np.zeros(p.shape[:-1], np.int64))
    return mix((0.26, 0.15, 0.08), (0.52, 0.34, 0.19), rings * 0.7 + plank * 0.3)


class Still(Scene):
    """Things on a wooden table in front of a dim wall."""
    eye, target, field = (0.2, 2.5, 5.0), (0, 0.62, 0), 0.55

    def background(self, d):
        return mix((0.42, 0.40, 0.36), (0.25, 0.25, 0.27), np.clip(d[..., 1] * 2 + 0.6, 0, 1))

    def distance(self, p):
        return np.minimum(p[..., 1], self.things(p))

    def material(self, p, n):
        things = self.things(p) < p[..., 1]
        albedo, gloss = self.skin(p, n)
        return np.where(things[..., None], albedo, wood(p)), np.where(things, gloss, 0.08)


class Keyboard(Still):
    eye, target, field = (0.6, 3.2, 3.6), (0.0, 0.1, 0.1), 0.62

    def keys(self, p):
        x, z = p[..., 0] / 0.42, p[..., 2] / 0.42
        row = np.floor(z)
        shifted = x + 0.25 * row
        return shifted - np.floor(shifted) - 0.5, z - row - 0.5, row

    def things(self, p):
        u, v, row = self.keys(p)
        inside = (np.abs(p[..., 0]) < 3.3) & (row > -4) & (row < 3)
        top = np.where(inside & (np.maximum(np.abs(u), np.abs(v)) < 0.43), 0.30, 0.14)
        slope = np.clip((0.46 - np.maximum(np.abs(u), np.abs(v))) / 0.10, 0, 1)
        height = np.where(inside, 0.14 + 0.18 * slope, top * 0 + 0.14)
        box = np.maximum.reduce([np.abs(p[..., 0]) - 3.5, np.abs(p[..., 2] + 0.2) - 1.75])
        return np.maximum(box, (p[..., 1] - height) * 0.35)

    def skin(self, p, n):
        u, v, row = self.keys(p)
        letter = (noise2(np.floor(p[..., 0] / 0.42 + 0.25 * row) * 9 + u * 14, row * 7 + v * 14) > 0.60) & (np.abs(u + 0.1) < 0.14) & (
            np.abs(v + 0.08) < 0.16) & (p[..., 1] > 0.28)
        base = mix((0.02, 0.02, 0.022), (0.07, 0.07, 0.075), smoothstep(0.2, 0.3, p[..., 1]))
        return np.where(letter[..., None], (0.75, 0.75, 0.75), base), np.full(p.shape[:-1], 0.25)


# Landscapes

class Landscape(Scene):
    far, steps, stride, field = 260.0, 230, 0.42, 0.75

    def distance(self, p):
        return p[..., 1] - self.height(p[..., 0], p[..., 2])

    def background(self, d):
        color = sky(d)
        cover = fractal(d[..., 0] / np.maximum(d[..., 1] + 0.12, 0.05) * 1.3, d[..., 2] / np.maximum(d[..., 1] + 0.12, 0.05) * 1.3, 5)
        return color + (np.array([0.97, 0.97, 0.98]) - color) * (smoothstep(0.50, 0.75, cover) * 0.8)[..., None]

    def atmosphere(self, color, d, t):
        return mix(color, (0.66, 0.76, 0.90), 1 - np.exp(-t / 420))


class Alp(Landscape):
    """Snow-covered peaks above a dark forest."""
    eye, target, field, far = (0, 8, 75), (2, 22, -20), 0.55, 330.0
    peaks = [(-6, -40, 56), (22, -62, 50), (-38, -70, 52), (48, -85, 55), (-64, -95, 50), (6, -100, 60), (30, -20, 24), (-30, -15, 22)]

    def height(self, x, z):
        x = x + 5 * (fractal(x * 0.08, z * 0.08 + 9, 3) - 0.5)
        z = z + 5 * (fractal(x * 0.08 + 31, z * 0.08, 3) - 0.5)
        height = np.full(x.shape, 1.0)
        for px, pz, top in self.peaks:
            away = np.hypot(x - px, z - pz)
            ribs = 2.2 * np.sin(5 * np.arctan2(z - pz, x - px) + px) * smoothstep(1, 14, away)
            height = np.maximum(height, top - 1.05 * away + ribs + 0.004 * away * away)
        rough = 1 - np.abs(2 * fractal(x * 0.16, z * 0.16 + 3.3, 6) - 0.96)
        return height + (7 * rough - 4) * smoothstep(0, 12, height) + 2 * fractal(x * 0.25, z * 0.25, 4)

    def material(self, p, n):
        ragged = 4 * fractal(p[..., 0] * 0.6, p[..., 2] * 0.6, 3)
        rock = mix((0.20, 0.19, 0.19), (0.36, 0.34, 0.33), fractal(p[..., 0] * 2, p[..., 1] * 2 + p[..., 2], 3))
        snow = smoothstep(0.26, 0.42, n[..., 1]) * smoothstep(15, 22, p[..., 1] + ragged)
        forest = smoothstep(17, 11, p[..., 1] + ragged)
        ground = mix(rock, (0.05, 0.10, 0.04), forest)
        return mix(ground, (0.93, 0.95, 1.0), snow), np.zeros(p.shape[:-1])


class Seashore(Landscape):
    """Sand in front, breaking waves, sea to the horizon."""
    eye, target, field = (0, 5.0, 20), (6, 2.2, -30), 0.8

    def height(self, x, z):
        shore = z + 0.25 * x - 4 + 2.2 * np.sin(x * 0.11 + 0.8)
        sand = 0.07 * shore + 0.10 * fractal(x * 0.7, z * 0.7, 3)
        swell = 0.10 * np.sin(shore * 0.9 + 2 * noise2(x * 0.1, z * 0.1)) + 0.16 * fractal(x * 0.6, z * 1.6, 4) - 0.25
        return np.where(shore > 0, np.maximum(sand, swell), swell)

    def material(self, p, n):
        x, z = p[..., 0], p[..., 2]
        shore = z + 0.25 * x - 4 + 2.2 * np.sin(x * 0.11 + 0.8) + 1.6 * fractal(x * 0.5, z * 0.5, 4)
        sand = mix((0.55, 0.43, 0.29), (0.80, 0.69, 0.50), smoothstep(0, 6, shore + 2 * noise2(x * 3, z * 3)))
        deep = mix((0.05, 0.42, 0.46), (0.02, 0.16, 0.32), smoothstep(0, -30, shore))
        bands = np.sin(shore * 1.15 + 2.5 * fractal(x * 0.25, z * 0.25, 3)) * 0.5 + 0.5
        foam = smoothstep(0.72, 0.95, bands + 0.35 * fractal(x * 2, z * 2, 4)) * smoothstep(-14, -1, shore)
        water = mix(deep, (0.95, 0.97, 0.97), np.clip(foam + smoothstep(0.2, 0.9, 1 - np.abs(shore - 0.8)), 0, 1))
        wet = smoothstep(0.0, 1.2, shore)
        return mix(water, sand, wet), 0.5 * (1 - wet)


class Fence(Scene):
    """A white picket fence on a lawn."""
    eye, target, field = (-2.2, 1.9, 6.5), (0.2, 1.3, 0), 0.65

    def distance(self, p):
        x = p[..., 0] - np.round(p[..., 0] / 0.62) * 0.62
        top = 2.15 - np.abs(x) * 1.2
        picket = np.maximum.reduce([np.abs(x) - 0.19, np.abs(p[..., 2]) - 0.05, (p[..., 1] - top) * 0.6])
        rail = np.maximum(np.minimum(np.abs(p[..., 1] - 0.55), np.abs(p[..., 1] - 1.55)) - 0.11, np.abs(p[..., 2] + 0.11) - 0.06)
        lawn = p[..., 1] - 0.12 * noise2(p[..., 0] * 9, p[..., 2] * 9) - 0.05
        return np.minimum.reduce([picket, rail, lawn * 0.7])

    def background(self, d):
        trees = 0.10 + 0.16 * fractal(d[..., 0] * 5 + 9, d[..., 2] * 2, 4)
        leaves = mix((0.05, 0.13, 0.03), (0.20, 0.36, 0.10), fractal(d[..., 0] * 60, d[..., 1] * 60, 4))
        return np.where((d[..., 1] < trees)[..., None], leaves, sky(d))

    def material(self, p, n):
        white = (np.abs(p[..., 2] + 0.06) < 0.15) & (p[..., 1] > 0.18)
        grass = mix((0.09, 0.22, 0.04), (0.28, 0.46, 0.12), noise2(p[..., 0] * 25, p[..., 2] * 25))
        paint = mix((0.80, 0.80, 0.78), (0.93, 0.93, 0.91), noise2(p[..., 0] * 14, p[..., 1] * 3))
        return np.where(white[..., None], paint, grass), np.where(white, 0.05, 0.0)


SCENES = {"keyboard": Keyboard, "alp": Alp, "seashore": Seashore, "fence": Fence}


def render(scene, width, height, samples=2):
    eye, target = np.asarray(scene.eye, float), np.asarray(scene.target, float)
    forward = unit(target - eye)
    right = unit(np.cross(forward, (0, 1, 0)))
    up = np.cross(right, forward)
    picture = np.zeros((height, width, 3))
    for first in range(0, height, 64):
        rows = np.arange(first, min(first + 64, height))
        for a in range(samples):
            for b in range(samples):
                v = (0.5 - (rows + (a + 0.5) / samples) / height) * 2 * scene.field * height / width
                u = ((np.arange(width) + (b + 0.5) / samples) / width - 0.5) * 2 * scene.field
                d = unit(forward + u[None, :, None] * right + v[:, None, None] * up)
                origin = np.broadcast_to(eye, d.shape)
                picture[rows] += shade(scene, origin, d) / samples ** 2
    return picture


def develop(picture, seed):
    """Exposure, a film's shoulder, vignetting, grain and gamma; 8 bits a channel."""
    height, width = picture.shape[:2]
    y, x = np.mgrid[-1:1:height * 1j, -1:1:width * 1j]
    picture = picture * (1 - 0.13 * (x * x + y * y))[..., None]
    picture = picture * (1 + 0.15 * picture) / (1 + 0.30 * picture)
    grain = np.random.default_rng(seed).normal(0, 0.012, picture.shape[:2] + (1,))
    return (np.clip(np.clip(picture, 0, 1) ** (1 / 2.2) + grain, 0, 1) * 255 + 0.5).astype(np.uint8)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help=f"some of {', '.join(SCENES)}")
    parser.add_argument("--folder", default=str(pathlib.Path(__file__).resolve().parent))
    parser.add_argument("--width", type=int, default=960)
    options = parser.parse_args()
    for name in options.names or SCENES:
        pixels = develop(render(SCENES[name](), options.width, options.width * 3 // 4), seed=len(name))
        Image.fromarray(pixels).save(pathlib.Path(options.folder) / f"{name}.jpg", quality=88)
        print(name)


if __name__ == "__main__":
    main()
