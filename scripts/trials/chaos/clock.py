"""Steps of the time of day, forward and back, as the service and `outlive` see them; the machine's clock stays."""

import collections
import mmap
import os
import random
import shutil
import struct
import subprocess
import tempfile
import threading
import time

from .harness import Harness, bench, soak
from .http import SLOWEST, GoodClient, print_tally, print_times
from .programs import LeftOut
from .service import Service, steady

# In seconds: NTP's corrections, daylight saving made wrong, and a machine that starts in 1970 or beyond 2038.
STEPS = [-1, 1, -3600, 3600, -30 * 365 * 86_400, 40 * 365 * 86_400]


class Clock:
    """A clock of the time of day for programs that begin with its environment."""

    def __init__(self, folder):
        compiler = shutil.which("clang") or shutil.which("cc")
        if not compiler:
            raise LeftOut("there is no C compiler for a clock of its own")
        library, source = os.path.join(folder, "clock_step.so"), os.path.join(os.path.dirname(__file__), "clock_step.c")
        made = subprocess.run(
            [compiler, "-O2", "-shared", "-fPIC", "-o", library, source], capture_output=True, text=True, check=False)
        if made.returncode != 0:
            raise LeftOut(f"the clock cannot be compiled: {made.stderr.strip()}")
        path = os.path.join(folder, "offset")
        with open(path, "wb") as file:
            file.write(bytes(8))
        with open(path, "r+b") as file:
            self._offset = mmap.mmap(file.fileno(), 8)
        self.environment = {"LD_PRELOAD": library, "CHAOS_CLOCK": path}

    def step(self, offset):
        """Sets how many seconds the programs' clock is ahead of the machine's."""
        self._offset[:] = struct.pack("l", offset)

    def is_effective(self):
        """Returns True if a program sees it."""
        self.step(-30 * 365 * 86_400)
        year = subprocess.run(
            ["date", "+%Y"], env={**os.environ, **self.environment}, stdout=subprocess.PIPE, text=True, check=True)
        self.step(0)
        return int(year.stdout) < 2010


def keep_stepping(clock, end, tally):
    while time.monotonic() < end:
        clock.step(random.choice([0, *STEPS]))
        tally["steps"] += 1
        time.sleep(random.uniform(0.01, 0.5))
    clock.step(0)


def harness(programs, clock, tally):
    """Runs `outlive` and what it launches while the clock steps."""
    report = ["--report", "json={reports}/report.json"]
    for arguments in [
        soak(programs, *report), soak(programs, *report, "--heap", cycles=5), bench(programs, *report),
        ["run", "--require-census", *report, "--", programs.service, "--help"],
    ]:
        with Harness(programs, arguments, environment=clock.environment) as run:
            status = run.wait()
            tally[f"{arguments[0]}: ended with {status}"] += 1
            if status != 0:
                yield f"{arguments[0]} while the clock stepped: ended with {status}: {run.verdict()}{run.errors()[-500:]}"
            for broken in run.broken_reports():
                yield f"{arguments[0]}: {broken} is not whole"
            for finding in run.left(expected={"report.json"}):
                yield f"{arguments[0]}: {finding}"


def run(programs, end):
    with tempfile.TemporaryDirectory(prefix="outlive-chaos-") as folder:
        clock = Clock(folder)
        if not clock.is_effective():
            raise LeftOut("programs here do not ask the C library for the time")

        def load(service, end):
            tally = collections.Counter()
            stepping = threading.Thread(target=keep_stepping, args=(clock, end, tally), daemon=True)
            stepping.start()
            good, findings = GoodClient(service, end), []
            while time.monotonic() < end and service.status() is None:
                findings += harness(programs, clock, tally)
            stepping.join()
            asked, times = good.results()
            tally.update(asked)
            return print_tally("clock", tally) + print_times("clock", times, SLOWEST) + findings

        return steady("clock", Service(programs, clock.environment), end, load)
