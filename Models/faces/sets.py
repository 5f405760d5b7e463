"""Reads the picture sets of the face networks and packs them for training.

    python sets.py --sets FOLDER --packed PACKED

`FOLDER` holds `fddb`, `webfaces`, `helen`, `scut`, `keypoints`, `caltech` and `houses`, as the card (`README.md`) names them; PACKED holds
what `teach.py` wrote.  Written are

- `pictures.bin` and `pictures.npz`: every picture of the detector in full, half and quarter size, with its faces as ellipses, and with
  those of which no one knows whether they are faces;
- `marks.npy` and `marks.npz`: the surroundings of every face with 68 marks, and the marks in them.

A face is an ellipse (x, y, half its height, half its width, roll) from above the brows to the chin, as wide as the head: pixels from the
top left, and the angle in radians by which an upright face is turned counter-clockwise as seen.
"""

import argparse
import csv
import hashlib
import re
import sys
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

sys.path.append(str(Path(__file__).resolve().parents[1]))
from pictures import equal_files, labelled_boxes, photos_without_people, read, shrunk, write_levels

LARGEST = 640  # pixels of the longer side of a packed picture
CROWD_LARGEST = 800  # the same for crowds, where faces are small
MARK_SIDE = 192  # pixels of a packed face with marks
MARK_SCALE = 2.7  # its side, in longer sides of the face's box
HELD_OUT_FOLD = 10

# The share of FDDB's ellipses, at their top, that is forehead and hair: Vision's boxes of faces begin a little above the brows.
FOREHEAD = 0.18

# The ellipse of a face of which eyes and mouth are known, in distances from between the eyes to the mouth.  The chin and the width
# of the jaw are means over Helen's marks, the proportion of the axes is that of FDDB's ellipses without the forehead.
LONG_AXIS, SHORT_AXIS, CENTRE_BELOW_EYES = 1.25, 1.01, 0.41


# The score from which on a find of the teacher is a face for certain; below it perhaps. Its boxes are a little narrower and longer than ours:
# the offsets are those of its left, top, right and bottom from FDDB's ellipses, in its widths and heights.
SURE = 0.45
TAUGHT_OFFSETS = np.array([-0.03, 0.005, 0.05, 0.04])
# Of smaller heads, in shares of the picture's longer side, the teacher doesn't know whether they have a face.
SMALLEST_HEAD = 0.025

KINDS = ("photos", "web", "crowds", "empty")


class Picture(NamedTuple):
    """A picture, its faces, what may be one, and of which kind it is."""

    path: Path
    faces: list
    doubts: list
    kind: str
    is_held_out: bool = False


def roll_of(up):
    """The roll of a face whose upward direction is a vector in pixels from the top left."""
    return float(np.arctan2(-up[0], -up[1]))


def ellipse_of(eyes, mouth):
    """The ellipse of a face from the point between its eyes and its mouth."""
    up = eyes - mouth
    length = np.hypot(*up)
    centre = eyes - CENTRE_BELOW_EYES * up
    return (*centre, LONG_AXIS * length, SHORT_AXIS * length, roll_of(up))


def ellipse_in(box, roll):
    """The ellipse of a given roll in a box: of usual proportions where the box doesn't tell them."""
    half_width, half_height = (box[2:] - box[:2]) / 2
    along, across = np.cos(roll) ** 2, np.sin(roll) ** 2
    usual = np.sqrt(half_width * half_height / np.prod(box_of((0, 0, LONG_AXIS, SHORT_AXIS, roll))[2:]))
    long, short = LONG_AXIS * usual, SHORT_AXIS * usual
    if abs(along - across) > 0.6:
        squares = np.linalg.solve([[across, along], [along, across]], [half_width ** 2, half_height ** 2])
        long, short = np.sqrt(np.maximum(squares, (0.6 * short) ** 2))
    return (*(box[:2] + box[2:]) / 2, long, short, roll)


def box_of(ellipse):
    """The left, top, right and bottom of an ellipse."""
    x, y, long, short, roll = ellipse
    half_width = np.hypot(long * np.sin(roll), short * np.cos(roll))
    half_height = np.hypot(long * np.cos(roll), short * np.sin(roll))
    return np.array([x - half_width, y - half_height, x + half_width, y + half_height])


