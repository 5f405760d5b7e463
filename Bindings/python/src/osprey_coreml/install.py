"""Puts the proxies into coremltools, which has none of its own on Linux."""
import sys
import types

from . import proxies

_MODULE = "coremltools.libcoremlpython"
_NAMES = [name for name in vars(proxies) if name.endswith("Proxy") and not name.startswith("_MLState")]
# What coremltools takes this for; states need macOS 15.
_VERSION = (15, 0)


def install():
    """Makes coremltools find what it finds on macOS, whether or not it has been imported before."""
    if sys.platform == "darwin":
        return
    module = types.ModuleType(_MODULE)
    for name in _NAMES:
        setattr(module, name, getattr(proxies, name))
    sys.modules[_MODULE] = module

    import coremltools
    import coremltools.models.utils as utils

    coremltools.libcoremlpython = module
    replacements = {id(utils._is_macos): _is_macos, id(utils._macos_version): _macos_version}
    for name, loaded in list(sys.modules.items()):
        if not name.startswith("coremltools.") or loaded is module or loaded is None:
            continue
        # Modules that were imported earlier looked for the proxies in vain, and have their own names for utils' functions.
        for key, value in list(vars(loaded).items()):
            if key in _NAMES and value is None:
                setattr(loaded, key, getattr(proxies, key))
            elif id(value) in replacements:
                setattr(loaded, key, replacements[id(value)])


def _is_macos():
    return True


def _macos_version():
    return _VERSION
