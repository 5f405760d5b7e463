#!/usr/bin/env python3
"""Core Image's filters beside OpenCV and Pillow, and Accelerate beside NumPy: what they compute, and the time that it takes.

  Benchmarks/filters.py PROGRAM [--size 1920x1080] [--rounds 7] [--only NAME …]

PROGRAM is FilterRates, which `swift build -c release --package-path Benchmarks --product FilterRates` makes. Needs numpy, opencv-python-headless and
pillow. Everything runs on one core, in one run; processor time counts. A picture may differ by 2 of 255, a vector by float rounding: exit status 1
where one differs by more. A ratio is Osprey's time divided by the other program's, so that 1 is as fast and less is faster. Of the turned picture only pixels count
that both take as inside, and of the median none at the edge, which OpenCV continues in another way.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

os.environ.update({name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")})
import cv2  # noqa: E402
import numpy as np  # noqa: E402
from PIL import Image  # noqa: E402

cv2.setNumThreads(1)
KERNEL = np.array([[0.05, 0.1, 0.05], [0.1, 0.4, 0.1], [0.05, 0.1, 0.05]], np.float32)
MATRIX = np.array([[0.5, 0.3, 0.1, 0], [0.1, 0.8, 0, 0], [0.2, 0.2, 0.5, 0], [0, 0, 0, 1]], np.float32)
EDGE = {"borderType": cv2.BORDER_REPLICATE}


def photos(width, height):
    """A picture of waves, edges and noise, and one with an alpha that grows to the right."""
    random = np.random.default_rng(7)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    waves = np.stack([127 + 90 * np.sin(x / 31 + y / 50), 127 + 90 * np.cos(x / 43 - y / 37), 255 * x / width], -1)
    waves[height // 4:height // 2, width // 4:width // 2] = [250, 20, 30]
    waves += random.normal(0, 8, waves.shape)
    image = np.dstack([np.clip(waves, 0, 255), np.full((height, width), 255)]).astype(np.uint8)
    alpha = np.clip(255 * x / width, 0, 255)
    top = np.dstack([np.clip(waves[::-1, ::-1], 0, 255) * alpha[..., None] / 255, alpha]).astype(np.uint8)
    return np.ascontiguousarray(image), np.ascontiguousarray(top)


def resized(image, width, height):
    return np.asarray(Image.fromarray(image, "RGBA").resize((width, height), Image.LANCZOS))


def resized_exactly(image, width, height):
    """Without the whole numbers that Pillow has between its two passes."""
    channels = [Image.fromarray(image[..., c].astype(np.float32)).resize((width, height), Image.LANCZOS) for c in range(4)]
    return np.clip(np.round(np.dstack([np.asarray(channel) for channel in channels])), 0, 255).astype(np.uint8)


def unsharp(image):
    return cv2.addWeighted(image, 1.8, cv2.GaussianBlur(image, (0, 0), 2.5, **EDGE), -0.8, 0)


def keep_alpha(result):
    result[..., 3] = 255
    return result


def filters(image, top):
    """Each filter as another program has it: a function of no arguments, and the library's name."""
    height, width = image.shape[:2]
    opaque, straight = Image.fromarray(image, "RGBA"), top.astype(np.float32)
    straight[..., :3] *= 255 / np.maximum(straight[..., 3:], 1)
    above = Image.fromarray(np.clip(straight + 0.5, 0, 255).astype(np.uint8), "RGBA")
    # OpenCV's places are middles of pixels, and y goes down.
    turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), 10, 1)
    gamma = np.array([round(255 * (v / 255) ** 0.75) for v in range(256)], np.uint8)
    lookup = np.dstack([gamma, gamma, gamma, np.arange(256, dtype=np.uint8)]).reshape(1, 256, 4)
    motion = np.full((1, 17), 1 / 17, np.float32)
    cases = {f"gaussian-{r}": (lambda r=r: cv2.GaussianBlur(image, (0, 0), r, **EDGE), "OpenCV") for r in (1.5, 4.0, 12.0)}
    return cases | {
        "box-5": (lambda: cv2.blur(image, (11, 11), **EDGE), "OpenCV"),
        "motion-8": (lambda: cv2.filter2D(image, -1, motion, **EDGE), "OpenCV"),
        "median": (lambda: cv2.medianBlur(image, 3), "OpenCV"),
        "unsharp": (lambda: unsharp(image), "OpenCV"),
        "convolution-3": (lambda: cv2.filter2D(image, -1, KERNEL, **EDGE), "OpenCV"),
        "dilate-7": (lambda: cv2.dilate(image, np.ones((7, 7))), "OpenCV"),
        "erode-5": (lambda: cv2.erode(image, np.ones((5, 5))), "OpenCV"),
        "invert": (lambda: keep_alpha(cv2.bitwise_not(image)), "OpenCV"),
        "exposure": (lambda: keep_alpha(cv2.convertScaleAbs(image, alpha=2 ** 0.5)), "OpenCV"),
        "gamma": (lambda: cv2.LUT(image, lookup), "OpenCV"),
        "matrix": (lambda: cv2.transform(image, MATRIX), "OpenCV"),
        "over": (lambda: np.asarray(Image.alpha_composite(opaque, above)), "Pillow"),
        "multiply": (lambda: cv2.multiply(image, top, scale=1 / 255), "OpenCV"),
        "lanczos-half": (lambda: resized(image, width // 2, height // 2), "Pillow"),
        "lanczos-double": (lambda: resized(image, width * 2, height * 2), "Pillow"),
        "rotate": (lambda: cv2.warpAffine(image, turn, (width, height), flags=cv2.INTER_LINEAR), "OpenCV"),
        "average": (lambda: np.array(cv2.mean(image)).round().astype(np.uint8).reshape(1, 1, 4), "OpenCV"),
    }


def vectors(a, b, m):
    """Each function as NumPy has it, into memory that is there already where NumPy can."""
    out, square = np.empty_like(a), np.empty_like(m)
    part, taps = a[:200_000], b[:33]
    points = a[:1 << 16] + 1j * b[:1 << 16]
    points = points.astype(np.complex64)

    def transform():
        answer = np.fft.fft(points)
        return np.concatenate([answer.real, answer.imag]).astype(np.float32)

    cases = {
        "vadd": lambda: np.add(a, b, out=out), "vmul": lambda: np.multiply(a, b, out=out), "vma": lambda: np.add(np.multiply(a, b, out=out), a, out=out),
        "vclip": lambda: np.clip(a, -0.5, 0.5, out=out), "vabs": lambda: np.abs(a, out=out), "vexp": lambda: np.exp(a, out=out),
        "vsin": lambda: np.sin(a, out=out), "vlog": lambda: np.log(b, out=out), "vsqrt": lambda: np.sqrt(b, out=out),
        "vtanh": lambda: np.tanh(a, out=out), "sum": lambda: np.sum(a), "dot": lambda: np.dot(a, b), "maximum": lambda: np.max(a),
        "sum-of-squares": lambda: np.dot(a, a), "sort": lambda: np.sort(a), "correlate-33": lambda: np.correlate(part, taps, "valid"),
        "sgemm": lambda: np.matmul(m, m, out=square), "transpose": lambda: np.copyto(square, m.T) or square, "fft-65536": transform,
    }
    return {name: (work, "NumPy") for name, work in cases.items()}


def measure(work, rounds):
    work()
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        result = work()
        best = min(best, time.process_time() - start)
    return result, best * 1e3


def difference(name, known, data):
    """How far results are apart, and whether that is within what is allowed."""
    if known.dtype == np.uint8:
        found = np.frombuffer(data, np.uint8).reshape(known.shape).astype(int)
        apart = abs(found - known.astype(int))
        if name == "rotate":
            apart = apart[(found[..., 3] == 255) & (known[..., 3] == 255)]
        if name == "median":  # OpenCV mirrors the picture's edge
            apart = apart[1:-1, 1:-1]
        return f"{apart.max()}", apart.max() <= 2
    found, known = np.frombuffer(data, np.float32), np.atleast_1d(known).ravel()
    scale = max(float(abs(known).max()), 1e-30)
    if name in ("sum", "dot"):
        scale = max(scale, float(np.sqrt(2_000_000)))
    apart = float(abs(found - known).max()) / scale
    return f"{apart:.1e}", apart < 4e-6


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--size", default="1920x1080")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", nargs="*")
    options = parser.parse_args()
    width, height = map(int, options.size.split("x"))
    core = min(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    random = np.random.default_rng(3)
    a, b = random.normal(0, 1, 1_000_000).astype(np.float32), random.uniform(0.1, 4, 1_000_000).astype(np.float32)
    m = random.normal(0, 1, (512, 512)).astype(np.float32)
    image, top = photos(width, height)
    failures, rows = 0, []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file, values in (("image", image), ("top", top), ("a", a), ("b", b), ("m", m)):
            (folder / file).write_bytes(values.tobytes())
        # The program starts on the core that this one has.
        command = [options.program, name, str(width), str(height), str(options.rounds), *(options.only or [])]
        answer = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        times = {line.split()[0]: float(line.split()[1]) for line in answer.stdout.splitlines()}
        for case, (work, library) in (filters(image, top) | vectors(a, b, m)).items():
            if options.only and case not in options.only:
                continue
            known, other = measure(work, options.rounds)
            if case.startswith("lanczos"):
                known = resized_exactly(image, known.shape[1], known.shape[0])
            apart, isRight = difference(case, np.asarray(known), (folder / f"{case}.out").read_bytes())
            failures += not isRight
            rows.append((times[case] / other, f"| {case} | {library} | {other:.2f} | {times[case]:.2f} | {times[case] / other:.2f} | {apart}"
                         + ("" if isRight else " **too far**") + " |"))
    print(f"One core, {width} × {height} pixels, vectors of 1,000,000 floats; milliseconds of the processor, the best of {options.rounds} rounds.\n")
    print("| case | peer | peer's time | Osprey's time | ratio | difference |\n| --- | --- | --- | --- | --- | --- |")
    print("\n".join(row for _, row in sorted(rows, reverse=True)))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