def overlap(a, b):
    """The intersection over union of two boxes."""
    width, height = np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2])
    shared = max(width, 0) * max(height, 0)
    return shared / (np.prod(a[2:] - a[:2]) + np.prod(b[2:] - b[:2]) - shared)


def without_forehead(ellipse):
    """An ellipse around a whole face, less its forehead."""
    x, y, long, short, roll = ellipse
    return (x + FOREHEAD * long * np.sin(roll), y + FOREHEAD * long * np.cos(roll), (1 - FOREHEAD) * long, short, roll)


def fddb_entries(folder):
    """The entries of FDDB's ellipse lists in order: the fold and the ellipses."""
    for fold in range(1, 11):
        lines = (folder / f"FDDB-folds/FDDB-fold-{fold:02}-ellipseList.txt").read_text().split("\n")
        position = 0
        while position + 1 < len(lines) and lines[position].strip():
            count = int(lines[position + 1])
            faces = []
            for line in lines[position + 2:position + 2 + count]:
                long, short, angle, x, y = map(float, line.split()[:5])
                up = np.array([np.cos(angle), np.sin(angle)])
                faces.append((x, y, long, short, roll_of(up if up[1] < 0 else -up)))
            yield fold, faces
            position += 2 + count


def fits(faces, boxes, size):
    """Whether every box of a picture is that of an ellipse, cut off at the picture's border."""
    limits = np.array([*size, *size])
    found = [np.clip(box_of(face), 0, limits) for face in faces]
    return len(boxes) <= len(found) and all(max(overlap(box, other) for other in found) > 0.6 for box in boxes)


def boxes_in(file):
    """The boxes of a Pascal VOC file, and the picture's width and height."""
    size = ET.parse(file).getroot().find("size")
    boxes = [box for box, _ in labelled_boxes(file)]
    return np.array(boxes).reshape(-1, 4), [int(size.findtext(side)) for side in ("width", "height")]


def fddb(folder):
    """FDDB's pictures; they stand in the order of the ellipse lists, some entries of which have no picture."""
    entries = list(fddb_entries(folder / "fddb"))
    position = 0
    for file in sorted((folder / "fddb/Annotations").glob("*.xml")):
        boxes, size = boxes_in(file)
        ahead = next((n for n in range(position, min(position + 80, len(entries))) if fits(entries[n][1], boxes, size)), None)
        if ahead is None or not len(boxes):
            continue
        position = ahead + 1
        fold, faces = entries[ahead]
        faces = [without_forehead(face) for face in faces]
        yield Picture(folder / "fddb/JPEGImages" / f"{file.stem}.jpg", faces, [], "photos", fold == HELD_OUT_FOLD)


def webfaces(folder):
    """Caltech's faces from the web: a photo has as many names as marked faces."""
    root = folder / "webfaces"
    lines = [line.split() for line in (root / "WebFaces_GroundThruth.txt").read_text().split("\n") if line]
    first = equal_files(sorted({root / "Caltech_WebFaces" / fields[0] for fields in lines}))
    faces = {}
    for name, *numbers in lines:
        left, right, _, mouth = np.array(numbers, float).reshape(4, 2)
        faces.setdefault(first[root / "Caltech_WebFaces" / name], set()).add(ellipse_of((left + right) / 2, mouth))
    return [Picture(path, list(found), [], "web") for path, found in sorted(faces.items())]


def marks_in(file):
    """The 68 marks of a `.pts` file, whose first pixel is 1."""
    rows = [line.split() for line in file.read_text().split("\n") if re.fullmatch(r"\s*[-+.\de]+\s+[-+.\de]+\s*", line)]
    return np.array(rows, float).reshape(68, 2) - 1


def ellipse_of_marks(marks):
    return ellipse_of(marks[36:48].mean(0), marks[48:60].mean(0))


def marked_files(folder):
    """Helen's and AFW's pictures with marks: path and marks."""
    for part in ("helen/helen/trainset", "helen/helen/testset", "helen/afw/afw"):
        for file in sorted((folder / part).glob("*.pts")):
            if file.with_suffix(".jpg").exists():
                yield file.with_suffix(".jpg"), marks_in(file)


