"""Signs, labels and numbers in photographs, for pages.py."""

import cv2
import numpy as np

from sheets import Inks, Sheet


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

    def scene(self, g):
        """Signs and labels in a photograph, each turned and in perspective."""
        photo, quads = self.photographs.draw(g)
        canvas, quads = photo.astype(np.float32), list(quads)
        if g.random() < 0.5:  # a part, so that what is in it is larger
            canvas, quads = magnified(canvas, quads, g)
        taken = [np.array(q, np.float32) for q in quads]
        largest = float(np.exp(g.uniform(np.log(14), np.log(120))))  # in some photographs all text is small
        for _ in range(int(g.integers(0, 12))):
            layer = self.sign(g, float(np.exp(g.uniform(np.log(8), np.log(largest)))))
            placed = self.placed(g, layer, canvas.shape, taken) if layer else None
            if placed is None:
                continue
            corners, matrix = placed
            canvas = self.painted(g, canvas, layer, matrix)
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
        layer.tall = font.size
        return layer if layer.quads else None

    @staticmethod
    def house(g):
        return f"{int(g.integers(1, 200))}{('', '', 'A', 'b', 'c')[int(g.integers(5))]}"

    def placed(self, g, layer, shape, taken):
        """Corners for a layer where nothing is yet, and the map to them; `None` if it finds no place."""
        (height, width), (wide, tall) = shape, layer.picture.size
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
        """A picture with a layer in it: on a panel or on what is there, lit unevenly, with a shadow, faded, out of focus."""
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
        return canvas * (1 - alpha) + alpha * tone

    @staticmethod
    def touch(a, b):
        return bool((a.min(0) < b.max(0)).all() and (b.min(0) < a.max(0)).all())
