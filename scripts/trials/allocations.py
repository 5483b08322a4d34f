"""Holds the count of allocations, `outlive run --allocations`, against other tools.

Programs in C, C++ and Swift: the numbers of allocations and bytes equal those of valgrind memcheck, block for block. A
Swift program that grows arrays asks the allocator for the sizes of its blocks, so that the truth is a library that
only counts. Temporary allocations of programs with one thread equal heaptrack's. Inside of each report, what was
released and is alive, the sizes and the ages add up, and nothing is lost.

The peak by site: bytes alive at the peak, in total and by function, against heaptrack's within 1 % of the peak. Hard
cases, with forks beside threads and many thousands of stacks: they end as without the tier, and their reports add up.
With another allocator, if it is installed or can be, a program makes as many allocations as with the C library's.
"""

import bisect
import collections
import dataclasses
import json
import os
import re
import subprocess

from .allocation_peers import Counted, Peers
from .table import Table
from .tools import (
    HERE, CannotTry, add_names, allocator_library, command_of, compile_swift, need, program, quietly, scratch)

TRUTH = "numbers of allocations and bytes of valgrind, peaks by site of heaptrack"
MINUTES = 3
SOURCES = HERE / "allocations"
# The share of the peak by which a sum or a site may differ.
TOLERANCE = 0.01


@dataclasses.dataclass
class Program:
    """A source, and how much work it does."""
    source: str
    work: int
    # valgrind, or count where another allocator changes what the program does.
    truth: str = "valgrind"
    # It has one thread, and heaptrack knows all functions by which it allocates.
    has_temporary: bool = False
    # Preloaded in the place of the C library's.
    allocator: str = ""

    @property
    def file(self):
        return self.source.replace(".", "-")

    @property
    def name(self):
        return "-".join(filter(None, [self.file, self.allocator]))


EXACT = [
    Program("kinds.c", 300), Program("handover.c", 2000), Program("ends.c", 100), Program("forks.c", 10),
    Program("recursion.c", 2, has_temporary=True), Program("sites.c", 6, has_temporary=True),
    Program("operators.cpp", 20, has_temporary=True), Program("workers.cpp", 10),
    Program("objects.swift", 3000, has_temporary=True), Program("tables.swift", 300, has_temporary=True),
    Program("threads.swift", 100), Program("arrays.swift", 100, "count", has_temporary=True),
]
PEAKS = [Program("peak_waves.c", 1000), Program("peak_threads.c", 1000), Program("peak_sites.c", 60)]
HARD = [Program("crowd.c", 200), Program("stacks.c", 20_000)]
ALLOCATORS = [Program(source, work, allocator=allocator) for allocator in ("jemalloc", "mimalloc", "tcmalloc")
              for source, work in (("operators.cpp", 20), ("handover.c", 2000), ("objects.swift", 3000))]


def add_options(parser):
    add_names(parser, "program", [each.name for each in EXACT + PEAKS + HARD + ALLOCATORS])
    parser.add_argument("--outlive", type=program, metavar="FILE", help="the command (default: that of a debug build)")


class Trial:
    def __init__(self, outlive, folder):
        self.outlive, self.folder = outlive, folder
        self.peers = Peers(folder, SOURCES)

    def command(self, tried, work):
        """Builds a program, unless it is built, and returns its command line."""
        path = self.folder / tried.file
        if not path.exists():
            self.build(tried, path)
        return [str(path), str(work)]

    def build(self, tried, path):
        source = SOURCES / tried.source
        if source.suffix == ".swift":
            # Without debug information, which valgrind cannot read if it is newer.
            compile_swift(path, source, source.stem, "-O")
            return
        # Without optimisation, which removes allocations and merges functions.
        compiler = ["clang++", "-std=c++17"] if source.suffix == ".cpp" else ["clang", "-std=gnu17"]
        quietly(
            *compiler, "-O0", "-gdwarf-4", "-pthread", "-fno-builtin", "-fno-omit-frame-pointer", source, "-o", path)

    def census(self, tried, work, *options, **environment):
        """Runs a program under the tier. Returns its census, which has the count of allocations."""
        report = self.folder / "report.json"
        report.unlink(missing_ok=True)
        command = self.command(tried, work)
        run = subprocess.run(
            [self.outlive, "run", "--allocations", *options, "--report", f"json={report}", "--", *command],
            env=os.environ | environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            errors="replace", timeout=300, check=False)
        found = json.loads(report.read_text()) if report.exists() else {"processes": []}
        censuses = [each["census"] for each in found["processes"]
                    if each["executable"] == command[0] and "allocations" in (each.get("census") or {})]
        if run.returncode != 0 or len(censuses) != 1:
            raise Wrong(f"status {run.returncode}, {len(censuses)} censuses: {run.stderr.strip()[-300:]}")
        return censuses[0]


class Wrong(Exception):
    """What differs from the truth."""


def add_up(census):
    """Checks the sums inside of a census, and returns all that was allocated."""
    figures = census["allocations"]
    every, early, totals = figures["all"], figures["early"], figures["totals"]
    alive = sum(row["count"] for row in census["rows"])
    sums = {
        "allocations by site": sum(total["amount"]["objects"] for total in totals) - every["objects"],
        "bytes by site": sum(total["amount"]["bytes"] for total in totals) - every["bytes"],
        "sizes": sum(figures["sizes"]) - every["objects"],
        "ages and live blocks": sum(figures["ages"]) + alive - every["objects"],
        "lost": figures["lost"],
    }
    if wrong := [f"{name} {number:+}" for name, number in sums.items() if number != 0]:
        raise Wrong(", ".join(wrong))
    temporary = sum(total["temporary"]["objects"] for total in totals if total.get("temporary"))
    return Counted(every["objects"] + early["objects"], every["bytes"] + early["bytes"], temporary)


