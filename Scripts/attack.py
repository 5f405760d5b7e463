#!/usr/bin/env python3
"""Attacks a running server of models and a running Studio, and prints in numbers how they behaved.

  python3 Scripts/attack.py OSPREY [--seconds S] [--seed N] [SURFACE…]

Surfaces, each for S seconds (30): images (the seeds in Fuzz/Corpus/images, damaged), models (those of Fuzz/Corpus/model), frames (of the server's
protocol, with descriptors), readers (clients of the server that do not read answers), requests (heads and bodies of HTTP), sockets (WebSockets, also
slow readers), trainings (twenty at once in Studio, on pictures that may be damaged), sets (data of each form, damaged, that Studio summarises and
corrects, and photos that it compares) and downloads (`model get` from a malicious server). Fails if a process ends, an attack is not answered within
20 seconds, or memory or descriptors grow without bound.
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

import hostile_server
from damage import damaged

CORPUS = pathlib.Path(__file__).resolve().parent.parent / "Fuzz" / "Corpus"
PREFIX = struct.Struct("<4sIQ")
HANG = 20


class Victim:
    """A process under attack, and its use of memory and descriptors."""

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


class Frames:
    """A client of the server of models."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(HANG)
        end = time.monotonic() + HANG
        while True:
            try:
                self.socket.connect(path)
                return
            except BlockingIOError:
                # The queue of connections that wait to be accepted is full.
                if time.monotonic() > end:
                    raise TimeoutError from None
                time.sleep(0.01)

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
        # The memory of a training depends on its progress.
        field = "VmHWM" if name == "trainings" else "VmRSS"
        tries = hangs = 0
        early = None
        while time.monotonic() < end and victim.is_alive():
            if early is None and time.monotonic() > warm:
                early = (victim.memory(field), victim.descriptors())
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
            late = (victim.memory(field), victim.descriptors())
            early = early or late
            report += f"; peak {victim.memory('VmHWM'):.0f} MB, {early[0]:.0f} MB after a third and {late[0]:.0f} MB at the end"
            report += f"; {early[1]} and {late[1]} descriptors"
            # Each decoder of pictures retains some memory, and so does each thread that has used a decoder.
            if late[0] > 1.1 * early[0] + (32 if name == "sets" else 4):
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
        # The weight files that the models refer to.
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
                # The server disconnects clients whose connections are left open.
                if kind == 2:
                    client.socket.shutdown(socket.SHUT_WR)
                    while client.socket.recv(1 << 16):
                        pass
            client.socket.close()

        return victim, attack

    def readers(self):
        victim, path = self.server()
        model = str(CORPUS / "model" / "program_of_layers")
        waiting = []
        good = Frames(path)

        def attack():
            client = Frames(path)
            header = json.dumps({"id": 1, "op": self.chance.choice(["plan", "load"]), "path": model}).encode()
            client.socket.setblocking(False)
            try:
                for _ in range(self.chance.randrange(1, 400)):
                    client.socket.send(PREFIX.pack(b"OSP1", len(header), 0) + header)
            except BlockingIOError:
                pass
            waiting.append(client)
            if len(waiting) > 40:
                waiting.pop(self.chance.randrange(len(waiting))).socket.close()
            # Other clients must still get answers.
            good.ask(op="fly")

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
        paths += ["/api/similar/known", "/api/similar/print?key=a", "/api/similar/groups", "/api/samples/file?path=../../VERSION"]
        paths += ["/api/uploads/x/pictures?kind=boxes", "/api/uploads/x/leave-out?kind=photos", "/api/picture?kind=flat", "/api/preview"]

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
            # Some clients never read. They stay connected until there are many of them.
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

    def client(self, address):
        """Sends a request to Studio, and returns the JSON object or list of the answer; an empty object for other answers."""

        def ask(method, path, body=b""):
            with socket.create_connection(address, HANG) as client:
                client.sendall(self.head(address, method, path, f"Content-Length: {len(body)}") + body)
                answer = b""
                while part := client.recv(1 << 16):
                    answer += part
            head, content = answer.split(b"\r\n\r\n", 1)
            return json.loads(content) if content and b"application/json" in head else {}

        return ask

    def sets(self):
        victim, address = self.studio()
        ask = self.client(address)
        photos = [file.read_bytes() for file in sorted((CORPUS / "images").iterdir())]
        # The seeds of the fuzzer. Their first byte gives their kind.
        kinds = ["annotations.json", "annotations.json", "a.xml", "a.txt", "data.yaml", "a/1.json", "table.csv", "table.json", "tasks.json"]
        kinds += ["boxes.csv", "_classes.csv", "tasks.json", "set.zip", "table.csv", "data.yaml"]
        seeds = [file.read_bytes() for file in sorted((CORPUS / "boxes").iterdir())]

        def attack():
            upload = ask("POST", "/api/uploads").get("id")
            seed = self.chance.choice(seeds)
            content = damaged(self.chance, seed[1:]) if self.chance.randrange(4) else seed[1:]
            files = [(kinds[seed[0]], content)]
            files += [(self.chance.choice(["a.png", "train/images/a.png", "<b>/1.png"]), self.chance.choice(photos))]
            for name, body in files:
                unpack = "&unpack=1" if name.endswith(".zip") else ""
                ask("PUT", f"/api/uploads/{upload}?path={urllib.parse.quote(name)}{unpack}", body)
            ask("GET", f"/api/uploads/{upload}/data")
            kind = self.chance.choice(["photos", "boxes"])
            for picture in ask("GET", f"/api/uploads/{upload}/pictures?kind={kind}").get("pictures", []):
                box = {"label": "<b>", "box": [self.chance.choice([0, 0.5, -1, 9]) for _ in range(4)]}
                ask("POST", f"/api/uploads/{upload}/boxes", json.dumps({"name": picture["name"], "objects": [box]}).encode())
                label = {"name": picture["name"], "label": self.chance.choice(["a", "..", ".x", "a/b", "\x00"])}
                ask("POST", f"/api/uploads/{upload}/label", json.dumps(label).encode())
                ask("GET", f"/api/uploads/{upload}/picture?kind={kind}&name={urllib.parse.quote(picture['name'])}")
                ask("POST", f"/api/uploads/{upload}/leave-out?kind={kind}", json.dumps({"name": picture["name"]}).encode())
            keys = [self.chance.choice(["a", "b", "c" * 3000, ""]) for _ in range(self.chance.choice([3, 2_000]))]
            ask("POST", "/api/similar/print?key=a", self.chance.choice(photos))
            ask("POST", "/api/similar/groups", json.dumps({"photos": keys, "distance": 5}).encode())
            ask("DELETE", f"/api/uploads/{upload}")

        return victim, attack

    def trainings(self):
        victim, address = self.studio()
        ask = self.client(address)
        seeds = [file.read_bytes() for file in sorted((CORPUS / "images").iterdir())]

        def begin():
            upload = ask("POST", "/api/uploads").get("id")
            for name in (f"{label}/{number}" for label in ("a", "<b>") for number in range(2)):
                content = self.chance.choice(seeds)
                content = damaged(self.chance, content) if self.chance.randrange(4) == 0 else content
                ask("PUT", f"/api/uploads/{upload}?path={urllib.parse.quote(name)}.png", content)
            settings = {"iterations": self.chance.choice([1, 3, -1, 2**40, 10])}
            ask("POST", "/api/jobs", json.dumps({"upload": upload, "kind": self.chance.choice(["photos", "boxes"]), "settings": settings}).encode())
            ask("DELETE", f"/api/uploads/{upload}")

        def attack():
            jobs = ask("GET", "/api/jobs")
            if len(jobs) < 20:
                return begin()
            job = self.chance.choice(jobs)["id"]
            method, path = self.chance.choice([("POST", "/stop"), ("POST", "/resume"), ("DELETE", ""), ("GET", ""), ("GET", "/report")])
            if path == "/report":
                with socket.create_connection(address, HANG) as client:
                    client.sendall(self.head(address, method, f"/api/jobs/{job}{path}"))
                    return client.recv(1 << 16)
            return ask(method, f"/api/jobs/{job}{path}")

        return victim, attack

    # Downloads

    def downloads(self):
        """Attacks `model get`. The program is started anew for each attempt. The server of models, the victim, is idle in the meantime."""
        victim, _ = self.server()
        model = (CORPUS / "model" / "trees").read_bytes()
        port = hostile_server.start(self.chance, model)
        wrong = "0" * 64
        environment = {**os.environ, "HOME": self.folder, "no_proxy": "127.0.0.1"}

        def attack():
            kind = self.chance.choice(["endless", "head", "file", "itself", "other", "damaged", "wrong"])
            name = self.chance.choice(["m.mlmodel", "%2e%2e%2fm.mlmodel", "..%2f..%2fm.mlmodel", "%00.mlmodel", "%ff.mlmodel", ".mlmodel"])
            command = [self.osprey, "model", "get", f"http://127.0.0.1:{port}/{kind}/{name}"] + ["--sha256", wrong] * (kind != "damaged")
            process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                # An endless download is ended by a signal, as a user would end it.
                process.wait(1 if kind == "endless" else HANG)
            except subprocess.TimeoutExpired:
                process.terminate()
                if kind != "endless":
                    raise TimeoutError from None
                process.wait(2)
            kept = [file for file in pathlib.Path(self.folder).rglob("*") if file.is_file()]
            if process.returncode not in (0, 1, 2, -15, 143) or any(file.name != "m.mlmodel" or kind != "damaged" for file in kept):
                self.failures.append(f"downloads: {kind} {name} ends with {process.returncode} and leaves {kept}")
            for file in kept:
                file.unlink()

        return victim, attack


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("osprey")
    parser.add_argument("surfaces", nargs="*", default=[], metavar="SURFACE")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    failures = []
    for name in options.surfaces or ["images", "models", "frames", "readers", "requests", "sockets", "trainings", "sets", "downloads"]:
        with tempfile.TemporaryDirectory() as folder:
            attack = Attack(os.path.abspath(options.osprey), folder, options.seconds, options.seed)
            attack.run(name)
            failures += attack.failures
    print("\n".join(failures) or "nothing gave way")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
