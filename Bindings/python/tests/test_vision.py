import pathlib
import subprocess
import unittest

import numpy as np
from PIL import Image

import models
from osprey_coreml import OspreyError, find_program, vision

PICTURES = pathlib.Path(__file__).resolve().parents[3] / "Examples/Pictures"
FENCE = PICTURES / "fence.jpg"


class VisionTests(models.ModelTestCase):
    def test_labels_of_a_path_bytes_and_an_image_are_the_same(self):
        labels = vision.classify(FENCE, top=3)
        self.assertEqual([label.identifier for label in labels], ["outdoor", "structure", "picket fence"])
        self.assertTrue(1 >= labels[0].confidence >= labels[1].confidence)
        self.assertEqual(vision.classify([FENCE.read_bytes(), str(FENCE)], top=3), [labels, labels])
        image = Image.open(FENCE).convert("RGB")
        pixels = vision.classify(np.asarray(image), top=3)
        self.assertEqual(pixels, vision.classify(image, top=3))
        self.assertEqual(pixels[0].identifier, labels[0].identifier)
        self.assertEqual(vision.classify([]), [])
        self.assertEqual(vision.classify(FENCE, threshold=1.0), [])

    def test_arrays_of_every_number_of_channels(self):
        gray = np.asarray(Image.open(FENCE).convert("L"))
        white = np.dstack([gray, gray, gray, np.full_like(gray, 255)])
        one, three, four = vision.feature_print([gray, np.dstack([gray] * 3), white])
        self.assertEqual((one.dtype, one.ndim), (np.float32, 1))
        np.testing.assert_allclose(one, three, atol=1e-4)
        np.testing.assert_array_equal(three, four)
        for wrong in (gray.astype(np.float32), gray[None, None], np.zeros((0, 3, 3), np.uint8), np.zeros((3, 3, 2), np.uint8)):
            with self.assertRaises(TypeError):
                vision.classify(wrong)

    def test_rectangles_have_corners_and_boxes_in_pixels(self):
        picture = np.full((160, 240), 230, np.uint8)
        picture[40:120, 60:180] = 40
        rectangle, = vision.detect(picture, "rectangles")
        self.assertEqual(rectangle.kind, "rectangles")
        np.testing.assert_allclose(rectangle.corners, [[0.25, 0.75], [0.75, 0.75], [0.75, 0.25], [0.25, 0.25]], atol=0.005)
        self.assertEqual(vision.Box(0.25, 0.25, 0.5, 0.5).pixels(240, 160), (60, 40, 180, 120))

    def test_several_kinds_and_their_maps(self):
        found = vision.detect(FENCE, ["saliency", "horizon", "barcodes"])
        saliency, = [finding for finding in found if finding.kind == "saliency"]
        self.assertEqual((saliency.mask.dtype, saliency.mask.ndim), (np.float32, 2))
        self.assertTrue(0 <= saliency.mask.min() < saliency.mask.max() <= 1)
        self.assertNotIn("map", saliency.details)
        self.assertIn("saliency", vision.kinds())
        self.assertEqual(len(vision.kinds()), 18)

    def test_what_cannot_be_read_is_an_error(self):
        for picture, words in ((self.folder / "none.jpg", "No such file"), (b"no picture", "picture 0"), (self.folder, "directory")):
            with self.assertRaisesRegex(OspreyError, words):
                vision.classify(picture)
        with self.assertRaisesRegex(OspreyError, "picture 1"):
            vision.classify([FENCE, b"no picture"])
        with self.assertRaisesRegex(OspreyError, "there is no kind 'cars'"):
            vision.detect(FENCE, "cars")

    def test_frames_of_a_video(self):
        pictures = self.folder / "pictures"
        pictures.mkdir()
        for number in range(20):
            Image.fromarray(np.zeros((48, 64), np.uint8)).save(pictures / f"frame{number}.png")
        path = str(self.folder / "video.mov")
        subprocess.run([find_program(), "motion", str(pictures), "--fps", "10", "--annotate", path], check=True, capture_output=True)
        frames = list(vision.detect_video(path, ["barcodes", "rectangles"], every=0.5))
        self.assertEqual([round(frame.time, 3) for frame in frames], [0, 0.5, 1, 1.5])
        self.assertEqual(frames[0].findings, [])
        first = next(vision.classify_video(path, top=2))
        self.assertEqual((len(first.labels), first.findings), (2, []))
        for wrong, words in ((self.folder / "none.mp4", "No such file"), (FENCE, "is a picture")):
            with self.assertRaisesRegex(OspreyError, words):
                list(vision.classify_video(wrong))


if __name__ == "__main__":
    unittest.main()
