#!/usr/bin/env python3
"""Builds whole public programs from their own sources, runs them, and compares what they print with what is known of the input.

  Scripts/run_programs.py CHECKOUTS [--build .build/debug] [--only OWNER/NAME]

CHECKOUTS has a folder OWNER/NAME for each program, as `git clone` makes it; those that are not there are named and left out. No source is changed: they
are compiled against the build of this package and linked with its objects, in place of the lines that a manifest needs. Their inputs are drawn here, or
are files of the repository. Exit status 1 where a program does not compile, or answers otherwise.
"""
import argparse
import math
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import zlib

PACKAGE = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PACKAGE / "Scripts" / "programs"))

import compiler  # noqa: E402

# Letters of seven rows, drawn large, so that the words of a picture are known.
LETTERS = {
    "A": "0111010001100011111110001100011000", "C": "0111010001100001000010000100010111", "D": "1111010001100011000110001100011111",
    "E": "1111110000100001111010000100001111", "H": "1000110001100011111110001100011000", "I": "0111000100001000010000100001000111",
    "L": "1000010000100001000010000100001111", "N": "1000111001101011001110001100011000", "O": "0111010001100011000110001100010111",
    "R": "1111010001100011111010100100101000", "S": "0111110000100000111000001000011111", "T": "1111100100001000010000100001000010",
    " ": "0" * 34,
}


def write_png(path, rows):
    """A picture of rows of gray bytes."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    header = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 0, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + bytes(row) for row in rows))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b""))


def picture(path, lines, unit=9):
    """A PNG of black words on white."""
    width = max(len(line) for line in lines) * 6 * unit + 8 * unit
    rows = [bytearray(b"\xff" * width) for _ in range((len(lines) * 12 + 6) * unit)]
    for number, line in enumerate(lines):
        for place, letter in enumerate(line):
            for index, bit in enumerate(LETTERS[letter].ljust(35, LETTERS[letter][29])):
                if bit == "1":
                    x, y = (4 + place * 6 + index % 5) * unit, (6 + number * 12 + index // 5) * unit
                    for row in rows[y:y + unit]:
                        row[x:x + unit] = b"\0" * unit

    write_png(path, rows)


WORDS = ["THE COAST", "LINE TEN"]


def expect_words(output, files):
    """Each line of the picture, as it stands, among what is printed or written."""
    text = output + "".join(file.read_text(errors="replace") for file in files)
    found = " ".join(re.findall(r"[A-Z0-9]+", text.replace("\\n", " ").upper()))
    missing = [line for line in WORDS if f" {line} " not in f" {found} "]
    return not missing, f"lacks {missing}: {found[:200]}" if missing else ", ".join(WORDS)


# The corners of a bright sheet, clockwise from the upper left one.
SHEET = [(61, 52), (331, 79), (301, 262), (41, 229)]


def sheet(path):
    """A PNG of a bright sheet on a dark table."""
    def is_inside(x, y):
        sides = zip(SHEET, SHEET[1:] + SHEET[:1])
        return all((bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0 for (ax, ay), (bx, by) in sides)
    write_png(path, [bytes(230 if is_inside(x + 0.5, y + 0.5) else 40 for x in range(400)) for y in range(300)])


def numbers(output, name):
    return [[float(word) for word in line.split()[1:]] for line in output.splitlines() if line.startswith(name + " ")]


def expect_sheet(output, files):
    """The sheet's corners within a pixel and a half, and what follows from them."""
    corners = numbers(output, "corner")
    if len(corners) != 4:
        return False, output[:200]
    apart = max(math.dist(found, known) for found, known in zip(corners, SHEET))
    around = sum(math.dist(a, b) for a, b in zip(SHEET, SHEET[1:] + SHEET[:1]))
    bounds = [max(values) - min(values) for values in zip(*SHEET)]
    half = [value / 2 for value in SHEET[0]]
    follows = (abs(numbers(output, "perimeter")[0][0] - around) < 6 and math.dist(numbers(output, "bounds")[0], bounds) < 4
               and math.dist(numbers(output, "half")[0], half) < 1.5)
    return apart < 1.5 and follows, f"corners {apart:.2f} pixels from the sheet's"


