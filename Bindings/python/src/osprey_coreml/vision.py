"""Vision in Python: what is in pictures and videos, by the same server that predicts for coremltools.

A picture is a path, the bytes of an image file, one of Pillow's images, or a NumPy array of rows × columns × 1, 3 or 4 bytes (gray, RGB or RGBA).
Functions that take pictures take one, and return its answer, or a list, and return a list. Boxes and points are normalised to 0…1 of the upright
picture, with the origin at its lower left.
"""
import dataclasses
import json
import os
import subprocess

import numpy as np

from .errors import OspreyError
from .program import find_program
from .server import server
from .values import Request

__all__ = ["Box", "Finding", "Frame", "Label", "classify", "classify_video", "detect", "detect_video", "feature_print", "kinds"]

# One request has pictures of about so many bytes, so that the memory that both sides share stays small.
_BATCH_SIZE = 1 << 26


@dataclasses.dataclass(frozen=True)
class Box:
    """A rectangle: its lower left corner and its size, normalised."""

    x: float
    y: float
    width: float
    height: float

    def pixels(self, width, height):
        """The edges in a picture of ``width`` × ``height`` pixels: left, top, right and bottom, with the origin at the upper left."""
        return self.x * width, (1 - self.y - self.height) * height, (self.x + self.width) * width, (1 - self.y) * height


@dataclasses.dataclass(frozen=True)
class Label:
    """A word for a picture's content, and how sure the model is of it, 0…1."""

    identifier: str
    confidence: float


@dataclasses.dataclass(frozen=True)
class Finding:
    """One thing that was found in a picture. What its kind does not have is ``None``."""

    kind: str
    confidence: float | None = None
    box: Box | None = None
    corners: list | None = None
    """Of a quadrilateral: top left, top right, bottom right, bottom left, of the thing and not of the picture."""
    text: str | None = None
    """The string of text, a barcode or a page."""
    label: str | None = None
    """The name of an object or animal."""
    mask: np.ndarray | None = None
    """Rows × columns of float32 from 0 to 1, the top row first, over the whole picture: how sure a cell is of the thing, or how much it draws attention."""
    details: dict = dataclasses.field(default_factory=dict)
    """Everything about it, as ``osprey detect --json`` has it."""


@dataclasses.dataclass(frozen=True)
class Frame:
    """The labels or findings of a video's frame."""

    time: float
    """In seconds from the video's beginning."""
    labels: list
    findings: list


def classify(pictures, *, top=5, threshold=0.0, model=None, crop=None):
    """The most probable ``top`` labels of pictures, the most probable first. Of the default model these are wide ones, too: ``outdoor`` before ``fence``.

    ``model`` is the path of a classifier instead of the default scene model, and ``crop`` how it sees a picture: ``centerCrop``, ``scaleFit`` or
    ``scaleFill``. Raises ``OspreyError`` for a picture that cannot be read.
    """
    return _look(pictures, "classify", _labels, top=top, threshold=threshold, path=_path(model), crop=crop)


def detect(pictures, kinds, *, threshold=0.0, model=None):
    """The findings of one kind or several in pictures: ``"faces"``, or ``["faces", "text"]``; ``kinds()`` lists them.

    ``model`` is the path of a model for ``objects``, ``animals``, ``pose``, ``humans`` or ``hands``. Raises ``OspreyError`` for a picture that cannot be
    read.
    """
    return _look(pictures, "detect", _findings, kinds=_joined(kinds), threshold=threshold, path=_path(model), maps=True)


def feature_print(pictures, *, revision=None, extractor=None):
    """The features of pictures as arrays of float32: the closer two are, the more alike are the pictures.

    ``revision`` is that of Osprey's feature print, 1 to 4; ``extractor`` is the path of a network whose output serves instead.
    """
    return _look(pictures, "featurePrint", lambda result: np.array(result["featurePrint"], np.float32), revision=revision, path=_path(extractor))


def classify_video(path, *, every=1.0, top=5, threshold=0.0, model=None):
    """The frames of a video with their labels, one every so many seconds; 0 for every frame."""
    options = ["--top", str(top), "--threshold", str(threshold)] + (["--model", _path(model)] if model is not None else [])
    return _frames(["classify"], path, every, options)


