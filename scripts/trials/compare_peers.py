"""Compares Outlive with other tools side by side in one run.

Its capture with glibc's backtrace, its launch with hyperfine's, the slowdown of a program under it with valgrind
memcheck, heaptrack and LeakSanitizer, and the same for the heap tier, with the throughput of swift-nio's HTTP
server, the tier's memory and its pause. With all allocations counted, the loop beside heaptrack and memray, and the
server.

The order alternates or is random; ratios are of medians (of hyperfine: means), with the paired bootstrap's 95 %
interval in brackets; n is the number of runs or samples. Peers that are missing are installed from Debian packages
where possible, and reported otherwise. No figure is judged; a comparison that fails ends with status 3.
"""

import pathlib
import shutil
import subprocess
import sys

from . import third_party
from .table import Table
from .tools import ROOT, CannotTry, add_names, build, has, heap_library, quietly, say, scratch, setup

TRUTH = "costs against those of other leak detectors, side by side"
MINUTES = 25
SHORT = ["track", "launch"]
SECTIONS = ["track", "launch", "overhead", "heap-loop", "heap-server", "heap-memory", "allocations"]
MICRO = ROOT / "Benchmarks/MicroBenchmarks"


def add_options(parser):
    add_names(parser, "section", SECTIONS)


class Comparison:
    def __init__(self, figures, folder):
        self.figures, self.folder = figures, folder
        self.failed = []

    def measure(self, title, *arguments):
        """Prints the rows of a subject of `figures` as a table."""
        say("measuring", arguments[0])
        print(f"\n== {title}")
        measured = subprocess.run(
            [self.figures, *map(str, arguments)], capture_output=True, text=True, check=False)
        if measured.stdout:
            table = Table(*measured.stdout.splitlines()[0].split("\t"))
            table.rows += [line.split("\t") for line in measured.stdout.splitlines()[1:]]
            print(table)
        if measured.returncode != 0:
            sys.stderr.write(measured.stderr)
            self.fail(arguments[0])

    def fail(self, what):
        self.failed.append(what)
        print(f"not measured: {what}")

    def stripped(self, product):
        """Valgrind cannot read debug information that is newer than itself, so all tools get a copy without it."""
        program = build(product, "release", MICRO)
        quietly("strip", "--strip-debug", "-o", self.folder / product, program, otherwise="install binutils")
        return self.folder / product

    def loop(self, library, peers):
        program = self.stripped("loop")
        # Without debug information, as for valgrind; the sanitizer's run-time is the toolchain's.
        sanitized = self.folder / "loop-asan"
        try:
            quietly("swiftc", "-O", "-parse-as-library", "-swift-version", "6", "-sanitize=address",
                    MICRO / "Sources/Loop/Loop.swift", "-o", sanitized)
            peers = ["--sanitized", sanitized, *peers]
        except CannotTry:
            print("not measured: ASan+LSan does not build")
        self.loops("making and freeing", "--program", program, "--library", library, *peers)

    def allocations(self, library, peers):
        program = self.stripped("loop")
        self.loops("counting the allocations of", "--allocations", "--program", program, "--library", library, *peers)
        self.server(library, "--allocations")

    def loops(self, title, *arguments):
        """The tier starts a thread, so that a program of one thread loses the C library's shortcuts for it."""
        for kept, others in (1, 1), (1000, 1), (1000, 0):
            threads = "two threads" if others else "one thread"
            self.measure(
                f"{title} 10 000 000 objects of 32 bytes, {kept} alive at a time, in a program of {threads}:\n"
                "   to the bare program; processor time of each", "heap-loop", "--kept", kept, "--others", others,
                *arguments)

    def memray(self):
        """Returns the options for memray, which is installed into the folder if it is missing."""
        try:
            memray = shutil.which("memray")
            if not memray:
                quietly(sys.executable, "-m", "venv", self.folder / "python")
                quietly(self.folder / "python/bin/pip", "install", "memray")
                memray = self.folder / "python/bin/memray"
            loop = self.folder / "libloop.so"
            quietly("swiftc", "-O", "-emit-library", "-parse-as-library", "-swift-version", "6",
                    MICRO / "Sources/Loop/Loop.swift", "-o", loop)
        except CannotTry:
            print("not measured: memray is missing")
            return []
        script = self.folder / "loop.py"
        # Its numbers are the only ones of the command line, where the loop finds them.
        script.write_text("import ctypes, sys\nctypes.CDLL(sys.argv[1]).main(0, None)\n")
        return ["--memray", memray, "--script", script, "--loop-library", loop]

    def server(self, library, *options):
        if not has("wrk"):
            print("not measured: wrk is missing")
            return
        try:
            program = third_party.build_program("nio-http1")
        except CannotTry as reason:
            say(reason)
            self.fail("throughput: the server does not build")
            return
        self.measure("swift-nio's HTTP server under wrk for 20 s: throughput to the bare server", "heap-server",
                     "--program", program, "--library", library, "--wrk", shutil.which("wrk"), *options)


def find_peers():
    """Returns the options for the peers that are installed or can be."""
    peers = []
    for tool in "valgrind", "heaptrack":
        if has(tool):
            peers += [f"--{tool}", shutil.which(tool)]
        else:
            print(f"not measured: {tool} is missing")
    if not (found := find_sanitizer()):
        try:
            setup("install_packages", "liblsan0")
            found = find_sanitizer()
        except CannotTry:
            pass
    if not found:
        print("not measured: LeakSanitizer is missing")
    return peers + (["--lsan", found] if found else [])


def find_sanitizer():
    return next((path for folder in ("/usr/lib", "/usr/lib64") for path in pathlib.Path(folder).rglob("liblsan.so*")),
                None)


def run(options):
    wanted = options.names or SECTIONS
    say("building; the first time takes some minutes")
    build("GlibcUnwinder", "release", MICRO)
    with scratch() as folder:
        comparison = Comparison(build("figures", "release", MICRO), folder)
        if "track" in wanted:
            comparison.measure("a registration with 32 frames, by libunwind and by glibc backtrace", "track")
        if "launch" in wanted and has("hyperfine"):
            comparison.measure("a launch, by outlive and by hyperfine", "launch", "--outlive", build("outlive"),
                               "--hyperfine", shutil.which("hyperfine"))
        elif "launch" in wanted:
            print("not measured: hyperfine is missing")
        peers = find_peers() if {"overhead", "heap-loop", "allocations"} & set(wanted) else []
        if "overhead" in wanted:
            comparison.measure(
                "a program that does nothing but make 520 000 objects (the worst case), under each leak finder:\n"
                "   times as long, start and exit included; its time; what the finder sees", "overhead", "--program",
                comparison.stripped("churn"), *peers)
        needs_tier = any(section.startswith("heap-") or section == "allocations" for section in wanted)
        library = heap_library() if needs_tier else None
        if "heap-loop" in wanted:
            comparison.loop(library, peers)
        if "heap-memory" in wanted:
            comparison.measure("a million live objects", "heap-memory", "--program", comparison.stripped("loop"),
                               "--library", library)
        if "heap-server" in wanted:
            comparison.server(library)
        if "allocations" in wanted:
            comparison.allocations(library, peers + comparison.memray())
    if comparison.failed:
        raise CannotTry("these comparisons failed: " + ", ".join(comparison.failed))
    return True
