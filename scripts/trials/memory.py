"""Compares the parts of `outlive memory` with the kernel's count of resident memory, and its verdicts with the
truth.

12 programs (Swift, C, C++, Redis, Python), then 20 planted situations, whose verdict is what the program was made
for, with the expected gain of malloc_trim against the measured one. `redis-server` comes from Debian; without it its
programs are left out.
"""

import contextlib
import http.client
import json
import shutil
import subprocess
import threading
import time
import urllib.request

from .table import Table
from .tools import (
    FIXTURES, ROOT, add_configuration, build, free_port, program, quietly, scratch)

TRUTH = "parts and verdicts of memory against the kernel and planted situations"
MINUTES = 3
SHORT = ["--configuration", "debug"]


def add_options(parser):
    parser.add_argument("--outlive", type=program, metavar="FILE", help="the command (default: it is built)")
    parser.add_argument("--services", action="store_true", help="also a NIO server (Benchmarks/MemoryServices), which "
                        "takes minutes to build")
    add_configuration(parser, "outlive")


def run(options):
    outlive = options.outlive or build("outlive", options.configuration)
    server = build("report-server", "release", ROOT / "Benchmarks/MemoryServices") if options.services else None
    sources = FIXTURES / "InspectTrials"
    with scratch() as folder:
        quietly("clang", "-std=gnu17", "-D_GNU_SOURCE", "-O1", "-o", folder / "memory-c", sources / "memory.c",
                "-lpthread", otherwise="memory.c does not build")
        quietly("clang++", "-std=c++17", "-O1", "-o", folder / "memory-cpp", sources / "memory.cpp", "-lpthread",
                otherwise="memory.cpp does not build")
        # It runs at the top level.
        quietly("swiftc", "-swift-version", "6", "-O", "-o", folder / "memory-swift", sources / "memory.swift",
                otherwise="memory.swift does not build")
        trial = Trial(outlive, folder)
        trial.measure_programs()
        trial.judge_situations()
        if server:
            trial.judge_services(server)
    return trial.met


