"""Renders pictures with lines of text whose places are known: what the detector learns from beside photographs.

    python pages.py --texts FOLDER --taught FOLDER --output FOLDER [--pages 400] [--shards N] [--seed N] [--held]

Pages of documents, receipts, tables, code and screens, forms and notes in fonts like handwriting, cards with words by themselves, and signs and
labels in photographs.  The photographs are those of `quads.jsonl` (teach.py), so that the text which is in them already is known, too.  A shard
`SEED.npz` has grey JPEG files one after another (`files`, `ends`), the corners of the lines of each (`quads`, `counts`), clockwise from the top left
of the text, in pixels, and of which of these kinds it is (`kinds`).
"""

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

import fonts
import lines
import texts
from scenes import Scenes
from sheets import Photographs, Sheet, fitting

GAP = 1.6  # line heights between two parts of a row from which they are two lines
KINDS = {"scene": 0.45, "form": 0.1, "note": 0.06, "card": 0.1, "document": 0.1, "receipt": 0.07, "table": 0.06, "screen": 0.06}  # of the pictures
FAINT = 6  # grey values by which the pixels of a line differ at least


class Pages(Scenes):
    """Draws pages and scenes."""

    def paragraph(self, g, sheet, box, font, tone, language, justified=False):
        """Lines of a paragraph in a box; returns where it ends."""
        x0, y, x1, y1 = box
        pitch = font.size * g.uniform(1.1, 1.6)
        words = []
        for _ in range(int(g.integers(1, 5))):
            words += self.source.words(g, 30, language)
        while words and y + font.size * 1.3 < y1:
            text, words = fitting(words, font, x1 - x0)
            sheet.write(text, x0, y, font, tone)
            y += pitch
        return y + font.size * g.uniform(0, 1)

    def document(self, g):
        width, height = int(g.integers(500, 1000)), int(g.integers(600, 1100))
        ground, tone = self.tones(g)
        sheet = Sheet(width, height, ground)
        language = self.source.language(g)
        sample = " ".join(self.source.words(g, 30, language))
        size = float(np.exp(g.uniform(np.log(9), np.log(30))))
        font = self.font(g, sample, size)
        columns = int(g.integers(1, 4)) if size < 16 else 1
        margin, gutter = width * g.uniform(0.03, 0.12), size * g.uniform(1.5, 3)
        y = margin
        if g.random() < 0.6:
            title = self.font(g, sample, size * g.uniform(1.3, 3))
            text, _ = fitting(self.source.words(g, 6, language), title, width - 2 * margin)
            sheet.write(text.upper() if g.random() < 0.3 else text, margin, y, title, tone)
            y += title.size * 1.6
        step = (width - 2 * margin + gutter) / columns
        for column in range(columns):
            x0, at = margin + column * step, y
            while at + size * 2 < height - margin:
                if g.random() < 0.2:  # a list
                    for _ in range(int(g.integers(2, 7))):
                        bullet = texts.BULLETS[int(g.integers(6))] if g.random() < 0.6 else f"{int(g.integers(1, 20))}."
                        text, _ = fitting(self.source.words(g, 8, language), font, step - gutter - 2 * size)
                        if at + size * 1.5 < height - margin:
                            sheet.write(f"{bullet} {text}", x0, at, font, tone)
                        at += size * 1.4
                elif g.random() < 0.08:  # a picture
                    tall = int(min(g.uniform(40, 200), height - margin - at))
                    photo, _ = self.photographs.draw(g)
                    if tall > 20:
                        part = cv2.resize(photo, (int(step - gutter), tall))
                        sheet.picture.paste(Image.fromarray(cv2.GaussianBlur(part, (0, 0), 3)), (int(x0), int(at)))
                    at += tall + size
                else:
                    at = self.paragraph(g, sheet, (x0, at, x0 + step - gutter, height - margin), font, tone, language)
                at += size * g.uniform(0, 1.5)
        return sheet

    def receipt(self, g):
        width = int(g.integers(260, 520))
        height = int(g.integers(500, 1000))
        ground, tone = g.uniform(200, 255), g.uniform(0, 130)
        sheet = Sheet(width, height, ground)
        size = g.uniform(10, 22)
        font = self.font(g, "Total 12.50", size)
        margin, y = width * g.uniform(0.03, 0.1), size
        while y + size * 2 < height:
            u = g.random()
            if u < 0.2:
                text, _ = fitting([w.upper() for w in self.source.words(g, 5, "en")], font, width - 2 * margin)
                sheet.write(text, (width - font.getlength(text)) / 2, y, font, tone)
            elif u < 0.65:
                left, _ = fitting([w.upper() if g.random() < 0.8 else w for w in self.source.words(g, 4)], font, width * 0.55)
                box = sheet.write(left, margin, y, font, tone)
                price = self.source.price(g) if g.random() < 0.7 else self.source.number(g)
                if width - margin - font.getlength(price) > box[2] + GAP * size:
                    sheet.write(price, 0, y, font, tone, right=width - margin)
                middle = str(int(g.integers(1, 20)))
                if g.random() < 0.3 and width * 0.65 > box[2] + GAP * size and width * 0.72 + GAP * size < width - margin - font.getlength(price):
                    sheet.write(middle, width * 0.65, y, font, tone)
            elif u < 0.75:
                self.rule(g, sheet, margin, width - margin, y + size / 2, tone, font)
            else:
                text = self.source.labelled(g) if g.random() < 0.6 else self.source.date(g)
                sheet.write(text, margin, y, font, tone)
            y += size * g.uniform(1.2, 1.7)
        return sheet

    def rule(self, g, sheet, x0, x1, y, tone, font):
        """A rule: solid, dashed, or of signs, none of which is text."""
        kind = g.random()
        if kind < 0.4:
            sheet.draw.line((x0, y, x1, y), int(tone), int(g.integers(1, 3)))
        else:
            sign = "-=*._~—"[int(g.integers(7))]
            count = int((x1 - x0) / max(font.getlength(sign), 1))
            sheet.draw.text((x0, y - font.size * 0.6), sign * count, int(tone), font)

    def table(self, g):
        width, height = int(g.integers(450, 1000)), int(g.integers(350, 900))
        ground, tone = self.tones(g)
        sheet = Sheet(width, height, ground)
        size = g.uniform(10, 26)
        font = self.font(g, "Total 12.50", size)
        columns, pitch = int(g.integers(2, 8)), size * g.uniform(1.5, 2.6)
        margin = g.uniform(8, 50)
        step = (width - 2 * margin) / columns
        ruled = g.random() < 0.7
        rows = int((height - 2 * margin) / pitch)
        level = tone + (ground - tone) * g.uniform(0, 0.6)
        if ruled:
            for row in range(rows + 1):
                if row * 1.0 == row:
                    sheet.draw.line((margin, margin + row * pitch, width - margin, margin + row * pitch), int(level), int(g.integers(1, 3)))
            if g.random() < 0.75:
                for column in range(columns + 1):
                    sheet.draw.line((margin + column * step, margin, margin + column * step, margin + rows * pitch), int(level), int(g.integers(1, 3)))
        kinds = [int(g.integers(4)) for _ in range(columns)]
        for row in range(rows):
            for column in range(columns):
                if g.random() < 0.2:
                    continue
                text = self.source.word(g) if row == 0 else (
                    self.source.number, self.source.price, self.source.word, lambda g: str(int(g.integers(100))))[kinds[column]](g)
                text, _ = fitting(text.split() or ["1"], font, step - 2 * GAP * size if not ruled else step - size * 0.6)
                if font.getlength(text) > step - size * 0.5:
                    continue
                x = margin + column * step + size * 0.3
                right = margin + (column + 1) * step - size * 0.3 if kinds[column] != 2 and g.random() < 0.9 else None
                sheet.write(text, x, margin + row * pitch + (pitch - size * 1.2) / 2, font, tone, right=right)
        return sheet

    def screen(self, g):
        """Code, or the window of a program."""
        width, height = int(g.integers(500, 1100)), int(g.integers(400, 900))
        ground, tone = self.tones(g)
        sheet = Sheet(width, height, ground)
        size = g.uniform(10, 24)
        if g.random() < 0.4:
            font = self.font(g, "{}()=;", size)
            y, indent = 10.0, 0
            while y + size * 1.4 < height:
                if g.random() < 0.85:
                    text = self.source.code(g)
                    indent = int(np.clip(indent + g.integers(-1, 2), 0, 6))
                    value = tone + (ground - tone) * g.choice([0, 0, 0.2, 0.4])
                    x = 10 + indent * size * 2
                    if x + font.getlength(text) < width:
                        if g.random() < 0.5:
                            sheet.write(str(int(y / size)), 4, y, font, tone + (ground - tone) * 0.5)
                            x += 3.5 * size
                        sheet.write(text, x, y, font, value)
                y += size * 1.4
            return sheet
        for _ in range(int(g.integers(4, 30))):
            x, y = g.uniform(0, width * 0.8), g.uniform(0, height - size * 2)
            wide = g.uniform(80, 400)
            font = self.font(g, "Abc", size * g.uniform(0.8, 1.6))
            tall = font.size * g.uniform(1.6, 3)
            if self.overlaps(sheet, (x - 4, y - 4, x + wide, y + tall + 4)):
                continue
            value = ground + g.uniform(-50, 50)
            if g.random() < 0.5:
                sheet.draw.rounded_rectangle((x, y, x + wide, y + tall), float(g.uniform(0, 12)), int(np.clip(value, 0, 255)), int(tone) if g.random() < 0.3 else None)
            text, _ = fitting(self.source.draw(g, 30).split(), font, wide - font.size)
            if font.getlength(text) < wide - font.size * 0.5:
                sheet.write(text, x + font.size * 0.5, y + (tall - font.size * 1.2) / 2, font, tone)
        return sheet

    def form(self, g):
        """A form that is filled in by hand: labels, each with a rule, a box or nothing, and what was written there."""
        width, height = int(g.integers(500, 1000)), int(g.integers(500, 1000))
        ground = g.uniform(200, 255)
        sheet = Sheet(width, height, ground)
        size = g.uniform(9, 20)
        printed, tone, pen = self.font(g, "Name: 12", size), g.uniform(0, 110), g.uniform(0, 140)
        hand = self.handwriting(g, "Name 12", size * g.uniform(1.1, 2.4))
        columns, margin = int(g.integers(1, 4)), width * g.uniform(0.03, 0.09)
        step, y = (width - 2 * margin) / columns, margin
        pitch = max(size * 1.5, hand.size * g.uniform(1.1, 1.8))
        while y + pitch * 1.4 < height:
            if g.random() < 0.12:  # a heading or a paragraph
                text, _ = fitting(self.source.words(g, int(g.integers(2, 16)), "en"), printed, width - 2 * margin)
                sheet.write(text.upper() if g.random() < 0.3 else text, margin, y, printed, tone)
                y += size * 1.6
                continue
            for column in range(columns):
                x0, x1 = margin + column * step, margin + (column + 1) * step - size
                self.field(g, sheet, (x0, y, x1, y + pitch), printed, tone, hand, pen)
            y += pitch * (2 if g.random() < 0.1 else 1.15)
        return sheet

    def field(self, g, sheet, box, printed, tone, hand, pen):
        """A label and what was written beside or below it."""
        x0, y0, x1, y1 = box
        size, base = printed.size, y1 - 0.3 * hand.size
        label, _ = fitting(self.source.words(g, int(g.integers(1, 4)), "en"), printed, (x1 - x0) * 0.6)
        label = label.rstrip(".,;") + (":" if g.random() < 0.6 else "")
        if printed.getlength(label) > (x1 - x0) * 0.7:
            return
        is_above = g.random() < 0.25 and y1 - y0 > size * 1.1 + hand.size * 1.1
        sheet.write(label, x0, y0 if is_above else base - size, printed, tone)
        x = x0 + size * 0.5 if is_above else x0 + printed.getlength(label) + size * g.uniform(GAP, 2.5)
        kind, level = g.random(), int(tone + 60 * g.random())
        if kind < 0.5:
            sheet.draw.line((x - size * 0.3, y1, x1, y1), level, int(g.integers(1, 3)))
        elif kind < 0.75:
            sheet.draw.rectangle((x - size * 0.4, y0 + size if is_above else y0 - 2, x1, y1), None, level, int(g.integers(1, 3)))
        if g.random() < 0.85:
            kinds = (self.source.name, self.source.word, self.source.number, self.source.date, self.source.address, self.source.price)
            text = kinds[int(g.integers(len(kinds)))](g) if g.random() < 0.7 else " ".join(self.source.words(g, int(g.integers(1, 7))))
            text, _ = fitting(text.split() or ["x"], hand, x1 - x)
            if hand.getlength(text) < (x1 - x) * 1.1:
                sheet.write_by_hand(g, text, x, base, hand, pen)

    def note(self, g):
        """A page that is written by hand, on paper with or without rules."""
        width, height = int(g.integers(500, 1000)), int(g.integers(500, 1000))
        ground = g.uniform(190, 255)
        sheet = Sheet(width, height, ground)
        size, language = float(np.exp(g.uniform(np.log(14), np.log(50)))), self.source.language(g)
        hand = self.handwriting(g, " ".join(self.source.words(g, 30, language)), size)
        tone, pitch, margin = ground - g.uniform(60, 190), hand.size * g.uniform(1.0, 1.7), width * g.uniform(0.03, 0.15)
        if g.random() < 0.5:
            level = int(ground - g.uniform(15, 90))
            for y in np.arange(margin + pitch, height, pitch):
                sheet.draw.line((0, y + 2, width, y + 2), level, int(g.integers(1, 3)))
            if g.random() < 0.4:  # squared
                for x in np.arange(0, width, pitch):
                    sheet.draw.line((x, 0, x, height), level, 1)
        words, y = [], margin + pitch
        while y + hand.size * 0.5 < height:
            if len(words) < 20:
                words += self.source.words(g, 30, language)
            most = (width - 2 * margin) * (1 if g.random() < 0.8 else g.uniform(0.2, 1))
            text, words = fitting(words, hand, most)
            if hand.getlength(text) < width - margin:
                sheet.write_by_hand(g, text, margin + g.normal(0, 0.2) * hand.size, y, hand, tone)
            y += pitch * (1 if g.random() < 0.9 else 2)
        return sheet

    def card(self, g):
        """A few words, numbers or letters, each by itself, from small to very large ones, on a ground that is even or a part of a photograph."""
        width, height = (int(np.exp(g.uniform(np.log(160), np.log(1000)))) for _ in range(2))
        ground, tone = self.tones(g)
        sheet = Sheet(width, height, ground)
        if g.random() < 0.4:
            photo = cv2.resize(self.photographs.draw(g)[0], (width, height)).astype(np.float32)
            photo = cv2.GaussianBlur(photo, (0, 0), width * 0.01)
            level = ground + (photo - photo.mean()) * g.uniform(0, 0.4)
            sheet.picture.paste(Image.fromarray(np.clip(level, 0, 255).astype(np.uint8)))
        kinds = (self.source.number, self.source.price, self.source.word, self.source.word, self.source.name, self.house, self.characters)
        for _ in range(int(g.integers(1, 7))):
            text = kinds[int(g.integers(len(kinds)))](g)
            text = text.upper() if g.random() < 0.3 else text
            font = self.font(g, text, float(np.exp(g.uniform(np.log(12), np.log(260)))))
            room = width - font.getlength(text), height - font.size * 1.4
            if min(room) < 4:
                continue
            x, y = g.uniform(0, room[0]), g.uniform(0, room[1])
            around = font.size * 0.3
            if not self.overlaps(sheet, (x - around, y - around, x + width - room[0] + around, y + font.size * 1.4 + around)):
                sheet.write(text, x, y, font, tone, stroke=int(font.size * g.uniform(0, 0.05)) if g.random() < 0.2 else 0)
        return sheet

    @staticmethod
    def characters(g):
        """A letter or a digit, or two."""
        signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabdefghkmnpqrty0123456789"
        return "".join(signs[int(g.integers(len(signs)))] for _ in range(int(g.integers(1, 3))))

    @staticmethod
    def overlaps(sheet, box):
        return any(box[0] < q[2][0] and q[0][0] < box[2] and box[1] < q[2][1] and q[0][1] < box[3] for q in sheet.quads)

    def draw(self, g):
        """A grey picture, the corners of its lines and its kind."""
        kind = str(g.choice(list(KINDS), p=list(KINDS.values())))
        if kind == "scene":
            picture, quads = self.scene(g)
        else:
            sheet = getattr(self, kind)(g)
            picture, quads = np.asarray(sheet.picture), sheet.quads
            if g.random() < 0.6:
                picture, quads = self.photographed(g, picture, quads)
        if g.random() < 0.5:
            tall = np.percentile([np.linalg.norm(np.subtract(q[3], q[0])) for q in quads], 25) if quads else 20
            picture = lines.spoiled(picture.astype(np.float32), g, tall)
        picture = np.clip(picture, 0, 255).astype(np.uint8)
        return picture, [q for q in quads if is_visible(picture, q)], kind

    def photographed(self, g, picture, quads):
        """A sheet as a camera sees it: in perspective on a ground, in uneven light."""
        height, width = picture.shape
        corners = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
        moved = corners + g.normal(0, 0.03, (4, 2)) * [width, height]
        if g.random() < 0.5:
            moved = np.float32(moved.mean(0) + (moved - moved.mean(0)) * g.uniform(0.7, 1))
        matrix = cv2.getPerspectiveTransform(corners, np.float32(moved))
        ground = cv2.resize(self.photographs.draw(g)[0], (width, height)) if g.random() < 0.5 else np.full_like(picture, g.uniform(0, 255))
        ground = cv2.GaussianBlur(ground, (0, 0), 4)
        sheet = cv2.warpPerspective(picture, matrix, (width, height), flags=cv2.INTER_AREA)
        mask = cv2.warpPerspective(np.full_like(picture, 255), matrix, (width, height))
        result = np.where(mask > 128, sheet, ground).astype(np.float32)
        light = cv2.resize(g.uniform(0.5, 1.15, (3, 3)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
        quads = [cv2.perspectiveTransform(np.float32(q)[None], matrix)[0].tolist() for q in quads]
        return np.clip(result * light, 0, 255), quads


def is_visible(picture, quad):
    """Whether the pixels in the box of a line differ."""
    (x0, y0), (x1, y1) = np.maximum(np.min(quad, 0), 0).astype(int), np.maximum(np.max(quad, 0), 0).astype(int) + 1
    part = picture[y0:y1, x0:x1]
    return part.size > 0 and part.std() >= FAINT


def store(drawn, path):
    """Writes pages as a shard, whole or not at all."""
    files = [cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 88])[1] for picture, _, _ in drawn]
    temporary = path.with_suffix(".tmp.npz")
    np.savez(temporary, files=np.concatenate(files), ends=np.cumsum([len(f) for f in files]),
             quads=np.array([q for _, quads, _ in drawn for q in quads], np.float32).reshape(-1, 4, 2),
             counts=np.array([len(quads) for _, quads, _ in drawn]),
             kinds=np.array([kind for _, _, kind in drawn]))
    temporary.replace(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--texts", type=Path, required=True)
    parser.add_argument("--taught", type=Path, required=True)
    parser.add_argument("--fonts", type=Path, default="fonts.json")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--pages", type=int, default=400, help="of a shard")
    parser.add_argument("--shards", type=int, default=10 ** 6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--held", action="store_true", help="make held.npz, which measures, with photographs that no training sees")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.output.mkdir(parents=True, exist_ok=True)
    source, letters = texts.Texts(options.texts), fonts.Fonts(options.fonts)
    for number in range(1 if options.held else options.shards):
        path = options.output / ("held.npz" if options.held else f"{options.seed + number:06d}.npz")
        if path.exists():
            continue
        began = time.monotonic()
        pages = Pages(source, letters, Photographs(options.taught, is_held=options.held))
        g = np.random.default_rng(options.seed + number)
        drawn = []
        while len(drawn) < options.pages:
            try:
                drawn.append(pages.draw(g))
            except (cv2.error, OSError, ValueError):
                continue
        store(drawn, path)
        print(f"{path.name} {options.pages / (time.monotonic() - began):.1f} pages/s", flush=True)


if __name__ == "__main__":
    main()
