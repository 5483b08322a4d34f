"""A service that is stopped and continued, as by a debugger, a container's pause or a laptop's lid."""

import collections
import random
import signal
import time

from .http import GoodClient, print_tally, print_times
from .service import Service, steady

CLIENTS = 4
# The longest stop, longer than a client may take for the head of a request, which is 5 s.
LONGEST = 7
SLOWEST = LONGEST + 10


def load(service, end):
    """Stops and continues the service at random moments, in bursts and for seconds."""
    clients = [GoodClient(service, end) for _ in range(CLIENTS)]
    tally = collections.Counter()
    try:
        while time.monotonic() < end and service.status() is None:
            length = random.choice([0, 0, 0.001, 0.05, 0.5, 2, LONGEST])
            for _ in range(50 if length < 0.01 else 1):
                service.process.send_signal(signal.SIGSTOP)
                time.sleep(length)
                service.process.send_signal(signal.SIGCONT)
                tally["stops"] += 1
            time.sleep(random.uniform(0, max(length, 0.2)))
    finally:
        service.process.send_signal(signal.SIGCONT)
    if service.status() is not None:
        return []
    times = []
    for client in clients:
        asked, took = client.results()
        tally.update(asked)
        times += took
    return print_tally("stopped", tally) + print_times("stopped", sorted(times), SLOWEST)


def run(programs, end):
    return steady("stopped", Service(programs), end, load)
