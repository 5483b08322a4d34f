"""Runs the parts of scripts/chaos one after the other, each against a service of its own."""

import argparse
import sys
import time

from . import http
from .service import Service

# A part takes a service and the end of its time, and returns its findings; it prints what it did.
PARTS = {"http": http.run}

# What the service may hold more of at the end of a part than after its first third.
MEMORY_GROWTH = 16 << 20


def run(name, options):
    """Runs a part, and checks what holds for every part: the service lives, gives back what it held, and ends."""
    with Service(options.service) as service:
        service.warm_up()
        before = service.descriptors()
        early = service.memory_after(options.seconds / 3)
        findings = PARTS[name](service, time.monotonic() + options.seconds)
        if service.status() is not None:
            return findings + [f"the service ended with status {service.status()}; its log: {service.log_text()}"]
        after = service.settled_descriptors(at_most=before)
        if after > before:
            findings.append(f"{after - before} descriptors stay open")
        memory = service.memory()
        if memory > early.value + MEMORY_GROWTH:
            findings.append(f"memory grew from {early.value >> 20} to {memory >> 20} MiB")
        print(f"{name}: descriptors {before} -> {after}, memory {early.value >> 20} -> {memory >> 20} MiB")
        if not service.end():
            findings.append("the service did not end within 10 s of SIGTERM")
        return findings


def main():
    parser = argparse.ArgumentParser(prog="chaos", description=__doc__)
    parser.add_argument("--service", required=True, help="the program note-service")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--part", action="append", default=[])
    options = parser.parse_args()
    if unknown := sorted(set(options.part) - PARTS.keys()):
        print(f"scripts/chaos: there is no part '{unknown[0]}'; there are {', '.join(PARTS)}", file=sys.stderr)
        return 64
    found = 0
    for name in options.part or PARTS:
        for finding in run(name, options):
            found += 1
            print(f"{name}: FINDING: {finding}")
    print(f"{found} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
