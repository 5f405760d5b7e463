"""Memory that this process and the server both have mapped."""
import fcntl
import mmap
import os

import numpy as np

_ALIGNMENT = 64


class SharedMemory:
    """A growing file in memory, which cannot be shortened. The server inherits its descriptor or receives it over a socket."""

    def __init__(self, size=1 << 22):
        self.descriptor = os.memfd_create("osprey", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        fcntl.fcntl(self.descriptor, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK)
        self.size = 0
        self._map = None
        self._resize(size)

    def path_in(self, descriptor):
        """How a process that inherited the file as ``descriptor`` names it."""
        return f"/proc/self/fd/{descriptor}"

    def grow(self, size):
        """Makes room for ``size`` bytes. Returns whether the file has grown, so that the server has to map it again."""
        if size <= self.size:
            return False
        self._resize(max(size, 2 * self.size))
        return True

    def view(self, offset, shape, dtype):
        """An array over the memory; it must be gone before the memory grows."""
        return np.ndarray(shape, dtype, buffer=self._map, offset=offset)

    def _resize(self, size):
        os.ftruncate(self.descriptor, size)
        if self._map is not None:
            self._map.close()
        self._map = mmap.mmap(self.descriptor, size)
        self.size = size

    def close(self):
        if self.descriptor >= 0:
            self._map.close()
            os.close(self.descriptor)
            self.descriptor = -1


def aligned(offset):
    """The next offset at which an array may begin."""
    return -(-offset // _ALIGNMENT) * _ALIGNMENT
