"""Runs `outlive bench` on two services and `outlive test --pollution` on a test bundle that leave forty things behind.

The packages are written for the trial, and built without and with optimisation. A leftover counts as found if one run
names its path; of a variable in C, whose bytes decide nothing, a note does. Goal: 38 of 40 in each build.
"""

import json
import subprocess

from . import leftover_package
from .leftover_package import BUNDLE, LEFTOVERS, LINES, PAGES
from .table import Table
from .tools import ROOT, build, command_of, program, products, quietly, say, setup

TRUTH = "forty leftovers in two services and a test bundle, each named by its path"
MINUTES = 12
SHORT = ["--configuration", "debug"]
GOAL = 38
WORK = {
    LINES: "exec:bash -c 'exec 3<>/dev/tcp/127.0.0.1/{port}; echo work >&3; read -r line <&3'",
    PAGES: "http://127.0.0.1:{port}/work",
}


def add_options(parser):
    parser.add_argument("--outlive", type=program, metavar="FILE", help="the command (default: that of a debug build)")
    parser.add_argument("--configuration", choices=["debug", "release"], action="append",
                        help="the build of the services and the bundle (default: both)")


def run(options):
    setup("need_swift")
    outlive = command_of(options)
    folder = ROOT / ".build/outlive/leftovers"
    leftover_package.write(folder, ROOT)
    table, met = Table("build", "place", "found", "missing"), True
    for configuration in options.configuration or ["debug", "release"]:
        found = named_in_services(outlive, folder, configuration) | named_in_tests(outlive, folder, configuration)
        for place in (LINES, PAGES, BUNDLE):
            own = [leftover for leftover in LEFTOVERS if leftover.place == place]
            missing = [leftover.kind for leftover in own if leftover not in found]
            table.add(configuration, place, f"{len(own) - len(missing)} of {len(own)}", ", ".join(missing) or "none")
        met = met and len(found) >= GOAL
        table.add(configuration, "all", f"{len(found)} of {len(LEFTOVERS)}", "")
    print(table)
    return met


def names(subject, text):
    """Returns true if a text names a path, or one below it."""
    return text == subject or text.startswith((subject + ".", subject + "[", subject + "?"))


def named_in_services(outlive, folder, configuration):
    package, found = folder / "services", set()
    build(None, configuration, package)
    for place in (LINES, PAGES):
        path = folder / f"{place}.{configuration}.json"
        path.unlink(missing_ok=True)
        executable = products(configuration, package) / place.lower()
        run_quietly([
            outlive, "bench", "--launch", f"'{executable}' {{port}}", "--ready", "notify", "--reset", "signal:RTMIN+1",
            "--work", WORK[place], "--pairs", "2", "--warmup", "0", "--soak", "5", "--report", f"json={path}"], folder)
        report = json.loads(path.read_text())
        subjects = [difference["subject"] for result in (report.get("fidelity") or {}).get("results", [])
                    for difference in result["differences"]]
        say(f"{place} {configuration}: {', '.join(sorted(subjects))}", *report["notes"], sep="\n  ")
        notes = " ".join(note for note in report["notes"] if "variable in C" in note or "variables in C" in note)
        # Of an object that a task keeps, the path begins with the task.
        subjects += [subject.split("().", 1)[1] for subject in subjects if subject.startswith("task in ")]
        found |= {leftover for leftover in LEFTOVERS if leftover.place == place and (
            any(names(leftover.subject, subject) for subject in subjects) or f" {leftover.subject} " in notes)}
    return found


def named_in_tests(outlive, folder, configuration):
    package, path = folder / "tests", folder / f"tests.{configuration}.json"
    path.unlink(missing_ok=True)
    # Tests are built with optimisation in their debug configuration, as most packages cannot test a release build.
    options = ["-Xswiftc", "-O", "--scratch-path", package / ".build-release"] if configuration == "release" else []
    quietly("swift", "build", "--build-tests", *options, cwd=package)
    run_quietly([outlive, "test", "--pollution", "--skip-build", "--known", "off", "--repeat-time", "0s", "--report",
                 f"json={path}", *options], package)
    report = json.loads(path.read_text())
    changes = [(change["test"]["name"].split(".")[-1].split("/")[-1], change["difference"]["subject"])
               for change in report.get("pollution", {}).get("changes", [])]
    say(f"tests {configuration}: {changes}", *report.get("notes", []), sep="\n  ")
    own = [leftover for leftover in LEFTOVERS if leftover.place == BUNDLE]
    return {leftover for number, leftover in enumerate(own) for test, subject in changes
            if test == f"leaves{number:02}()" and names(leftover.subject, subject)}


def run_quietly(command, folder):
    """Runs a command whose report matters, not what it prints."""
    subprocess.run(list(map(str, command)), cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=False)
