#!/usr/bin/env python3
"""How well text is read and what it costs, with RapidOCR and Tesseract beside on the same pictures.

    Benchmarks/text.py PROGRAM --data FOLDER [--kinds scene pages …] [--peers rapidocr,tesseract] [--level accurate|fast]
                       [--reader tesseract|networks] [--json FILE]
    Benchmarks/text.py --peers-only --data FOLDER … [--most N] [--cache FOLDER]

FOLDER holds a folder for each kind of picture; a kind that is not there is left out. Nothing of it comes with Osprey, and none of these pictures
may be used to train or to tune anything. text_pages.py draws `pages`, `turned`, `screens` and `code`.

  scene/        ICDAR 2015 incidental scene text, test part: img_N.jpg, gt_img_N.txt. cqhblg/ppocr_train_data @ 9f92ece7f6c8,
                `ch4_test_images/`, `Challenge4_Test_Task1_GT/`; 40 pictures.
  receipts/     SROIE: NNN.jpg, NNN.csv, a line a row, in upper case. zzzDavid/ICDAR-2019-SROIE @ 27be4271b251, `data/img/`, `data/box/`; 20 pictures.
  words/        IIIT5K, cut-out words: *.png and test.tags. gsy-cv/IIIT5K @ 3d361ac71f78, `test/`, `test.tags`; 100 pictures.
  plates/       Cars with known number plates: eu/, us/, br/ with NAME.jpg and NAME.txt. openalpr/benchmarks @ 9790ed20d475,
                `endtoend/`; 15, 15 and 10 pictures.
  pages/        en/, de/, fr/, es/: pages of six layouts, drawn by Chromium, every other one as a scanner or a telephone sees it: NAME.png or
                NAME.jpg with NAME.json. The texts are those of Debian's package `debian-handbook` 11.20220922; 10 pictures a language.
  turned/       Such pages, turned by 90, 180 and 270 degrees and by some between; 16 pictures.
  screens/      Settings, chats, mail, tables, terminals and forms in these languages, bright and dark; 32 pictures.
  code/         Source files of seven languages in an editor's colours, drawn by Chromium and Pygments; 17 pictures.
  prints/       Books of the 19th and 20th century: en/, fr/, es/ with NAME.png or .jpg and NAME.xml (ALTO). FoNDUE-HTR/FONDUE-EN-PRINT-20 @
                a75299125490, FONDUE-FR-PRINT-20 @ c7ec668e9efd, FONDUE-ES-PRINT-19 @ 52b7912ef919, `data/`; 8, 6 and 6 pictures.
  books/        Old print in black and white: NAME.png, NAME.txt with the text of the page. PedroBarcha/old-books-dataset @ 9a0378e11887,
                `binarized_300dpi/Otsu/`, `groundtruth/`; 10 pictures.
  handwriting/  Forms filled in by hand, in English: NAME.jpg, NAME.xml (PAGE). omni-us/research-dataset-sGMB @ 93b5b8ce1449, `data/`; 12 pictures.
  notext/       Photographs without any text: pan8915/DeepTexture @ 522f46f683af, `images/`, and York Urban, johndpope/BMVC-Dubska @
                bfcc2c9e75d7, `YorkUrbanDB/`; 34 pictures, looked through by eye.
  kept, signs   The receipts of ../shared/data/text beside the checkout, and its scenes and words with strings that can be read.

A NAME.json is {"language": "de", "lines": [{"quad": [[x, y] * 4], "text"}]}: pixels from the top left, corners clockwise from the beginning of the
line; "ignore": true stands in the place of "text" where a line is cut off.

Measures, for each kind of picture:
  recall, precision   Words that agree exactly, each true word used once within its picture. Upper and lower case count, but for receipts, plates
                      and words; of `words` only letters and digits count. Quotation marks and dashes of any form are equal, bullets are left out.
                      What is read where a word is marked as unreadable counts neither way.
  strings             Plates, signs: the part of the strings whose letters and digits stand in what was read, one after another.
  character error     Insertions, deletions and replacements over the true characters, line by line: each word that is read belongs to the true
                      line that it lies on, and what lies on none is inserted.
  lines               True lines (words in scenes) of whose area at least half is covered by found ones; a found line counts where at least 0.3 of
                      it lie on true ones.
  false words         All words found in a picture without text.
  processor time      User and system time of the reader's process for a picture, with decoding, in milliseconds; loading (of the program, the
                      networks, Python) is measured apart and taken away. RapidOCR and Tesseract use one thread: that needs the least in all.
  calibration         Expected calibration error of the words' confidences, in 15 bins, over all kinds whose words are known.

RapidOCR is a program of its own in the Python of `--rapidocr-python`. With `--cache FOLDER` the peers' answers are kept there with their times, which
were then not measured in the same run; leave it out for ratios that mean something. Needs nothing but Python.
"""
import argparse
import collections
import dataclasses
import json
import math
import os
import pathlib
import re
import resource
import struct
import subprocess
import sys
import tempfile
import typing
import unicodedata
import xml.etree.ElementTree
import zlib

