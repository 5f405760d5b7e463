#!/usr/bin/env python3
"""Writes the pictures of text that the tests read, and text.json with what they say. Needs Pillow and the DejaVu fonts (Debian package
fonts-dejavu-core)."""
import json
import math
import pathlib

from PIL import Image, ImageDraw, ImageFont

folder = pathlib.Path(__file__).parent / "text"
fonts = pathlib.Path("/usr/share/fonts/truetype/dejavu")


def words(draw, x, y, text, font):
    """The boxes of a line's words: left, top, right, bottom in pixels, the origin at the top left."""
    boxes = []
    for index, word in enumerate(text.split(" ")):
        before = " ".join(text.split(" ")[:index]) + (" " if index else "")
        left, top, right, bottom = draw.textbbox((x + draw.textlength(before, font=font), y), word, font=font)
        boxes.append([round(left, 1), top, round(right, 1), bottom])
    return boxes


def picture(name, size, lines, ink=20, ground=235, turn=0):
    """Lines are (x, y, height of the font, text). A turn is in degrees counterclockwise, around the middle."""
    image = Image.new("L", size, ground)
    draw = ImageDraw.Draw(image)
    truth = []
    for x, y, height, text in lines:
        font = ImageFont.truetype(str(fonts / "DejaVuSans.ttf"), height)
        draw.text((x, y), text, fill=ink, font=font)
        truth.append({"string": text, "words": words(draw, x, y, text, font)})
    if turn:
        image = image.rotate(turn, resample=Image.BICUBIC, fillcolor=ground)
        sine, cosine = math.sin(math.radians(turn)), math.cos(math.radians(turn))
        for line in truth:
            for box in line["words"]:
                dx, dy = (box[0] + box[2]) / 2 - size[0] / 2, (box[1] + box[3]) / 2 - size[1] / 2
                x, y = size[0] / 2 + dx * cosine + dy * sine, size[1] / 2 - dx * sine + dy * cosine
                half = [(box[2] - box[0]) / 2, (box[3] - box[1]) / 2]
                box[:] = [round(v, 1) for v in (x - half[0], y - half[1], x + half[0], y + half[1])]
    image.save(folder / f"{name}.png", optimize=True)
    return {"name": name, "width": size[0], "height": size[1], "turn": turn, "lines": truth}


def main():
    folder.mkdir(exist_ok=True)
    pictures = [
        picture("note", (520, 260), [
            (40, 30, 36, "Harbour Office"), (40, 100, 24, "Tickets are sold here"), (40, 150, 24, "from 7:30 to 18:45"),
            (40, 205, 14, "Please keep the receipt"),
        ]),
        picture("turned", (480, 320), [(60, 120, 30, "Mind the step"), (60, 170, 30, "Open daily")], ink=230, ground=40, turn=14),
        picture("upside", (480, 160), [(60, 50, 30, "Turn me around please")], turn=180),
        picture("table", (560, 240), [
            (40, 30, 26, "Apples"), (400, 32, 26, "12.40"), (40, 90, 26, "Bread"), (400, 91, 26, "3.95"), (40, 150, 26, "Total amount"),
            (400, 149, 26, "16.35"),
        ]),
    ]
    (folder / "text.json").write_text(json.dumps(pictures, indent=1) + "\n")


main()
