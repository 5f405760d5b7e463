"""Renders pictures of lines of text with what they say and where their characters are: what the recogniser learns from.

    python lines.py --texts FOLDER --photos FOLDER --output FOLDER [--lines 20000] [--small SHARE] [--signs SHARE] [--seed N]

FOLDER gets shards `SEED.npz`: the pictures, 32 pixels high, one after another (`pixels`, `widths`), their strings (`texts`) and the middles of
their characters in pixels (`middles`).  Shards are made until the program is ended, each with another seed.  A share of the lines is small print:
few pixels high before they are enlarged, and often narrow; another share is words of signs (signs.py).
"""

import argparse
import os
import time
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw

import alphabet
import fonts
import texts
from signs import Signs

HEIGHT = 32
LONGEST = 640  # pixels of a line
SPOILT = 9  # pixels of the height of a line that are left at least
PAPER = 0.45  # of the lines are as on paper and screens
SIGNS = 0.4  # of the lines are words of signs
SMALL = 0.3  # of the others are small print
BODY = 8, 17  # font sizes of small print on screens
ROWS = 9, 18  # rows of pixels that small print of scans has
NARROWEST = 7  # rows of pixels times how wide a line of small print is shown, at least
PHOTOS = 1500  # that backgrounds are cut from


class Backgrounds:
    """Grey parts of photographs, and what paper and screens look like."""

    def __init__(self, folder, seed):
        files = sorted(p for p in Path(folder).rglob("*") if p.suffix.lower() in (".jpg", ".jpeg", ".png"))
        np.random.default_rng(seed).shuffle(files)
        self.pictures = []
        for file in files[:PHOTOS]:
            picture = cv2.imread(str(file), cv2.IMREAD_GRAYSCALE | cv2.IMREAD_REDUCED_GRAYSCALE_2)
            if picture is not None and min(picture.shape) >= 64:
                self.pictures.append(picture[:512, :512])

    def draw(self, g, height, width, is_paper=False):
        """A grey picture, float32 from 0 to 255; light or dark and even as paper and screens are, or of any kind."""
        u = g.random() * (0.5 if is_paper else 1)
        level = (g.uniform(190, 255) if g.random() < 0.8 else g.uniform(0, 70)) if is_paper else g.uniform(0, 255)
        if u < 0.35 or not self.pictures:
            return np.full((height, width), level, np.float32)
        if u < 0.5:
            ends = level + g.uniform(-60, 60, 4)
            return cv2.resize(ends.reshape(2, 2).astype(np.float32), (width, height))
        if u < 0.62:
            grain = g.normal(0, g.uniform(3, 20), (max(height // 3, 2), max(width // 3, 2))).astype(np.float32)
            return level + cv2.resize(grain, (width, height))
        picture = self.pictures[int(g.integers(len(self.pictures)))]
        rows = int(g.integers(8, picture.shape[0]))
        columns = min(picture.shape[1], max(8, int(rows * width / height)))
        y, x = int(g.integers(picture.shape[0] - rows + 1)), int(g.integers(picture.shape[1] - columns + 1))
        part = cv2.resize(picture[y:y + rows, x:x + columns], (width, height), interpolation=cv2.INTER_LINEAR).astype(np.float32)
        if g.random() < 0.65:  # a calm one
            part = level + (part - part.mean()) * g.uniform(0.1, 0.5)
        return part


def ink_of(text, font, g, spacing, stroke):
    """The mask of a line of text (0 to 1) with a border, the middles of its characters and the rows between which its body stands."""
    border = font.size
    edges = [0.0]
    if spacing == 0:
        edges += [font.getlength(text[:i + 1]) for i in range(len(text))]
    else:
        for character in text:
            edges.append(edges[-1] + font.getlength(character) + spacing)
    width = int(edges[-1]) + 2 * border
    picture = Image.new("L", (width, font.size * 3))
    draw = ImageDraw.Draw(picture)
    if spacing == 0:
        draw.text((border, border), text, 255, font, stroke_width=stroke)
    else:
        for character, x in zip(text, edges):
            draw.text((border + x, border), character, 255, font, stroke_width=stroke)
    mask = np.asarray(picture)
    rows = np.flatnonzero(mask.max(1))
    columns = np.flatnonzero(mask.max(0))
    if len(rows) < 2:
        return None
    middles = np.array([(a + b) / 2 + border for a, b in zip(edges, edges[1:])])
    return mask, middles, (rows[0], rows[-1] + 1), (columns[0], columns[-1] + 1)


def dotted(mask, g):
    """Ink of a dot-matrix printer or of lamps."""
    pitch = int(g.integers(2, 4))
    small = cv2.resize(mask, None, fx=1 / pitch, fy=1 / pitch, interpolation=cv2.INTER_AREA)
    on = np.where(small > 100, 255, 0).astype(np.uint8)
    big = np.zeros((on.shape[0] * pitch * 4, on.shape[1] * pitch * 4), np.uint8)
    radius = int(pitch * g.uniform(1.4, 2.2))
    for y, x in np.argwhere(on):
        cv2.circle(big, (int((x + 0.5) * pitch * 4), int((y + 0.5) * pitch * 4)), radius, 255, -1)
    return cv2.resize(big, (mask.shape[1], mask.shape[0]), interpolation=cv2.INTER_AREA)


def warp_of(g, box, size, is_paper, stretch):
    """The map (3 × 3) from the rendered picture to the crop, and the crop's width: turned, sheared, in perspective, with a detector's margins."""
    (top, bottom), (left, right) = box
    height, width = bottom - top, right - left
    margin = lambda low, high: g.uniform(low, high) * height
    strength = g.random() < (0.2 if is_paper else 0.6)
    corners = np.array([[left - margin(-0.05, 0.5), top - margin(-0.03, 0.28)], [right + margin(-0.05, 0.5), top - margin(-0.03, 0.28)],
                        [right + margin(-0.05, 0.5), bottom + margin(-0.03, 0.28)], [left - margin(-0.05, 0.5), bottom + margin(-0.03, 0.28)]])
    corners[[1, 2], 0] = corners[1, 0] if not strength else corners[[1, 2], 0]
    corners[[0, 3], 0] = corners[0, 0] if not strength else corners[[0, 3], 0]
    if not strength:
        corners[1, 1], corners[2, 1] = corners[0, 1], corners[3, 1]
    else:
        drop = g.normal(0, 0.05) * min(width, 6 * height)  # turned: the detector's box fits only nearly
        corners[[1, 2], 1] += np.clip(drop, -0.25 * height, 0.25 * height)
        lean = g.normal(0, 0.15) * height
        corners[[0, 1], 0] += lean
    length = (np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])) / 2
    tall = (np.linalg.norm(corners[3] - corners[0]) + np.linalg.norm(corners[2] - corners[1])) / 2
    columns = int(np.clip(round(size * length / tall * stretch), 12, 4 * LONGEST))
    target = np.array([[0, 0], [columns, 0], [columns, size], [0, size]], np.float32)
    return cv2.getPerspectiveTransform(corners.astype(np.float32), target), columns


def neighbours(mask, font_file, g, source, rows):
    """Adds parts of the lines above and below."""
    height = rows[1] - rows[0]
    for direction in (-1, 1):
        if g.random() < 0.75:
            continue
        font = fonts.loaded(font_file, max(10, int(height * g.uniform(0.7, 1.1))))
        picture = Image.new("L", (mask.shape[1], mask.shape[0]))
        pitch = height * g.uniform(1.05, 1.5)
        y = rows[0] + direction * pitch
        ImageDraw.Draw(picture).text((g.uniform(0, mask.shape[1] / 2), y - font.size * 0.2), " ".join(source.words(g, 8, "en")), 255, font)
        mask = np.maximum(mask, np.asarray(picture))
    return mask


def rules(canvas, g, box, tone):
    """Underlines, frames and the rules of tables near the text."""
    (top, bottom), (left, right) = box
    height = bottom - top
    thickness = max(1, int(height * g.uniform(0.02, 0.08)))
    for side, chance in (("below", 0.06), ("above", 0.03), ("left", 0.04), ("right", 0.04)):
        if g.random() > chance:
            continue
        gap = int(height * g.uniform(0.04, 0.3))
        if side in ("below", "above"):
            y = bottom + gap if side == "below" else top - gap
            cv2.line(canvas, (int(left - height * g.uniform(-1, 3)), y), (int(right + height * g.uniform(-1, 3)), y), tone, thickness)
        else:
            x = left - gap - 2 if side == "left" else right + gap + 2
            cv2.line(canvas, (x, top - 2 * height), (x, bottom + 2 * height), tone, thickness)
    return canvas


def coarse(picture, g, rows):
    """A line of so many rows of pixels, brought to its size again."""
    height, width = picture.shape
    small = cv2.resize(picture, (max(8, round(width * rows / height)), rows), interpolation=cv2.INTER_AREA)
    return cv2.resize(small, (width, height), interpolation=(cv2.INTER_LINEAR, cv2.INTER_CUBIC)[int(g.integers(2))])


def spoiled(picture, g, tall=None):
    """Blur, low resolution, noise and light, as much as lines of a height bear; without one the picture is a line."""
    height, width = picture.shape
    tall = tall or height
    if g.random() < 0.35:
        small = max(g.uniform(0.28, 0.9), min(SPOILT / tall, 0.95))
        size = (max(8, int(width * small)), max(7, int(height * small)))
        picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        if g.random() < 0.3:
            picture = picture + g.normal(0, g.uniform(2, 14), picture.shape).astype(np.float32)
        picture = cv2.resize(picture, (width, height), interpolation=(cv2.INTER_LINEAR, cv2.INTER_CUBIC)[int(g.integers(2))])
    if g.random() < 0.25:
        picture = cv2.GaussianBlur(picture, (0, 0), g.uniform(0.4, 1.6) * tall / 48)
    if g.random() < 0.12:
        length = int(g.integers(3, max(4, min(9, int(tall / 3)))))
        kernel = np.zeros((length, length), np.float32)
        angle = g.uniform(0, np.pi)
        for t in np.linspace(-0.5, 0.5, 3 * length):
            kernel[int((length - 1) / 2 + t * (length - 1) * np.sin(angle) + 0.5), int((length - 1) / 2 + t * (length - 1) * np.cos(angle) + 0.5)] += 1
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum())
    if g.random() < 0.15:
        light = cv2.resize(g.uniform(0.4, 1.4, (2, 3)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
        picture = picture * light
    if g.random() < 0.4:
        picture = picture + g.normal(0, g.uniform(1, 18), picture.shape).astype(np.float32)
    return np.clip(picture, 0, 255)


class Lines:
    """Draws lines."""

    def __init__(self, source, letters, backgrounds, small=SMALL, signs=SIGNS):
        self.source, self.letters, self.backgrounds, self.small, self.share = source, letters, backgrounds, small, signs
        self.signs = Signs(source, letters, backgrounds, HEIGHT, LONGEST)

    def draw(self, g):
        """A picture of HEIGHT rows, its string, and the middles of its characters; `None` where something did not fit."""
        if g.random() < self.share:
            return self.signs.draw(g)
        is_small = g.random() < self.small
        is_of_screen = is_small and g.random() < 0.5
        text = self.source.body(g) if is_small else self.source.draw(g)
        file = self.letters.draw(text, g, kind="narrow" if is_small and g.random() < 0.3 else None)
        if file is None:
            return None
        size = int(g.integers(*BODY)) if is_of_screen else int(g.integers(22, 52))
        font = fonts.loaded(file, size)
        spacing = size * g.uniform(0.03, 0.5) if g.random() < 0.1 and not is_small else 0
        stroke = int(g.integers(1, 3)) if g.random() < 0.06 and not is_small else 0
        is_paper = is_small or g.random() < PAPER
        inked = ink_of(text, font, g, spacing, stroke)
        if inked is None:
            return None
        mask, middles, rows, columns = inked
        if g.random() < 0.3:  # boxes as high as the font's letters can be, whatever letters there are
            other = font.getbbox("Ágy")
            rows = (min(rows[0], other[1] + font.size), max(rows[1], other[3] + font.size))
        if g.random() < 0.04 and not is_small:
            mask = dotted(mask, g)
        outline = None
        if g.random() < 0.05 and not is_paper:
            wide = cv2.dilate(mask, np.ones((3, 3), np.uint8), iterations=int(g.integers(1, 3)))
            outline = wide
        if g.random() < 0.2:
            mask = neighbours(mask, file, g, self.source, rows)
        height, width = mask.shape
        ground = self.backgrounds.draw(g, height, width, is_paper)
        level = float(ground[rows[0]:rows[1], columns[0]:columns[1]].mean())
        contrast = g.uniform(110, 255) if is_paper else g.uniform(45, 255) if g.random() < 0.92 else g.uniform(20, 60)
        tone = level + contrast if (level < 128) == (g.random() < 0.93) else level - contrast
        tone = float(np.clip(tone, 0, 255))
        if abs(tone - level) < 18:
            tone = float(np.clip(level - 90 if level > 128 else level + 90, 0, 255))
        alpha = mask.astype(np.float32) / 255 * g.uniform(0.75, 1)
        canvas = ground
        if g.random() < 0.06 and not is_paper:  # a shadow
            shift = np.float32([[1, 0, g.integers(1, 4)], [0, 1, g.integers(1, 4)]])
            shadow = cv2.warpAffine(alpha, shift, (width, height))
            canvas = canvas * (1 - 0.7 * shadow) + 0.7 * shadow * (0 if tone > level else 255)
        if outline is not None:
            edge = outline.astype(np.float32) / 255
            canvas = canvas * (1 - edge) + edge * (255 - tone)
        canvas = canvas * (1 - alpha) + alpha * tone
        if g.random() < 0.3:
            canvas = rules(canvas, g, (rows, columns), tone)
        if g.random() < 0.12 and not is_paper:  # curved
            amount = g.uniform(-0.35, 0.35) * (rows[1] - rows[0])
            x = np.arange(width, dtype=np.float32)
            bend = amount * np.sin((x - columns[0]) / max(columns[1] - columns[0], 1) * np.pi * g.uniform(0.5, 2) + g.uniform(0, np.pi))
            mesh_x, mesh_y = np.meshgrid(x, np.arange(height, dtype=np.float32))
            canvas = cv2.remap(canvas.astype(np.float32), mesh_x, mesh_y + bend[None].astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        tall = HEIGHT if is_of_screen else int(g.integers(HEIGHT, 49))
        stretch = np.exp(g.uniform(np.log(0.65 if is_of_screen else 0.5), 0.15) if is_small else g.normal(0, 0.16))
        matrix, length = warp_of(g, (rows, columns), tall, is_paper, stretch)
        factor = HEIGHT / tall
        if length * factor > LONGEST or len(text) * 6 > length * factor * 1.6:
            return None
        picture = cv2.warpPerspective(canvas.astype(np.float32), matrix, (length, tall), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        if is_small and not is_of_screen:
            picture = coarse(picture, g, int(g.integers(max(ROWS[0], int(NARROWEST / stretch)), ROWS[1])))
        if not is_paper or g.random() < (0.2 if is_small else 0.5):
            picture = spoiled(picture, g)
        picture = cv2.resize(picture, (max(8, round(length * factor)), HEIGHT), interpolation=cv2.INTER_AREA)
        picture = np.clip(picture, 0, 255).round().astype(np.uint8)
        if g.random() < 0.3:
            picture = cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(g.integers(15, 90))])[1], cv2.IMREAD_GRAYSCALE)
        middle = (rows[0] + rows[1]) / 2
        points = np.column_stack([middles, np.full(len(middles), middle), np.ones(len(middles))]) @ matrix.T
        return picture, text, (points[:, 0] / points[:, 2] * factor).astype(np.float32)


def make_shard(lines, seed, count):
    g = np.random.default_rng(seed)
    drawn = []
    while len(drawn) < count:
        try:
            line = lines.draw(g)
        except (cv2.error, OSError, ValueError):  # a font that cannot draw a string
            continue
        if line is not None:
            drawn.append(line)
    return drawn


def store(drawn, path):
    """Writes lines as a shard, whole or not at all."""
    temporary = path.with_suffix(".tmp.npz")
    np.savez(temporary, pixels=np.concatenate([p.T.reshape(-1) for p, *_ in drawn]), widths=np.array([p.shape[1] for p, *_ in drawn], np.int32),
             texts=np.array("\n".join(t for _, t, _ in drawn)), middles=np.concatenate([m for *_, m in drawn]))
    temporary.replace(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--texts", type=Path, required=True)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--fonts", type=Path, default="fonts.json", help="the list of fonts, which is written where it isn't there")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--lines", type=int, default=20000, help="of a shard")
    parser.add_argument("--shards", type=int, default=10 ** 6)
    parser.add_argument("--kept", type=int, default=60, help="shards that stay; the oldest go")
    parser.add_argument("--small", type=float, default=SMALL, help="the share of small print among other lines than words of signs")
    parser.add_argument("--signs", type=float, default=SIGNS, help="the share of words of signs")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    lines = Lines(texts.Texts(options.texts), fonts.Fonts(options.fonts), Backgrounds(options.photos, options.seed),
                  options.small, options.signs)
    options.output.mkdir(parents=True, exist_ok=True)
    for number in range(options.shards):
        path = options.output / f"{options.seed + number:06d}.npz"
        if path.exists():
            continue
        began = time.monotonic()
        store(make_shard(lines, options.seed + number, options.lines), path)
        print(f"{path.name} {options.lines / (time.monotonic() - began):.0f} lines/s", flush=True)
        shards = [p for p in options.output.glob("*.npz") if not p.name.startswith("held")]
        for old in sorted(shards, key=os.path.getmtime)[:-options.kept]:
            old.unlink()


if __name__ == "__main__":
    main()
