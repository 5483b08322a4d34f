"""Runs `outlive test --pollution` on a package of 300 tests, of which twelve leave a variable changed.

The package is written for the trial, in two orders of its tests. Each polluter has to be named with its variable and no
other, and no other test may be named. The last column is the time of the run as a multiple of `swift test
--no-parallel` with tests of that length, each built before: goal 1.3.
"""

import json
import subprocess
import time

from . import polluted_package
from .table import Table
from .tools import CannotTry, command_of, program, say, scratch, setup

TRUTH = "`outlive test --pollution` on 300 tests against the twelve that leave a variable changed"
MINUTES = 5
SHORT = ["--seeds", "1"]


def add_options(parser):
    parser.add_argument("--outlive", type=program, metavar="FILE", help="the command (default: that of a debug build)")
    parser.add_argument("--seeds", type=int, default=2, metavar="N", help="the number of orders (default: 2)")
    parser.add_argument("--milliseconds", type=int, default=50, metavar="N",
                        help="the time of each test (default: 50)")


def run(options):
    setup("need_swift")
    outlive = command_of(options)
    table, met = Table("order", "named", "false", "time"), True
    for seed in range(1, options.seeds + 1):
        with scratch() as folder:
            polluted_package.write(folder, seed=seed, milliseconds=options.milliseconds)
            built = subprocess.run(["swift", "build", "--build-tests"], cwd=folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True, check=False)
            if built.returncode:
                raise CannotTry(f"the package cannot be built: {built.stdout[-2000:]}")
            plain = seconds_of(["swift", "test", "--skip-build", "--no-parallel"], folder)
            path = folder / "report.json"
            watched = seconds_of([outlive, "test", "--pollution", "--skip-build", "--known", "off", "--repeat-time", "0s",
                                  "--report", f"json={path}"], folder)
            if not path.is_file():
                raise CannotTry("outlive test made no report")
            right, wrong = judged(json.loads(path.read_text()))
        for name in wrong:
            say(f"    order {seed}: {name}")
        met = met and len(right) == len(polluted_package.POLLUTERS) and not wrong
        table.add(seed, f"{len(right)} of {len(polluted_package.POLLUTERS)}", len(wrong), f"{watched / plain:.2f}")
    print(table)
    return met


def seconds_of(command, folder):
    """Runs a command without showing what it prints, and returns its time."""
    start = time.monotonic()
    subprocess.run(list(map(str, command)), cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=False)
    return time.monotonic() - start


def judged(report):
    """Returns the polluters that are named with their variables, and a text for each other change."""
    truth = {(polluter.name + "()", polluter.subject) for polluter in polluted_package.POLLUTERS}
    found = [(change["test"]["name"].split(".")[-1], change["difference"]["subject"])
             for change in report.get("pollution", {}).get("changes", [])]
    return set(found) & truth, [f"{test}: {subject}" for test, subject in found if (test, subject) not in truth]
