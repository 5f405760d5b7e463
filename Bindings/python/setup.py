"""Gives the package the checkout's version, and adds to it where the checkout lies that it was installed from, so that it finds the program
that was built there. With ``SOURCE_DATE_EPOCH`` the wheel is one to hand on (``Scripts/wheel.sh``): it remembers no checkout."""
import os
import pathlib

from setuptools import setup
from setuptools.command.build_py import build_py

CHECKOUT = pathlib.Path(__file__).resolve().parent.parent.parent


class BuildWithCheckout(build_py):
    def run(self):
        super().run()
        file = pathlib.Path(self.build_lib) / "osprey_coreml" / "_checkout.py"
        if "SOURCE_DATE_EPOCH" in os.environ:
            # Modes are not what the checkout was made with.
            for path in pathlib.Path(self.build_lib).rglob("*.py"):
                path.chmod(0o644)
        elif not self.editable_mode:
            file.write_text(f"PATH = {str(CHECKOUT)!r}\n")


setup(version=(CHECKOUT / "VERSION").read_text().strip(), cmdclass={"build_py": BuildWithCheckout})
