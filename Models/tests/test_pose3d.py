"""The scripts of the model of bodies in space, on drawn people."""

import json
import re
import unittest

import cv2
import numpy as np

import drawn
from script_tests import GOING_ON, MODELS, ScriptTestCase, finite_numbers, once, packaged

DETECTOR = "modules/pose_detection/pose_detection.tflite"
SHOWN = {"exercises": "exercises/Squat", "campus": "custom_dataset/train/images", "workers": "backend/dataset/train/images",
         "hats": "dataset/train/images", "squats": "train/images", "children": "train/images", "osie": "data/stimuli",
         "openimages": "coco/train2017", "yoga": "Dataset/train/images", "sites": "Construction-Site-Safety-1/train"}
WITHOUT = {"caltech": "101_ObjectCategories/chair", "clothing": "images", "grocery": "dataset/train/Fruit/Apple"}
HELD_OUT = ("yoga", "sites")
EACH = {"exercises": 14, "openimages": 2}  # pictures; the other sets have one, and the last of Open Images shows nobody
LEARNT = 14 + 7  # people of the sets that are not held out
SIDE, JOINTS = 160, 17
# The 17 joints in the order of `bodies.py`, as means of COCO's.
MEANS = ((11, 12), (12,), (14,), (16,), (11,), (13,), (15,), (5, 6, 11, 12), (5, 6), (3, 4), (1, 2), (5,), (7,), (9,), (6,), (8,), (10,))


def person(seed):
    """A drawn person: the picture, and a record like the teacher's."""
    image, _, marks = drawn.person(seed)
    joints = np.array([marks[list(mean)].mean(0) for mean in MEANS])
    joints[10] += 1.5 * (joints[9] - joints[8])
    scale = 1.8 / np.ptp(joints[:, 1])
    points = np.column_stack([scale * (joints - joints[0]) * (1, -1), np.linspace(-0.1, 0.1, JOINTS)])
    return image, {"joints": joints.tolist(), "points": points.tolist(), "one": points.tolist(), "seen": [0.9] * JOINTS, "score": 0.99,
                   "apart": 0.03, "apart_seen": 0.01}


