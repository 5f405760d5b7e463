#!/usr/bin/env python3
"""Writes jpeg.json, webp.json and heif.json: written by libjpeg-turbo's tools, Pillow, imagecodecs, libwebp's tools and pillow-heif, and
read again by Pillow, pillow-heif or imagecodecs.

needs pillow-heif, imagecodecs, NumPy and Pillow (PyPI), cjpeg and webpmux (Debian: apt-get install libjpeg-turbo-progs webp).
"""
import io
import pathlib
import tempfile

import imagecodecs
import numpy as np
import pillow_heif
from PIL import Image

from fixtures import Pack, noise, picture, run, waves

SIZE = (21, 13)


def saved(image, kind, **options):
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def seen(data, mode=None):
    image = Image.open(io.BytesIO(data))
    return np.asarray(image.convert(mode) if mode else image)


def without_adobe(data):
    """The JPEG data without Adobe's segment."""
    start = data.index(b"\xff\xee")
    return data[:start] + data[start + 2 + int.from_bytes(data[start + 2 : start + 4], "big") :]


def jpeg():
    pack = Pack("jpeg")
    rgb, ink = waves(3, *SIZE), waves(4, *SIZE)
    ppm = b"P6 %d %d 255\n" % SIZE + rgb.tobytes()
    pgm = b"P5 %d %d 255\n" % SIZE + rgb[..., 0].tobytes()
    samplings = {"4:4:4": "1x1", "4:2:2": "2x1", "4:2:0": "2x2", "4:1:1": "4x1", "4:4:0": "1x2"}
    codings = {"baseline": ["-baseline"], "progressive": ["-progressive"], "arithmetic": ["-arithmetic"]}
    codings |= {"arithmetic progressive": ["-arithmetic", "-progressive"], "restart": ["-restart", "1B"]}
    for sampling, factors in samplings.items():
        for coding, options in codings.items():
            if sampling in ("4:4:4", "4:2:0") or coding in ("baseline", "progressive"):
                data = run("cjpeg", "-quality", "90", "-sample", factors, *options, data=ppm)
                pack.add(f"{coding} {sampling}", data, [picture(seen(data, "RGB"))], tolerance=0 if sampling == "4:4:4" else 2)
    for coding, options in codings.items():
        data = run("cjpeg", "-quality", "90", "-grayscale", *options, data=pgm)
        pack.add(f"{coding} gray", data, [picture(seen(data, "L"))])
    data = saved(Image.fromarray(rgb), "JPEG", quality=90, keep_rgb=True)
    pack.add("RGB", data, [picture(seen(data))])
    # Adobe's files hold inverted ink; Pillow undoes that, imagecodecs leaves it.
    data = saved(Image.fromarray(ink, "CMYK"), "JPEG", quality=90)
    pack.add("CMYK of Adobe", data, [picture(seen(data), samples="ink")])
    plain = imagecodecs.jpeg8_encode(ink, level=90, colorspace="CMYK", outcolorspace="CMYK")
    pack.add("CMYK", without_adobe(plain), [picture(imagecodecs.jpeg8_decode(plain), samples="ink")])
    data = imagecodecs.jpeg8_encode(255 - ink, level=90, colorspace="CMYK", outcolorspace="YCCK", subsampling="444")
    pack.add("YCCK of Adobe", data, [picture(seen(data), samples="ink")], tolerance=1)
    deep = (waves(1, *SIZE).astype(np.uint16) << 4)[..., 0]
    pack.add("12 bits", imagecodecs.jpeg8_encode(deep, bitspersample=12), [])
    pack.add("lossless", imagecodecs.ljpeg_encode(rgb[..., 0].copy()), [])
    pack.write()


