"""Video clips of rendered pictures. Needs NumPy, Pillow, and the program ffmpeg with libx264."""
import pathlib
import subprocess

import numpy as np
from PIL import Image


def write_clip(frames, path, rate=30, quality=27):
    """Writes frames (arrays of height × width × 3) as H.264. One thread, so that the same frames give the same file."""
    frames = iter(frames)
    first = next(frames)
    height, width = first.shape[:2]
    pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
    command = ["ffmpeg", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", str(rate), "-i", "-",
               "-c:v", "libx264", "-preset", "veryslow", "-crf", str(quality), "-threads", "1", "-pix_fmt", "yuv420p", "-bitexact", str(path)]
    encoder = subprocess.Popen(command, stdin=subprocess.PIPE)
    encoder.stdin.write(first.tobytes())
    for frame in frames:
        encoder.stdin.write(frame.tobytes())
    encoder.stdin.close()
    if encoder.wait() != 0:
        raise SystemExit(f"{path}: ffmpeg failed")


def tour(rng, pictures, rate=30, rest=1.6, move=0.8):
    """The frames of a camera that rests over each of several pictures of one size, side by side, and moves on to the next.

    rest, move: seconds
    A hand holds it: it trembles by a part of a pixel, and the light varies by a hundredth.
    """
    strip = Image.new("RGB", (sum(p.width for p in pictures), pictures[0].height))
    for index, picture in enumerate(pictures):
        strip.paste(picture, (index * picture.width, 0))
    # A border to tremble into.
    pixels = np.pad(np.asarray(strip, np.float32), ((2, 2), (2, 2), (0, 0)), mode="edge")
    width, height = pictures[0].size
    tremble = np.zeros(2)
    for index in range(len(pictures)):
        steps = int(rest * rate) + (int(move * rate) if index + 1 < len(pictures) else 0)
        for step in range(steps):
            part = max(0.0, (step - rest * rate) / (move * rate))
            left = (index + part * part * (3 - 2 * part)) * width
            tremble = 0.9 * tremble + rng.normal(0, 0.06, 2)
            x, y = np.clip([left + tremble[0], tremble[1]], [-2, -2], [strip.width - width + 1.9, 1.9]) + 2
            column, row = int(x), int(y)
            fx, fy = x - column, y - row
            window = pixels[row:row + height + 1, column:column + width + 1]
            window = window[:, :-1] * (1 - fx) + window[:, 1:] * fx if window.shape[1] > width else window
            window = window[:-1] * (1 - fy) + window[1:] * fy
            frame = window * rng.normal(1, 0.003) + rng.normal(0, 1.2, window.shape)
            yield np.clip(frame, 0, 255).astype(np.uint8)
