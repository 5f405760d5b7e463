"""Python values as the server's protocol has them, and back."""
import base64

import numpy as np

from .memory import aligned

# Pillow's modes by the protocol's formats; half-precision gray is single precision in Pillow.
_FORMATS = {"RGB": ("RGB", np.uint8, 3), "RGBA": ("RGBA", np.uint8, 4), "L": ("L", np.uint8, 1), "F": ("L16F", np.float16, 1)}


class Request:
    """The values of a request: small ones as JSON, arrays and images with a place in shared memory.

    Arrays are only copied to their places by ``write``, once the memory is large enough for all of them.
    """

    def __init__(self):
        self.size = 0
        self._arrays = []

    def encode(self, value, kind=None):
        """The JSON value of ``value``, an input of the model's type ``kind``."""
        if isinstance(value, str):
            return {"string": str(value)}
        if isinstance(value, dict):
            return {"dictionary": [[_scalar(key), float(number)] for key, number in value.items()]}
        if kind == "sequence" or (kind is None and isinstance(value, (list, tuple)) and value and isinstance(value[0], str)):
            return {"sequence": [_scalar(element) for element in value]}
        if isinstance(value, (bool, np.bool_, int, np.integer)):
            return {"int": int(value)}
        if isinstance(value, (float, np.floating)):
            return {"double": float(value)}
        if _is_image(value):
            return self._image(value)
        return self._array(np.asarray(value))

    def file(self, content):
        """The place of a file's bytes: a photo as it is on a disk."""
        return self._place(np.frombuffer(content, np.uint8))

    def write(self, memory):
        for offset, array in self._arrays:
            np.copyto(memory.view(offset, array.shape, _transferred(array)), array, casting="unsafe")

    def pieces(self):
        """The arrays' bytes one after the other, each at its place, as a payload has them; what lies contiguously is not copied."""
        end = 0
        for offset, array in self._arrays:
            if offset > end:
                yield bytes(offset - end)
            content = np.ascontiguousarray(array, _transferred(array))
            yield memoryview(content.reshape(-1)).cast("B") if content.size else b""
            end = offset + content.nbytes

    def _place(self, array):
        dtype = _transferred(array)
        offset = aligned(self.size)
        count = array.size * dtype.itemsize
        self.size = offset + count
        self._arrays.append((offset, array))
        return {"offset": offset, "count": count}

    def _array(self, array):
        if array.dtype.kind not in "fiub":
            raise TypeError(f"an array of {array.dtype} cannot be an input of a model")
        return {"array": {"dtype": _transferred(array).name, "shape": list(array.shape), **self._place(array)}}

    def _image(self, image):
        if image.mode not in _FORMATS:
            raise TypeError(f"an image of the mode {image.mode} cannot be an input of a model; convert it to RGB, L or F")
        form, dtype, channels = _FORMATS[image.mode]
        pixels = np.asarray(image).astype(dtype, copy=False).reshape(image.height, image.width, channels)
        return {"image": {"width": image.width, "height": image.height, "format": form, **self._place(pixels)}}


def decode(value, memory):
    """The Python value of an answer's JSON value."""
    ((kind, content),) = value.items()
    if kind == "array":
        return _content(content, memory, content["shape"], np.dtype(content["dtype"]))
    if kind == "image":
        return _decoded_image(content, memory)
    if kind == "dictionary":
        return {key: _number(number) for key, number in content}
    if kind == "double":
        return _number(content)
    return content


def decode_within(value, memory):
    """An answer's JSON with the arrays in it as NumPy arrays."""
    if isinstance(value, list):
        return [decode_within(item, memory) for item in value]
    if not isinstance(value, dict):
        return value
    if set(value) == {"array"} and isinstance(value["array"], dict):
        return decode(value, memory)
    return {key: decode_within(item, memory) for key, item in value.items()}


def unshared_size(value):
    """How many bytes of arrays and images are in the answer itself, for want of room in shared memory."""
    if isinstance(value, list):
        return sum(map(unshared_size, value))
    if isinstance(value, dict):
        return sum(aligned(len(item)) if key == "data" and isinstance(item, str) else unshared_size(item) for key, item in value.items())
    return 0


def _transferred(array):
    """The type in which an array is handed over: coremltools knows 64-bit integers as 32-bit ones, and what lacks a type as float32."""
    if array.dtype == np.int64 and (array.size == 0 or (array.min() >= -(2**31) and array.max() < 2**31)):
        return np.dtype(np.int32)
    if array.dtype == np.longdouble:
        return np.dtype(np.float64)
    return array.dtype.newbyteorder("=")


def _content(content, memory, shape, dtype):
    if "offset" in content:
        view = memory.view(content["offset"], shape, dtype)
        return view if getattr(memory, "is_private", False) else view.copy()
    return np.frombuffer(base64.b64decode(content["data"]), dtype).reshape(shape).copy()


def _decoded_image(content, memory):
    from PIL import Image

    _, dtype, channels = next(format for format in _FORMATS.values() if format[0] == content["format"])
    shape = (content["height"], content["width"]) + ((channels,) if channels > 1 else ())
    pixels = _content(content, memory, shape, np.dtype(dtype))
    return Image.fromarray(pixels.astype(np.float32) if dtype is np.float16 else pixels)


def _is_image(value):
    """Whether ``value`` is one of Pillow's images, without importing Pillow for those who have none."""
    return hasattr(value, "mode") and hasattr(value, "tobytes") and hasattr(value, "getbands")


def _scalar(value):
    return value.item() if isinstance(value, np.generic) else value


def _number(value):
    """JSON has no number for what is not one."""
    return float("nan") if value is None else float(value)
