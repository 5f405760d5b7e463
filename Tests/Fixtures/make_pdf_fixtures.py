#!/usr/bin/env python3
"""Makes the small PDF files of the folder pdf with pikepdf: pages with boxes and rotations, the same in streams of objects, and encrypted."""
import pathlib
import pikepdf
from pikepdf import Array, Dictionary, Name

CONTENT = b"1 0 0 rg 10 20 30 40 re f 0 0 1 rg 50 120 10 10 re f 0 g BT /F1 12 Tf 60 60 Td (Hello PDF) Tj ET"


def document():
    pdf = pikepdf.new()
    font = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
    for rotation in (0, 90, 180, 270):
        # The parts of the second page's content are in streams of their own.
        parts = [CONTENT] if rotation != 90 else [CONTENT[:26], CONTENT[26:]]
        streams = [pdf.make_stream(part) for part in parts]
        page = Dictionary(
            Type=Name.Page, MediaBox=Array([5, 10, 205, 160.5]), CropBox=Array([10, 20, 100, 100]), Rotate=rotation,
            Contents=streams[0] if len(streams) == 1 else Array(streams), Resources=Dictionary(Font=Dictionary(F1=font)))
        pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))
    pdf.docinfo["/Title"] = "Über Käse"
    pdf.docinfo["/Author"] = "A\nPages: 77"
    pdf.docinfo["/CreationDate"] = "D:20240229123456+01'30'"
    return pdf


def main():
    folder = pathlib.Path(__file__).parent / "pdf"
    common = {"static_id": True, "compress_streams": False}
    document().save(folder / "plain.pdf", object_stream_mode=pikepdf.ObjectStreamMode.disable, **common)
    document().save(folder / "streams.pdf", object_stream_mode=pikepdf.ObjectStreamMode.generate, static_id=True)
    # Anybody may read this one, and it has the password for its owner.
    document().save(folder / "restricted.pdf", encryption=pikepdf.Encryption(owner="owner", user="", R=4, allow=pikepdf.Permissions(extract=False)))
    document().save(folder / "locked.pdf", encryption=pikepdf.Encryption(owner="owner", user="user", R=6))


main()
