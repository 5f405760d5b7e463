import pathlib
import subprocess
import sys
import unittest

from osprey_coreml.program import find_program

SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent.parent / "Scripts/stress_server.py"


class StressTests(unittest.TestCase):
    def test_clients_that_misbehave_disturb_nobody(self):
        """The short form of ``make stress``, without what it times."""
        result = subprocess.run(
            [sys.executable, SCRIPT, find_program(), "--requests", "800", "--clients", "8", "--tensor-mb", "0"], capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn("800 of 800 answers right", result.stdout)
