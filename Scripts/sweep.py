#!/usr/bin/env python3
"""Runs the program on damaged and malicious files, and checks that each run ends in an answer or a reported error.

  python3 sweep.py OSPREY [images] [truncations] [models]      (all three where none is named)

images: every file of ../shared/data/images. truncations: one file of each format cut at 20 points. models: a model cut at
100 points and with 1,000 seeds of random byte flips. Every run is a process of its own; it must exit with 0 or 1 within a
minute and stay under 1 GB.
"""
import collections, os, pathlib, random, resource, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "data"
LIMIT_BYTES, LIMIT_SECONDS = 1_000_000_000, 60


class Sweep:
    def __init__(self, osprey):
        self.osprey, self.outcomes, self.bad, self.peak = osprey, collections.Counter(), [], 0

    def run(self, subject, *arguments):
        process = subprocess.Popen([self.osprey, *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (LIMIT_SECONDS, LIMIT_SECONDS)))
        _, status, usage = os.wait4(process.pid, 0)
        code, peak = os.waitstatus_to_exitcode(status), usage.ru_maxrss * 1024
        process.returncode = code
        self.peak = max(self.peak, peak)
        self.outcomes["answered" if code == 0 else "reported" if code == 1 else "failed"] += 1
        if code not in (0, 1) or peak > LIMIT_BYTES:
            self.bad.append(f"{subject}: exit {code}, {peak / 1e6:.0f} MB")

    def images(self, scratch):
        for file in sorted((SHARED / "images").rglob("*")):
            if file.is_file() and file.suffix not in (".md", ".tsv"):
                self.run(file.relative_to(SHARED), "classify", "--json", file)

    def truncations(self, scratch):
        chosen = {}
        for file in sorted((SHARED / "images").rglob("*")):
            suffix = file.suffix.lower().replace(".jpeg", ".jpg")
            if file.is_file() and suffix not in (".md", ".tsv") and "corrupt" not in file.parts and 2_000 < file.stat().st_size < 2_000_000:
                chosen.setdefault(suffix, file)
        for suffix, file in chosen.items():
            content = file.read_bytes()
            for point in range(20):
                cut = scratch / f"cut{suffix}"
                cut.write_bytes(content[: len(content) * point // 20])
                self.run(f"{file.name} cut at {point}/20", "classify", "--json", cut)

    def models(self, scratch):
        source = ROOT / "Models/scene/Scene.mlmodel"
        content, picture = source.read_bytes(), ROOT / "Examples/Pictures/keyboard.jpg"
        damaged = scratch / "damaged.mlmodel"
        for point in range(100):
            damaged.write_bytes(content[: len(content) * point // 100])
            self.run(f"model cut at {point}/100", "classify", "--json", "--model", damaged, picture)
        for seed in range(1000):
            chance, flipped = random.Random(seed), bytearray(content)
            # Half of the seeds damage only the structure, which is a small part of the file. The other half damage any part.
            reach = len(content) if seed % 2 else 4096
            for _ in range(chance.choice([1, 4, 32])):
                flipped[chance.randrange(reach)] ^= 1 << chance.randrange(8)
            damaged.write_bytes(flipped)
            self.run(f"model with flips of seed {seed}", "classify", "--json", "--model", damaged, picture)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sweep = Sweep(os.path.abspath(sys.argv[1]))
    with tempfile.TemporaryDirectory() as scratch:
        for name in sys.argv[2:] or ["images", "truncations", "models"]:
            if name != "models" and not SHARED.exists():
                print(f"{name}: skipped, {SHARED} is absent")
                continue
            before = sum(sweep.outcomes.values())
            getattr(sweep, name)(pathlib.Path(scratch))
            print(f"{name}: {sum(sweep.outcomes.values()) - before} runs", flush=True)
    for line in sweep.bad:
        print(line)
    print(", ".join(f"{count} {kind}" for kind, count in sweep.outcomes.items()) + f"; peak {sweep.peak / 1e6:.0f} MB")
    sys.exit(1 if sweep.bad else 0)


if __name__ == "__main__":
    main()