class BodyScripts(ScriptTestCase):
    model = "pose3d"

    @once
    def drawn_sets(cls):
        """Pictures of people and of nobody, and the people of each."""
        people = {}
        for index, (name, folder) in enumerate(SHOWN.items()):
            for number in range(EACH.get(name, 1)):
                file = f"{name}/{folder}/{number}.jpg"
                image, people[file] = person(100 * index + number)
                if file == "openimages/coco/train2017/1.jpg":
                    image, _ = drawn.scene(index), people.pop(file)
                drawn.write(cls.sets / file, image)
        for index, (name, folder) in enumerate(WITHOUT.items()):
            for number in range(2):  # the first is learnt, the second only measured
                drawn.write(cls.sets / f"{name}/{folder}/{number}.jpg", drawn.scene(10 * index + number))
        # The second copy of a photograph is not used.
        for copy in ("1a", "2b"):
            drawn.write(cls.sets / f"hats/{SHOWN['hats']}/b_jpg.rf.{copy}.jpg", drawn.scene(9))
        return people

    @once
    def taught(cls):
        """The joints as drawn, as a teacher would tell them."""
        people, folder = cls.drawn_sets(), cls.folder / "taught"
        folder.mkdir()
        for name in SHOWN:
            lines = []
            for path in sorted((cls.sets / name).rglob("*.jpg")):
                key = str(path.relative_to(cls.sets))
                known = [people[key]] if key in people else []
                # Who is seen to the waist, or looks otherwise in a mirror, is not learnt.
                doubtful = [person | change for person in known for change in ({"seen": [0.9] * 9 + [0.1] * 8}, {"apart": 0.2})]
                lines.append(json.dumps({"image": key, "size": [1, 1], "people": known + doubtful}))
            (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n")
        return folder

    @once
    def packs(cls):
        return cls.script("sets.py", "--sets", cls.sets, "--taught", cls.taught(), "--packed", cls.packed)

    @once
    def checkpoint(cls):
        cls.packs()
        return cls.trained("train.py", "bodies.pt")

    @once
    def exported_model(cls):
        file = cls.exported / "BodyPose3D.mlmodel"
        return file, cls.script("export.py", "--checkpoint", cls.checkpoint()[0], "--model", file)

    def test_the_teacher_looks_at_each_picture(self):
        file = packaged("mediapipe", DETECTOR)
        if file is None:
            self.skipTest("the package mediapipe 0.10.9, which has the networks that teach, is not installed")
        self.drawn_sets()
        folder = self.folder / "seen"
        text = self.script("teacher.py", "--modules", file.parents[1], "--sets", self.sets, "--taught", folder, "exercises", "hats", "osie")
        counts = {name: int(count) for name, count in re.findall(r"^(\w+): (\d+) pictures, \d+ people", text, re.M)}
        self.assertEqual(counts, {"exercises": EACH["exercises"], "hats": 2, "osie": 1})
        found = [person for line in (folder / "exercises.jsonl").read_text().splitlines() for person in json.loads(line)["people"]]
        for person in found:
            self.assertEqual((np.shape(person["joints"]), np.shape(person["points"])), ((JOINTS, 2), (JOINTS, 3)))
            self.assertEqual(person["points"][0], [0, 0, 0])
            self.assertTrue(0 <= person["score"] <= 1 and person["apart"] >= 0 and all(0 <= seen <= 1 for seen in person["seen"]))

    def test_sets_pack_the_people_with_their_joints(self):
        text = self.packs()
        self.assertIn(f"exercises: {EACH['exercises']} people, 0 pictures without", text)
        self.assertIn("openimages: 1 people, 1 pictures without", text)
        self.assertIn(f"{1 + len(WITHOUT)} pictures without people", text)
        for name in HELD_OUT:
            self.assertNotIn(name, text)
        index, crops = np.load(self.packed / "crops.npz"), np.load(self.packed / "crops.npy")
        self.assertEqual((len(crops), index["joints"].shape, index["points"].shape), (LEARNT, (LEARNT, JOINTS, 2), (LEARNT, JOINTS, 3)))
        for joints, points in zip(index["joints"], index["points"]):
            np.testing.assert_allclose((joints.min(0) + joints.max(0)) / 2, crops.shape[1] / 2, atol=0.1 * crops.shape[1])
            # The joints in the picture are those in space, seen from afar.
            scale = np.ptp(joints[:, 1]) / np.ptp(points[:, 1])
            np.testing.assert_allclose(joints - joints[0], scale * points[:, :2] * (1, -1), atol=1)

    def test_the_network_trains_from_the_beginning_and_on(self):
        start, text = self.checkpoint()
        self.assertRegex(text, r"error mean \d+\.\d mm, median \d+\.\d mm")
        checkpoint, _ = self.trained("train.py", "bodies2.pt", "--start", start, *GOING_ON)
        self.assert_goes_on(start, checkpoint)

    def test_an_exported_model_is_like_the_one_in_use(self):
        file, text = self.exported_model()
        if (MODELS / "pose3d" / file.name).exists():
            self.assert_like_committed(file)
        differences = finite_numbers(re.search(r"differences from the float32 network: (.*)", text)[1].replace("float32", ""))
        self.assertLess(max(differences), 0.3)

    def test_an_exported_model_answers_as_its_layers_say(self):
        file = self.exported_model()[0]
        image = cv2.resize(drawn.person(5)[0], (SIDE, SIDE))
        picture = drawn.write(self.folder / "person.png", image)
        found = self.predicted(file, {"image": picture}, ("points", "places", "confidence"))
        self.assertEqual([found[name].size for name in ("points", "places", "confidence")], [3 * JOINTS, 2 * JOINTS, 1])
        import coremltools
        from coreml import evaluated
        for name, values in evaluated(coremltools.utils.load_spec(str(file)), image[None]).items():
            self.assertTrue(np.isfinite(values).all(), name)
            np.testing.assert_allclose(found[name].ravel(), values.ravel(), rtol=2e-3, atol=2e-3, err_msg=name)
        self.assertGreater(np.ptp(found["points"]), 0)

    def test_the_model_is_measured_beside_the_teacher(self):
        text = self.script("measure.py", "--sets", self.sets, "--taught", self.taught(), self.exported_model()[0])
        rows = re.findall(r"^(\w+): 1 people; error mean (\d+\.\d) mm", text, re.M)
        self.assertEqual([name for name, _ in rows], list(HELD_OUT))
        self.assertRegex(text, r"people told in \d+\.\d % of \d+ other pictures without any")


if __name__ == "__main__":
    unittest.main()
