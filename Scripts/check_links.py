#!/usr/bin/env python3
"""Fails if a page in Markdown links to a file of the checkout or a heading that does not exist.

It also fails if a page or a comment names a file that does not exist, such as `Passes/Graph.swift` or `Passes/Graph`. A name is valid if a path of
the checkout ends with it.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\(([^)\s]+)\)")
# Names of declarations (in two backticks) and placeholders (in capitals) do not match.
PATH = re.compile(r"(?<!`)`([A-Z]+[a-z][\w+]*(?:/[\w+.-]+)+)/?`(?!`)")
COMMENTS = {".swift": "//", ".h": "//", ".hpp": "//", ".cpp": "//", ".inl": "//", ".sh": "#", ".py": ""}


def prose(page):
    """The lines of a page that are not code."""
    is_code = False
    for line in page.read_text().splitlines():
        if line.startswith("```"):
            is_code = not is_code
        elif not is_code:
            yield line


def anchors(page):
    """The anchors of a page's headings, in the form that links use."""
    for line in prose(page):
        if line.startswith("#"):
            yield re.sub(r"[^\w\- ]", "", line.lstrip("#").strip().lower()).replace(" ", "-")


def fault(page, link):
    """The reason why a link is broken; `None` if it is valid, or leads to another site."""
    if re.match(r"\w+:", link):
        return None
    path, _, anchor = link.partition("#")
    target = page.parent / path if path else page
    if not target.exists():
        return "there is no such file"
    return "there is no such heading" if anchor and target.suffix == ".md" and anchor not in anchors(target) else None


def remarks(file):
    """For a page, the lines that are not code; for a source, the lines with a comment."""
    if file.suffix == ".md":
        return prose(file)
    return (line for line in file.read_text().splitlines() if COMMENTS[file.suffix] in line)


def is_end(path, names):
    """Whether a path of the checkout, or of one of its folders, ends with `path`, with or without an extension."""
    return re.search("/" + re.escape(path) + r"[/.+\n]", names) is not None


def main():
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = [name for name in subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
             if (ROOT / name).exists()]
    pages = [ROOT / name for name in names if name.endswith(".md")]
    faults = [(page.relative_to(ROOT), link, reason) for page in pages for line in prose(page) for link in LINK.findall(line)
              if (reason := fault(page, link))]
    listing = "".join(f"/{name}\n" for name in names)
    sources = [ROOT / name for name in names if pathlib.Path(name).suffix in COMMENTS]
    faults += [(file.relative_to(ROOT), path, "no path ends like that") for file in pages + sources for line in remarks(file)
               for path in PATH.findall(line) if not is_end(path, listing)]
    for page, link, reason in faults:
        print(f"{page}: {link}: {reason}", file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
