#!/usr/bin/env python3
"""Classifies one picture with a SqueezeNet through the program and through PyTorch, and compares the probabilities.

  python3 compare_with_pytorch.py OSPREY      (needs PyTorch, torchvision, coremltools 9.0, NumPy and Pillow)

The network has random weights; the picture is 227 × 227, so that both see the same pixels. Also classifies the eight EXIF orientations of the
picture, written losslessly rotated, and the same picture in Display P3.
"""
import json, pathlib, struct, subprocess, sys, tempfile
import coremltools, numpy as np, torch, torchvision
from PIL import Image

SIDE, CLASSES = 227, 1000
# For each EXIF orientation, the operation that makes the stored picture from the upright one.
STORED = {1: [], 2: [Image.FLIP_LEFT_RIGHT], 3: [Image.ROTATE_180], 4: [Image.FLIP_TOP_BOTTOM], 5: [Image.TRANSPOSE],
          6: [Image.ROTATE_90], 7: [Image.TRANSVERSE], 8: [Image.ROTATE_270]}


class Network(torch.nn.Module):
    """The network with pixels 0…1 as its input and probabilities as its output."""

    def __init__(self):
        super().__init__()
        self.network = torchvision.models.squeezenet1_1(weights=None)

    def forward(self, x):
        return torch.softmax(8 * self.network((x - 0.45) / 0.225), dim=1)


def picture():
    y, x = np.mgrid[0:1:SIDE * 1j, 0:1:SIDE * 1j]
    waves = [np.sin(9 * x + 3 * y), np.sin(5 * y - 2 * x * x + 1), np.cos(14 * x * y + 2)]
    return Image.fromarray(np.uint8(np.stack(waves, -1) * 100 + 120))


# The primaries of sRGB and Display P3 as XYZ under D50, a column each (ICC.1:2022, and SMPTE RP 431-2 adapted by Bradford's matrix).
SRGB = np.array([[0.43607, 0.38515, 0.14307], [0.22249, 0.71687, 0.06061], [0.01392, 0.09708, 0.71410]])
P3 = np.array([[0.51512, 0.29198, 0.15710], [0.24120, 0.69225, 0.06657], [-0.00105, 0.04189, 0.78407]])


def display_p3(image):
    """The same colours in Display P3, which has the same transfer curve as sRGB."""
    encoded = np.asarray(image, np.float64) / 255
    linear = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)
    linear = np.clip(linear @ (np.linalg.inv(P3) @ SRGB).T, 0, 1)
    encoded = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return Image.fromarray(np.uint8(encoded * 255 + 0.5))


def display_p3_profile():
    def fixed(*values):
        return b"".join(struct.pack(">i", round(value * 65536)) for value in values)

    text = "Display P3".encode("utf-16-be")
    tags = {b"desc": b"mluc" + bytes(4) + struct.pack(">IIHHII", 1, 12, 0x656E, 0x5553, len(text), 28) + text,
            b"wtpt": b"XYZ " + bytes(4) + fixed(0.9642, 1, 0.8249)}
    for index, channel in enumerate((b"r", b"g", b"b")):
        tags[channel + b"XYZ"] = b"XYZ " + bytes(4) + fixed(*P3[:, index])
        tags[channel + b"TRC"] = b"para" + bytes(4) + struct.pack(">HH", 3, 0) + fixed(2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
    table, body = struct.pack(">I", len(tags)), b""
    for name, content in tags.items():
        content += bytes(-len(content) % 4)
        table += name + struct.pack(">II", 132 + 12 * len(tags) + len(body), len(content))
        body += content
    header = struct.pack(">I4sI4s4s4s12x4s28x12s48x", 128 + len(table) + len(body), bytes(4), 0x04000000, b"mntr", b"RGB ", b"XYZ ",
                         b"acsp", fixed(0.9642, 1, 0.8249))
    return header + table + body


def convert(model, path):
    example = torch.rand(1, 3, SIDE, SIDE)
    coremltools.convert(torch.jit.trace(model, example), convert_to="neuralnetwork", skip_model_load=True,
                        inputs=[coremltools.ImageType(name="image", shape=example.shape, scale=1 / 255)],
                        classifier_config=coremltools.ClassifierConfig([f"label {i}" for i in range(CLASSES)])).save(str(path))


def classify(osprey, model, image):
    answer = subprocess.run([osprey, "classify", "--json", "--top", str(CLASSES), "--model", model, "--compute-units", "cpuOnly", image],
                            check=True, capture_output=True, text=True).stdout
    probabilities = np.zeros(CLASSES)
    for row in json.loads(answer)["observations"]:
        probabilities[int(row["identifier"].split()[1])] = row["confidence"]
    return probabilities


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    torch.manual_seed(3)
    model, image, failed = Network().eval(), picture(), False
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        convert(model, folder / "model.mlmodel")
        pixels = torch.from_numpy(np.asarray(image, np.float32).transpose(2, 0, 1)[None] / 255)
        with torch.no_grad():
            expected = model(pixels).numpy()[0]

        def compare(title, path, reference, limit):
            nonlocal failed
            got = classify(sys.argv[1], folder / "model.mlmodel", path)
            error = np.abs(got - reference).max() / reference.max()
            failed |= not error <= limit
            print(f"{title:28s} largest difference {error:.1e} of the largest probability (limit {limit:.0e})")
            return got

        image.save(folder / "picture.png")
        upright = compare("PNG against PyTorch", folder / "picture.png", expected, 1e-4)
        for orientation, steps in STORED.items():
            stored = image
            for step in steps:
                stored = stored.transpose(step)
            tags = Image.Exif()
            tags[0x0112] = orientation
            stored.save(folder / "turned.png", exif=tags)
            compare(f"EXIF orientation {orientation}", folder / "turned.png", upright, 1e-6)
        twin = display_p3(image)
        twin.save(folder / "twin.png", icc_profile=display_p3_profile())
        compare("Display P3 twin", folder / "twin.png", upright, 1e-2)
    return failed


if __name__ == "__main__":
    sys.exit(main())
