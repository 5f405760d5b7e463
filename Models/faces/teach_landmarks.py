"""Marks faces as the 300-W challenge does, with the help of a network that marks them in another way.

    python teach_landmarks.py --sets FOLDER --packed PACKED --network face_landmark.tflite

The network is MediaPipe's face mesh, from the Python package `mediapipe` 0.10.9: 468 points in three dimensions.  A map from these to 68 marks
is fitted on the faces of `marks.npz` that people marked and that are not held out: of each mark the point nearest to it at the mean, and a
linear correction by the largest principal components of the points.  `FOLDER` holds the sets of `sets.py` and `expressions`.  Written are
`taught-marks.npy` and `taught-marks.npz`, as `marks.npy` and `marks.npz`.
"""

import argparse
import hashlib
import multiprocessing
import sys
from pathlib import Path

import cv2
import numpy as np

import sets

sys.path.append(str(Path(__file__).resolve().parents[1]))
from lite import LiteNetwork, likelihood
from pictures import move, read

RATIO = 1.5  # the side of the network's input, in longer sides of the face's box
POINTS, SCORE = "conv2d_21", "conv2d_31"  # the network's outputs
OUTER_CORNERS = (33, 263)  # of the eyes, among the points
COMPONENTS = 40
LEAST_SCORE = 0.9  # likelihood that there is a face
LEAST_OVERLAP = 0.5  # of the marked face's box with that of the points
LEAST_SIDE = 28  # pixels of a face's box
FRAMES_EVERY = 4  # of the videos' frames, so many are skipped to the next in the fit
ALONE = (0.5, 0.5, 0.36, 0.33, 0)  # a face that fills its picture: an ellipse in shares of the sides


class Mesh:
    """A face's points in the square that the network saw, and where the square lies."""

    def __init__(self, points, back, score):
        self.points, self.back, self.score = points, back, score

    def in_picture(self, points):
        return points @ self.back[:, :2].T + self.back[:, 2]

    def place(self):
        """The next square to look at: the middle and the longer side of the box around the points, turned upright, and the roll."""
        points = self.in_picture(self.points[:, :2])
        one, other = points[list(OUTER_CORNERS)]
        roll = np.arctan2(one[1] - other[1], other[0] - one[0])
        turn = np.array([[np.cos(roll), -np.sin(roll)], [np.sin(roll), np.cos(roll)]])
        upright = points @ turn.T
        low, high = upright.min(0), upright.max(0)
        return turn.T @ ((low + high) / 2), roll, RATIO * max(high - low)

    def shape(self):
        """The points with their centre moved to the origin and their mean square distance from it as unit, the centre and the unit."""
        centre = self.points[:, :2].mean(0)
        unit = np.sqrt(((self.points[:, :2] - centre) ** 2).sum(1).mean())
        return (self.points - [*centre, 0]) / unit, centre, unit


class FaceMesh(LiteNetwork):
    """The network."""

    def look(self, image, centre, roll, side):
        outputs, back = self.outputs(image, move(np.asarray(centre, float), np.full(2, self.side / 2), self.side / side, -roll, False))
        return Mesh(outputs[POINTS].reshape(-1, 3), back, likelihood(outputs[SCORE][0]))

    def __call__(self, image, ellipse):
        """The mesh of a face from the second look, which the first one places."""
        box = sets.box_of(ellipse)
        first = self.look(image, ellipse[:2], ellipse[4], RATIO * max(box[2:] - box[:2]))
        return self.look(image, *first.place())


