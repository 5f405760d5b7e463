#!/usr/bin/env python3
"""Makes the small JPEG files of the folder jpeg, one for each way of coding: subsampling, restart markers, gray, progressive, optimised."""
import pathlib
import numpy as np
from PIL import Image


def main():
    folder = pathlib.Path(__file__).parent / "jpeg"
    y, x = np.mgrid[0:100, 0:148]
    waves = np.stack([128 + 90 * np.sin(x / 9), 128 + 90 * np.cos(y / 7), 128 + 90 * np.sin((x + y) / 11)], axis=2)
    image = Image.fromarray(waves.astype(np.uint8))
    image.save(folder / "restart420.jpg", quality=80, subsampling="4:2:0", restart_marker_blocks=3)
    image.save(folder / "restart444.jpg", quality=80, subsampling="4:4:4", restart_marker_rows=1)
    image.save(folder / "422.jpg", quality=97, subsampling="4:2:2")
    image.save(folder / "optimised.jpg", quality=100, subsampling="4:2:0", optimize=True)
    image.save(folder / "progressive.jpg", quality=80, progressive=True)
    image.convert("L").save(folder / "gray.jpg", quality=80)
    image.convert("CMYK").save(folder / "cmyk.jpg", quality=80)


main()
