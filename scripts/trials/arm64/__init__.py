"""Runs Outlive on aarch64 under emulation.

QEMU runs programs built with Debian's Swift on this machine's kernel, and a kernel of Debian with them in a virtual
machine. Needs root, Debian's apt with its archive, and qemu-user-static, qemu-system-arm and cpio, which it installs.
Downloads 1.3 GB once; then takes up to 20 minutes. The checks, all but the last two by default:

  callers    the callers of functions without a frame record, compared with those of the C library
  kinds      the census compared with the truth, for each kind of object, in debug and release, and linked into a
             program with a static standard library
  allocators the same with jemalloc and mimalloc, in release
  capture    snapshots of the fixture: types, fields, references, roots, tasks, stacks, samples
  patterns   20 ways to leak, and the reference that the leak trace marks to be cut
  registry   the tests of the library that applications link
  machine    the preloaded tier, an inspection of a process and of its core file in a virtual machine; the core file is
             also read on this machine
  confined   programs under filters of system calls, in a virtual machine
  pages      the same core files from a kernel with pages of 16 KiB, where all else is refused
  command    the command itself, and the sample service, under the emulator and in a virtual machine; to build them
             takes as long as all other checks
  package    the package for arm64 of scripts/package, under the emulator
"""

import pathlib
import platform

from ..table import Table
from ..tools import HERE, ROOT, CannotTry, add_names, need_root, script_rows, setup

TRUTH = "the tier, inspections and the registry on aarch64 against known programs"
MINUTES = 40
CHECKS = ["callers", "kinds", "allocators", "capture", "patterns", "registry", "machine", "confined", "pages"]


def add_options(parser):
    parser.add_argument("--cache", type=pathlib.Path, default=ROOT / ".build/arm64", metavar="FOLDER",
                        help="keeps the downloads, 5 GB (default: .build/arm64)")
    add_names(parser, "check", [*CHECKS, "command", "package"])


def run(options):
    need_root()
    if platform.machine() != "x86_64":
        raise CannotTry("this machine is not of x86_64, from which it cross-compiles")
    setup("need_swift")
    options.cache.mkdir(parents=True, exist_ok=True)
    table = Table("check", "result", "seconds", "figure")
    status = script_rows(table, HERE / "arm64/run.sh", options.cache.resolve(), *(options.names or CHECKS))
    print(table)
    return status == 0