class Map:
    """The map from the network's points to the 68 marks."""

    def __init__(self, meshes, marks):
        shapes = [mesh.shape() for mesh in meshes]
        points = np.array([shape for shape, _, _ in shapes])
        wanted = np.array([self.in_shape(mesh, own, *shape[1:]) for mesh, own, shape in zip(meshes, marks, shapes)])
        self.nearest = ((points[:, :, None, :2] - wanted[:, None]) ** 2).sum(3).mean(0).argmin(0)
        rows = points.reshape(len(points), -1)
        self.mean = rows.mean(0)
        self.components = np.linalg.svd(rows - self.mean, full_matrices=False)[2][:COMPONENTS]
        inputs = np.array([self.inputs(row) for row in rows])
        errors = (wanted - points[:, self.nearest, :2]).reshape(len(points), -1)
        self.weights = np.linalg.solve(inputs.T @ inputs + 0.01 * np.eye(COMPONENTS + 1), inputs.T @ errors)

    def inputs(self, row):
        return np.append(self.components @ (row - self.mean), 1)

    @staticmethod
    def in_shape(mesh, marks, centre, unit):
        forward = cv2.invertAffineTransform(mesh.back)
        return (marks @ forward[:, :2].T + forward[:, 2] - centre) / unit

    def __call__(self, mesh):
        """A face's marks in its picture."""
        shape, centre, unit = mesh.shape()
        marks = shape[self.nearest, :2] + (self.inputs(shape.ravel()) @ self.weights).reshape(-1, 2)
        return mesh.in_picture(marks * unit + centre)


def fitted(network, folder):
    """The map, fitted on the faces that people marked, and its mean error on those held out, by the distance of the eyes' outer corners."""
    files = [(path, marks, sets.digest(path)) for path, marks in sets.marked_files(folder)]
    files += list(sets.keypoint_files(folder))[::FRAMES_EVERY]
    parts = {False: ([], []), True: ([], [])}
    for path, marks, group in files:
        image = read(path)
        if image is None:
            continue
        mesh = network(image, sets.ellipse_of_marks(marks))
        if mesh.score > 0.5:
            meshes, wanted = parts[sets.is_held_out(group)]
            meshes.append(mesh)
            wanted.append(marks)
    result = Map(*parts[False])
    errors = [np.hypot(*(result(mesh) - marks).T).mean() / np.hypot(*(marks[36] - marks[45])) for mesh, marks in zip(*parts[True])]
    return result, np.mean(errors)


def faces_to_mark(folder):
    """Pictures and the ellipses of their faces; no ellipses where one face fills the picture."""
    for picture in sets.fddb(folder):
        if not picture.is_held_out:
            yield picture.path, picture.faces
    for picture in sets.webfaces(folder):
        yield picture.path, picture.faces
    for path in sorted((folder / "expressions/images").glob("*"))[::2]:
        yield path, None


def start(path, marker):
    global network, marks_of
    network, marks_of = FaceMesh(path), marker


def marked(task):
    """The surroundings of a picture's faces, and the marks in them."""
    path, faces = task
    image = read(path)
    if image is None:
        return []
    size = np.array(image.shape[1::-1])
    results = []
    for ellipse in faces or [np.array(ALONE) * [*size, *size[::-1], 1]]:
        box = sets.box_of(ellipse)
        if min(box[2:] - box[:2]) < LEAST_SIDE:
            continue
        mesh = network(image, ellipse)
        if mesh.score < LEAST_SCORE:
            continue
        marks = marks_of(mesh)
        is_other = faces and sets.overlap(box, sets.box_of(sets.ellipse_of_marks(marks))) < LEAST_OVERLAP
        if not is_other and (abs(marks / size - 0.5) < 0.65).all():
            results.append(sets.cut_out(image, marks))
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name in ("sets", "packed", "network"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    cv2.setNumThreads(1)  # before there are processes: one that is forked waits for ever for OpenCV's threads, which stay behind
    marker, error = fitted(FaceMesh(options.network), options.sets)
    print(f"mean error {100 * error:.2f} % on held-out faces")
    with multiprocessing.Pool(options.processes, start, (options.network, marker)) as pool:
        faces = [face for found in pool.imap(marked, faces_to_mark(options.sets), 8) for face in found]
    np.save(options.packed / "taught-marks.npy", np.stack([image for image, _ in faces]))
    np.savez(options.packed / "taught-marks.npz", points=np.array([marks for _, marks in faces], np.float32))
    print(f"{len(faces)} faces")


if __name__ == "__main__":
    main()
