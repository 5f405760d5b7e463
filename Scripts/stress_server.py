#!/usr/bin/env python3
"""Puts `osprey model serve --socket` under load. Fails if one client disturbs another, or if a large tensor takes too long.

    Scripts/stress_server.py OSPREY [--requests 100000] [--clients 16] [--tensor-mb 100]

Clients send requests and check every answer, while one client stops in the middle of a request, one sends garbage, and one sends and reads a byte at
a time. Then a tensor is sent to the server, and the time is compared with the time of copying it within this process. Only Python is needed.
"""
import argparse
import fcntl
import json
import mmap
import multiprocessing
import os
import random
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

PREFIX = struct.Struct("<4sIQ")
FLOAT32 = 65568
# The time in seconds after which the server disconnects a client that has stopped.
TIMEOUT = 3


# Two models, with the parts of Core ML's format that they need.


def _number(value):
    result = bytearray()
    while value > 127:
        result.append(value & 127 | 128)
        value >>= 7
    return bytes(result + bytes([value]))


def _field(number, content):
    if isinstance(content, int):
        return _number(number << 3) + _number(content)
    if isinstance(content, str):
        content = content.encode()
    return _number(number << 3 | 2) + _number(len(content)) + content


def _array(name, *shape):
    kind = _field(1, b"".join(_number(extent) for extent in shape)) + _field(2, FLOAT32)
    return _field(1, name) + _field(3, _field(5, kind))


def _layer(source, result, number, parameters):
    return _field(1, _field(1, result) + _field(2, source) + _field(3, result) + _field(number, parameters))


def _model(inputs, output, layer):
    description = b"".join(_field(1, feature) for feature in inputs) + _field(10, output)
    # Inputs have exactly their shapes.
    return _field(1, 4) + _field(2, description) + _field(500, layer + _field(5, 1))


def doubling(*unused):
    """A model of y = 2 z for two numbers. It accepts further inputs, and ignores them."""
    layer = _layer("z", "y", 130, _field(5, _number(1 << 3 | 5) + struct.pack("<f", 2)))
    return _model([_array("z", 2), *unused], _array("y", 2), layer)


def summing(count):
    """A model of y = the sum of x."""
    return _model([_array("x", 1, 1, count)], _array("y", 1, 1, 1), _layer("x", "y", 280, _field(1, 0)))


class Client:
    def __init__(self, path):
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.connect(path)

    def send(self, content):
        self._socket.sendall(content)

    def share(self, descriptor):
        socket.send_fds(self._socket, [frame({"op": "share"})], [descriptor])
        return self.answer()

    def ask(self, *payload, **fields):
        self.send(frame(fields, sum(map(len, payload))))
        for piece in payload:
            self.send(piece)
        return self.answer()

    def answer(self, piece=1 << 20):
        magic, length, size = PREFIX.unpack(self._read(PREFIX.size, piece))
        assert magic == b"OSP1", magic
        header = json.loads(self._read(length, piece))
        return header, self._read(size, piece)

    def _read(self, count, piece):
        result = bytearray()
        while len(result) < count:
            received = self._socket.recv(min(piece, count - len(result)))
            if not received:
                raise ConnectionError("the server has ended the connection")
            result += received
        return bytes(result)


def frame(fields, payload=0):
    header = json.dumps({"id": 1, **fields}).encode()
    return PREFIX.pack(b"OSP1", len(header), payload) + header


def place(offset, *shape):
    count = 4
    for extent in shape:
        count *= extent
    return {"array": {"dtype": "float32", "shape": list(shape), "offset": offset, "count": count}}


def load(client, model):
    return client.ask(op="load", path=model, computeUnits="CPU_ONLY")[0]["model"]


def well_behaved(path, model, number, requests, results):
    """Sends requests. Counts the correct answers, and records the longest time of an answer."""
    client = Client(path)
    handle = load(client, model)
    right, longest = 0, 0.0
    for step in range(requests):
        start = time.perf_counter()
        header, payload = client.ask(
            struct.pack("<2f", number, step), op="predict", model=handle, inputs={"z": place(0, 2)})
        longest = max(longest, time.perf_counter() - start)
        at = header["outputs"]["y"]["array"]["offset"]
        right += struct.unpack_from("<2f", payload, at) == (2 * number, 2 * step)
    results.put((right, longest))


def stopping(path, model, over):
    """Repeatedly sends half a request, and waits until the server disconnects it."""
    while not over.is_set():
        client = Client(path)
        client.send(frame({"op": "predict"}, 8)[:20])
        try:
            header, _ = client.answer()
            assert not header["ok"]
        except (ConnectionError, OSError):
            pass


def garbage(path, model, over):
    generator = random.Random(1)
    while not over.is_set():
        try:
            client = Client(path)
            client.send(generator.choice([generator.randbytes(200), frame({"op": 3}), frame({}, 1 << 60), b"GET / HTTP/1.1\r\n\r\n"]))
            client.answer()
        except (ConnectionError, OSError):
            pass
        time.sleep(0.01)


