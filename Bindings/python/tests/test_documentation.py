import contextlib
import io
import os
import pathlib
import re
import unittest

import models  # noqa: F401

CHECKOUT = pathlib.Path(__file__).resolve().parents[3]


class DocumentationTests(unittest.TestCase):
    def run_blocks(self, page):
        """Runs the Python in a page of the documentation in the checkout, and gives what it prints."""
        blocks = re.findall(r"```python\n(.*?)```", (CHECKOUT / page).read_text(), re.S)
        folder = os.getcwd()
        self.addCleanup(os.chdir, folder)
        os.chdir(CHECKOUT)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            for block in blocks:
                exec(compile(block, page, "exec"), {})
        return printed.getvalue()

    def test_the_readme(self):
        self.assertEqual(self.run_blocks("README.md"), "['picket fence', 'structure', 'outdoor']\n")

    def test_the_documentation_of_the_binding(self):
        lines = self.run_blocks("Documentation/Python.md").splitlines()
        self.assertEqual(lines[0], "{'y': array([2., 3., 4.], dtype=float32)}")
        self.assertEqual(lines[1], "[{'y': array([2., 3., 4.], dtype=float32)}, {'y': array([5., 6., 7.], dtype=float32)}]")
        self.assertEqual(lines[2], lines[0])
        self.assertEqual(lines[3], "['outdoor', 'structure', 'picket fence']")
        self.assertRegex("\n".join(lines[4:]), r"^saliency \(\d+, \d+\)\nfloat32 True$")
