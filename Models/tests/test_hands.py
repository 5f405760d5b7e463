"""The scripts of the models of hands, on drawn hands."""

import json
import re
import unittest

import coremltools
import cv2
import numpy as np

import drawn
from script_tests import GOING_ON, MODELS, OSPREY, ScriptTestCase, finite_numbers, once, packaged

from coreml import evaluated  # script_tests makes it known

PALMS = "modules/palm_detection/palm_detection_full.tflite"
SHOWN = {"hands": "images", "turned": "HandDetect/hands.v2i.yolov8-obb/train/images", "asl": "data/ASL-data/train", "fingers": "train/images",
         "nails": "datasets/train/images", "recorded": "dataset/photos/hand/up", "letters": "dataset/train/images", "rock": "Data/train/images",
         "webcam": "roboflow/train/images", "holding": "detection-2/train/images", "raised": "train/images",
         "thumbs": "training_hand_gestures/images/collectedimages/up", "campus": "custom_dataset/train/images",
         "workers": "backend/dataset/train/images", "hats": "dataset/train/images",
         "gestures": "datasets/roboflow_handgestures/train/images", "signs": "valid/images", "words": "data/valid/images",
         "players": "Rock-Paper-Scissors-1/train/images"}
FILES = {"nails": "IMG_{}.jpg", "recorded": "{}_org.jpg", "rock": "glu_{}.jpg", "players": "IMG_{}.jpg"}  # the others' pictures are a_{}.jpg
EMPTY = {"osie": "data/stimuli", "openimages": "coco/train2017", "clothing": "images", "grocery": "dataset/train/Fruit/Apple",
         "faces": "Yolo/train/images"}
EACH = {"fingers": 14}  # pictures; the other sets have one
LEARNT = 14 + 15  # hands of the sets that are not held out
SIDES = {"Hands.mlmodel": 256, "HandPose.mlmodel": 128}


