#!/usr/bin/env python3
"""Writes the barcodes that the tests read, and barcodes.json with what they hold. Needs zint (Debian package zint)."""
import json
import pathlib
import re
import subprocess

folder = pathlib.Path(__file__).parent / "barcodes"

# Kind, zint's number of the symbology, its options, what is encoded, and the payload where it is another.
CODES = [
    ("aztec", 92, [], "Osprey 42"),
    ("aztec", 92, ["--vers=8"], "A full-range Aztec code of eight data layers"),
    ("code39", 8, [], "OSPREY-42"),
    ("code39FullASCII", 9, [], "Osprey+42", "Osprey+42"),
    ("code93", 25, [], "OSPREY 42"),
    ("code128", 20, [], "Osprey 42"),
    ("code128", 16, [], "[01]98898765432106[10]12A", "019889876543210610" + "12A"),
    ("dataMatrix", 71, [], "Osprey 42"),
    ("dataMatrix", 71, ["--vers=29"], "Osprey 42, rectangular"),
    ("dataMatrix", 71, ["--gs1"], "[01]98898765432106[10]12A", "019889876543210610" + "12A"),
    ("ean8", 13, [], "1234567", "12345670"),
    ("ean13", 13, [], "978030640615", "9780306406157"),
    ("ean13", 34, [], "72527273070", "0725272730706"),
    ("i2of5", 3, [], "4206969342"),
    ("itf14", 89, [], "0012345000001", "00123450000014"),
    ("pdf417", 55, ["--secure=3", "--cols=3"], "Osprey reads PDF417 with numbers 0123456789012345678901234567890"),
    ("qr", 58, ["--secure=1"], "Osprey 42"),
    ("qr", 58, ["--secure=4", "--vers=10"], "Osprey, version 10 at level H"),
    ("microQR", 97, ["--vers=4"], "Osprey 42"),
    ("upce", 37, [], "0123456", "0012345000065"),
    ("codabar", 18, [], "A42-1999B"),
    ("gs1DataBar", 29, [], "0200123456789", "0102001234567893"),
    ("gs1DataBar", 80, [], "0200123456789", "0102001234567893"),
    ("gs1DataBarExpanded", 31, [], "[01]98898765432106[10]12A[21]7", "01988987654321061012A\x1d217"),
    ("gs1DataBarExpanded", 81, [], "[01]98898765432106[10]12A[21]7", "01988987654321061012A\x1d217"),
    ("qr", 58, ["--binary"], "\xe9\x00\xff".encode("latin-1"), None),
]


def numbers(text, base=10):
    return [int(word, base) for word in text.split()]


def details(kind, log):
    """The data codewords and the layout, from what zint says while it encodes."""
    if kind == "aztec":
        words = re.search(r"Codewords:\n([01 ]+)\n", log)
        layers = re.search(r"Generating a (compact|full-size) symbol with (\d+) layers", log)
        return {"codewords": numbers(words[1], 2), "isCompact": layers[1] == "compact", "layers": int(layers[2])}
    if kind == "pdf417":
        words = numbers(re.search(r"Complete CW string \(\d+\):\n([\d ]+)\n", log)[1])
        return {"codewords": words[: words[0]]}
    if kind == "qr":
        words = re.search(r"Resulting codewords:\n\s*([0-9A-Fx ]+)\n", log)
        version = re.search(r"Selected version: (\d+)-([LMQH])", log)
        mask = re.search(r"Mask: (\d)", log)
        return {"codewords": numbers(words[1], 16), "version": int(version[1]), "level": version[2], "mask": int(mask[1])}
    if kind == "dataMatrix":
        data, pads = (re.search(word + r" \(\d+\): ([\d ]*)\n", log) for word in ("Data", "Pads"))
        return {"codewords": numbers(data[1]) + numbers(pads[1])}
    return {}


def main():
    folder.mkdir(exist_ok=True)
    entries = []
    for index, (kind, symbology, options, content, *payload) in enumerate(CODES):
        name = f"{index:02}-{kind}.png"
        source = folder / "content.bin"
        source.write_bytes(content if isinstance(content, bytes) else content.encode())
        command = ["zint", "--verbose", "-b", str(symbology), "--scale=1.5", "--quietzones", "--whitesp=2", *options]
        run = subprocess.run([*command, "-i", str(source), "-o", str(folder / name)], capture_output=True, text=True, errors="replace")
        source.unlink()
        assert run.returncode == 0, (kind, run.stderr)
        entry = {"file": name, "kind": kind}
        if isinstance(content, bytes):
            entry["bytes"] = list(content)
        else:
            entry["payload"] = payload[0] if payload else content
        entry["isGS1"] = "[01]" in str(content) or kind.startswith("gs1")
        entry.update(details(kind, run.stdout + run.stderr))
        entries.append(entry)
    lines = ",\n".join(json.dumps(entry) for entry in entries)
    (folder / "barcodes.json").write_text("[\n" + lines + "\n]\n")


main()
