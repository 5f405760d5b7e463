#!/usr/bin/env python3
"""Writes bmp.json: the forms of BMP, written by Netpbm, ImageMagick and Pillow, those that none of them writes by hand, and read again by
ImageMagick.

needs NumPy and Pillow (PyPI), ImageMagick 6 as `convert`, and Netpbm (Debian: apt-get install imagemagick netpbm).
"""
import io
import struct

import numpy as np
from PIL import Image

from fixtures import HEIGHT, WIDTH, Pack, noise, picture, run, stretched


def seen(data):
    """The picture that ImageMagick finds, opaque."""
    pixels = np.frombuffer(run("convert", "bmp:-", "-depth", "8", "RGB:-", data=data), np.uint8)
    return pixels.reshape(HEIGHT, WIDTH, 3)


def headed(bits, code, rows, palette=(), masks=(), top_down=False, size=40):
    """A file with a Windows header of 40 bytes, or of 108 with its masks."""
    header = struct.pack("<IiiHHIIiiII", size, WIDTH, -HEIGHT if top_down else HEIGHT, 1, bits, code, len(rows), 2835, 2835, len(palette), 0)
    header += b"".join(struct.pack("<I", mask) for mask in masks)
    header += bytes(size - 40 - 4 * len(masks)) if size > 40 else b""
    table = b"".join(struct.pack("<BBBx", *colour[::-1]) for colour in palette)
    start = 14 + len(header) + len(table)
    return b"BM" + struct.pack("<IHHI", start + len(rows), 0, 0, start) + header + table + rows


def lines(array, top_down=False):
    """Rows of bytes padded to four, from the bottom up."""
    rows = [row.tobytes() for row in array]
    return b"".join(row + bytes(-len(row) % 4) for row in (rows if top_down else rows[::-1]))


def packed(indices, bits):
    """Palette indices, several a byte, the first in the high bits."""
    expanded = np.zeros((indices.shape[0], indices.shape[1] * bits), np.uint8)
    for b in range(bits):
        expanded[:, b::bits] = indices >> (bits - 1 - b) & 1
    return np.packbits(expanded, axis=1)


def runs8():
    """Runs, an absolute stretch of odd length, jumps to the right and up, and early ends of lines; stored from the bottom up."""
    expected = np.zeros((HEIGHT, WIDTH), np.uint8)
    expected[5] = [7] * 4 + [1, 2, 3, 4, 5] + [9]
    expected[4, :3] = 6
    expected[3, 2:6] = 8
    expected[1] = 11
    data = [4, 7, 0, 5, 1, 2, 3, 4, 5, 0, 1, 9, 0, 0]
    data += [3, 6, 0, 0]
    data += [0, 2, 2, 0, 4, 8, 0, 0]
    data += [0, 2, 0, 1, 10, 11, 0, 0]
    return expected, bytes(data + [0, 0, 0, 1])


def runs4():
    """Runs of two alternating colours and absolute stretches; stored from the bottom up."""
    expected = np.zeros((HEIGHT, WIDTH), np.uint8)
    expected[5] = [1, 2, 1, 2, 1, 3, 4, 5, 6, 7]
    expected[4] = 8
    expected[2, 3:6] = [9, 10, 9]
    data = [5, 0x12, 0, 5, 0x34, 0x56, 0x70, 0, 0, 0]
    data += [10, 0x88, 0, 0]
    data += [0, 2, 3, 1, 3, 0x9A, 0, 0]
    return expected, bytes(data + [0, 0, 0, 0, 0, 1])


def others(pack):
    """Further files, each with a truth of its own: `check` says whether ImageMagick reads it the same way."""
    colours = noise(3, 8, 16, 1, seed=3)[0].astype(np.uint8)
    palette = [tuple(int(v) for v in colour) for colour in colours]

    def add(name, data, pixels, alpha="none", check=True):
        assert not check or (seen(data) == pixels[..., :3]).all(), name
        pack.add(name, data, [picture(pixels, alpha)])

    for bits in (1, 2, 4, 8):
        indices = noise(1, min(bits, 4))[..., 0].astype(np.uint8)
        for top_down in (False, True):
            rows = lines(packed(indices, bits), top_down)
            data = headed(bits, 0, rows, palette[: 1 << min(bits, 4)], top_down=top_down)
            # ImageMagick does not read 2 bits.
            add(f"{bits} bits{' top down' if top_down else ''}", data, colours[indices], check=bits != 2)
    for name, code, bits, (indices, data) in (("RLE8", 1, 8, runs8()), ("RLE4", 2, 4, runs4())):
        add(f"{name} by hand", headed(bits, code, data, palette), colours[indices])
    rgb = noise(3, 8).astype(np.uint8)
    add("24 bits top down", headed(24, 0, lines(rgb[..., ::-1], True), top_down=True), rgb)
    four = noise(4, 8).astype(np.uint8)
    add("32 bits", headed(32, 0, lines(four[..., [2, 1, 0, 3]])), four[..., :3])
    masks = (0xFF, 0xFF00, 0xFF0000, 0xFF000000)
    add("32 bits, fields with alpha", headed(32, 3, lines(four), masks=masks, size=108), four, "straight")
    add("32 bits, fields behind the header", headed(32, 3, lines(four), masks=masks[:3]), four[..., :3])
    for name, sizes in (("555", (5, 5, 5)), ("565", (5, 6, 5)), ("444", (4, 4, 4))):
        fields = np.stack([noise(1, size, seed=9 + i)[..., 0] for i, size in enumerate(sizes)], axis=2)
        shifts = (sizes[1] + sizes[2], sizes[2], 0)
        words = sum(fields[..., i] << shifts[i] for i in range(3)).astype("<u2")
        pixels = np.stack([stretched(fields[..., i], (1 << size) - 1, 255) for i, size in enumerate(sizes)], axis=2).astype(np.uint8)
        masks = tuple((1 << size) - 1 << shift for size, shift in zip(sizes, shifts))
        add(f"16 bits, fields {name}", headed(16, 3, lines(words), masks=masks), pixels, check=False)
        if name == "555":
            add("16 bits", headed(16, 0, lines(words)), pixels, check=False)


def main():
    pack = Pack("bmp")
    rgb = noise(3, 8).astype(np.uint8)
    colours = noise(3, 8, 16, 1, seed=3)[0].astype(np.uint8)
    ppm = b"P6 %d %d 255\n" % (WIDTH, HEIGHT)
    for system in ("windows", "os2"):
        for bits in (1, 4, 8, 24):
            pixels = rgb if bits == 24 else colours[noise(1, min(bits, 4))[..., 0]]
            data = run("ppmtobmp", f"-{system}", f"-bpp={bits}", data=ppm + pixels.tobytes())
            assert (seen(data) == pixels).all()
            pack.add(f"Netpbm {system} {bits} bits", data, [picture(pixels)])
    stripes = colours[np.repeat(noise(1, 4, WIDTH // 2)[..., 0], 2, axis=1)]
    data = run("convert", "ppm:-", "-type", "Palette", "-compress", "RLE", "BMP3:-", data=ppm + stripes.tobytes())
    assert data[30] == 1
    pack.add("ImageMagick RLE8", data, [picture(stripes)])
    file = io.BytesIO()
    Image.fromarray(rgb).save(file, "BMP")
    pack.add("Pillow 24 bits", file.getvalue(), [picture(rgb)])
    others(pack)
    pack.add("JPEG inside", headed(24, 4, bytes(64)), [])
    pack.add("no such depth", headed(7, 0, bytes(64)), [])
    pack.write()


main()
