#!/usr/bin/env python3
"""Trains a small model of every kind that osprey trains. Loads each model in coremltools, checks its specification, and compares the answer of
coremltools' predict with osprey's own answer to the same input. Models of tables, words, recordings and styles are also read independently, by NumPy
from the specification (interchange_reading.py).

  pip install coremltools pillow ./Bindings/python
  OSPREY_INTERCHANGE=FOLDER make test-one T=InterchangeTests    # models of the trainers that the command line does not have
  python3 Scripts/check_interchange.py .build/release/osprey [--models FOLDER] [--keep FOLDER] [--only NAME…]

The pictures come from Examples. Tables, texts and sequences of poses are generated at random. Prints a line for each model, and exits with 1 if an
answer differs.
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

import interchange_data as data
import interchange_reading as reading

ROOT = pathlib.Path(__file__).resolve().parents[1]
PARTS = ROOT / "Examples/RobotShop/training"
BREAKFAST = ROOT / "Examples/BreakfastFinder/training"
PICTURES = ROOT / "Examples/Pictures"
# The largest allowed difference of numbers in single precision, relative for numbers above 1. The command line prints them as text.
TOLERANCE = 1e-5
# The same for models whose answers are computed in double precision, and for their reading in NumPy.
EXACT = 1e-6
# The same for pictures, whose numbers are rounded to 256 levels.
ONE_LEVEL = 1
# The number of the first layer in the specification that version 4 brought. Earlier layers have lower numbers.
FIRST_LAYER_OF_VERSION_4 = 600


class Kind:
    """A kind of model: its name, the words after `osprey train`, the oldest specification version that can express it, the inputs to try, and the
    largest allowed difference to the reading in NumPy. The difference is relative for numbers above 1. It is None if NumPy does not read the
    model."""

    def __init__(self, name, words, oldest, tries=None, reading=None):
        self.name, self.words, self.oldest, self.tries, self.reading = name, words, oldest, tries, reading
        self.tolerance = EXACT if reading == EXACT else TOLERANCE
        self.file = name.replace(", ", "-").replace(" ", "_") + ".mlmodel"


def kinds(scratch):
    """All kinds. Weights of 16 bits came with specification version 2, flexible sizes of pictures with 3, networks of arrays of any rank, the layer
    `clip` of the default feature print, recommenders and words with 4, inputs with a default with 5."""
    generator = numpy.random.default_rng(1)
    data.poses(scratch / "bodies", 18, 40, generator)
    data.poses(scratch / "hands", 21, 40, generator)
    data.sensors(scratch / "sensors.csv", generator)
    data.labels_by_photo(PARTS, scratch / "photos")
    image = ["image-classifier", str(PARTS), "--split", "0"]
    detector = ["object-detector", str(BREAKFAST), "--split", "0", "--grid", "8x8", "--iterations", "40"]
    transfer = detector + ["--algorithm", "transferLearning"]
    return [
        Kind("image classifier", image, 4),
        Kind("image classifier, perceptron", image + ["--layers", "16"], 4),
        Kind("image classifier, several labels", ["image-classifier", str(scratch / "photos"), "--multi-label", "--split", "0"], 4),
        Kind("object detector", detector, 4),
        Kind("object detector, transfer learning", transfer, 4),
        Kind("object detector, 8 bits", transfer + ["--weights", "8"], 4),
        Kind("action classifier", ["action-classifier", str(scratch / "bodies"), "--window", "20", "--iterations", "5", "--split", "0"], 4),
        Kind("hand action classifier", ["hand-action-classifier", str(scratch / "hands"), "--window", "20", "--iterations", "5", "--split", "0"], 4),
        Kind("hand pose classifier", ["hand-pose-classifier", str(scratch / "hands"), "--iterations", "5", "--split", "0"], 4),
        Kind("activity classifier", ["activity", str(scratch / "sensors.csv"), "--features", "x,y", "--label", "activity", "--recording", "recording",
                                     "--window", "20", "--iterations", "2", "--split", "0"], 5, reading=TOLERANCE),
        Kind("style", ["style", str(PICTURES / "fence.jpg"), str(PICTURES), "--lite", "--density", "64", "--iterations", "2"], 3, reading=ONE_LEVEL),
    ] + tables(scratch, generator) + words(scratch, generator)


def tables(scratch, generator):
    rows = data.rows(240, generator)
    (scratch / "rows.json").write_text(json.dumps(rows))
    tries = data.inputs_of(data.rows(100, numpy.random.default_rng(9), strange=True))

    def kind(name, target, trainer, *more):
        words = ["tabular", str(scratch / "rows.json"), "--target", target, "--features", ",".join(data.FEATURES), "--kind", trainer, "--split", "0"]
        return Kind(name, words + list(more), 1, tries, EXACT)

    shorter = ["--iterations", "20"]
    return [kind(f"{title} regressor", "price", trainer, *more) for title, trainer, more in [
        ("linear", "linear", []), ("decision tree", "decision-tree", []), ("random forest", "random-forest", shorter),
        ("boosted tree", "boosted-tree", shorter)]] + [
        kind(f"{title} classifier, {form}", target, trainer, *more) for target, form, extra in [
            ("size", "two texts", []), ("town", "texts", []), ("floor", "numbers", ["--classify"])]
        for title, trainer, more in [
            ("logistic", "logistic", extra), ("support vector", "svm", extra), ("decision tree", "decision-tree", extra),
            ("random forest", "random-forest", shorter + extra), ("boosted tree", "boosted-tree", shorter + extra)]]


def words(scratch, generator):
    texts, labels = data.texts(300, generator)
    (scratch / "texts.json").write_text(json.dumps({"text": texts, "label": labels}))
    tries = [{"features": data.text_features(text)} for text in data.texts(40, numpy.random.default_rng(9))[0]]
    return [Kind("text classifier", ["text", str(scratch / "texts.json"), "--split", "0"], 1, tries, EXACT)]


def written(folder):
    """The kinds that the command line cannot train. Their models are read from a folder."""
    rated = [{"items": {"alp": 4.0, "fen": 1.0}, "k": 2}, {"items": {"lake": 5.0}, "k": 3}]
    tags = [{"features": {key: 1.0}} for key in ("w=can", "w=dog", "nothing")] + [{"features": {}}]
    kinds = [
        Kind("recommender-cosine", None, 4, rated, EXACT), Kind("recommender-pearson", None, 4, rated, EXACT),
        Kind("word-tagger", None, 1, tags, EXACT),
        Kind("word-embedding", None, 4, [{"text": "Hello"}, {"text": "Grüße"}], EXACT),
        Kind("gazetteer", None, 4, [{"text": "Mars"}, {"text": "Grüße"}], EXACT),
    ]
    for kind in kinds:
        kind.source = pathlib.Path(folder) / kind.file
    return kinds


def faults(spec):
    """The faults of a model's specification, found without running the model."""
    found = []
    if not spec.IsInitialized():
        found.append("fields are missing")
    known = type(spec)()
    known.CopyFrom(spec)
    known.DiscardUnknownFields()
    if known.ByteSize() != spec.ByteSize():
        found.append("fields that coremltools does not know")
    found += [f"specification version {spec.specificationVersion} with {part} of version 4" for part in newer_parts(spec)]
    found += [f"input '{name}' of '{place}' comes from nowhere" for place, name in unconnected(spec)]
    return found


