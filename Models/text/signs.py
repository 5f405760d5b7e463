"""Words as they stand on signs, shops, posters, packages and number plates, for lines.py.

They are spread, bent, leaning and in perspective; of any tone or texture, outlined, with shadows, raised or hollow; in light and shade, covered in
part; cut out tightly or loosely; seen from afar, moved or out of focus.
"""

import cv2
import numpy as np
from PIL import Image, ImageDraw

import fonts

SIZES = 26, 42  # of fonts, in pixels
ROOM = 0.9  # around a word for what is drawn there, in font sizes
KINDS = (("bold", 0.36), (None, 0.28), ("any", 0.21), ("narrow", 0.09), ("handwritten", 0.06))  # of fonts
PLAIN = 0.45  # of the words are of one tone on an even ground
STRAIGHT = 0.35  # of the crops are rectangles around a word in perspective; others follow the word
COARSE = 0.4  # of the words are small in the picture
ROWS = 12, 28  # rows of pixels that these have
DISTINCT = 16  # grey values by which each part of a word differs from what is around it, at least
CLEAR = 0.9  # the same, in standard deviations of what is around it
PART = 40  # pixels of such a part


def inked(text, file, g):
    """The mask of a word with room around it, and the middles of its characters, in pixels from the left."""
    size = int(g.integers(*SIZES))
    font, large = fonts.loaded(file, size), fonts.loaded(file, int(size * 1.35))
    u = g.random()
    spacing = size * (g.uniform(0.05, 0.5) if u < 0.12 else g.uniform(-0.06, 0) if u < 0.25 else 0)
    jumps = size * g.uniform(0.02, 0.12) if g.random() < 0.05 else 0
    starts_large = text[0].isupper() and g.random() < 0.06
    stroke = int(g.integers(1, 3)) if g.random() < 0.12 else 0
    room = ROOM * size
    if spacing or jumps or starts_large:
        faces = [large if starts_large and (i == 0 or text[i - 1] == " ") else font for i in range(len(text))]
        edges = np.cumsum([room] + [face.getlength(c) + spacing for face, c in zip(faces, text)])
        pieces = [(x, g.uniform(-jumps, jumps), c, face) for x, c, face in zip(edges, text, faces)]
    else:
        edges = np.array([room + font.getlength(text[:i]) for i in range(len(text) + 1)])
        pieces = [(room, 0, text, font)]
    picture = Image.new("L", (int(edges[-1] + room), int(1.7 * size + 2 * room)))
    draw = ImageDraw.Draw(picture)
    for x, y, part, face in pieces:
        draw.text((x, y + room + 1.2 * size), part, 255, face, anchor="ls", stroke_width=stroke)
    return np.asarray(picture), (edges[1:] - spacing + edges[:-1]) / 2


def box_of(mask):
    """Left, top, right and bottom of the ink; `None` where there is hardly any."""
    x, y, width, height = cv2.boundingRect((mask > 60).view(np.uint8))
    return (x, y, x + width, y + height) if width > 3 and height > 5 else None


def bent(mask, points, box, g):
    """A word on an arc, and the points on it."""
    left, top, right, bottom = box
    tall, wide = bottom - top, right - left
    side = 1 if g.random() < 0.6 else -1  # the middle of the circle is below
    angle = min(8 * tall * g.uniform(0.1, 0.6) / wide, 1.6)
    radius, rise = wide / angle, int(wide * angle / 8)
    centre, middle = (left + right) / 2, (top + bottom) / 2
    level = middle + (rise if side < 0 else 0)
    y, x = np.mgrid[:mask.shape[0] + rise, :mask.shape[1]].astype(np.float32)
    across, down = x - centre, side * (level - y) + radius
    mesh_x = np.arctan2(across, down) * radius + centre
    mesh_y = middle - side * (np.hypot(across, down) - radius)
    turned = (points[:, 0] - centre) / radius
    away = radius + side * (middle - points[:, 1])
    moved = np.column_stack([centre + away * np.sin(turned), level + side * (radius - away * np.cos(turned))])
    return cv2.remap(mask, mesh_x, mesh_y.astype(np.float32), cv2.INTER_LINEAR), moved


