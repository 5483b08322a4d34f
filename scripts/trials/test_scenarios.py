"""Runs `outlive test` on Tests/Fixtures/LeakyTests, whose tests leak in ten ways and seem to in others.

Each leak has to be one cause, with its tests and no other, a line that allocates an object of it, and a reference to
cut. No other test may be named. The text for each framework has to equal the file in Golden, without what differs
from run to run: paths, times, processes, addresses and sizes.
"""

import collections
import difflib
import json
import re
import subprocess

from .table import Table
from .test_corpus import MODULES, SWIFT_TESTING, XCTEST
from .test_judgement import causes, culprit, described, tests_of_cause
from .test_leaks import ALONE
from .tools import FIXTURES, ROOT, CannotTry, command_of, program, say, scratch, setup

TRUTH = "`outlive test` on a small package against its leaks and a golden text"
MINUTES = 2
PACKAGE = FIXTURES / "LeakyTests"
TEST_MODULES = {SWIFT_TESTING: "NotebookTests", XCTEST: "NotebookXCTests"}

# The place is a file of the package and a text of a line in it: lines move.
Leak = collections.namedtuple("Leak", "framework tests file line references")
LEAKS = [
    Leak(framework, set(tests.split(", ")), file, line, references.split(", "))
    for framework, tests, file, line, references in [
        (SWIFT_TESTING, "sendsInTheBackground", "Upload.swift", "= Upload()",
         "Upload.onProgress, closure in Uploader.send"),
        (SWIFT_TESTING, "toolbarChangesTheText", "EditorTests.swift", "= Editor(", "Toolbar.delegate, Editor.toolbar"),
        (SWIFT_TESTING, "acceptsWords", "EditorTests.swift", "= SpellingChecker(",
         "SpellingChecker.rules, closure in SpellingChecker.init"),
        (SWIFT_TESTING, "The index follows changes", "SearchTests.swift", "= SearchIndex()",
         "IndexUpdater.index, SearchIndex.updater"),
        (SWIFT_TESTING, "history", "SearchHistory.swift", "= Search(", "static SearchHistory.searches"),
        (SWIFT_TESTING, "laysOutPagesWhileItSearches", "Export.swift", "= Document()",
         "Page.document, Document.pages"),
        (SWIFT_TESTING, "hasADevice, hasAName", "AccountTests.swift", "= Account(", "Account.device, Device.account"),
        (SWIFT_TESTING, "answersFollowTheQuestion, answersKnowTheQuestion", "Comments.swift", "= Comment(",
         "Answer.parent, Comment.answers"),
        (XCTEST, "testSendsInTheBackground", "Upload.swift", "= Upload()",
         "Upload.onProgress, closure in Uploader.send"),
        (XCTEST, "testOpensAnEditor", "NoteTests.swift", "= Editor(", "Toolbar.delegate, Editor.toolbar"),
        (XCTEST, "testRemembersSearches", "SearchHistory.swift", "= Search(", "static SearchHistory.searches"),
        (XCTEST, "testCopies", "Clipboard.swift", "= Copied(", "Copied.previous, static Clipboard.latest"),
        (XCTEST, "testIsOpenAtFirst, testCloses", "Session.swift", "= Session(user",
         "Session.onExpiry, closure in Session.logIn"),
    ]
]


def add_options(parser):
    parser.add_argument("--outlive", type=program, metavar="FILE", help="the command (default: that of a debug build)")
    parser.add_argument("--record", action="store_true", help="write the golden texts, for review before a commit")


def run(options):
    setup("need_swift")
    outlive = command_of(options)
    table, met = Table("framework", "", "result"), True

    def check(framework, what, problems):
        nonlocal met
        met = met and not problems
        table.add(framework, what, "FAILED" if problems else "passed")
        for problem in problems:
            say(f"    {problem}")

    with scratch() as folder:
        for framework in MODULES:
            text, report = run_tests(outlive, folder, framework)
            found = [cause for cause in causes(report) if cause[0]["verdict"] in ("leak", "suspect")]
            for leak in LEAKS:
                if leak.framework == framework:
                    check(framework, ", ".join(sorted(leak.tests)), problems_of(leak, found))
            check(framework, "no other test", others(found, framework))
            check(framework, "golden text", differences(framework, text, options.record))
        # In a process for each XCTest, which prints nothing.
        _, report = run_tests(outlive, folder, XCTEST, "--parallel")
        found = [cause for cause in causes(report) if cause[0]["verdict"] in ("leak", "suspect")]
        check(XCTEST, "in parallel", [problem for leak in LEAKS if leak.framework == XCTEST
                                      for problem in problems_of(leak, found)] + others(found, XCTEST))
    print(table)
    return met


