"""Measures the cost of sampling at 512 kB, side by side with the bare program.

A loop that allocates and frees an object: its processor time without its start, also with the tier preloaded but
off. Or with --server a server of swift-nio, Benchmarks/MemoryServices, under wrk: its throughput, and its processor
time for a request. With --allocator the same with that one preloaded in all runs, and with the tier also recording
every block.

Ratios are medians, with intervals of 95 % by order statistics. Met if the loop takes at most 1.03 and the server
keeps at least 99 %; with --allocator always.
"""

import math
import os
import re
import statistics
import subprocess

from .table import Table
from .tools import (
    FIXTURES, ROOT, CannotTry, add_allocator, allocator_library, build, compile_swift, heap_library, need, number,
    scratch)

TRUTH = "processor time and throughput, sampled against bare"
MINUTES = 4
# Without a judgement, which needs a quiet machine.
SHORT = ["--allocator", "jemalloc", "2"]
ROUNDS = 20_000_000
SECONDS = 4


def add_options(parser):
    parser.add_argument("pairs", nargs="?", type=number(1), default=40, metavar="PAIRS",
                        help="pairs of runs (default: 40)")
    parser.add_argument("--server", action="store_true", help="the server instead of the loop")
    add_allocator(parser, "preloaded in all runs")


def ended(process):
    """Returns the user and system time of a process that has ended or ends now."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime


class Loop:
    def __init__(self, folder):
        self.program = compile_swift(folder / "heap-fixture", FIXTURES / "HeapFixture", "heap_fixture", "-O")
        self.starts = {}

    def seconds(self, environment, rounds):
        process = subprocess.Popen(
            [self.program, "loop", str(rounds)], env=os.environ | environment, stdout=subprocess.DEVNULL)
        seconds = ended(process)
        if process.returncode != 0:
            raise CannotTry("the program failed")
        return seconds

    def measure(self, environment):
        # A process starts and ends once, but the loop may go on for days.
        key = tuple(environment.items())
        if key not in self.starts:
            self.starts[key] = statistics.median(self.seconds(environment, 1) for _ in range(15))
        return {"processor time of an object": (self.seconds(environment, ROUNDS) - self.starts[key]) / ROUNDS}


class Server:
    def __init__(self):
        need("wrk")
        self.program = build("report-server", "release", ROOT / "Benchmarks/MemoryServices")

    def measure(self, environment):
        process = subprocess.Popen(
            [self.program, "none"], env=os.environ | environment, stdout=subprocess.PIPE, text=True)
        try:
            port = re.search(r"\d+", process.stdout.readline()).group()
            output = subprocess.run(
                ["wrk", "-t1", "-c16", f"-d{SECONDS}s", f"http://127.0.0.1:{port}/report/20"],
                check=True, capture_output=True, text=True).stdout
        finally:
            process.kill()
            seconds = ended(process)
        return {
            "requests a second": float(re.search(r"Requests/sec:\s+([\d.]+)", output).group(1)),
            "processor time of a request": seconds / int(re.search(r"(\d+) requests in", output).group(1)),
        }


def interval(values):
    """Returns the order statistics that contain the median with at least 95 %, or the extremes of few values."""
    values, outside, rank = sorted(values), 0, 0
    while rank < len(values) // 2:
        outside += 2 * math.comb(len(values), rank) / 2 ** len(values)
        if outside > 0.05:
            break
        rank += 1
    rank = max(rank, 1)
    return values[rank - 1], values[-rank]


def run(options):
    allocator = allocator_library(options.allocator) if options.allocator else ""
    library = heap_library()
    with scratch() as folder:
        subject = Server() if options.server else Loop(folder)
        bare = {"LD_PRELOAD": allocator} if allocator else {}
        off = {"LD_PRELOAD": f"{library}:{allocator}"}
        recorded = off | {"OUTLIVE_HEAP": str(folder), "OUTLIVE_HEAP_EXIT": "0"}
        ways = {} if options.server else {"off": off}
        ways["sampled"] = recorded | {"OUTLIVE_HEAP_SAMPLE": "512000"}
        if allocator:
            ways["recorded"] = recorded
        ratios, alone = {}, {}
        for pair in range(options.pairs):
            for way in list(ways) if pair % 2 else list(reversed(ways)):
                # Bare runs on both sides, because the speed of the machine drifts.
                before, between, after = [subject.measure(each) for each in (bare, ways[way], bare)]
                for figure, value in between.items():
                    alone.setdefault(figure, []).extend([before[figure], after[figure]])
                    ratios.setdefault((figure, way), []).append(value / math.sqrt(before[figure] * after[figure]))
    names = {tuple(environment.items()): way for way, environment in [("bare", bare), *ways.items()]}
    starts = {names[key]: seconds for key, seconds in getattr(subject, "starts", {}).items()}
    return shown(ratios, alone, starts) or bool(allocator)


def shown(ratios, alone, starts):
    """Prints the measurement, and returns true if it is within the limits."""
    table, met = Table("run", "figure", "median", "interval", "n"), True
    for figure, values in alone.items():
        table.add("bare", figure, f"{statistics.median(values):.4g}", "", len(values))
    for way, seconds in starts.items():
        table.add(way, "start and end", f"{seconds * 1000:.1f} ms", "", 15)
    for (figure, way), values in ratios.items():
        median, (low, high) = statistics.median(values), interval(values)
        table.add(way, f"{figure}, to bare", f"{median:.3f}", f"{low:.3f} to {high:.3f}", len(values))
        limits = {"requests a second": median >= 0.99, "processor time of an object": median <= 1.03}
        met = met and limits.get(figure, True)
    print(table)
    return met
