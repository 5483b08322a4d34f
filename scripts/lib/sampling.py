"""Compares a program with and without sampling: see scripts/sampling."""
import math
import os
import re
import signal
import statistics
import subprocess
import sys

kind, program, folder, library = sys.argv[1:5]
pairs = int(sys.argv[5])
allocator = sys.argv[6]
ROUNDS = 20_000_000
SECONDS = 4

BARE = {"LD_PRELOAD": allocator} if allocator else {}
OFF = {"LD_PRELOAD": f"{library}:{allocator}"}
RECORDED = OFF | {"OUTLIVE_HEAP": folder, "OUTLIVE_HEAP_EXIT": "0"}
SAMPLED = RECORDED | {"OUTLIVE_HEAP_SAMPLE": "512000"}


def ended(process):
    """Returns the user and system time of a process that has ended or ends now."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime


def loop_seconds(environment, rounds):
    process = subprocess.Popen(
        [program, "loop", str(rounds)], env=os.environ | environment, stdout=subprocess.DEVNULL)
    seconds = ended(process)
    if process.returncode != 0:
        sys.exit("the program failed")
    return seconds


starts = {}


def run_loop(environment):
    # A process starts and ends once, but the loop may go on for days.
    key = tuple(environment.items())
    if key not in starts:
        starts[key] = statistics.median(loop_seconds(environment, 1) for _ in range(15))
    return {"processor time of an object": (loop_seconds(environment, ROUNDS) - starts[key]) / ROUNDS}


def run_server(environment):
    process = subprocess.Popen(
        [program, "none"], env=os.environ | environment, stdout=subprocess.PIPE, text=True)
    try:
        port = re.search(r"\d+", process.stdout.readline()).group()
        output = subprocess.run(
            ["wrk", "-t1", "-c16", f"-d{SECONDS}s", f"http://127.0.0.1:{port}/report/20"],
            check=True, capture_output=True, text=True).stdout
    finally:
        process.send_signal(signal.SIGKILL)
        seconds = ended(process)
    requests = int(re.search(r"(\d+) requests in", output).group(1))
    return {
        "requests a second": float(re.search(r"Requests/sec:\s+([\d.]+)", output).group(1)),
        "processor time of a request": seconds / requests,
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


run = run_server if kind == "server" else run_loop
ways = {"sampled": SAMPLED} if kind == "server" else {"off": OFF, "sampled": SAMPLED}
if allocator:
    ways["recorded"] = RECORDED
ratios, bare = {}, {}
for pair in range(pairs):
    for way in list(ways) if pair % 2 else list(reversed(ways)):
        # Bare runs on both sides, because the speed of the machine drifts.
        before, between, after = run(BARE), run(ways[way]), run(BARE)
        for figure, value in between.items():
            bare.setdefault(figure, []).extend([before[figure], after[figure]])
            ratios.setdefault((figure, way), []).append(value / math.sqrt(before[figure] * after[figure]))

for figure, values in bare.items():
    print(f"bare, {figure}: median {statistics.median(values):.4g}, n = {len(values)}")
for environment, seconds in starts.items():
    print(f"start and end with {' '.join(f'{name}={value}' for name, value in environment) or 'nothing'}: {seconds * 1000:.1f} ms")
good = True
for (figure, way), values in ratios.items():
    median, (low, high) = statistics.median(values), interval(values)
    print(f"{way}, {figure}: {median:.3f} ({low:.3f} to {high:.3f}), n = {len(values)}")
    if figure == "requests a second":
        good = good and median >= 0.99
    elif kind == "loop":
        good = good and median <= 1.03
sys.exit(0 if good or allocator else 1)
