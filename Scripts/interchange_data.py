"""The training data of check_interchange.py: random poses, recordings, tables and texts."""
import collections
import json
import math
import re
import shutil

import numpy


def poses(folder, joints, frames, generator):
    """Writes poses of hands or bodies that rise, sink or stay, with a folder for each of these labels."""
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
    """Recordings of a sensor that swings slowly or fast."""
    lines = ["x,y,activity,recording"]
    for label, speed in (("slow", 0.1), ("fast", 0.6)):
        for index in range(8):
            phase = generator.uniform(0, 6) + speed * numpy.arange(60)
            rows = numpy.stack([numpy.sin(phase), numpy.cos(phase)], axis=1) + generator.normal(0, 0.05, (60, 2))
            lines += [f"{x:.4f},{y:.4f},{label},{label} {index}" for x, y in rows]
    path.write_text("\n".join(lines) + "\n")


def labels_by_photo(parts, folder):
    """The pictures of labelled folders in one folder, each with the label of its kind and one of its first letter."""
    folder.mkdir()
    entries = []
    for photo in sorted(parts.glob("*/*.jpg")):
        name = f"{photo.parent.name} {photo.name}"
        shutil.copy(photo, folder / name)
        entries.append({"filename": name, "annotations": [photo.parent.name, photo.parent.name[0]]})
    (folder / "annotations.json").write_text(json.dumps(entries))


FEATURES = ["area", "rooms", "street", "near", "place"]


def rows(count, generator, strange=False):
    """Rows about houses, with numbers (some of them missing), whole numbers, texts, dictionaries and lists, and with targets that depend on them.

    strange: whether the rows also have texts and keys that do not occur in other rows.
    """
    streets = ["Elm", "Oak", "Ash", "Lime"] + (["Yew"] if strange else [])
    houses = []
    for index in range(count):
        area, rooms = float(generator.uniform(20, 200)), int(generator.integers(1, 8))
        street, place = str(generator.choice(streets)), generator.uniform(-1, 1, 2).tolist()
        near = {str(key): float(generator.uniform(0, 2)) for key in generator.choice(["bus", "park", "shop"], 2, replace=False)}
        if strange and index % 7 == 0:
            near["zoo"] = 1.0
        worth = area + 15 * rooms + 40 * (street == "Elm") - 20 * near.get("bus", 0) + 30 * place[0] * place[1] + generator.normal(0, 5)
        houses.append({
            "area": None if index % 11 == 5 else area, "rooms": rooms, "street": street, "near": near, "place": place, "price": worth * 1000,
            "size": "large" if area > 110 else "small", "town": ["Rome", "Oslo", "Bern"][int(place[0] > 0) + int(place[1] > 0)],
            "floor": int(rooms > 3) + 2 * int(worth > 180),
        })
    return houses


def inputs_of(houses):
    """The inputs of a model of houses. Missing values are left out."""
    tries = []
    for house in houses:
        values = {name: house[name] for name in FEATURES if house[name] is not None}
        tries.append({**values, "place": numpy.array(values["place"])})
    return tries


def texts(count, generator):
    """Sentences about food and about weather."""
    common = ["the", "a", "is", "was", "very"]
    own = {"food": ["soup", "bread", "sweet", "salt", "plate"], "weather": ["rain", "wind", "cold", "sun", "snow"]}
    labels = [sorted(own)[index % 2] for index in range(count)]
    words = [list(generator.choice(common + own[label], 8)) for label in labels]
    return [" ".join(map(str, line)) + ("!" if index % 3 == 0 else ".") for index, line in enumerate(words)], labels


def text_features(text):
    """The dictionary of words for a text in Latin letters, as described in Documentation/CreateML/Texts.md."""
    tokens = re.findall(r"[a-z]+|!", text.lower())
    counts = collections.Counter(tokens + [f"{first} {second}" for first, second in zip(tokens, tokens[1:])])
    values = {key: 1 + math.log(count) for key, count in counts.items()}
    length = math.sqrt(sum(value * value for value in values.values()))
    return {key: value / length for key, value in values.items()}
