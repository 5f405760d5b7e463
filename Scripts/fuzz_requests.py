"""Writes the seeds in Fuzz/Corpus for the inputs of servers and trainings: json, frames, requests, boxes and sessions.

python3 Scripts/fuzz_requests.py
"""

import base64
import io
import json
import pathlib
import struct
import zipfile

CORPUS = pathlib.Path(__file__).resolve().parent.parent / "Fuzz" / "Corpus"


def requests_in_json():
    yield "load", b'{"id": 1, "op": "load", "path": "Model.mlmodel", "computeUnits": "CPU_ONLY"}'
    yield "predict", b'{"id":2,"op":"predict","model":1,"inputs":{"x":{"array":{"dtype":"float32","shape":[3],"data":"AACAPwAAAEAAAEBA"}}}}'
    yield "numbers", b"[0, -1, 1.5, 1e300, -2.5e-7, 9223372036854775807, 9223372036854775808, NaN, -Infinity]"
    yield "strings", '["\\u00e9\\ud83d\\ude00", "\\"\\\\\\/\\b\\f\\n\\r\\t", "é", ""]'.encode()
    yield "nested", b"[" * 40 + b"{}" + b"]" * 40
    yield "words", b'{"a": true, "b": false, "c": null}'


def frame(payload=b"", **fields):
    header = json.dumps({"id": 1, **fields}).encode()
    return b"OSP1" + struct.pack("<IQ", len(header), len(payload)) + header + payload


# The places of names in the target's lists.
OPERATIONS = {"load": 0, "predict": 1, "predictBatch": 2, "newState": 3, "readState": 4, "writeState": 5, "plan": 9, "detect": 11}
NAMES = {"path": 0, "model": 1, "inputs": 2, "state": 3, "name": 4, "value": 5, "images": 6, "kinds": 7}
MODELS = {"program_of_layers": 0, "program_of_states": 1, "network": 2, "trees": 3}


def steps(*requests):
    """The bytes from which the target makes requests: a byte for no damage, the operation, its members (each a name and the bytes that make its
    value), and a payload of 16 bytes."""
    content = bytes([1])
    for operation, members in requests:
        content += bytes([255, OPERATIONS[operation], len(members)])
        for name, value in members:
            content += bytes([NAMES[name], 1, *value])
        content += bytes([4]) + struct.pack("<4f", 1, 2, 3, 4)
    return content


def frames():
    """Seeds for the socket's protocol: a byte of zero followed by the bytes that are sent, or bytes from which the target makes requests."""
    yield "wrong", b"\0GET / HTTP/1.1\r\n\r\n"
    yield "unknown", b"\0" + frame(op="fly") + frame(op="predict", model=1, inputs={}) + frame(op="unload", model=1)
    array = {"dtype": "float32", "shape": [2, 2], "offset": 0, "count": 16}
    yield "payload", b"\0" + frame(bytes(16), op="predict", model=1, inputs={"x": {"array": array}, "i": {"int": 3}})
    picture = b"P5\n2 2\n255\n" + bytes(4)
    place = {"data": base64.b64encode(picture).decode()}
    yield "picture", b"\0" + frame(op="detect", kinds="horizon", images=[place])
    yield "long", b"\0OSP1" + struct.pack("<IQ", 1 << 24, 1 << 20) + b"{"
    model = ("model", [1])
    for name, place in MODELS.items():
        load = ("load", [("path", [place])])
        yield f"load_{name}", steps(load, ("predict", [model, ("inputs", [1, 0, 7, 1, 1, 4, 0, 0, 7])]))
        yield f"plan_{name}", steps(("plan", [("path", [place])]))
    load = ("load", [("path", [1])])
    yield "states", steps(load, ("newState", [model]), ("readState", [("state", [2]), ("name", [0])]), ("writeState", [("state", [2])]))
    yield "batch", steps(("load", [("path", [3])]), ("predictBatch", [model, ("inputs", [1, 2, 1, 3])]))


def archive():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as content:
        content.writestr("a/1.txt", "egg " * 40)
        content.writestr("b/2.txt", "cup")
        content.writestr(zipfile.ZipInfo("c/"), "")
    return file.getvalue()


def web_requests():
    """Seeds for Studio. The first byte is 0 before bytes that are sent, 1 before the frames of a WebSocket, and 2 before the parts of a request."""
    yield "raw", b"\0GET /api/state HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    yield "rebinding", b"\0GET /api/state?x=%0aHost:127.0.0.1 HTTP/1.1\r\nHost: evil.example\r\n\r\n"
    yield "half", b"\0GET /api/st"
    for path in range(15):
        for method in (0, 1) if path in (6, 7) else (2,) if path in (10, 11) else (0,):
            body = archive() if path == 10 else b"P5\n2 2\n255\n" + bytes(4)
            # Flags, the path, the method, no headers, and the body.
            yield f"path{path}_{method}", bytes([2, 0, path, method, 0]) + (body if method else b"")
    yield "socket", bytes([1, 0, 0x81, 20]) + b'{"kind": "barcodes"}' + bytes([0x82, 23]) + bytes(12) + b"P5\n2 2\n255\n"
    yield "game", bytes([1, 1, 0x81, 2]) + b"{}" + bytes([0x88, 0])


