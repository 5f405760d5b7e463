"""A malicious HTTP server, for Scripts/attack.py."""
import socket
import threading

from damage import damaged


def start(chance, model):
    """Starts to serve in threads of this process, and returns the port. The first part of a request's path selects the attack."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve():
        while True:
            client, _ = listener.accept()
            threading.Thread(target=answer, args=(client,), daemon=True).start()

    def answer(client):
        with client:
            try:
                path = client.recv(1 << 16).split(b" ")[1]
                send(client, path.split(b"/")[1], path)
            except OSError:
                pass

    def send(client, kind, path):
        if kind == b"endless":
            client.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
            while True:
                client.sendall(bytes(1 << 16))
        elif kind == b"head":
            client.sendall(b"HTTP/1.1 200 OK\r\n")
            while True:
                client.sendall(b"X: " + b"y" * 60000 + b"\r\n")
        elif kind in (b"file", b"itself", b"other"):
            target = {b"file": b"file:///etc/passwd", b"itself": path, b"other": b"gopher://127.0.0.1:1/x"}[kind]
            client.sendall(b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: " + target + b"\r\n\r\n")
        else:
            content = damaged(chance, model) if kind == b"damaged" else model
            client.sendall(damaged(chance, b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(content)) + content)

    threading.Thread(target=serve, daemon=True).start()
    return listener.getsockname()[1]
