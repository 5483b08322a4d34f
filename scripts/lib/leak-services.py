"""Runs each case of Benchmarks/LeakServices and holds its report against cases.tsv; run by scripts/leak-services.

exit status: 0 all hold, 1 some do not, 3 a case cannot be run, 64 the truth names a place that is not there
"""

import argparse
import collections
import json
import os
import re
import shlex
import socket
import subprocess
import sys
import tempfile
import threading

CYCLES = 12
# The seconds between two inspections of a watched service.
EVERY = 2
# A healthy service gets more requests: a cache that fills slowly has to be full before the last cycles.
HEALTHY_REQUESTS = 40

Case = collections.namedtuple("Case", "service leak types names places remedy")


def read_cases(services):
    with open(os.path.join(services, "cases.tsv"), encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
    names = lambda column: [part for part in column.split("|") if part != "-"]
    return [Case(row[0], row[1], names(row[2]), names(row[3]), names(row[4]), row[5]) for row in rows]


def missing_places(cases, services):
    """Places of the services' own sources that do not exist any more, after an edit."""
    lines = {}
    for folder, _, files in os.walk(os.path.join(services, "Sources")):
        for name in files:
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                lines[name] = [line.strip() for line in file]
    for case in cases:
        for place in case.places:
            name, line = place.rsplit(":", 1)
            if name in lines and (int(line) > len(lines[name]) or not lines[name][int(line) - 1]):
                yield f"{case.service} {case.leak}: {place}"


def work(case, cases, use):
    if case.leak != "none":
        return f"exec:{shlex.quote(use)} {case.leak} {{port}}"
    leaks = " ".join(other.leak for other in cases if other.service == case.service and other.leak != "none")
    script = f'for leak in {leaks}; do "$0" "$leak" "$1" {HEALTHY_REQUESTS} || exit 1; done'
    return f"exec:sh -c {shlex.quote(script)} {shlex.quote(use)} {{port}}"


def run(case, cases, options, report):
    program = os.path.join(options.programs, case.service)
    return subprocess.run(
        [options.outlive, "soak", "--heap", "--launch", f"{shlex.quote(program)} --port {{port}} --leak {case.leak}",
         "--ready", "line:^ready", "--work", work(case, cases, os.path.join(options.services, "drive", "use")),
         "--cycles", str(CYCLES), "--report", f"json={report}", "--report", f"text={report[: -len('json')]}txt"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=os.path.dirname(report))


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def watch(case, cases, options, report):
    """Starts the service by itself, uses it without a pause, and watches it meanwhile."""
    port = free_port()
    service = subprocess.Popen(
        [os.path.join(options.programs, case.service), "--port", str(port), "--leak", case.leak],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=os.path.dirname(report))
    is_over = threading.Event()
    command = shlex.split(work(case, cases, os.path.join(options.services, "drive", "use")).removeprefix("exec:"))
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
    is_first = any(name in (culprit.get("name") or "") for name in case.names) or place(culprit.get("location")) in case.places
    return {
        "found": status == 1 and any(map(leaks, causes)),
        "first": is_first,
        "remedy": is_first and bool(re.search(case.remedy, first.get("hint") or "", re.IGNORECASE)),
        "one": len(causes) == 1,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("--services", "--outlive", "--programs"):
        parser.add_argument(option, required=True)
    parser.add_argument("--case", default="")
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--keep")
    parser.add_argument("--watch", action="store_true")
    options = parser.parse_args()
    options.services = os.path.abspath(options.services)
    cases = read_cases(options.services)
    missing = list(missing_places(cases, options.services))
    if missing:
        print("cases.tsv names places that are not there:", *missing, sep="\n  ", file=sys.stderr)
        return 64
    chosen = [case for case in cases if options.case in f"{case.service} {case.leak}"]
    if not chosen:
        print(f"no case contains '{options.case}'", file=sys.stderr)
        return 64

    totals = {}
    with tempfile.TemporaryDirectory() as scratch:
        for case in chosen:
            fingerprints = set()
            verdict = {}
            for number in range(1, options.repeat + 1):
                report = os.path.join(options.keep or scratch, f"{case.service}-{case.leak}-{number}.json")
                process = (watch if options.watch else run)(case, cases, options, report)
                if process.returncode not in (0, 1) or not os.path.exists(report):
                    print(f"{case.service} {case.leak} ended with {process.returncode}:", process.stdout[-1000:], file=sys.stderr)
                    return 3
                with open(report, encoding="utf-8") as file:
                    causes = json.load(file)["causes"]
                # Of several runs, every one has to pass.
                for aspect, holds in judge(case, process.returncode, causes).items():
                    verdict[aspect] = verdict.get(aspect, True) and holds
                fingerprints.add(causes[0]["fingerprint"] if causes else None)
            if options.repeat > 1:
                verdict["stable"] = len(fingerprints) == 1
            for aspect, holds in verdict.items():
                held, of = totals.get(aspect, (0, 0))
                totals[aspect] = (held + holds, of + 1)
            first = causes[0] if causes else {}
            print(
                f"{case.service:<10} {case.leak:<14}", *(("+" if holds else "-") + aspect for aspect, holds in verdict.items()),
                f" {len(causes)} causes", f"first: {(first.get('culprit') or {}).get('name')} | {first.get('hint')}" if first else "",
                flush=True)
    print("; ".join(f"{aspect} {held} of {of}" for aspect, (held, of) in totals.items()))
    return 0 if all(held == of for held, of in totals.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
