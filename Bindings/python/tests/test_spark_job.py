import collections
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from osprey_coreml.program import find_program
from test_spark import HAS_SPARK, PICTURES, SOURCES

SCRIPT = SOURCES / "osprey_coreml/spark_job.py"
# Names that patterns, URLs and text might take for something else.
ODD_NAMES = ("a b.jpg", "b [1].jpg", "c%20d.jpg", "e#f.jpg", "ü.jpg", "i{1}.jpg", "k*l.jpg")


@unittest.skipUnless(HAS_SPARK, "there is no pyspark, or no Java")
class SparkJobTests(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.photos = self.folder / "photos {1}"
        self.output = self.folder / "labels [1]"
        (self.photos / "more").mkdir(parents=True)
        picture = next(PICTURES.glob("*.jpg"))
        for name in ODD_NAMES:
            shutil.copy(picture, self.photos / "more" / name)
        self.many(0, 40)
        (self.photos / "broken.jpg").write_bytes(b"no photo")
        (self.photos / "notes.txt").write_text("no photo either")
        # Hadoop fails at such a name, and a run must not.
        (self.photos / "q:r.JPG").write_bytes(b"no photo")

    def many(self, start, end):
        picture = next(PICTURES.glob("*.jpg"))
        for number in range(start, end):
            shutil.copy(picture, self.photos / f"{number}.jpg")

    def start(self, *options):
        variables = {**os.environ, "PYTHONPATH": str(SOURCES), "OSPREY": find_program()}
        return subprocess.Popen(
            [sys.executable, SCRIPT, self.photos, self.output, "--master", "local[2]", *options], env=variables, text=True,
            stderr=subprocess.PIPE)

    def run_to_end(self, *options):
        process = self.start(*options)
        errors = process.communicate()[1]
        self.assertEqual(process.returncode, 0, errors)
        return errors

    def rows(self):
        import pyarrow.parquet

        return pyarrow.parquet.read_table(self.output, ignore_prefixes=["_", "."]).to_pylist()

    def assert_each_once(self):
        found = collections.Counter(pathlib.Path(row["path"].removeprefix("file:")) for row in self.rows())
        wanted = [path for path in self.photos.rglob("*") if path.suffix == ".jpg"]
        self.assertEqual(found, collections.Counter(wanted))

    def test_every_photo_is_there_once_and_later_ones_are_added(self):
        self.assertIn("q:r.JPG is left out", self.run_to_end("--piece", "30", "--top", "1"))
        self.assert_each_once()
        for row in self.rows():
            self.assertEqual("broken" in row["path"], row["error"] is not None)
            self.assertEqual("broken" in row["path"], not row["observations"])
        self.many(40, 45)
        self.assertIn("48 photos are there already", self.run_to_end("--top", "1"))
        self.assert_each_once()

    def test_a_run_that_is_killed_in_the_middle_of_a_piece_is_gone_on_with(self):
        self.many(40, 200)
        process = self.start("--piece", "50")
        line = ""
        while "photos written" not in line:
            line = process.stderr.readline()
            self.assertTrue(line, "it has ended before")
        # The next piece is begun.
        unfinished = self.output / "_unfinished"
        while not unfinished.exists() or not any(unfinished.iterdir()):
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        # Work that the killed run's Java machine still does must not count twice.
        self.assertNotIn(" 0 photos are there already", self.run_to_end("--piece", "50"))
        self.assert_each_once()

    def test_two_runs_at_once_add_each_photo_once(self):
        both = [self.start("--piece", "20"), self.start("--piece", "20")]
        for process in both:
            errors = process.communicate()[1]
            self.assertEqual(process.returncode, 0, errors)
        self.assert_each_once()


class SparkScriptTests(unittest.TestCase):
    def test_it_says_where_it_lies_without_pyspark(self):
        shown = subprocess.run([sys.executable, SCRIPT, "--script"], capture_output=True, text=True, check=True).stdout
        self.assertEqual(shown.strip(), str(SCRIPT))
