"""A connection to a server of models that runs already: ``osprey model serve --socket PATH``."""
import json
import os
import socket
import struct
import threading

import numpy as np

from .errors import OspreyError
from .memory import SharedMemory
from .values import decode, decode_within

_PREFIX = struct.Struct("<4sIQ")
_MAGIC = b"OSP1"
# Arrays from this many bytes on are copied once, into memory that the server has mapped too, and not into a socket and out of it.
_SHARED_SIZE = 1 << 20


class Connection:
    """One client of a server, as ``Server`` is the only one of its process. Arrays go through the socket as they are, and large ones to a
    server at a local socket through shared memory.

    ``address`` is the socket's path, or a port of this machine, whose token is in ``OSPREY_TOKEN``. Threads may share it; their requests go one
    after the other.
    """

    def __init__(self, address):
        self._lock = threading.RLock()
        self._owner = os.getpid()
        self._released = []
        self._next_id = 0
        self._socket = None
        self._memory = None
        self._can_share = False
        if isinstance(address, int) or str(address).isdigit():
            self._socket = socket.create_connection(("127.0.0.1", int(address)))
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._send({"op": "greet", "token": os.environ.get("OSPREY_TOKEN", "")}, None)
        else:
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self._socket.connect(str(address))
            self._can_share = True

    def is_usable(self):
        return self._socket is not None and self._owner == os.getpid()

    def call(self, op, request=None, **fields):
        """Sends a request and returns its answer's header; values of the answer are read with ``predict`` and ``read``."""
        return self._exchange(op, request, fields)[0]

    def predict(self, op, request, **fields):
        """The answer's ``outputs`` as Python values."""
        answer, payload = self._exchange(op, request, fields)
        outputs = answer["outputs"]
        if isinstance(outputs, list):
            return [_values(output, payload) for output in outputs]
        return _values(outputs, payload)

    def read(self, op, **fields):
        """The answer's ``value`` as a Python value."""
        answer, payload = self._exchange(op, None, fields)
        return decode(answer["value"], payload)

    def look(self, op, request, **fields):
        """The answer's ``results`` about photos, with the arrays in them."""
        answer, payload = self._exchange(op, request, fields)
        return decode_within(answer["results"], payload)

    def release(self, kind, handle):
        self._released.append((kind, handle))

    def close(self):
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        if self._memory is not None:
            self._memory.close()
            self._memory = None

    def _exchange(self, op, request, fields):
        with self._lock:
            if not self.is_usable():
                raise OspreyError(f"{op}: there is no connection to the server in this process")
            while self._released:
                kind, handle = self._released.pop()
                self._send({"op": "unload" if kind == "model" else "endState", kind: handle}, None)
            if request is not None and request.size >= _SHARED_SIZE and self._share(request.size):
                request.write(self._memory)
                request = None
            return self._send({"op": op, **fields}, request)

    def _share(self, size):
        """Whether there is memory for so many bytes that the server has mapped too."""
        if not self._can_share:
            return False
        is_new = self._memory is None
        if is_new:
            self._memory = SharedMemory()
        if not self._memory.grow(size) and not is_new:
            return True
        try:
            self._send({"op": "share"}, None, self._memory.descriptor)
        except OspreyError:
            if not self.is_usable():
                raise
            # It is another user's.
            self._can_share = False
            self._memory.close()
            self._memory = None
        return self._can_share

    def _send(self, fields, request, descriptor=None):
        """Sends a request, and an open file with it where ``descriptor`` is one. Returns the answer."""
        self._next_id += 1
        header = json.dumps({"id": self._next_id, **fields}, default=_plain).encode()
        size = 0 if request is None else request.size
        try:
            start = _PREFIX.pack(_MAGIC, len(header), size) + header
            if descriptor is not None:
                # The system may take a part of the bytes; the file goes with the first of them.
                start = start[socket.send_fds(self._socket, [start], [descriptor]) :]
            self._socket.sendall(start)
            if request is not None:
                for piece in request.pieces():
                    self._socket.sendall(piece)
            answer, payload = self._receive()
        except OSError as error:
            self.close()
            raise OspreyError(f"the connection to the server has ended in '{fields['op']}': {error}") from error
        except BaseException:
            # Half a request or half an answer: the server cannot be talked to any more.
            self.close()
            raise
        if not answer["ok"]:
            error = answer["error"]
            raise OspreyError(error["message"], error["domain"], error["code"])
        return answer, payload

    def _receive(self):
        magic, length, size = _PREFIX.unpack(self._bytes(_PREFIX.size))
        if magic != _MAGIC:
            raise ConnectionError("what came is no answer")
        header = json.loads(bytes(self._bytes(length)))
        return header, _Payload(self._bytes(size))

    def _bytes(self, count):
        # Not cleared beforehand: every byte is written, or there is no answer.
        buffer = np.empty(count, np.uint8)
        view, received = memoryview(buffer), 0
        while received < count:
            size = self._socket.recv_into(view[received:])
            if size == 0:
                raise ConnectionError("the server has ended it")
            received += size
        return buffer


class _Payload:
    """The arrays of an answer, in the place of shared memory. They are nobody else's, and need not be copied."""

    is_private = True

    def __init__(self, content):
        self._content = content

    def view(self, offset, shape, dtype):
        return np.ndarray(shape, dtype, buffer=self._content, offset=offset)


def _values(outputs, payload):
    return {name: decode(value, payload) for name, value in outputs.items()}


def _plain(value):
    raise TypeError(f"a {type(value).__name__} cannot be an input of a model")

