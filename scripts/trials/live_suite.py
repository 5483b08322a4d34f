"""Runs the sample's live tests by resets over HTTP and by relaunches, and prints both times and their ratio.

Not met if a test fails, a reset failed and was replaced by a relaunch, or a leak is found. NOTES_LIVE_SEED=N repeats
the order of an earlier run.
"""

import os
import subprocess

from . import tools

TRUTH = "a suite by resets against the same by relaunches"
MINUTES = 15
SHORT = ["1"]


def add_options(parser):
    parser.add_argument(
        "rounds", nargs="?", type=tools.number(1, 999), default=3, help="how often each way runs (default: 3)")


def run(options):
    # Measures the service as it is shipped; the tests themselves may be a debug build.
    program, data, count = tools.sample()
    tools.quietly("swift", "build", "--package-path", tools.ROOT, "--build-tests", otherwise="cannot build the tests")
    return subprocess.run(
        ["swift", "test", "--package-path", tools.ROOT, "--skip-build", "--disable-xctest", "--quiet",
         "--filter", r"NoteServiceLiveTests\.ComparisonTests"],
        env=os.environ | {
            "NOTES_LIVE_PROGRAM": program, "NOTES_LIVE_DATA": data, "NOTES_LIVE_COUNT": count,
            "NOTES_LIVE_COMPARE": str(options.rounds)},
        check=False).returncode == 0
