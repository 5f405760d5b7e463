"""The layers of the feature prints' networks, run in PyTorch from the exported files: what the saliency models read."""

import pathlib
import sys

import coremltools
import cv2
import numpy as np
import torch

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from coreml import run_layer

MODELS = pathlib.Path(__file__).resolve().parent.parent
# The network that each branch reads. Products may use the open one.
NETWORKS = {"attention": MODELS / "print/OpenFeaturePrint.mlmodel", "objectness": MODELS / "scene/Scene.mlmodel"}
SIDE = 256  # of the images, as for the feature print: the same pixels serve both
# The maps that are read, with their channels and the side of each.
MAPS = {
    "block4_add": (40, 32),
    "block10_add": (112, 16),
    "block15_project_conv": (320, 8),
    "widen_relu6": (1280, 8),
}


def load_image(path):
    """The whole photograph, squeezed to the network's input: red, green, blue from 0 to 255."""
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise SystemExit(f"{path} cannot be read")
    return cv2.cvtColor(cv2.resize(image, (SIDE, SIDE), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2RGB)


class Trunk:
    """The network that a branch reads, up to the maps."""

    def __init__(self, branch):
        spec = coremltools.utils.load_spec(str(NETWORKS[branch]))
        network = getattr(spec, spec.WhichOneof("Type"))
        scaler = network.preprocessing[0].scaler
        self.scale = scaler.channelScale
        self.bias = torch.tensor([scaler.redBias, scaler.greenBias, scaler.blueBias]).view(1, 3, 1, 1)
        self.layers = []
        for layer in network.layers:
            self.layers.append(layer)
            if layer.output[0] == list(MAPS)[-1]:
                break

    @torch.no_grad()
    def maps(self, images):
        """Of images (count, side, side, 3) with values from 0 to 255."""
        images = torch.as_tensor(np.ascontiguousarray(images)).permute(0, 3, 1, 2).float()
        blobs = {"image": images * self.scale + self.bias}
        for layer in self.layers:
            blobs[layer.output[0]] = run_layer(layer, [blobs[name] for name in layer.input])
        return {name: blobs[name] for name in MAPS}