def models_of(spec):
    """The models of a pipeline, in their order; empty for other models."""
    kind = spec.WhichOneof("Type")
    return [] if not kind.startswith("pipeline") else spec.pipeline.models if kind == "pipeline" else getattr(spec, kind).pipeline.models


def newer_parts(spec):
    """The parts of a model that need version 4 of the specification, although the model names an earlier version."""
    if spec.specificationVersion >= 4:
        return [part for model in models_of(spec) for part in newer_parts(model)]
    kind = spec.WhichOneof("Type")
    layers = getattr(spec, kind).layers if kind.startswith("neuralNetwork") else []
    kinds = {layer.WhichOneof("layer") for layer in layers}
    return [f"a layer '{name}'" for name in sorted(kinds) if layers[0].DESCRIPTOR.fields_by_name[name].number >= FIRST_LAYER_OF_VERSION_4] + [
        f"a model {index}" for index, model in enumerate(models_of(spec)) if model.specificationVersion >= 4]


def unconnected(spec):
    """Inputs of layers, and of models in pipelines, that no earlier layer or model computes."""
    given = {feature.name for feature in spec.description.input}
    kind = spec.WhichOneof("Type")
    if kind.startswith("pipeline"):
        for index, model in enumerate(models_of(spec)):
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


def drawn_inputs(spec, generator):
    """A random input for the model: a photo or numbers."""
    from PIL import Image
    values = {}
    for feature in spec.description.input:
        if feature.name == "confidenceThreshold":
            # So that there is something to compare after a short training.
            values[feature.name] = 0.02
        elif feature.type.WhichOneof("Type") == "imageType":
            size = (feature.type.imageType.width, feature.type.imageType.height)
            values[feature.name] = Image.open(sorted(BREAKFAST.glob("*.jpg"))[3]).convert("RGB").resize(size)
        elif not feature.type.isOptional:
            values[feature.name] = generator.uniform(0.2, 0.8, tuple(feature.type.multiArrayType.shape)).astype(numpy.float32)
    return values


def words_of(values, scratch):
    """The inputs as words of the command line. Large inputs are written to files."""
    words = []
    for number, (name, value) in enumerate(values.items()):
        text = str(value)
        if isinstance(value, dict):
            text = str(scratch / f"input{number}.json")
            pathlib.Path(text).write_text(json.dumps(value))
        elif isinstance(value, numpy.ndarray):
            text = str(scratch / f"input{number}.npy")
            numpy.save(text, value)
        elif hasattr(value, "save"):
            text = str(scratch / f"input{number}.png")
            value.save(text)
        words += ["--input", f"{name}={text}"]
    return words


