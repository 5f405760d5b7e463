#!/usr/bin/env python3
"""Writes gif.json and pnm.json: written by Pillow, Netpbm and, where no program writes a form, by hand, and read again by Pillow.

needs NumPy and Pillow (PyPI) and Netpbm (Debian: apt-get install netpbm).
"""
import io

import numpy as np
from PIL import Image

from fixtures import HEIGHT, WIDTH, Pack, noise, picture, run, stretched


def frames(data):
    image = Image.open(io.BytesIO(data))
    result = []
    for i in range(image.n_frames):
        image.seek(i)
        pixels = np.array(image.convert("RGBA"))
        # Transparent pixels have no colour in this format; Pillow gives them one of the palette's.
        pixels[pixels[..., 3] == 0] = 0
        result.append(picture(pixels, "straight"))
    return result


def indexed(bits, seed):
    """An image of palette indices, with a palette of its own."""
    image = Image.fromarray(noise(1, bits, WIDTH, 11, seed=seed)[..., 0].astype(np.uint8), "P")
    image.putpalette(noise(3, 8, 1 << bits, 1, seed=seed + 1).astype(np.uint8).tobytes(), "RGB")
    return image


def gif():
    pack = Pack("gif")

    def add(name, image, **options):
        file = io.BytesIO()
        image.save(file, "GIF", optimize=False, **options)
        pack.add(name, file.getvalue(), frames(file.getvalue()))

    for bits in (1, 4, 8):
        for interlaced in (False, True):
            add(f"{bits} bits{' interlaced' if interlaced else ''}", indexed(bits, 30 + bits), interlace=interlaced)
            add(f"{bits} bits transparent{' interlaced' if interlaced else ''}", indexed(bits, 30 + bits), transparency=1, interlace=interlaced)
    for disposal in (0, 1, 2, 3):
        file = io.BytesIO()
        file.write(header(indexed(2, 40)))
        places = [(0, 0, WIDTH, 11), (2, 1, 5, 6), (4, 5, 6, 6), (1, 3, 7, 5)]
        for i, place in enumerate(places):
            file.write(frame(place, 0 if i == 0 else disposal, 50 + i))
        file.write(b";")
        pack.add(f"animation, disposal {disposal}", file.getvalue(), frames(file.getvalue()))
    pack.write()


def header(image):
    """A GIF's first bytes, with the palette of an image for frames that have none."""
    palette = bytes(image.getpalette("RGB")[:12]).ljust(12, b"\0")
    return b"GIF89a" + WIDTH.to_bytes(2, "little") + (11).to_bytes(2, "little") + b"\xf1\0\0" + palette


def frame(place, disposal, seed):
    """A frame with a palette of its own and a transparent index, its pixels as Pillow codes them."""
    left, top, width, height = place
    values = noise(1, 2, width, height, seed=seed)[..., 0].astype(np.uint8)
    image = Image.fromarray(values, "P")
    image.putpalette(noise(3, 8, 4, 1, seed=seed + 10).astype(np.uint8).tobytes(), "RGB")
    file = io.BytesIO()
    image.save(file, "GIF", optimize=False, interlace=False)
    data = file.getvalue()
    start = data.index(b",\0\0\0\0" + width.to_bytes(2, "little") + height.to_bytes(2, "little")) + 10
    assert data[start - 1] & 0x80 == 0
    palette = noise(3, 8, 4, 1, seed=seed + 10).astype(np.uint8).tobytes()
    control = bytes([0x21, 0xF9, 4, disposal << 2 | 1, 7, 0, 3, 0])
    box = b"".join(v.to_bytes(2, "little") for v in (left, top, width, height))
    return control + b"," + box + b"\x81" + palette + data[start:-1]


def pnm():
    pack = Pack("pnm")
    size = b"%d %d\n" % (WIDTH, HEIGHT)
    for most in (3, 100, 255, 1000, 65535):
        limit, kind = (65535, np.uint16) if most > 255 else (255, np.uint8)
        for number, components in ((5, 1), (6, 3)):
            values = noise(components, 16) * (most + 1) >> 16
            rows = values.astype(">u2" if most > 255 else np.uint8).tobytes()
            data = b"P%d\n# a comment\n" % number + size + b"%d\n" % most + rows
            shown = picture(stretched(values, most, limit).astype(kind))
            pack.add(f"P{number} of {most}", data, [shown])
            plain = run("pnmtoplainpnm", data=data)
            assert plain[:2] == b"P%d" % (number - 3)
            pack.add(f"P{number - 3} of {most}", plain, [shown])
    bits = noise(1, 1)[..., 0].astype(np.uint8)
    data = b"P4\n" + size + np.packbits(1 - bits, axis=1).tobytes()
    assert (np.asarray(Image.open(io.BytesIO(data)).convert("L")) == bits * 255).all()
    pack.add("P4", data, [picture(bits * 255)])
    pack.add("P1", run("pnmtoplainpnm", data=data), [picture(bits * 255)])
    pack.write()


def main():
    gif()
    pnm()


main()
