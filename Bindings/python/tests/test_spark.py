import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

try:
    import pyspark
except ImportError:
    pyspark = None

from osprey_coreml.program import find_program

CHECKOUT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
PICTURES = CHECKOUT / "Examples/Pictures"
SOURCES = CHECKOUT / "Bindings/python/src"
HAS_SPARK = pyspark is not None and (shutil.which("java") is not None or "JAVA_HOME" in os.environ)


@unittest.skipUnless(HAS_SPARK, "there is no pyspark, or no Java")
class SparkTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        from pyspark.sql import SparkSession

        os.environ["PYTHONPATH"] = os.pathsep.join([str(SOURCES), os.environ.get("PYTHONPATH", "")])
        os.environ["OSPREY"] = find_program()
        cls.spark = (
            SparkSession.builder.master("local[2]").appName("tests").config("spark.ui.enabled", "false")
            .config("spark.sql.execution.arrow.maxRecordsPerBatch", "3").config("spark.sql.shuffle.partitions", "2").getOrCreate())
        cls.spark.sparkContext.setLogLevel("ERROR")
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        for picture in PICTURES.glob("*.jpg"):
            shutil.copy(picture, cls.folder)
        (cls.folder / "broken [1].jpg").write_bytes(b"no photo")
        cls.photos = cls.spark.read.format("binaryFile").load(str(cls.folder)).select("path", "content")

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()
        shutil.rmtree(cls.folder)

    def shown(self, *words):
        output = subprocess.run([find_program(), *words, str(self.folder), "--json"], capture_output=True, text=True).stdout
        return {os.path.basename(line["image"]): line for line in map(json.loads, output.splitlines())}

    def rows(self, frame):
        return {os.path.basename(row.path.replace("%20", " ")): row for row in frame.collect()}

    def test_labels_are_those_of_the_command_line_in_any_partitioning(self):
        from osprey_coreml import spark as osprey

        shown = self.shown("classify", "--top", "3")
        answers = [self.rows(osprey.classify(self.photos.repartition(count), top=3)) for count in (1, 3, 7)]
        for rows in answers:
            self.assertEqual(rows.keys(), shown.keys())
            for name, row in rows.items():
                if "broken" in name:
                    self.assertIsNone(row.observations)
                    self.assertTrue(row.error)
                    continue
                self.assertIsNone(row.error)
                expected = shown[name]["observations"]
                self.assertEqual([label.identifier for label in row.observations], [label["identifier"] for label in expected])
                self.assertEqual(row.observations, answers[0][name].observations)

    def test_things_and_feature_prints(self):
        from osprey_coreml import spark as osprey

        shown = self.shown("detect", "rectangles,horizon")
        for name, row in self.rows(osprey.detect(self.photos, "rectangles,horizon")).items():
            if "broken" not in name:
                self.assertEqual(json.loads(row.rectangles), shown[name]["rectangles"])
        prints = self.rows(osprey.featureprint(self.photos))
        self.assertEqual(len({len(row.featurePrint) for name, row in prints.items() if "broken" not in name}), 1)
        self.assertIsNone(prints["broken [1].jpg"].featurePrint)

    def test_a_model_predicts_from_columns(self):
        from osprey_coreml import spark as osprey

        frame = osprey.predict(self.photos, str(CHECKOUT / "Models/scene/Scene.mlmodel"), {"image": "content"})
        rows = self.rows(frame.drop("content"))
        self.assertTrue(rows["fence.jpg"].classLabel)
        self.assertIsNone(rows["broken [1].jpg"].classLabel)
        self.assertTrue(rows["broken [1].jpg"].error)

    def test_a_row_without_a_photo_has_an_error(self):
        from osprey_coreml import spark as osprey

        frame = self.spark.createDataFrame([(1, None), (2, bytearray(b""))], "id int, content binary")
        self.assertTrue(all(row.error and row.observations is None for row in osprey.classify(frame).collect()))

    def test_wrong_columns_are_errors_at_the_driver(self):
        from osprey_coreml import spark as osprey

        with self.assertRaises(ValueError):
            osprey.classify(self.photos, "picture")
        with self.assertRaises(ValueError):
            osprey.classify(self.photos.withColumnRenamed("path", "error"))
        with self.assertRaises(FileNotFoundError):
            osprey.classify(self.photos, model="/nowhere.mlmodel")


class ImportTests(unittest.TestCase):
    def test_it_needs_neither_coremltools_nor_pyspark(self):
        program = (
            "import sys; sys.modules['coremltools'] = sys.modules['pyspark'] = None\n"
            "import osprey_coreml.spark; print('well')")
        variables = {**os.environ, "PYTHONPATH": str(SOURCES)}
        result = subprocess.run([sys.executable, "-c", program], env=variables, capture_output=True, text=True)
        self.assertEqual(result.stdout, "well\n", result.stderr)
