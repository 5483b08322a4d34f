"""Compares the allocations of two services with planted changes, with themselves, and with other builds of their source.

The services are copies of the report server, which is NIO's HTTP server, and of the sample note service. Each of twenty
planted changes of one allocation has to be reported with its function, and nothing else; a build compared with itself
has to have no change; and at least 95 % of the sites of another build of the same source have to be matched. By
default several changes are planted in one build, and the other build is a release of the report server. With --full
each change has a build of its own, 55 pairs of runs of each service are compared, and the builds are those of -O, -Osize
and -Ounchecked: that takes about an hour.
"""

import itertools
import re
import shutil
import subprocess

from .planted_allocations import NOTES, PLANTS, REPORTS, SUPPORT, is_of
from .table import Table
from .tools import ROOT, CannotTry, build, command_of, number, program, say, setup

TRUTH = "twenty planted changes of one allocation, and none in a build compared with itself"
MINUTES = 6
SHARE = 0.95
OPTIMISATIONS = ["-O", "-Osize", "-Ounchecked"]

NOTES_PACKAGE = """\
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "Notes", platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Outlive", path: "%(root)s"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.0.0"),
        .package(url: "https://github.com/swhitty/FlyingFox.git", exact: "0.27.1"),
    ],
    targets: [
        .executableTarget(
            name: "note-service",
            dependencies: [
                .product(name: "Outlive", package: "Outlive"), .product(name: "OutliveHTTP", package: "Outlive"),
                .product(name: "OutliveStubs", package: "Outlive"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "FlyingFox", package: "FlyingFox"), .product(name: "FlyingSocks", package: "FlyingFox"),
            ], swiftSettings: [.swiftLanguageMode(.v6)])
    ])
"""


def add_options(parser):
    parser.add_argument("--outlive", type=program, metavar="FILE", help="the command (default: that of a debug build)")
    parser.add_argument("--full", action="store_true", help="each change alone, 55 pairs of runs, and all builds")
    parser.add_argument("--runs", type=number(2, 100), help="how often each service runs to be compared with itself")