SHARED = pathlib.Path(__file__).resolve().parent.parent.parent / "shared/data/text"
BINS = 15
SAME = str.maketrans("‘’‚‛′“”„‟″–—−‐‑", "'''''\"\"\"\"\"-----")
BULLETS = set("•·●▪◦‣∙・■○")
TESSERACT = {"en": "eng", "de": "deu", "fr": "fra", "es": "spa"}

RAPIDOCR = """
import json, sys, time
import cv2
from rapidocr import RapidOCR
cv2.setNumThreads(1)
settings = {"Global.log_level": "error"}
settings.update({f"EngineConfig.onnxruntime.{name}_op_num_threads": 1 for name in ("intra", "inter")})
engine = RapidOCR(params=settings)
print(json.dumps(time.process_time()), flush=True)
for file in sys.stdin.read().splitlines():
    before = time.process_time()
    found = engine(file)
    lines = [] if found.boxes is None else [
        {"quad": [[float(v) for v in p] for p in box], "text": text, "confidence": float(score)}
        for box, text, score in zip(found.boxes, found.txts, found.scores)]
    print(json.dumps({"lines": lines, "time": time.process_time() - before}), flush=True)
"""


@dataclasses.dataclass
class Picture:
    """A file and what is known of it. The place of a line is None where it is the whole picture."""
    file: pathlib.Path
    lines: list = dataclasses.field(default_factory=list)
    ignored: list = dataclasses.field(default_factory=list)
    strings: list = dataclasses.field(default_factory=list)
    language: str = "en"


@dataclasses.dataclass
class Kind:
    """How the pictures of a kind are loaded, compared and, for Tesseract, what a page of it is like."""
    load: typing.Callable
    case: bool = True
    letters: bool = False
    places: bool = True
    whole: bool = True
    page: int = 3


# Annotations of the pictures, in the form of each set.

def rectangle(x, y, width, height):
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def corners(numbers):
    numbers = [float(v) for v in numbers]
    return list(zip(numbers[::2], numbers[1::2]))


def files(folder):
    return sorted(path for path in folder.rglob("*") if path.suffix.lower() in (".jpg", ".jpeg", ".png"))


def icdar(folder):
    """ICDAR 2015: corners of a word and the word; ### is unreadable."""
    for file in files(folder):
        picture = Picture(file)
        for row in (folder / f"gt_{file.stem}.txt").read_text(encoding="utf-8-sig").splitlines():
            parts = row.split(",", 8)
            if len(parts) == 9 and parts[8] == "###":
                picture.ignored.append(corners(parts[:8]))
            elif len(parts) == 9:
                picture.lines.append((corners(parts[:8]), parts[8]))
        yield picture


def sroie(folder):
    for file in files(folder):
        rows = [row.split(",", 8) for row in file.with_suffix(".csv").read_text(errors="replace").splitlines()]
        yield Picture(file, [(corners(row[:8]), row[8]) for row in rows if len(row) == 9])


def tagged(folder):
    """Cut-out words: a row for each with its file and the word."""
    for row in (folder / "test.tags").read_text().splitlines():
        name, word = row.split(" ", 1)
        yield Picture(folder / pathlib.Path(name).name, [(None, word)])


