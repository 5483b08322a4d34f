"""A program that forks, executes, ends, is stopped, traced and limited, while two commands inspect it."""

import collections
import contextlib
import ctypes
import multiprocessing
import os
import random
import resource
import selectors
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from . import refusals
from .http import print_tally
from .programs import LeftOut
from .service import own_environment

# In seconds. An answer of the target waits for an inspection, and for its memory to be copied; an inspection has a
# timeout of its own, after which it has some time to end.
ANSWER = 60
TIMEOUT = 20
PATIENCE = 120
INSPECTORS = 2

PTRACE_DETACH, PTRACE_SEIZE, PTRACE_INTERRUPT = 17, 0x4206, 0x4207


class Broken(Exception):
    """The target was harmed; the text says how."""


class Target:
    """The program that is inspected, and the conversation with it."""

    def __init__(self, path):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=own_environment())
        os.set_blocking(self.process.stdout.fileno(), False)
        self._read = b""
        self._expect("ready 20000")

    def ask(self, line, expected):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        self._expect(expected, line)

    def _expect(self, expected, line="its start"):
        deadline = time.monotonic() + ANSWER
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            while b"\n" not in self._read:
                if not selector.select(max(0, deadline - time.monotonic())):
                    raise Broken(f"no answer to '{line}' within {ANSWER} s; its threads are {states(self.process.pid)}")
                part = os.read(self.process.stdout.fileno(), 4096)
                if not part:
                    raise Broken(f"ended with {self.process.wait()} instead of an answer to '{line}'")
                self._read += part
        answer, _, self._read = self._read.partition(b"\n")
        if answer.decode() != expected:
            raise Broken(f"answered '{answer.decode()}' to '{line}', and not '{expected}'")

    def end(self, status):
        """Lets it end, and checks that its exit status is its own."""
        self.process.stdin.write(f"end {status}\n".encode())
        self.process.stdin.flush()
        try:
            ended = self.process.wait(ANSWER)
        except subprocess.TimeoutExpired:
            raise Broken(f"did not end; its threads are {states(self.process.pid)}") from None
        if ended != status:
            raise Broken(f"ended with {ended}, and not with {status}")


def states(process):
    """The state of each thread with its tracer, as (state, tracer)."""
    found = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{process}/task"):
            with contextlib.suppress(OSError), open(f"/proc/{process}/task/{thread}/status", encoding="utf-8") as file:
                fields = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
                found.append((fields["State"][0], int(fields["TracerPid"])))
    return found


def one_line(text):
    return " ".join(text.split())[-500:]


# MARK: Inspections


class Inspectors:
    """Commands that inspect the target one after another, several at a time, except during a rest."""

    def __init__(self, programs, target, folder, tally):
        self._programs, self._target, self._folder, self._tally = programs, target, folder, tally
        self._may_run, self._ends = threading.Event(), False
        self._turns = [threading.Lock() for _ in range(INSPECTORS)]
        self.findings = []
        self._threads = [threading.Thread(target=self._work, args=(number,)) for number in range(INSPECTORS)]
        self._may_run.set()
        for thread in self._threads:
            thread.start()

    def _commands(self, number):
        process = str(self._target.process.pid)
        graph = os.path.join(self._folder, f"graph-{number}.olheap")
        return [
            ["census", "--attach", process], ["census", "--attach", "--graph", graph, process], ["memory", process],
            ["tasks", "--attach", process],
            ["watch", process, "--attach", "--every", "100ms", "--times", "5", "--warmup", "1", "--known", "off",
             "--fail-on", "never"]]

    def _work(self, number):
        while not self._ends:
            self._may_run.wait()
            with self._turns[number]:
                if self._may_run.is_set() and not self._ends:
                    self._inspect(random.choice(self._commands(number)))

    def _inspect(self, command):
        begun = subprocess.Popen(
            [self._programs.outlive, *command, "--timeout", f"{TIMEOUT}s"], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", cwd=self._folder,
            env=own_environment())
        try:
            output, errors = begun.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            begun.kill()
            begun.communicate()
            self.findings.append(f"{command[0]} did not end within {PATIENCE} s")
            return
        status = begun.returncode
        self._tally[f"{command[0]}: ended with {status}"] += 1
        line = errors.strip().removeprefix("outlive: ")
        # A watch that had begun puts the reason into its report.
        is_known = refusals.is_documented(line, status) or (
            command[0] == "watch" and refusals.documented_in(output + errors, status))
        if status != 0 and not is_known:
            self.findings.append(f"{command[0]} ended with {status}: {one_line(line or output)}")

    @contextlib.contextmanager
    def rest(self):
        """No inspection runs within it."""
        self._may_run.clear()
        with contextlib.ExitStack() as turns:
            for turn in self._turns:
                turns.enter_context(turn)
            yield
        self._may_run.set()

    def end(self):
        self._ends = True
        self._may_run.set()
        for thread in self._threads:
            thread.join()


# MARK: Troubles


