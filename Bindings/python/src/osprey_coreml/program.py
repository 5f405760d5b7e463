"""Finds the osprey program."""
import os
import pathlib
import shutil

from .errors import OspreyError


def find_program():
    """The path of the osprey program: what ``OSPREY`` names, else the one on the ``PATH``, else what was built in the checkout."""
    named = os.environ.get("OSPREY")
    if named:
        program = shutil.which(named)
        if program is None:
            raise OspreyError(f"OSPREY names {named}, which is not a program")
        return os.path.abspath(program)
    program = shutil.which("osprey")
    if program is not None:
        return os.path.abspath(program)
    for folder in _checkouts():
        for kind in ("release", "debug"):
            program = folder / ".build" / kind / "osprey"
            if os.access(program, os.X_OK):
                return str(program)
    raise OspreyError(
        "there is no osprey program: build it with 'make build' in Osprey's checkout, or name it in the environment variable OSPREY"
    )


def _checkouts():
    """The checkout that this package was installed from, and the one that it lies in."""
    try:
        from ._checkout import PATH

        yield pathlib.Path(PATH)
    except ImportError:
        pass
    for folder in pathlib.Path(__file__).resolve().parents:
        if (folder / "Package.swift").exists():
            yield folder
