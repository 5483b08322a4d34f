"""Inspects programs under other versions of glibc and Swift, whose packages it downloads.

Compares the live blocks of a program with those that the inspection finds, under the glibc of releases of Debian:
bullseye, bookworm and trixie by default. Needs Debian's apt, and its archive.

With --swift builds the fixture of the heap tier with the Swift of releases (trixie has 6.0.3, sid a newer one;
trixie by default) in roots of 2.5 GB, and compares the preloaded tier's snapshot with inspections of the same
process and of its core file. Needs root.
"""

from ..table import Table
from ..tools import HERE, build, folder, heap_library, need_root, scratch, script_rows, setup

TRUTH = "inspections under other versions of glibc and Swift against live blocks and objects"
MINUTES = 4


def add_options(parser):
    parser.add_argument("suites", nargs="*", metavar="SUITE", help="releases of Debian")
    parser.add_argument("--swift", action="store_true", help="versions of Swift instead of glibc")
    parser.add_argument("--built", type=folder, metavar="FOLDER",
                        help="with --swift: has outlive and liboutlive_heap.so (default: both are built)")
    parser.add_argument("--roots", type=folder, metavar="FOLDER", help="with --swift: keeps the roots there")


def run(options):
    if options.swift:
        need_root()
    setup("need_swift")
    with scratch() as place:
        if not options.swift:
            table = Table("version", "blocks", "missing", "others", "freed", "mapped")
            status = script_rows(
                table, HERE / "versions/glibc.sh", place, *(options.suites or ["bullseye", "bookworm", "trixie"]))
        else:
            built = options.built or heap_library().parent
            if not options.built:
                build("outlive")
            table = Table("swift", "program", "scenario", "inspected", "objects", "missing", "extra", "renamed",
                          "references", "missing", "extra", "unnamed")
            status = script_rows(table, HERE / "versions/swift.sh", place, built, options.roots or place / "roots",
                                 *(options.suites or ["trixie"]))
    print(table)
    return status == 0
