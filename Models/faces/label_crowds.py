"""Marks the faces among the heads of SCUT-HEAD with a trained detector, for a second training.

    python label_crowds.py --sets FOLDER --packed PACKED --checkpoint checkpoint/detector.pt

The set (part B, `FOLDER/scut`) has a box around every head, from behind too.  A head in which the detector is sure of a face becomes that
face; any other is neither face nor background; what is outside of all heads has no faces, whatever the detector says.  Written are
`crowds.bin` and `crowds.npz`, as `sets.py` writes pictures.
"""

import argparse
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import torch

import networks
import sets

LARGEST = 896  # pixels of the longer side
COUNT = 500  # pictures
SURE = 0.4  # the least score, not calibrated


def heads_in(file):
    """The boxes of an annotation."""
    boxes = [[float(box.find(side).text) for side in ("xmin", "ymin", "xmax", "ymax")] for box in ET.parse(file).getroot().iter("bndbox")]
    boxes = np.array(boxes).reshape(-1, 4)
    return boxes[(boxes[:, 2] > boxes[:, 0]) & (boxes[:, 3] > boxes[:, 1])]


def ellipse_in(box, roll):
    """The ellipse of a face that has a box."""
    width, height = (box[2] - box[0]) / 2, (box[3] - box[1]) / 2
    lying, standing = np.sin(roll) ** 2, np.cos(roll) ** 2
    mean = np.sqrt((width ** 2 + height ** 2) / 2)
    proportion = 1.5
    if abs(standing - lying) > 0.5:
        long = (height ** 2 * standing - width ** 2 * lying) / (standing - lying)
        short = (width ** 2 * standing - height ** 2 * lying) / (standing - lying)
        proportion = np.clip(np.sqrt(max(long, 1e-6) / max(short, 1e-6)), 1.1, 1.8)
    short = mean * np.sqrt(2 / (1 + proportion ** 2))
    return ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2, proportion * short, short, roll)


@torch.no_grad()
def found_in(model, image):
    """The findings in a whole picture at its own size."""
    height, width = (-(-side // 32) * 32 for side in image.shape[:2])
    padded = np.zeros((height, width, 3), np.uint8)
    padded[:image.shape[0], :image.shape[1]] = image
    x = networks.normalise(torch.from_numpy(padded).permute(2, 0, 1)[None]).contiguous(memory_format=torch.channels_last)
    return networks.decode([networks.outputs(m)[0].numpy() for m in model(x)], SURE)


def faces_of(heads, rows):
    """The ellipses of a picture's heads: that of the best finding in it, or one without a roll."""
    result, centres = [], (rows[:, 1:3] + rows[:, 3:5]) / 2
    free = np.ones(len(rows), bool)
    for head in heads:
        share = np.prod(rows[:, 3:5] - rows[:, 1:3], axis=1) / np.prod(head[2:] - head[:2])
        inside = free & (centres > head[:2]).all(1) & (centres < head[2:]).all(1) & (share > 0.2) & (share < 1.5)
        if inside.any():
            best = int(np.argmax(inside))
            free[best] = False
            result.append(ellipse_in(rows[best, 1:5], rows[best, 5]))
        else:
            long = max(head[2:] - head[:2]) / 2
            result.append((*(head[:2] + head[2:]) / 2, long, long, np.nan))
    return result


def crowds(folder, model):
    """SCUT-HEAD's pictures with the faces that the detector finds."""
    for file in sorted((folder / "scut/Annotations").glob("PartB_*.xml"))[:COUNT]:
        image, heads = sets.read(folder / "scut/JPEGImages" / f"{file.stem}.jpg"), heads_in(file)
        if image is None or not len(heads):
            continue
        image, factor = sets.shrunk(image, LARGEST)
        yield image, faces_of(heads * factor, found_in(model, image)), True, False


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sets", type=Path, required=True, help="the folder that sets.py read")
    parser.add_argument("--packed", type=Path, required=True, help="the folder that sets.py wrote")
    parser.add_argument("--checkpoint", default="checkpoint/detector.pt")
    options = parser.parse_args()
    model = networks.Detector().to(memory_format=torch.channels_last)
    model.load_state_dict(torch.load(options.checkpoint, weights_only=True)["average"])
    sets.pack(crowds(options.sets, model.eval()), options.packed / "crowds")


if __name__ == "__main__":
    main()
