"""Runs the parts of scripts/chaos one after the other, each with processes of its own."""

import argparse
import os
import sys
import tempfile
import time

from . import clock, crowd, descriptors, full, http, inspected, killed, machine, stopped
from .programs import LeftOut, Programs

# A part takes the programs and the end of its time, and returns its findings; it prints what it did.
PARTS = {part.__name__.rpartition(".")[2]: part.run for part in
         [http, stopped, killed, full, descriptors, clock, crowd, inspected]}

# How long a part takes if no time is given, in seconds.
SECONDS = {"inspected": 600}
OTHERWISE = 60


def run(name, programs, seconds):
    """Runs a part; prints its findings, and returns their number."""
    stalls = machine.Stalls()
    try:
        findings = PARTS[name](programs, time.monotonic() + seconds)
    except LeftOut as reason:
        print(f"{name}: left out: {reason}", flush=True)
        return 0
    for line in stalls.lines():
        print(f"{name}: {line}")
    for finding in findings:
        print(f"{name}: FINDING: {finding}")
    sys.stdout.flush()
    return len(findings)


def main():
    parser = argparse.ArgumentParser(prog="chaos", description=__doc__)
    parser.add_argument("--programs", required=True, help="the folder of note-service and outlive")
    parser.add_argument("--seconds", type=int)
    parser.add_argument("--part", action="append", default=[])
    options = parser.parse_args()
    if unknown := sorted(set(options.part) - PARTS.keys()):
        print(f"scripts/chaos: there is no part '{unknown[0]}'; there are {', '.join(PARTS)}", file=sys.stderr)
        return 64
    with tempfile.TemporaryDirectory(prefix="outlive-chaos-") as folder:
        programs = Programs(options.programs, os.path.join(folder, "notes.json"))
        found = sum(
            run(name, programs, options.seconds or SECONDS.get(name, OTHERWISE)) for name in options.part or PARTS)
    print(f"{found} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