def plates(folder):
    """A row for each plate: the file, x, y, width, height and the plate."""
    for file in files(folder):
        rows = [row.split("\t") for row in file.with_suffix(".txt").read_text().splitlines() if row.strip()]
        yield Picture(file, strings=[row[5] for row in rows])


def rendered(folder):
    for file in files(folder):
        known = json.loads(file.with_suffix(".json").read_text())
        yield from entries([known | {"file": file}])


def entries(rows):
    for row in rows:
        lines = row.get("lines", [])
        yield Picture(
            row["file"], [(line["quad"], line["text"]) for line in lines if not line.get("ignore")],
            [line["quad"] for line in lines if line.get("ignore")], row.get("contains", []), row.get("language", "en"))


def shared(folder, chosen):
    rows = json.loads((folder / "text.json").read_text())
    return entries([row | {"file": folder / row["file"]} for row in rows if chosen(row)])


def elements(file, name):
    """The elements of a file of XML with a name, in whatever namespace."""
    return [e for e in xml.etree.ElementTree.parse(file).iter() if e.tag.split("}")[-1] == name]


def alto(folder):
    """ALTO: text lines, each with its strings. The page may have been measured at another size than the picture has."""
    for file in files(folder):
        source = file.with_suffix(".xml")
        page = elements(source, "Page")[0]
        width, height = size(file)
        across, down = width / float(page.get("WIDTH")), height / float(page.get("HEIGHT"))
        picture = Picture(file, language=file.parent.name)
        for line in elements(source, "TextLine"):
            text = " ".join(e.get("CONTENT") for e in line if e.tag.endswith("String"))
            x, y, w, h = (float(line.get(name)) for name in ("HPOS", "VPOS", "WIDTH", "HEIGHT"))
            box = rectangle(x * across, y * down, w * across, h * down)
            if text.strip():
                picture.lines.append((box, text))
            else:
                picture.ignored.append(box)
        yield picture


def page_xml(folder):
    """PAGE: words, each with corners and text."""
    for file in files(folder):
        picture = Picture(file)
        for word in elements(file.with_suffix(".xml"), "Word"):
            points = next(e for e in word.iter() if e.tag.endswith("Coords")).get("points")
            text = next((e.text for e in word.iter() if e.tag.endswith("Unicode")), None) or ""
            quad = corners(points.replace(",", " ").split())
            if text.strip():
                picture.lines.append((quad, text))
            else:
                picture.ignored.append(quad)
        yield picture


def texts(folder):
    for file in files(folder):
        yield Picture(file, [(None, row) for row in file.with_suffix(".txt").read_text(errors="replace").splitlines() if row.strip()])


def nothing(folder):
    for file in files(folder):
        yield Picture(file)


KINDS = {
    "scene": Kind(icdar, whole=False, page=11),
    "receipts": Kind(sroie, case=False, page=11),
    "words": Kind(tagged, case=False, letters=True, places=False, page=8),
    "plates": Kind(plates, page=11),
    "pages": Kind(rendered),
    "turned": Kind(rendered),
    "screens": Kind(rendered, page=11),
    "code": Kind(rendered),
    "prints": Kind(alto),
    "books": Kind(texts, places=False, whole=False),
    "handwriting": Kind(page_xml, whole=False),
    "notext": Kind(nothing, page=11),
    "kept": Kind(lambda _: shared(SHARED, lambda row: row["file"].startswith("receipts/sroie")), case=False, page=11),
    "signs": Kind(lambda _: shared(SHARED, lambda row: row.get("contains")), page=11),
}


def load(options):
    """The pictures of the kinds that are there; those of several languages are as many kinds."""
    kinds = {}
    for name in options.kinds or KINDS:
        kind, _, part = name.partition("/")
        folder = options.data / kind
        if not (folder if kind not in ("kept", "signs") else SHARED).is_dir():
            print(f"no {name}", file=sys.stderr)
            continue
        for picture in KINDS[kind].load(folder):
            language = f"{kind}/{picture.language}" if kind == "pages" else kind
            if not part or language == name:
                kinds.setdefault(language, []).append(picture)
    if options.most:
        kinds = {name: pictures[::math.ceil(len(pictures) / options.most)] for name, pictures in kinds.items()}
    return kinds