def sound(path):
    """A WAV file of half a second of a tone of 1,000 Hz, 44,100 samples of 16 bits in a second."""
    samples = b"".join(struct.pack("<h", round(16000 * math.sin(2 * math.pi * 1000 * place / 44100))) for place in range(22050))
    form = struct.pack("<HHIIHH", 1, 1, 44100, 88200, 2, 16)
    body = b"WAVEfmt " + struct.pack("<I", len(form)) + form + b"data" + struct.pack("<I", len(samples)) + samples
    path.write_bytes(b"RIFF" + struct.pack("<I", len(body)) + body)


def expect_sound(output, files):
    """The same tone at 16,000 samples in a second; its ends are beside silence."""
    found = numbers(output, "samples")[0]
    wanted = [16000 / 32768 * math.sin(2 * math.pi * 1000 * place / 16000) for place in range(len(found))]
    apart = max(abs(a - b) for a, b in list(zip(found, wanted))[200:-200])
    return abs(len(found) - 8000) <= 2 and apart < 1e-3, f"{len(found)} samples, {apart:.5f} from the tone's"


# A score and a rectangle for each box.
BOXES = [(0.9, 0, 0, 10, 10), (0.8, 1, 1, 10, 10), (0.7, 20, 20, 5, 5), (0.95, 0.5, 0, 10, 10), (0.2, 8, 8, 10, 10), (0.6, 21, 20, 5, 5)]


def overlap(a, b):
    width = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    height = min(a[2] + a[4], b[2] + b[4]) - max(a[2], b[2])
    shared = max(width, 0) * max(height, 0)
    return shared / (a[3] * a[4] + b[3] * b[4] - shared)


def expect_boxes(output, files):
    """The boxes that greedy suppression keeps, and the exponentials of the scores."""
    kept = []
    for index in sorted(range(len(BOXES)), key=lambda index: -BOXES[index][0]):
        if all(overlap(BOXES[index], BOXES[other]) <= 0.5 for other in kept):
            kept.append(index)
    powers = [math.exp(box[0]) for box in BOXES]
    wanted = [power / sum(powers) for power in powers]
    apart = max(abs(a - b) for a, b in zip(numbers(output, "softmax")[0], wanted))
    isRight = [int(value) for value in numbers(output, "kept")[0]] == kept and apart < 2e-5 and numbers(output, "best") == [[3]]
    return isRight, output.strip().replace("\n", ", ")[:200]


# Each program: its sources, the driver beside them (Scripts/programs/drivers) where they are a library's, the arguments (IMAGE, SHEET, SOUND and
# OUT stand for files), and what it must answer.
WESCAN = ["Common/Quadrilateral", "Common/VisionRectangleDetector", "Extensions/Array+Utils", "Extensions/CGAffineTransform+Utils",
          "Extensions/CGPoint+Utils", "Extensions/CGRect+Utils", "Extensions/CGSize+Utils", "Protocols/Transformable"]
PROGRAMS = {
    "xulihang/macOCR": (["OCR/main.swift"], None, ["en", "false", "true", "IMAGE", "OUT"], expect_words),
    "ughe/macocr": (["Sources/*/*.swift"], None, ["IMAGE"], expect_words),
    "WeTransfer/WeScan": ([f"Sources/WeScan/{name}.swift" for name in WESCAN], "WeScan", ["SHEET"], expect_sheet),
    "hollance/CoreMLHelpers": (["CoreMLHelpers/NonMaxSuppression.swift", "CoreMLHelpers/Math.swift", "CoreMLHelpers/Array+Extensions.swift"],
                               "CoreMLHelpers", [str(value) for box in BOXES for value in box], expect_boxes),
    "FluidInference/FluidAudio": (["Sources/FluidAudio/Shared/AudioConverter.swift", "Sources/FluidAudio/Shared/AppLogger.swift"], "FluidAudio",
                                  ["SOUND"], expect_sound),
}


