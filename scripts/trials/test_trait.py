"""Runs `outlive test` on Tests/Fixtures/WatchedTests, whose tests have `.failOnLeaks`.

Each watched test that loses objects has to fail once, at the line that allocates or registers them, and no other test may
fail. The report has to have the same leaks as one cause. Prints the time that a clean XCTest takes with its question.
"""

import json
import re
import subprocess

from .table import Table
from .test_judgement import causes, culprit, described
from .tools import FIXTURES, CannotTry, command_of, program, say, scratch, setup

TRUTH = "tests with .failOnLeaks fail under `outlive test` by all objects that they lose, and by no other"
MINUTES = 20
PACKAGE = FIXTURES / "WatchedTests"
# The test, the file and a text of the line at which it fails.
LOSSES = [
    ("leavesACycle", "BasketTests.swift", "Basket.items|Item.basket"),
    ("leavesACycleInEachCase", "BasketTests.swift", "Basket.items|Item.basket"),
    ("leavesACycleInATask", "Basket.swift", "Basket.items|Item.basket"),
    ("tracksWhatItLeaves", "BasketTests.swift", "Basket.items|Item.basket"),
    ("testLeavesACycle", "BasketXCTests.swift", "Basket.items|Item.basket"),
]
CLEAN = ["isClean", "fillsAShelf", "leavesACycleUnseen", "testIsClean"]
ALL_WATCHED = "outlive: all objects were watched, by outlive test"


def add_options(parser):
    parser.add_argument("--outlive", type=program, metavar="FILE", help="the command (default: that of a debug build)")


def run(options):
    setup("need_swift")
    outlive = command_of(options)
    with scratch() as folder:
        output, report = run_tests(outlive, folder)
    table, met = Table("test", "result"), True

    def check(what, problems):
        nonlocal met
        met = met and not problems
        table.add(what, "FAILED" if problems else "passed")
        for problem in problems:
            say(f"    {problem}")

    for test, file, references in LOSSES:
        check(test, problems_of_failure(output, test, file, references))
    for test in CLEAN:
        check(test, [] if has_passed(output, test) else [f"{test} did not pass"])
    check("summary", [] if output.count(ALL_WATCHED) == 2 else ["not all objects of both libraries were watched"])
    check("report", problems_of_report(report, output))
    print(table)
    for seconds in re.findall(r"testIsClean' passed \(([\d.]+) seconds\)", output):
        say(f"a clean XCTest took {seconds} s")
    return met


def run_tests(outlive, folder):
    """Returns the output of the tests, and the report."""
    path = folder / "tests.json"
    ended = subprocess.run([outlive, "test", "--package-path", PACKAGE, "--known", "off", "--report", f"json={path}"],
                           stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                           errors="replace", check=False)
    if ended.returncode != 1 or not path.is_file():
        say(ended.stdout)
        raise CannotTry(f"outlive test ended with {ended.returncode} instead of 1")
    return ended.stdout, json.loads(path.read_text())


def problems_of_failure(output, test, file, references):
    """Returns what is wrong with the failure of a test; nothing if it is one, at a line of a file."""
    if test.startswith("test"):
        failures = re.findall(rf"/(\w+\.swift):\d+: error: \w+\.{test} : (.*)", output)
    else:
        # In swift-testing the text is in the next line.
        failures = re.findall(rf"Test {test}\([^\n]* recorded an issue .*at (\w+\.swift):\d+:.*\n.*↳ (.*)", output)
    if len(failures) != 1:
        return [f"{test} has {len(failures)} failures"]
    [(place, text)] = failures
    wanted = rf"(leak|suspect): ({references}) keeps "
    return [f"{test} fails at {place}: {text}"] if place != file or not re.match(wanted, text) else []


def has_passed(output, test):
    return re.search(rf"(✔ Test {test}\(\)|Test Case '\w+\.{test}') passed", output) is not None


def problems_of_report(report, output):
    """Returns what is wrong with the report; nothing if it has one cause, with the fingerprint of the failures."""
    found = [cause for cause in causes(report) if cause[0]["verdict"] in ("leak", "suspect")]
    named = set(re.findall(r"fingerprint: (\w+)", output))
    if len(found) == 1 and named == {found[0][0]["fingerprint"]}:
        return []
    return [f"fingerprints of failures: {', '.join(sorted(named))}",
            *(f"{described(cause)}: {culprit(cause[0])}, {cause[0].get('fingerprint')}" for cause in found)]