def marked(folder):
    """The same for the detector, the faces of equal files joined."""
    files = list(marked_files(folder))
    first = equal_files([path for path, _ in files])
    faces = {}
    for path, marks in files:
        faces.setdefault(first[path], []).append(ellipse_of_marks(marks))
    return [Picture(path, found, [], "web") for path, found in faces.items()]


def crowd_paths(folder):
    """SCUT-HEAD's photos from the web, each once."""
    paths = sorted((folder / "scut/JPEGImages").glob("PartB_*.jpg"))
    return sorted(set(equal_files(paths).values()))


def unmarked(folder):
    """The pictures of which some faces aren't marked."""
    return [*crowd_paths(folder), *(picture.path for picture in [*webfaces(folder), *marked(folder)])]


def backgrounds(folder):
    return [Picture(path, [], [], "empty") for path in photos_without_people(folder)]


def taught_faces(rows):
    """The teacher's finds: scores, and ellipses as FDDB's."""
    faces = []
    for _, left, top, right, bottom, *points in rows.astype(float):
        eye, other, _, corner, opposite = np.array(points).reshape(5, 2)
        width, height = right - left, bottom - top
        box = np.array([left, top, right, bottom]) + TAUGHT_OFFSETS * [width, height, width, height]
        faces.append(ellipse_in(box, roll_of((eye + other) / 2 - (corner + opposite) / 2)))
    return rows[:, 0], faces


def completed(picture, rows):
    """A picture of which some faces are marked, with those that the teacher found beside, and the marked ones in the teacher's boxes."""
    scores, found = taught_faces(rows)
    faces, doubts, boxes = [], [], [box_of(face) for face in found]
    left = set(range(len(found)))
    for marked_face in picture.faces:
        if any(overlap(box_of(face), box_of(marked_face)) > 0.4 for face in faces):
            continue  # marked twice
        same = [n for n in left if overlap(boxes[n], box_of(marked_face)) > 0.3]
        best = max(same, key=lambda n: scores[n], default=None)
        sure = best is not None and scores[best] >= SURE
        faces.append(ellipse_in(boxes[best], marked_face[4]) if sure else marked_face)
        left -= set(same)
    for n in left:
        (faces if scores[n] >= SURE else doubts).append(found[n])
    return picture._replace(faces=faces, doubts=doubts)


def is_centred(face, boxes):
    """Whether the middle of an ellipse is in one of some boxes."""
    return any((box[:2] <= face[:2]).all() and (box[2:] >= face[:2]).all() for box in boxes)


def crowd(path, rows):
    """A photo whose heads are marked: the teacher says which of them are faces; what isn't a head is no face."""
    heads, size = boxes_in(path.parent.parent / f"Annotations/{path.stem}.xml")
    heads = heads[(heads[:, 2:] > heads[:, :2]).all(1)]
    scores, found = taught_faces(rows)
    faces, doubts = [], []
    for score, face in zip(scores, found):
        if is_centred(face, heads):
            (faces if score >= SURE else doubts).append(face)
        elif score >= SURE:
            doubts.append(face)
    for head in heads:
        if max(head[2:] - head[:2]) < SMALLEST_HEAD * max(size) and not any(is_centred(face, [head]) for face in faces):
            doubts.append(ellipse_in(head, 0))
    return Picture(path, faces, doubts, "crowds", is_held_out(path.stem, 20))


def taught(folder, packed):
    """The pictures that the teacher saw."""
    found = np.load(packed / "taught.npz")
    for picture in [*webfaces(folder), *marked(folder)]:
        name = str(picture.path.relative_to(folder))
        if name in found:
            yield completed(picture, found[name])
    for path in crowd_paths(folder):
        name = str(path.relative_to(folder))
        if name in found:
            yield crowd(path, found[name])


def load(picture):
    image = read(picture.path)
    return None if image is None else shrunk(image, CROWD_LARGEST if picture.kind == "crowds" else LARGEST)


