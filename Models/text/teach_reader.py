"""Has PP-OCRv6 (the wheel `rapidocr`, Apache License 2.0) read the lines that Osprey finds in photographs.

    osprey detect textRectangles --json PHOTOS > found.jsonl  # in the folder where teach_reader.py runs
    python teach_reader.py --found found.jsonl --output FOLDER [--most N]

FOLDER gets a `quads.jsonl` as that of teach.py.  Each line is read in a tight and in a wide part of the photograph.  If the two texts differ, or the
first is hardly certain, the certainty is 0.  It takes a fifth of teach.py's time, and the lines are cut out as the reader is going to see them.
"""

import argparse
import json
import os
import time
from pathlib import Path

import cv2
import numpy as np

from teach import cut_upright, engine_of, files_in, widened

HEIGHT = 48  # pixels of a line, as the teacher reads it
TIGHT, WIDE = (0.05, 0.02), (0.25, 0.12)  # margins around a line, in heights of the line: along it and across
LEAST = 8  # pixels of a line's height
LONGEST = 25  # heights of a line
HARDLY = 0.7  # the certainty below which a line is not read a second time
BATCH = 16


def cuts(picture, lines, margins):
    """The parts of a picture that have a line each, with margins."""
    ends, sides = margins
    return [cut_upright(picture, widened(corners, ends, ends, sides, sides), HEIGHT) for corners in lines]


def read(engine, pictures):
    """The texts of pictures of lines, and the certainties."""
    from rapidocr.ch_ppocr_rec.typings import TextRecInput
    texts, scores = [], []
    for begin in range(0, len(pictures), BATCH):
        found = engine.text_rec(TextRecInput(img=pictures[begin:begin + BATCH]))
        texts += found.txts
        scores += found.scores
    return texts, scores


def is_readable(corners):
    wide, tall = np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[3] - corners[0])
    return tall >= LEAST and tall / 2 < wide < LONGEST * tall


def row_of(engine, file, found):
    """The lines of a photograph, read; `None` if there is no photograph."""
    picture = cv2.imread(str(file))
    if picture is None:
        return None
    height, width = picture.shape[:2]
    lines = [np.array([[x * width, (1 - y) * height] for x, y in line["corners"]]) for line in found]
    lines = [corners for corners in lines if is_readable(corners)]
    texts, scores = read(engine, cuts(picture, lines, TIGHT))
    likely = [number for number, score in enumerate(scores) if score >= HARDLY]
    others = dict(zip(likely, zip(*read(engine, cuts(picture, [lines[number] for number in likely], WIDE)))))
    rows = []
    for number, (corners, text, score) in enumerate(zip(lines, texts, scores)):
        other, second = others.get(number, ("", 0.0))
        certainty = float(min(score, second)) if text == other else 0.0
        rows.append({"corners": np.round(corners, 1).tolist(), "text": text, "score": round(certainty, 3)})
    return {"file": str(file), "set": file.parent.name, "size": [width, height], "lines": rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--found", type=Path, required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--most", type=int, default=10 ** 6, help="photographs")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    engine = engine_of(options.threads)
    engine(np.zeros((HEIGHT, HEIGHT, 3), np.uint8), use_det=False, use_cls=False)  # loads the network that reads
    options.output.mkdir(parents=True, exist_ok=True)
    path = options.output / "quads.jsonl"
    known = files_in(path)
    began, count = time.monotonic(), 0
    with open(path, "a") as output:
        for found in map(json.loads, options.found.read_text().splitlines()[:options.most]):
            file = Path(os.path.abspath(found["image"]))
            if "textRectangles" not in found or str(file) in known:
                continue
            row = row_of(engine, file, found["textRectangles"])
            if row is None:
                continue
            output.write(json.dumps(row, ensure_ascii=False) + "\n")
            count += 1
            if count % 100 == 0:
                output.flush()
                print(f"{count} photographs, {(time.monotonic() - began) / count:.2f} s each", flush=True)


if __name__ == "__main__":
    main()