def boxes():
    entry = {"label": "egg", "coordinates": {"x": 4, "y": 3, "width": 2, "height": 2}}
    yield "createml", b"\0" + json.dumps([{"image": "a.pgm", "annotations": [entry]}]).encode()
    content = {
        "images": [{"id": 1, "file_name": "a.pgm"}],
        "categories": [{"id": 1, "name": "egg"}],
        "annotations": [{"image_id": 1, "category_id": 1, "bbox": [1, 1, 4, 3], "iscrowd": 0}],
    }
    yield "coco", b"\1" + json.dumps(content).encode()
    edges = "<xmin>1</xmin><ymin>1</ymin><xmax>5</xmax><ymax>4</ymax>"
    item = f"<object><name>egg &amp; &#x41;</name><bndbox>{edges}</bndbox></object>"
    yield "voc", f'\2<?xml version="1.0"?><!-- a --><annotation><filename>a.pgm</filename>{item}</annotation>'.encode()
    yield "yolo", b"\3" + b"0 0.5 0.5 0.25 0.5\n1 0.1 0.1 0.9 0.1 0.9 0.9\n"
    yield "yaml", b"\4" + b"path: x\nnames:\n  0: egg\n  1: 'cup'\n"
    yield "yaml_list", b"\4" + b"names: [egg, cup]\n"
    hand = [[0.5] * 21] * 3
    yield "keypoints", b"\5" + json.dumps({"frameRate": 30, "frames": [hand]}).encode()
    yield "keypoints_csv", b"\5" + ",".join(["0.5"] * 63).encode() + b"\n"
    yield "table", b"\6" + b'image,annotations\na.pgm,"[{""label"": ""egg""}]"\nb,\n'
    yield "table_json", b"\7" + json.dumps([{"image": "a.pgm", "annotations": [entry]}]).encode()
    size = {"original_width": 8, "original_height": 6}
    box = {"x": 10, "y": 20, "width": 30, "height": 40, "rotation": 15, "rectanglelabels": ["egg"]}
    polygon = {"points": [[1, 2], [50, 3], [20, 60]], "polygonlabels": ["cup"]}
    ellipse = {"x": 50, "y": 50, "radiusX": 9, "radiusY": 5, "ellipselabels": ["egg"]}
    regions = [{"value": value, **size} for value in (box, polygon, ellipse)]
    yield "label_studio", b"\x08" + json.dumps([{"data": {"image": "/d/12345678-a.pgm"}, "annotations": [{"result": regions}]}]).encode()
    yield "label_studio_brief", b"\x08" + json.dumps([{"image": "a.pgm", "label": [{**box, **size}]}]).encode()
    yield "box_table", b"\x09" + b"filename,width,height,class,xmin,ymin,xmax,ymax\na.pgm,8,6,egg,1,1,5,4\n"
    yield "label_table", b"\x0a" + b"filename, egg, cup\na.pgm, 1, 0\n"
    choices = [{"value": {"choices": ["egg"]}, "type": "choices"}]
    yield "choices", b"\x0b" + json.dumps([{"data": {"image": "a.pgm"}, "annotations": [{"result": choices}]}]).encode()
    yield "zip", b"\x0c" + archive()
    yield "frame", b"\x0d" + b'a;b\n1;"x ""y"\n\n2.5;z\\\\;\n;true\n'
    yield "parts", b"\x0e" + b"path: .\ntrain: ../train/images\nval: ./train/images\nnames: [egg]\n"


def sessions():
    numbers = base64.b64encode(struct.pack("<63f", *[0.5] * 63)).decode()
    sequences = [{"name": f"{label}.json", "label": label, "count": 1, "numbers": numbers} for label in "ab"]
    settings = {"joints": "hand", "window": 1, "frameRate": 30, "batchSize": 64, "iterations": 2, "augmentation": 0}
    plan = {"settings": settings, "kindOfValidation": {"none": {}}, "training": sequences, "validation": [], "skipped": [], "dataDigest": "a"}
    record = {"kind": "MLHandPoseClassifier", "date": 0, "plan": plan}
    yield "record", b"\0" + json.dumps(record).encode()
    checkpoint = {"url": "file:///", "phase": "training", "iteration": 1, "date": 0, "metrics": {}}
    header = json.dumps(checkpoint).encode()
    yield "checkpoint", b"\1" + struct.pack("<Q", len(header)) + header + bytes(64)
    yield "far_end", b"\1" + struct.pack("<Q", 2**63 - 1) + header
    yield "state", b"\2" + bytes([0, 2, 0, 255, 0, 3, 0, 255])
    yield "reports", b"\3" + b'{"iteration": 1, "metrics": {}}\n{"iteration": 1e300}\n'


def write(folder, seeds):
    place = CORPUS / folder
    place.mkdir(parents=True, exist_ok=True)
    for name, content in seeds:
        (place / name).write_bytes(content)


write("json", requests_in_json())
write("frames", frames())
write("requests", web_requests())
write("boxes", boxes())
write("sessions", sessions())
