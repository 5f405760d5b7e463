#!/usr/bin/env python3
"""Makes color.json: what Pillow and Little CMS make of a few files of ../shared/data/images, as grids of 6 by 4 mean colours in sRGB.

  python3 make_color_fixtures.py ../../../shared/data/images > color.json
"""
import io, json, pathlib, sys
from PIL import Image, ImageCms, ImageOps

FILES = ["color/Channel_digital_image_CMYK_color.jpg", "color/p3_apple_blur_detection.jpeg", "color/icc_profile_big.jpg", "color/concert.jpg",
         "orientation/Landscape_6.jpg", "color/Channel_digital_image_CMYK_color_no_profile.jpg", "webp/flower2.webp",
         "depth16/tiff_16bit_RGB.tiff", "png/pil123p.png"]


def main():
    root, sRGB, result = pathlib.Path(sys.argv[1]), ImageCms.createProfile("sRGB"), {}
    for name in FILES:
        image = Image.open(root / name)
        profile = image.info.get("icc_profile")
        image = ImageOps.exif_transpose(image)
        if profile:
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            image = ImageCms.profileToProfile(image, source, sRGB, renderingIntent=ImageCms.Intent.PERCEPTUAL, outputMode="RGB")
        elif image.mode in ("P", "RGBA"):
            # Seen over black.
            image = image.convert("RGBA")
            image = Image.alpha_composite(Image.new("RGBA", image.size, (0, 0, 0, 255)), image)
        grid = image.convert("RGB").resize((6, 4), Image.Resampling.BOX)
        result[name] = list(grid.tobytes())
    json.dump(result, sys.stdout, separators=(",", ":"))
    print()


main()
