"""Inspects swift-nio's HTTP server under load, many times, and kills inspections at random moments.

Each round loads one server bare and another one that is inspected all the time, in random order. Reports the latency
beside that of the bare server, failed requests, stopped threads and zombies. `wrk` comes from Debian, the server from
`scripts/trial third-party`.
"""

import os
import random
import re
import signal
import statistics
import subprocess
import tempfile
import time

from . import third_party
from .table import Table
from .tools import add_configuration, await_port, build, free_port, need, number

TRUTH = "a server under load against itself, inspected and with inspections killed"
MINUTES = 8
SHORT = ["--attaches", "100", "--kills", "50", "--rounds", "2"]


def add_options(parser):
    parser.add_argument("--attaches", type=number(1), default=1000, metavar="N", help="inspections (default: 1000)")
    parser.add_argument("--kills", type=number(1), default=200, metavar="N", help="killed inspections (default: 200)")
    parser.add_argument("--rounds", type=number(1), default=5, metavar="N", help="rounds (default: 5)")
    add_configuration(parser, "outlive")


def run(options):
    need("wrk")
    trial = Trial(third_party.build_program("nio-http1"), build("outlive", options.configuration))
    each = max(1, options.attaches // options.rounds)
    bare, attached, seconds = [], [], 10.0
    for round in range(1, options.rounds + 1):
        for arm in random.sample(["bare", "attached"], 2):
            if arm == "bare":
                bare.append(trial.bare_round(seconds))
            else:
                result, seconds = trial.attached_round(each)
                attached.append(result)
        trial.table.add(
            f"round {round}", f"p99 bare {bare[-1][0]:.2f} ms, inspected {attached[-1][0]:.2f} ms, "
            f"{each} inspections in {seconds:.0f} s")
    ratio = statistics.median(a[0] for a in attached) / statistics.median(b[0] for b in bare)
    failed = sum(a[2] for a in attached)
    trial.table.add(
        "inspections", f"{each * options.rounds}: {sum(a[1] for a in attached)} requests, {failed} failed, "
        f"p99 {ratio:.2f} times that of the bare server (goal 1.5)")
    if failed:
        trial.problems.append(f"{failed} requests failed")
    trial.kill_inspections(options.kills)
    for problem in trial.problems[:20]:
        trial.table.add("problem", problem)
    print(trial.table)
    return not trial.problems


class Server:
    """A server in a folder of its own, killed at the end with its load."""

    def __init__(self, program):
        self.program = program
        self.wrk = None

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.port = free_port()
        self.process = subprocess.Popen(
            [self.program, "127.0.0.1", str(self.port), self.folder.name],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            await_port(self.port, self.process, "the server")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in filter(None, [self.wrk, self.process]):
            process.kill()
            process.wait()
        self.folder.cleanup()

    def load(self, seconds=100000):
        """Starts the load."""
        self.wrk = subprocess.Popen(
            ["wrk", "-t1", "-c16", f"-d{seconds}s", "--latency", f"http://127.0.0.1:{self.port}/dynamic/echo"],
            stdout=subprocess.PIPE, text=True)

    def outcome(self):
        """Returns the 99th percentile in ms, the number of requests and that of failed ones."""
        output = self.wrk.communicate()[0]
        failed = sum(map(int, re.findall(r"(?:connect|read|write|timeout) (\d+)", output)))
        failed += sum(map(int, re.findall(r"Non-2xx or 3xx responses: (\d+)", output)))
        number, unit = re.search(r"99%\s+([0-9.]+)(us|ms|s)", output).groups()
        p99 = float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit]
        return p99, int(re.search(r"(\d+) requests in", output)[1]), failed

    def interrupted(self):
        """Ends the load, which then prints its figures, and returns its outcome."""
        self.wrk.send_signal(signal.SIGINT)
        return self.outcome()

    @property
    def is_traced(self):
        return "TracerPid:\t0\n" not in read(f"/proc/{self.process.pid}/status")

    def problems(self, when):
        """Stopped threads, zombies and a tracer, which there may not be when no inspection runs."""
        pid = self.process.pid
        if self.process.poll() is not None:
            return [f"{when}: the server ended with {self.process.returncode}"]
        states = {task: read(f"/proc/{pid}/task/{task}/stat").rsplit(")", 1)[1].split()[0]
                  for task in os.listdir(f"/proc/{pid}/task")}
        found = [f"{when}: thread {task} is in the state {state}" for task, state in states.items() if state in "tTZ"]
        if self.is_traced:
            found.append(f"{when}: the server is still traced")
        if children := read(f"/proc/{pid}/task/{pid}/children").split():
            found.append(f"{when}: the server has the children {' '.join(children)}")
        return found


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Trial:
    """Inspections of servers, with what they did wrong."""

    def __init__(self, server, outlive):
        self.server, self.outlive = server, outlive
        self.problems = []
        self.table = Table("part", "measured")

    def inspect(self, server):
        return subprocess.Popen(
            [self.outlive, "census", str(server.process.pid), "--attach", "--report", "json=/dev/null"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def bare_round(self, seconds):
        with Server(self.server) as server:
            server.load(max(1, round(seconds)))
            return server.outcome()

    def attached_round(self, count):
        """Inspects a server under load `count` times. Returns its outcome and the duration in seconds."""
        with Server(self.server) as server:
            server.load()
            time.sleep(0.5)
            start = time.monotonic()
            for _ in range(count):
                census = self.inspect(server)
                error = census.communicate()[1]
                if census.returncode != 0:
                    self.problems.append(f"an inspection ended with {census.returncode}: {error.strip()}")
            seconds = time.monotonic() - start
            result = server.interrupted()
            self.problems += server.problems("after the inspections")
            return result, seconds

    def kill_inspections(self, count):
        with Server(self.server) as server:
            server.load()
            time.sleep(0.5)
            start = time.monotonic()
            self.inspect(server).communicate()
            usual = time.monotonic() - start
            for _ in range(count):
                census = self.inspect(server)
                time.sleep(random.uniform(0, usual))
                census.kill()
                census.communicate()
            end = time.monotonic() + 10
            while server.is_traced and time.monotonic() < end:
                time.sleep(0.05)
            self.problems += server.problems("after the kills")
            _, requests, failed = server.interrupted()
            self.table.add(
                "kills", f"{count} at random moments of {usual * 1000:.0f} ms: {requests} requests, {failed} failed")
            if failed:
                self.problems.append(f"{failed} requests failed while inspections were killed")
