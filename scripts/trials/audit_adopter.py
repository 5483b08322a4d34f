"""Builds the application of Tests/Fixtures/Adopter as its author would, with and without the trait LiveReset.

Checks that the release build is clean and runs, that the build with the trait is detected and can be reset, and both
again when stripped. Runs its tests both ways: without the trait nothing is watched, and a leak check has to report
that.
"""

import re

from .table import Checks
from .tools import FIXTURES, build, quietly, say, scratch

TRUTH = "audits of an adopter against the trait it was built with"
MINUTES = 8
ADOPTER = FIXTURES / "Adopter"
PARTS = [
    "leak registry", "reset host", "signal notifier", "HTTP notifier", "in-process notifier", "request stubs",
    "overlay button", "multi-press gesture", "GObject tracking"]


def run(_):
    checks, outlive = Checks(), build("outlive", "debug")
    words, counted = ["one", "two", "three"], "3 words"

    def build_adopter(folder, name, *traits):
        """Returns the program and a stripped copy."""
        # Files may have come and gone in the package that it depends on, which SwiftPM's cache does not detect.
        program = build("adopter", "release", ADOPTER, "--scratch-path", str(ADOPTER / ".build-adopter" / name),
                        *traits, "--disable-build-manifest-caching")
        quietly("strip", "-o", folder / name, program)
        return program, folder / name

    def bench(what, status, pattern, program, *options):
        """Resets the adopter twice."""
        checks.expect(
            what, status, pattern, outlive, "bench", "--launch", f"'{program}' --stay one two", "--ready", "notify",
            "--pairs", "0", "--warmup", "0", "--soak", "2", *options)

    def run_tests(what, status, pattern, name, *traits):
        """Runs the tests of the adopter, in a debug build as its author would."""
        checks.expect(
            what, status, pattern, "swift", "test", "--package-path", ADOPTER, "--scratch-path",
            ADOPTER / ".build-adopter" / name, "--disable-build-manifest-caching", *traits)

    with scratch() as folder:
        say("== without the trait: nothing is there, and it does its work")
        program, stripped = build_adopter(folder, "off")
        for form, path in ("off", program), ("off, stripped", stripped):
            checks.expect(f"{form}: the audit", 0, "", outlive, "audit", path)
            checks.expect(f"{form}: its work", 0, counted, path, *words)
        # The start notification of the service manager is sent all the same.
        bench("off: a relaunch", 0, "leaks not watched", program, "--reset", "exec:true")
        bench("off: no reset", 3, "", program, "--reset", "signal:URG", "--done", "notify", "--timeout", "200ms")
        run_tests("off: its tests", 1, "leak checks do not work", "off")

        say("== with the trait: all is found, and it can be reset")
        program, stripped = build_adopter(folder, "on", "--traits", "LiveReset")
        for form, path in ("on", program), ("on, stripped", stripped):
            for part in PARTS:
                checks.expect(f"{form}: {part}", 1, re.escape(f"{path}: {part}: "), outlive, "audit", path)
        checks.expect("on: its work", 0, counted, program, *words)
        bench("on: resets", 0, "", program, "--reset", "signal:RTMIN+1", "--leaks", "require", "--fidelity", "report")
        run_tests("on: its tests", 0, "Test run with 2 tests in 1 suite passed", "on", "--traits", "LiveReset")
    print(checks.table)
    return checks.met
