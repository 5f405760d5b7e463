"""Writes Fuzz/Corpus/pdf: small PDF files in all forms that the reader knows.

Needs nothing but Python: python3 Scripts/fuzz_pdf.py
"""

import pathlib
import zlib

CORPUS = pathlib.Path(__file__).resolve().parent.parent / "Fuzz" / "Corpus"
TREE = {1: b"<</Type/Catalog/Pages 2 0 R>>", 2: b"<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 200 100]/Resources<<>>>>"}
DRAWING = b"0.5 g 10 10 50 30 re f BT /F1 9 Tf (a\\)b) Tj ET"


def stream(content, entries=b"", length=None):
    return b"<<" + entries + b"/Length " + (length or b"%d" % len(content)) + b">>stream\n" + content + b"\nendstream"


def body(objects, version=b"1.7"):
    """A file's objects, and where each begins."""
    data, places = b"%PDF-" + version + b"\n", {}
    for number, value in objects.items():
        places[number] = len(data)
        data += b"%d 0 obj %s endobj\n" % (number, value)
    return data, places


def table(places):
    """A table of positions, one part for each object."""
    return b"xref\n0 1\n0000000000 65535 f \n" + b"".join(b"%d 1\n%010d 00000 n \n" % item for item in places.items())


def file(objects, trailer=b"", version=b"1.7"):
    data, places = body(objects, version)
    return data + table(places) + b"trailer<</Root 1 0 R/Size %d%s>>\nstartxref\n%d\n%%%%EOF\n" % (max(objects) + 1, trailer, len(data))


def predicted(rows):
    """Rows of bytes with the predictor Up, as most programs pack tables."""
    result, above = b"", bytes(len(rows[0]))
    for row in rows:
        result += b"\2" + bytes((a - b) % 256 for a, b in zip(row, above))
        above = row
    return zlib.compress(result)


def packed(objects, contained, is_predicted):
    """A file whose table is a stream, with some objects in a stream of objects."""
    data, places = body(objects)
    inner, offsets = b"", []
    for number, value in contained.items():
        offsets += [number, len(inner)]
        inner += value + b" "
    head = b" ".join(b"%d" % value for value in offsets) + b" "
    container, last = max(objects) + 1, max([*objects, *contained]) + 2
    places[container] = len(data)
    data += b"%d 0 obj %s endobj\n" % (container, stream(
        zlib.compress(head + inner), b"/Type/ObjStm/N %d/First %d/Filter/FlateDecode" % (len(contained), len(head))))
    rows = []
    for number in range(last + 1):
        if number in contained:
            rows.append(bytes([2, 0, container, list(contained).index(number)]))
        elif number in places:
            rows.append(bytes([1, *places[number].to_bytes(2, "big"), 0]))
        else:
            rows.append(bytes([1, *len(data).to_bytes(2, "big"), 0]) if number == last else bytes(4))
    content, form = (predicted(rows), b"/DecodeParms<</Predictor 12/Columns 4>>") if is_predicted else (zlib.compress(b"".join(rows)), b"")
    entries = b"/Type/XRef/W[1 2 1]/Size %d/Root 1 0 R/Index[0 %d]/Filter/FlateDecode" % (last + 1, last + 1) + form
    return data + b"%d 0 obj %s endobj\nstartxref\n%d\n%%%%EOF\n" % (last, stream(content, entries), len(data))


def hybrid():
    """A file with a table for old readers, and a stream with what only new ones see."""
    data, places = body({1: TREE[1], 3: b"<</Type/Page/Parent 2 0 R/Contents 4 0 R>>", 4: stream(DRAWING)})
    second = len(data)
    data += b"2 0 obj %s endobj\n" % TREE[2]
    hidden = len(data)
    row = bytes([1, *second.to_bytes(2, "big"), 0])
    data += b"9 0 obj %s endobj\n" % stream(row, b"/Type/XRef/W[1 2 1]/Size 10/Index[2 1]")
    start = len(data)
    return data + table(places) + b"trailer<</Root 1 0 R/Size 10/XRefStm %d>>\nstartxref\n%d\n%%%%EOF\n" % (hidden, start)


