"""Tries inspections where there is no toolchain.

In a root that contains `outlive`, its libraries, the preload library and a leaking program with its own libraries. The
program is linked with a dynamic standard library, and with a static one and stripped. Takes a minute, and needs root.
"""

import contextlib
import pathlib
import re
import resource
import shutil
import signal
import subprocess

from .table import Checks
from .tools import (
    FIXTURES, CannotTry, add_configuration, build, compile_swift, folder, heap_library, need_root, quietly, scratch)

TRUTH = "inspections in a root without a toolchain against a known leak"
MINUTES = 2
SHORT = ["--configuration", "debug"]

# The names of types and properties, and the reference to cut.
TYPES = r"orders\.Customer.* orders\.Order .*Swift\.__StringStorage"
CAUSE = r"OrderBook\.handled keeps [0-9]+ orders\.Order.*OrderBook\.handled\[[0-9]+\] +<- cut here"
# The executable's own name of the global, if it has one.
GLOBALS = {"dynamic": r"static Orders\.book", "static": r"global in static\+0x"}


def add_options(parser):
    parser.add_argument("--built", type=folder, metavar="FOLDER",
                        help="has outlive and liboutlive_heap.so (default: both are built)")
    add_configuration(parser, "outlive")


def copy_with_libraries(root, *files):
    """Copies programs into a root, with the libraries that they load."""
    for file in files:
        shutil.copy(file, root)
        for library in re.findall(r"/\S+", subprocess.run(["ldd", file], stdout=subprocess.PIPE, text=True).stdout):
            (root / library[1:]).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(library, root / library[1:])


@contextlib.contextmanager
def started(root, linking):
    """Starts the program in the root, and waits until it has made its first orders."""
    def allow_core():
        resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    process = subprocess.Popen(
        ["chroot", root, f"/{linking}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=allow_core)
    try:
        if not process.stdout.readline():
            raise CannotTry("the program does not start in the root")
        yield process
    finally:
        process.kill()
        process.communicate()


def run(options):
    need_root()
    built = options.built or heap_library(options.configuration).parent
    if not options.built:
        build("outlive", options.configuration)
    checks = Checks()
    with scratch() as place:
        root = place / "root"
        for name in "proc", "dev", "tmp":
            (root / name).mkdir(parents=True)
        orders = FIXTURES / "InspectTrials/orders.swift"
        compile_swift(place / "dynamic", orders, "orders", "-O")
        compile_swift(place / "unstripped", orders, "orders", "-O", "-static-stdlib")
        quietly("strip", "-s", "-o", place / "static", place / "unstripped")
        copy_with_libraries(
            root, built / "outlive", built / "liboutlive_heap.so", place / "dynamic", place / "static")
        quietly("mount", "-t", "proc", "proc", root / "proc", otherwise="/proc cannot be mounted in the root")
        quietly("mknod", "-m", "666", root / "dev/null", "c", "1", "3", otherwise="no device can be made in the root")
        try:
            for linking in GLOBALS:
                check(root, linking, checks)
        finally:
            quietly("umount", root / "proc")
    print(checks.table)
    return checks.met


def check(root, linking, checks):
    def expect(what, status, pattern, *arguments):
        checks.expect(f"{linking}: {what}", status, pattern, "timeout", "120", "chroot", root, "/outlive", *arguments)

    graph, of_order = f"/tmp/{linking}.olheap", ["--type", "Order", "--trace"]
    with started(root, linking) as program:
        expect("census PID", 0, TYPES, "census", program.pid)
        expect("census PID --graph", 0, TYPES, "census", program.pid, "--graph", graph)
        expect("heap --type --trace", 0, GLOBALS[linking], "heap", graph, *of_order)
        expect("heap names the cause", 0, CAUSE, "heap", graph, *of_order)
        expect("watch PID", 1, "LEAK +" + CAUSE, "watch", program.pid, "--every", "1s", "--times", "6")
        if pathlib.Path("/proc/sys/kernel/core_pattern").read_text().strip() == "core":
            program.send_signal(signal.SIGABRT)
            program.wait()
            core = next(root.glob("core*"), root / "core")
            expect("census CORE", 0, TYPES, "census", f"/{core.name}", "--graph", "/tmp/core.olheap")
            expect("heap of a core", 0, CAUSE, "heap", "/tmp/core.olheap", *of_order)
            core.unlink(missing_ok=True)
        else:
            checks.table.add(
                f"{linking}: census CORE", "not run: the kernel writes no core files into the folder of the program")
    expect("run --census exit", 0, TYPES, "run", "--census", "exit", "--", f"/{linking}")
