#!/usr/bin/env python3
"""Fails where a page in Markdown links to a file of the checkout, or to a heading of a page, that is not there."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\(([^)\s]+)\)")


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


def main():
    names = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    pages = [ROOT / name for name in names if (ROOT / name).exists()]
    faults = [(page.relative_to(ROOT), link, reason) for page in pages for line in prose(page) for link in LINK.findall(line)
              if (reason := fault(page, link))]
    for page, link, reason in faults:
        print(f"{page}: {link}: {reason}", file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
