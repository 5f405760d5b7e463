#!/usr/bin/env python3
"""Writes the bar patterns of PDF417's codewords as Swift source, by reading symbols that zint writes (Debian package zint).

The messages of zint name the codewords of a symbol, and its picture shows their patterns. Random messages are encoded until every codeword has been
seen in each of the three clusters.
"""
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import numpy
from PIL import Image

COLUMNS = 20


def symbol(message, folder):
    """The codewords of a symbol row by row, and its modules."""
    source, picture = folder / "message", folder / "symbol.png"
    source.write_bytes(message)
    command = ["zint", "--verbose", "--binary", "-b", "55", f"--cols={COLUMNS}", "--scale=0.5", "-i", source, "-o", picture]
    log = subprocess.run(command, capture_output=True, text=True, errors="replace", check=True).stdout
    words = [int(word) for word in re.search(r"Complete CW string \(\d+\):\n([\d ]+)\n", log)[1].split()]
    dark = numpy.asarray(Image.open(picture).convert("L")) < 128
    rows = len(words) // COLUMNS
    height = dark.shape[0] // rows
    return [words[row * COLUMNS : (row + 1) * COLUMNS] for row in range(rows)], dark[height // 2 :: height][:rows]


def main():
    random.seed(417)
    patterns = [dict() for _ in range(3)]
    with tempfile.TemporaryDirectory() as name:
        while any(len(cluster) < 929 for cluster in patterns):
            words, modules = symbol(random.randbytes(random.randrange(300, 900)), pathlib.Path(name))
            for row, line in enumerate(words):
                for column, word in enumerate(line):
                    start = 17 * (column + 2)
                    bits = "".join("1" if module else "0" for module in modules[row][start : start + 17])
                    assert patterns[row % 3].setdefault(word, bits) == bits, (row, column, word)
    # Every pattern begins with a dark module, which leaves 16 bits.
    assert all(bits[0] == "1" for cluster in patterns for bits in cluster.values())
    lines = ["/// The bar patterns of PDF417's codewords (ISO/IEC 15438, annex A), written by `Scripts/pdf417_patterns.py`."]
    lines += ["enum PDF417Patterns {", "    /// The patterns of the codewords 0...928 in the clusters 0, 3 and 6: four hexadecimal digits each, without the first"]
    lines += ["    /// module, which is dark.", "    static let hexadecimal = ["]
    for cluster in patterns:
        digits = "".join(f"{int(cluster[word][1:], 2):04x}" for word in range(929))
        lines.append('        """')
        lines += ["        " + digits[i : i + 120] + "\\" for i in range(0, len(digits), 120)]
        lines[-1] = lines[-1][:-1]
        lines.append('        """,')
    lines += ["    ]", "}"]
    pathlib.Path(sys.argv[1]).write_text("\n".join(lines) + "\n")


main()
