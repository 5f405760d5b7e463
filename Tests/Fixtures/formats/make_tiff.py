#!/usr/bin/env python3
"""Writes tiff.json: the forms of TIFF, written by tifffile, Pillow and libtiff's tools, and read again by tifffile or Pillow.

needs tifffile, imagecodecs, NumPy and Pillow (PyPI), and tiffcp and tiffset (Debian: apt-get install libtiff-tools).
"""
import io
import pathlib
import tempfile

import numpy as np
import tifffile
from PIL import Image

from fixtures import HEIGHT, WIDTH, Pack, noise, picture, run, stretched, waves

DEPTHS = {8: np.uint8, 16: np.uint16, 32: np.uint32}


def written(values, **options):
    file = io.BytesIO()
    tifffile.imwrite(file, values, metadata=None, software=False, **options)
    data = file.getvalue()
    if "extrasamples" not in options or options.get("planarconfig") != "separate":
        assert (tifffile.imread(io.BytesIO(data)) == values).all()
    return data


def copied(data, *options):
    """The file as tiffcp writes it."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = pathlib.Path(folder) / "a.tif", pathlib.Path(folder) / "b.tif"
        source.write_bytes(data)
        run("tiffcp", *options, str(source), str(target))
        return target.read_bytes()


def saved(image, **options):
    file = io.BytesIO()
    image.save(file, "TIFF", **options)
    return file.getvalue()


def seen(data):
    """The picture as Pillow sees it."""
    return picture(np.asarray(Image.open(io.BytesIO(data)).convert("RGB")))


def gray(pack):
    for bits in (8, 16, 32):
        values = (noise(1, 32)[..., 0] >> (32 - bits)).astype(DEPTHS[bits])
        # 32 bits are decoded to 16.
        shown = (values >> 16).astype(np.uint16) if bits == 32 else values
        for order in "<>":
            name = f"gray {bits} {'little' if order == '<' else 'big'}"
            pack.add(name, written(values, photometric="minisblack", byteorder=order), [picture(shown)])
        pack.add(f"gray {bits} inverted", written(values, photometric="miniswhite"), [picture(~shown)])
    for bits in (2, 4, 10, 12):
        values = noise(1, bits)[..., 0].astype(np.uint8 if bits < 8 else np.uint16)
        data = written(values, photometric="minisblack", bitspersample=bits)
        limit = 255 if bits < 8 else 65535
        pack.add(f"gray {bits}", data, [picture(stretched(values, (1 << bits) - 1, limit).astype(values.dtype))])
    bits = noise(1, 1)[..., 0].astype(bool)
    levels = picture((bits * 255).astype(np.uint8))
    pack.add("bilevel", written(bits, photometric="minisblack"), [levels])
    pack.add("bilevel inverted", written(~bits, photometric="miniswhite"), [levels])
    image = Image.fromarray(bits)
    for method in ("group3", "group4", "tiff_ccitt", "packbits", "tiff_lzw", "tiff_adobe_deflate"):
        data = saved(image, compression=method)
        assert (np.asarray(Image.open(io.BytesIO(data))) == bits).all()
        pack.add(f"bilevel {method}", data, [levels])
    pack.add("bilevel low bit first", copied(saved(image), "-f", "lsb2msb", "-c", "g4"), [levels])


def with_palette(values, palette, bits):
    """A file of gray levels, made one of palette indices by tiffset, for tifffile writes palettes of 8 and 16 bits only."""
    table = (palette.T.astype(np.uint16) * 257).ravel()
    data = written(values, photometric="minisblack", bitspersample=bits, extratags=[(320, 3, len(table), table, True)])
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "a.tif"
        path.write_bytes(data)
        run("tiffset", "-s", "262", "3", str(path))
        return path.read_bytes()


def colour(pack):
    rgb, deep = noise(3, 8).astype(np.uint8), noise(3, 16).astype(np.uint16)
    for compression in (None, "lzw", "adobe_deflate", "packbits"):
        for predictor in (False, True) if compression in ("lzw", "adobe_deflate") else (False,):
            name = f"{compression or 'uncompressed'}{' predicted' if predictor else ''}"
            for order in "<>":
                side = "little" if order == "<" else "big"
                options = {"compression": compression, "predictor": predictor, "byteorder": order, "photometric": "rgb"}
                pack.add(f"RGB 8 {name} {side}", written(rgb, rowsperstrip=4, **options), [picture(rgb)])
                if compression is None or predictor and order == ">":
                    pack.add(f"RGB 16 {name} {side}", written(deep, rowsperstrip=4, **options), [picture(deep)])
    for name, values in (("8", rgb), ("16", deep)):
        pack.add(f"RGB {name} planes", written(values.transpose(2, 0, 1), photometric="rgb", planarconfig="separate"), [picture(values)])
        large = np.tile(values, (3, 2, 1))[:17, :18]
        pack.add(f"RGB {name} tiled", written(large, photometric="rgb", tile=(16, 16), compression="adobe_deflate"), [picture(large)])
        planes = written(
            large.transpose(2, 0, 1), photometric="rgb", planarconfig="separate", tile=(16, 16), compression="adobe_deflate")
        pack.add(f"RGB {name} tiled planes", planes, [picture(large)])
        four = noise(4, int(name)).astype(values.dtype)
        pack.add(f"RGBA {name} straight", written(four, photometric="rgb", extrasamples=["unassalpha"]), [picture(four, "straight")])
        under = four.copy()
        under[..., :3] = np.minimum(under[..., :3], under[..., 3:])
        data = written(under, photometric="rgb", extrasamples=["assocalpha"])
        pack.add(f"RGBA {name} premultiplied", data, [picture(under, "premultiplied")])
        data = written(four, photometric="rgb", extrasamples=["unspecified"])
        pack.add(f"RGB {name} and another sample", data, [picture(four[..., :3])])
        two = noise(2, int(name)).astype(values.dtype)
        data = written(two, photometric="minisblack", extrasamples=["unassalpha"], planarconfig="contig")
        pack.add(f"gray and alpha {name}", data, [picture(two, "straight")])
    # The format's newer sibling with 64-bit offsets.
    pack.add("RGB 8 BigTIFF", written(rgb, photometric="rgb", bigtiff=True), [picture(rgb)])
    for bits in (1, 2, 4, 8):
        values = noise(1, bits)[..., 0].astype(np.uint8)
        palette = noise(3, 8, 1 << bits, 1, seed=3)[0].astype(np.uint8)
        data = with_palette(values, palette, bits)
        if bits != 2:
            assert (np.asarray(Image.open(io.BytesIO(data)).convert("RGB")) == palette[values]).all()
        pack.add(f"palette {bits}", data, [picture(palette[values])])
    smooth = waves(3, 21, 13)
    data = saved(Image.fromarray(smooth), compression="jpeg", quality=90)
    pack.add("JPEG in RGB", data, [seen(data)], tolerance=2)
    data = copied(saved(Image.fromarray(smooth)), "-c", "jpeg:90")
    pack.add("JPEG in YCbCr", data, [seen(data)], tolerance=3)


def others(pack):
    for bits, kind in ((16, np.float16), (32, np.float32), (64, np.float64)):
        one, three = (np.random.default_rng(4).random((HEIGHT, WIDTH, n)).astype(kind) for n in (1, 3))
        pack.add(f"gray float {bits}", written(one[..., 0], photometric="minisblack"), [picture(one.astype(np.float32))])
        pack.add(f"RGB float {bits}", written(three, photometric="rgb", byteorder=">"), [picture(three.astype(np.float32))])
    single = np.random.default_rng(5).random((HEIGHT, WIDTH, 3)).astype(np.float32)
    data = written(single, photometric="rgb", compression="adobe_deflate", predictor=True)
    pack.add("RGB float 32 predicted", data, [picture(single)])
    ink = noise(4, 8).astype(np.uint8)
    pack.add("CMYK 8", written(ink, photometric="separated"), [picture(ink, samples="ink")])
    pack.add("CMYK 8 planes", written(ink.transpose(2, 0, 1), photometric="separated", planarconfig="separate"), [picture(ink, samples="ink")])
    five = noise(5, 8).astype(np.uint8)
    data = written(five, photometric="separated", extrasamples=["unassalpha"], planarconfig="contig")
    pack.add("CMYK 8 and alpha", data, [picture(five[..., :4], samples="ink")])
    words = noise(4, 16).astype(np.uint16)
    pack.add("CMYK 16", written(words, photometric="separated"), [picture(stretched(words, 65535, 255).astype(np.uint8), samples="ink")])
    pages = [noise(1, 8, seed=6)[..., 0].astype(np.uint8), noise(3, 8, 4, 9, seed=7).astype(np.uint8), noise(3, 16, seed=8).astype(np.uint16)]
    file = io.BytesIO()
    with tifffile.TiffWriter(file) as writer:
        for page in pages:
            writer.write(page, photometric="rgb" if page.ndim == 3 else "minisblack", metadata=None)
    pack.add("pages", file.getvalue(), [picture(page) for page in pages])
    complex_values = (noise(1, 8)[..., 0] + 1j).astype(np.complex64)
    pack.add("complex numbers", written(complex_values, photometric="minisblack"), [])


def main():
    pack = Pack("tiff")
    gray(pack)
    colour(pack)
    others(pack)
    pack.write()


main()