class Service:
    """A copy of a service, which can be changed and built."""

    def __init__(self, name, outlive, folder):
        self.name, self.outlive, self.folder = name, outlive, folder
        self.package = folder / name
        self.sources = self.package / "Sources" / name
        shutil.rmtree(self.package / "Sources", ignore_errors=True)
        if name == REPORTS:
            shutil.copytree(ROOT / "Benchmarks/MemoryServices", self.package, dirs_exist_ok=True,
                            ignore=shutil.ignore_patterns(".build"))
        else:
            shutil.copytree(ROOT / "Benchmarks/NoteService", self.sources)
            (self.package / "Package.swift").write_text(NOTES_PACKAGE % {"root": ROOT})
        (self.sources / "Planted.swift").write_text(SUPPORT)

    def build(self, optimisation=None):
        """Builds without optimisation, or with one in a folder of its own, and returns the program."""
        if not optimisation:
            return build(self.name, "debug", self.package)
        options = ["--scratch-path", self.package / f".build{optimisation}", "-Xswiftc", optimisation]
        return build(self.name, "release", self.package, *options)

    def measure(self, path, report):
        """Runs a program, and returns the path of its report."""
        if self.name == REPORTS:
            options = ["--launch", f"'{path}' none {{port}}", "--ready", "line:listening",
                       "--work", "http://127.0.0.1:{port}/report/20"]
        else:
            data = self.folder / "notes.json"
            if not data.exists():
                subprocess.run([path, "generate", "--count", "300", "--output", data], check=True)
            options = ["--launch", f"'{path}' serve --port {{port}} --data '{data}'",
                       "--ready", "http://127.0.0.1:{port}/health", "--work", f"exec:'{path}' work --port {{port}}"]
        file = self.folder / f"{self.name}-{report}.json"
        file.unlink(missing_ok=True)
        run = subprocess.run(
            [self.outlive, "soak", "--heap", "--allocations", "--known", "off", "--cycles", "8", "--report",
             f"json={file}", *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        # The service leaks by design, so its status does not matter.
        if not file.exists():
            say(run.stdout)
            raise CannotTry(f"{self.name} has no report")
        return file

    def plant(self, plants):
        """Adds changes to the sources, and returns the changed files with what they had."""
        changed = {}
        for plant in plants:
            file = self.sources / plant.file
            text = file.read_text()
            changed.setdefault(file, text)
            for after, code in plant.edits:
                if after not in text:
                    raise CannotTry(f"{plant.file} has no '{after.strip()}'")
                text = text.replace(after, f"{after}{code}\n", 1)
            file.write_text(text)
        return changed


class Comparison:
    """What `outlive compare` finds from one report to another."""

    def __init__(self, outlive, old, new):
        run = subprocess.run([outlive, "compare", old, new, "--report", "markdown"], stdout=subprocess.PIPE, text=True,
                             check=False)
        # kind, number, type, function, caller, bytes
        rows = re.findall(r"^\| (added|more|fewer|removed) \| ([+-]\d+) \| (.*?) \| (.*?) \| (.*?) \| (.*?) \|$",
                          run.stdout, re.MULTILINE)
        self.changes = [(kind, number, of_type.strip("`"), function.strip("`"))
                        for kind, number, of_type, function, _, _ in rows]
        sites = re.search(r"(\d+) of (\d+) sites? matched by type, function and callers(?:, (\d+) only then, (\d+))?",
                          run.stdout)
        if not sites:
            say(run.stdout)
            raise CannotTry("the comparison has no allocations")
        self.matched, _, _, only_now = (int(count or 0) for count in sites.groups())
        self.share = self.matched / max(1, self.matched + only_now)


def run(options):
    setup("need_swift")
    outlive = command_of(options)
    folder = ROOT / ".build/outlive/new-allocations"
    folder.mkdir(parents=True, exist_ok=True)
    table, met = Table("service", "what", "found", "of", "else"), True
    for name in (REPORTS, NOTES):
        service = Service(name, outlive, folder)
        path = service.build()
        runs = options.runs or (11 if options.full else 3)
        reports = [service.measure(path, f"run-{turn}") for turn in range(runs)]
        pairs = [Comparison(outlive, old, new) for old, new in itertools.combinations(reports, 2)]
        reported = [change for pair in pairs for change in pair.changes]
        table.add(name, "changes of a build from itself", len(reported), f"{len(pairs)} comparisons",
                  "; ".join(map(" ".join, reported)))
        met = met and not reported
        own = [plant for plant in PLANTS if plant.service == name]
        met = find(own, service, reports[0], 1 if options.full else 5, table) and met
        if options.full or name == REPORTS:
            met = match(service, reports[0], OPTIMISATIONS if options.full else OPTIMISATIONS[:1], table) and met
    print(table)
    return met


def find(plants, service, before, size, table):
    """Plants changes, some in each build, and returns true if they are reported and nothing else is."""
    found, strange = 0, []
    groups = [plants[start::-(-len(plants) // size)] for start in range(-(-len(plants) // size))]
    for turn, group in enumerate(groups):
        originals = service.plant(group)
        try:
            path = service.build()
        finally:
            for file, text in originals.items():
                file.write_text(text)
        left = Comparison(service.outlive, before, service.measure(path, f"planted-{turn}")).changes
        for plant in group:
            # A function with several callers has a site for each.
            own = [change for change in left if is_of(plant, change[0], change[2], change[3])]
            found += bool(own)
            strange += [] if own else [f"no {plant.function}"]
            left = [change for change in left if change not in own]
        strange += map(" ".join, left)
    table.add(service.name, "planted changes", found, len(plants), "; ".join(strange))
    return found == len(plants) and not strange


def match(service, before, optimisations, table):
    """Builds the source with optimisation, and returns true if enough sites of each build are those of the others."""
    met, reports = True, {"debug": before}
    for optimisation in optimisations:
        reports[optimisation] = service.measure(service.build(optimisation), f"built{optimisation}")
    for old, new in itertools.combinations(reports, 2):
        comparison = Comparison(service.outlive, reports[old], reports[new])
        table.add(service.name, f"sites of {new} that {old} has", comparison.matched, f"{comparison.share:.1%}", "")
        met = met and comparison.share >= SHARE
    return met
