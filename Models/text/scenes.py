"""Signs, labels, boards, number plates and numbers in photographs, for pages.py."""

import cv2
import numpy as np
from PIL import Image, ImageDraw

import fonts
import lines
from sheets import Inks, Sheet
from signs import KINDS, Signs, is_distinct, lamps

BOARDS = 0.45  # of what is drawn into a photograph are boards and plates
MARGIN = 0.9  # around the lines of a board, in heights of its letters
MOST_GROUNDS = 100  # photographs that boards have their backgrounds of
LARGEST_FONT = 96  # pixels; larger letters are enlarged


class Painter(Signs):
    """Paints the words of boards as lines.py paints those that it cuts out, but without others that nobody knows of."""

    def __init__(self, source, letters, backgrounds):
        super().__init__(source, letters, backgrounds, lines.HEIGHT, lines.LONGEST)

    def beside(self, g, canvas, box, tone):
        return canvas


class Grounds(lines.Backgrounds):
    """The backgrounds of boards: parts of photographs without text, and even ones."""

    def __init__(self, photographs):
        self.pictures = photographs.empty(MOST_GROUNDS)


class Board:
    """A painted patch with the corners of its lines, and the height of its letters."""

    def __init__(self, picture, ink, quads, tall):
        self.painted, self.ink, self.quads, self.tall = picture, ink, quads, tall
        self.size = picture.shape[1], picture.shape[0]


def magnified(picture, quads, g):
    """A part of a picture in the picture's size, and its lines."""
    height, width = picture.shape
    factor = g.uniform(1.2, 2.5)
    x, y = g.uniform(0, width - width / factor), g.uniform(0, height - height / factor)
    matrix = np.float32([[factor, 0, -x * factor], [0, factor, -y * factor]])
    moved = [(np.array(q) - [x, y]) * factor for q in quads]
    kept = [q.tolist() for q in moved if (q.max(0) > 0).all() and q[:, 0].min() < width and q[:, 1].min() < height]
    return cv2.warpAffine(picture, matrix, (width, height)), kept


