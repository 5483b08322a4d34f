"""Low limits of descriptors, for `outlive` and for the service."""

import collections
import random
import shutil
import threading
import time

from .client import Client
from .harness import EXITS, Harness, bench, soak
from .http import churn, oversized, print_tally, stall
from .programs import LeftOut
from .service import Service

LIMITS = [8, 12, 16, 20, 24, 32, 40, 48, 64, 96]
# The limit of the service: above the number that it opens by itself, below the number that the crowd opens.
OWN = 40
CROWD_SECONDS = 5


def limited(limit):
    return ["prlimit", f"--nofile={limit}"]


def harness(programs, end, tally):
    """Runs `outlive` with each limit."""
    for limit in random.sample(LIMITS, len(LIMITS)):
        if time.monotonic() >= end:
            return
        report = ["--report", "json={reports}/report.json"]
        arguments = random.choice(
            [soak(programs, *report), soak(programs, *report, "--heap", cycles=5), bench(programs, *report)])
        with Harness(programs, arguments, limited(limit)) as run:
            what = f"{arguments[0]} with {limit} descriptors"
            status, errors = run.wait(), run.errors()
            tally[f"outlive with {limit} descriptors: ended with {status}"] += 1
            if status not in EXITS - {2, 64, 130}:
                # Without descriptors for its libraries a program cannot start.
                if not (status == 127 and "error while loading shared libraries" in errors):
                    yield f"{what}: ended with {status}: {errors[-500:]}"
            if status == 3 and not errors:
                yield f"{what}: failed without a message"
            for broken in run.broken_reports():
                yield f"{what}: {broken} is not whole"
            for finding in run.left(expected={"report.json"}):
                yield f"{what}: {finding}"


def crowd(service, tally):
    """Opens more connections than the service has descriptors; then it has to serve as before."""
    end = time.monotonic() + CROWD_SECONDS

    def push(action):
        while time.monotonic() < end:
            try:
                action(service.port, service.token, tally)
            except (OSError, TimeoutError):
                tally["refused or reset"] += 1

    threads = [threading.Thread(target=push, args=(action,)) for action in [churn] * 6 + [stall, stall, oversized]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    client, answers = Client(service.port, service.token), []
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and 200 not in answers:
        try:
            answers.append(client.ask("POST", "/reset", b'{"deadline": 10}'))
        except OSError as error:
            answers.append(type(error).__name__)
            time.sleep(0.2)
    tally["resets after a crowd"] += 1
    if 200 not in answers:
        yield f"after a crowd, resets were answered with {answers[-5:]}"


def run(programs, end):
    if not shutil.which("prlimit"):
        raise LeftOut("there is no prlimit(1)")
    tally, findings = collections.Counter(), []
    with Service(programs, prefix=limited(OWN)) as service:
        service.warm_up()
        before = service.descriptors()
        while time.monotonic() < end and service.status() is None:
            findings += crowd(service, tally)
            findings += harness(programs, end, tally)
        if service.status() is not None:
            return findings + [f"the service ended with status {service.status()}: {service.log_text()}"]
        after = service.settled_descriptors(at_most=before)
        print(f"descriptors: {before} -> {after} of {OWN}")
        if after > before:
            findings.append(f"{after - before} descriptors stay open")
        if not service.end():
            findings.append("the service did not end within 10 s of SIGTERM")
    return print_tally("descriptors", tally) + findings
