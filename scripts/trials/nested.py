"""Builds the micro-benchmarks and tests the gRPC example, packages of their own that no other test builds.

The gRPC example compiles BoringSSL twice.
"""

import subprocess

from .table import Table
from .tools import ROOT, say

TRUTH = "packages of their own, against the library as it is"
MINUTES = 9
SHORT = []

# The arguments of `swift` for each package.
PACKAGES = {"MicroBenchmarks": ["build"], "RPCService": ["test", "--disable-xctest"]}


def run(_options):
    table, met = Table("package", "", "result"), True
    for package, (command, *arguments) in PACKAGES.items():
        outcome = subprocess.run(
            ["swift", command, *arguments, "--quiet", "--package-path", ROOT / "Benchmarks" / package],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
        if outcome.returncode != 0:
            say(outcome.stdout)
            met = False
        table.add(package, command, "passes" if outcome.returncode == 0 else f"fails with {outcome.returncode}")
    print(table)
    return met