def shifted(alpha, x, y):
    return cv2.warpAffine(alpha, np.float32([[1, 0, x], [0, 1, y]]), (alpha.shape[1], alpha.shape[0]))


def grown(alpha, pixels):
    side = 2 * int(pixels) + 1
    return cv2.dilate(alpha, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)))


def over(canvas, alpha, tone):
    return canvas + alpha * (tone - canvas)


def contrasting(g, level, least=45):
    """A tone that differs from a level, often as much as can be."""
    above, below = max(255 - level - least, 0), max(level - least, 0)
    part = least + np.sqrt(g.random()) * np.array([above, below])
    return level + part[0] if g.random() * (above + below) < above else level - part[1]


def quad_of(box, g):
    """The corners of a crop around a word, clockwise: a quadrilateral that follows it, or a rectangle around what perspective makes of it.

    Also the corners of the word's box that they are to become.
    """
    left, top, right, bottom = box
    tall, wide = bottom - top, right - left
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], float)
    moved = corners.copy()
    if g.random() < 0.6:
        moved[[1, 2], 1] += np.clip(g.normal(0, 0.06) * wide, -0.35 * tall, 0.35 * tall)
        narrower = np.clip(g.normal(0, 0.12), -0.3, 0.3) * tall * min(1, wide / tall / 3)
        moved[[1, 2], 1] += [narrower / 2, -narrower / 2]
        moved[[0, 1], 0] += np.clip(g.normal(0, 0.15), -0.35, 0.35) * tall
        moved[:, 0] *= g.uniform(0.8, 1.2)
    if g.random() < STRAIGHT:
        low, high = moved.min(0), moved.max(0)
    else:  # the word is upright again, but for an error
        moved = corners + g.normal(0, 0.03, (4, 2)) * tall
        low, high = corners[0], corners[2]
    is_tight = g.random() < 0.5
    sides = g.uniform(-0.05, 0.08, 4) if is_tight else np.concatenate([g.uniform(-0.03, 0.45, 2), g.uniform(-0.03, 0.3, 2)])
    frame = np.array([low[0] - sides[0] * tall, low[1] - sides[2] * tall, high[0] + sides[1] * tall, high[1] + sides[3] * tall])
    return corners, moved, frame


