"""Puts the proxies into coremltools, which has none of its own on Linux."""
import importlib.abc
import importlib.util
import sys
import types

_MODULE = "coremltools.libcoremlpython"
# The version of macOS that coremltools is told; states need 15.
_VERSION = (15, 0)


def install_when_imported():
    """Installs the proxies with coremltools' own import, or at once where that has been: who does without coremltools does not wait for it."""
    if sys.platform == "darwin":
        return
    if sys.modules.get("coremltools") is not None:
        _patch()
    else:
        sys.meta_path.insert(0, _Finder())


class _Finder(importlib.abc.MetaPathFinder):
    """Finds coremltools where Python finds it, and installs the proxies around its import."""

    def find_spec(self, name, path=None, target=None):
        if name != "coremltools":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader)
        else:
            sys.meta_path.insert(0, self)
        return spec


class _Loader(importlib.abc.Loader):
    def __init__(self, loader):
        self._loader = loader

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        spec = module.__spec__
        spec.loader = module.__loader__ = self._loader
        # Before it looks for its native library, so that it does not warn that there is none.
        sys.modules[_MODULE] = _module()
        self._loader.exec_module(module)
        _patch()


def _proxies():
    from . import proxies

    return {
        name: value for name, value in vars(proxies).items() if name.endswith("Proxy") and not name.startswith("_MLState")
    }


def _module():
    module = types.ModuleType(_MODULE)
    for name, value in _proxies().items():
        setattr(module, name, value)
    return module


def _patch():
    """Makes coremltools, which has been imported, find what it finds on macOS."""
    module = sys.modules.get(_MODULE)
    if module is None or not hasattr(module, "_MLModelProxy"):
        module = sys.modules[_MODULE] = _module()
    proxies = _proxies()

    import coremltools
    import coremltools.models.utils as utils

    coremltools.libcoremlpython = module
    replacements = {id(utils._is_macos): _is_macos, id(utils._macos_version): _macos_version}
    for name, loaded in list(sys.modules.items()):
        if not name.startswith("coremltools.") or loaded is module or loaded is None:
            continue
        # Modules that were imported earlier looked for the proxies in vain, and have their own names for utils' functions.
        for key, value in list(vars(loaded).items()):
            if key in proxies and value is None:
                setattr(loaded, key, proxies[key])
            elif id(value) in replacements:
                setattr(loaded, key, replacements[id(value)])


def _is_macos():
    return True


def _macos_version():
    return _VERSION