class Scenes(Inks):
    """Draws text into photographs."""

    def __init__(self, source, letters, photographs):
        super().__init__(source, letters, photographs)
        self.painter = Painter(source, letters, Grounds(photographs))

    def scene(self, g):
        """Signs and labels in a photograph, each turned and in perspective."""
        photo, quads = self.photographs.draw(g)
        canvas, quads = photo.astype(np.float32), list(quads)
        if g.random() < 0.5:  # a part, so that what is in it is larger
            canvas, quads = magnified(canvas, quads, g)
        taken = [np.array(q, np.float32) for q in quads]
        largest = float(np.exp(g.uniform(np.log(14), np.log(120))))  # in some photographs all text is small
        for _ in range(int(g.integers(0, 12))):
            size = float(np.exp(g.uniform(np.log(8), np.log(largest))))
            layer = self.board(g, size) if g.random() < BOARDS else self.sign(g, size)
            placed = self.placed(g, layer, canvas.shape, taken) if layer else None
            if placed is None:
                continue
            corners, matrix = placed
            painted, ink = (self.hung if isinstance(layer, Board) else self.painted)(g, canvas, layer, matrix)
            if not is_legible(painted, ink, corners):
                continue
            canvas = painted
            taken.append(corners)
            quads += [cv2.perspectiveTransform(np.float32(quad)[None], matrix)[0].tolist() for quad in layer.quads]
        return np.clip(canvas, 0, 255).astype(np.uint8), quads

    def sign(self, g, size):
        """The ink of a sign, a label or a number, 255 on 0; `None` if it has none."""
        u = g.random()
        if u < 0.15:  # a house's, a bus's or a page's number, a price, a number plate
            rows = [(self.source.number, self.source.price, self.source.plate, self.house)[int(g.integers(4))](g)]
        elif u < 0.3:  # the few words of a name
            rows = [self.source.name(g).upper() if g.random() < 0.5 else self.source.name(g)]
        else:
            rows = [self.source.draw(g, int(g.integers(1, 24))) for _ in range(1 if g.random() < 0.6 else int(g.integers(2, 6)))]
        font = self.font(g, "".join(rows), size)
        pitch = font.size * g.uniform(1.05, 1.6)
        spread = int(font.size * g.uniform(0.1, 0.6)) if g.random() < 0.15 else 0  # between letters
        widths = [font.getlength(row) + spread * (len(row) - 1) for row in rows]
        stroke = int(max(1, font.size * g.uniform(0.02, 0.06))) if g.random() < 0.2 else 0
        layer = Sheet(int(max(widths) + font.size * 0.8), int(pitch * len(rows) + font.size * 0.6), 0)
        for number, (row, wide) in enumerate(zip(rows, widths)):
            x = font.size * 0.4 if g.random() < 0.5 else (layer.picture.width - wide) / 2
            y = font.size * 0.15 + number * pitch
            if spread:
                layer.write_spread(row, x, y, font, 255, spread)
            else:
                layer.write(row, x, y, font, 255, stroke=stroke)
        layer.tall, layer.size = font.size, layer.picture.size
        return layer if layer.quads else None

    def board(self, g, size):
        """A board with a line or some, painted as on shops, vehicles and packages, or a number plate; `None` if it does not come about."""
        text, is_plate = self.source.sign(g)
        rows = [text] + [self.source.sign(g)[0] for _ in range(0 if is_plate or g.random() < 0.5 else int(g.integers(1, 4)))]
        if not is_plate and g.random() < 0.12:
            rows, is_plate = [self.source.plate(g)], True
        kind = "plates" if is_plate and g.random() < 0.8 else KINDS[int(np.searchsorted(np.cumsum([s for _, s in KINDS]), g.random()))][0]
        inks, tall = [], min(size * 1.35, LARGEST_FONT)  # capitals of a font are less high than it
        for number, row in enumerate(rows):
            file = self.letters.draw(row, g, kind=kind if number == 0 or g.random() < 0.7 else None)
            own = max(7, int(tall if number == 0 else tall * g.uniform(0.35, 1)))
            if file is None:
                return None
            inks.append(inked_tightly(row, fonts.loaded(file, own), int(own * g.uniform(0.05, 0.35)) if g.random() < 0.15 else 0))
        if any(min(ink.shape) < 4 for ink in inks):
            return None
        room, gap = int(MARGIN * inks[0].shape[0]) + 2, [int(len(ink) * g.uniform(0.25, 0.9)) + 1 for ink in inks]
        wide, high = max(ink.shape[1] for ink in inks), sum(len(ink) + space for ink, space in zip(inks, gap)) - gap[-1]
        mask, quads, y, is_left = np.zeros((high + 2 * room, wide + 2 * room), np.uint8), [], room, g.random() < 0.4
        for ink, space in zip(inks, gap):
            x = room if is_left else room + (wide - ink.shape[1]) // 2
            mask[y:y + len(ink), x:x + ink.shape[1]] = ink
            quads.append([[x, y], [x + ink.shape[1], y], [x + ink.shape[1], y + len(ink)], [x, y + len(ink)]])
            y += len(ink) + space
        box = room, room, room + wide, room + high
        alpha = (lamps(mask, g) if g.random() < 0.04 and len(inks[0]) > 14 else mask).astype(np.float32) / 255
        flat = g.random() < 0.45
        picture = self.painter.plain(g, alpha, box) if flat else self.painter.painted(g, alpha, box, is_plate)
        picture = self.painter.lit(g, picture, box)
        keep = (g.uniform(0.15, 1, 4) * room).astype(int)
        left, top, right, bottom = room - keep[0], room - keep[1], room + wide + keep[2], room + high + keep[3]
        picture = np.clip(picture[top:bottom, left:right], 0, 255).astype(np.float32)
        if g.random() < 0.3:
            thick = int(max(1, g.uniform(0.02, 0.1) * len(inks[0])))
            cv2.rectangle(picture, (0, 0), (right - left - 1, bottom - top - 1), float(g.uniform(0, 255)), thick)
        factor = size / len(inks[0]) if size > len(inks[0]) and tall == LARGEST_FONT else 1
        picture, ink = (cv2.resize(plane, None, fx=factor, fy=factor) for plane in (picture, alpha[top:bottom, left:right]))
        return Board(picture, ink, ((np.array(quads, float) - [left, top]) * factor).tolist(), len(inks[0]) * factor)

    def hung(self, g, canvas, board, matrix):
        """A picture with a board in it, as bright as what is around, or not, and out of focus or not; and where the ink is in it."""
        height, width = canvas.shape
        patch = cv2.warpPerspective(board.painted, matrix, (width, height))
        mask = cv2.warpPerspective(np.ones(board.painted.shape, np.float32), matrix, (width, height))
        if g.random() < 0.5:  # in the light of its place
            around = cv2.dilate((mask > 0.5).astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
            patch = patch * float(np.clip(canvas[around].mean() / 110, 0.35, 1.2)) if around.any() else patch
        if g.random() < 0.35:
            blur = g.uniform(0.01, 0.07) * board.tall + 0.2
            patch, mask = cv2.GaussianBlur(patch, (0, 0), blur), cv2.GaussianBlur(mask, (0, 0), 0.5)
        return canvas * (1 - mask) + patch * mask, cv2.warpPerspective(board.ink, matrix, (width, height))

    @staticmethod
    def house(g):
        return f"{int(g.integers(1, 200))}{('', '', 'A', 'b', 'c')[int(g.integers(5))]}"

    def placed(self, g, layer, shape, taken):
        """Corners for a layer where nothing is yet, and the map to them; `None` if it finds no place."""
        (height, width), (wide, tall) = shape, layer.size
        if wide > width * 1.1 or tall > height:
            return None
        for _ in range(6):
            angle = g.normal(0, 0.12) if g.random() < 0.8 else g.uniform(-np.pi, np.pi)
            c, s = np.cos(angle), np.sin(angle)
            corners = np.array([[-wide, -tall], [wide, -tall], [wide, tall], [-wide, tall]]) / 2
            if g.random() < 0.3:  # seen from the side
                corners[:2, 1] *= g.uniform(0.5, 1)
                corners[[1, 2], 1] *= g.uniform(0.6, 1.2)
                corners[:, 0] *= g.uniform(0.6, 1)
            corners = corners * [1, np.exp(g.normal(0, 0.12))] @ np.array([[c, s], [-s, c]])
            corners += g.normal(0, 0.05, (4, 2)) * min(wide, tall) + [g.uniform(0, width), g.uniform(0, height)]
            is_outside = corners.min() < -5 or corners[:, 0].max() > width + 5 or corners[:, 1].max() > height + 5
            if is_outside or any(self.touch(corners, q) for q in taken):
                continue
            return np.float32(corners), cv2.getPerspectiveTransform(np.float32([[0, 0], [wide, 0], [wide, tall], [0, tall]]), np.float32(corners))
        return None

    def painted(self, g, canvas, layer, matrix):
        """A picture with a layer in it, on a panel or on what is there, lit unevenly, with a shadow, faded, out of focus; and where its ink is."""
        height, width = canvas.shape
        ink = np.asarray(layer.picture)
        alpha = cv2.warpPerspective(ink, matrix, (width, height), flags=cv2.INTER_AREA).astype(np.float32) / 255
        ground, tone = self.tones(g)
        if g.random() < 0.5:
            panel = cv2.warpPerspective(np.ones(ink.shape, np.float32), matrix, (width, height)) * g.uniform(0.6, 1)
            canvas = canvas * (1 - panel) + panel * ground
        else:
            level = canvas[alpha > 0.3].mean() if (alpha > 0.3).any() else 128
            tone = float(np.clip(level + g.uniform(50, 200) * (1 if level < 128 else -1), 0, 255))
            if g.random() < 0.2:  # a shadow or an outline
                reach = max(1, int(ink.shape[0] * 0.03))
                around = cv2.dilate(alpha, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
                canvas = canvas * (1 - around) + around * (255 - tone)
        if g.random() < 0.3:
            alpha = cv2.GaussianBlur(alpha, (0, 0), g.uniform(0.01, 0.08) * layer.tall + 0.1)
        alpha = alpha * g.uniform(0.6, 1)
        if g.random() < 0.3:  # letters of a texture
            grain = self.photographs.draw(g)[0]
            tone = tone + (cv2.resize(grain, (width, height)).astype(np.float32) - 128) * g.uniform(0, 0.4)
        return canvas * (1 - alpha) + alpha * tone, alpha

    @staticmethod
    def touch(a, b):
        return bool((a.min(0) < b.max(0)).all() and (b.min(0) < a.max(0)).all())


def inked_tightly(text, font, spread):
    """The ink of a line of text, cut out as high as its letters and their bodies are, 0 to 255."""
    left, top, right, bottom = font.getbbox(text)
    _, body_top, _, body_bottom = font.getbbox("x")
    top, bottom = min(top, body_top), max(bottom, body_bottom)
    picture = Image.new("L", (max(1, int(right - left) + spread * (len(text) - 1)), max(1, int(bottom - top))))
    draw, x = ImageDraw.Draw(picture), -left
    if not spread:
        draw.text((x, -top), text, 255, font)
    else:
        for character in text:
            draw.text((x, -top), character, 255, font)
            x += font.getlength(character) + spread
    return np.asarray(picture)


def is_legible(picture, ink, corners):
    """Whether the text that was drawn within some corners can be told from what is around it."""
    (x0, y0), (x1, y1) = np.maximum(np.floor(corners.min(0)), 0).astype(int), np.ceil(corners.max(0)).astype(int) + 1
    ink = ink[y0:y1, x0:x1]
    return ink.size > 0 and ink.max() > 0.2 and is_distinct(picture[y0:y1, x0:x1], ink)
