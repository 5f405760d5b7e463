"""Runs the TensorFlow Lite networks that teach."""

import cv2
import numpy as np
from ai_edge_litert.interpreter import Interpreter


class LiteNetwork:
    """A network that sees a square picture in RGB, 0 to 1."""

    def __init__(self, path):
        self.interpreter = Interpreter(str(path), num_threads=1)
        self.interpreter.allocate_tensors()
        picture = self.interpreter.get_input_details()[0]
        self.input, self.side = picture["index"], int(picture["shape"][1])

    def outputs(self, image, affine):
        """The outputs for what an affine map brings into the square, by their names, and the map back."""
        self.interpreter.set_tensor(self.input, (crop(image, affine, self.side)[None] / 255).astype(np.float32))
        self.interpreter.invoke()
        details = self.interpreter.get_output_details()
        found = {detail["name"]: self.interpreter.get_tensor(detail["index"]).ravel().astype(float) for detail in details}
        return found, cv2.invertAffineTransform(affine)


def crop(image, affine, side):
    """A square of a picture under an affine map; the picture is halved first for as long as the map shrinks it to less than a half."""
    affine = affine.copy()
    while np.sqrt(abs(np.linalg.det(affine[:, :2]))) < 0.5:
        image = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        affine[:, :2] *= 2
    return cv2.warpAffine(image, affine, (side, side), flags=cv2.INTER_LINEAR)


def likelihood(logit):
    return 1 / (1 + np.exp(-np.clip(logit, -30, 30)))
