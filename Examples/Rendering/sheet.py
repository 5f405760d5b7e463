"""A flat drawing with smooth edges."""
import math

from PIL import Image, ImageDraw

# Drawings are made this much larger than a photo's side and shrunk, which smooths their edges.
FINE = 3


def clip(color):
    return tuple(int(min(255, max(0, c))) for c in color)


def shade(color, factor):
    return clip(c * factor for c in color)


class Sheet:
    """A transparent square to draw on; coordinates are -1…1, y down."""

    def __init__(self, side):
        self.size = side * FINE
        self.image = Image.new("RGBA", (self.size, self.size), (0, 0, 0, 0))
        self.draw = ImageDraw.Draw(self.image)

    def point(self, x, y):
        return ((x + 1) / 2 * self.size, (y + 1) / 2 * self.size)

    def box(self, x0, y0, x1, y1):
        return [self.point(x0, y0), self.point(x1, y1)]

    def rectangle(self, x0, y0, x1, y1, fill, radius=0.0, outline=None):
        self.draw.rounded_rectangle(self.box(x0, y0, x1, y1), radius * self.size / 2, fill=fill, outline=outline, width=FINE)

    def disk(self, x, y, radius, fill, outline=None):
        self.draw.ellipse(self.box(x - radius, y - radius, x + radius, y + radius), fill=fill, outline=outline, width=FINE)

    def line(self, points, fill, width):
        self.draw.line([self.point(*p) for p in points], fill=fill, width=max(1, int(width * self.size / 2)), joint="curve")

    def polygon(self, points, fill):
        self.draw.polygon([self.point(*p) for p in points], fill=fill)

    def gradient(self, x0, y0, x1, y1, color, across=True):
        """A metal cylinder's light over a rectangle."""
        steps = 40
        for step in range(steps):
            t = step / steps
            light = 0.45 + 0.75 * math.exp(-((t - 0.35) / 0.18) ** 2) + 0.15 * t
            if across:
                self.rectangle(x0, y0 + (y1 - y0) * t, x1, y0 + (y1 - y0) * (t + 1 / steps) + 0.01, shade(color, light))
            else:
                self.rectangle(x0 + (x1 - x0) * t, y0, x0 + (x1 - x0) * (t + 1 / steps) + 0.01, y1, shade(color, light))
