"""Compares the census with the truth for each way of loading the heap tier into a program.

Preloaded and linked with a static standard library, in debug and in release. A million objects of each kind are made
and released.

With --allocator the same with that one, preloaded behind the tier; and in programs that are linked with it. With
--attach what an inspection from outside finds in programs without the tier: with a dynamic and a static standard
library, each also stripped, in debug and in release.
"""

import os
import shutil
import subprocess

from .table import Table
from .tools import (
    FIXTURES, ROOT, add_allocator, allocator_library, build, compile_swift, heap_library, number, quietly, scratch)

TRUTH = "counts of a million objects of each kind against what the program made"
MINUTES = 15
SHORT = ["--attach"]


def add_options(parser):
    parser.add_argument("seconds", nargs="?", type=number(1), default=120, metavar="SECONDS",
                        help="the duration of the stress (default: 120)")
    parser.add_argument("--attach", action="store_true", help="inspections from outside instead of the tier")
    add_allocator(parser, "instead of the C library's")


def run(options):
    table = Table("programs", "result")

    def test(what, filter, seconds, **environment):
        """Runs the tests with programs."""
        status = subprocess.run(
            ["swift", "test", "--package-path", ROOT, "--filter", filter],
            env=os.environ | environment | {"OUTLIVE_LONG_TESTS": str(seconds)}, check=False).returncode
        table.add(what, "exact" if status == 0 else "NOT EXACT")

    with scratch() as folder:
        if options.attach:
            for configuration in "Onone", "O":
                programs = fixtures(folder, configuration)
                test(f"inspected, -{configuration}", "InspectTests.EqualityTests", 1,
                     OUTLIVE_INSPECTED_PROGRAMS=joined(programs))
        elif options.allocator:
            library = allocator_library(options.allocator)
            with_allocator = [linked(folder, configuration, library) for configuration in ("Onone", "O")]
            test(f"{options.allocator}, preloaded", "ExactnessTests", options.seconds, OUTLIVE_TEST_ALLOCATOR=library,
                 OUTLIVE_HEAP_PROGRAMS=joined(tier_programs()))
            test(f"{options.allocator}, linked", "ExactnessTests", 1, OUTLIVE_HEAP_PROGRAMS=joined(with_allocator))
        else:
            test("preloaded and linked", "ExactnessTests", options.seconds,
                 OUTLIVE_HEAP_PROGRAMS=joined(tier_programs()))
    print(table)
    return all(result == "exact" for _, result in table.rows[1:])


def joined(programs):
    return ":".join(map(str, programs))


def fixtures(folder, configuration):
    """Builds the fixture with a dynamic and a static standard library, and strips a copy of each."""
    for linking, options in ("dynamic", []), ("static", ["-static-stdlib"]):
        program = folder / f"{linking}-{configuration}"
        compile_swift(program, FIXTURES / "HeapFixture", "heap_fixture", f"-{configuration}", "-g", *options)
        stripped = folder / f"{program.name}-stripped"
        quietly("strip", "-s", "-o", stripped, program)
        yield from (program, stripped)


def tier_programs():
    """Builds the fixture to be preloaded, and with the tier linked in, in debug and release."""
    programs = [build("heap-fixture")]
    for configuration in "debug", "release":
        heap_library(configuration)
        folder = build(None, configuration, FIXTURES / "HeapLinked", "--static-swift-stdlib",
                       "--disable-build-manifest-caching")
        programs.append(folder / "heap-fixture")
    return programs


def linked(folder, configuration, library):
    """Builds the fixture with an allocator, beside a copy of the tier's library, where the tests search for it."""
    beside = folder / configuration
    beside.mkdir()
    shutil.copy(heap_library(), beside)
    return compile_swift(
        beside / "heap-fixture", FIXTURES / "HeapFixture", "heap_fixture", f"-{configuration}", "-g",
        "-Xlinker", "--no-as-needed", "-Xlinker", library)
