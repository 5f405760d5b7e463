#!/usr/bin/env python3
"""The time to start a program that imports Osprey's modules and uses nothing of them, beside the same program without these imports.

  Benchmarks/start.py WITH WITHOUT [--runs 200]

WITH and WITHOUT are StartWithImports and StartWithoutImports, which `swift build -c release --package-path Benchmarks` makes. Both run in turns. The
times are medians of all runs in milliseconds, from the start of the process to its end: the time that passes, and the processor's time of the process.
"""
import argparse
import os
import statistics
import subprocess
import time


def run(program, quiet):
    """The time that passes until the program ends, and the processor's time that it takes, in milliseconds."""
    start = time.perf_counter()
    process = os.posix_spawn(program, [program], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, quiet, 1)])
    _, status, usage = os.wait4(process, 0)
    if status != 0:
        raise SystemExit(f"{program} failed")
    return (time.perf_counter() - start) * 1e3, (usage.ru_utime + usage.ru_stime) * 1e3


def libraries(program):
    """The number of shared libraries that the program loads."""
    return len(subprocess.run(["ldd", program], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs=2, metavar=("WITH", "WITHOUT"))
    parser.add_argument("--runs", type=int, default=200)
    options = parser.parse_args()
    times = {program: [] for program in options.programs}
    quiet = os.open(os.devnull, os.O_WRONLY)
    for index in range(options.runs + 3):
        for program in options.programs:
            measured = run(program, quiet)
            if index >= 3:  # the first runs read the program from the disk
                times[program].append(measured)
    print(f"start of a program that prints one line, milliseconds (median of {options.runs}):")
    for name, program in zip(("with imports", "without imports"), options.programs):
        wall, processor = (statistics.median(column) for column in zip(*times[program]))
        size = os.path.getsize(program) / (1 << 20)
        print(f"  {name:<16} {wall:6.1f} passed, {processor:6.1f} of the processor, {libraries(program)} libraries, {size:.1f} MiB")


if __name__ == "__main__":
    main()
