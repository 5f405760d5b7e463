"""Has PP-OCRv6 (the wheel `rapidocr`, Apache License 2.0) find and read the text of photographs.

    python teach.py --photos FOLDER [FOLDER ...] --output FOLDER [--most N]

FOLDER gets `quads.jsonl`, a row for each photograph: its `file`, the name of its `set`, and the corners of its lines (clockwise from the top left,
pixels) with their strings and the reader's certainty, also of what it can hardly read: that is no text for sure, but nor is it none.  What is there
already is not done again.
"""

import argparse
import json
import time
import zlib
from pathlib import Path

import cv2
import numpy as np

SEED = 3
LONGEST = 1280  # pixels of what is looked at
LOOKS = (1.0, 0.5)  # sizes in which it is looked at, one after another; a later one adds what no earlier one found
APART = 0.2  # part of an added line that earlier ones cover at most

BOX_SCORE = 0.3  # of what counts as a line, and be it one that can't be read
LARGEST = 0.3  # part of a photograph that a line covers at most; a larger one is uncertain
WHOLE = 0.95  # where the teacher finds nothing, it reads the whole picture as a line: no line covers so much of it
MOST_COLUMNS = 4000  # of a line that is cut out
LEAST_LEAN, MOST_LEAN = 0.05, 0.8  # slopes of a line whose letters may be vertical
SHORT = 1.5  # heights of a line, without its lean, below which its direction is not well known
HELD_PART = 10  # of so many photographs one takes no part in the training and measures


def is_held(row):
    """Whether a photograph takes no part in the training."""
    return zlib.crc32(Path(row["file"]).name.encode()) % HELD_PART == 0


def photograph(row, longest=LONGEST):
    """A grey photograph, at most as large as the teacher saw it, as it knows of nothing smaller, and the corners of its lines."""
    picture = cv2.imread(row["file"], cv2.IMREAD_GRAYSCALE)
    factor = min(1, longest / max(picture.shape))
    picture = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return picture, np.array([line["corners"] for line in row["lines"]], np.float32).reshape(-1, 4, 2) * factor


def engine_of(threads):
    from rapidocr import RapidOCR
    return RapidOCR(params={
        "EngineConfig.onnxruntime.intra_op_num_threads": threads, "EngineConfig.onnxruntime.inter_op_num_threads": 1, "Global.use_cls": False,
        "Det.limit_side_len": 640, "Det.box_thresh": BOX_SCORE, "Global.text_score": 0, "Global.log_level": "error"})


def overlap(a, b):
    """The area that two quadrilaterals share, and the areas of both."""
    if (a.max(0) <= b.min(0)).any() or (b.max(0) <= a.min(0)).any():
        return 0.0, 1.0, 1.0
    return cv2.intersectConvexConvex(cv2.convexHull(a), cv2.convexHull(b))[0], cv2.contourArea(cv2.convexHull(a)), cv2.contourArea(cv2.convexHull(b))


def widened(corners, left, right, top, bottom):
    """The corners of a line with a margin at each side, in heights of the line."""
    along, across = corners[1] - corners[0], corners[3] - corners[0]
    along = along / np.linalg.norm(along) * np.linalg.norm(across)
    return corners + [-left * along - top * across, right * along - top * across, right * along + bottom * across, -left * along + bottom * across]


def with_vertical_ends(corners):
    """The parallelogram in a line's rectangle whose ends are vertical in the picture; the rectangle itself if the line is level, steep or short.

    On a sign that is seen from the side, the strokes of the letters are vertical, but the line is not level.
    """
    along, across = corners[1] - corners[0], corners[3] - corners[0]
    length, height = np.linalg.norm(along), np.linalg.norm(across)
    lean = along[1] / along[0] if along[0] > 0 else 0
    if not LEAST_LEAN <= abs(lean) <= MOST_LEAN or length < (SHORT + abs(lean)) * height:
        return corners
    shift = along / length * height * lean
    moves = [0 * shift, -shift, 0 * shift, shift] if lean > 0 else [-shift, 0 * shift, shift, 0 * shift]
    return (corners + moves).astype(corners.dtype)


def cut_upright(picture, corners, height):
    """The part of a picture within four corners, as a rectangle of so many rows."""
    wide, tall = np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[3] - corners[0])
    columns = int(np.clip(round(height * wide / tall), 8, MOST_COLUMNS))
    target = np.float32([[0, 0], [columns, 0], [columns, height], [0, height]])
    matrix = cv2.getPerspectiveTransform(np.float32(corners), target)
    return cv2.warpPerspective(picture, matrix, (columns, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)


def files_in(path):
    """The photographs that a `quads.jsonl` has."""
    return {json.loads(row)["file"] for row in path.read_text().splitlines()} if path.exists() else set()


def covers(quad, other):
    """Whether a line lies on another in part."""
    shared, area, other_area = overlap(quad, other)
    return shared > APART * min(area, other_area)


def row_of(engine, file, name):
    """The text that the teacher finds in a photograph of a set; `None` if there is no photograph."""
    picture = cv2.imread(str(file))
    if picture is None or min(picture.shape[:2]) < 32:
        return None
    area, lines = picture.shape[0] * picture.shape[1], []
    for look in LOOKS:
        factor = look * min(1, LONGEST / max(picture.shape[:2]))
        found = engine(cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA))
        boxes = [] if found.boxes is None else [np.float32(box) / factor for box in found.boxes]
        known = [np.float32(line["corners"]) for line in lines]
        for box, text, score in zip(boxes, found.txts or (), found.scores or ()):
            part = cv2.contourArea(box) / area
            if part < WHOLE and not any(covers(quad, box) for quad in known):
                lines.append({"corners": np.round(box, 1).tolist(), "text": text, "score": round(float(score), 3) if part < LARGEST else 0.0})
    return {"file": str(file), "set": name, "size": [picture.shape[1], picture.shape[0]], "lines": lines}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--photos", type=Path, nargs="+", required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--most", type=int, default=500, help="photographs of a folder")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    engine = engine_of(options.threads)
    options.output.mkdir(parents=True, exist_ok=True)
    path = options.output / "quads.jsonl"
    known = files_in(path)
    chosen = []
    for folder in options.photos:
        files = sorted(p for p in folder.resolve().rglob("*") if p.suffix.lower() in (".jpg", ".jpeg", ".png"))
        np.random.default_rng(SEED).shuffle(files)
        chosen += [(file, folder.name) for file in files[:options.most]]
    np.random.default_rng(SEED).shuffle(chosen)
    began = time.monotonic()
    with open(path, "a") as output:
        for number, (file, name) in enumerate(chosen):
            if str(file) in known:
                continue
            row = row_of(engine, file, name)
            if row is None:
                continue
            output.write(json.dumps(row, ensure_ascii=False) + "\n")
            output.flush()
            if number % 100 == 99:
                print(f"{number + 1} of {len(chosen)}, {(time.monotonic() - began) / (number + 1):.2f} s each", flush=True)


if __name__ == "__main__":
    main()
