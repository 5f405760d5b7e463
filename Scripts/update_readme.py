#!/usr/bin/env python3
"""Runs the commands in README.md. Replaces the outputs that README.md shows by the new outputs.

  Scripts/update_readme.py [OSPREY] [--examples]

With --examples, the programs of the examples are run too, and the lines of their output in README.md are replaced. Run `Examples/train.sh` first.
"""
import argparse
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]


def console(block, osprey, folder):
    """A block of commands. If a command had an output, it is replaced by the new one."""
    lines = []
    for part in re.split(r"(?m)^(?=\$ )", block):
        command, _, shown = part.partition("\n")
        if not command.startswith("$ osprey "):
            lines.append(part)
            continue
        words = shlex.split(command)[2:]
        run = subprocess.run([osprey, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if run.returncode != 0:
            sys.exit(f"{command}: {run.stderr}")
        lines.append(command + "\n" + (run.stdout if shown.strip() else ""))
    return "".join(lines)


def examples(text):
    """The output of the examples that the README runs, by example and picture."""
    answers = {}
    for line in re.findall(r"(?m)^swift run .* Examples.*$", text):
        run = subprocess.run(["bash", "-c", line], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
        for answer in run.stdout.splitlines():
            answers[answer.partition(": ")[0]] = answer
    return answers


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("osprey", nargs="?", default=ROOT / ".build/release/osprey")
    parser.add_argument("--examples", action="store_true")
    options = parser.parse_args()
    osprey = str(pathlib.Path(options.osprey).resolve())
    readme = ROOT / "README.md"
    text = readme.read_text()
    with tempfile.TemporaryDirectory() as folder:
        for name in ("Examples", "Models"):
            (pathlib.Path(folder) / name).symlink_to(ROOT / name)
        text = re.sub(
            r"(?ms)^```console\n(.*?)^```$", lambda match: "```console\n" + console(match[1], osprey, folder) + "```", text)
    answers = examples(text) if options.examples else {}

    def shown(match):
        """The lines of a block, with new outputs."""
        return "".join(answers.get(line.partition(": ")[0], line) + "\n" for line in match[1].splitlines())

    text = re.sub(r"(?ms)^```text\n(.*?)^```$", lambda match: "```text\n" + shown(match) + "```", text)
    readme.write_text(text)


if __name__ == "__main__":
    main()
