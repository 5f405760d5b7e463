#!/usr/bin/env python3
"""Attacks a server of models and a web app that run, and says what became of them in numbers.

  python3 Scripts/attack.py OSPREY [--seconds S] [--seed N] [SURFACE…]

Surfaces, each for S seconds (30): images (the seeds in Fuzz/Corpus/images, damaged), models (those of Fuzz/Corpus/model), frames (of the
server's protocol, with descriptors), requests (heads and bodies of HTTP) and sockets (WebSockets, also slow readers). Fails if a process
ends, an attack is not answered within 20 seconds, or memory or descriptors grow without bound.
"""
import argparse
import base64
import json
import os
import pathlib
import random
import select
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.parse

CORPUS = pathlib.Path(__file__).resolve().parent.parent / "Fuzz" / "Corpus"
PREFIX = struct.Struct("<4sIQ")
HANG = 20


class Victim:
    """A process under attack, and what it uses."""

    def __init__(self, name, command):
        self.name = name
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.line = self.process.stdout.readline()

    def memory(self, field):
        with open(f"/proc/{self.process.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith(field)) / 1024

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def is_alive(self):
        return self.process.poll() is None

    def end(self):
        self.process.terminate()
        try:
            return self.process.wait(5) in (0, -15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return False
        finally:
            self.process.stdout.close()


def damaged(chance, content):
    """The content with some bytes changed, parts repeated or gone, or its end missing."""
    content = bytearray(content)
    for _ in range(chance.choice([1, 1, 2, 4, 16])):
        if not content:
            break
        place = chance.randrange(len(content))
        kind = chance.randrange(6)
        if kind == 0:
            content[place] ^= 1 << chance.randrange(8)
        elif kind == 1:
            content[place] = chance.choice([0, 1, 0x7F, 0x80, 0xFE, 0xFF])
        elif kind == 2:
            del content[place:]
        elif kind == 3:
            content[place:place] = content[place : place + chance.randrange(64)]
        elif kind == 4:
            del content[place : place + chance.randrange(1, 9)]
        else:
            value = chance.choice([0, 1, 0x7FFF, 0x7FFFFFFF, 0xFFFFFFFF, 0x80000000])
            content[place : place + 4] = struct.pack(chance.choice("<>") + "I", value)
    return bytes(content)


class Frames:
    """A client of the server of models."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(HANG)
        self.socket.connect(path)

    def ask(self, payload=b"", descriptors=(), **fields):
        header = json.dumps({"id": 1, **fields}).encode()
        content = PREFIX.pack(b"OSP1", len(header), len(payload)) + header + payload
        if descriptors:
            socket.send_fds(self.socket, [content], descriptors)
        else:
            self.socket.sendall(content)
        magic, length, size = PREFIX.unpack(self.read(PREFIX.size))
        answer = json.loads(self.read(length))
        self.read(size)
        return answer

    def read(self, count):
        received = b""
        while len(received) < count:
            part = self.socket.recv(count - len(received))
            if not part:
                raise ConnectionError
            received += part
        return received


class Attack:
    def __init__(self, osprey, folder, seconds, seed):
        self.osprey, self.folder, self.seconds, self.chance = osprey, folder, seconds, random.Random(seed)
        self.failures = []

    def run(self, name):
        surface = getattr(self, name)
        victim, attack = surface()
        warm = time.monotonic() + self.seconds / 3
        end = time.monotonic() + self.seconds
        tries = hangs = 0
        early = None
        while time.monotonic() < end and victim.is_alive():
            if early is None and time.monotonic() > warm:
                early = (victim.memory("VmRSS"), victim.descriptors())
            try:
                attack()
            except (ConnectionError, BrokenPipeError):
                pass
            except TimeoutError:
                hangs += 1
            tries += 1
        crashed = not victim.is_alive()
        report = f"{name}: {tries} tries, {int(crashed)} crashes, {hangs} hangs"
        if crashed:
            self.failures.append(f"{name}: ended with {victim.process.returncode}")
        else:
            time.sleep(1)
            late = (victim.memory("VmRSS"), victim.descriptors())
            early = early or late
            report += f"; peak {victim.memory('VmHWM'):.0f} MB, {early[0]:.0f} MB after a third and {late[0]:.0f} MB at the end"
            report += f"; {early[1]} and {late[1]} descriptors"
            if late[0] > 1.1 * early[0] + 4:
                self.failures.append(f"{name}: memory grows")
            if late[1] > early[1] + 16:
                self.failures.append(f"{name}: descriptors grow")
            if not victim.end():
                self.failures.append(f"{name}: does not end when asked")
        if hangs:
            self.failures.append(f"{name}: hangs")
        print(report, flush=True)

    # The server of models

    def server(self):
        path = os.path.join(self.folder, "socket")
        return Victim("server", [self.osprey, "model", "serve", "--socket", path, "--timeout", "2", "--limit", "64"]), path

    def images(self):
        victim, path = self.server()
        seeds = [file.read_bytes() for file in sorted((CORPUS / "images").iterdir())]
        client = Frames(path)

        def attack():
            content = damaged(self.chance, self.chance.choice(seeds))
            place = {"offset": 0, "count": len(content)}
            client.ask(content, op="detect", kinds="horizon", images=[place])

        return victim, attack

    def models(self):
        victim, path = self.server()
        seeds = [file.read_bytes() for file in sorted((CORPUS / "model").iterdir()) if file.is_file()]
        # Their weights, which they name.
        shutil.copytree(CORPUS / "model" / "weights", os.path.join(self.folder, "weights"), dirs_exist_ok=True)
        file = pathlib.Path(self.folder, "damaged.mlmodel")
        client = Frames(path)

        def attack():
            file.write_bytes(damaged(self.chance, self.chance.choice(seeds)))
            answer = client.ask(op="load", path=str(file), computeUnits="CPU_ONLY")
            if not answer["ok"]:
                return
            inputs = {}
            for feature in answer["inputs"]:
                count = 4
                for extent in feature.get("shape", []):
                    count *= extent
                if feature["type"] == "multiArray" and 0 <= count <= 1 << 16:
                    array = {"dtype": "float32", "shape": feature["shape"], "data": base64.b64encode(bytes(count)).decode()}
                    inputs[feature["name"]] = {"array": array}
                else:
                    inputs[feature["name"]] = self.chance.choice([{"double": 1.5}, {"string": "a"}, {"int": -1}, {"sequence": [1, 2]}])
            client.ask(op="predict", model=answer["model"], inputs=inputs)
            client.ask(op="unload", model=answer["model"])

        return victim, attack

    def frames(self):
        victim, path = self.server()
        operations = "load predict predictBatch newState readState writeState endState unload compile plan share classify detect fly".split()
        file = os.open(os.path.join(self.folder, "file"), os.O_RDWR | os.O_CREAT)
        os.ftruncate(file, 4096)
        memory = os.memfd_create("attack", os.MFD_ALLOW_SEALING)
        os.ftruncate(memory, 4096)
        values = [None, True, -1, 0, 2**62, 1e300, "", "/", "\0", [], {}, [[]] * 3, {"array": {"dtype": "float32", "shape": [2**40, 2**40]}}]
        names = "path model state name inputs value images kinds answerOffset top threshold offset count".split()

        def attack():
            client = Frames(path)
            kind = self.chance.randrange(4)
            fields = {name: self.chance.choice(values) for name in self.chance.sample(names, 4)}
            if kind == 0:
                descriptors = [self.chance.choice([file, memory, 0, client.socket.fileno()]) for _ in range(self.chance.randrange(1, 40))]
                client.ask(bytes(64), descriptors, op=self.chance.choice(operations), **fields)
                os.ftruncate(memory, self.chance.choice([0, 64, 4096, 1 << 20]))
                client.ask(op="predict", model=1, inputs={"x": {"array": {"dtype": "uint8", "shape": [64], "offset": 0, "count": 64}}})
            elif kind == 1:
                client.ask(self.chance.randbytes(self.chance.randrange(200)), op=self.chance.choice(operations), **fields)
            else:
                header = json.dumps({"id": 1, "op": self.chance.choice(operations), **fields}).encode()
                content = PREFIX.pack(b"OSP1", len(header), 0) + header
                client.socket.sendall(damaged(self.chance, content))
                # The server gives up those that are left open.
                if kind == 2:
                    client.socket.shutdown(socket.SHUT_WR)
                    while client.socket.recv(1 << 16):
                        pass
            client.socket.close()

        return victim, attack

    # The web app

    def studio(self):
        folder = os.path.join(self.folder, "studio")
        victim = Victim("studio", [self.osprey, "studio", "--port", "0", "--folder", folder, "--no-open", "--json"])
        address = urllib.parse.urlsplit(json.loads(victim.line)["address"])
        return victim, (address.hostname, address.port)

    def head(self, address, method, path, *headers):
        lines = [f"{method} {path} HTTP/1.1", f"Host: {address[0]}:{address[1]}", *headers]
        return "\r\n".join(lines).encode("utf8", "surrogateescape") + b"\r\n\r\n"

    def requests(self):
        victim, address = self.studio()
        paths = ["/", "/api/state", "/api/models", "/api/jobs", "/api/uploads", "/api/look", "/api/code?kind=faces", "/api/jobs/x/report"]
        paths += ["/api/uploads/%2e%2e/data", "/api/models/a%00b", "/../../etc/passwd", "/api/state?x=%0aHost:evil"]

        def attack():
            body = self.chance.randbytes(self.chance.randrange(100))
            method = self.chance.choice(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PRI"])
            length = self.chance.choice([f"Content-Length: {len(body)}", "Content-Length: -1", "Content-Length: 99999999999999", "X: y"])
            content = self.head(address, method, self.chance.choice(paths), length, "Connection: close") + body
            if self.chance.randrange(2):
                content = damaged(self.chance, content)
            with socket.create_connection(address, HANG) as client:
                client.sendall(content)
                client.shutdown(socket.SHUT_WR)
                while client.recv(1 << 16):
                    pass

        return victim, attack

    def sockets(self):
        victim, address = self.studio()
        waiting = []

        def attack():
            client = socket.create_connection(address, HANG)
            key = base64.b64encode(self.chance.randbytes(16)).decode()
            path = self.chance.choice(["/ws/look", "/ws/app", "/ws/nothing"])
            upgrade = ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}"]
            client.sendall(self.head(address, "GET", path, *upgrade, f"Origin: http://{address[0]}:{address[1]}"))
            for _ in range(self.chance.randrange(5)):
                text = self.chance.choice([b"{}", b'{"kinds": ["faces"]}', b"[" * 500, b"\xff\xfe", self.chance.randbytes(300)])
                frame = bytes([0x80 | self.chance.choice([1, 2, 8, 9, 0, 3])])
                frame += bytes([0x80 | len(text)]) if len(text) < 126 else bytes([0xFE]) + struct.pack(">H", len(text))
                frame += bytes(4) + text
                client.sendall(damaged(self.chance, frame) if self.chance.randrange(2) else frame)
            # Some never read, and are left until there are many.
            waiting.append(client)
            if len(waiting) > 40:
                readable, _, _ = select.select(waiting, [], [], 0)
                for other in readable[:10]:
                    other.setblocking(False)
                    try:
                        other.recv(1 << 16)
                    except OSError:
                        pass
                waiting.pop(self.chance.randrange(len(waiting))).close()

        return victim, attack


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("osprey")
    parser.add_argument("surfaces", nargs="*", default=[], metavar="SURFACE")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    failures = []
    for name in options.surfaces or ["images", "models", "frames", "requests", "sockets"]:
        with tempfile.TemporaryDirectory() as folder:
            attack = Attack(os.path.abspath(options.osprey), folder, options.seconds, options.seed)
            attack.run(name)
            failures += attack.failures
    print("\n".join(failures) or "nothing gave way")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
