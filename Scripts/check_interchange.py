#!/usr/bin/env python3
"""Trains a small model of every kind that osprey trains, loads each in coremltools, checks its specification, and compares what
coremltools' predict answers with osprey's own answer to the same input.

  pip install coremltools pillow ./Bindings/python
  python3 Scripts/check_interchange.py .build/release/osprey [--keep FOLDER] [--only NAME…]

The pictures are those of Examples; sequences of poses are drawn here. Prints a line a model and ends with status 1 where one differs.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[1]
PARTS = ROOT / "Examples/RobotShop/training"
BREAKFAST = ROOT / "Examples/BreakfastFinder/training"
# Single numbers that the two ways of asking may differ by: text of JSON against memory.
TOLERANCE = 1e-5


def poses(folder, joints, frames, generator):
    """Hands or bodies that rise, sink or stay, a folder each."""
    for label, speed in (("rising", 0.01), ("sinking", -0.01), ("staying", 0.0)):
        (folder / label).mkdir(parents=True)
        for index in range(8):
            places = generator.uniform(0.3, 0.7, (2, joints))
            sequence = []
            for frame in range(frames):
                moved = places + generator.normal(0, 0.003, places.shape)
                moved[1] += speed * frame
                sequence.append([*moved.tolist(), [1.0] * joints])
            (folder / label / f"{index}.json").write_text(json.dumps({"frameRate": 30, "frames": sequence}))


def sensors(path, generator):
    """Recordings of a sensor that swings, slowly or fast."""
    lines = ["x,y,activity,recording"]
    for label, speed in (("slow", 0.1), ("fast", 0.6)):
        for index in range(8):
            phase = generator.uniform(0, 6) + speed * numpy.arange(60)
            rows = numpy.stack([numpy.sin(phase), numpy.cos(phase)], axis=1) + generator.normal(0, 0.05, (60, 2))
            lines += [f"{x:.4f},{y:.4f},{label},{label} {index}" for x, y in rows]
    path.write_text("\n".join(lines) + "\n")


def labels_by_photo(folder):
    """The robot parts in one folder, each with the label of its kind and one of its first letter."""
    folder.mkdir()
    entries = []
    for photo in sorted(PARTS.glob("*/*.jpg")):
        name = f"{photo.parent.name} {photo.name}"
        shutil.copy(photo, folder / name)
        entries.append({"filename": name, "annotations": [photo.parent.name, photo.parent.name[0]]})
    (folder / "annotations.json").write_text(json.dumps(entries))


def kinds(scratch):
    """For each kind its name, the words after `osprey train`, and the oldest specification that can say it: weights of 16 bits
    came with 2, non-maximum suppression with 3, networks of arrays of any rank with 4, inputs with a default with 5."""
    generator = numpy.random.default_rng(1)
    poses(scratch / "bodies", 18, 40, generator)
    poses(scratch / "hands", 21, 40, generator)
    sensors(scratch / "sensors.csv", generator)
    labels_by_photo(scratch / "photos")
    image = ["image-classifier", str(PARTS), "--split", "0"]
    detector = ["object-detector", str(BREAKFAST), "--split", "0", "--grid", "8x8", "--iterations", "40"]
    transfer = detector + ["--algorithm", "transferLearning"]
    return [
        ("image classifier", image, 2),
        ("image classifier, perceptron", image + ["--layers", "16"], 2),
        ("image classifier, several labels", ["image-classifier", str(scratch / "photos"), "--multi-label", "--split", "0"], 2),
        ("object detector", detector, 3),
        ("object detector, transfer learning", transfer, 3),
        ("object detector, 8 bits", transfer + ["--weights", "8"], 3),
        ("action classifier", ["action-classifier", str(scratch / "bodies"), "--window", "20", "--iterations", "5", "--split", "0"], 4),
        ("hand action classifier", ["hand-action-classifier", str(scratch / "hands"), "--window", "20", "--iterations", "5", "--split", "0"], 4),
        ("hand pose classifier", ["hand-pose-classifier", str(scratch / "hands"), "--iterations", "5", "--split", "0"], 4),
        ("activity classifier", ["activity", str(scratch / "sensors.csv"), "--features", "x,y", "--label", "activity", "--recording", "recording",
                                 "--window", "20", "--iterations", "2", "--split", "0"], 5),
    ]


def faults(spec):
    """The faults of a specification by itself."""
    found = []
    if not spec.IsInitialized():
        found.append("fields are missing")
    known = type(spec)()
    known.CopyFrom(spec)
    known.DiscardUnknownFields()
    if known.ByteSize() != spec.ByteSize():
        found.append("fields that coremltools does not know")
    found += [f"input '{name}' of '{place}' comes from nowhere" for place, name in unconnected(spec)]
    return found


def unconnected(spec):
    """Inputs of layers and of models in pipelines that nothing before them gives."""
    given = {feature.name for feature in spec.description.input}
    kind = spec.WhichOneof("Type")
    if kind.startswith("pipeline"):
        pipeline = getattr(spec, kind)
        models = pipeline.models if kind == "pipeline" else pipeline.pipeline.models
        for index, model in enumerate(models):
            yield from ((f"model {index}", feature.name) for feature in model.description.input
                        if feature.name not in given and not feature.type.isOptional)
            yield from unconnected(model)
            given |= {feature.name for feature in model.description.output}
    elif kind.startswith("neuralNetwork"):
        for layer in getattr(spec, kind).layers:
            yield from ((layer.name, name) for name in layer.input if name not in given)
            given |= set(layer.output)
    else:
        return
    yield from (("the outputs", feature.name) for feature in spec.description.output
                if feature.name not in given and not (kind.endswith("Classifier") and feature.name == spec.description.predictedFeatureName)
                and not (kind.endswith("Classifier") and feature.name == spec.description.predictedProbabilitiesName))


def inputs(spec, scratch, generator):
    """An input for the model, as Python has it and as files for osprey."""
    from PIL import Image
    values, words = {}, []
    for feature in spec.description.input:
        if feature.name == "confidenceThreshold":
            # So that there is something to compare after a short training.
            values[feature.name] = 0.02
            words += ["--input", f"{feature.name}=0.02"]
        if feature.type.isOptional:
            continue
        if feature.type.WhichOneof("Type") == "imageType":
            size = (feature.type.imageType.width, feature.type.imageType.height)
            image = Image.open(sorted(BREAKFAST.glob("*.jpg"))[3]).convert("RGB").resize(size)
            path = scratch / "input.png"
            image.save(path)
            values[feature.name] = image
        else:
            array = generator.uniform(0.2, 0.8, tuple(feature.type.multiArrayType.shape)).astype(numpy.float32)
            path = scratch / f"input-{feature.name}.npy"
            numpy.save(path, array)
            values[feature.name] = array
        words += ["--input", f"{feature.name}={path}"]
    return values, words


def difference(ours, theirs):
    """The largest difference of two answers; infinite where they are of different form."""
    if isinstance(ours, dict) and "values" in ours and "shape" in ours:
        ours = ours["values"]
    if isinstance(ours, dict) and isinstance(theirs, dict):
        if set(ours) != set(theirs):
            return float("inf")
        return max((difference(ours[key], theirs[key]) for key in ours), default=0.0)
    if isinstance(ours, str) or isinstance(theirs, str):
        return 0.0 if ours == theirs else float("inf")
    ours, theirs = numpy.asarray(ours, numpy.float64), numpy.asarray(theirs, numpy.float64)
    if ours.size != theirs.size:
        return float("inf")
    return float(numpy.abs(ours.ravel() - theirs.ravel()).max(initial=0.0))


def check(osprey, name, words, oldest, scratch):
    import coremltools
    model = scratch / (name.replace(", ", "-").replace(" ", "_") + ".mlmodel")
    subprocess.run([osprey, "train", *words, "--output", str(model)], check=True, capture_output=True, text=True)
    spec = coremltools.models.MLModel(str(model)).get_spec()
    wrong = faults(spec)
    if spec.specificationVersion > oldest:
        wrong.append(f"specification version {spec.specificationVersion} where {oldest} is enough")
    values, files = inputs(spec, scratch, numpy.random.default_rng(2))
    largest = 0.0
    for units, option in ((coremltools.ComputeUnit.CPU_ONLY, "cpuOnly"), (coremltools.ComputeUnit.ALL, "all")):
        theirs = coremltools.models.MLModel(str(model), compute_units=units).predict(values)
        answer = subprocess.run([osprey, "model", "predict", str(model), *files, "--compute-units", option, "--json"], check=True,
                                capture_output=True, text=True).stdout
        largest = max(largest, difference(json.loads(answer)["outputs"], theirs))
    if not largest <= TOLERANCE:
        wrong.append(f"answers differ by {largest}")
    size = model.stat().st_size / 1e6
    print(f"{name:36} version {spec.specificationVersion}, {size:5.1f} MB, largest difference {largest:.1e}"
          + "".join(f"; {fault}" for fault in wrong), flush=True)
    return not wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("osprey")
    parser.add_argument("--keep", help="a folder for the models")
    parser.add_argument("--only", nargs="+", default=[], help="only kinds whose names have one of these words")
    options = parser.parse_args()
    osprey = str(pathlib.Path(options.osprey).resolve())
    os.environ["OSPREY"] = osprey
    import osprey_coreml  # noqa: F401  makes coremltools predict
    with tempfile.TemporaryDirectory() as temporary:
        scratch = pathlib.Path(options.keep or temporary).resolve()
        scratch.mkdir(parents=True, exist_ok=True)
        chosen = [kind for kind in kinds(scratch) if not options.only or any(word in kind[0] for word in options.only)]
        results = [check(osprey, *kind, scratch) for kind in chosen]
    print(f"{sum(results)} of {len(results)} models agree")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
