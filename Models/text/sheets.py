"""Sheets and photographs that text is written on, for pages.py."""

import json

import cv2
import numpy as np
from PIL import Image, ImageDraw

import fonts
import teach


SURE = 0.5  # photographs in which the teacher read a line with less certainty are left out
ABOVE, BELOW = 0.9, 0.6  # how far a written line reaches beyond the bodies of its letters, in their height


class Sheet:
    """A grey sheet on which lines are written."""

    def __init__(self, width, height, level):
        self.picture = Image.new("L", (width, height), int(level))
        self.draw = ImageDraw.Draw(self.picture)
        self.quads = []

    def write(self, text, x, y, font, tone, right=None, stroke=0):
        """Writes a line with its top left at a place, or with its right end there; returns the box of its ink."""
        if right is not None:
            x = right - font.getlength(text)
        left, top, end, bottom = font.getbbox(text)
        _, body_top, _, body_bottom = font.getbbox("x")
        top, bottom = min(top, body_top), max(bottom, body_bottom)
        self.draw.text((x, y), text, int(tone), font, stroke_width=stroke)
        box = (x + left, y + top, x + end, y + bottom)
        if box[2] - box[0] >= 2 and box[3] - box[1] >= 3:
            self.quads.append([[box[0], box[1]], [box[2], box[1]], [box[2], box[3]], [box[0], box[3]]])
        return box

    def write_by_hand(self, g, text, x, y, font, tone):
        """Writes a line as a hand does, with its baseline at a height: letters lean, rise and fall; returns where it ends.

        Its quadrilateral goes by the bodies of the letters, as those of pages.
        """
        size = font.size
        left, top, end, bottom = font.getbbox(text)
        _, body_top, _, base = font.getbbox("x")
        layer = Image.new("L", (int(end) + 3 * size, 4 * size))
        ImageDraw.Draw(layer).text((size, 2 * size - base), text, 255, font, stroke_width=int(g.random() < 0.15))
        ink = np.asarray(layer)
        rows, columns = np.mgrid[:ink.shape[0], :ink.shape[1]].astype(np.float32)
        knots = np.arange(0, ink.shape[1] + 2 * size, 2 * size)
        wave = np.interp(columns[0], knots, g.normal(0, 0.04 * size, len(knots)))
        slope, lean = g.normal(0, 0.012), g.normal(0, 0.12)
        fall = wave[None].astype(np.float32) + slope * (columns - size)
        ink = cv2.remap(ink, (columns + lean * (rows - 2 * size)).astype(np.float32), (rows - fall).astype(np.float32), cv2.INTER_LINEAR)
        mask = Image.fromarray((ink * g.uniform(0.7, 1)).astype(np.uint8))
        self.picture.paste(int(tone), (int(x) - size, int(y) - 2 * size), mask)
        tall = base - body_top
        top, bottom = max(top, body_top - ABOVE * tall) - base, min(max(bottom, base), base + BELOW * tall) - base
        middle = float(wave.mean())
        self.quads.append([[x + left, y + top + middle], [x + end, y + top + middle + slope * end],
                           [x + end, y + bottom + middle + slope * end], [x + left, y + bottom + middle]])
        return x + end

    def write_spread(self, text, x, y, font, tone, spread):
        """Writes a line letter by letter with gaps."""
        first = len(self.quads)
        for letter in text:
            if letter != " ":
                self.write(letter, x, y, font, tone)
            x += font.getlength(letter) + spread
        corners = np.array(self.quads[first:]).reshape(-1, 2)
        del self.quads[first:]
        if len(corners):
            (x0, y0), (x1, y1) = corners.min(0).tolist(), corners.max(0).tolist()
            self.quads.append([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])


def fitting(words, font, width):
    """The longest beginning of some words that fits a width, and the rest."""
    count = len(words)
    while count > 1 and font.getlength(" ".join(words[:count])) > width:
        count -= 1
    return " ".join(words[:count]), words[count:]


class Inks:
    """Draws fonts and tones."""

    def __init__(self, source, letters, photographs):
        self.source, self.letters, self.photographs = source, letters, photographs

    def font(self, g, text, size):
        file = self.letters.draw(text, g)
        return fonts.loaded(file or self.letters.families[0][0][0], int(size))

    def handwriting(self, g, text, size):
        file = self.letters.draw(text, g, kind="handwritten")
        return fonts.loaded(file, int(size)) if file else self.font(g, text, size)

    def tones(self, g):
        """A light ground with dark ink, or the other way round."""
        ground = g.uniform(190, 255) if g.random() < 0.75 else g.uniform(0, 80)
        contrast = g.uniform(60, 250)
        return ground, float(np.clip(ground - contrast if ground > 128 else ground + contrast, 0, 255))


class Photographs:
    """Photographs whose text is known; of those that measure detectors only these, or none."""

    def __init__(self, taught, longest=900, is_held=False):
        rows = [json.loads(row) for row in (taught / "quads.jsonl").read_text().splitlines()]
        rows = [row for row in rows if all(line["score"] >= SURE for line in row["lines"])]
        self.rows, self.longest, self.cache = [row for row in rows if teach.is_held(row) == is_held], longest, {}

    def empty(self, most):
        """Some of those without text."""
        rows = [row for row in self.rows if not row["lines"]][:most]
        return [teach.photograph(row, self.longest)[0] for row in rows]

    def draw(self, g):
        row = self.rows[int(g.integers(len(self.rows)))]
        if row["file"] not in self.cache:
            picture, quads = teach.photograph(row, self.longest)
            self.cache[row["file"]] = picture, quads.tolist()
        return self.cache[row["file"]]