def ask(target):
    number = random.randint(1, 20_000)
    target.ask(f"ask {number}", str(number * (number + 1) // 2))


def stop(target):
    for _ in range(random.choice([1, 1, 20])):
        target.process.send_signal(signal.SIGSTOP)
        time.sleep(random.choice([0, 0.001, 0.1, 1]))
        target.process.send_signal(signal.SIGCONT)


def _trace(process, seconds, detaches):
    """Traces the first thread. If it does not detach, the end of the tracer does."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.ptrace(PTRACE_SEIZE, process, None, None) != 0:
        os._exit(1)
    time.sleep(seconds)
    if detaches and libc.ptrace(PTRACE_INTERRUPT, process, None, None) == 0:
        os.waitpid(process, 0x40000000)  # __WALL
        libc.ptrace(PTRACE_DETACH, process, None, None)
    os._exit(0)


def trace(target):
    tracer = multiprocessing.Process(
        target=_trace, args=(target.process.pid, random.choice([0, 0.01, 1]), random.random() < 0.5))
    tracer.start()
    tracer.join()


def limit(target):
    """Lowers limits from outside for a moment, or that of descriptors for good from inside."""
    if random.random() < 0.3:
        target.ask("limit 0", "done")
        return
    kind = random.choice([resource.RLIMIT_AS, resource.RLIMIT_NPROC, resource.RLIMIT_CORE, resource.RLIMIT_STACK])
    before = resource.prlimit(target.process.pid, kind)
    resource.prlimit(target.process.pid, kind, (1 << 20 if kind == resource.RLIMIT_STACK else 0, before[1]))
    time.sleep(random.uniform(0, 1))
    resource.prlimit(target.process.pid, kind, before)


def protect(target):
    target.ask("permit 0", "done")
    time.sleep(random.uniform(0, 1))
    target.ask("permit 1", "done")


TROUBLES = {
    "asked": ask,
    "forked": lambda target: target.ask("fork 0", "7"),
    "spawned": lambda target: target.ask("spawn 0", "9"),
    "executed": lambda target: target.ask("exec 0", "ready 20000"),
    "threads started": lambda target: target.ask("threads 20", "20"),
    "stopped": stop,
    "traced": trace,
    "limited": limit,
    "protected": protect,
}


def check_rest(target, inspectors):
    with inspectors.rest():
        left = [state for state in states(target.process.pid) if state[0] in "Tt" or state[1] != 0]
        if left:
            raise Broken(f"was left stopped or traced after all inspections: {left}")
        ask(target)


def live(programs, path, folder, end, tally):
    """Starts a target, troubles it for some seconds, and lets it end during inspections. Returns findings."""
    target = Target(path)
    inspectors = Inspectors(programs, target, folder, tally)
    findings, status = [], random.randint(0, 120)
    ends = min(end, time.monotonic() + random.uniform(1, 20))
    try:
        while time.monotonic() < ends:
            name = random.choice(sorted(TROUBLES))
            TROUBLES[name](target)
            tally[name] += 1
            ask(target)
            if random.random() < 0.1:
                check_rest(target, inspectors)
            time.sleep(random.uniform(0, 0.3))
        target.end(status)
        tally["ended by themselves"] += 1
        # Some inspections find that it has ended.
        time.sleep(random.uniform(0, 0.5))
    except (Broken, BrokenPipeError) as harm:
        findings.append(f"the target {harm}")
    finally:
        inspectors.end()
        if target.process.poll() is None:
            target.process.kill()
            target.process.wait()
    return findings + inspectors.findings


def build(folder):
    compiler = shutil.which("swiftc")
    if not compiler:
        raise LeftOut("there is no swiftc for a target")
    here, path = os.path.dirname(__file__), os.path.join(folder, "inspected-target")
    made = subprocess.run(
        [compiler, "-O", "-parse-as-library", "-import-objc-header", os.path.join(here, "inspected_target.h"),
         os.path.join(here, "inspected_target.swift"), "-o", path], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        raise LeftOut(f"the target cannot be compiled: {made.stderr.strip()}")
    return path


def require_permission(programs, path):
    """Leaves the part out where the system permits no inspections."""
    target = Target(path)
    made = subprocess.run(
        [programs.outlive, "census", "--attach", str(target.process.pid)], capture_output=True, text=True, check=False)
    target.end(0)
    if made.returncode != 0:
        raise LeftOut(f"no process may be inspected here: {made.stderr.strip()}")


def run(programs, end):
    tally, findings = collections.Counter(), []
    with tempfile.TemporaryDirectory(prefix="outlive-chaos-") as folder:
        path = build(folder)
        require_permission(programs, path)
        while time.monotonic() < end:
            findings += live(programs, path, folder, end, tally)
    for name in TROUBLES:
        if not tally[name]:
            findings.append(f"nothing was {name}")
    counts = collections.Counter(findings)
    return print_tally("inspected", tally) + [
        f"{finding} ({count} times)" if count > 1 else finding for finding, count in counts.items()]
