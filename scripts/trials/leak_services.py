"""Runs `outlive soak --heap` on services with one planted leak each, and compares the reported causes with the
truth.

The truth is Benchmarks/LeakServices/cases.tsv. A line for each case, with a + or - for each of

  found    exit status 1, and a cause with a type of the case; of a healthy service, exit status 0 and no cause
  first    the first cause is the planted one, by its culprit's name or place
  remedy   its hint describes the remedy
  one      it is the only cause
  stable   with --repeat, every run gives the first cause the same fingerprint

then the number of causes, the first one, and the totals. Takes some ten minutes, and as long again to build the
services the first time.
"""

import collections
import json
import os
import re
import shlex
import subprocess
import threading

from .table import Table
from .tools import (
    ROOT, CannotTry, add_configuration, add_keep, build, free_port, heap_library, need, number, say, scratch, setup)

TRUTH = "causes and remedies in services with planted leaks against a list"
MINUTES = 30
SHORT = ["--case", "courier codec"]
SERVICES = ROOT / "Benchmarks/LeakServices"
CYCLES = 12
# The seconds between two inspections of a watched service.
EVERY = 2
# A healthy service gets more requests: a cache that fills slowly has to be full before the last cycles.
HEALTHY_REQUESTS = 40

Case = collections.namedtuple("Case", "service leak types names places remedy")