class Signs:
    """Draws words of signs."""

    def __init__(self, source, letters, backgrounds, height, longest):
        self.source, self.letters, self.backgrounds, self.height, self.longest = source, letters, backgrounds, height, longest

    def draw(self, g):
        """A picture of a word, its string, and the middles of its characters; `None` where something did not fit."""
        text, is_plate = self.source.sign(g)
        kind = "plates" if is_plate and g.random() < 0.6 else KINDS[int(np.searchsorted(np.cumsum([s for _, s in KINDS]), g.random()))][0]
        if kind == "handwritten" and text.isupper() and len(text) > 3:
            text = text.title()
        file = self.letters.draw(text, g, kind=kind)
        if file is None:
            return None
        mask, middles = inked(text, file, g)
        box = box_of(mask)
        if box is None:
            return None
        points = np.column_stack([middles, np.full(len(middles), (box[1] + box[3]) / 2)])
        if not is_plate and g.random() < 0.14 and box[2] - box[0] > 1.6 * (box[3] - box[1]):
            mask, points = bent(mask, points, box, g)
            box = box_of(mask) or box
        if g.random() < 0.04:  # lamps
            mask = lamps(mask, g)
        alpha = mask.astype(np.float32) / 255
        canvas = self.plain(g, alpha, box) if g.random() < PLAIN else self.painted(g, alpha, box, is_plate)
        canvas = self.lit(g, self.covered(g, canvas, box), box)
        return self.seen(g, canvas, alpha, box, text, points)

    def plain(self, g, alpha, box):
        """A word of one tone on a ground that is nearly even."""
        level = g.uniform(0, 255)
        canvas = self.backgrounds.draw(g, *alpha.shape)
        canvas = level + (canvas - canvas.mean()) * (g.uniform(0, 0.3) if g.random() < 0.5 else 0)
        tone = contrasting(g, level, 40)
        if g.random() < 0.25:
            canvas = self.beside(g, canvas, box, tone)
        return np.clip(over(canvas, alpha, tone), 0, 255)

    def ground(self, g, shape, box, is_plate):
        """The background of a word: a part of a photograph or a panel in it, sometimes with a frame."""
        height, width = shape
        canvas = self.backgrounds.draw(g, height, width)
        if not is_plate and g.random() < 0.6:
            return canvas
        left, top, right, bottom = box
        tall = bottom - top
        across, down = g.uniform(0.05, 0.7) * tall, g.uniform(0.03, 0.5) * tall
        corner, opposite = (int(left - across), int(top - down)), (int(right + across), int(bottom + down))
        level = g.uniform(160, 250) if g.random() < (0.7 if is_plate else 0.45) else g.uniform(5, 160)
        panel = level + cv2.resize(g.uniform(-1, 1, (2, 2)).astype(np.float32) * g.uniform(0, 50), (width, height))
        part = np.s_[max(corner[1], 0):opposite[1], max(corner[0], 0):opposite[0]]
        canvas[part] = panel[part]
        if g.random() < 0.4:
            cv2.rectangle(canvas, corner, opposite, contrasting(g, level), int(g.integers(1, 4)))
        if is_plate and g.random() < 0.3:  # the band with the country's letters
            cv2.rectangle(canvas, corner, (int(left - 0.1 * tall), opposite[1]), g.uniform(20, 110), -1)
        return canvas

    def painted(self, g, alpha, box, is_plate):
        """A word with whatever makes it stand out."""
        left, top, right, bottom = box
        tall = bottom - top
        canvas = self.ground(g, alpha.shape, box, is_plate)
        if g.random() < 0.25:
            canvas = self.beside(g, canvas, box, g.uniform(0, 255))
        level = float(canvas[top:bottom, left:right].mean())
        is_faint = g.random() < 0.1
        tone = float(np.clip(level + g.choice([-1, 1]) * g.uniform(25, 55), 0, 255)) if is_faint else contrasting(g, level)
        ink, u = alpha * g.uniform(0.8, 1), g.random()
        if u < 0.05:  # it glows
            canvas = over(canvas, cv2.GaussianBlur(grown(alpha, tall * 0.06), (0, 0), tall * g.uniform(0.05, 0.2)) * g.uniform(0.4, 0.9), tone + 0.6 * (level - tone))
        elif u < 0.2:  # a shadow
            shadow = shifted(alpha, *(g.uniform(-0.12, 0.12, 2) * tall))
            if g.random() < 0.6:
                shadow = cv2.GaussianBlur(shadow, (0, 0), tall * g.uniform(0.01, 0.08) + 0.2)
            canvas = over(canvas, shadow * g.uniform(0.3, 0.9), g.uniform(0, 60) if tone > level or g.random() < 0.6 else 255)
        elif u < 0.29:  # letters of some depth
            deep = int(max(2, tall * g.uniform(0.05, 0.2)))
            kernel = np.zeros((2 * deep + 1, 2 * deep + 1), np.uint8)
            angle = g.uniform(0, 2 * np.pi)
            cv2.line(kernel, (deep, deep), (int(deep + deep * np.cos(angle)), int(deep + deep * np.sin(angle))), 1)
            canvas = over(canvas, cv2.dilate(alpha, kernel), contrasting(g, tone, 30))
        elif u < 0.33 and not is_faint:  # raised or engraved, of the ground's tone
            tone = level + g.uniform(-12, 12)
            x, y = g.uniform(-0.06, 0.06, 2) * tall + np.sign(g.uniform(-1, 1, 2)) * 0.8
            for way, edge in ((1, 0), (-1, 255)):
                canvas = over(canvas, np.clip(shifted(alpha, way * x, way * y) - alpha, 0, 1) * g.uniform(0.6, 1), edge)
        v = g.random()
        if v < 0.2:  # an outline, or two
            edge = contrasting(g, tone, 60)
            reach = 1 + tall * g.uniform(0, 0.09)
            if g.random() < 0.25:
                canvas = over(canvas, grown(alpha, reach * 1.8), tone)
            canvas = over(canvas, grown(alpha, reach), edge)
        elif v < 0.24:  # hollow
            ink = np.clip(grown(alpha, 1 + tall * g.uniform(0, 0.03)) - alpha, 0, 1)
        elif v < 0.28:  # a line within the letters
            canvas = over(canvas, alpha, contrasting(g, tone, 50))
            ink = cv2.erode(alpha, np.ones((3, 3), np.uint8))
        w = g.random()
        if w < 0.15:  # from one tone to another
            tone = tone + np.linspace(-1, 1, len(alpha), dtype=np.float32)[:, None] * g.uniform(-70, 70)
        elif w < 0.28:  # of a texture, or worn
            grain = self.backgrounds.draw(g, *alpha.shape)
            tone = tone + (grain - grain.mean()) * g.uniform(0.1, 0.6)
        return np.clip(over(canvas, ink, tone), 0, 255)

    def beside(self, g, canvas, box, tone):
        """Other words around one, whose edges may come into the crop."""
        left, top, right, bottom = box
        tall, middle = bottom - top, (top + bottom) / 2
        words = " ".join(self.source.words(g, 4, "en"))
        file = self.letters.draw(words, g)
        if file is None:
            return canvas
        font = fonts.loaded(file, max(8, int(tall * g.uniform(0.4, 1.2))))
        picture, gap = Image.new("L", canvas.shape[::-1]), g.uniform(0.05, 0.4) * tall
        draw, start = ImageDraw.Draw(picture), g.uniform(0, (left + right) / 2)
        u = g.random()
        if u < 0.3:
            draw.text((start, top - gap), words, 255, font, anchor="ld")
        elif u < 0.6:
            draw.text((start, bottom + gap), words, 255, font, anchor="la")
        if u > 0.5:
            draw.text((right + gap + 0.15 * tall, middle), words, 255, font, anchor="lm")
        if u > 0.75:
            draw.text((left - gap - 0.15 * tall, middle), words, 255, font, anchor="rm")
        return over(canvas, np.asarray(picture, np.float32) / 255, tone)

    def covered(self, g, canvas, box):
        """A word behind a pole, a branch or the like, or with scratches."""
        left, top, right, bottom = box
        tall = bottom - top
        if g.random() < 0.05:
            start = g.uniform(left, right), g.uniform(top - tall, top)
            end = start[0] + g.normal(0, 1) * tall, bottom + tall
            cv2.line(canvas, tuple(map(int, start)), tuple(map(int, end)), g.uniform(0, 255), max(1, int(tall * g.uniform(0.02, 0.12))), cv2.LINE_AA)
        if g.random() < 0.04:
            for _ in range(int(g.integers(1, 8))):
                x, y = g.uniform(left, right), g.uniform(top, bottom)
                cv2.circle(canvas, (int(x), int(y)), max(1, int(tall * g.uniform(0.01, 0.08))), g.uniform(0, 255), -1, cv2.LINE_AA)
        return canvas

    def lit(self, g, canvas, box):
        """Uneven light, the edge of a shadow, or a reflection."""
        height, width = canvas.shape
        u = g.random()
        if u < 0.15:
            canvas = canvas * cv2.resize(g.uniform(0.4, 1.4, (2, 3)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
        elif u < 0.25:
            y, x = np.ogrid[:height, :width]
            angle = g.uniform(0, 2 * np.pi)
            apart = (x - g.uniform(box[0], box[2])) * np.cos(angle) + (y - g.uniform(box[1], box[3])) * np.sin(angle)
            canvas = canvas * (1 - g.uniform(0.25, 0.6) * np.clip(apart / g.uniform(1, 15) + 0.5, 0, 1).astype(np.float32))
        elif u < 0.3:
            spot = np.zeros((height, width), np.float32)
            place = int(g.uniform(box[0], box[2])), int(g.uniform(box[1], box[3]))
            cv2.ellipse(spot, place, (int(g.uniform(0.1, 1) * height), int(g.uniform(0.05, 0.3) * height)), g.uniform(0, 180), 0, 360, 1, -1)
            canvas = canvas + cv2.GaussianBlur(spot, (0, 0), height * g.uniform(0.03, 0.15)) * g.uniform(30, 140)
        return canvas

    def seen(self, g, canvas, alpha, box, text, points):
        """The crop of a word as a camera sees it; `None` where it does not fit or can hardly be told from its ground."""
        corners, moved, (x0, y0, x1, y1) = quad_of(box, g)
        tall = 48 if g.random() < 0.5 else int(g.integers(self.height, 49))
        scale = tall / (y1 - y0)
        stretch = np.exp(g.normal(0.08, 0.2))
        length = int(round((x1 - x0) * scale * stretch))
        columns = round(length * self.height / tall)
        if not 12 <= columns <= self.longest or len(text) * 3.75 > columns:
            return None
        fit = np.array([[scale * stretch, 0, -x0 * scale * stretch], [0, scale, -y0 * scale], [0, 0, 1]])
        matrix = fit @ cv2.getPerspectiveTransform(np.float32(corners), np.float32(moved))
        picture = cv2.warpPerspective(canvas.astype(np.float32), matrix, (length, tall), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        rows = int(np.exp(g.uniform(*np.log(ROWS)))) if g.random() < COARSE else tall
        picture = photographed(picture, g, max(rows, int(np.ceil(2.2 * len(text) * self.height / columns))), columns, self.height)
        if not is_distinct(picture, cv2.resize(cv2.warpPerspective(alpha, matrix, (length, tall)), (columns, self.height), interpolation=cv2.INTER_AREA)):
            return None
        at = np.column_stack([points, np.ones(len(points))]) @ matrix.T
        return picture, text, (at[:, 0] / at[:, 2] * self.height / tall).astype(np.float32)


def lamps(mask, g):
    """Ink of lamps or dots."""
    pitch = int(g.integers(2, 5))
    y, x = np.ogrid[:mask.shape[0], :mask.shape[1]]
    dots = np.clip(1.3 - np.hypot((y % pitch) - (pitch - 1) / 2, (x % pitch) - (pitch - 1) / 2) / pitch * 1.6, 0, 1)
    return (mask * dots).astype(np.uint8)


def is_distinct(picture, alpha):
    """Whether the ink of each part of a word differs enough from what is around it."""
    around = (grown(alpha, 3) > 0.3) & (alpha < 0.15)
    inside = alpha > 0.5 * alpha.max()
    for part in np.array_split(np.arange(alpha.shape[1]), max(1, alpha.shape[1] // PART)):
        ink, ground = picture[:, part][inside[:, part]], picture[:, part][around[:, part]]
        if len(ink) > 8 and len(ground) > 8 and abs(ink.mean(dtype=float) - ground.mean(dtype=float)) < max(DISTINCT, CLEAR * ground.std()):
            return False
    return True


def photographed(picture, g, rows, columns, height):
    """A crop as so many rows of pixels of a camera, which may be moved or out of focus, brought to the reader's size."""
    if rows < len(picture):
        picture = cv2.resize(picture, (max(8, round(picture.shape[1] * rows / len(picture))), rows), interpolation=cv2.INTER_AREA)
    tall = len(picture)
    u = g.random()
    if u < 0.25:
        picture = cv2.GaussianBlur(picture, (0, 0), g.uniform(0.01, 0.035) * tall + 0.2)
    elif u < 0.37 and tall > 14:
        length = int(g.integers(2, max(3, tall // 6))) | 1
        kernel = np.zeros((length, length), np.float32)
        angle = g.uniform(0, np.pi)
        reach = length / 2 - 0.5
        cv2.line(kernel, (int(reach - reach * np.cos(angle) + 0.5), int(reach - reach * np.sin(angle) + 0.5)),
                 (int(reach + reach * np.cos(angle) + 0.5), int(reach + reach * np.sin(angle) + 0.5)), 1)
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum())
    if g.random() < 0.4:
        picture = picture + g.standard_normal(picture.shape, np.float32) * g.uniform(1, 12)
    if g.random() < 0.15:  # sharpened
        picture = picture + g.uniform(0.5, 1.8) * (picture - cv2.GaussianBlur(picture, (0, 0), 1.2))
    picture = np.clip(picture, 0, 255).round().astype(np.uint8)
    if g.random() < 0.45:
        picture = cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(g.integers(20, 92))])[1], cv2.IMREAD_GRAYSCALE)
    way = cv2.INTER_AREA if tall > height else (cv2.INTER_LINEAR, cv2.INTER_CUBIC)[int(g.integers(2))]
    return cv2.resize(picture, (columns, height), interpolation=way)