class Program:
    """A program that prints a line when it is ready."""

    def __init__(self, outlive, command, waits=True):
        self.outlive = outlive
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.ready = self.process.stdout.readline() if waits else ""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    @property
    def resident(self):
        with open(f"/proc/{self.process.pid}/smaps_rollup", encoding="ascii") as file:
            return next(int(line.split()[1]) * 1024 for line in file if line.startswith("Rss:"))

    def report(self, *options):
        command = [self.outlive, "memory", str(self.process.pid), "--report", "json", *options]
        return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    def trimmed(self):
        """The bytes that malloc_trim(0) returns."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        before, after = map(int, self.process.stdout.readline().split())
        return before - after


def total(report):
    return sum(part["bytes"] for part in report["looks"][-1]["parts"])


PYTHON = {
    "numbers": "x = [i * 1.5 for i in range(1000000)]",
    "texts": "x = {i: str(i) * 10 for i in range(200000)}",
    "freed": "x = [bytearray(2000) for i in range(40000)]; y = x[::40]; del x",
}
# Language, name and verdict.
SITUATIONS = [
    ("c", "fragmented", "fragmentation"), ("c", "fragmented-arenas", "fragmentation"),
    ("c", "fragmented-pages", "fragmentation"), ("swift", "fragmented", "fragmentation"),
    ("c", "high-water", "highWaterMark"), ("c", "high-water-arenas", "highWaterMark"),
    ("swift", "high-water", "highWaterMark"), ("c", "stacks", "stacks"), ("c", "files", "files"),
    ("c", "files-shared", "files"), ("c", "shared", "files"), ("c", "anonymous", "unknown"), ("c", "live", "live"),
    ("c", "live-large", "live"), ("c", "live-arenas", "live"), ("c", "none", "none"), ("swift", "none", "none"),
    ("swift", "leak", "leak"), ("swift", "cache", "fillingCache"), ("swift", "steady", "live"),
]
GROWING = {"leak", "cache", "steady"}
WATCHED = ["--every", "1s", "--times", "8"]


class Trial:
    def __init__(self, outlive, folder):
        self.outlive, self.folder = outlive, folder
        self.met = True

    def judged(self, is_good):
        self.met = self.met and is_good
        return "ok" if is_good else "WRONG"

    def redis(self, count):
        """Starts a server without files, and stores texts in it."""
        port = str(free_port())
        program = Program(self.outlive, ["redis-server", "--port", port, "--save", "", "--appendonly", "no", "--dir",
                                         self.folder], waits=False)
        for _ in range(100):
            if subprocess.run(["redis-cli", "-p", port, "ping"], capture_output=True).returncode == 0:
                break
            time.sleep(0.1)
        commands = "".join(f"SET key:{number} {'v' * 200}\r\n" for number in range(count))
        subprocess.run(["redis-cli", "-p", port, "--pipe"], input=commands, text=True, capture_output=True, check=True)
        return program

    def programs(self):
        """Starts each program, with its name."""
        for name in "none", "steady", "fragmented", "high-water":
            yield f"Swift, {name}", Program(self.outlive, [self.folder / "memory-swift", name])
        for name in "full", "halved", "threads":
            yield f"C++, {name}", Program(self.outlive, [self.folder / "memory-cpp", name])
        for name, text in PYTHON.items():
            script = f"{text}\nprint('ready', flush=True)\ninput()"
            yield f"Python, {name}", Program(self.outlive, ["python3", "-c", script])
        if shutil.which("redis-server"):
            yield "Redis, empty", self.redis(0)
            yield "Redis, 100 000 keys", self.redis(100000)

    def measure_programs(self):
        table = Table("program", "Rss", "sum", "difference", "")
        for name, started in self.programs():
            with started:
                found, resident = total(started.report()), started.resident
            difference = abs(found - resident) / resident
            table.add(name, resident, found, f"{difference:.2%}", self.judged(difference <= 0.02))
        print(table)

    def judge_situations(self):
        table = Table("situation", "verdict", "trim expected", "measured", "")
        for language, name, expected in SITUATIONS:
            is_growing = language == "swift" and name in GROWING
            with Program(self.outlive, [self.folder / f"memory-{language}", name, self.folder]) as program:
                report = program.report(*(WATCHED if is_growing else []))
                verdict = report["verdict"]["kind"]
                good, figures = verdict == expected, ["", ""]
                if not is_growing:
                    gain = (report["looks"][-1].get("free") or {}).get("trim", 0)
                    measured = program.trimmed()
                    figures = [gain, measured]
                    # Of less than a megabyte, the call itself takes a part.
                    good = good and abs(gain - measured) <= max(0.1 * measured, 1 << 19)
            table.add(f"{language} {name}", verdict, *figures, self.judged(good))
        print(f"\n{table}")

    def judge_services(self, server):
        """A peak of requests; then, where nothing stays, a small load while the memory is watched."""
        table = Table("service", "verdict", "resident", "live", "")
        for name, expected, advice, is_loaded in [
            ("none", {"highWaterMark", "none"}, "", True),
            ("fragmented", {"fragmentation"}, "report_server.Receipt", False), ("leak", {"leak"}, "ReportDesk", True),
        ]:
            with Program(self.outlive, [server, name]) as program:
                port = int(program.ready.split()[-1])
                for sender in load(port, 40000, 2):
                    sender.join()
                if is_loaded:
                    load(port, 200, 100000, 1, 0.05)
                report = program.report(*(WATCHED if is_loaded else []))
            verdict, look = report["verdict"], report["looks"][-1]
            live = sum(part["bytes"] for part in look["parts"] if part["kind"] in ("objects", "blocks"))
            good = verdict["kind"] in expected and advice in json.dumps(report)
            table.add(name, verdict["kind"], total(report), live, self.judged(good))
        print(f"\n{table}")


def load(port, rows, count, threads=4, pause=0):
    """Sends requests to the server, as many at once as it has threads, with seconds between them."""
    def send():
        # The last ones fail, when the server is stopped.
        with contextlib.suppress(OSError, http.client.HTTPException):
            for _ in range(count):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/report/{rows}").read()
                time.sleep(pause)
    senders = [threading.Thread(target=send, daemon=True) for _ in range(threads)]
    for sender in senders:
        sender.start()
    return senders
