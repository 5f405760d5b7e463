#!/usr/bin/env python3
"""Photos a second through Spark on this machine's cores beside `osprey classify`, and the memory of the workers meanwhile.

    Benchmarks/spark.py OSPREY PHOTOS [--count 4000] [--rounds 3] [--cores 2]

The photos of the folder PHOTOS are taken again and again, as hard links, until there are COUNT. Rounds alternate, since other work on the machine
slows either; the first one of Spark, which starts the Java machine and the workers, does not count.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time

CHECKOUT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(CHECKOUT / "Bindings/python/src"), str(CHECKOUT / "Scripts")]


def resident():
    """Megabytes of each `osprey model serve`, and of each Python worker, that descend from this process."""
    servers, workers, parents, names = [], [], {}, {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat") as file:
                fields = file.read().rsplit(")", 1)[1].split()
            with open(f"/proc/{entry}/cmdline", "rb") as file:
                names[int(entry)] = file.read().replace(b"\0", b" ").decode(errors="replace")
            parents[int(entry)] = int(fields[1]), int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6
        except (OSError, IndexError):
            continue
    for number, (parent, size) in parents.items():
        above = parent
        while above in parents and above != os.getpid():
            above = parents[above][0]
        if above != os.getpid():
            continue
        if "model serve" in names[number]:
            servers.append(size)
        elif "pyspark.daemon" in names[number] and "pyspark.daemon" in names.get(parent, ""):
            workers.append(size)
    return servers, workers


class Memory(threading.Thread):
    """Keeps the largest server and worker of each of ten parts of the time that a run takes."""

    def __init__(self):
        super().__init__(daemon=True)
        self.samples, self.is_over = [], False

    def run(self):
        while not self.is_over:
            servers, workers = resident()
            if servers and workers:
                self.samples.append((max(servers), max(workers)))
            time.sleep(0.5)

    def shown(self):
        count = len(self.samples)
        places = sorted({min(count - 1, count * part // 10) for part in range(11)}) if count else []
        return ", ".join(f"{self.samples[place][0]:.0f}+{self.samples[place][1]:.0f}" for place in places)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("osprey")
    parser.add_argument("photos", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=4000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--cores", type=int, default=2)
    options = parser.parse_args()
    from pyspark.sql import SparkSession

    from osprey_coreml import spark_job
    from spark_cluster import linked

    os.environ["OSPREY"] = os.path.abspath(options.osprey)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["PYTHONPATH"] = str(CHECKOUT / "Bindings/python/src")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="spark"))
    linked(options.photos, folder / "photos", options.count)
    session = SparkSession.builder.master(f"local[{options.cores}]").config("spark.ui.enabled", "false").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    settings = spark_job._options(["in", "out"])
    spark_job._settle(session)
    paths = spark_job._photos(session, str(folder / "photos"))

    def through_spark(paths):
        shutil.rmtree(folder / "labels", ignore_errors=True)
        start = time.perf_counter()
        spark_job._found(session, paths, settings).write.parquet(str(folder / "labels"))
        return time.perf_counter() - start

    def through_program():
        start = time.perf_counter()
        with open(folder / "answers", "w") as file:
            subprocess.run([options.osprey, "classify", "--json", folder / "photos"], stdout=file, check=True)
        return time.perf_counter() - start

    print(f"the first pass of Spark, over 100 photos: {through_spark(paths[:100]):.1f} s", flush=True)
    ratios = []
    for _ in range(options.rounds):
        program = through_program()
        memory = Memory()
        memory.start()
        spark = through_spark(paths)
        memory.is_over = True
        ratios.append(program / spark)
        print(
            f"{len(paths)} photos: osprey classify {len(paths) / program:.0f} a second, Spark {len(paths) / spark:.0f}: {ratios[-1]:.2f} of it\n"
            f"  MB of the largest server and Python worker, over the pass: {memory.shown()}", flush=True)
    print(f"the middle ratio: {sorted(ratios)[len(ratios) // 2]:.2f}")
    session.stop()
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
