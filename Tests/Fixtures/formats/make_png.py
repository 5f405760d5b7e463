#!/usr/bin/env python3
"""Writes png.json: every colour type, depth, interlacing and transparency of PNG, written and read by pypng, read again by libpng.

needs pypng, NumPy and Pillow (PyPI) and ImageMagick 6 of 16 bits as `convert` (Debian: apt-get install imagemagick).
"""
import io
import zlib

import numpy as np
import png
from PIL import ImageCms

from fixtures import HEIGHT, WIDTH, Pack, noise, picture, run, stretched

PROFILE = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def chunk(kind, data):
    return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")


def with_profile(data):
    """The file with an sRGB profile behind its header."""
    return data[:33] + chunk(b"iCCP", b"sRGB\0\0" + zlib.compress(PROFILE, 9)) + data[33:]


def truth(data):
    """The pixels as pypng reads them: 8 bits for all depths up to 8, and 16."""
    width, height, rows, info = png.Reader(bytes=data).asDirect()
    most = (1 << info["bitdepth"]) - 1
    values = np.array([list(row) for row in rows]).reshape(height, width, info["planes"])
    deep = info["bitdepth"] == 16
    return stretched(values, most, 65535 if deep else 255).astype(np.uint16 if deep else np.uint8)


def check(data, pixels):
    """Compares with libpng, through ImageMagick."""
    words = np.frombuffer(run("convert", "png:-", "-depth", "16", "-endian", "LSB", "RGBA:-", data=data), "<u2").reshape(HEIGHT, WIDTH, 4)
    if pixels.dtype == np.uint8:
        words = words // 257
    components = pixels[..., [0, 0, 0] + [1] * (pixels.shape[2] - 1)] if pixels.shape[2] < 3 else pixels
    assert (words[..., : components.shape[2]] == components).all()
    assert components.shape[2] == 4 or (words[..., 3] == words.max()).all()


def variants(pack, name, samples, **options):
    values = noise(samples, options["bitdepth"]).reshape(HEIGHT, -1)
    for interlaced in (False, True):
        for extra in ("", "gamma", "profile"):
            # A profile says RGB, so it belongs to such images.
            if extra and (interlaced or options["bitdepth"] not in (4, 8, 16)) or extra == "profile" and options.get("greyscale"):
                continue
            file = io.BytesIO()
            png.Writer(WIDTH, HEIGHT, interlace=interlaced, gamma=0.45455 if extra == "gamma" else None, **options).write(
                file, values.tolist())
            data = with_profile(file.getvalue()) if extra == "profile" else file.getvalue()
            pixels = truth(data)
            if not extra:
                check(data, pixels)
            title = " ".join(filter(None, [name, "interlaced" if interlaced else "", extra]))
            pack.add(title, data, [picture(pixels, "straight" if pixels.shape[2] in (2, 4) else "none")])


def main():
    pack = Pack("png")
    for bits in (1, 2, 4, 8, 16):
        key = int(noise(1, bits)[2, 3, 0])
        variants(pack, f"gray {bits}", 1, greyscale=True, bitdepth=bits)
        variants(pack, f"gray {bits} with a transparent level", 1, greyscale=True, bitdepth=bits, transparent=key)
    for bits in (1, 2, 4, 8):
        colours = [tuple(int(v) for v in row) for row in noise(4, 8, 1 << bits, 1, seed=2)[0]]
        variants(pack, f"palette {bits}", 1, palette=[c[:3] for c in colours], bitdepth=bits)
        # Fewer entries of transparency than colours: the rest is opaque.
        part = [c if i < (1 << bits) * 3 // 4 else c[:3] for i, c in enumerate(colours)]
        variants(pack, f"palette {bits} with transparency", 1, palette=part, bitdepth=bits)
    for bits in (8, 16):
        key = tuple(int(v) for v in noise(3, bits)[2, 3])
        variants(pack, f"gray and alpha {bits}", 2, greyscale=True, alpha=True, bitdepth=bits)
        variants(pack, f"RGB {bits}", 3, greyscale=False, bitdepth=bits)
        variants(pack, f"RGB {bits} with a transparent colour", 3, greyscale=False, bitdepth=bits, transparent=key)
        variants(pack, f"RGBA {bits}", 4, greyscale=False, alpha=True, bitdepth=bits)
    pack.write()


main()
