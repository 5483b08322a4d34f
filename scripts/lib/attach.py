"""Loads a server, inspects it all the while, and kills inspections: the measuring part of scripts/attach."""

import os
import random
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

OUTLIVE, SERVER = sys.argv[1:3]
ATTACHES, KILLS, ROUNDS = map(int, sys.argv[3:6])
problems = []


class Server:
    """A server in a folder of its own, killed at the end with its load."""

    wrk = None

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process = subprocess.Popen(
            [SERVER, "127.0.0.1", str(self.port), self.folder.name],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(500):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.02)
        self.__exit__()
        print("the server does not listen", file=sys.stderr)
        sys.exit(3)

    def __exit__(self, *_):
        if self.wrk:
            self.wrk.kill()
            self.wrk.wait()
        self.process.kill()
        self.process.wait()
        self.folder.cleanup()

    @property
    def pid(self):
        return self.process.pid

    def load(self, seconds):
        """Starts the load."""
        self.wrk = subprocess.Popen(
            ["wrk", "-t1", "-c16", f"-d{seconds}s", "--latency", f"http://127.0.0.1:{self.port}/dynamic/echo"],
            stdout=subprocess.PIPE, text=True)
        return self.wrk

    def check(self, when):
        """Notes stopped threads, zombies and a tracer, which there may not be when no inspection runs."""
        if self.process.poll() is not None:
            problems.append(f"{when}: the server ended with {self.process.returncode}")
            return
        for task in os.listdir(f"/proc/{self.pid}/task"):
            state = open(f"/proc/{self.pid}/task/{task}/stat").read().rsplit(")", 1)[1].split()[0]
            if state in "tTZ":
                problems.append(f"{when}: thread {task} is in the state {state}")
        status = open(f"/proc/{self.pid}/status").read()
        if "TracerPid:\t0\n" not in status:
            problems.append(f"{when}: the server is still traced")
        children = open(f"/proc/{self.pid}/task/{self.pid}/children").read().split()
        if children:
            problems.append(f"{when}: the server has the children {' '.join(children)}")


def inspect(server):
    return subprocess.Popen(
        [OUTLIVE, "census", str(server.pid), "--attach", "--report", "json=/dev/null"],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def milliseconds(text):
    number, unit = re.fullmatch(r"([0-9.]+)(us|ms|s)", text).groups()
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def outcome(wrk):
    """Returns the 99th percentile in ms, the number of requests and that of failed ones."""
    output = wrk.communicate()[0]
    failed = sum(map(int, re.findall(r"(?:connect|read|write|timeout) (\d+)", output)))
    failed += sum(map(int, re.findall(r"Non-2xx or 3xx responses: (\d+)", output)))
    return (
        milliseconds(re.search(r"99%\s+(\S+)", output)[1]), int(re.search(r"(\d+) requests in", output)[1]), failed)


def attached_round(count):
    """Inspects a server under load `count` times. Returns its outcome and the duration in seconds."""
    with Server() as server:
        wrk = server.load(100000)
        time.sleep(0.5)
        start = time.monotonic()
        for _ in range(count):
            census = inspect(server)
            error = census.communicate()[1]
            if census.returncode != 0:
                problems.append(f"an inspection ended with {census.returncode}: {error.strip()}")
        seconds = time.monotonic() - start
        # wrk prints its figures when it is interrupted.
        wrk.send_signal(signal.SIGINT)
        result = outcome(wrk)
        server.check("after the inspections")
        return result, seconds


def bare_round(seconds):
    with Server() as server:
        return outcome(server.load(max(1, round(seconds))))


def kill_inspections():
    with Server() as server:
        wrk = server.load(100000)
        time.sleep(0.5)
        start = time.monotonic()
        inspect(server).communicate()
        usual = time.monotonic() - start
        for number in range(KILLS):
            census = inspect(server)
            time.sleep(random.uniform(0, usual))
            census.kill()
            census.communicate()
        for _ in range(200):
            if "TracerPid:\t0\n" in open(f"/proc/{server.pid}/status").read():
                break
            time.sleep(0.05)
        server.check("after the kills")
        wrk.send_signal(signal.SIGINT)
        p99, requests, failed = outcome(wrk)
        print(f"kills\t{KILLS} at random moments of {usual * 1000:.0f} ms: {requests} requests, {failed} failed")
        if failed:
            problems.append(f"{failed} requests failed while inspections were killed")


def main():
    each = max(1, ATTACHES // ROUNDS)
    bare, attached, seconds = [], [], 10.0
    for number in range(ROUNDS):
        for arm in random.sample(["bare", "attached"], 2):
            if arm == "bare":
                bare.append(bare_round(seconds))
            else:
                result, seconds = attached_round(each)
                attached.append(result)
        print(
            f"round {number + 1}\tp99 bare {bare[-1][0]:.2f} ms, inspected {attached[-1][0]:.2f} ms\t"
            f"{each} inspections in {seconds:.0f} s", flush=True)
    ratio = statistics.median(a[0] for a in attached) / statistics.median(b[0] for b in bare)
    failed = sum(a[2] for a in attached)
    print(
        f"inspections\t{each * ROUNDS}: {sum(a[1] for a in attached)} requests, {failed} failed, "
        f"p99 {ratio:.2f} times that of the bare server (goal 1.5)")
    if failed:
        problems.append(f"{failed} requests failed")
    kill_inspections()
    for problem in problems[:20]:
        print(f"problem\t{problem}")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
