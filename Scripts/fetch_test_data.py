#!/usr/bin/env python3
"""Fetches public test files from their repositories, and checks their SHA-256.

    python3 Scripts/fetch_test_data.py [models] [images]

Tests/test-data.tsv lists the files, each with its repository, commit and licence; many may be used for tests only. The files are stored in .test-data
in the checkout, which git ignores. Tests look there if there is no ../shared. A folder gets its final name when all its files have been fetched,
because tests check for folders. Fetched files are reused, so a second call continues the first one. Exits with 1 if a file cannot be fetched.
"""
import argparse
import csv
import gzip
import hashlib
import pathlib
import sys
import urllib.error
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "Tests/test-data.tsv"
OUTPUT = ROOT / ".test-data"
SECONDS = 60


def listed():
    """The rows of the list, by folder."""
    folders = {}
    with open(LIST, newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            folder, _, row["name"] = row["file"].partition("/")
            folders.setdefault(folder, []).append(row)
    return folders


def is_whole(file, row):
    return file.is_file() and hashlib.sha256(file.read_bytes()).hexdigest() == row["sha256"]


def fetch(row, source):
    """The content of a file. An archive of one file is unpacked."""
    path = "/".join(urllib.parse.quote(part) for part in (row["repository"], row["commit"], row["path"]))
    with urllib.request.urlopen(f"{source}/{path}", timeout=SECONDS) as answer:
        content = answer.read()
    if row["path"].endswith(".gz"):
        content = gzip.decompress(content)
    found = hashlib.sha256(content).hexdigest()
    if found != row["sha256"]:
        raise ValueError(f"its SHA-256 is {found}, not {row['sha256']}")
    return content


def provide(folder, rows, source):
    """Fetches the missing files of a folder. Returns the number of files that could not be fetched."""
    target, partial = OUTPUT / folder, OUTPUT / f"{folder}.partial"
    if all(is_whole(target / row["name"], row) for row in rows):
        print(f"{folder}: {len(rows)} files are there")
        return 0
    if target.exists():
        target.rename(partial)
    failures = 0
    for row in rows:
        file = partial / row["name"]
        if is_whole(file, row):
            continue
        try:
            content = fetch(row, source)
        except (OSError, EOFError, ValueError) as error:
            print(f"{row['file']} of {row['repository']}: {error}", file=sys.stderr)
            failures += 1
            continue
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    if failures == 0:
        partial.rename(target)
    print(f"{folder}: {len(rows) - failures} of {len(rows)} files are there" + (", in " + partial.name if failures else ""))
    return failures


def main():
    folders = listed()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help=f"{' or '.join(folders)}; all where none is given")
    parser.add_argument("--from", dest="source", default="https://raw.githubusercontent.com", metavar="URL", help="a mirror of GitHub's files")
    options = parser.parse_args()
    for folder in options.folders:
        if folder not in folders:
            parser.error(f"there is no folder {folder}; there is: {', '.join(folders)}")
    failures = sum(provide(folder, folders[folder], options.source) for folder in options.folders or folders)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