def slow(path, model, over, right):
    """Sends and reads byte by byte, and must get all its answers."""
    client = Client(path)
    handle = load(client, model)
    content = frame({"op": "predict", "model": handle, "inputs": {"z": place(0, 2)}}, 8) + struct.pack("<2f", 3, 4)
    while not over.is_set():
        for byte in content:
            client.send(bytes([byte]))
            time.sleep(0.002)
        header, payload = client.answer(piece=1)
        if struct.unpack_from("<2f", payload, header["outputs"]["y"]["array"]["offset"]) != (6, 8):
            raise AssertionError(header)
        with right.get_lock():
            right.value += 1


def stress(path, model, clients, requests, server):
    over, results, slow_answers = multiprocessing.Event(), multiprocessing.Queue(), multiprocessing.Value("i", 0)
    others = [
        multiprocessing.Process(target=stopping, args=(path, model, over)),
        multiprocessing.Process(target=garbage, args=(path, model, over)),
        multiprocessing.Process(target=slow, args=(path, model, over, slow_answers)),
    ]
    each = requests // clients
    good = [multiprocessing.Process(target=well_behaved, args=(path, model, number, each, results)) for number in range(clients)]
    for process in others:
        process.start()
    start = time.perf_counter()
    for process in good:
        process.start()
    found = [results.get(timeout=1800) for _ in good]
    seconds = time.perf_counter() - start
    over.set()
    for process in good + others:
        process.join()
    right = sum(count for count, _ in found)
    memory = next(line for line in open(f"/proc/{server.pid}/status") if line.startswith("VmHWM")).split()[1]
    print(
        f"{clients} clients, {right} of {each * clients} answers right in {seconds:.1f} s ({right / seconds:.0f} a second); the longest took "
        f"{1000 * max(longest for _, longest in found):.0f} ms; the slow client got {slow_answers.value}; "
        f"the server's memory was {int(memory) // 1024} MB at most")
    bad = [process for process in others if process.exitcode != 0]
    return right == each * clients and slow_answers.value > 0 and not bad and server.poll() is None


def best(count, body):
    times = []
    for _ in range(count):
        start = time.perf_counter()
        body()
        times.append(time.perf_counter() - start)
    return min(times)


def tensor(path, folder, megabytes):
    """Measures the time to send a tensor to a model that ignores it, and the time to copy it. Another model checks that it has arrived."""
    count = megabytes * 250_000
    model, sums = os.path.join(folder, "large.mlmodel"), os.path.join(folder, "sum.mlmodel")
    with open(model, "wb") as file:
        file.write(doubling(_array("x", count)))
    with open(sums, "wb") as file:
        file.write(summing(count))
    values = bytearray(4 * count)
    values[-4:] = struct.pack("<f", 7)
    values[:4] = struct.pack("<f", 1)
    copy = bytearray(4 * count)
    view = memoryview(copy)

    def copying():
        view[:] = values

    client = Client(path)
    handle = load(client, model)
    numbers = struct.pack("<2f", 1, 2)
    inputs = {"z": place(0, 2), "x": place(64, count)}
    start = numbers.ljust(64, b"\0")

    def check(answer):
        header, payload = answer
        assert header["ok"], header
        return payload

    def through_socket():
        check(client.ask(start, values, op="predict", model=handle, inputs=inputs))

    descriptor = os.memfd_create("stress", os.MFD_ALLOW_SEALING)
    os.ftruncate(descriptor, 64 + 4 * count)
    fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK)
    memory = mmap.mmap(descriptor, 64 + 4 * count)
    memory[:64] = start
    sharing = Client(path)
    shared_handle = load(sharing, model)
    check(sharing.share(descriptor))
    shared = memoryview(memory)

    def through_memory():
        shared[64:] = values
        check(sharing.ask(op="predict", model=shared_handle, inputs=inputs))

    rounds = 10
    for body in (copying, through_socket, through_memory):
        body()
    copied, sent, lent = (best(rounds, body) for body in (copying, through_socket, through_memory))
    total = check(sharing.ask(op="predict", model=load(sharing, sums), inputs={"x": place(64, 1, 1, count)}))
    arrived = struct.unpack_from("<f", total, 0)[0] == 8
    print(
        f"a tensor of {megabytes} MB, best of {rounds}: copied in {1000 * copied:.1f} ms; through shared memory {1000 * lent:.1f} ms "
        f"({lent / copied:.2f} times as long); through the socket {1000 * sent:.1f} ms ({sent / copied:.2f}); "
        f"{'it arrived whole' if arrived else 'it did NOT arrive'}")
    return arrived and lent <= 2 * copied


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("osprey")
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--tensor-mb", type=int, default=100, help="0 for none")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path, model = os.path.join(folder, "socket"), os.path.join(folder, "double.mlmodel")
        with open(model, "wb") as file:
            file.write(doubling())
        server = subprocess.Popen(
            [options.osprey, "model", "serve", "--socket", path, "--timeout", str(TIMEOUT)], stdout=subprocess.PIPE, text=True)
        try:
            server.stdout.readline()
            is_well = stress(path, model, options.clients, options.requests, server)
            if options.tensor_mb > 0:
                is_well = tensor(path, folder, options.tensor_mb) and is_well
        finally:
            server.send_signal(signal.SIGTERM)
            status = server.wait(60)
    print(f"the server ended with status {status}")
    return 0 if is_well and status == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
