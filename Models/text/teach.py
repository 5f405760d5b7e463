"""Has PP-OCRv6 (the wheel `rapidocr`, Apache License 2.0) find and read the text of photographs.

    python teach.py --photos FOLDER [FOLDER ...] --output FOLDER [--most N]

FOLDER gets `quads.jsonl`, a row for each photograph: its `file`, and the corners of its lines (clockwise from the top left, pixels) with their
strings and the reader's certainty.  What is there already is not done again.
"""

import argparse
import json
import time
from pathlib import Path

import cv2
import numpy as np

SEED = 3
LONGEST = 1024  # pixels of what is looked at


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--photos", type=Path, nargs="+", required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--most", type=int, default=500, help="photographs of a folder")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    from rapidocr import RapidOCR
    cv2.setNumThreads(1)
    engine = RapidOCR(params={"EngineConfig.onnxruntime.intra_op_num_threads": options.threads,
                              "EngineConfig.onnxruntime.inter_op_num_threads": 1, "Global.use_cls": False, "Det.limit_side_len": 640, "Global.log_level": "error"})
    options.output.mkdir(parents=True, exist_ok=True)
    path = options.output / "quads.jsonl"
    known = {json.loads(row)["file"] for row in path.read_text().splitlines()} if path.exists() else set()
    chosen = []
    for folder in options.photos:
        files = sorted(p for p in folder.resolve().rglob("*") if p.suffix.lower() in (".jpg", ".jpeg", ".png"))
        np.random.default_rng(SEED).shuffle(files)
        chosen += files[:options.most]
    np.random.default_rng(SEED).shuffle(chosen)
    began = time.monotonic()
    with open(path, "a") as output:
        for number, file in enumerate(chosen):
            if str(file) in known:
                continue
            picture = cv2.imread(str(file))
            if picture is None or min(picture.shape[:2]) < 32:
                continue
            factor = min(1, LONGEST / max(picture.shape[:2]))
            found = engine(cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA))
            lines = [] if found.boxes is None else [
                {"corners": np.round(box / factor, 1).tolist(), "text": text, "score": round(float(score), 3)}
                for box, text, score in zip(found.boxes, found.txts, found.scores)]
            output.write(json.dumps({"file": str(file), "size": [picture.shape[1], picture.shape[0]], "lines": lines}, ensure_ascii=False) + "\n")
            output.flush()
            if number % 100 == 99:
                print(f"{number + 1} of {len(chosen)}, {(time.monotonic() - began) / (number + 1):.2f} s each", flush=True)


if __name__ == "__main__":
    main()