def detect_video(path, kinds, *, every=1.0, threshold=0.0, model=None):
    """The frames of a video with their findings, one every so many seconds; 0 for every frame. These have no masks."""
    options = ["--threshold", str(threshold)] + (["--model", _path(model)] if model is not None else [])
    return _frames(["detect", _joined(kinds)], path, every, options)


def kinds():
    """The kinds that ``detect`` takes, with a line about each."""
    shown = subprocess.run([find_program(), "help", "detect"], capture_output=True, text=True, check=True).stdout
    lines = iter(shown.splitlines())
    found = {}
    for line in lines:
        if line.startswith("KINDS is"):
            break
    for line in lines:
        name, _, summary = line.strip().partition("  ")
        if not line.startswith("  ") or not summary:
            break
        found[name] = summary.strip()
    return found


def _look(pictures, op, convert, **fields):
    if not isinstance(pictures, (list, tuple)):
        return _look([pictures], op, convert, **fields)[0]
    fields = {name: value for name, value in fields.items() if value is not None}
    answers, request, images = [], Request(), []

    def ask():
        nonlocal request, images
        for result in server().look(op, request, images=images, **fields):
            if "error" in result:
                raise OspreyError(f"picture {len(answers)}: {result['error']}")
            answers.append(convert(result))
        request, images = Request(), []

    for picture in pictures:
        images.append(request.file(_content(picture)))
        if request.size >= _BATCH_SIZE:
            ask()
    if images:
        ask()
    return answers


def _content(picture):
    """The bytes of an image file of a picture."""
    if isinstance(picture, (bytes, bytearray, memoryview)):
        return bytes(picture)
    if isinstance(picture, (str, os.PathLike)):
        try:
            with open(picture, "rb") as file:
                return file.read()
        except OSError as error:
            raise OspreyError(f"{os.fspath(picture)} cannot be read: {error.strerror}") from error
    if hasattr(picture, "getbands"):
        picture = np.asarray(picture if picture.mode in ("L", "RGB", "RGBA") else picture.convert("RGB"))
    array = np.asarray(picture)
    if array.ndim == 2:
        array = array[:, :, None]
    if array.dtype != np.uint8 or array.ndim != 3 or array.shape[2] not in (1, 3, 4) or 0 in array.shape:
        raise TypeError(f"a picture is rows × columns × 1, 3 or 4 of uint8, and not {array.shape} of {array.dtype}")
    rows, columns, channels = array.shape
    if channels == 4:
        # The readers of files that need no compression know no transparency: what is transparent is seen on white.
        alpha = array[:, :, 3:].astype(np.uint16)
        array = ((array[:, :, :3] * alpha + 255 * (255 - alpha) + 127) // 255).astype(np.uint8)
    header = f"{'P5' if channels == 1 else 'P6'} {columns} {rows} 255\n".encode()
    return header + np.ascontiguousarray(array).tobytes()


def _labels(result):
    return [Label(label["identifier"], label["confidence"]) for label in result["observations"]]


def _findings(result):
    findings = []
    for kind, found in result.items():
        for details in found if isinstance(found, list) else [found] if found is not None else []:
            findings.append(_finding(kind, details))
    return findings


def _finding(kind, details):
    mask = details.pop("map", None)
    box = details.get("boundingBox")
    return Finding(
        kind, details.get("confidence"), Box(**box) if box else None, details.get("corners"),
        next((details[name] for name in ("string", "payload", "text") if isinstance(details.get(name), str)), None),
        details.get("label"), mask, details,
    )


def _frames(words, path, every, options):
    process = subprocess.Popen(
        [find_program(), *words, "--json", "--every", str(every), *options, "--", os.fspath(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        for line in process.stdout:
            row = json.loads(line)
            if "error" in row:
                raise OspreyError(f"{row['image']}: {row['error']}")
            if "time" not in row:
                raise OspreyError(f"{os.fspath(path)} is a picture and not a video")
            found = {name: value for name, value in row.items() if name not in ("image", "time", "observations", "labels")}
            labels = _labels(row) if "observations" in row else []
            yield Frame(row["time"], labels, _findings(found) if words[0] == "detect" else [])
        if process.wait() != 0:
            raise OspreyError(process.stderr.read().strip().removeprefix("osprey: "))
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


def _joined(kinds):
    return kinds if isinstance(kinds, str) else ",".join(kinds)


def _path(model):
    return None if model is None else os.path.abspath(os.path.expanduser(model))
