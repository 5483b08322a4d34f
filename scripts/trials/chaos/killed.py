"""Parties that are killed in the middle of what they do: the application, `outlive`, its watchdog, and clients."""

import collections
import multiprocessing
import random
import signal
import time

from .harness import Harness, bench, kill, soak
from .http import print_tally
from .service import Service

# The exit statuses of a run that ended before the fault, or continued with a relaunch.
ENDED = {0, 1}


def kill_service(run, programs):
    return kill(run.find(programs.service))


def stop_service(run, programs):
    """Stops it for good: no answer comes, and SIGTERM stays pending."""
    return kill(run.find(programs.service), signal.SIGSTOP)


def kill_outlive(run, _programs):
    return kill([run.process.pid])


def kill_watchdog(run, _programs):
    return kill(run.find("sh"))


def interrupt(run, _programs):
    return kill([run.process.pid], random.choice([signal.SIGINT, signal.SIGTERM, signal.SIGHUP]))


# The faults, each with the additional exit statuses that are allowed after it.
FAULTS = {
    "application killed": (kill_service, {3}),
    "application stopped": (stop_service, {3}),
    "outlive killed": (kill_outlive, {-signal.SIGKILL}),
    "watchdog killed": (kill_watchdog, set()),
    # Before `outlive` handles interrupts, the signal ends it.
    "outlive interrupted": (interrupt, {130, -signal.SIGINT, -signal.SIGTERM, -signal.SIGHUP}),
}


def strike(name, programs, tally):
    """Starts a run, waits for some of it, and does one thing to it."""
    action, expected = FAULTS[name]
    options = ["--timeout", "3s", "--report", "json={reports}/report.json"]
    arguments = random.choice(
        [soak(programs, *options), soak(programs, *options, "--heap", cycles=6), bench(programs, *options)])
    with Harness(programs, arguments) as run:
        if random.random() < 0.8:
            run.await_launch(programs)
        time.sleep(random.choice([random.uniform(0, 0.3), random.uniform(0, 3)]))
        hit = action(run, programs)
        status = run.wait()
        tally[f"{name if hit else 'missed'}: ended with {status}"] += 1
        what = f"{name} ({arguments[0]})"
        if status is None:
            yield f"{what}: outlive did not end"
        elif status not in expected | ENDED:
            yield f"{what}: outlive ended with {status}: {run.errors()[-500:]}"
        if status == 3 and not run.errors():
            yield f"{what}: outlive failed without a message"
        for broken in run.broken_reports():
            yield f"{what}: {broken} is not whole"
        for finding in run.left(expected={"report.json"}):
            yield f"{what}: {finding}"


def hammer(service):
    """A client that is killed; it asks for resets until then."""
    client = service.client()
    while True:
        client.ask("POST", "/reset", b'{"deadline": 5}')


def kill_clients(service, tally):
    clients = [multiprocessing.Process(target=hammer, args=(service,), daemon=True) for _ in range(4)]
    for client in clients:
        client.start()
    time.sleep(random.uniform(0.05, 0.5))
    for client in clients:
        client.kill()
        client.join()
    tally["clients killed"] += len(clients)
    status = service.client().ask("POST", "/reset", b'{"deadline": 20}')
    if status != 200:
        yield f"after clients were killed, a reset was answered with {status}"


def run(programs, end):
    tally, findings = collections.Counter(), []
    with Service(programs) as service:
        while time.monotonic() < end:
            for name in random.sample(sorted(FAULTS), len(FAULTS)):
                findings += strike(name, programs, tally)
                findings += kill_clients(service, tally)
                if time.monotonic() >= end:
                    break
        if service.status() is not None:
            findings.append(f"the service ended with status {service.status()}: {service.log_text()}")
        elif not service.end():
            findings.append("the service did not end within 10 s of SIGTERM")
    if not any(": ended with" in what and not what.startswith("missed") for what in tally):
        findings.append("nothing was tried: every fault missed its process")
    return print_tally("killed", tally) + findings
