"""A client of the HTTP notifier that sends bytes as they are."""

import socket
import struct

PATIENCE = 30


class Client:
    def __init__(self, port, token=None):
        self.port = port
        self.token = token

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        connection.settimeout(PATIENCE)
        return connection

    def request(self, method, path, body=b"", fields=()):
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        if self.token:
            lines.append(f"Authorization: Bearer {self.token}")
        if body:
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        return "\r\n".join([*lines, *fields, "", ""]).encode() + body

    def ask(self, method, path, body=b""):
        """Sends a request; returns the status, or None if the connection was closed without an answer."""
        return self.answer_to(self.request(method, path, body))

    def answer_to(self, data, end_writing=False):
        """Sends bytes, and reads until the server closes.

        TimeoutError means that the server neither answered nor closed.
        """
        with self.connect() as connection:
            try:
                connection.sendall(data)
                if end_writing:
                    connection.shutdown(socket.SHUT_WR)
            except (ConnectionResetError, BrokenPipeError):
                pass  # The server may answer before it has read everything.
            return read_status(connection)

    def leave(self, data):
        """Sends bytes and resets the connection."""
        with self.connect() as connection:
            connection.sendall(data)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def read_status(connection):
    answer = b""
    try:
        while part := connection.recv(65536):
            answer = (answer + part)[:64]
    except ConnectionResetError:
        pass
    if len(answer) < 12:
        return None
    if not (answer.startswith(b"HTTP/1.1 ") and answer[9:12].isdigit()):
        raise ValueError(f"an answer begins with {answer!r}")
    return int(answer[9:12])


def reported(work, tally):
    """The body of a thread that counts an error of any kind as a finding."""
    def run(*arguments):
        try:
            work(*arguments)
        except Exception as error:  # pylint: disable=broad-except
            tally[f"FINDING: {work.__name__} ended: {type(error).__name__}: {error}"] += 1
    return run
