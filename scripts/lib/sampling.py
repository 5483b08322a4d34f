"""Compares the processor time of a loop of allocations with and without sampling: see scripts/sampling."""
import math
import os
import statistics
import subprocess
import sys

folder, library, pairs = sys.argv[1], sys.argv[2], int(sys.argv[3])
ROUNDS = "60000000"
LIMIT = 1.03
# Two-sided, for 95 %, by degrees of freedom.
STUDENT = {5: 2.571, 10: 2.228, 15: 2.131, 20: 2.086, 30: 2.042, 60: 2.0, 10**9: 1.96}


def seconds(environment):
    """Returns the user and system time of a run."""
    process = subprocess.Popen(
        [os.path.join(folder, "heap-fixture"), "loop", ROUNDS], env=os.environ | environment,
        stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit("the program failed")
    return usage.ru_utime + usage.ru_stime


ways = {
    "off": {"LD_PRELOAD": library},
    "sampled": {
        "LD_PRELOAD": library, "OUTLIVE_HEAP": folder, "OUTLIVE_HEAP_SAMPLE": "512000", "OUTLIVE_HEAP_EXIT": "0"},
}
ratios = {way: [] for way in ways}
bare = []
for pair in range(pairs):
    order = list(ways) if pair % 2 else list(reversed(ways))
    for way in order:
        # Bare runs on both sides, because the speed of the machine drifts.
        before = seconds({})
        with_tier = seconds(ways[way])
        after = seconds({})
        bare += [before, after]
        ratios[way].append(with_tier / math.sqrt(before * after))

print(f"bare: {statistics.median(bare) / int(ROUNDS) * 1e9:.1f} ns for an object, n = {len(bare)}")
largest = 0
for way, values in ratios.items():
    logarithms = [math.log(value) for value in values]
    mean = statistics.fmean(logarithms)
    error = statistics.stdev(logarithms) / math.sqrt(len(logarithms)) if len(logarithms) > 1 else 0
    factor = next(value for degrees, value in STUDENT.items() if len(logarithms) - 1 <= degrees)
    low, high = math.exp(mean - factor * error), math.exp(mean + factor * error)
    largest = max(largest, math.exp(mean))
    print(f"{way}: {math.exp(mean):.3f} ({low:.3f} to {high:.3f}), n = {len(logarithms)}")
sys.exit(0 if largest <= LIMIT else 1)