def read_cases():
    with open(SERVICES / "cases.tsv", encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
    names = lambda column: [part for part in column.split("|") if part != "-"]
    return [Case(row[0], row[1], names(row[2]), names(row[3]), names(row[4]), row[5]) for row in rows]


def missing_places(cases):
    """Places of the services' own sources that do not exist any more, after an edit."""
    lines = {}
    for folder, _, files in os.walk(SERVICES / "Sources"):
        for name in files:
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                lines[name] = [line.strip() for line in file]
    for case in cases:
        for place in case.places:
            name, line = place.rsplit(":", 1)
            if name in lines and (int(line) > len(lines[name]) or not lines[name][int(line) - 1]):
                yield f"{case.service} {case.leak}: {place}"


def work(case, cases):
    use = str(SERVICES / "drive/use")
    if case.leak != "none":
        return f"exec:{shlex.quote(use)} {case.leak} {{port}}"
    leaks = " ".join(other.leak for other in cases if other.service == case.service and other.leak != "none")
    script = f'for leak in {leaks}; do "$0" "$leak" "$1" {HEALTHY_REQUESTS} || exit 1; done'
    return f"exec:sh -c {shlex.quote(script)} {shlex.quote(use)} {{port}}"


def soak(case, cases, options, report):
    program = os.path.join(options.programs, case.service)
    return subprocess.run(
        [options.outlive, "soak", "--heap", "--launch", f"{shlex.quote(program)} --port {{port}} --leak {case.leak}",
         "--ready", "line:^ready", "--work", work(case, cases),
         "--cycles", str(CYCLES), "--report", f"json={report}", "--report", f"text={report[: -len('json')]}txt"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=os.path.dirname(report))


def watch(case, cases, options, report):
    """Starts the service by itself, uses it without a pause, and watches it meanwhile."""
    port = free_port()
    service = subprocess.Popen(
        [os.path.join(options.programs, case.service), "--port", str(port), "--leak", case.leak],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=os.path.dirname(report))
    is_over = threading.Event()
    command = shlex.split(work(case, cases).removeprefix("exec:"))
    command = [part.replace("{port}", str(port)) for part in command]

    def drive():
        while not is_over.is_set():
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    load = threading.Thread(target=drive)
    try:
        # It prints the line as soon as it serves.
        while not (line := service.stdout.readline()).startswith("ready"):
            if not line:
                return subprocess.CompletedProcess([], 3, f"{case.service} ended before it was ready")
        threading.Thread(target=service.stdout.read, daemon=True).start()
        load.start()
        return subprocess.run(
            [options.outlive, "watch", str(service.pid), "--every", f"{EVERY}s", "--times", str(CYCLES),
             "--report", f"json={report}", "--report", f"text={report[: -len('json')]}txt"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=os.path.dirname(report))
    finally:
        is_over.set()
        if load.ident:
            load.join()
        service.kill()
        service.wait()


def place(location):
    return f"{os.path.basename(location['file'])}:{location['line']}" if location else ""


def judge(case, status, causes):
    if case.leak == "none":
        return {"found": status == 0 and not causes}
    leaks = lambda cause: any(
        name.lower() in leaked["type"].lower() for name in case.types for leaked in cause["leaked"])
    first = causes[0] if causes else {}
    culprit = first.get("culprit") or {}
    is_named = any(name in (culprit.get("name") or "") for name in case.names)
    is_first = is_named or place(culprit.get("location")) in case.places
    return {
        "found": status == 1 and any(map(leaks, causes)),
        "first": is_first,
        "remedy": is_first and bool(re.search(case.remedy, first.get("hint") or "", re.IGNORECASE)),
        "one": len(causes) == 1,
    }


def add_options(parser):
    parser.add_argument("--watch", action="store_true", help="start each service by itself, with nothing preloaded, "
                        "use it without a pause and run `outlive watch`")
    parser.add_argument("--case", default="", metavar="PART", help="the cases whose \"SERVICE LEAK\" contains it")
    parser.add_argument("--repeat", type=number(1, 999), default=1, metavar="N", help="runs of each case")
    add_keep(parser)
    add_configuration(parser, "the services")
    parser.set_defaults(refuse=parser.error)


def run(options):
    cases = read_cases()
    if missing := list(missing_places(cases)):
        options.refuse("cases.tsv names places that are not there: " + ", ".join(missing))
    chosen = [case for case in cases if options.case in f"{case.service} {case.leak}"]
    if not chosen:
        options.refuse(f"no case contains '{options.case}'")
    need("curl")
    if not os.path.exists("/usr/include/sqlite3.h"):
        setup("install_packages", "libsqlite3-dev")
    say("building; the first time takes some ten minutes")
    options.outlive = build("outlive")
    heap_library()
    options.programs = build(None, options.configuration, SERVICES)

    table, totals = Table("service", "leak", "holds", "causes", "first"), {}
    with scratch() as folder:
        for case in chosen:
            verdict, causes = try_case(case, cases, options, options.keep or folder)
            for aspect, holds in verdict.items():
                held, of = totals.get(aspect, (0, 0))
                totals[aspect] = (held + holds, of + 1)
            first = causes[0] if causes else {}
            table.add(
                case.service, case.leak, " ".join("-+"[holds] + aspect for aspect, holds in verdict.items()),
                len(causes), f"{(first.get('culprit') or {}).get('name')} | {first.get('hint')}" if first else "")
    print(table)
    print("; ".join(f"{aspect} {held} of {of}" for aspect, (held, of) in totals.items()))
    return all(held == of for held, of in totals.values())


def try_case(case, cases, options, folder):
    """Returns which aspects hold in every run of a case, and the causes of the last one."""
    fingerprints, verdict = set(), {}
    for count in range(1, options.repeat + 1):
        report = os.path.join(folder, f"{case.service}-{case.leak}-{count}.json")
        process = (watch if options.watch else soak)(case, cases, options, report)
        if process.returncode not in (0, 1) or not os.path.exists(report):
            raise CannotTry(f"{case.service} {case.leak} ended with {process.returncode}: {process.stdout[-1000:]}")
        with open(report, encoding="utf-8") as file:
            causes = json.load(file)["causes"]
        for aspect, holds in judge(case, process.returncode, causes).items():
            verdict[aspect] = verdict.get(aspect, True) and holds
        fingerprints.add(causes[0]["fingerprint"] if causes else None)
    if options.repeat > 1:
        verdict["stable"] = len(fingerprints) == 1
    return verdict, causes