# Readers: each gives, for a list of pictures, what it found in each, processor seconds a picture, and those of loading.
# A found line is {"quad", "text", "confidence"}; "words", a list of the same, where the reader knows them.

def size(file):
    """Width and height of a PNG or JPEG file."""
    data = file.read_bytes()
    if data[:4] == b"\x89PNG":
        return struct.unpack(">II", data[16:24])
    at = 2
    while True:
        marker, length = data[at + 1], struct.unpack(">H", data[at + 2:at + 4])[0]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5:at + 9])
            return width, height
        at += 2 + length


def blank(folder):
    """A white picture: what a program needs for it, it needs for starting."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    file = pathlib.Path(folder) / "blank.png"
    rows = zlib.compress((b"\0" + b"\xff" * 64) * 64)
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 64, 8, 0, 0, 0, 0))
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", rows) + chunk(b"IEND", b""))
    return file


def run(command, **settings):
    """Runs a command, and gives its output and its processor seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = subprocess.run(command, stdout=subprocess.PIPE, text=True, **settings).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return answer, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


class Osprey:
    def __init__(self, program, level, reader, folder):
        chosen = [*(["--level", level] if level else []), *(["--reader", reader] if reader else [])]
        self.command = [os.path.realpath(program), "detect", "text", "--json", *chosen]
        # The first start may have to read the program from the disk.
        self.loading = min(run([*self.command, str(blank(folder))])[1] for _ in range(3))

    def read(self, pictures, kind):
        output, seconds = run([*self.command, *(str(picture.file) for picture in pictures)])
        rows = {}
        for line in output.splitlines():
            row = json.loads(line)
            rows[os.path.realpath(row["image"])] = row
            if "error" in row:
                print(f"osprey: {row['image']}: {row['error']}", file=sys.stderr)
        found = []
        for picture in pictures:
            width, height = size(picture.file)
            text = rows.get(os.path.realpath(picture.file), {}).get("text", [])
            found.append([self.line(row, width, height) for row in text])
        return found, [(seconds - self.loading) / len(pictures)] * len(pictures), self.loading

    @staticmethod
    def line(row, width, height):
        line = {"quad": Osprey.quad(row, width, height), "text": row["string"], "confidence": row["confidence"]}
        line["words"] = [{"quad": Osprey.quad(word, width, height), "text": word["string"], "confidence": word.get("confidence", row["confidence"])}
                         for word in row.get("words", [])]
        return {name: value for name, value in line.items() if value != []}

    @staticmethod
    def quad(row, width, height):
        return [(x * width, (1 - y) * height) for x, y in row["corners"]]


class RapidOCR:
    def __init__(self, python):
        self.python = python

    def read(self, pictures, kind):
        names = "\n".join(os.path.realpath(picture.file) for picture in pictures)
        rows = [json.loads(row) for row in run([self.python, "-c", RAPIDOCR], input=names, check=True)[0].splitlines()]
        return [row["lines"] for row in rows[1:]], [row["time"] for row in rows[1:]], rows[0]


class Tesseract:
    def __init__(self, folder):
        self.environment = os.environ | {"OMP_THREAD_LIMIT": "1"}
        self.blank = blank(folder)
        self.loading = {}

    def read(self, pictures, kind):
        found, times = [], []
        for picture in pictures:
            settings = ["--psm", str(KINDS[kind].page), "-l", TESSERACT[picture.language], "tsv"]
            key = picture.language
            if key not in self.loading:
                self.loading[key] = min(self.run(self.blank, settings)[1] for _ in range(3))
            output, seconds = self.run(picture.file, settings)
            found.append(list(self.lines(output)))
            times.append(seconds - self.loading[key])
        return found, times, max(self.loading.values())

    def run(self, file, settings):
        return run(["tesseract", str(file), "-", *settings], env=self.environment, stderr=subprocess.DEVNULL)

    def lines(self, output):
        rows = collections.defaultdict(list)
        for row in output.splitlines()[1:]:
            parts = row.split("\t", 11)
            if len(parts) == 12 and parts[0] == "5" and parts[11].strip():
                x, y, w, h = map(int, parts[6:10])
                confidence = max(float(parts[10]), 0) / 100
                rows[tuple(parts[1:5])].append({"quad": rectangle(x, y, w, h), "text": parts[11].strip(), "confidence": confidence})
        for words in rows.values():
            xs, ys = zip(*(point for word in words for point in word["quad"]))
            yield {"quad": rectangle(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)), "text": " ".join(word["text"] for word in words),
                   "confidence": min(word["confidence"] for word in words), "words": words}


