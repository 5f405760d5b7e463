#!/usr/bin/env python3
"""Counts and names the public declarations without documentation, by module.

  Scripts/undocumented.py FOLDER [--list]

FOLDER has symbol graphs, as `Scripts/docs.sh` extracts them. Declarations that implement a protocol's requirement have the protocol's documentation.
Fails if a declaration has none.
"""
import argparse
import collections
import json
import pathlib
import sys


def declarations(graph):
    """The module's own declarations, each with two flags: whether it is documented, and whether a protocol requires it."""
    asked = {relation["source"] for relation in graph["relationships"] if "sourceOrigin" in relation}
    for symbol in graph["symbols"]:
        name = symbol["identifier"]["precise"]
        if "::SYNTHESIZED::" not in name and "location" in symbol:
            yield symbol, "docComment" in symbol, name in asked


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    counts = collections.defaultdict(lambda: [0, []])
    for file in sorted(options.folder.glob("*.symbols.json")):
        count = counts[file.name.split(".")[0].split("@")[0]]
        for symbol, is_documented, is_asked in declarations(json.loads(file.read_text())):
            count[0] += 1
            if not is_documented and not is_asked:
                place = symbol["location"]
                count[1].append(f"{place['uri'].removeprefix('file://')}:{place['position']['line'] + 1}: {'.'.join(symbol['pathComponents'])}")
    failed = False
    for module, (total, missing) in counts.items():
        failed = failed or bool(missing)
        print(f"{module:14} {total:5} public declarations, {len(missing):4} without documentation")
        if options.list:
            print(*sorted(missing), sep="\n")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