def changed():
    """A file to which a later version of its page was appended."""
    first = file({**TREE, 3: b"<</Type/Page/Parent 2 0 R>>"})
    start = first.rindex(b"xref\n0 1")
    place = len(first)
    data = first + b"3 0 obj <</Type/Page/Parent 2 0 R/Rotate 90/CropBox[5 5 100 90]>> endobj\n"
    return data + b"xref\n3 1\n%010d 00000 n \ntrailer<</Root 1 0 R/Size 4/Prev %d>>\nstartxref\n%d\n%%%%EOF\n" % (place, start, len(data))


def shared():
    """A page with a font, a picture, a form that refers to itself, and contents in three parts."""
    page = (b"<</Type/Page/Parent 2 0 R/Contents[4 0 R 5 0 R 6 0 R]/Group<</S/Transparency/CS/DeviceRGB>>/Resources<</Font<</F1 7 0 R>>"
            b"/XObject<</I 8 0 R/X 9 0 R>>>>>>")
    return file({**TREE, 3: page, 4: stream(DRAWING), 5: stream(zlib.compress(b"q 20 0 0 20 5 5 cm /I Do Q"), b"/Filter[/FlateDecode]"),
                 6: stream(b"/X Do"), 7: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
                 8: stream(bytes(range(12)), b"/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceRGB"),
                 9: stream(b"0 0 9 9 re S", b"/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 9 0 R>>>>")})


SEEDS = {
    "plain": file({**TREE, 3: b"<</Type/Page/Parent 2 0 R/Contents 4 0 R>>", 4: stream(DRAWING)}, version=b"1.4"),
    "length": file({**TREE, 3: b"<</Type/Page/Parent 2 0 R/Contents 4 0 R>>", 4: stream(DRAWING, length=b"5 0 R"), 5: b"%d" % len(DRAWING)}),
    "information": file(
        {**TREE, 3: b"<</Type/Page/Parent 2 0 R>>", 4: b"<</Title(A\\(b\\)\\101\\\nc)/Author<FEFF00C4>/Subject<EFBBBFC3A4>/Keywords(\x80\xa0)>>"},
        b"/Info 4 0 R"),
    "tree": file({
        1: TREE[1], 2: b"<</Type/Pages/Kids[3 0 R 6 0 R]/Count 3/Rotate -90/MediaBox[0 0 1e3 9 0 R]>>",
        3: b"<</Type/Pages/Parent 2 0 R/Kids[4 0 R 5 0 R]/Count 2>>", 4: b"<</Type/Page/Parent 3 0 R/Rotate 450>>",
        5: b"<</Type/Page/Parent 3 0 R/MediaBox[10 10 -.5 +7.25]/TrimBox[0 0 5 5]/ArtBox 8 0 R>>", 6: b"7 0 R",
        7: b"<</Type/Page/Parent 2 0 R/BleedBox[1 1 2 2]>>", 8: b"[0 0 3 3]", 9: b"12"}),
    "names": file({**TREE, 3: b"<</Type/Page/Parent 2 0 R/A#20b true/C null/D[false -1 .5 --3 1.2.3]/E<</F(%\\r\\n)>>%x\n/G<48 65 6C6>>>"}),
    "encrypted": file({**TREE, 3: b"<</Type/Page/Parent 2 0 R>>", 4: b"<</Filter/Standard/V 1/R 2/P -4/O(o)/U(u)>>"}, b"/Encrypt 4 0 R/ID[(a)(b)]"),
    "packed": packed({4: stream(DRAWING)}, {**TREE, 3: b"<</Type/Page/Parent 2 0 R/Contents 4 0 R>>"}, False),
    "predicted": packed({4: stream(DRAWING)}, {**TREE, 3: b"<</Type/Page/Parent 2 0 R/Contents 4 0 R>>"}, True),
    "hybrid": hybrid(), "changed": changed(), "shared": shared(),
    "circle": file({1: b"<</Type/Catalog/Pages 2 0 R>>", 2: b"<</Kids[3 0 R]>>", 3: b"<</Kids[2 0 R]/MediaBox 4 0 R>>", 4: b"5 0 R", 5: b"4 0 R"}),
    "behind": b"junk\n" + file({**TREE, 3: b"<</Type/Page/Parent 2 0 R>>"}),
}


def main():
    folder = CORPUS / "pdf"
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in SEEDS.items():
        (folder / name).write_bytes(data)


main()