class Cached:
    """A reader whose answers are kept in a file, with the times that they took once."""

    def __init__(self, reader, file):
        self.reader, self.file, self.used = reader, file, False
        self.kept = json.loads(file.read_text()) if file.exists() else {"loading": 0, "answers": {}}

    def read(self, pictures, kind):
        keys = [f"{kind}/{picture.file.parent.name}/{picture.file.name} {picture.file.stat().st_size}" for picture in pictures]
        answers = self.kept["answers"]
        missing = [picture for picture, key in zip(pictures, keys) if key not in answers]
        self.used |= len(missing) < len(pictures)
        names = [key for key in keys if key not in answers]
        # A few at a time: what is done stays when it is stopped.
        for start in range(0, len(missing), 10):
            found, times, self.kept["loading"] = self.reader.read(missing[start:start + 10], kind)
            answers.update((key, {"lines": lines, "time": seconds}) for key, lines, seconds in zip(names[start:], found, times))
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(json.dumps(self.kept, ensure_ascii=False))
        return [answers[key]["lines"] for key in keys], [answers[key]["time"] for key in keys], self.kept["loading"]


# Measures.

def plain(text, kind):
    """A text in the form in which it is compared."""
    text = unicodedata.normalize("NFKC", text.translate(SAME)).translate(SAME)
    if not kind.case:
        text = text.casefold()
    if kind.letters:
        text = "".join(c if c.isalnum() else "" if not c.isspace() else " " for c in text)
    return " ".join(word for word in text.split() if not set(word) <= BULLETS)


def middle(quad):
    return sum(p[0] for p in quad) / len(quad), sum(p[1] for p in quad) / len(quad)


def place(quad, point):
    """Where a point lies along and across a line: 0 to 1 within it."""
    (ox, oy), (ax, ay), (bx, by) = quad[0], quad[1], quad[3]
    ax, ay, bx, by, px, py = ax - ox, ay - oy, bx - ox, by - oy, point[0] - ox, point[1] - oy
    area = ax * by - ay * bx
    return ((px * by - py * bx) / area, (ax * py - ay * px) / area) if area else (math.inf, math.inf)


def within(quad, point, along, across):
    u, v = place(quad, point)
    return -along <= u <= 1 + along and -across <= v <= 1 + across


def split(line, kind):
    """The words of a found line: text, place and confidence. Where the reader does not say where they stand, all letters are as wide."""
    if line.get("words"):
        for word in line["words"]:
            for text in plain(word["text"], kind).split():
                yield text, word["quad"], word["confidence"]
        return
    a, b, c, d = line["quad"]
    # Along the longer side, whichever way the line is read: only the place matters.
    if math.dist(a, d) > 1.5 * math.dist(a, b) and len(line["text"]) > 2:
        a, b, c, d = d, a, b, c
    def between(p, q, part):
        return p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part
    text = plain(line["text"], kind)
    for match in re.finditer(r"\S+", text):
        start, end = match.start() / len(text), match.end() / len(text)
        yield match.group(), [between(a, b, start), between(a, b, end), between(d, c, end), between(d, c, start)], line["confidence"]


def distance(a, b):
    """The least number of insertions, deletions and replacements from one text to the other."""
    start = len(os.path.commonprefix([a, b]))
    a, b = a[start:], b[start:]
    end = len(os.path.commonprefix([a[::-1], b[::-1]]))
    a, b = a[:len(a) - end], b[:len(b) - end]
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            last, row[j] = row[j], min(last + (x != y), row[j] + 1, row[j - 1] + 1)
    return row[-1]