def compare_counts(trial, tried, table):
    own = add_up(trial.census(tried, tried.work))
    truth = getattr(trial.peers, tried.truth)(trial.command(tried, tried.work))
    difference = own - truth
    temporary = None
    if tried.has_temporary:
        # Of two runs, because the libraries of a program allocate before the tier is on, and heaptrack for itself.
        little, peer = add_up(trial.census(tried, 1)), trial.peers
        other = peer.heaptrack(trial.command(tried, tried.work)) - peer.heaptrack(trial.command(tried, 1))
        temporary = (own - little - other).temporary
    table.add(tried.name, own.blocks, own.bytes, tried.truth, f"{difference.blocks:+}", f"{difference.bytes:+}",
              own.temporary, "" if temporary is None else f"{temporary:+}")
    return not (difference.blocks or difference.bytes or temporary)


class Functions:
    """The functions of a program by address, since a report names those of its largest sites alone."""

    def __init__(self, path):
        self.path = path
        lines = [line.split() for line in quietly("nm", "--defined-only", path).splitlines()]
        found = sorted((int(words[0], 16), words[2]) for words in lines if len(words) == 3 and words[1] in "tT")
        self.addresses, self.names = [address for address, _ in found], [name for _, name in found]

    def site(self, frames):
        """Returns the function of a site, or an empty text for another stack."""
        for frame in frames:
            if frame.get("module") == self.path:
                # The address is that after the call.
                name = self.names[bisect.bisect_right(self.addresses, frame["offset"] - 1) - 1]
                if name.startswith("site_"):
                    return name
        return ""


def site_of(folded):
    return next(iter(re.findall(r"\bsite_\w+", folded)), "")


def compare_peaks(trial, tried, table):
    census = trial.census(tried, tried.work)
    add_up(census)
    figures, functions = census["allocations"], Functions(trial.command(tried, tried.work)[0])
    own = collections.Counter()
    for total in figures["totals"]:
        if total.get("peak"):
            own[functions.site(census["stacks"][total["stack"]]["frames"])] += total["peak"]["bytes"]
    truth = trial.peers.peak(trial.command(tried, tried.work), site_of)
    peak = sum(truth.values())
    shares = {"in total": figures["peakBytes"] / peak - 1, "noted": sum(own.values()) / peak - 1}
    shares |= {name: (own[name] - truth.get(name, 0)) / peak for name in own.keys() | truth.keys()}
    worst = max(own.keys() | truth.keys(), key=lambda name: abs(shares[name]))
    large = [own[name] / size - 1 for name, size in truth.items() if size >= peak / 20]
    table.add(tried.name, figures["peakBytes"], peak, f"{shares['in total']:+.2%}", f"{shares['noted']:+.2%}",
              len(truth), f"{shares[worst]:+.3%} {worst}", f"{max(large, key=abs):+.2%}" if large else "")
    # What a site allocates last before the peak may be missing, a larger share of the site than of the peak.
    return all(abs(share) <= TOLERANCE for share in shares.values())


def try_hard(trial, tried, table):
    own = add_up(trial.census(tried, tried.work, "--frames", "64"))
    table.add(tried.name, own.blocks, own.bytes, "adds up")
    return True


def try_allocator(trial, tried, table):
    try:
        library = allocator_library(tried.allocator)
    except CannotTry:
        table.add(tried.name, "left out: it is missing")
        return True
    own = add_up(trial.census(tried, tried.work))
    other = add_up(trial.census(tried, tried.work, LD_PRELOAD=library))
    # Libraries are initialised otherwise, before the tier is on.
    difference = (other - add_up(trial.census(tried, 1, LD_PRELOAD=library))) - (own - add_up(trial.census(tried, 1)))
    table.add(tried.name, other.blocks, other.bytes, f"{difference.blocks:+}", f"{difference.bytes:+}")
    return not (difference.blocks or difference.bytes)


PARTS = [
    (EXACT, compare_counts,
     ["program", "allocations", "bytes", "truth", "difference", "bytes", "temporary", "to heaptrack"]),
    (PEAKS, compare_peaks,
     ["program", "peak", "heaptrack", "difference", "by sites", "sites", "worst site, of the peak", "of large sites"]),
    (HARD, try_hard, ["program", "allocations", "bytes", "result"]),
    (ALLOCATORS, try_allocator, ["program", "allocations", "bytes", "to the C library's", "bytes"]),
]


def run(options):
    for needed in "valgrind", "heaptrack", "clang":
        need(needed)
    met, tables = True, []
    with scratch() as folder:
        trial = Trial(command_of(options), folder)
        for programs, attempt, heading in PARTS:
            wanted = [each for each in programs if not options.names or each.name in options.names]
            if not wanted:
                continue
            table = Table(*heading)
            tables.append(table)
            for tried in wanted:
                try:
                    met = attempt(trial, tried, table) and met
                except Wrong as reason:
                    table.add(tried.name, f"WRONG: {reason}")
                    met = False
    print(*tables, sep="\n\n")
    return met
