"""Files of a few pixels in every form of a format, each with the pixels that another program finds in it, as one JSON file a format.

An entry holds the file's `bytes`, and for each of its pictures `width`, `height`, `components`, `samples`, `alpha` and `pixels`, in base64.
Components are 1 (gray), 2 (gray and alpha), 3 (red, green, blue) or 4 (and alpha); samples are uint8, uint16, float32, all little-endian, or
ink: bytes of cyan, magenta, yellow and black, where 0 is no ink.
`alpha` is none, straight or premultiplied; `tolerance` says by how many steps a decoder may differ. An entry without pictures is a file
that must be refused.
"""
import base64
import json
import pathlib
import subprocess

import numpy as np

FOLDER = pathlib.Path(__file__).parent
WIDTH, HEIGHT = 10, 6


class Pack:
    """The fixtures of one format."""

    def __init__(self, name):
        self.name, self.entries = name, {}

    def add(self, name, data, pictures, tolerance=0):
        assert name not in self.entries, name
        self.entries[name] = {"bytes": base64.b64encode(data).decode(), "tolerance": tolerance, "pictures": pictures}

    def write(self):
        lines = [f"{json.dumps(name)}:{json.dumps(entry, separators=(',', ':'))}" for name, entry in self.entries.items()]
        path = FOLDER / f"{self.name}.json"
        path.write_text("{\n" + ",\n".join(lines) + "\n}\n")
        print(f"{path.name}: {len(lines)} files, {path.stat().st_size} bytes")


def picture(pixels, alpha="none", samples=None):
    """A picture of an array of height, width and components: bytes, 16-bit words or floats."""
    pixels = np.asarray(pixels)
    if pixels.ndim == 2:
        pixels = pixels[..., None]
    samples = samples or pixels.dtype.name
    assert samples in ("uint8", "uint16", "float32", "ink")
    height, width, components = pixels.shape
    data = pixels.astype(pixels.dtype.newbyteorder("<")).tobytes()
    return {
        "width": width, "height": height, "components": components, "samples": samples, "alpha": alpha,
        "pixels": base64.b64encode(data).decode()}


def noise(components, bits, width=WIDTH, height=HEIGHT, seed=1):
    """Random samples of 0 to the maximum of some bits, both among them."""
    values = np.random.default_rng(seed).integers(0, 1 << bits, (height, width, components))
    values[0, 0], values[-1, -1] = 0, (1 << bits) - 1
    return values


def waves(components, width, height):
    """A smooth picture of bytes, as lossy formats like it."""
    y, x = np.mgrid[0:height, 0:width]
    planes = [128 + 90 * np.sin(x / 9), 128 + 90 * np.cos(y / 7), 128 + 90 * np.sin((x + y) / 11), 40 + 3 * x + y]
    return np.stack(planes[:components], axis=2).clip(0, 255).astype(np.uint8)


def stretched(values, most, limit):
    """Samples of 0 to a maximum as samples of 0 to a limit, rounded to nearest."""
    return (values.astype(np.int64) * limit + most // 2) // most


def run(*command, data=b""):
    return subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True).stdout
