"""The fonts of the distribution that text is rendered in: Debian's packages `fonts-*`, which fontconfig lists."""

import json
import subprocess
from functools import lru_cache
from pathlib import Path

import numpy as np
from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFilter, ImageFont

import alphabet

COMMON = ("DejaVu", "Liberation", "Roboto", "Open Sans", "Lato", "Noto Sans", "Noto Serif", "Carlito", "Caladea", "Inter", "TeX Gyre", "FreeSans",
          "FreeSerif", "Arimo", "Tinos", "Cousine", "Nimbus", "C059", "P052", "URW", "Cantarell", "Cabin", "Source", "PT Sans", "PT Serif",
          "OCR", "Courier", "Charis", "Gentium", "Linux Libertine", "EB Garamond", "CMU", "Latin Modern", "Karla", "Play", "Dosis")
FAVOURED = 25  # how much likelier a common family is
SYMBOLS = ("Symbol", "Emoji", "Icons", "Dingbats", "Braille", "Weather", "Math", "cmex", "cmsy", "cmmi", "D050000L", "DSEG", "Standard Symbols",
           "bbding", "Music", "Ecolier_lignes", "Blankenburg", "Barcode", "Circos")
NARROW = ("Narrow", "Cond", "Compressed")  # in the names of files of narrow letters
BOLD = ("Bold", "Black", "Heavy", "Ultra", "Poster", "Fat", "Bebas", "AlfaSlab", "LeagueSpartan")  # in those of heavy letters
PLATES = ("DIN", "OpenDIN", "Roadgeek", "Routed Gothic", "osifont", "Bebas", "League Spartan", "National Park", "Archivo", "Cooper Hewitt", "Cuprum",
          "DejaVu Sans", "Liberation Sans", "Roboto", "Overpass", "Chivo")  # families like those of number plates
HANDWRITTEN = ("Abecedario", "Because We", "Breip", "Chancery Uralic", "Dancing Script", "Daniel", "Delphine", "DkgHandwriting", "Domestic Manners",
               "Ecolier_court", "El Abogado Loco", "femkeklaver", "Great Vibes", "Hand Me Down S", "Humor Sans", "Johnny Mac Scrawl", "Joscelyn",
               "Kaushan Script", "Kristi", "Leckerli One", "Mad's Scrawl", "Penguin Attack", "Purisa", "Romande ADF Script", "Rufscript", "Steve",
               "TeX Gyre Chorus", "Tomson Talks", "Z003", "Ænigma Scrawl")
ANY = set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,-")
SHAPES = "aegrtdhq"  # small letters that are unlike their capitals
ALIKE = 0.315  # how much two shapes differ at most that are the same, of their ink


def listed():
    """The font files with their families and the characters of the alphabet that they have."""
    rows = subprocess.run(["fc-list", "--format", "%{file}\t%{family[0]}\t%{index}\n"], capture_output=True, text=True, check=True).stdout
    fonts = {}
    for file, family, index in sorted({tuple(row.split("\t")) for row in rows.splitlines()}):
        if Path(file).suffix.lower() not in (".ttf", ".otf") or int(index) != 0 or any(s in family for s in SYMBOLS) or file in fonts:
            continue
        try:
            characters = TTFont(file, lazy=True).getBestCmap() or {}
            shapes = {c: shape(file, c) for c in SHAPES + SHAPES.upper()}
        except Exception:
            continue
        if not all(ord(c) in characters for c in ANY) or difference(shapes["A"], shapes["E"]) == 0:  # all alike, or nothing is drawn
            continue
        known = [c for c in alphabet.CHARACTERS if ord(c) in characters]
        if np.median([difference(shapes[c], shapes[c.upper()]) for c in SHAPES]) < ALIKE:  # its small letters are capitals
            known = [c for c in known if not c.islower()]
        fonts[file] = (family, "".join(known))
    return fonts


def shape(file, character):
    """A character as large as a square, a little blurred, from 0 to 1."""
    mask = Image.new("L", (120, 120))
    ImageDraw.Draw(mask).text((40, 30), character, 255, ImageFont.truetype(file, 40))
    square = mask.crop(mask.getbbox()).resize((24, 24)).filter(ImageFilter.GaussianBlur(1.2))
    return np.asarray(square, np.float32) / 255


def difference(a, b):
    """How much two shapes differ, as a part of their ink."""
    return float(np.abs(a - b).sum() / max(a.sum() + b.sum(), 1e-6) * 2)


class Fonts:
    """The fonts, drawn by family, so that one with many weights isn't drawn more often."""

    def __init__(self, cache):
        cache = Path(cache)
        if not cache.exists():
            cache.write_text(json.dumps(listed()))
        families = {}
        for file, (family, characters) in json.loads(cache.read_text()).items():
            families.setdefault(family, []).append((file, frozenset(characters)))
        self.families = list(families.values())
        weights = np.array([FAVOURED if name.startswith(COMMON) else 1.0 for name in families])
        self.weights = (weights / weights.sum()).cumsum()
        self.kinds = {"any": self.families, "narrow": self.named(NARROW), "bold": self.named(BOLD),
                      "plates": [family for name, family in families.items() if name.startswith(PLATES)],
                      "handwritten": [family for name, family in families.items() if name.startswith(HANDWRITTEN)]}

    def named(self, words):
        """The families with the fonts whose files have one of some words in their names."""
        chosen = [[font for font in family if any(word in Path(font[0]).stem for word in words)] for family in self.families]
        return [family for family in chosen if family]

    def draw(self, text, generator, tries=40, kind=None):
        """A font file, of one of the `kinds` if it is named, that has all characters of a text; `None` where none was found."""
        needed = set(text) - {" "}
        for _ in range(tries):
            family = self.families[min(int(np.searchsorted(self.weights, generator.random())), len(self.families) - 1)]
            if self.kinds.get(kind):
                family = self.kinds[kind][int(generator.integers(len(self.kinds[kind])))]
            file, characters = family[int(generator.integers(len(family)))]
            if needed <= characters:
                return file
        return None


@lru_cache(maxsize=3000)
def loaded(file, size):
    return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)