def area(polygon):
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(polygon, polygon[1:] + polygon[:1]))) / 2


def shared_area(a, b):
    """The area of what two convex polygons have in common."""
    for axis in (0, 1):
        if max(p[axis] for p in a) <= min(p[axis] for p in b) or max(p[axis] for p in b) <= min(p[axis] for p in a):
            return 0
    turn = 1 if sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(b, b[1:] + b[:1])) > 0 else -1
    result = list(a)
    for (x0, y0), (x1, y1) in zip(b, b[1:] + b[:1]):
        inside = [turn * ((x1 - x0) * (p[1] - y0) - (y1 - y0) * (p[0] - x0)) for p in result]
        clipped = []
        for p, q, s, t in zip(result, result[1:] + result[:1], inside, inside[1:] + inside[:1]):
            if s >= 0:
                clipped.append(p)
            if (s < 0) != (t < 0):
                part = s / (s - t)
                clipped.append((p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part))
        result = clipped
        if len(result) < 3:
            return 0
    return area(result)


def lines_found(picture, found):
    """How many of the true lines are covered by what was found."""
    true = [quad for quad, _ in picture.lines]
    quads = [[tuple(p) for p in line["quad"]] for line in found]
    useful = [q for q in quads if sum(shared_area(q, t) for t in true + picture.ignored) >= 0.3 * area(q) > 0]
    return sum(sum(shared_area(t, q) for q in useful) >= 0.5 * area(t) for t in true)


class Score:
    """The counts of a reader over the pictures of a kind."""

    def __init__(self):
        self.count = collections.Counter()
        self.confidences = []

    def add(self, picture, found, seconds, kind):
        count, words = self.count, [(word, number) for number, line in enumerate(found) for word in split(line, kind)]
        count["pictures"] += 1
        count["time"] += seconds
        if picture.strings:
            whole = letters(" ".join(line["text"] for line in found))
            count["strings"] += len(picture.strings)
            count["strings found"] += sum(letters(string) in whole for string in picture.strings)
            return
        missing = collections.Counter(word for _, text in picture.lines for word in plain(text, kind).split())
        count["true"] += missing.total()
        for (text, quad, confidence), _ in sorted(words, key=lambda word: -word[0][2]):
            right = missing[text] > 0
            if right:
                missing[text] -= 1
            elif any(within(ignored, middle(quad), 0.1, 0.3) for ignored in picture.ignored):
                continue
            count["right"] += right
            count["words"] += 1
            self.confidences.append((confidence, right))
        if picture.lines and kind.places:
            count["lines"] += len(picture.lines)
            count["lines found"] += lines_found(picture, found)
        if picture.lines and kind.whole:
            self.characters(picture, found, words, kind)

    def characters(self, picture, found, words, kind):
        parts, errors = [[] for _ in picture.lines], 0
        for order, ((text, quad, _), number) in enumerate(words):
            point, best = middle(quad), None
            for index, (line, _) in enumerate(picture.lines):
                if line is None:
                    best = (0, index, order)
                elif within(line, point, 0.05, 0.3):
                    off = abs(place(line, point)[1] - 0.5)
                    if best is None or off < best[0]:
                        best = (off, index, place(line, middle(found[number]["quad"]))[0])
            if best:
                parts[best[1]].append((best[2], order, text))
            elif not any(within(ignored, point, 0.1, 0.3) for ignored in picture.ignored):
                errors += len(text)
        for (_, text), part in zip(picture.lines, parts):
            true = plain(text, kind)
            errors += distance(true, " ".join(word for _, _, word in sorted(part)))
            self.count["characters"] += len(true)
        self.count["errors"] += errors

    def figures(self):
        """All of the measures that can be had."""
        c = self.count
        part = lambda name, of: c[name] / c[of] if c[of] else None
        return {
            "pictures": c["pictures"], "recall": part("right", "true"), "precision": part("right", "words") if c["true"] else None,
            "strings": part("strings found", "strings"), "characterError": part("errors", "characters"), "lines": part("lines found", "lines"),
            "falseWords": None if c["true"] or c["strings"] else c["words"], "milliseconds": 1000 * c["time"] / c["pictures"]}


