"""Gives the package the checkout's version, and adds to it where the checkout lies that it was installed from, so that it finds the program
that was built there."""
import pathlib

from setuptools import setup
from setuptools.command.build_py import build_py

CHECKOUT = pathlib.Path(__file__).resolve().parent.parent.parent


class BuildWithCheckout(build_py):
    def run(self):
        super().run()
        file = pathlib.Path(self.build_lib) / "osprey_coreml" / "_checkout.py"
        if not self.editable_mode:
            file.write_text(f"PATH = {str(CHECKOUT)!r}\n")


setup(version=(CHECKOUT / "VERSION").read_text().strip(), cmdclass={"build_py": BuildWithCheckout})
