#!/usr/bin/env python3
"""Writes the list of modules in Documentation/Architecture.md from Package.swift. Fails if a module uses a module of a group above its own.

Usage: dependency_diagram.py [--check]. With --check nothing is written, and a page that does not match the package is a failure, too.
"""
import json
import pathlib
import re
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "Documentation/Architecture.md"
BEGIN, END = "<!-- Scripts/dependency_diagram.py: begin -->", "<!-- Scripts/dependency_diagram.py: end -->"
WIDTH = 140
# The models are resources, and a package without them builds, too.
LEFT_OUT = ("Tests", "Benchmarks", "Fuzz", "Models")
# The groups from top to bottom, each with a title and paths. A module belongs to the group with the longest path that contains the module.
ROWS = [
    ("Tools", ["Sources/Tools", "Examples"]),
    ("Vision, Create ML", [f"Sources/Frameworks/{name}" for name in ("Vision", "CreateML", "CreateMLUI", "OspreyExtras")]),
    ("Analyses", ["Sources/Runtime/VisionRuntime"]),
    ("Core ML, media", ["Sources/Frameworks"]),
    ("Runtime", ["Sources/Runtime"]),
    ("Kernels", ["Sources/Kernels"]),
    ("Shims", ["Sources/Shims"]),
]


def modules():
    """The paths and the direct dependencies of all targets but tests, plugins and system libraries, by name."""
    text = subprocess.run(
        ["swift", "package", "--package-path", str(ROOT), "dump-package"], check=True, capture_output=True, text=True).stdout
    targets = {
        target["name"]: target for target in json.loads(text)["targets"]
        if target["type"] in ("regular", "executable") and not target.get("path", "Tests").startswith(LEFT_OUT)
    }
    uses = {}
    for name, target in targets.items():
        found = [(dependency.get("byName") or dependency.get("target"))[0] for dependency in target["dependencies"]]
        uses[name] = [other for other in found if other in targets]
    return {name: target["path"] for name, target in targets.items()}, uses


def row_of(path):
    """The index of the group that contains a path, or none."""
    fits = [
        (len(folder), index) for index, (_, folders) in enumerate(ROWS) for folder in folders
        if path == folder or path.startswith(folder + "/")
    ]
    return max(fits)[1] if fits else None


def faults(paths, uses):
    """A message for each module without a group, and for each use of a module in a group above."""
    lines = [f"{name}: no row of the diagram has {path}" for name, path in paths.items() if row_of(path) is None]
    if lines:
        return lines
    return [
        f"{name} ({ROWS[row_of(paths[name])][0]}) uses {other} ({ROWS[row_of(paths[other])][0]}), which is above it"
        for name in paths for other in uses[name] if row_of(paths[other]) < row_of(paths[name])
    ]


def reach(name, uses, known):
    """All modules that a module needs, directly or through other modules."""
    if name not in known:
        known[name] = set()
        for other in uses[name]:
            known[name] |= {other} | reach(other, uses, known)
    return known[name]


def diagram(paths, uses):
    """The groups as text. A direct use is left out if the same module is also used through another one."""
    known, lines = {}, []
    for index, (title, _) in enumerate(ROWS):
        if lines:
            lines.append("")
        label = title
        inside = [name for name, path in paths.items() if row_of(path) == index]
        inside.sort(key=lambda name: (-len(reach(name, uses, known)), name))
        alone = [name for name in inside if not uses[name]]
        for name in inside:
            if uses[name]:
                direct = [
                    other for other in uses[name] if not any(other in reach(third, uses, known) for third in uses[name] if third != other)
                ]
                direct.sort(key=lambda other: (row_of(paths[other]), other))
                lines += wrapped(label, f"{name} ─▶ ", direct)
                label = ""
        if alone:
            lines += wrapped(label, "", alone)
    return "\n".join(lines)


def wrapped(label, start, names):
    indent = " " * (19 + len(start))
    return textwrap.wrap(f"{label:<19}{start}" + ", ".join(names), WIDTH, subsequent_indent=indent, break_on_hyphens=False)


def main():
    paths, uses = modules()
    wrong = faults(paths, uses)
    if wrong:
        sys.exit("\n".join(wrong))
    page = PAGE.read_text()
    block = f"{BEGIN}\n```\n{diagram(paths, uses)}\n```\n{END}"
    new, count = re.subn(re.escape(BEGIN) + ".*?" + re.escape(END), lambda _: block, page, flags=re.DOTALL)
    if count != 1:
        sys.exit(f"{PAGE.name} does not have the two lines between which the diagram stands.")
    arrows = sum(map(len, uses.values()))
    if new != page and "--check" in sys.argv[1:]:
        sys.exit(f"{PAGE.name} shows other modules than Package.swift has: run Scripts/dependency_diagram.py.")
    if new != page:
        PAGE.write_text(new)
    print(f"{len(paths)} modules, {arrows} arrows, none upwards")


if __name__ == "__main__":
    main()