def difference(ours, theirs):
    """The largest difference between two answers. It is relative for numbers above 1, and in levels of 0 to 255 for images. It is infinite if the
    shapes differ."""
    if isinstance(ours, dict) and "values" in ours and "shape" in ours:
        ours = ours["values"]
    if isinstance(ours, dict) and isinstance(theirs, dict):
        ours, theirs = ({str(key): value for key, value in one.items()} for one in (ours, theirs))
        if set(ours) != set(theirs):
            return float("inf")
        return max((difference(ours[key], theirs[key]) for key in ours), default=0.0)
    if isinstance(ours, (str, list)) and isinstance(theirs, (str, list)) and str in {type(ours), *map(type, ours)}:
        return 0.0 if ours == theirs else float("inf")
    is_image = hasattr(ours, "getbands") or hasattr(theirs, "getbands")
    ours, theirs = as_array(ours), as_array(theirs)
    if ours.size != theirs.size:
        return float("inf")
    return float((numpy.abs(ours - theirs) / (1 if is_image else numpy.maximum(1, numpy.abs(theirs)))).max(initial=0.0))


def as_array(value):
    """The value as an array: numbers in a row, or the planes of an image."""
    array = numpy.asarray(value, numpy.float64)
    return (array[..., :3].transpose(2, 0, 1) if hasattr(value, "getbands") else array).ravel()


def command_line(osprey, model, values, option, spec, scratch):
    """The answer of `osprey model predict`. Images are passed in files."""
    from PIL import Image
    words = [osprey, "model", "predict", str(model), *words_of(values, scratch), "--compute-units", option, "--json"]
    images = [feature.name for feature in spec.description.output if feature.type.WhichOneof("Type") == "imageType"]
    for name in images:
        words += ["--output", f"{name}={scratch / (name + '.png')}"]
    answer = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)["outputs"]
    return {**answer, **{name: Image.open(scratch / (name + ".png")).convert("RGB") for name in images}}


def read(spec, values):
    """The answer of the independent reading in NumPy."""
    planes = {name: numpy.asarray(value, float).transpose(2, 0, 1) if hasattr(value, "getbands") else value for name, value in values.items()}
    return reading.predict(spec, planes)


# The number of inputs that are also predicted on the command line. It is small, because the command line loads the model each time.
ASKED_TWICE = 3


def check(osprey, kind, scratch):
    import coremltools
    model = scratch / kind.file
    if kind.words is None:
        shutil.copy(kind.source, model)
    else:
        subprocess.run([osprey, "train", *kind.words, "--output", str(model)], check=True, capture_output=True, text=True)
    spec = coremltools.models.MLModel(str(model)).get_spec()
    wrong = faults(spec)
    if spec.specificationVersion > kind.oldest:
        wrong.append(f"specification version {spec.specificationVersion} where {kind.oldest} is enough")
    tries = kind.tries or [drawn_inputs(spec, numpy.random.default_rng(2))]
    largest = apart = 0.0
    for units, option in ((coremltools.ComputeUnit.CPU_ONLY, "cpuOnly"), (coremltools.ComputeUnit.ALL, "all")):
        loaded = coremltools.models.MLModel(str(model), compute_units=units)
        answers = [loaded.predict(values) for values in tries]
        for values, answer in list(zip(tries, answers))[:ASKED_TWICE]:
            largest = max(largest, difference(command_line(osprey, model, values, option, spec, scratch), answer))
        if kind.reading is not None and option == "cpuOnly":
            apart = max(difference(answer, read(spec, values)) for values, answer in zip(tries, answers))
    if not largest <= kind.tolerance:
        wrong.append(f"answers differ by {largest}")
    if kind.reading is not None and not apart <= kind.reading:
        wrong.append(f"NumPy's reading differs by {apart}")
    print(f"{kind.name:36} version {spec.specificationVersion}, {model.stat().st_size / 1e6:5.1f} MB, {len(tries):3} inputs, largest difference "
          f"{largest:.1e}" + (f", to NumPy {apart:.1e}" if kind.reading is not None else "") + "".join(f"; {fault}" for fault in wrong), flush=True)
    return not wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("osprey")
    parser.add_argument("--models", help="a folder with the models of the trainers that the command line does not have")
    parser.add_argument("--keep", help="a folder for the models")
    parser.add_argument("--only", nargs="+", default=[], help="only kinds whose names have one of these words")
    options = parser.parse_args()
    osprey = str(pathlib.Path(options.osprey).resolve())
    os.environ["OSPREY"] = osprey
    import osprey_coreml  # noqa: F401  makes coremltools predict
    with tempfile.TemporaryDirectory() as temporary:
        scratch = pathlib.Path(options.keep or temporary).resolve()
        scratch.mkdir(parents=True, exist_ok=True)
        known = kinds(scratch) + (written(options.models) if options.models else [])
        chosen = [kind for kind in known if not options.only or any(word in kind.name for word in options.only)]
        results = [check(osprey, kind, scratch) for kind in chosen]
    print(f"{sum(results)} of {len(results)} models agree")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