def libraries(build):
    """The objects of the modules that programs import, and the libraries that they need."""
    listed = (build / "osprey.product" / "Objects.LinkFileList").read_text().replace("'", "").split("\n")
    objects = [pathlib.Path(line.strip()) for line in listed if line.strip().endswith(".o") and "/osprey.build/" not in line]
    known = {file.parent for file in objects}
    # Modules that the command line itself does without.
    modules = [folder.name for folder in sorted((PACKAGE / "Sources" / "Frameworks").iterdir())] + ["CUnfairLock", "CVectors", "COpenBLAS"]
    for module in modules:
        folder = build / f"{module}.build"
        if folder not in known:
            objects += sorted(folder.rglob("*.o"))
    flags = ["lcms2", "exif", "gif", "webp", "spng", "turbojpeg", "stdc++", "dl", "dnnl", "ZXing", "z"]
    return objects, [f"-l{flag}" for flag in flags]


def run(name, root, swift, build, scratch):
    """Whether a program answers as it should, and a sentence about it."""
    patterns, driver, arguments, expect = PROGRAMS[name]
    sources = sorted({file for pattern in patterns for file in root.glob(pattern) if file.name != "Package.swift"})
    if not sources:
        return False, "it has none of the sources that are known of it"
    folder = pathlib.Path(scratch) / name.replace("/", "+")
    folder.mkdir(parents=True)
    if driver:
        main = folder / "main.swift"
        main.write_text((PACKAGE / "Scripts" / "programs" / "drivers" / f"{driver}.swift").read_text())
        sources.append(main)
    program = folder / "program"
    objects, libraries_ = libraries(build)
    response = folder / "objects"
    response.write_text("\n".join(f'"{file}"' for file in objects))
    command = ["swiftc", *swift.flags, "-module-name", "Program", "-o", program, *sources, f"@{response}", *libraries_]
    compiled = subprocess.run(list(map(str, command)), capture_output=True, text=True, cwd=folder)
    if compiled.returncode != 0:
        return False, "it does not compile: " + " | ".join(re.findall(r"error: .*", compiled.stderr)[:3])
    files = {"IMAGE": folder / "words.png", "SHEET": folder / "sheet.png", "SOUND": folder / "tone.wav", "OUT": folder / "out.txt"}
    picture(files["IMAGE"], WORDS)
    sheet(files["SHEET"])
    sound(files["SOUND"])
    filled = [str(files.get(argument, argument)) for argument in arguments]
    try:
        process = subprocess.run([str(program), *filled], capture_output=True, text=True, cwd=folder, timeout=300, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return False, "it does not end within five minutes"
    if process.returncode != 0:
        return False, f"it ends with {process.returncode}: {(process.stderr or process.stdout)[-300:]}"
    isRight, text = expect(process.stdout, [file for file in folder.iterdir() if file.suffix in (".txt", ".md", ".json")])
    return isRight, text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path, default=PACKAGE / ".build" / "debug")
    parser.add_argument("--only", action="append")
    options = parser.parse_args()
    build = options.build.resolve()
    failures = 0
    with tempfile.TemporaryDirectory() as scratch:
        swift = compiler.Compiler(build, PACKAGE, pathlib.Path(scratch), 600)
        for name in PROGRAMS:
            root = options.checkouts.resolve() / name
            if options.only and name not in options.only:
                continue
            if not root.is_dir():
                print(f"-     {name}: there is no checkout")
                continue
            isRight, text = run(name, root, swift, build, scratch)
            failures += not isRight
            print(f"{'ok' if isRight else 'FAIL':5} {name}: {text}", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