def webp():
    pack = Pack("webp")
    rgb, rgba = waves(3, *SIZE), waves(4, *SIZE)
    for name, values in (("", rgb), (" with alpha", rgba)):
        data = saved(Image.fromarray(values), "WEBP", lossless=True, exact=True)
        assert (seen(data) == values).all()
        alpha = "straight" if name else "none"
        pack.add("lossless" + name, data, [picture(values, alpha)])
        data = saved(Image.fromarray(values), "WEBP", quality=80, exact=True)
        pack.add("lossy" + name, data, [picture(seen(data), alpha)])
    with tempfile.TemporaryDirectory() as folder:
        parts = []
        # Frame: place, whether it is cleared afterwards, and whether it is blended with what is below.
        for i, (x, y, after, blend) in enumerate([(0, 0, 0, "-b"), (4, 2, 1, "+b"), (8, 6, 0, "-b"), (2, 4, 0, "+b")]):
            values = waves(3, *SIZE) if i == 0 else noise(4, 8, 9, 6, seed=20 + i).astype(np.uint8)
            path = pathlib.Path(folder) / f"{i}.webp"
            path.write_bytes(saved(Image.fromarray(values), "WEBP", lossless=True, exact=True))
            parts += ["-frame", str(path), f"+{100 * i + 50}+{x}+{y}+{after}{blend}"]
        target = pathlib.Path(folder) / "all.webp"
        run("webpmux", *parts, "-loop", "3", "-bgcolor", "0,0,0,0", "-o", str(target))
        data = target.read_bytes()
    image = Image.open(io.BytesIO(data))
    frames = []
    for i in range(image.n_frames):
        image.seek(i)
        frames.append(picture(np.asarray(image.convert("RGBA")), "straight"))
    pack.add("animation", data, frames, tolerance=1)
    pack.write()


def heif():
    pack = Pack("heif")
    size = (22, 14)
    rgb, rgba = waves(3, *size), waves(4, *size)
    for chroma, tolerance in (("444", 2), ("422", 8), ("420", 12)):
        for name, values in (("", rgb), (" with alpha", rgba))[: 2 if chroma == "444" else 1]:
            file = pillow_heif.from_bytes(mode="RGBA" if name else "RGB", size=size, data=values.tobytes())
            target = io.BytesIO()
            file.save(target, quality=90, chroma=int(chroma))
            pixels = np.asarray(pillow_heif.open_heif(target.getvalue(), convert_hdr_to_8bit=True))
            pack.add(f"HEIF 8 {chroma}{name}", target.getvalue(), [picture(pixels, "straight" if name else "none")], tolerance=tolerance)
            data = imagecodecs.avif_encode(values, level=95, pixelformat=chroma, speed=6)
            pack.add(f"AVIF 8 {chroma}{name}", data, [picture(seen(data), "straight" if name else "none")], tolerance=tolerance)
    for bits in (10, 12):
        for name, values in (("", rgb), (" with alpha", rgba))[: 2 if bits == 10 else 1]:
            alpha = "straight" if name else "none"
            deep = values.astype(np.uint16) * 257
            pillow_heif.options.SAVE_HDR_TO_12_BIT = bits == 12
            file = pillow_heif.from_bytes(mode="RGBA;16" if name else "RGB;16", size=size, data=deep.tobytes())
            target = io.BytesIO()
            file.save(target, quality=90, chroma=444)
            data = target.getvalue()
            pixels = np.asarray(pillow_heif.open_heif(data, convert_hdr_to_8bit=True))
            pack.add(f"HEIF {bits} 444{name}", data, [picture(pixels, alpha)], tolerance=2)
            data = imagecodecs.avif_encode(deep >> (16 - bits), level=95, pixelformat="444", speed=6, bitspersample=bits)
            read = imagecodecs.avif_decode(data).astype(np.int64)
            pack.add(f"AVIF {bits} 444{name}", data, [picture((read >> (bits - 8)).astype(np.uint8), alpha)], tolerance=2)
    target = io.BytesIO()
    pillow_heif.from_bytes(mode="L", size=size, data=rgb[..., 0].tobytes()).save(target, quality=90)
    read = pillow_heif.open_heif(target.getvalue(), convert_hdr_to_8bit=True)
    pack.add("HEIF gray", target.getvalue(), [picture(np.asarray(read))], tolerance=2)
    data = imagecodecs.avif_encode(rgb[..., 0].copy(), level=95, pixelformat="400", speed=6)
    pack.add("AVIF gray", data, [picture(np.asarray(Image.open(io.BytesIO(data)).convert("L")))], tolerance=2)
    pack.write()


def main():
    jpeg()
    webp()
    heif()


main()
