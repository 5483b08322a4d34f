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
ROUNDS = 60_000_000
SECONDS = 4
# Two-sided, for 95 %, by degrees of freedom.
STUDENT = {1: 12.71, 2: 4.303, 3: 3.182, 5: 2.571, 10: 2.228, 15: 2.131, 20: 2.086, 30: 2.042, 60: 2.0, 10**9: 1.96}

OFF = {"LD_PRELOAD": library}
SAMPLED = OFF | {"OUTLIVE_HEAP": folder, "OUTLIVE_HEAP_SAMPLE": "512000", "OUTLIVE_HEAP_EXIT": "0"}


def ended(process):
    """Returns the user and system time of a process that has ended or ends now."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime


def run_loop(environment):
    process = subprocess.Popen(
        [program, "loop", str(ROUNDS)], env=os.environ | environment, stdout=subprocess.DEVNULL)
    seconds = ended(process)
    if process.returncode != 0:
        sys.exit("the program failed")
    return {"processor time": seconds / ROUNDS}


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


run = run_server if kind == "server" else run_loop
ways = {"sampled": SAMPLED} if kind == "server" else {"off": OFF, "sampled": SAMPLED}
ratios, bare = {}, {}
for pair in range(pairs):
    for way in list(ways) if pair % 2 else list(reversed(ways)):
        # Bare runs on both sides, because the speed of the machine drifts.
        before, between, after = run({}), run(ways[way]), run({})
        for figure, value in between.items():
            bare.setdefault(figure, []).extend([before[figure], after[figure]])
            ratios.setdefault((figure, way), []).append(value / math.sqrt(before[figure] * after[figure]))

for figure, values in bare.items():
    print(f"bare, {figure}: median {statistics.median(values):.4g}, n = {len(values)}")
good = True
for (figure, way), values in ratios.items():
    logarithms = [math.log(value) for value in values]
    mean = statistics.fmean(logarithms)
    error = statistics.stdev(logarithms) / math.sqrt(len(logarithms)) if len(logarithms) > 1 else math.inf
    factor = next(value for degrees, value in STUDENT.items() if len(logarithms) - 1 <= degrees)
    low, high = math.exp(mean - factor * error), math.exp(mean + factor * error)
    print(
        f"{way}, {figure}: {math.exp(mean):.3f} ({low:.3f} to {high:.3f}), median {statistics.median(values):.3f}, "
        f"n = {len(values)}")
    if figure == "requests a second":
        good = good and math.exp(mean) >= 0.99
    elif kind == "loop":
        good = good and math.exp(mean) <= 1.03
sys.exit(0 if good else 1)
