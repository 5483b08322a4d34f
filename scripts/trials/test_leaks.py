"""Runs `outlive test` on a package with a test for each case of a leak corpus, and compares the report with the truth.

The package is written for the trial, with every case as a test of swift-testing and as a test of XCTest, and it refers
to nothing of Outlive. Of a leaky case one leak has to name the test, a line in the function that allocates the object,
and one of the references that the case states. Of a clean case no leak may name the test. Met if at least 97 % of the
leaky cases are named in all three, and no clean one is.

A line for each framework: the leaky cases whose leak names the test; the line, too; the reference, too; then the clean
cases with a leak, those of them of which the report is certain, and those with a suspect. Above them, each cause that
names a clean case, and each leaky case that is not named in all three, with what was said.
"""

import contextlib
import json
import pathlib
import subprocess

from . import test_corpus
from .corpus import package
from .table import Table
from .test_corpus import MODULES, SWIFT_TESTING, XCTEST
from .test_judgement import Judgement
from .tools import ROOT, CannotTry, build, heap_library, program, say, scratch, setup

TRUTH = "the leaks of tests in a leak corpus against what its cases state"
MINUTES = 20
SHORT = []
SHARE = 0.97
# The options of `swift test` that leave a framework alone.
ALONE = {SWIFT_TESTING: "--disable-xctest", XCTEST: "--disable-swift-testing"}


def add_options(parser):
    parser.add_argument(
        "--corpus", type=package, metavar="DIR", help="a checkout with the package product LeakCorpus (default: "
        "../shared/leak-corpus beside the repository)")
    parser.add_argument("--framework", choices=list(MODULES), help="only its tests (default: both in one run)")
    parser.add_argument("--folder", type=pathlib.Path, metavar="DIR",
                        help="keeps the package, what is built of it, and report.json (default: removed at the end)")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--outlive", type=program, metavar="FILE", help="the command (default: that of a debug build)")
    how.add_argument("--judge", type=pathlib.Path, metavar="FILE", help="judge this JSON report of an earlier run")
    how.add_argument("--plain", action="store_true",
                     help="only run the tests, by `swift test` and twice for each framework: they have to pass")


def run(options):
    corpus = (options.corpus or ROOT / "../shared/leak-corpus").resolve()
    if not (corpus / "Package.swift").is_file():
        raise CannotTry(f"no Swift package at '{corpus}'; name the corpus with --corpus DIR")
    setup("need_swift")
    frameworks = [options.framework] if options.framework else list(MODULES)
    with contextlib.ExitStack() as stack:
        folder = options.folder.resolve() if options.folder else stack.enter_context(scratch())
        cases = test_corpus.write(corpus, folder)
        if options.plain:
            return run_plainly(folder, frameworks)
        path = options.judge or make_report(folder, options)
        if not path.is_file():
            say("there is no report")
            return False
        report = json.loads(path.read_text())
    judgements = [Judgement(report, cases, framework) for framework in frameworks]
    table = Table("framework", "leaky", "test", "line", "reference", "clean", "accused", "certainly", "suspected")
    for judgement in judgements:
        table.rows.append(judgement.row)
    for judgement in judgements:
        print(*judgement.wrong, sep="\n", end="\n" if judgement.wrong else "")
    print(table)
    return all(judgement.share >= SHARE and not judgement.accused for judgement in judgements)


def make_report(folder, options):
    """Runs `outlive test`, and returns the path of its report."""
    outlive, path = options.outlive, folder / "report.json"
    if not outlive:
        outlive = build("outlive", "debug")
        heap_library("debug")
    path.unlink(missing_ok=True)
    command = [outlive, "test", "--package-path", folder, "--known", "off", "--report", f"json={path}"]
    if options.framework:
        command.append(ALONE[options.framework])
    ended = subprocess.run(list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    if ended.returncode != 1 or not path.is_file():
        say(ended.stdout[-10000:], f"outlive test ended with {ended.returncode}, and should have with 1", sep="\n")
    if ended.returncode == 64:
        raise CannotTry("outlive refused the command line; see above")
    return path


def run_plainly(folder, frameworks):
    """Runs the tests without Outlive. Returns true if they passed."""
    table, met = Table("framework", "run", "result"), True
    for framework in frameworks:
        for number in (1, 2):
            ended = subprocess.run(
                ["swift", "test", "--package-path", folder, ALONE[framework]], stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
            if ended.returncode != 0:
                say(ended.stdout)
                met = False
            table.add(framework, number, "passed" if ended.returncode == 0 else f"failed with {ended.returncode}")
    print(table)
    return met
