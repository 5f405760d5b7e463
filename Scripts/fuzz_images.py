"""Writes Fuzz/Corpus/images, which Scripts/attack.py damages: a tiny picture in every format except HEIC, in many variants of each format.

Needs Pillow, with AVIF: python3 Scripts/fuzz_images.py
"""

import io
import pathlib
import struct

from PIL import Image, features

CORPUS = pathlib.Path(__file__).resolve().parent.parent / "Fuzz" / "Corpus"
WIDTH, HEIGHT = 21, 18


def picture(mode="RGB"):
    colours = [(12 * x % 256, 14 * y % 256, (x * y) % 256) for y in range(HEIGHT) for x in range(WIDTH)]
    image = Image.new("RGB", (WIDTH, HEIGHT))
    image.putdata(colours)
    if mode == "RGBA":
        image.putalpha(Image.linear_gradient("L").resize((WIDTH, HEIGHT)))
        return image
    if mode == "I;16":
        return Image.frombytes("I;16", (WIDTH, HEIGHT), struct.pack(f"<{WIDTH * HEIGHT}H", *(173 * n % 65536 for n in range(WIDTH * HEIGHT))))
    return image.convert(mode)


def saved(image, form, **options):
    file = io.BytesIO()
    image.save(file, form, **options)
    return file.getvalue()


def exif():
    values = Image.Exif()
    values[0x0112] = 6
    values[0x010F] = "maker"
    values.get_ifd(0x8769)[0x829A] = (1, 60)
    values.get_ifd(0x8825)[0x0001] = "N"
    return values


def jpegs():
    for mode in ("L", "RGB", "CMYK"):
        yield f"baseline-{mode}.jpg", saved(picture(mode), "JPEG", quality=70)
    for name, sampling in (("444", 0), ("422", 1), ("420", 2)):
        yield f"sampled-{name}.jpg", saved(picture(), "JPEG", quality=70, subsampling=sampling)
    yield "progressive.jpg", saved(picture(), "JPEG", progressive=True)
    yield "restarts.jpg", saved(picture(), "JPEG", restart_marker_blocks=1)
    yield "exif.jpg", saved(picture(), "JPEG", exif=exif())


def pngs():
    for mode in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16"):
        yield f"{mode.replace(';', '-')}.png", saved(picture(mode), "PNG")
    yield "exif.png", saved(picture(), "PNG", exif=exif(), dpi=(72, 72))
    yield "palette-transparent.png", saved(picture("P"), "PNG", transparency=3, bits=4)


def tiffs():
    for compression in ("raw", "tiff_lzw", "tiff_adobe_deflate", "packbits", "jpeg"):
        yield f"{compression}.tiff", saved(picture(), "TIFF", compression=compression)
    for mode in ("1", "L", "RGBA", "CMYK", "I;16", "F"):
        yield f"{mode.replace(';', '-')}.tiff", saved(picture(mode), "TIFF")
    yield "pages.tiff", saved(picture(), "TIFF", save_all=True, append_images=[picture("L")])


def others():
    frames = [picture("P").rotate(90 * turn) for turn in range(1, 3)]
    yield "still.gif", saved(picture("P"), "GIF", transparency=3)
    yield "frames.gif", saved(picture("P"), "GIF", save_all=True, append_images=frames, duration=40, loop=0, disposal=2)
    yield "interlaced.gif", saved(picture("P"), "GIF", interlace=True)
    yield "lossy.webp", saved(picture(), "WEBP", quality=50)
    yield "lossless.webp", saved(picture("RGBA"), "WEBP", lossless=True, exif=exif())
    yield "frames.webp", saved(picture(), "WEBP", save_all=True, append_images=[picture().rotate(90)], duration=40)
    if features.check("avif"):
        yield "still.avif", saved(picture(), "AVIF", quality=40, speed=10)
    for mode in ("1", "L", "P", "RGB", "RGBA"):
        yield f"{mode}.bmp", saved(picture(mode), "BMP")
    yield "runs.bmp", runs()
    for mode in ("1", "L", "RGB", "I;16"):
        yield f"{mode.replace(';', '-')}.pnm", saved(picture(mode), "PPM")
    yield "text.pgm", b"P2\n# a comment\n3 2\n255\n0 1 2\n253 254 255\n"
    yield "text.pbm", b"P1\n3 2\n101\n0 1 0\n"
    yield "text.ppm", b"P3\n2 1\n15\n0 1 2 13 14 15\n"


def runs():
    """A BMP of 8 bits with run-length encoding: a run of five pixels, three literal pixels, the end of a line, a delta, and the end."""
    data = bytes([5, 1, 0, 3, 1, 2, 3, 0, 0, 0, 0, 2, 1, 1, 4, 2, 0, 1])
    palette = bytes(value for index in range(4) for value in (60 * index, 30 * index, 10 * index, 0))
    header = struct.pack("<IiiHHIIiiII", 40, 8, 4, 1, 8, 1, len(data), 2835, 2835, 4, 4)
    start = 14 + len(header) + len(palette)
    return struct.pack("<2sIHHI", b"BM", start + len(data), 0, 0, start) + header + palette + data


def write(folder, seeds):
    place = CORPUS / folder
    place.mkdir(parents=True, exist_ok=True)
    for name, content in seeds:
        (place / name).write_bytes(content)


for seeds in (jpegs, pngs, tiffs, others):
    write("images", seeds())
