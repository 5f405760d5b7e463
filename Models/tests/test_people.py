"""The scripts of the pose model, on drawn people."""

import csv
import json
import re
import unittest

import numpy as np
import scipy.io

import drawn
from script_tests import GOING_ON, MODELS, OSPREY, SHARED, ScriptTestCase, finite_numbers, once, packaged

POSENET = SHARED / "data/models/PoseNetMobileNet075S16FP16.mlmodel"
BLAZEPOSE = "modules/pose_landmark/pose_landmark_full.tflite"
TAUGHT = ("stanford40", "openimages", "clothing", "scut", "fddb", "webfaces", "pennfudan", "osie", "coco", "cocotiny", "flickr8k", "hands")
MARKED = 4  # pictures of the sets with marks
LSPET = (16, 14, 12, 11, 13, 15, 10, 8, 6, 5, 7, 9)
MPII = {"r ankle": 16, "r knee": 14, "r hip": 12, "l hip": 11, "l knee": 13, "l ankle": 15, "r wrist": 10, "r elbow": 8, "r shoulder": 6,
        "l shoulder": 5, "l elbow": 7, "l wrist": 9}
OUTPUTS = {"heatmap": 17, "offsets": 34, "displacementFwd": 32, "displacementBwd": 32}


class PeopleScripts(ScriptTestCase):
    model = "people"

    @once
    def drawn_sets(cls):
        for number, name in enumerate(TAUGHT):
            drawn.write(cls.sets / name / f"{number}.jpg", drawn.person(100 + number)[0])
        marks, rows = np.zeros((14, 3, MARKED)), []
        for number in range(MARKED):
            image, _, joints = drawn.person(number)
            drawn.write(cls.sets / f"lspet/images/im{number + 1:05}.jpg", image)
            neck, head = joints[5:7].mean(0), joints[:3].mean(0) - (0, 30)
            marks[:12, :2, number], marks[12:, :2, number] = joints[list(LSPET)], (neck, head)
            marks[:, 2, number] = 1
            drawn.write(cls.sets / f"mpii/images/{number + 1}.jpg", image)
            places = {name: joints[joint] for name, joint in MPII.items()} | {"upper neck": neck, "head top": head}
            rows.append({"NAME": f"{number + 1}.jpg"} | {f"{name}_{axis}": v for name, place in places.items() for axis, v in zip("XY", place)})
        scipy.io.savemat(cls.sets / "lspet/joints.mat", {"joints": marks})
        (cls.sets / "mpii-csv").mkdir()
        with open(cls.sets / "mpii-csv/mpii_dataset.csv", "w") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)
        for number in range(9):
            drawn.write(cls.sets / f"caltech/101_ObjectCategories/chair/{number}.jpg", drawn.scene(number))

    @once
    def found(cls):
        """The poses that `osprey detect pose` finds in each set, with PoseNet where it is there, or else with the model in `Models`."""
        cls.drawn_sets()
        model = POSENET if POSENET.exists() else MODELS / "people/BodyPose.mlmodel"
        folder = cls.folder / "found"
        folder.mkdir()
        for name in (*TAUGHT, "lspet", "mpii"):
            (folder / f"{name}.jsonl").write_text(cls.osprey("detect", "pose", name, "--model", model, "--crop", "scaleFit", "--json", folder=cls.sets))
        return folder

    @once
    def improved(cls):
        """The poses as BlazePose improves them."""
        network = packaged("mediapipe", BLAZEPOSE)
        if network is None:
            raise unittest.SkipTest("teacher.py: the package mediapipe 0.10.9, which has BlazePose, is not installed")
        taught, texts = cls.folder / "taught", []
        for file in sorted(cls.found().iterdir()):
            texts.append(cls.script("teacher.py", "--found", file, "--network", network, "--taught", taught / file.name, "--processes", 1,
                                    folder=cls.sets))
        return taught, texts

    @once
    def packed_pictures(cls):
        """The output of `sets.py`; without BlazePose it reads the poses as found."""
        try:
            taught, _ = cls.improved()
        except unittest.SkipTest:
            taught = cls.found()
        return cls.script("sets.py", "--sets", cls.sets, "--taught", taught, "--packed", cls.packed)

    @once
    def trained_network(cls):
        cls.packed_pictures()
        return cls.trained("train.py", "pose.pt")

    @once
    def exported_model(cls):
        file = cls.exported / "BodyPose.mlmodel"
        return file, cls.script("export.py", "--checkpoint", cls.trained_network()[0], "--model", file)

    def test_the_first_teacher_finds_people(self):
        found = {file.stem: [json.loads(line) for line in file.read_text().splitlines()] for file in self.found().iterdir()}
        self.assertEqual({name: len(records) for name, records in found.items()}, dict.fromkeys(TAUGHT, 1) | {"lspet": MARKED, "mpii": MARKED})
        with_people = sum(bool(record.get("pose")) for records in found.values() for record in records)
        self.assertGreater(with_people, len(TAUGHT))
        if not POSENET.exists():
            self.skipTest(f"osprey detect pose with PoseNet: {POSENET} is missing; the model in use stands in for it")

    def test_poses_are_found_and_improved(self):
        taught, texts = self.improved()
        pictures, people, better = np.sum([finite_numbers(text) for text in texts], 0)
        self.assertEqual(pictures, len(TAUGHT) + 2 * MARKED)
        self.assertGreaterEqual(people, better)
        self.assertGreater(better, len(TAUGHT) / 2)
        record = json.loads((taught / "lspet.jsonl").read_text().splitlines()[0])
        pose = max(record["pose"], key=lambda pose: pose["confidence"])
        joints = drawn.person(int(record["image"][-9:-4]) - 1)[2]
        for name, joint in (("left_shoulder", 5), ("right_shoulder", 6), ("nose", 0)):
            x, y, _ = pose["joints"][name]
            self.assertLess(np.hypot(*(np.array([x * 240, (1 - y) * 360]) - joints[joint])), 25, name)

    def test_sets_pack_each_picture_with_its_people(self):
        text = self.packed_pictures()
        index = np.load(self.packed / "people.npz")
        rows, people = index["rows"], index["people"]
        self.assertEqual(len(rows), len(TAUGHT) + 2 * MARKED + 3)
        self.assertIn(f"{len(rows)} pictures, {len(people)} people", text)
        self.assertEqual((rows[:, 4] == 0).sum() >= 3, True)
        # Marks that people made stay as they are.
        first = people[rows[0, 3]]
        np.testing.assert_allclose(first[list(LSPET), :2], drawn.person(0)[2][list(LSPET)], atol=0.01)
        self.assertTrue((first[list(LSPET), 2] == 3).all())
        # The teacher adds the face.
        self.assertGreater(first[0, 2], 0)

    def test_the_network_trains_from_the_beginning_and_on(self):
        checkpoint, _ = self.trained_network()
        continued, text = self.trained("train.py", "continued.pt", "--start", checkpoint, *GOING_ON)
        self.assertRegex(text, r"^(\d+) of \1 arrays from ")
        self.assert_goes_on(checkpoint, continued)

    def test_an_exported_model_is_like_the_one_in_use(self):
        file, text = self.exported_model()
        self.assert_like_committed(file)
        heat, *places = finite_numbers(re.search(r"pictures seen in \d+ min; differences from the float32 network: heatmap (.*)", text)[1])
        self.assertLess(heat, 0.05)
        self.assertLess(max(places), 8)  # pixels, which a cell has

    def test_an_exported_model_answers(self):
        file, _ = self.exported_model()
        image, _, _ = drawn.person(5, 448, 448)
        answers = self.assert_answers(file, drawn.write(self.folder / "person.png", image), image)
        self.assertEqual({name: values.size for name, values in answers.items()}, {name: n * 56 * 56 for name, n in OUTPUTS.items()})
        self.assertTrue(((answers["heatmap"] >= 0) & (answers["heatmap"] <= 1)).all())

    def test_the_model_is_measured_through_the_program(self):
        file, _ = self.exported_model()
        records = []
        for number, name in enumerate(("lspet", "lspet", "coco", "coco")):
            image, _, joints = drawn.person(400 + number)
            drawn.write(self.folder / f"photos/{number}.jpg", image)
            from_names = ("nose", "left_eye", "right_eye", "left_ear", "right_ear", *(
                f"{side}_{part}" for part in ("shoulder", "elbow", "wrist", "hip", "knee", "ankle") for side in ("left", "right")))
            records.append({"file": f"{number}.jpg", "dataset": name, "width": 240, "height": 360, "persons": [
                {"bbox": None, "keypoints": {joint: [*map(float, place), 2] for joint, place in zip(from_names, joints)}}]})
        (self.folder / "photos/keypoints.json").write_text(json.dumps(records))
        committed = MODELS / "people/BodyPose.mlmodel"
        text = self.script("measure.py", "--osprey", OSPREY, "--photos", self.folder / "photos", file, committed)
        rows = re.findall(r"^(\S+): ([a-z ]+): (\d+) marked, \d+ found, mean OKS (\S+), above a half (\S+)", text, re.M)
        self.assertEqual([(row[0], row[1], row[2]) for row in rows],
                         [(str(model), group, "2") for model in (file, committed) for group in ("several people", "lspet")])
        for *_, mean, share in rows:
            self.assertTrue(0 <= float(mean) <= 1 and 0 <= float(share) <= 1)
        self.assertGreater(float(rows[-1][3]), 0.3)  # the model in use finds drawn people


if __name__ == "__main__":
    unittest.main()
