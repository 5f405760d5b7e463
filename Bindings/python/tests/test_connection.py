import os
import pathlib
import subprocess
import tempfile
import unittest
import unittest.mock

import numpy as np

import models
from osprey_coreml import OspreyError
from osprey_coreml.connection import Connection
from osprey_coreml.program import find_program
from osprey_coreml.values import Request


class ConnectionTests(models.ModelTestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)
        self.socket = os.path.join(self.place.name, "socket")
        self.server = subprocess.Popen([find_program(), "model", "serve", "--socket", self.socket], stdout=subprocess.PIPE, text=True)
        self.assertIn(self.socket, self.server.stdout.readline())
        self.addCleanup(self.end)

    def end(self):
        self.server.stdout.close()
        if self.server.poll() is None:
            self.server.terminate()
            self.assertEqual(self.server.wait(10), 0)

    def linear(self):
        path = str(pathlib.Path(self.place.name) / "linear.mlpackage")
        if not os.path.exists(path):
            models.linear().save(path)
        return path

    def predict(self, connection, model, value):
        request = Request()
        return connection.predict("predict", request, model=model, inputs={"x": request.encode(np.asarray(value, np.float32))})["y"]

    def test_two_clients_have_arrays_of_their_own(self):
        connections = [Connection(self.socket) for _ in range(2)]
        handles = [connection.call("load", path=self.linear())["model"] for connection in connections]
        for number, (connection, handle) in enumerate(zip(connections, handles)):
            np.testing.assert_array_equal(self.predict(connection, handle, [number, 2, 3]), [2 * number + 1, 5, 7])
        with self.assertRaises(OspreyError):
            self.predict(connections[0], handles[0], [1, 2])
        np.testing.assert_array_equal(self.predict(connections[0], handles[0], [1, 2, 3]), [3, 5, 7])
        for connection in connections:
            connection.close()

    def test_large_arrays_arrive_whole_through_memory_and_through_the_socket(self):
        path = str(pathlib.Path(self.place.name) / "large.mlpackage")
        models.linear((1 << 20,)).save(path)
        for can_share in (True, False):
            connection = Connection(self.socket)
            connection._can_share = can_share
            handle = connection.call("load", path=path)["model"]
            for start in (0, 5):
                x = np.arange(start, start + (1 << 20), dtype=np.float32)
                np.testing.assert_array_equal(self.predict(connection, handle, x), 2 * x + 1)
            self.assertEqual(connection._memory is not None, can_share)
            connection.close()

    def test_a_server_that_may_not_share_gets_arrays_through_the_socket(self):
        path = str(pathlib.Path(self.place.name) / "large.mlpackage")
        models.linear((1 << 20,)).save(path)
        connection = Connection(self.socket)
        # Without its seal, the server refuses the memory.
        with unittest.mock.patch("osprey_coreml.memory.fcntl.fcntl"):
            handle = connection.call("load", path=path)["model"]
            x = np.ones(1 << 20, np.float32)
            np.testing.assert_array_equal(self.predict(connection, handle, x), 2 * x + 1)
        self.assertIsNone(connection._memory)
        connection.close()

    def test_the_server_opens_no_file_that_a_client_names_as_memory(self):
        file = pathlib.Path(self.place.name) / "file"
        file.write_bytes(bytes(4096))
        connection = Connection(self.socket)
        for path in (str(file), f"/proc/{os.getpid()}/fd/{connection._socket.fileno()}"):
            with self.assertRaisesRegex(OspreyError, "SCM_RIGHTS"):
                connection.call("share", path=path)
        connection.close()

    def test_a_server_that_ends_is_an_error(self):
        connection = Connection(self.socket)
        handle = connection.call("load", path=self.linear())["model"]
        self.server.kill()
        self.server.wait()
        with self.assertRaises(OspreyError):
            self.predict(connection, handle, [1, 2, 3])
        self.assertFalse(connection.is_usable())
