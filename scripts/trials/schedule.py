"""Chooses the trials that fit into a time, runs each within a bound, and collects the outcomes."""

import dataclasses
import os
import signal
import subprocess
import sys
import tempfile
import time

from .tools import HERE, say

MET = "met"
NOT_MET = "not met"
NOT_FINISHED = "not finished"
# The seconds that a trial has to remove what it made, once it is asked to end.
GRACE = 20


@dataclasses.dataclass(frozen=True)
class Trial:
    name: str
    # The usual time.
    minutes: float
    arguments: list


@dataclasses.dataclass(frozen=True)
class Result:
    name: str
    outcome: str
    seconds: float = 0
    is_failure: bool = False


def order(trials, ended, today):
    """Returns trials with the longest unrun first.

    Those that never ran come first, in an order that begins with another one each day: a fresh clone has run none, and
    would otherwise never reach the last ones.

    - ended: the time of each one's last run, as a text that sorts by time.
    """
    start = today.toordinal() % len(trials)
    return sorted(trials[start:] + trials[:start], key=lambda trial: ended.get(trial.name, ""))


def run_all(trials, seconds, run, clock=time.monotonic):
    """Runs in this order what fits into a time, and returns a result for every trial.

    - run: runs a trial for so many seconds at most, and returns its exit status, or None if it was ended.
    """
    end, results = clock() + seconds, []
    for trial in trials:
        left = end - clock()
        if trial.minutes * 60 > left:
            outcome = f"not tried: takes {trial.minutes:g} min, {max(0, left) / 60:.0f} left"
            results.append(Result(trial.name, outcome))
            continue
        say(f"== {trial.name}")
        start = clock()
        status = run(trial, min(2 * trial.minutes * 60, left))
        results.append(judged(trial.name, status, clock() - start))
    return results


def judged(name, status, seconds):
    """Returns the result for an exit status. One that takes too long here, or lacks a tool, is no failure."""
    outcomes = {0: MET, 1: NOT_MET, 3: "could not be tried", None: NOT_FINISHED}
    outcome = outcomes.get(status, f"failed with status {status}")
    return Result(name, outcome, seconds, is_failure=status not in (0, 3, None))


def run_bounded(trial, seconds):
    """Runs a trial in a session of its own, all processes of which end with it. Shows the output if it is not met."""
    with tempfile.TemporaryFile("w+", errors="replace") as log:
        process = subprocess.Popen(
            [sys.executable, "-B", HERE, trial.name, *trial.arguments], start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        try:
            status = process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            end_group(process)
        if status != 0:
            log.seek(0)
            sys.stderr.write(log.read())
        return status


def end_group(process):
    """Ends the processes of a group: asks its leader, waits, and kills all that is left."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(timeout=GRACE)
        except subprocess.TimeoutExpired:
            pass
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
