"""Drives the services of Benchmarks/WaitServices and holds the reports against cases.tsv; run by scripts/wait-services.

exit status: 0 all hold, 1 some do not, 3 a service cannot be run
"""

import argparse
import collections
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

Case = collections.namedtuple("Case", "service kind tasks pattern")
CYCLES = 8


def read_cases(services):
    with open(os.path.join(services, "cases.tsv"), encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
    return [Case(row[0], row[1], int(row[2]) if row[2] != "-" else 0, row[3]) for row in rows]


@contextlib.contextmanager
def started(options, service, *arguments):
    """A service that is ready, and the word after `ready` in its output: its port or process."""
    program = os.path.join(options.programs, service)
    # Its output is not a terminal, and has to come line by line.
    process = subprocess.Popen(["stdbuf", "-oL", program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        line = process.stdout.readline()
        if not line.startswith("ready"):
            sys.exit(f"{service} ended before it was ready") if process.poll() is None else sys.exit(3)
        threading.Thread(target=process.stdout.read, daemon=True).start()
        yield process, line.split()[1]
    finally:
        process.kill()
        process.wait()


def request(port, path, is_answered=False):
    """Sends a request; one that is never answered stays open in a thread of its own."""
    def send():
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/{path}", timeout=300).read()
    thread = threading.Thread(target=send, daemon=True)
    thread.start()
    if is_answered:
        thread.join()


def outlive(options, report, *arguments):
    process = subprocess.run(
        [options.outlive, *arguments, "--report", f"json={report}.json", "--report", f"text={report}.txt"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if not os.path.exists(f"{report}.json"):
        print(process.stdout, file=sys.stderr)
        sys.exit(3)
    with open(f"{report}.json", encoding="utf-8") as file:
        return json.load(file)


def stuck_groups(options, service, report):
    if service == "relay":
        with started(options, service) as (process, _):
            return [group for group in outlive(options, report, "tasks", str(process.pid))["groups"] if "stuck" in group]
    with started(options, service) as (process, port):
        request(port, "reserve/a1")
        time.sleep(0.5)
        for path in ("reserve/a1", "print/0", "news", "news"):
            request(port, path)
        request(port, "print/7", is_answered=True)
        request(port, "health", is_answered=True)
        time.sleep(0.5)
        return [group for group in outlive(options, report, "tasks", str(process.pid))["groups"] if "stuck" in group]


def watched_causes(options, service, report):
    with started(options, service, *(["grow"] if service == "relay" else [])) as (process, word):
        is_over = threading.Event()

        def use():
            while not is_over.wait(0.1):
                request(word, "reserve/a1")
                request(word, "print/0")
                request(word, "print/7", is_answered=True)

        if service != "relay":
            threading.Thread(target=use, daemon=True).start()
        try:
            return outlive(options, report, "watch", str(process.pid), "--every", "1s", "--times", str(CYCLES))["causes"]
        finally:
            is_over.set()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("--services", "--outlive", "--programs"):
        parser.add_argument(option, required=True)
    parser.add_argument("--service", default="")
    parser.add_argument("--keep")
    options = parser.parse_args()
    cases = read_cases(options.services)
    services = [name for name in dict.fromkeys(case.service for case in cases) if options.service in name]
    holds_all = True

    def show(holds, service, aspect, words):
        nonlocal holds_all
        holds_all = holds_all and holds
        print(f"{'+' if holds else '-'} {service:<12} {aspect:<6} {words}", flush=True)

    with tempfile.TemporaryDirectory() as scratch:
        for service in services:
            report = os.path.join(options.keep or scratch, service)
            groups = stuck_groups(options, service, f"{report}-tasks")
            expected = [case for case in cases if case.service == service and case.kind == "stuck"]
            for case in expected:
                # A word on a stack makes the verdict on some of them less certain, and divides the group.
                found = [group for group in groups if re.search(case.pattern, group["stuck"].get("remedy") or "")]
                holds = sum(group["count"] for group in found) == case.tasks
                show(holds, service, "stuck", found[0]["stuck"]["remedy"] if found else f"{case.tasks} at {case.pattern}")
            count, right = sum(group["count"] for group in groups), sum(case.tasks for case in expected)
            show(count == right, service, "all", f"{count} of {right} tasks are reported as stuck")
            causes = [cause for cause in watched_causes(options, service, f"{report}-watch") if cause["verdict"] == "leak"]
            expected = [case for case in cases if case.service == service and case.kind == "leak"]
            for case in expected:
                found = [cause for cause in causes if re.search(case.pattern, cause["hint"])]
                show(bool(found), service, "leak", f"{found[0]['title']} | {found[0]['hint']}" if found else case.pattern)
            show(len(causes) == len(expected), service, "one", f"{len(causes)} causes: " + "; ".join(c["title"] for c in causes))
    return 0 if holds_all else 1


if __name__ == "__main__":
    sys.exit(main())
