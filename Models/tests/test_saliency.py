"""The scripts of the saliency models, on drawn scenes, animals and people."""

import json
import re
import unittest

import cv2
import numpy as np
import scipy.io
import torch

import drawn
from script_tests import MODELS, ScriptTestCase, finite_numbers, once

PHOTOS = 20  # with fixations: sixteen of them, a batch, are learnt from
EACH = 10  # masks of a set


class SaliencyScripts(ScriptTestCase):
    model = "saliency"

    @once
    def drawn_sets(cls):
        """People look at the animal."""
        generator = np.random.default_rng(0)
        entries = []
        for number in range(PHOTOS):
            image, mask = drawn.animal(number)
            drawn.write(cls.sets / f"osie/data/stimuli/{number:02}.jpg", image)
            places = np.argwhere(mask)
            looks = [places[generator.integers(len(places), size=6)] for _ in range(3)]
            subjects = np.array([{"fix_x": own[:, 1] + 0.5, "fix_y": own[:, 0] + 0.5} for own in looks], object)
            entries.append({"img": f"{number:02}.jpg", "subjects": subjects})
        (cls.sets / "osie/data/eye").mkdir()
        scipy.io.savemat(cls.sets / "osie/data/eye/fixations.mat", {"fixations": np.array(entries, object)})
        images, annotations = [], []
        for number in range(EACH):
            image, mask = drawn.animal(100 + number)
            gray = (255 * mask).astype(np.uint8)
            horses, davis = cls.sets / "horses/weizmann_horse_db", cls.sets / "davis/DAVIS"
            for n in (2 * number, 2 * number + 1):  # every second is used
                drawn.write(horses / f"rgb/{n:02}.jpg", image)
                drawn.write(horses / f"figure_ground/{n:02}.jpg", gray)
            for n in range(4 * number, 4 * number + 4):  # every fourth
                drawn.write(cls.sets / f"pets/images/{n:02}.jpg", image)
                drawn.write(cls.sets / f"pets/annotations/trimaps/{n:02}.png", np.where(mask, 1, 2).astype(np.uint8))
            drawn.write(davis / f"JPEGImages/480p/video{number}/00000.jpg", image)
            drawn.write(davis / f"Annotations/480p/video{number}/00000.png", gray)
            person, body, _ = drawn.person(number)
            drawn.write(cls.sets / f"clothing/photos/{8 * number:04}.jpg", person)
            for n in range(8 * number, 8 * number + 8):  # every eighth
                (cls.sets / "clothing/annotations/pixel-level").mkdir(parents=True, exist_ok=True)
                scipy.io.savemat(cls.sets / f"clothing/annotations/pixel-level/{n:04}.mat", {"groundtruth": body.astype(np.uint8)})
            drawn.write(cls.sets / f"coco/train2017/{number}.jpg", image)
            images.append({"id": number, "file_name": f"{number}.jpg", "width": image.shape[1], "height": image.shape[0]})
            annotations.append({"image_id": number, "iscrowd": 0, "segmentation": [drawn.outline(mask)]})
        (cls.sets / "coco/annotations").mkdir()
        (cls.sets / "coco/annotations/instances_train2017.json").write_text(json.dumps({"images": images, "annotations": annotations}))

    @once
    def packed_maps(cls):
        cls.drawn_sets()
        cls.script("sets.py", "--sets", cls.sets, "--packed", cls.packed)

    @once
    def trained_branches(cls):
        cls.packed_maps()
        checkpoint = cls.checkpoints / "checkpoint.pt"
        return checkpoint, cls.script("train.py", "--packed", cls.packed, "--checkpoint", checkpoint)

    @once
    def exported_models(cls):
        files = {}
        for branch, name in (("attention", "Attention.mlmodel"), ("objectness", "Objectness.mlmodel")):
            files[branch] = cls.exported / name
            cls.script("export.py", branch, "--checkpoint", cls.trained_branches()[0], "--model", files[branch])
        return files

    def test_sets_pack_maps_and_labels(self):
        self.packed_maps()
        density, mask = np.load(self.packed / "osie.npz")["density"], np.load(self.packed / "objects.npz")["mask"]
        self.assertEqual((density.shape, mask.shape), ((PHOTOS, 2, 32, 32), (5 * EACH, 2, 32, 32)))
        np.testing.assert_allclose(density.sum((2, 3)), 1, rtol=1e-4)
        for labels in (density, mask):  # and their mirror images
            np.testing.assert_array_equal(labels[:, 0], labels[:, 1, :, ::-1])
        self.assertTrue((mask.mean((1, 2, 3)) > 0.03).all())
        names = np.load(self.packed / "objects.sets.npz")["name"].tolist()
        self.assertEqual([names.count(name) for name in ("horses", "pets", "davis", "clothing", "coco")], 5 * [EACH])

    def test_both_branches_learn(self):
        checkpoint, text = self.trained_branches()
        for name in ("Attention", "Objectness"):
            losses = [finite_numbers(line)[0] for line in re.findall(rf"{name}: (.*)", text)]
            self.assertEqual(len(losses), 24)
            self.assertLess(np.mean(losses[-4:]), np.mean(losses[:2]), f"{name} learns nothing: {losses}")
        self.assertEqual(torch.load(checkpoint, weights_only=True).keys(), {"attention", "objectness"})

    def test_one_branch_trains_alone_and_the_other_stays(self):
        checkpoint, _ = self.trained_branches()
        other = self.checkpoints / "other.pt"
        other.write_bytes(checkpoint.read_bytes())
        text = self.script("train.py", "--packed", self.packed, "--checkpoint", other, "--only", "attention")
        self.assertNotIn("Objectness", text)
        before, after = (torch.load(path, weights_only=True)["objectness"] for path in (checkpoint, other))
        self.assertTrue(all(torch.equal(before[name], after[name]) for name in before))

    def test_the_model_is_measured(self):
        if not hasattr(cv2, "saliency"):
            self.skipTest("measure.py: OpenCV is without its contributed modules (opencv-contrib-python-headless)")
        text = self.script("measure.py", "--sets", self.sets, "--packed", self.packed, "--checkpoint", self.trained_branches()[0])
        rows = {line.split("  ")[0].strip(): line for line in text.splitlines()}
        self.assertEqual(len(rows), 4 + 5)
        self.assertIn(f"({PHOTOS // 5} photographs)", rows["this model"])
        # Drawn animals are in the middle of all pictures, so that even a short training finds out where.
        self.assertGreater(finite_numbers(rows["this model"])[0], 0.7)

    def test_exported_models_are_like_those_in_use(self):
        for file in self.exported_models().values():
            self.assert_like_committed(file)
            self.assertEqual(self.readout_version(file), self.readout_version(MODELS / "saliency" / file.name))

    @staticmethod
    def readout_version(file):
        import coremltools
        return coremltools.utils.load_spec(str(file)).description.metadata.userDefined["osprey.readOut.featurePrint.version"]

    def test_exported_models_answer_as_the_trained_networks(self):
        found = {}
        for branch, set_name, number in (("attention", "osie", 4), ("objectness", "objects", 0)):
            maps = torch.load(self.packed / f"{set_name}.maps.pt", weights_only=True)
            inputs = {}
            for name, values in maps.items():
                inputs[name] = self.folder / f"{name}.npy"
                np.save(inputs[name], values[number, 0].float().numpy())
            found |= self.predicted(self.exported_models()[branch], inputs, (branch,))
        self.assertAlmostEqual(float(found["attention"].sum()), 1, places=3)
        self.assertTrue(((found["objectness"] >= 0) & (found["objectness"] <= 1)).all())
        # The animal, which is what is looked at and what is an object, stands out.
        mask = np.load(self.packed / "objects.npz")["mask"][0, 0] > 0.5
        for name, values in found.items():
            values = values.reshape(32, 32)
            self.assertGreater(values[mask].mean(), values[~mask].mean(), name)
        # It joins the network of the open feature print.
        answer, = self.looked_at("detect", "saliency", drawn.write(self.folder / "animal.png", drawn.animal(7)[0]))
        self.assertIn("objects", answer["saliency"])


if __name__ == "__main__":
    unittest.main()
