#!/usr/bin/env python3
"""Writes arrays.json: .npy files by NumPy, in Base64, with their elements."""
import base64
import io
import json
import pathlib

import numpy as np

arrays = [np.array([[1.5, -2, 0.25], [np.float16(65504), 0, 3]], t) for t in (np.float16, np.float32, np.float64)]
arrays += [np.array([[1, 2, 3], [4, 5, 6]], t) for t in (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64)]
arrays += [np.array([True, False, True]), np.array(7.5), np.zeros((0, 3), np.float32), np.arange(24, dtype=">f4").reshape(2, 3, 4)]
arrays += [np.asfortranarray(np.arange(24, dtype=np.int32).reshape(2, 3, 4))]
rows = []
for array in arrays:
    file = io.BytesIO()
    np.save(file, array)
    rows.append({"type": array.dtype.newbyteorder("<").name, "shape": list(array.shape), "values": [float(v) for v in array.reshape(-1)],
                 "file": base64.b64encode(file.getvalue()).decode()})
(pathlib.Path(__file__).parent / "arrays.json").write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")
