"""What other tools count in a program: valgrind, heaptrack, and a library to preload that only counts."""

import dataclasses
import os
import re
import struct
import subprocess

from .tools import CannotTry, quietly


@dataclasses.dataclass
class Counted:
    """The allocations of a run, and the bytes in them."""
    blocks: int
    bytes: int
    # Those that were released at once.
    temporary: int = 0

    def __sub__(self, other):
        return Counted(self.blocks - other.blocks, self.bytes - other.bytes, self.temporary - other.temporary)


class Peers:
    def __init__(self, folder, sources):
        self.folder = folder
        self.counting = self._library(sources / "count.c")
        self.thread_local = self._library(sources / "thread_local.c")

    def _library(self, source):
        library = self.folder / f"{source.stem}.so"
        quietly("clang", "-std=gnu17", "-O2", "-shared", "-fPIC", "-fno-builtin", "-o", library, source)
        return library

    def valgrind(self, command):
        """Counts by memcheck, beside a library with as many thread-locals as the tier: see thread_local.c."""
        log = self.folder / "valgrind.log"
        # Children have the file of their own process.
        process = subprocess.Popen(
            ["valgrind", "--run-libc-freeres=no", "--run-cxx-freeres=no", f"--log-file={log}.%p", *command],
            env=os.environ | {"LD_PRELOAD": str(self.thread_local)}, stdout=subprocess.DEVNULL)
        status = process.wait()
        text = (self.folder / f"valgrind.log.{process.pid}").read_text(errors="replace")
        found = re.search(r"total heap usage: ([\d,]+) allocs, [\d,]+ frees, ([\d,]+) bytes", text)
        if status != 0 or not found:
            raise CannotTry(f"valgrind ended with status {status} for {' '.join(command)}:\n{text[-2000:]}")
        return Counted(*[int(number.replace(",", "")) for number in found.groups()])

    def count(self, command):
        """Counts by the library, with the C library's allocator."""
        path = self.folder / "count"
        path.write_bytes(bytes(4096))
        environment = os.environ | {"LD_PRELOAD": str(self.counting), "COUNT_FILE": str(path)}
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
        return Counted(*struct.unpack("<2Q", path.read_bytes()[:16]))

    def heaptrack(self, command):
        """Counts by heaptrack, without bytes. It counts one block of its own in a program in C."""
        _, text = self._heaptrack(command)
        # Not the number of heaptrack_print, which takes blocks of the same size and stack for one another.
        numbers = [re.search(rf"\t{what}:\s+(\d+)", text) for what in ("allocations", "temporary allocations")]
        if not all(numbers):
            raise CannotTry(f"heaptrack printed no numbers:\n{text[-2000:]}")
        return Counted(int(numbers[0].group(1)), 0, int(numbers[1].group(1)))

    def peak(self, command, function_of):
        """Returns the bytes at the peak by function, without what initialisers allocated before the tier is on."""
        file, _ = self._heaptrack(command)
        folded = self.folder / "peak.txt"
        quietly("heaptrack_print", "-f", file, "--flamegraph-cost-type", "peak", "-F", folded, "-p0", "-a0", "-T0")
        sums = {}
        for line in folded.read_text(errors="replace").splitlines():
            stack, size = line.rsplit(" ", 1)
            if "_dl_init" not in stack:
                function = function_of(stack)
                sums[function] = sums.get(function, 0) + int(size)
        return sums

    def _heaptrack(self, command):
        for file in self.folder.glob("heaptrack.*"):
            file.unlink()
        text = quietly("heaptrack", "-o", self.folder / "heaptrack", *command)
        file = next(self.folder.glob("heaptrack.*"), None)
        if not file:
            raise CannotTry(f"heaptrack wrote nothing:\n{text[-2000:]}")
        return file, text
