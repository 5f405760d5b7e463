#!/usr/bin/env python3
"""Labels photos on a Spark cluster of one master and two workers on this machine, kills a worker in the middle, and counts the photos in the output.

    Scripts/spark_cluster.py OSPREY [--photos 2000] [--pictures FOLDER]

The photos are hard links to the photos of FOLDER, which is Examples/Pictures by default. Fails if a photo is missing in the output, occurs twice or
has no labels. It is skipped if Python has no pyspark or pyarrow, or if there is no Java. It takes 3 GB of memory.
"""
import argparse
import collections
import importlib.util
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

CHECKOUT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = CHECKOUT / "Bindings/python/src"
EXTENSIONS = {".jpg", ".jpeg", ".png"}


def missing():
    for module in ("pyspark", "pyarrow"):
        if importlib.util.find_spec(module) is None:
            return f"no {module}"
    return None if shutil.which("java") or "JAVA_HOME" in os.environ else "no Java"


def linked(pictures, folder, count):
    """So many photos in folders of a hundred, which take no place on the disk."""
    originals = sorted(path for path in pictures.rglob("*") if path.suffix.lower() in EXTENSIONS)
    paths = []
    for number in range(count):
        original = originals[number % len(originals)]
        path = folder / f"{number // 100:04}" / f"{number:06}{original.suffix}"
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            os.link(original, path)
        except OSError:
            shutil.copy(original, path)
        paths.append(path)
    return paths


def free_port():
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        return place.getsockname()[1]


class Cluster:
    def __init__(self, folder, osprey, cores):
        import pyspark

        self.home = pathlib.Path(pyspark.__file__).parent
        self._folder = folder
        self._variables = {
            **os.environ, "SPARK_HOME": str(self.home), "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_DAEMON_MEMORY": "256m", "SPARK_NO_DAEMONIZE": "1",
            "PYSPARK_PYTHON": sys.executable, "PYTHONPATH": str(SOURCES), "OSPREY": os.path.abspath(osprey), "SPARK_WORKER_DIR": str(folder),
        }
        port = free_port()
        self.address = f"spark://127.0.0.1:{port}"
        self._master = self._start("master", "master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", str(free_port()))
        self._wait("master", "I have been elected leader")
        self.workers = []
        for number in range(2):
            place = folder / f"worker{number}"
            self.workers.append(self._start(
                f"worker{number}", "worker.Worker", "--host", "127.0.0.1", "--cores", str(cores), "--memory", "1g", "--webui-port", str(free_port()),
                "--work-dir", str(place), self.address))
        for number in range(2):
            self._wait(f"worker{number}", "Successfully registered with master")

    def submit(self, *words):
        """Starts a job. Its errors are written to the file ``job``."""
        with open(self._folder / "job.log", "w") as errors:
            return subprocess.Popen(
                [self.home / "bin/spark-submit", "--master", self.address, "--conf", "spark.ui.enabled=false", "--conf", "spark.executor.memory=512m",
                 "--driver-memory", "512m", SOURCES / "osprey_coreml/spark_job.py", *words],
                env=self._variables, stdout=errors, stderr=errors)

    def log(self, name):
        return (self._folder / f"{name}.log").read_text(errors="replace")

    def kill_worker(self):
        """Kills a worker and its executor, as if their machine had failed."""
        os.killpg(self.workers[0].pid, signal.SIGKILL)
        self.workers[0].wait()

    def stop(self):
        for process in [*self.workers, self._master]:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
                process.wait()

    def _start(self, name, kind, *words):
        log = open(self._folder / f"{name}.log", "w")
        command = [self.home / "bin/spark-class", f"org.apache.spark.deploy.{kind}", *words]
        # The process and its children form a process group of their own.
        return subprocess.Popen(command, env=self._variables, stdout=log, stderr=log, start_new_session=True)

    def _wait(self, name, text):
        for _ in range(1800):
            if text in self.log(name):
                return
            time.sleep(0.1)
        raise RuntimeError(f"{name} has not started:\n{self.log(name)[-2000:]}")


def label(cluster, photos, output, count):
    """Runs the job. Kills a worker when both workers have written photos and the next piece has begun."""
    start = time.monotonic()
    job = cluster.submit(str(photos), str(output), "--top", "1", "--piece", str(max(count // 4, 1)))
    is_killed = False
    while job.poll() is None:
        time.sleep(0.05)
        unfinished = output / "_unfinished"
        if not is_killed and (output / "piece=000001").exists() and unfinished.exists() and any(unfinished.rglob("*.parquet")):
            cluster.kill_worker()
            is_killed = True
            print(f"a worker is killed after {time.monotonic() - start:.1f} s, in the middle of the second piece", flush=True)
    return job.returncode, is_killed, time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("osprey")
    parser.add_argument("--photos", type=int, default=2000)
    parser.add_argument("--pictures", type=pathlib.Path, default=CHECKOUT / "Examples/Pictures")
    parser.add_argument("--cores", type=int, default=1, help="of each worker")
    options = parser.parse_args()
    reason = missing()
    if reason:
        print(f"skipped: a Spark cluster of two workers, as there is {reason}")
        return 0
    folder = pathlib.Path(tempfile.mkdtemp(prefix="cluster"))
    paths = linked(options.pictures, folder / "photos", options.photos)
    cluster = Cluster(folder, options.osprey, options.cores)
    try:
        status, is_killed, seconds = label(cluster, folder / "photos", folder / "labels", options.photos)
    finally:
        cluster.stop()
    log = cluster.log("job")
    if status != 0:
        print(log[-4000:], file=sys.stderr)
        return 1
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(folder / "labels", ignore_prefixes=["_", "."]).select(["path", "observations", "error"])
    found = collections.Counter(path.removeprefix("file:") for path in table.column("path").to_pylist())
    twice = sum(number > 1 for number in found.values())
    unlabelled = sum(not labels for labels in table.column("observations").to_pylist())
    lost = len({str(path) for path in paths} - found.keys())
    print(
        f"{options.photos} photos in {seconds:.1f} s: {len(found)} are there, {twice} more than once, {lost} lost, {unlabelled} without labels; "
        f"Spark {'noticed' if 'Lost executor' in log else 'did NOT notice'} the lost executor")
    shutil.rmtree(folder)
    return 0 if is_killed and "Lost executor" in log and found == collections.Counter(map(str, paths)) and unlabelled == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