def run_tests(outlive, folder, framework, *options):
    """Runs the tests of one framework. Returns the normalised text and the report."""
    text, path = folder / f"{framework}.txt", folder / f"{framework}.json"
    # In the package's folder: the text states the command, and a path in it decides where its line breaks.
    command = [outlive, "test", ALONE[framework], "--known", "off",
               "--report", f"json={path}", "--report", f"text={text}", *options]
    ended = subprocess.run(list(map(str, command)), cwd=PACKAGE, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, text=True, errors="replace", check=False)
    if ended.returncode == 64 or not path.is_file():
        say(ended.stdout, ended.stderr, sep="\n")
        raise CannotTry(f"outlive test ended with {ended.returncode} and no report")
    if ended.returncode != 1:
        say(ended.stdout, ended.stderr, f"outlive test ended with {ended.returncode} instead of 1", sep="\n")
    return normalised(text.read_text()), json.loads(path.read_text())


def problems_of(leak, found):
    """Returns what is wrong with the leak; nothing if one cause has its tests, its line and its reference."""
    tests = [cause for cause in found if leak.tests & names(cause, leak.framework)]
    right = [cause for cause in tests if names(cause, leak.framework) == leak.tests
             and any(is_at(finding, leak) for finding in cause) and culprit(cause[0]) in leak.references
             and cause[0]["verdict"] == "leak"]
    if len(right) == 1 and len(tests) == 1:
        return []
    return [f"{len(right)} of {len(tests)} causes are right; expected {leak.line} of {leak.file}, {leak.references[0]}",
            *(f"{described(cause)}: {', '.join(sorted(names(cause, leak.framework)))}" for cause in tests)]


def names(cause, framework):
    """Returns the names of a framework's tests that a cause names."""
    return set(tests_of_cause(cause, TEST_MODULES[framework]))


def is_at(finding, leak):
    """Returns true if the allocation site is the line that the leak states."""
    site = finding["key"]["site"]
    [path] = [path for part in ("Sources", "Tests") for path in (PACKAGE / part).rglob(leak.file)]
    lines = path.read_text().splitlines()
    return (site["fileID"].split("/")[-1] == leak.file and 0 < site["line"] <= len(lines)
            and leak.line in lines[site["line"] - 1])


def others(found, framework):
    """Returns the causes that name no test or one that does not leak."""
    leaking = set().union(*(leak.tests for leak in LEAKS if leak.framework == framework))
    return [f"{described(cause)}: {', '.join(sorted(names(cause, framework))) or 'no test'}" for cause in found
            if not names(cause, framework) or names(cause, framework) - leaking]


def normalised(text):
    """Returns the text of a report without what differs from run to run."""
    # The processor's name may take more than one line.
    text = re.sub(r"^( *machine +).*\n(?:(?! *started ).*\n)*", r"\1MACHINE\n", text, flags=re.MULTILINE)
    # Whether a word that is left over leads to what a library keeps.
    text = re.sub(r"^ *\d+ kinds? of known growth of libraries.*\n\n?", "", text, flags=re.MULTILINE)
    for pattern, replacement in [
            (re.escape(str(PACKAGE)), "PACKAGE"), (re.escape(str(ROOT)), "ROOT"), (r"/tmp/[\w./-]+", "FILE"),
            (r"\b0x[0-9a-f]+", "ADDRESS"), (r"\b(process|pid|PID) \d+", r"\1 N"),
            (r"\b\d+(\.\d+)? (ms|s|min)\b", "TIME"), (r"\b\d+(\.\d+)? (bytes?|[kMG]?B)\b", "SIZE"),
            (r"\d{4}-\d\d-\d\dT[\d:]+Z", "DATE"), (r"(Swift|Outlive) \d+(\.\d+)+", r"\1 N"),
            # Tests run again as often as there is time.
            (r"; \d+ of them ran [^;]*?, to\s+see\s+what\s+grows", "; N of them ran N times, to see what grows"),
            (r"\[\d+\]", "[N]"), (r"… \d+ more", "… N more"),
            (r"^( *by run of the test +).*", r"\1N"), (r"\bkeeps \d+", "keeps N"), (r"\b\d+ (objects?|blocks?|growing|alive)\b", r"N \1"),
            (r"^( *born +).*", r"\1N"), (r"addresses named: .*", "addresses named: N")]:
        text = re.sub(pattern, replacement, text, flags=re.MULTILINE)
    return text


def differences(framework, text, record):
    """Compares a text with its golden file, or writes it."""
    path = PACKAGE / f"Golden/{framework}.txt"
    if record:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    if not path.is_file():
        return [f"there is no {path.name}; --record writes it", *text.splitlines()]
    return [line.rstrip("\n") for line in difflib.unified_diff(
        path.read_text().splitlines(), text.splitlines(), "golden", "now", lineterm="")]