def letters(text):
    return "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())


def calibration_error(confidences):
    """The mean distance, over bins of confidences, between them and the part that was right."""
    bins = collections.defaultdict(list)
    for confidence, right in confidences:
        bins[min(int(confidence * BINS), BINS - 1)].append((confidence, right))
    apart = sum(abs(sum(c for c, _ in rows) - sum(r for _, r in rows)) for rows in bins.values())
    return apart / len(confidences) if confidences else None


def shown(value, digits=3):
    return "" if value is None else f"{value:.{digits}f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?")
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--kinds", nargs="*", help="all where not given; pages/de takes one language of the pages")
    parser.add_argument("--most", type=int, help="pictures of a kind, spread over all of them")
    parser.add_argument("--peers", default="rapidocr,tesseract")
    parser.add_argument("--peers-only", action="store_true")
    parser.add_argument("--level", choices=["accurate", "fast"])
    parser.add_argument("--reader", choices=["tesseract", "networks"])
    parser.add_argument("--ignore-case", action="store_true", help="everywhere, not only where the true text has but one case")
    parser.add_argument("--rapidocr-python", default=sys.executable)
    parser.add_argument("--cache", type=pathlib.Path)
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    if not options.program and not options.peers_only:
        parser.error("the program is missing; --peers-only goes without it")
    if options.ignore_case:
        for kind in KINDS.values():
            kind.case = False
    with tempfile.TemporaryDirectory() as folder:
        compare(options, readers(options, folder))


def readers(options, folder):
    """The readers that were asked for, by name."""
    chosen = {} if options.peers_only else {"osprey": Osprey(options.program, options.level, options.reader, folder)}
    for name in filter(None, options.peers.split(",")):
        reader = RapidOCR(options.rapidocr_python) if name == "rapidocr" else Tesseract(folder)
        chosen[name] = Cached(reader, options.cache / f"{name}.json") if options.cache else reader
    return chosen


def compare(options, chosen):
    rows, loading = [], {}
    totals = {name: Score() for name in chosen}
    print("| pictures | number | reader | recall | precision | strings | character error | lines | false words | ms | ratio |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for label, pictures in load(options).items():
        kind = KINDS[label.split("/")[0]]
        scores = {}
        for name, reader in chosen.items():
            found, times, loading[name] = reader.read(pictures, label.split("/")[0])
            scores[name] = Score()
            for picture, lines, seconds in zip(pictures, found, times):
                scores[name].add(picture, lines, seconds, kind)
            totals[name].confidences += scores[name].confidences
            totals[name].count.update({key: scores[name].count[key] for key in ("pictures", "time")})
        rows += report(label, scores)
    ends = report("all", totals)
    for row in ends:
        row["calibrationError"], row["loading"] = calibration_error(totals[row["reader"]].confidences), 1000 * loading[row["reader"]]
    print()
    for row in ends:
        print(f"{row['reader']}: calibration error {shown(row['calibrationError'])}, loading {row['loading']:.0f} ms of processor time")
    old = [name for name, reader in chosen.items() if getattr(reader, "used", False)]
    if old:
        print(f"The times of {' and '.join(old)} were not measured in this run: they are from the cache.")
    if options.json:
        options.json.write_text(json.dumps(rows + ends, indent=1) + "\n")


def report(label, scores):
    """Prints the rows of a kind of picture; the ratio is that of the processor times to RapidOCR's."""
    rows = [{"kind": label, "reader": name, **score.figures()} for name, score in scores.items()]
    base = next((row["milliseconds"] for row in rows if row["reader"] == "rapidocr"), None)
    for row in rows:
        row["ratio"] = row["milliseconds"] / base if base else None
        if label == "all":
            row["falseWords"] = None
        cells = [label, row["pictures"], row["reader"], *(shown(row[name]) for name in ("recall", "precision", "strings", "characterError", "lines")),
                 "" if row["falseWords"] is None else row["falseWords"], f"{row['milliseconds']:.0f}", shown(row["ratio"], 2)]
        print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)
    return rows


if __name__ == "__main__":
    main()