def pack(pictures, path):
    """Writes pictures (pixels in RGB, faces and doubts as ellipses, kind, whether held out) as `path`.bin and `path`.npz."""
    rows, ellipses, position = [], [], 0
    with open(f"{path}.bin", "wb") as file:
        for image, faces, doubts, kind, is_held_out in pictures:
            rows.append((position, *image.shape[:2], len(ellipses), len(faces), len(doubts), KINDS.index(kind), is_held_out))
            ellipses += [*faces, *doubts]
            position += write_levels(file, image)
    rows = np.array(rows, np.int64)
    np.savez(f"{path}.npz", rows=rows, ellipses=np.array(ellipses, np.float32))
    for number, kind in enumerate(KINDS):
        own = rows[rows[:, 6] == number]
        held = own[own[:, 7] == 1]
        print(f"{kind}: {len(own)} pictures, {own[:, 4].sum()} faces, {own[:, 5].sum()} doubts; {len(held)} and {held[:, 4].sum()} held out")
    print(f"{position / 1e9:.2f} GB")


def loaded(pictures):
    """The pixels of the detector's pictures, and what `pack` writes beside them."""
    with ThreadPoolExecutor(2) as pool:
        for picture, result in zip(pictures, pool.map(load, pictures)):
            if result is not None:
                image, factor = result
                faces, doubts = ([(x * factor, y * factor, a * factor, b * factor, roll) for x, y, a, b, roll in ellipses]
                                 for ellipses in (picture.faces, picture.doubts))
                yield image, faces, doubts, picture.kind, picture.is_held_out


def keypoint_files(folder):
    """The facial keypoints: path, marks and the person's name."""
    for part in ("training", "test"):
        with open(folder / f"keypoints/data/{part}_frames_keypoints.csv") as file:
            rows = csv.reader(file)
            next(rows)
            for name, *numbers in rows:
                path = folder / "keypoints/data" / part / name
                if path.exists():
                    yield path, np.array(numbers, float).reshape(68, 2), name.rsplit("_", 1)[0]


def cut_out(image, marks):
    """The surroundings of a face, and its marks in them."""
    x0, y0, x1, y1 = box_of(ellipse_of_marks(marks))
    side = MARK_SCALE * max(x1 - x0, y1 - y0)
    scale = MARK_SIDE / side
    move = np.array([[scale, 0, (side - x0 - x1) / 2 * scale - 0.5 + 0.5 * scale],
                     [0, scale, (side - y0 - y1) / 2 * scale - 0.5 + 0.5 * scale]])
    shrink = 1
    while scale * shrink < 0.5:
        shrink *= 2
    if shrink > 1:
        image = cv2.resize(image, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
        move[:, :2] *= shrink
    surroundings = cv2.warpAffine(image, move, (MARK_SIDE, MARK_SIDE), flags=cv2.INTER_LINEAR)
    return surroundings, (marks - [(x0 + x1 - side) / 2, (y0 + y1 - side) / 2]) * scale


def digest(path):
    return hashlib.sha1(path.read_bytes()).hexdigest()


def is_held_out(group, every=10):
    """Whether the faces of a person or photo are held out; one in so many is."""
    return int(hashlib.sha1(group.encode()).hexdigest(), 16) % every == 0


def pack_marks(folder, packed):
    """Writes the faces with marks; a tenth of the persons or pictures is held out."""
    files = [(path, marks, digest(path), "photo") for path, marks in marked_files(folder)]
    files += [(path, marks, person, "frame") for path, marks, person in keypoint_files(folder)]
    images, points, held, kinds = [], [], [], []
    for path, marks, group, kind in files:
        image = read(path)
        if image is None:
            continue
        surroundings, moved = cut_out(image, marks)
        images.append(surroundings)
        points.append(moved)
        held.append(is_held_out(group))
        kinds.append(kind == "photo")
    np.save(packed / "marks.npy", np.stack(images))
    np.savez(packed / "marks.npz", points=np.array(points, np.float32), held_out=np.array(held), is_photo=np.array(kinds))
    print(f"{len(images)} faces with marks, {sum(held)} held out")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sets", type=Path, required=True)
    parser.add_argument("--packed", type=Path, required=True)
    options = parser.parse_args()
    options.packed.mkdir(parents=True, exist_ok=True)
    folder = options.sets
    pack(loaded([*fddb(folder), *taught(folder, options.packed), *backgrounds(folder)]), options.packed / "pictures")
    pack_marks(options.sets, options.packed)


if __name__ == "__main__":
    main()