class HandScripts(ScriptTestCase):
    model = "hands"

    @once
    def drawn_sets(cls):
        """Pictures of hands and of none, and the joints of each."""
        joints = {}
        for index, (name, folder) in enumerate(SHOWN.items()):
            for number in range(EACH.get(name, 1)):
                file = f"{name}/{folder}/{FILES.get(name, 'a_{}.jpg').format(number)}"
                image, joints[file] = drawn.hand(100 * index + number)
                drawn.write(cls.sets / file, image)
        image, joints["digits/Dataset/3/IMG_1.JPG"] = drawn.hand(7, 100, 100)
        drawn.write(cls.sets / "digits/Dataset/3/IMG_1.JPG", image)
        for index, (name, folder) in enumerate(EMPTY.items()):
            drawn.write(cls.sets / f"{name}/{folder}/0.jpg", drawn.scene(index))
        # The second copy of a photograph is not used.
        for copy in ("1a", "2b"):
            drawn.write(cls.sets / f"turned/{SHOWN['turned']}/b_jpg.rf.{copy}.jpg", drawn.scene(9))
        return joints

    @once
    def taught(cls):
        """The joints as drawn, as a teacher would tell them."""
        joints, folder = cls.drawn_sets(), cls.folder / "taught"
        folder.mkdir()
        for name in (*SHOWN, "digits", *EMPTY):
            lines = []
            for path in sorted((cls.sets / name).rglob("*.[jJ]*")):
                key = str(path.relative_to(cls.sets))
                known = [joints[key].tolist()] if key in joints else []
                hands = [{"joints": own, "one": own, "score": 0.99, "right": 0.98, "apart": 0.01} for own in known]
                lines.append(json.dumps({"image": key, "size": [1, 1], "hands": hands}))
            (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n")
        return folder

    @once
    def packs(cls):
        return cls.script("sets.py", "--sets", cls.sets, "--taught", cls.taught(), "--packed", cls.packed)

    @once
    def checkpoint_of_joints(cls):
        cls.packs()
        return cls.trained("train_joints.py", "joints.pt")

    @once
    def checkpoint_of_detector(cls):
        cls.packs()
        return cls.trained("train_detector.py", "detector.pt")

    @once
    def models(cls):
        files, texts = [], []
        for network, file, checkpoint in (("detector", "Hands.mlmodel", cls.checkpoint_of_detector()),
                                          ("joints", "HandPose.mlmodel", cls.checkpoint_of_joints())):
            files.append(cls.exported / file)
            texts.append(cls.script("export.py", network, "--checkpoint", checkpoint[0], "--model", files[-1]))
        return files, texts

    def modules(self):
        file = packaged("mediapipe", PALMS)
        if file is None:
            self.skipTest("the package mediapipe 0.10.9, which has the networks that teach, is not installed")
        return file.parents[1]

    def test_the_teacher_looks_at_each_picture(self):
        modules = self.modules()
        self.drawn_sets()
        folder = self.folder / "seen"
        text = self.script("teacher.py", "--modules", modules, "--sets", self.sets, "--taught", folder, "fingers", "turned", "osie")
        counts = {name: int(count) for name, count in re.findall(r"^(\w+): (\d+) pictures, \d+ hands", text, re.M)}
        self.assertEqual(counts, {"fingers": EACH["fingers"], "turned": 2, "osie": 1})
        for line in (folder / "fingers.jsonl").read_text().splitlines():
            for found in json.loads(line)["hands"]:
                self.assertEqual(np.shape(found["joints"]), (21, 2))
                self.assertTrue(0 <= found["score"] <= 1 and 0 <= found["right"] <= 1 and found["apart"] >= 0)

    def test_sets_pack_the_hands_with_their_joints(self):
        text = self.packs()
        self.assertIn(f"fingers: {EACH['fingers']} hands, {EACH['fingers']} pictures", text)
        self.assertNotIn("gestures", text)
        index, crops = np.load(self.packed / "crops.npz"), np.load(self.packed / "crops.npy")
        self.assertEqual((len(crops), index["joints"].shape), (LEARNT, (LEARNT, 21, 2)))
        # The hand lies in the middle of its crop, and is skin where its joints are.
        for image, joints in zip(crops, index["joints"]):
            np.testing.assert_allclose((joints.min(0) + joints.max(0)) / 2, crops.shape[1] / 2, atol=0.15 * crops.shape[1])
            x, y = joints[9].astype(int)
            self.assertGreater(int(image[y, x, 0]), int(image[y, x, 2]) + 20)
        pictures = np.load(self.packed / "pictures.npz")
        self.assertEqual(len(pictures["hands"]), LEARNT)
        np.testing.assert_allclose(pictures["hands"][:, 3], 0, atol=0.3)  # drawn upright

    def test_the_networks_train_from_the_beginning_and_on(self):
        for script, name, start in (("train_joints.py", "joints2.pt", self.checkpoint_of_joints()[0]),
                                    ("train_detector.py", "detector2.pt", self.checkpoint_of_detector()[0])):
            checkpoint, _ = self.trained(script, name, "--start", start, *GOING_ON)
            self.assert_goes_on(start, checkpoint)

    def test_mistakes_of_the_detector_lie_far_from_hands(self):
        self.packs()
        # A network that has learnt little is sure of nothing, so all of its answers count.
        text = self.script("mistakes.py", "--packed", self.packed, "--checkpoint", self.checkpoint_of_detector()[0], "--least", 1e-6)
        mistakes, index = np.load(self.packed / "mistakes.npy"), np.load(self.packed / "pictures.npz")
        self.assertEqual(int(re.match(r"(\d+) places in \d+ pictures", text)[1]), len(mistakes))
        self.assertGreater(len(mistakes), len(EMPTY))
        for number, x, y, size, _ in mistakes:
            row = index["rows"][int(number)]
            hands = index["hands"][row[3]:row[3] + row[4]]
            self.assertTrue((np.hypot(*(hands[:, :2] - (x, y)).T) > 0.5 * size + 0.5 * hands[:, 2]).all())
        checkpoint, _ = self.trained("train_joints.py", "joints3.pt")
        self.assertTrue(checkpoint.exists())
        (self.packed / "mistakes.npy").unlink()

    def test_exported_models_are_like_those_in_use(self):
        files, texts = self.models()
        for file, text in zip(files, texts):
            if (MODELS / "hands" / file.name).exists():
                self.assert_like_committed(file)
            differences = finite_numbers(re.search(r"differences from the float32 network: (.*)", text)[1])
            self.assertLess(max(differences), 0.3)

    def test_exported_models_answer_as_their_layers_say(self):
        for file in self.models()[0]:
            side = SIDES[file.name]
            image = cv2.resize(drawn.hand(5)[0], (side, side))
            picture = drawn.write(self.folder / f"{file.stem}.png", image)
            wanted = evaluated(coremltools.utils.load_spec(str(file)), image[None])
            found = self.predicted(file, {"image": picture}, wanted)
            for name, values in wanted.items():
                self.assertTrue(np.isfinite(values).all(), name)
                np.testing.assert_allclose(found[name].ravel(), values.ravel(), rtol=2e-3, atol=2e-3, err_msg=name)
            self.assertGreater(np.ptp(wanted[max(wanted, key=lambda name: wanted[name].size)]), 0)

    def test_requests_take_exported_models(self):
        self.models()
        answer, = self.looked_at("detect", "hands", drawn.write(self.folder / "hand.png", drawn.hand(6)[0]))
        for found in answer.get("hands", []):
            self.assertLessEqual(len(found["joints"]), 21)
            self.assertTrue(0 <= found["confidence"] <= 1)

    def test_the_models_are_measured_beside_the_teacher(self):
        modules, (files, _) = self.modules(), self.models()
        photos = self.folder / "photos"
        drawn.write(photos / "0.jpg", drawn.scene(3))
        for program in ((), ("--osprey", OSPREY)):
            text = self.script("measure.py", "--modules", modules, "--sets", self.sets, "--taught", self.taught(), "--photos", photos, *program,
                               *files)
            rows = re.findall(r"^(\w+): 1 pictures, 1 hands, ([01]) found", text, re.M)
            self.assertEqual([name for name, _ in rows], ["players", "gestures", "signs", "words"])
            self.assertRegex(text, r"photos: 1 pictures, \d+ hands, ")


if __name__ == "__main__":
    unittest.main()
