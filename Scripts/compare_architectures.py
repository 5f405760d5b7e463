#!/usr/bin/env python3
"""Runs networks of many architectures through the program and through PyTorch, and compares answers and times.

  python3 compare_architectures.py OSPREY [NAME…] [--peer] [--runs N] [--folder FOLDER]

Needs PyTorch, torchvision, coremltools 9.0 and NumPy; with --peer also ONNX Runtime, which is timed next to the program on two threads. The networks
have random weights; each is converted once to a NeuralNetwork (.mlmodel) and to an ML Program (.mlpackage) of float32, and stored in FOLDER. An error
is the norm of the difference, divided by the norm of PyTorch's answer. The output that is nearest to its limit is printed. The limit is 1e-4 in
float32 (cpuOnly, and the ML Program). For the neural network with all units it is the error of float16, or 5e-3 if that is more. PyTorch measures the
error of float16 by rounding the weights and inputs of convolutions and linear layers.
"""
import argparse, json, pathlib, statistics, subprocess, sys, tempfile, time, warnings
import numpy as np, torch, torchvision
from torch import nn

FLOAT32 = 1e-4
LEAST_BUDGET = 5e-3
MODELS = torchvision.models


class Segmentation(nn.Module):
    """A segmentation network that returns its map instead of a dictionary."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, x):
        return self.network(x)["out"]


class FeaturePyramid(nn.Module):
    """The backbone of a detector: ResNet-50, and a pyramid of its features."""

    def __init__(self):
        super().__init__()
        resnet = MODELS.resnet50(weights=None)
        self.stem = nn.Sequential(resnet.conv1, resnet.bn1, resnet.relu, resnet.maxpool)
        self.stages = nn.ModuleList([resnet.layer1, resnet.layer2, resnet.layer3, resnet.layer4])
        self.pyramid = torchvision.ops.FeaturePyramidNetwork([256, 512, 1024, 2048], 256)

    def forward(self, x):
        x, features = self.stem(x), {}
        for index, stage in enumerate(self.stages):
            x = stage(x)
            features[str(index)] = x
        return tuple(self.pyramid(features).values())


class UNet(nn.Module):
    """A small U-Net with bilinear upsampling, PReLU and instance normalisation."""

    def __init__(self, width=16):
        super().__init__()

        def block(i, o):
            return nn.Sequential(nn.Conv2d(i, o, 3, padding=1), nn.InstanceNorm2d(o, affine=True), nn.PReLU(o),
                                 nn.Conv2d(o, o, 3, padding=1), nn.GroupNorm(4, o), nn.SiLU())

        self.down = nn.ModuleList([block(3, width), block(width, 2 * width), block(2 * width, 4 * width)])
        self.up = nn.ModuleList([block(6 * width, 2 * width), block(3 * width, width)])
        self.out = nn.Conv2d(width, 2, 1)

    def forward(self, x):
        kept = []
        for block in self.down:
            x = block(x)
            kept.append(x)
            if len(kept) < 3:
                x = nn.functional.max_pool2d(x, 2)
        for block, skip in zip(self.up, reversed(kept[:-1])):
            x = block(torch.cat([nn.functional.interpolate(x, scale_factor=2, mode="bilinear", align_corners=False), skip], 1))
        return self.out(x)


class Recurrent(nn.Module):
    """A text recogniser: convolutions, a bidirectional LSTM and a GRU over columns."""

    def __init__(self):
        super().__init__()
        self.convolutions = nn.Sequential(nn.Conv2d(1, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(32, 64, 3, padding=1),
                                          nn.BatchNorm2d(64), nn.Hardswish(), nn.MaxPool2d((2, 1)))
        self.lstm = nn.LSTM(64 * 8, 128, bidirectional=True, batch_first=True)
        self.gru = nn.GRU(256, 96, batch_first=True)
        self.out = nn.Linear(96, 40)

    def forward(self, x):
        x = self.convolutions(x).permute(0, 3, 1, 2).flatten(2)
        return torch.log_softmax(self.out(self.gru(self.lstm(x)[0])[0]), -1)


class GlobalAverage(nn.Module):
    """Adaptive pooling of volumes to one element, computed as a mean, because the converter does not support the pooling."""

    def forward(self, x):
        return x.mean((2, 3, 4), keepdim=True)


def video_classifier():
    network = MODELS.video.r3d_18(weights=None)
    network.avgpool = GlobalAverage()
    return network


def classifier(name, side=224):
    return (lambda: getattr(MODELS, name)(weights=None)), (1, 3, side, side)


ARCHITECTURES = {
    name: classifier(name, *side) for name, *side in [
        ("alexnet",), ("vgg11",), ("resnet18",), ("resnext50_32x4d",), ("densenet121",), ("mobilenet_v3_large",), ("efficientnet_b0",),
        ("shufflenet_v2_x1_0",), ("mnasnet1_0",), ("regnet_y_400mf",), ("convnext_tiny",), ("swin_t",), ("vit_b_16",)]
} | {
    "googlenet": (lambda: MODELS.googlenet(weights=None, init_weights=False, aux_logits=False), (1, 3, 224, 224)),
    "inception_v3": (lambda: MODELS.inception_v3(weights=None, init_weights=False, aux_logits=False), (1, 3, 299, 299)),
    "deeplabv3_mobilenet": (lambda: Segmentation(MODELS.segmentation.deeplabv3_mobilenet_v3_large(
        weights=None, weights_backbone=None)), (1, 3, 256, 256)),
    "fcn_resnet50": (lambda: Segmentation(MODELS.segmentation.fcn_resnet50(weights=None, weights_backbone=None)), (1, 3, 224, 224)),
    "feature_pyramid": (FeaturePyramid, (1, 3, 320, 320)),
    "unet": (UNet, (1, 3, 192, 192)),
    "text_recogniser": (Recurrent, (1, 1, 32, 160)),
    "r3d_18": (video_classifier, (1, 3, 8, 112, 112)),
}


def rounded_answers(model, example):
    """The answers with factors of float16 and sums of float32."""
    layers = [module for module in model.modules() if isinstance(module, (nn.Linear, nn.modules.conv._ConvNd))]
    # The projection of attention reads the weights of its linear layer without a call of the layer.
    weights = [p for n, p in model.named_parameters() if n.endswith("in_proj_weight")] + [layer.weight for layer in layers]
    kept = [weight.data for weight in weights]
    hooks = [layer.register_forward_pre_hook(lambda _, inputs: tuple(x.half().float() for x in inputs)) for layer in layers]
    for weight in weights:
        weight.data = weight.data.half().float()
    answers = model(example)
    for weight, data in zip(weights, kept):
        weight.data = data
    for hook in hooks:
        hook.remove()
    return answers if isinstance(answers, tuple) else (answers,)


def make(name, folder):
    """Writes the network's files, its input and PyTorch's answers."""
    import coremltools
    torch.manual_seed(11)
    build, shape = ARCHITECTURES[name]
    model = build().eval()
    for module in model.modules():
        # Statistics like those of a trained network: none is exactly zero or one.
        if isinstance(module, nn.modules.batchnorm._BatchNorm):
            module.running_mean.uniform_(-0.1, 0.1)
            module.running_var.uniform_(0.8, 1.2)
        # Some classifiers start with zero weights, and would give only zeros.
        if isinstance(module, nn.Linear) and not module.weight.any():
            nn.init.normal_(module.weight, std=0.02)
        # In training mode (here without dropout) PyTorch computes attention by single operations. The converters do not support the fused call.
        if isinstance(module, nn.MultiheadAttention):
            module.training = True
    example = torch.rand(shape)
    with torch.no_grad():
        answers = model(example)
        answers = answers if isinstance(answers, tuple) else (answers,)
        rounded = rounded_answers(model, example)
        torch.onnx.export(model, example, str(folder / f"{name}.onnx"), opset_version=14, input_names=["x"],
                          training=torch.onnx.TrainingMode.PRESERVE, output_names=[f"y{i}" for i in range(len(answers))])
        traced = torch.jit.trace(model, example, check_trace=False)
    for form, suffix in (("neuralnetwork", "mlmodel"), ("mlprogram", "mlpackage")):
        options = {"compute_precision": coremltools.precision.FLOAT32} if form == "mlprogram" else {}
        try:
            coremltools.convert(
                traced, convert_to=form, inputs=[coremltools.TensorType(name="x", shape=example.shape)],
                outputs=[coremltools.TensorType(name=f"y{i}") for i in range(len(answers))], skip_model_load=True, **options,
            ).save(str(folder / f"{name}.{suffix}"))
        except Exception as error:
            print(f"{name}.{suffix}: not converted: {' '.join(str(error).split())[:160]}")
    np.savez(folder / f"{name}.npz", x=example.numpy(), **{f"y{i}": answer.numpy() for i, answer in enumerate(answers)},
             **{f"float16_{i}": distance(answer.numpy(), exact.numpy()) for i, (answer, exact) in enumerate(zip(rounded, answers))})


def distance(answer, exact):
    exact = exact.astype(np.float64)
    return np.linalg.norm(answer.reshape(exact.shape) - exact) / np.linalg.norm(exact)


def run(osprey, model, units, runs, data):
    """The error and the limit of the output that is nearest to its limit, and the times, or the reason why there are none."""
    names = [name for name in data if name.startswith("y")]
    with tempfile.TemporaryDirectory() as folder:
        np.save(f"{folder}/x.npy", data["x"])
        command = [osprey, "model", "bench", str(model), "--compute-units", units, "--runs", str(runs), "--json", "--input",
                   f"x={folder}/x.npy"] + [word for name in names for word in ("--output", f"{name}={folder}/{name}.npy")]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            return None, None, (done.stderr.strip().splitlines() or ["no message"])[-1]
        pairs = []
        for name in names:
            is_exact = units == "cpuOnly" or model.suffix == ".mlpackage"
            limit = FLOAT32 if is_exact else max(LEAST_BUDGET, float(data[f"float16_{name[1:]}"]))
            pairs.append((distance(np.load(f"{folder}/{name}.npy"), data[name]), limit))
        return *max(pairs, key=lambda pair: pair[0] / pair[1]), json.loads(done.stdout.strip().splitlines()[-1])


def peer(path, data, runs):
    import onnxruntime
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = 2
    session = onnxruntime.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])
    times = []
    for _ in range(runs + 3):
        start = time.perf_counter()
        session.run(None, {"x": data["x"]})
        times.append((time.perf_counter() - start) * 1e3)
    return {"median_ms": statistics.median(times[3:]), "min_ms": min(times[3:])}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("osprey")
    parser.add_argument("names", nargs="*", default=list(ARCHITECTURES))
    parser.add_argument("--peer", action="store_true", help="time ONNX Runtime too")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path.home() / ".cache/osprey-architectures")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    options.folder.mkdir(parents=True, exist_ok=True)
    failures = 0
    print(f"{'network':22s} {'format':10s} {'units':8s} {'error':>8s} {'limit':>8s} {'median':>9s} {'fastest':>9s} {'ratio':>6s}  ms; fastest / peer's")
    for name in options.names:
        if not (options.folder / f"{name}.npz").exists():
            try:
                make(name, options.folder)
            except Exception as error:
                failures += 1
                print(f"{name:22s} FAILED to be made: {' '.join(str(error).split())[:160]}", flush=True)
                continue
        data = dict(np.load(options.folder / f"{name}.npz"))
        rival = peer(options.folder / f"{name}.onnx", data, options.runs) if options.peer else None
        for form in ("mlmodel", "mlpackage"):
            model = options.folder / f"{name}.{form}"
            for units in ("cpuOnly", "all") if model.exists() else ():
                error, limit, result = run(options.osprey, model, units, options.runs, data)
                passed = error is not None and error <= limit
                failures += not passed
                title = f"{name:22s} {form:10s} {units:8s}"
                if error is None:
                    print(f"{title} FAILED: {result}", flush=True)
                    continue
                ratio = f"{result['min_ms'] / rival['min_ms']:6.2f}" if rival else " " * 6
                print(f"{title} {error:8.1e} {limit:8.1e} {result['median_ms']:9.2f} {result['min_ms']:9.2f} {ratio}{'' if passed else '  FAILED'}",
                      flush=True)
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
