"""The scripts of the model of smudged lenses, on drawn scenes."""

import re
import sys
import unittest

import coremltools
import cv2
import numpy as np

import drawn
from script_tests import GOING_ON, MODELS, ScriptTestCase, finite_numbers, once

from coreml import evaluated  # script_tests makes it known

LEARNT = {"osie": "data/stimuli/{}.jpg", "openimages": "coco/train2017/{}.jpg", "clothing": "images/{}.jpg",
          "grocery": "dataset/train/Fruit/Apple/{}.jpg", "caltech": "101_ObjectCategories/chair/{}.jpg", "hands": "images/{}.jpg"}
HELD_OUT = {"houses": "Houses Dataset/{}_kitchen.jpg", "york": "YorkUrbanDB/P1/{}.jpg", "lowlight": "Zero-DCE_code/data/test_data/DICM/{}.jpg",
            "receipts": "data/img/{}.jpg", "hazy": "Images/{}.jpg", "dirty": "images/Web_{}.webp", "flare": "test/test_images/{}.png"}
PHOTOS = 12  # of each set that is learnt from
USED = {"osie": 12, "openimages": 12, "clothing": 3, "grocery": 4, "caltech": 3, "hands": 2}
WIDTH, HEIGHT = 320, 240


class SmudgeScripts(ScriptTestCase):
    model = "smudge"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        sys.path.append(str(MODELS / "smudge"))
        cls.addClassCleanup(sys.path.remove, str(MODELS / "smudge"))

    @once
    def drawn_sets(cls):
        for index, (name, pattern) in enumerate([*LEARNT.items(), *HELD_OUT.items()]):
            for number in range(PHOTOS if name in LEARNT else 2):
                drawn.write(cls.sets / name / pattern.format(f"{number:02}"), drawn.scene(100 * index + number, WIDTH, HEIGHT))

    @once
    def packs(cls):
        cls.drawn_sets()
        return cls.script("sets.py", "--sets", cls.sets, "--packed", cls.packed)

    @once
    def checkpoint(cls):
        cls.packs()
        return cls.trained("train.py", "smudge.pt")

    @once
    def exported_model(cls):
        file = cls.exported / "LensSmudge.mlmodel"
        return file, cls.script("export.py", "--checkpoint", cls.checkpoint()[0], "--model", file)

    def lamp(self):
        """A small lamp in the dark, in linear light."""
        light = np.full((256, 256, 3), 0.01, np.float32)
        light[126:130, 126:130] = 40
        return light

    def test_sets_pack_the_photographs_that_are_learnt_from(self):
        text = self.packs()
        self.assertEqual({name: int(count) for name, count in re.findall(r"^(\w+): (\d+) pictures", text, re.M)}, USED)
        rows = np.load(self.packed / "pictures.npz")["rows"]
        self.assertEqual(len(rows), sum(USED.values()))
        self.assertTrue((rows[rows[:, 3] == 0, 1:3] == (HEIGHT, WIDTH)).all())
        # Of pictures with black corners only the middle.
        self.assertTrue((rows[rows[:, 3] == 1, 1] < 0.7 * HEIGHT).all())

    def test_a_smudge_spreads_light_and_a_wipe_spreads_it_across(self):
        import smudges
        light = self.lamp()
        y, x = np.mgrid[:256, :256] - 127.5
        ring = (np.hypot(x, y) > 12) & (np.hypot(x, y) < 40)
        before = light[ring].mean()
        unlike = {}
        for kind in smudges.KINDS:
            values = []
            for seed in range(6):
                result = smudges.smudged(light, np.random.default_rng(seed), kind)
                self.assertTrue(np.isfinite(result).all() and (result >= 0).all(), kind)
                self.assertGreater(result[ring].mean(), before, kind)
                # Around the ring, from one direction to the next.
                angles = ((np.degrees(np.arctan2(y, x)) % 180) // 10)[ring].astype(int)
                parts = np.bincount(angles, result[ring].mean(1)) / np.bincount(angles)
                values.append(parts.max() / parts.min())
            unlike[kind] = np.median(values)
        self.assertGreater(unlike["wipe"], 1.5 * unlike["haze"])

    def test_the_degree_grows_with_the_change(self):
        import smudges
        image = drawn.scene(1, 256, 256)
        light = smudges.to_light(image)
        np.testing.assert_allclose(smudges.to_picture(light).astype(int), image, atol=1)
        self.assertEqual(smudges.degree(image, image), 0)
        kernel = smudges.halo(np.random.default_rng(0), 256)
        np.testing.assert_allclose(smudges.convolved(np.full_like(light, 0.3), kernel), 0.3, atol=1e-4)
        wide = smudges.convolved(light, kernel)
        degrees = [smudges.degree(image, smudges.to_picture((1 - share) * light + share * wide)) for share in (0.1, 0.3, 0.6, 0.9)]
        self.assertEqual(degrees, sorted(degrees))
        self.assertTrue(0 < degrees[0] and degrees[-1] <= 1 and degrees[-1] > degrees[0] + 0.1)

    def test_half_of_the_training_pictures_are_smudged(self):
        self.packs()
        import canvases
        images, degrees = canvases.load(canvases.Pictures(self.packed), 200, [3])
        self.assertEqual((images.shape, images.dtype), ((200, 256, 256, 3), np.uint8))
        self.assertTrue(0.35 < (degrees == 0).mean() < 0.65 and ((degrees >= 0) & (degrees <= 1)).all())
        for other in canvases.OTHERS:
            image, shown = canvases.drawn(drawn.scene(4, 256, 256), np.random.default_rng(1), other)
            self.assertEqual((image.shape, image.dtype, shown), ((256, 256, 3), np.uint8, 0), other)

    def test_the_network_trains_from_the_beginning_and_on(self):
        start, _ = self.checkpoint()
        checkpoint, _ = self.trained("train.py", "smudge2.pt", "--start", start, *GOING_ON)
        self.assert_goes_on(start, checkpoint)

    def test_an_exported_model_is_like_the_one_in_use(self):
        file, text = self.exported_model()
        if (MODELS / "smudge" / file.name).exists():
            self.assert_like_committed(file)
        self.assertLess(finite_numbers(re.search(r"difference from the float32 network: (.*)", text)[1])[0], 0.05)

    def test_an_exported_model_answers_as_its_layers_say(self):
        file, _ = self.exported_model()
        spec = coremltools.utils.load_spec(str(file))
        answers = []
        for seed in (5, 6):
            image = drawn.scene(seed, 256, 256) if seed == 5 else np.full((256, 256, 3), 90, np.uint8)
            wanted = evaluated(spec, image[None])
            found = self.predicted(file, {"image": drawn.write(self.folder / f"{seed}.png", image)}, wanted)
            self.assertEqual(wanted["smudge"].size, 1)
            self.assertTrue(0 <= wanted["smudge"].item() <= 1)
            np.testing.assert_allclose(found["smudge"].ravel(), wanted["smudge"].ravel(), atol=2e-3)
            answers.append(found["smudge"].item())
        self.assertNotEqual(*answers)

    def test_the_model_is_measured_on_sets_that_are_held_out(self):
        file, _ = self.exported_model()
        text = self.script("measure.py", "--sets", self.sets, "--model", file)
        self.assertRegex(text, r"(?m)^as it is: 8 pictures, [\d.]+ % right, AUC [\d.]+$")
        for name, count in (("houses", 1), ("york", 2), ("lowlight", 2), ("receipts", 1), ("hazy", 2)):
            self.assertIn(f"{name} as it is: {count} pictures", text)
        for name in ("dirty", "flare"):
            self.assertRegex(text, rf"(?m)^{name}: 2 pictures, [\d.]+ % right; ")
        self.assertRegex(text, r"all clear smudges: \d+ pictures, [\d.]+ % right, AUC [\d.]+; rank correlation")

    def test_areas_and_correlations_are_those_of_small_examples(self):
        import measure
        self.assertEqual(measure.area(np.array([0.9, 0.8]), np.array([0.1, 0.2])), 1)
        self.assertEqual(measure.area(np.array([0.5, 0.1]), np.array([0.5, 0.3])), (0.75 + 0) / 2)
        self.assertAlmostEqual(measure.rank_correlation(np.array([1, 2, 3, 4.0]), np.array([10, 20, 40, 90.0])), 1)
        self.assertAlmostEqual(measure.rank_correlation(np.array([1, 2, 3.0]), np.array([3, 2, 1.0])), -1)


if __name__ == "__main__":
    unittest.main()
