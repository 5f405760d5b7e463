"""The script that makes the pictures of the animal model, and the training and measuring that its card names, on drawn animals."""

import json
import re
import unittest

import cv2
import numpy as np

import drawn
from script_tests import MODELS, OSPREY, ScriptTestCase, once

# Tiny ImageNet's classes of cats, of dogs and of other animals.
CATS, DOGS = ("n02123045", "n02123394", "n02124075"), ("n02085620", "n02094433", "n02099601", "n02099712", "n02106662", "n02113799")
OTHERS = ("n01882714", "n02125311", "n02129165", "n02132136", "n02364673", "n02395406", "n02403003", "n02410509", "n02415577", "n02423022",
          "n02437312", "n02480495", "n02481823", "n02486410", "n02504458", "n02509815")
EACH = 9  # pets, of which two are held out: every eighth
COMPOSED, EMPTY, TINY = 6, 3, 1
ITERATIONS = 3


class AnimalScripts(ScriptTestCase):
    model = "animals"

    @once
    def drawn_sets(cls):
        tiny = cls.sets / "tiny-imagenet-200/train"
        for number, wnid in enumerate((*CATS, *DOGS, *OTHERS)):
            image, mask = drawn.animal(number, 64, 64)
            drawn.write(tiny / wnid / f"images/{wnid}_0.JPEG", image)
            left, top, width, height = drawn.box_of(mask)
            (tiny / wnid / f"{wnid}_boxes.txt").write_text(f"{wnid}_0.JPEG\t{left}\t{top}\t{left + width - 1}\t{top + height - 1}\n")
        for number in range(EACH):
            image, mask = drawn.animal(100 + number)
            name = f"{('Abyssinian', 'american_bulldog')[number % 2]}_{number}"
            drawn.write(cls.sets / f"pets/images/{name}.jpg", image)
            drawn.write(cls.sets / f"pets/annotations/trimaps/{name}.png", np.where(mask, 1, 2).astype(np.uint8))
            for kind in ("Cat", "Dog"):
                drawn.write(cls.sets / f"catsdogs/PetImages/{kind}/{number}.jpg", drawn.animal(200 + number)[0])
            drawn.write(cls.sets / f"caltech/101_ObjectCategories/chair/{number}.jpg", drawn.scene(number))
            drawn.write(cls.sets / f"stanford40/JPEGImages/cooking_{number}.jpg", drawn.person(number)[0])
            drawn.write(cls.sets / f"stanford40/JPEGImages/walking_the_dog_{number}.jpg", drawn.animal(number)[0])
        for number in range(2):
            drawn.write(cls.sets / f"pacs/PACS/photo/horse/{number}.jpg", drawn.animal(300 + number)[0])
            drawn.write(cls.sets / f"horses/weizmann_horse_db/rgb/{number}.jpg", drawn.animal(310 + number)[0])
            drawn.write(cls.sets / f"caltech/101_ObjectCategories/llama/{number}.jpg", drawn.animal(320 + number)[0])
        images, annotations = [], []
        for number in range(3):
            image, mask = drawn.animal(400 + number)
            drawn.write(cls.sets / f"coco/train2017/{number}.jpg", image)
            images.append({"id": number, "file_name": f"{number}.jpg"})
            annotations.append({"image_id": number, "category_id": 1 + number, "bbox": drawn.box_of(mask)})
        (cls.sets / "coco/annotations").mkdir()
        (cls.sets / "coco/annotations/instances_train2017.json").write_text(json.dumps(
            {"images": images, "annotations": annotations, "categories": [{"id": n, "name": name} for n, name in ((1, "cat"), (2, "dog"), (3, "car"))]}))

    @once
    def made(cls):
        """The folders of pictures, and what the script printed."""
        cls.drawn_sets()
        made = cls.folder / "made"
        return made, cls.script("sets.py", "--sets", cls.sets, "--made", made, "--count", EACH, "--composed", COMPOSED, "--empty", EMPTY, "--tiny",
                                TINY)

    @once
    def trained_model(cls):
        """A detector of a few iterations, and the losses."""
        file = cls.exported / "Animals.mlmodel"
        text = cls.osprey("train", "object-detector", cls.made()[0] / "train", "--iterations", ITERATIONS, "--batch", 2, "--grid", "16x16",
                          "--weights", 6, "--seed", 1, "--author", "Osprey", "--output", file, "--json")
        return file, [json.loads(line) for line in text.splitlines()]

    def test_the_script_makes_pictures_with_boxes(self):
        made, text = self.made()
        counts = {name: (int(pictures), int(boxes)) for name, pictures, boxes in re.findall(r"^(\S+): (\d+) pictures, (\d+) animals", text, re.M)}
        self.assertEqual(counts["everyday"], (3, 2))
        animals = int(re.search(r"^(\d+) animals: ", text, re.M)[1])
        self.assertGreaterEqual(animals, EACH - 2)  # and those of which the mask model is sure
        self.assertGreaterEqual(counts["held-out"][0], 2)
        # Some animals as they are, Tiny ImageNet's, other animals (a half of the horses), the composed ones and those without cats and dogs.
        self.assertEqual(counts["train"][0], min(animals, COMPOSED // 2) + len((*CATS, *DOGS, *OTHERS)) + 5 + COMPOSED + EMPTY)
        for name in counts:
            data = json.loads((made / name / "annotations.json").read_text())
            sizes = {image["id"]: (image["width"], image["height"]) for image in data["images"]}
            for image in data["images"]:
                self.assertEqual(cv2.imread(str(made / name / image["file_name"])).shape[1::-1], sizes[image["id"]])
            for annotation in data["annotations"]:
                left, top, width, height = annotation["bbox"]
                self.assertTrue(width > 0 and height > 0 and left >= 0 and top >= 0)
                self.assertTrue(left + width <= sizes[annotation["image_id"]][0] + 1 and top + height <= sizes[annotation["image_id"]][1] + 1)

    def test_a_box_is_that_of_the_animal(self):
        made, _ = self.made()
        data = json.loads((made / "held-out/annotations.json").read_text())
        self.assertEqual(data["annotations"][0]["bbox"], drawn.box_of(drawn.animal(100)[1]))
        self.assertEqual(data["annotations"][0]["category_id"], 0)

    def test_a_detector_is_trained_like_the_one_in_use(self):
        file, reports = self.trained_model()
        losses = [report["metrics"]["loss"] for report in reports if "loss" in report.get("metrics", {})]
        self.assertTrue(losses and np.isfinite(losses).all(), reports)
        own, committed = (json.loads(self.osprey("model", "info", "--json", path)) for path in (file, MODELS / "animals/Animals.mlmodel"))
        for key in ("type", "specificationVersion", "inputs", "outputs"):
            self.assertEqual(own[key], committed[key], key)
        self.assertEqual(sorted(self.osprey("model", "labels", file).split()), ["cat", "dog"])

    def test_the_detector_is_evaluated(self):
        made, _ = self.made()
        for name in ("held-out", "everyday"):
            figures = json.loads(self.osprey("evaluate", self.trained_model()[0], made / name, "--json").splitlines()[-1])
            numbers = [value for value in figures.values() if isinstance(value, float)]
            self.assertTrue(numbers and all(0 <= value <= 1 for value in numbers), figures)

    def test_the_detector_answers(self):
        picture = drawn.write(self.folder / "animal.png", drawn.animal(7, 256, 256)[0])
        found = self.predicted(self.trained_model()[0], {"image": picture, "confidenceThreshold": 0.001}, ("confidence", "coordinates"))
        count = len(found["confidence"])
        self.assertGreater(count, 0)
        self.assertEqual((found["confidence"].shape, found["coordinates"].shape), ((count, 2), (count, 4)))
        self.assertTrue(((found["confidence"] >= 0) & (found["confidence"] <= 1)).all())
        self.assertTrue(np.isfinite(found["coordinates"]).all())

    def test_photographs_of_kinds_are_measured(self):
        for number, kind in enumerate(("cat", "eagle")):
            for index in range(2):
                drawn.write(self.folder / f"kinds/{kind}/{index}.jpg", drawn.animal(500 + number + 10 * index)[0])
        text = self.script("measure.py", "--animals", self.folder / "kinds", "--osprey", OSPREY)
        self.assertEqual(re.findall(r"^(\w+): (\d+) photographs, a cat in \d+%, a dog in \d+%", text, re.M), [("cat", "2"), ("eagle", "2")])


if __name__ == "__main__":
    unittest.main()
