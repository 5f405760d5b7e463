"""The process of ``osprey model serve`` that predicts."""
import atexit
import collections
import json
import os
import signal
import subprocess
import threading

from .connection import Connection
from .errors import OspreyError
from .memory import SharedMemory, aligned
from .program import find_program
from .values import Request, decode, decode_within, unshared_size


class Server:
    """One process of ``osprey model serve``.

    A process that ends takes its models along: every later call with one of them is an ``OspreyError``.

    ``options`` are the verb's own: ``("--threads", "1")``.
    """

    def __init__(self, options=()):
        self._lock = threading.RLock()
        self._memory = SharedMemory()
        self._process = subprocess.Popen(
            [find_program(), "model", "serve", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=[self._memory.descriptor],
            # An interrupt from the keyboard is for Python, which may go on after it.
            start_new_session=True,
        )
        self._descriptor = self._memory.descriptor
        self._owner = os.getpid()
        self._received = bytearray()
        self._next_id = 0
        # Requests whose answers nobody has read, since an exception came in between.
        self._unanswered = collections.deque()
        # Handles whose owners are gone. They are released by the next call: a finalizer can run in the middle of one.
        self._released = collections.deque()
        self._answer_size = 1 << 16
        self._call("share", path=self._memory.path_in(self._descriptor))

    def is_usable(self):
        return self._owner == os.getpid() and self._process is not None and self._process.poll() is None

    def call(self, op, request=None, **fields):
        """Sends a request and returns its answer; ``request`` has the values that go through shared memory.

        Values of the answer are read with ``read``, before any other call.
        """
        with self._lock:
            self._check(op)
            while self._released:
                kind, handle = self._released.popleft()
                self._call("unload" if kind == "model" else "endState", **{kind: handle})
            if request is not None:
                offset = aligned(request.size)
                # An exception may have left a request that the server still reads the memory for.
                self._drain(op)
                if self._memory.grow(offset + self._answer_size):
                    self._call("share", path=self._memory.path_in(self._descriptor))
                request.write(self._memory)
                fields["answerOffset"] = offset
            answer = self._call(op, **fields)
            # Next time, there is to be room for as much again.
            self._answer_size = max(self._answer_size, unshared_size(answer))
            return answer

    def predict(self, op, request, **fields):
        """The answer's ``outputs`` as Python values."""
        with self._lock:
            outputs = self.call(op, request, **fields)["outputs"]
            if isinstance(outputs, list):
                return [self._values(output) for output in outputs]
            return self._values(outputs)

    def read(self, op, **fields):
        """The answer's ``value`` as a Python value."""
        with self._lock:
            return decode(self.call(op, Request(), **fields)["value"], self._memory)

    def look(self, op, request, **fields):
        """The answer's ``results`` about photos, with the arrays in them."""
        with self._lock:
            return decode_within(self.call(op, request, **fields)["results"], self._memory)

    def release(self, kind, handle):
        self._released.append((kind, handle))

    def close(self):
        """Ends the process, which ends by itself with its input."""
        if self._owner != os.getpid() or self._process is None:
            return
        process, self._process = self._process, None
        try:
            process.stdin.close()
            process.wait(2)
        except (OSError, subprocess.TimeoutExpired):
            process.kill()
            process.wait()
        process.stdout.close()
        self._memory.close()

    def _values(self, outputs):
        return {name: decode(value, self._memory) for name, value in outputs.items()}

    def _check(self, op):
        if self._owner != os.getpid():
            raise OspreyError(f"{op}: the model was loaded by another process; load it in this one")
        if self._process is None:
            raise OspreyError(f"{op}: the osprey process has ended, and the models that it had with it; load the model again")

    def _call(self, op, **fields):
        self._drain(op)
        self._next_id += 1
        message = json.dumps({"id": self._next_id, "op": op, **fields}, default=_plain).encode() + b"\n"
        self._unanswered.append(self._next_id)
        try:
            self._process.stdin.write(message)
            self._process.stdin.flush()
        except BrokenPipeError:
            self._fail(op)
        except BaseException:
            # Half a request: the server cannot be talked to any more.
            self._process.kill()
            raise
        answer = self._answer(op)
        if not answer["ok"]:
            error = answer["error"]
            raise OspreyError(error["message"], error["domain"], error["code"])
        return answer

    def _drain(self, op):
        while self._unanswered:
            self._answer(op)

    def _answer(self, op):
        """The answer to the oldest request. What was received before an exception is kept for the next call."""
        while True:
            end = self._received.find(b"\n")
            if end >= 0:
                line = bytes(self._received[:end])
                del self._received[: end + 1]
                self._unanswered.popleft()
                return json.loads(line)
            received = os.read(self._process.stdout.fileno(), 1 << 20)
            if not received:
                self._fail(op)
            self._received += received

    def _fail(self, op):
        try:
            status = self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            status = self._process.wait()
        self._process.stdout.close()
        self._process = None
        reason = f"by signal {signal.Signals(-status).name}" if status < 0 else f"with status {status}"
        raise OspreyError(f"the osprey process ended {reason} in '{op}'")


def _plain(value):
    raise TypeError(f"a {type(value).__name__} cannot be an input of a model")


_shared = None
_shared_lock = threading.Lock()


def server():
    """The process of this program, started at first use, after a fork, and again after it has ended; or a connection to the server that
    ``OSPREY_SERVER`` names, by its socket's path or its port."""
    global _shared
    with _shared_lock:
        if _shared is None or not _shared.is_usable():
            address = os.environ.get("OSPREY_SERVER")
            _shared = Connection(address) if address else Server()
            atexit.register(_shared.close)
        return _shared
