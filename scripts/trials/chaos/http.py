"""Clients of the HTTP notifier that behave badly, and one that behaves well beside them."""

import collections
import multiprocessing
import random
import socket
import threading
import time

from .client import Client, reported
from .service import Service, steady

# The number of simultaneous clients of each kind, and of connections that one stalling client holds.
CLIENTS = {"churn": 16, "stalled": 3, "oversized": 4, "half-closed": 2, "leaving": 2, "not reading": 2}
STALLED = 100

# The answers that the notifier may give a client among a crowd: docs/protocol.md.
CROWDED = {409, 503, None}
# A request that gets no answer in this many attempts among a crowd counts as locked out.
ATTEMPTS = 5
SLOWEST = 10


def churn(port, _token, tally):
    """Connects, sends a part of a request, and closes or resets."""
    client = Client(port)
    data = random.choice([b"", b"G", b"GET /ready HTTP/1.1\r\nX: ", client.request("GET", "/ready")])
    if random.random() < 0.5:
        client.leave(data)
    else:
        with client.connect() as connection:
            connection.sendall(data)
            connection.settimeout(random.choice([0.001, 0.02]))
            try:
                connection.recv(100)
            except (TimeoutError, ConnectionResetError):
                pass
    tally["churn: connections"] += 1


def stall(port, _token, tally):
    """Holds many connections with an unfinished head for some seconds."""
    connections = []
    try:
        for _ in range(STALLED):
            connections.append(Client(port).connect())
            connections[-1].sendall(b"POST /reset HTTP/1.1\r\nX: ")
            tally["stalled: connections"] += 1
        time.sleep(2)
    finally:
        for connection in connections:
            connection.close()


def oversized(port, token, tally):
    """Sends requests beyond one of the limits, with the token and without."""
    client = Client(port, random.choice([None, token]))
    own = Client(port, token)
    marks = "\u0301\u0316".encode() * 30_000
    requests = [
        ("head", 431, client.request("GET", "/ready", fields=["X: " + "x" * 20_000])),
        ("path", 431, client.request("GET", "/" + "x" * 1_000_000)),
        ("fields", 431, client.request("GET", "/ready", fields=[f"X-{index}: 1" for index in range(200)])),
        ("body", 413, client.request("POST", "/reset", b"x" * (4 << 20))),
        ("depth", 400, own.request("POST", "/reset", b"[" * 100_000)),
        ("marks", 400, own.request("POST", "/reset", b'{"' + marks + b'": 1}')),
        ("list", 400, own.request("POST", "/reset", b'{"other": [' + b"0," * 100_000 + b"0]}")),
        ("bytes", 400, random.randbytes(5_000) + b"\n"),
    ]
    name, expected, data = random.choice(requests)
    status = client.answer_to(data)
    tally[f"oversized: {name} answered {status}"] += 1
    # If there is no room for its refusal, a client may lose the answer because of bytes that were not read.
    if status not in {expected, 503, None}:
        tally[f"FINDING: oversized {name} was answered with {status}, not {expected}"] += 1


def half_close(port, token, tally):
    """Closes its side behind the request; counts as gone, so that it is answered or not."""
    client = Client(port, token)
    method, path = random.choice([("GET", "/ready"), ("POST", "/reset"), ("POST", "/ping"), ("GET", "/events")])
    status = client.answer_to(client.request(method, path), end_writing=True)
    tally[f"half-closed: {'not ' if status is None else ''}answered"] += 1
    if status not in {200, *CROWDED}:
        tally[f"FINDING: half-closed {method} {path} was answered with {status}"] += 1


def leave(port, token, tally):
    """Asks for a reset and resets the connection."""
    client = Client(port, token)
    client.leave(client.request("POST", "/reset?wait=settled", b'{"deadline": 5}'))
    tally["leaving: connections"] += 1
    time.sleep(0.05)


