"""Runs `outlive tasks` and `outlive watch` on services with tasks that wait for ever, and compares with the truth.

The truth is Benchmarks/WaitServices/cases.tsv. A line for each case, with + if it holds and - if not: `stuck`, a
group of stuck tasks of that number whose fix names the place; `all`, exactly those tasks are stuck; `leak`, a cause
of the watch by which tasks accumulate, whose fix names the place; `one`, each is one cause, and there is no other.
Takes some two minutes, and ten to build the services the first time.
"""

import collections
import contextlib
import json
import os
import re
import subprocess
import threading
import time
import urllib.request

from .table import Table
from .tools import ROOT, CannotTry, add_configuration, add_keep, build, say, scratch

TRUTH = "stuck and accumulating tasks in services against a list"
MINUTES = 20
SERVICES = ROOT / "Benchmarks/WaitServices"
Case = collections.namedtuple("Case", "service kind tasks pattern")
CYCLES = 8


def read_cases():
    with open(SERVICES / "cases.tsv", encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
    return [Case(row[0], row[1], int(row[2]) if row[2] != "-" else 0, row[3]) for row in rows]


@contextlib.contextmanager
def started(options, service, *arguments):
    """A service that is ready, and the word after `ready` in its output: its port or process."""
    program = os.path.join(options.programs, service)
    # Its output is not a terminal, and has to come line by line.
    process = subprocess.Popen(
        ["stdbuf", "-oL", program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        line = process.stdout.readline()
        if not line.startswith("ready"):
            raise CannotTry(f"{service} ended before it was ready")
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
        raise CannotTry(process.stdout)
    with open(f"{report}.json", encoding="utf-8") as file:
        return json.load(file)


def stuck_groups(options, service, report):
    def stuck(process):
        groups = outlive(options, report, "tasks", str(process.pid))["groups"]
        return [group for group in groups if "stuck" in group]

    if service == "relay":
        with started(options, service) as (process, _):
            return stuck(process)
    with started(options, service) as (process, port):
        request(port, "reserve/a1")
        time.sleep(0.5)
        for path in ("reserve/a1", "print/0", "news", "news"):
            request(port, path)
        request(port, "print/7", is_answered=True)
        request(port, "health", is_answered=True)
        time.sleep(0.5)
        return stuck(process)


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
            causes = outlive(
                options, report, "watch", str(process.pid), "--every", "1s", "--times", str(CYCLES))["causes"]
            return [cause for cause in causes if cause["verdict"] == "leak"]
        finally:
            is_over.set()


def add_options(parser):
    parser.add_argument("--service", default="", metavar="NAME", help="only services whose name contains it")
    add_keep(parser)
    add_configuration(parser, "the services")


def run(options):
    say("building; the first time takes some ten minutes")
    options.outlive = build("outlive")
    options.programs = build(None, options.configuration, SERVICES)
    cases = read_cases()
    table = Table("", "service", "aspect", "found")

    def show(holds, service, aspect, words):
        table.add("-+"[holds], service, aspect, words)

    with scratch() as folder:
        for service in dict.fromkeys(case.service for case in cases if options.service in case.service):
            report = os.path.join(options.keep or folder, service)
            groups = stuck_groups(options, service, f"{report}-tasks")
            expected = [case for case in cases if case.service == service and case.kind == "stuck"]
            for case in expected:
                # A word on a stack makes the verdict on some of them less certain, and divides the group.
                found = [group for group in groups if re.search(case.pattern, group["stuck"].get("remedy") or "")]
                holds = sum(group["count"] for group in found) == case.tasks
                words = found[0]["stuck"]["remedy"] if found else f"{case.tasks} at {case.pattern}"
                show(holds, service, "stuck", words)
            count, right = sum(group["count"] for group in groups), sum(case.tasks for case in expected)
            show(count == right, service, "all", f"{count} of {right} tasks are reported as stuck")
            causes = watched_causes(options, service, f"{report}-watch")
            expected = [case for case in cases if case.service == service and case.kind == "leak"]
            for case in expected:
                found = [cause for cause in causes if re.search(case.pattern, cause["hint"])]
                words = f"{found[0]['title']} | {found[0]['hint']}" if found else case.pattern
                show(bool(found), service, "leak", words)
            titles = "; ".join(cause["title"] for cause in causes)
            show(len(causes) == len(expected), service, "one", f"{len(causes)} causes: {titles}")
    print(table)
    return all(row[0] == "+" for row in table.rows[1:])
