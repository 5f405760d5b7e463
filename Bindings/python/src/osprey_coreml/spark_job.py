"""Looks at the photos of a folder on a Spark cluster, writes what is found as Parquet, and goes on where it stopped.

    osprey-spark photos labels --master 'local[*]'
    spark-submit --master spark://host:7077 "$(osprey-spark --script)" hdfs:///photos hdfs:///labels --detect faces

Photos are looked at in pieces. A piece becomes part of the output as a whole, by the renaming of a folder that no second one can take the name
of. So every photo is there once, whenever a run is killed, and also while another one runs.
"""
import argparse
import os
import re
import sys
import uuid

# The extensions of photos, as in Create ML and the command line.
EXTENSIONS = (
    ".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".avif", ".tif", ".tiff", ".gif", ".bmp", ".ppm", ".pgm", ".pbm", ".pnm",
)
# Folders whose names begin so are none that Spark reads.
_UNFINISHED = "_unfinished"
# The special characters of Hadoop's patterns.
_SPECIAL = re.compile(r"[\\*?\[\]{}]")


def main(arguments=None):
    # As spark-submit starts it, this file's folder is where Python looks first; its modules are not Python's.
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [place for place in sys.path if os.path.abspath(place or ".") != here]
    options = _options(arguments)
    session = _session(options.master)
    output = _Output(session, options.output)
    print(f"{output.count()} photos are there already", file=sys.stderr, flush=True)
    count = 0
    while True:
        new = _photos(session, options.input, output.rows())
        for start in range(0, len(new), options.piece):
            piece = new[start : start + options.piece]
            if not output.add(_found(session, piece, options)):
                # Another run has added a piece meanwhile: what is new is looked for again.
                break
            count += len(piece)
            print(f"{count} photos written", file=sys.stderr, flush=True)
        else:
            return 0


class _Script(argparse.Action):
    def __call__(self, parser, *_):
        print(os.path.abspath(__file__))
        parser.exit()


def _options(arguments):
    parser = argparse.ArgumentParser(prog="osprey-spark", description=__doc__.splitlines()[0])
    parser.add_argument("input", help="a folder of photos, searched through: a path, or a URL that Hadoop reads")
    parser.add_argument("output", help="a folder for Parquet files")
    looks = parser.add_mutually_exclusive_group()
    looks.add_argument("--detect", metavar="KINDS", help="finds things instead of naming the scene, as 'osprey detect' does")
    looks.add_argument("--featureprint", action="store_true", help="feature prints instead of labels")
    parser.add_argument("--model", help="a model's file at the driver, instead of the default one")
    parser.add_argument("--top", type=int, default=5, help="so many labels a photo (5)")
    parser.add_argument("--threshold", type=float, default=0.0, help="only what has at least this confidence")
    parser.add_argument("--piece", type=_positive, default=10_000, help="so many photos are written at once (10000)")
    parser.add_argument("--master", help="Spark's master, where spark-submit does not say")
    parser.add_argument("--script", action=_Script, nargs=0, help="shows where this script lies, for spark-submit")
    return parser.parse_args(arguments)


def _positive(text):
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return number


def _session(master):
    from pyspark.sql import SparkSession

    if master and master.startswith("local"):
        # The workers are to find what this Python finds.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("osprey-spark")
    session = (builder.master(master) if master else builder).getOrCreate()
    _settle(session)
    return session


def _settle(session):
    # Files are looked for by so many tasks, and not by one for each.
    session.conf.set("spark.sql.sources.parallelPartitionDiscovery.parallelism", str(max(2, session.sparkContext.defaultParallelism)))
    # Photos are large: a batch of rows is to be some of them, not ten thousand.
    session.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "64")
    # A photo costs what looking at it costs, which 256 KB stand for; by their bytes alone, small ones would be too few tasks.
    session.conf.set("spark.sql.files.openCostInBytes", str(1 << 18))
    session.conf.set("spark.sql.files.maxPartitionBytes", str(64 << 20))


def _literal(path):
    """A name that Spark takes for no pattern. Its own option for that takes all the paths once more for each that looks like one."""
    return _SPECIAL.sub(r"\\\g<0>", path)


def _found(session, paths, options):
    from osprey_coreml import spark as osprey

    photos = session.read.format("binaryFile").load([_literal(path) for path in paths]).select("path", "content")
    if options.detect:
        return osprey.detect(photos, options.detect, threshold=options.threshold, model=options.model)
    if options.featureprint:
        return osprey.featureprint(photos, extractor=options.model)
    return osprey.classify(photos, top=options.top, threshold=options.threshold, model=options.model)


class _Output:
    """The output's folder, which has a folder ``piece=N`` for each piece."""

    def __init__(self, session, folder):
        self._session = session
        self._hadoop = session._jvm.org.apache.hadoop.fs
        configuration = session._jsc.hadoopConfiguration()
        path = self._hadoop.Path(folder)
        self._system = path.getFileSystem(configuration)
        self._folder = self._system.makeQualified(path)
        self._context = self._hadoop.FileContext.getFileContext(self._folder.toUri(), configuration)
        # Whoever adds a piece that this run has not read takes the next number.
        self._last = 0

    def rows(self):
        """The rows so far, as a data frame; ``None`` where there are none."""
        self._last = self._last_piece()
        return self._session.read.parquet(_literal(self._folder.toString())) if self._last > 0 else None

    def count(self):
        rows = self.rows()
        return 0 if rows is None else rows.count()

    def add(self, found):
        """Writes a piece; false where another run has added one meanwhile, and this one is none."""
        unfinished = self._hadoop.Path(self._folder, f"{_UNFINISHED}/{uuid.uuid4()}")
        found.write.parquet(unfinished.toString())
        piece = self._hadoop.Path(self._folder, f"piece={self._last + 1:06}")
        no_options = self._session._sc._gateway.new_array(getattr(self._hadoop, "Options$Rename"), 0)
        try:
            self._context.rename(unfinished, piece, no_options)
        except Exception:
            if not self._system.exists(piece):
                raise
            self._system.delete(unfinished, True)
            return False
        self._last += 1
        return True

    def _last_piece(self):
        if not self._system.exists(self._folder):
            return 0
        names = [status.getPath().getName() for status in self._system.listStatus(self._folder)]
        return max((int(name[len("piece="):]) for name in names if name.startswith("piece=")), default=0)


def _photos(session, folder, done=None):
    """The paths of the photos in a folder and those below it, but for those that ``done`` has."""
    from pyspark.sql import functions

    # Spark looks for them within its own process, where one question for each would take as long as looking at the photo.
    files = session.read.format("binaryFile").option("recursiveFileLookup", "true").load(_literal(folder)).select("path")
    endings = "|".join(re.escape(extension) for extension in EXTENSIONS)
    photos = files.filter(functions.lower("path").rlike(f"({endings})$"))
    if done is not None:
        photos = photos.join(done.select("path"), "path", "left_anti")
    paths = []
    for (path,) in photos.collect():
        if path.startswith("file:") and ":" in path.rsplit("/", 1)[1]:
            print(f"{path} is left out: Hadoop reads no local file whose name has a colon", file=sys.stderr)
        else:
            paths.append(path)
    return paths


if __name__ == "__main__":
    sys.exit(main())
