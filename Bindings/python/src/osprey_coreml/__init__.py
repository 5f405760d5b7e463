"""Makes coremltools predict on Linux.

Import this module, before or after coremltools, and ``coremltools.models.MLModel.predict`` works as it does on macOS: also with batches,
states, functions, compiled models and images. Predictions run in a process of the ``osprey`` program.
"""
from .errors import OspreyError
from .install import install_when_imported
from .program import find_program

__all__ = ["OspreyError", "find_program"]

install_when_imported()
