#!/usr/bin/env python3
"""Fails where a page in Markdown links to a file of the checkout, or to a heading of a page, that is not there.

It fails too where a page or a comment names a file that is not there, as `Passes/Graph.swift` or `Passes/Graph`: no path ends like that.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\(([^)\s]+)\)")
# Not names of declarations, in two backticks, nor placeholders, in capitals.
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
    """The names of a page's headings, as they stand in links."""
    for line in prose(page):
        if line.startswith("#"):
            yield re.sub(r"[^\w\- ]", "", line.lstrip("#").strip().lower()).replace(" ", "-")


def fault(page, link):
    """The reason why a link leads nowhere; `None` where it leads somewhere, or elsewhere."""
    if re.match(r"\w+:", link):
        return None
    path, _, anchor = link.partition("#")
    target = page.parent / path if path else page
    if not target.exists():
        return "there is no such file"
    return "there is no such heading" if anchor and target.suffix == ".md" and anchor not in anchors(target) else None


def remarks(file):
    """The lines of a page that are not code, or those of a source that have a comment."""
    if file.suffix == ".md":
        return prose(file)
    return (line for line in file.read_text().splitlines() if COMMENTS[file.suffix] in line)


def is_end(path, names):
    """Whether a path of the checkout, or its part above some folder, ends with `path` and possibly an extension."""
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
