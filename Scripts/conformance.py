#!/usr/bin/env python3
"""Runs coremltools' own tests against osprey, through the Python binding, and prints how many pass.

    python3 Scripts/conformance.py .build/release/osprey nn mil           layers of neural networks, and operations of ML Programs
    python3 Scripts/conformance.py .build/release/osprey mil --share 20   every twentieth test, for a quick figure
    python3 Scripts/conformance.py .build/release/osprey mil -k conv      those whose names match an expression of pytest's

The Python needs coremltools 9.0, which has the tests, pytest, PyTorch, scikit-learn, pandas and pytest-asyncio. Tests that need another package skip
themselves. Exits with 1 if a test fails or none passes.
"""
import argparse
import collections
import os
import pathlib
import signal
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Folders and files of coremltools.
SUITES = {
    "nn": ["test/neural_network/test_numpy_nn_layers.py"],
    "mil": ["converters/mil/mil/ops/tests"],
    "pipeline": ["test/pipeline", "test/sklearn_tests"],
    "program": ["test/ml_program", "test/modelpackage"],
    "torch": ["converters/mil/frontend/torch/test/test_torch_ops.py"],
}
# A longer test counts as failed.
SECONDS = 120


class Record:
    """A plugin of pytest that selects a part of the tests, ends tests that take too long, and records the outcomes."""

    def __init__(self, share):
        self.share = share
        self.counts = collections.Counter()
        self.failures = []

    def pytest_collection_modifyitems(self, items):
        items[:] = items[:: self.share]

    def pytest_runtest_setup(self):
        signal.setitimer(signal.ITIMER_REAL, SECONDS)

    def pytest_runtest_teardown(self):
        signal.setitimer(signal.ITIMER_REAL, 0)

    def pytest_collectreport(self, report):
        if report.failed:
            self.fail(report)

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.fail(report)
        elif report.skipped:
            self.counts["skipped"] += 1
        elif report.when == "call":
            self.counts["passed"] += 1

    def fail(self, report):
        self.counts["failed"] += 1
        lines = report.longreprtext.strip().splitlines()
        # Lines of the error itself begin with E; the last line says where it was raised.
        reason = next((line[1:].strip() for line in lines if line.startswith("E ")), lines[-1] if lines else "")
        file, _, test = report.nodeid.partition("::")
        self.failures.append((file.rpartition("/")[2], test, reason))


def stop(*_):
    raise TimeoutError(f"the test took more than {SECONDS} s")


def run(suite, options):
    """Runs a suite and prints its failures by file and its counts. Returns whether tests passed and none failed."""
    import coremltools
    import pytest

    record = Record(options.share)
    folder = pathlib.Path(coremltools.__file__).parent
    arguments = [str(folder / path) for path in SUITES[suite]]
    # Without the plugin for the terminal, only the outcomes of Record are printed.
    arguments += ["-p", "no:terminal", "-p", "no:cacheprovider", "-W", "ignore"]
    if options.k:
        arguments += ["-k", options.k]
    pytest.main(arguments, plugins=[record])
    for file, count in collections.Counter(file for file, *_ in record.failures).most_common():
        print(f"{suite}: {count} failed in {file}")
    if options.failures:
        with open(options.failures, "a") as out:
            out.writelines(f"{suite}: {test}: {reason}\n" for _, test, reason in record.failures)
    counts = record.counts
    print(f"{suite}: {counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped", flush=True)
    return counts["passed"] > 0 and counts["failed"] == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("osprey", help="the program")
    parser.add_argument("suites", nargs="+", choices=SUITES)
    parser.add_argument("--share", type=int, default=1, metavar="N", help="take every Nth test only")
    parser.add_argument("-k", default="", metavar="EXPRESSION", help="take tests with matching names only")
    parser.add_argument("--failures", type=os.path.abspath, metavar="FILE", help="append a line for each failure")
    options = parser.parse_args()
    os.environ["OSPREY"] = os.path.abspath(options.osprey)
    # The binding replaces coremltools' native library, which exists only for macOS, and reports macOS as the system.
    sys.path.insert(0, str(ROOT / "Bindings/python/src"))
    import osprey_coreml  # noqa: F401

    signal.signal(signal.SIGALRM, stop)
    with tempfile.TemporaryDirectory() as folder:
        # The tests write files into the working directory.
        os.chdir(folder)
        results = [run(suite, options) for suite in options.suites]
        os.chdir(ROOT)
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
