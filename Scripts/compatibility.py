#!/usr/bin/env python3
"""Type-checks public programs against the build. Prints the percentage of their files that compile, and the declarations that are missing for the
other files.

  Scripts/compatibility.py LIST CHECKOUTS [--build .build/debug] [--packages FOLDER] [--only OWNER/NAME] [--json FILE]

LIST has a repository, a commit and a kind of program in each line, separated by tabs, after a line of headings (`Benchmarks/programs.tsv`). CHECKOUTS
has a folder OWNER/NAME for each; programs without a folder are left out and counted. A unit is a target of SwiftPM or Xcode, a playground or a
folder. Only files that import Vision, CoreML or CreateML count. Modules that Osprey lacks are replaced by empty stand-ins, so that the rest of a file
is checked. No code of a program is run.
"""
import argparse
import collections
import json
import pathlib
import re
import sys
import tempfile

PACKAGE = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PACKAGE / "Scripts" / "programs"))

import compiler  # noqa: E402
import errors  # noqa: E402
import units  # noqa: E402
import views  # noqa: E402

DECLARATION = re.compile(r"\b(?:class|struct|enum|protocol|actor|typealias|associatedtype)\s+(?:(?:func|var)\s+)?(\w+)")
MEMBER = re.compile(r"\b(?:func|var|let|case)\s+(\w+)")
PUBLIC = re.compile(r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:public|open)\s+(?:final\s+|indirect\s+)*(?:class|struct|enum|protocol|actor|typealias|func|let|var)\s+"
                    r"(\w+)", re.M)


def public_names():
    """The public names of each framework, by the package's sources."""
    names = {}
    for folder in sorted((PACKAGE / "Sources" / "Frameworks").iterdir()):
        for file in sorted(folder.rglob("*.swift")):
            for name in PUBLIC.findall(units.text(file)):
                names.setdefault(name, folder.name)
    return names


def measure(repository, root, swift):
    """A record for each file of a repository that counts: its errors, and the facts about its unit that are needed to sort the errors."""
    records = {}
    models = units.model_names(root)
    members = {f".{name}" for file in root.rglob("*.swift") if file.is_file() for name in MEMBER.findall(units.text(file))}
    for unit in units.units(root):
        found, stood_in, stubs = swift.check(unit, models)
        own = set(DECLARATION.findall("\n".join(units.text(file) for file in unit.files)))
        shown = views.view_files({file: units.text(file) for file in unit.files})
        partial = errors.PARTIAL & {match[1] for file in unit.files for line in units.text(file).splitlines() if (match := units.IMPORT.match(line))}
        for file in unit.measured:
            lines = units.text(file).splitlines()
            mine = [[message, lines[line - 1] if line <= len(lines) else "", column]
                    for path, line, column, message in found or [] if path == file]
            named = {name for error in mine for name in errors.NAME.findall(error[0])}
            named |= {f".{name}" for name in named}
            key = str(file.relative_to(root))
            record = {
                "repository": repository, "file": key, "is_checked": found is not None, "errors": mine, "own": sorted((own | members) & named),
                "stands_in": sorted({match[1] for text in lines if (match := units.IMPORT.match(text))} & stood_in),
                "unit_stands_in": sorted(stood_in | partial), "models": sorted(stubs), "is_view": file in shown,
            }
            # A file of several targets counts once, with its best result.
            if key not in records or len(mine) < len(records[key]["errors"]):
                records[key] = record
    return list(records.values())


def sort(record, built, names):
    """A record with its errors sorted, each with its category, module and missing declaration."""
    sorter = errors.Unit(built, names, record["own"], record["unit_stands_in"], record["models"])
    return record | {"errors": sorter.sort_all(record["errors"])}


def share(part, whole):
    return f"{100 * part / whole:.0f} %" if whole else "-"


def row(title, records):
    kinds = [{error[0] for error in record["errors"]} for record in records]
    unchanged = sum(not kind and not record["stands_in"] for kind, record in zip(kinds, records))
    # An error that follows from a missing package is the program's own, not an error of Apple's modules.
    beside = sum(kind <= {errors.OWN} and not set(record["stands_in"]) & errors.APPLE for kind, record in zip(kinds, records))
    return (f"| {title} | {len({record['repository'] for record in records})} | {len(records)} "
            f"| {share(sum(errors.OURS not in kind for kind in kinds), len(records))} "
            f"| {share(sum(not kind & {errors.OURS, errors.FOUNDATION} for kind in kinds), len(records))} "
            f"| {share(unchanged, len(records))} | {share(beside, len(records))} |")


def shares(records, kinds):
    """A table of shares in Markdown: all records, and those of each kind of program."""
    print("| | repositories | files | no gap in a framework of ours | … nor in Foundation | compile unchanged "
          "| … with the packages that they ask for |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    print(row("all", records))
    for kind in sorted(set(kinds.values())):
        print(row(kind, [record for record in records if kinds[record["repository"]] == kind]))


def report(records, kinds, lines=40):
    """The tables, in Markdown."""
    checked = [record for record in records if record["is_checked"]]
    shares(checked, kinds)
    if len(checked) < len(records):
        print(f"\nNot checked, as the compiler crashed or took too long: {len(records) - len(checked)} files.")
    print("\nWithout view files:\n")
    shares([record for record in checked if not record["is_view"]], kinds)
    for title, wanted in (("ours", errors.OURS), ("Foundation on Linux", errors.FOUNDATION), ("neighbours", errors.NEIGHBOUR)):
        repositories, uses = collections.defaultdict(set), collections.Counter()
        for record in checked:
            for kind, module, missing in record["errors"]:
                if kind == wanted and missing:
                    repositories[module, missing].add(record["repository"])
                    uses[module, missing] += 1
        print(f"\n| missing: {title} | of | repositories | uses |\n| --- | --- | --- | --- |")
        for key in sorted(repositories, key=lambda key: (-len(repositories[key]), -uses[key], key))[:lines]:
            print(f"| `{key[1]}` | {key[0]} | {len(repositories[key])} | {uses[key]} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list", type=pathlib.Path)
    parser.add_argument("checkouts", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path, default=PACKAGE / ".build" / "debug")
    parser.add_argument("--packages", type=pathlib.Path, help="a folder of .swiftmodule files of packages that the programs import")
    parser.add_argument("--only", action="append")
    parser.add_argument("--seconds", type=int, default=60, help="of processor time, for one unit")
    parser.add_argument("--json", type=pathlib.Path, help="every file's errors, to read; repositories that it has are not measured anew")
    options = parser.parse_args()
    rows = [line.split("\t") for line in options.list.read_text().splitlines()[1:] if line]
    kinds = {columns[0]: columns[2] for columns in rows}
    with tempfile.TemporaryDirectory() as scratch:
        swift = compiler.Compiler(options.build.resolve(), PACKAGE, pathlib.Path(scratch), options.seconds,
                                  options.packages and options.packages.resolve())
        absent = 0
        records = json.loads(options.json.read_text()) if options.json and options.json.exists() else []
        done = {record["repository"] for record in records}
        for repository in kinds:
            root = options.checkouts.resolve() / repository
            if repository in done or options.only and repository not in options.only:
                continue
            if not root.is_dir():
                absent += 1
                continue
            records += measure(repository, root, swift)
            print(repository, file=sys.stderr, flush=True)
            if options.json:
                options.json.write_text(json.dumps(records, indent=1))
    names = public_names()
    report([sort(record, swift.built, names) for record in records if record["repository"] in kinds], kinds)
    if absent:
        print(f"\n{absent} repositories of the list have no checkout.")


if __name__ == "__main__":
    main()
