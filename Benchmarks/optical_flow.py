#!/usr/bin/env python3
"""How far optical flow is off on rendered scenes whose flow is known, with OpenCV's DIS and Farnebäck on the same pairs.

    Benchmarks/optical_flow.py [--size 640x480] [--runs 3]

Scenes are drawn at three times their size and averaged, with a little noise. An error is the mean distance of a vector from the true one, in
pixels: of the whole picture, and of what is 16 pixels from its border at least. The kernel is compiled here from Sources/Kernels/CKernels, with clang++.
All run on one thread. Needs numpy and opencv-python-headless.
"""
import argparse
import ctypes
import pathlib
import subprocess
import tempfile
import time

import cv2
import numpy as np

KERNELS = pathlib.Path(__file__).resolve().parent.parent / "Sources/Kernels/CKernels"
# As OpticalFlowAccuracy has them: finest level, patch step, patch iterations, refinements, sweeps.
EFFORTS = {"low": (1, 5, 4, 1, 2), "medium": (1, 3, 12, 3, 5), "high": (0, 4, 12, 4, 6), "veryHigh": (0, 3, 24, 6, 8)}
FINE = 3
MARGIN = 80 * FINE
SCENES = ["shift", "turn and zoom", "waves", "objects", "far shift", "less than a pixel"]


class GrayView(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("bytes", ctypes.c_int64), ("width", ctypes.c_int32), ("height", ctypes.c_int32)]


def kernel(folder):
    library = pathlib.Path(folder) / "flow.so"
    sources = [str(KERNELS / name) for name in ("OpticalFlow/OpticalFlow.cpp", "Registration/Registration.cpp")]
    includes = [f"-I{KERNELS / 'include'}", f"-I{KERNELS.parent / 'CThreads/include'}"]
    subprocess.run(["clang++", "-std=c++17", "-O2", "-shared", "-fPIC", *includes, *sources, "-o", str(library)], check=True)
    return ctypes.CDLL(str(library)).optical_flow_find


def ours(find, first, second, effort):
    flow = np.zeros(first.shape + (2,), np.float32)
    views = [GrayView(plane.ctypes.data, plane.strides[0], plane.shape[1], plane.shape[0]) for plane in (first, second)]
    status = find(
        ctypes.byref(views[0]), ctypes.byref(views[1]), (ctypes.c_int32 * 5)(*effort), ctypes.c_void_p(flow.ctypes.data),
        ctypes.c_int64(2 * first.shape[1]))
    assert status == 0
    return flow


def texture(seed, width, height):
    """Noise of several sizes, without detail finer than a pixel."""
    chance = np.random.default_rng(seed)
    width, height = width * FINE + 2 * MARGIN, height * FINE + 2 * MARGIN
    total = np.zeros((height, width), np.float32)
    for size, share in ((1, 12), (2, 20), (5, 30), (14, 40)):
        noise = chance.normal(0, 1, (height, width)).astype(np.float32)
        noise = cv2.GaussianBlur(noise, (0, 0), size * FINE * 0.8)
        total += share * noise / noise.std()
    return np.clip(120 + 0.7 * total, 0, 255)


def background(scene, x, y, width, height):
    """The flow of the scene behind all objects."""
    if scene == "turn and zoom":
        cosine, sine, dx, dy = 1.03 * np.cos(0.03), 1.03 * np.sin(0.03), x - width / 2, y - height / 2
        return cosine * dx - sine * dy - dx, sine * dx + cosine * dy - dy
    if scene == "waves":
        return 4 * np.sin(y / 37) + 2 * np.cos(x / 53), 3 * np.sin(x / 41)
    if scene == "less than a pixel":
        return 0.3 * np.sin(x / 60), 0.25 * np.cos(y / 45)
    shift = {"shift": (6.3, -3.7), "objects": (2.2, 1.1), "far shift": (31.5, -18.25)}[scene]
    return x * 0 + shift[0], y * 0 + shift[1]


def render(scene, width, height, seed=1):
    """Two pictures and the flow from the first to the second."""
    behind, before = texture(seed, width, height), texture(seed + 99, width, height)
    rows, columns = np.mgrid[0 : height * FINE, 0 : width * FINE].astype(np.float32)
    x, y = (columns + 0.5) / FINE - 0.5, (rows + 0.5) / FINE - 0.5

    def look(picture, x, y):
        place = [((value + 0.5) * FINE - 0.5 + MARGIN).astype(np.float32) for value in (x, y)]
        return cv2.remap(picture, *place, cv2.INTER_LINEAR)

    # Where what the second picture shows at a place was in the first one.
    old_x, old_y = x.copy(), y.copy()
    for _ in range(12):
        u, v = background(scene, old_x, old_y, width, height)
        old_x, old_y = x - u, y - v
    first, second = look(behind, x, y), look(behind, old_x, old_y)
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    flow = np.dstack(background(scene, columns, rows, width, height)).astype(np.float32)
    if scene == "objects":
        for (left, top), radius, shift in (((0.3, 0.4), 70, (12.5, -5.5)), ((0.67, 0.33), 50, (-8.25, 7)), ((0.5, 0.75), 60, (3.5, -14))):
            left, top = left * width, top * height
            inside = (np.hypot(x - left, y - top) < radius).astype(np.float32)
            first = first * (1 - inside) + inside * look(before, x, y)
            inside = (np.hypot(x - shift[0] - left, y - shift[1] - top) < radius).astype(np.float32)
            second = second * (1 - inside) + inside * look(before, x - shift[0], y - shift[1])
            flow[np.hypot(columns - left, rows - top) < radius] = shift
    chance = np.random.default_rng(seed + 7)
    planes = []
    for picture in (first, second):
        picture = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
        planes.append(np.clip(picture + chance.normal(0, 2, picture.shape), 0, 255).round().astype(np.uint8))
    return planes[0], planes[1], flow


def methods(find):
    for name, effort in EFFORTS.items():
        yield f"`{name}`", lambda first, second, effort=effort: ours(find, first, second, effort)
    for name, preset in (("ultrafast", 0), ("fast", 1), ("medium", 2)):
        search = cv2.DISOpticalFlow_create(preset)
        yield f"OpenCV DIS {name}", lambda first, second, search=search: search.calc(first, second, None)
    yield "OpenCV Farnebäck", lambda first, second: cv2.calcOpticalFlowFarneback(first, second, None, 0.5, 5, 15, 3, 5, 1.1, 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", default="640x480")
    parser.add_argument("--runs", type=int, default=3, help="the quickest one counts")
    options = parser.parse_args()
    width, height = (int(side) for side in options.size.split("x"))
    cv2.setNumThreads(1)
    pairs = {scene: render(scene, width, height) for scene in SCENES}
    print("| method | " + " | ".join(SCENES) + " | mean | away from the border | ms |")
    print("| --- " * (len(SCENES) + 4) + "|")
    with tempfile.TemporaryDirectory() as folder:
        for name, find in methods(kernel(folder)):
            errors, inner, times = [], [], []
            for first, second, truth in pairs.values():
                best = float("inf")
                for _ in range(options.runs):
                    start = time.perf_counter()
                    flow = find(first, second)
                    best = min(best, time.perf_counter() - start)
                off = np.hypot(*np.moveaxis(flow - truth, 2, 0))
                errors.append(off.mean())
                inner.append(off[16:-16, 16:-16].mean())
                times.append(1000 * best)
            cells = [f"{value:.3f}" for value in errors + [np.mean(errors), np.mean(inner)]] + [f"{np.mean(times):.0f}"]
            print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