def not_reading(port, token, tally):
    """Asks for a stream of events and does not read it."""
    client = Client(port, token)
    with client.connect() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        connection.sendall(client.request("GET", "/events"))
        time.sleep(2)
    tally["not reading: connections"] += 1


KINDS = {
    "churn": churn, "stalled": stall, "oversized": oversized, "half-closed": half_close, "leaving": leave,
    "not reading": not_reading,
}


def behave_badly(kind, port, token, end, tally):
    while time.monotonic() < end:
        try:
            KINDS[kind](port, token, tally)
        except TimeoutError:
            tally[f"FINDING: {kind}: the server neither answered nor closed"] += 1
        except OSError:
            tally["refused or reset"] += 1
            time.sleep(0.02)


def behave_well(port, token, end, results):
    """Asks for one thing after the other, and again what was refused; puts a tally and the times."""
    client, tally, times, number = Client(port, token), collections.Counter(), [], 0
    while time.monotonic() < end:
        number += 1
        requests = [("GET", "/ready", b"")] * 6 + [("POST", "/ping", b""), ("GET", "/generations", b"")]
        method, path, body = random.choice([*requests, ("POST", "/reset", b'{"id": %d, "deadline": 20}' % number)])
        begin = time.monotonic()
        for attempt in range(ATTEMPTS):
            try:
                status = client.ask(method, path, body)
            except OSError as error:
                status = type(error).__name__
            tally[f"{method} {path} answered {status}"] += 1
            # A request for /ready during a reset is answered with 503, too.
            if status == 200 or (path, status) == ("/ready", 503):
                break
            if status not in CROWDED:
                tally[f"FINDING: {method} {path} was answered with {status}"] += 1
            time.sleep(0.1 * (attempt + 1))
        else:
            tally[f"FINDING: {method} {path} was kept out {ATTEMPTS} times"] += 1
        times.append(time.monotonic() - begin)
        time.sleep(0.01)
    results.put((tally, sorted(times)))


class GoodClient:
    """A client that behaves well, in a process of its own: what is measured is the server, not how busy this one is."""

    def __init__(self, service, end):
        self._results = multiprocessing.Queue()
        arguments = (service.port, service.token, end, self._results)
        self._process = multiprocessing.Process(target=behave_well, args=arguments, daemon=True)
        self._process.start()

    def results(self):
        """What was asked and answered, and the times in ascending order."""
        results = self._results.get(timeout=200)
        self._process.join()
        return results


def print_tally(part, tally):
    """Prints what was counted; returns what of it is a finding."""
    for what, count in sorted(tally.items()):
        if not what.startswith("FINDING"):
            print(f"{part}: {count:8} {what}")
    found = [(what.removeprefix("FINDING: "), count) for what, count in tally.items() if what.startswith("FINDING")]
    return [f"{what} ({count} times)" for what, count in found]


def print_times(part, times, slowest):
    """Prints how long requests took; returns a finding if one took too long."""
    if not times:
        return ["a client that behaves well got no answer at all"]
    print(
        f"{part}: {len(times)} requests of clients that behave well:"
        f" median {times[len(times) // 2] * 1000:.1f} ms, slowest {times[-1] * 1000:.0f} ms")
    return [f"a client waited for {times[-1]:.1f} s"] if times[-1] > slowest else []


def load(service, end):
    good = GoodClient(service, end)
    tallies, threads = [], []
    for kind, count in CLIENTS.items():
        for _ in range(count):
            tallies.append(collections.Counter())
            arguments = (kind, service.port, service.token, end, tallies[-1])
            threads.append(threading.Thread(target=reported(behave_badly, tallies[-1]), args=arguments, daemon=True))
            threads[-1].start()
    while time.monotonic() < end and service.status() is None:
        time.sleep(0.1)
    if service.status() is not None:
        return []
    tally, times = good.results()
    for thread in threads:
        thread.join(60)
    for other in tallies:
        tally.update(other)
    return print_tally("http", tally) + print_times("http", times, SLOWEST)


def run(programs, end):
    return steady("http", Service(programs), end, load)
