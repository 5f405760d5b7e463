"""Sheets and photographs that text is written on, for pages.py."""

import json

import cv2
import numpy as np
from PIL import Image, ImageDraw

import fonts
import teach


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

    def tones(self, g):
        """A light ground with dark ink, or the other way round."""
        ground = g.uniform(190, 255) if g.random() < 0.75 else g.uniform(0, 80)
        contrast = g.uniform(60, 250)
        return ground, float(np.clip(ground - contrast if ground > 128 else ground + contrast, 0, 255))


class Photographs:
    """Photographs whose text is known; of those that measure detectors only these, or none."""

    def __init__(self, taught, longest=900, is_held=False):
        rows = [json.loads(row) for row in (taught / "quads.jsonl").read_text().splitlines()]
        self.rows, self.longest, self.cache = [row for row in rows if teach.is_held(row) == is_held], longest, {}

    def draw(self, g):
        row = self.rows[int(g.integers(len(self.rows)))]
        if row["file"] not in self.cache:
            picture, quads = teach.photograph(row, self.longest)
            self.cache[row["file"]] = picture, quads.tolist()
        return self.cache[row["file"]]
