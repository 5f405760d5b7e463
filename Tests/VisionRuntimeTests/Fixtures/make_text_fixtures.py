#!/usr/bin/env python3
"""Writes the pictures of text that the tests read, and text.json with what those of single lines say. Needs Pillow and the DejaVu fonts (Debian package
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


HARBOUR = ("The harbour opens at six in the morning and closes after the last ferry has come in. Visitors leave their cars behind the "
           "old warehouse.")
TICKETS = "Tickets are sold at the office near the gate. Children travel free of charge when they come with their parents."


def document(name, size, parts, code=None):
    """Parts are (x, y, height of the font, text, width of a line): a paragraph each. `code` is a picture of a barcode and where it goes."""
    image = Image.new("L", size, 245)
    draw = ImageDraw.Draw(image)
    for x, y, height, text, width in parts:
        font = ImageFont.truetype(str(fonts / "DejaVuSans.ttf"), height)
        line = ""
        for word in text.split(" "):
            if line and draw.textlength(f"{line} {word}", font=font) > width:
                draw.text((x, y), line, fill=20, font=font)
                line, y = "", y + round(1.35 * height)
            line = f"{line} {word}".strip()
        draw.text((x, y), line, fill=20, font=font)
    if code:
        image.paste(Image.open(folder.parent / "barcodes" / code[0]).convert("L"), code[1])
    image.save(folder / f"{name}.png", optimize=True)


def documents():
    """Pages whose arrangement the tests know."""
    parts = [(50, 30, 34, "Harbour Rules", 700), (50, 100, 18, HARBOUR, 640), (50, 200, 18, TICKETS, 640)]
    parts += [(66, 290 + 25 * row, 18, text, 700) for row, text in enumerate(["• Ropes and anchors", "• Lamps for the night", "• Maps of the bay"])]
    parts += [(66, 385 + 25 * row, 18, text, 700) for row, text in enumerate(["1. Ring the bell", "2. Wait for the boat", "3. Step in"])]
    rows = [("Route", "Days", "Ferry", "Price"), ("North", "Monday", "Albatross", "12.40"), ("South", "Friday", "Cormorant", "8.95")]
    parts += [(50 + 180 * column, 490 + 36 * row, 18, text, 170) for row, cells in enumerate(rows) for column, text in enumerate(cells)]
    document("page", (740, 620), parts)
    document("columns", (980, 330), [
        (300, 24, 34, "News from the Coast", 600), (50, 100, 18, HARBOUR, 400), (520, 100, 18, TICKETS, 400),
        (50, 220, 18, TICKETS, 400), (520, 220, 18, HARBOUR, 400),
    ])
    document("pass", (600, 340), [(50, 24, 34, "Boarding pass", 500), (50, 240, 18, HARBOUR, 500)], ("16-qr.png", (50, 100)))


def numbers():
    """A ruled row of numbers, of which some have one digit."""
    image = Image.new("L", (760, 120), 245)
    draw = ImageDraw.Draw(image)
    font = ImageFont.truetype(str(fonts / "DejaVuSans.ttf"), 32)
    for column, text in enumerate(NUMBERS):
        draw.rectangle((30 + 100 * column, 30, 130 + 100 * column, 90), outline=60)
        draw.text((58 + 100 * column, 41), text, fill=20, font=font)
    image.save(folder / "numbers.png", optimize=True)


def short():
    """Numbers and letters by themselves, and a digit that fills its picture."""
    for name, size, parts in [("short", (900, 600), SHORT), ("large", (320, 320), [(90, 30, 220, "5")])]:
        image = Image.new("L", size, 250)
        draw = ImageDraw.Draw(image)
        for x, y, height, text in parts:
            draw.text((x, y), text, fill=20, font=ImageFont.truetype(str(fonts / "DejaVuSans.ttf"), height))
        image.save(folder / f"{name}.png", optimize=True)


SHORT = [(60, 60, 96, "3"), (360, 60, 96, "81"), (660, 60, 96, "K"), (60, 330, 96, "No. 9"), (380, 330, 96, "2:1"), (680, 330, 96, "64")]


def ruled():
    """A ruled table with a heading over two columns, empty cells and a line of text below."""
    image = Image.new("L", (640, 330), 250)
    draw = ImageDraw.Draw(image)
    font = ImageFont.truetype(str(fonts / "DejaVuSans.ttf"), 22)
    columns, rows = (30, 180, 330, 480, 610), (30, 75, 120, 165, 210)
    for y in rows:
        draw.line((columns[0], y, columns[-1], y), fill=60, width=2)
    for x in columns:
        draw.line((x, rows[1] if x == columns[2] else rows[0], x, rows[-1]), fill=60, width=2)
    for row, cells in enumerate(RULED):
        for column, text in enumerate(cells):
            draw.text((columns[column] + 14, rows[row] + 9), text, fill=20, font=font)
    draw.text((30, 260), "Boats sail in any weather.", fill=20, font=font)
    image.save(folder / "ruled.png", optimize=True)


RULED = [["Pier", "Departures", "", "Seats"], ["North", "Monday", "Friday", "48"], ["", "", "", ""], ["South", "Sunday", "", "7"]]
NUMBERS = ["3", "18", "7", "52", "9", "64", "21"]


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
        picture("print", (1720, 130), [
            (20, 15 + 24 * number, 14, " ".join(["the harbour office sells tickets for boats to all islands from spring to autumn"] * 3))
            for number in range(4)
        ]),
    ]
    (folder / "text.json").write_text(json.dumps(pictures, indent=1) + "\n")
    documents()
    numbers()
    ruled()
    short()


main()
