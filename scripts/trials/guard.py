"""Lets processes grow in a memory cgroup until the kernel kills them, each guarded by `outlive watch --at-memory`.

Five holders grow at 50, 150, 300 and 500 MB a second, beside a table that does not grow. Every kill has to leave a
snapshot whose first cause is the holder. While the process is stopped, the memory of its cgroup may grow by 5 % of the
limit at most; it is read by this script. Needs root and a memory controller of cgroups.
"""

import os
import pathlib
import re
import selectors
import signal
import subprocess
import threading
import time

from .table import Table
from .tools import FIXTURES, CannotTry, add_keep, command_of, compile_swift, number, program, scratch

TRUTH = "processes that grow until they are killed for their memory, with known holders"
MINUTES = 3
SHORT = ["--rates", "300"]

# By the argument of the program, what the first cause has to name.
HOLDERS = {
    "sessions": "Registry.sessions", "samples": "Recorder.samples", "handlers": "EventBus.handlers",
    "journal": "Journal.latest", "images": "Thumbnails.images",
}
MOST_ADDED = 0.05


def add_options(parser):
    parser.add_argument("--rates", type=number(1, 2000), nargs="+", default=[50, 150, 300, 500], metavar="MB",
                        help="growth in MB a second (default: 50 150 300 500)")
    parser.add_argument("--limit", type=number(128, 8192), default=512, metavar="MB", help="limit (default: 512)")
    parser.add_argument("--at", type=number(50, 99), default=90, metavar="PERCENT",
                        help="share of the limit at which a snapshot is taken (default: 90)")
    parser.add_argument("--outlive", type=program, metavar="FILE", help="the command (default: it is built)")
    add_keep(parser)


def run(options):
    groups = Cgroups()
    table = Table("holder", "MB/s", "snapshot at", "added while stopped", "stopped", "first cause", "outcome")
    met = []
    with scratch() as folder:
        outlive = command_of(options)
        growing = compile_swift(folder / "growing", FIXTURES / "GuardTrials", "GuardTrial", "-Onone")
        for rate in options.rates:
            for shape, holder in HOLDERS.items():
                snapshots = (options.keep or folder) / f"{shape}-{rate}"
                kill = Kill(outlive, [growing, shape, str(rate)], snapshots, options)
                with groups.group(options.limit * 1_000_000) as group:
                    kill.run(group)
                problem = kill.problem(holder, options)
                table.add(shape, rate, f"{kill.used / 1e6:.0f} MB", f"{kill.added / 1e6:.2f} MB",
                          f"{kill.stopped * 1000:.0f} ms", kill.cause, problem or "met")
                met.append(not problem)
    print(table)
    print(f"{sum(met)} of {len(met)} kills have a snapshot with the right holder first, and at most "
          f"{MOST_ADDED:.0%} of the limit more memory")
    return all(met)


class Cgroups:
    """The memory controller, of version 1 or 2."""

    def __init__(self):
        first, second = pathlib.Path("/sys/fs/cgroup/memory"), pathlib.Path("/sys/fs/cgroup")
        if (first / "memory.limit_in_bytes").exists():
            self.root, self.limit, self.usage = first, "memory.limit_in_bytes", "memory.usage_in_bytes"
            self.others = {"memory.swappiness": "0"}
        elif "memory" in self.controllers(second):
            self.root, self.limit, self.usage = second, "memory.max", "memory.current"
            self.others = {"memory.swap.max": "0"}
            (second / "cgroup.subtree_control").write_text("+memory", encoding="ascii")
        else:
            raise CannotTry("there is no memory controller of cgroups")
        if not os.access(self.root, os.W_OK) or os.getuid() != 0:
            raise CannotTry("making a cgroup needs root")

    @staticmethod
    def controllers(root):
        file = root / "cgroup.controllers"
        return file.read_text(encoding="ascii").split() if file.exists() else []

    def group(self, limit):
        return Cgroup(self, limit)


class Cgroup:
    """A cgroup with a limit, removed at the end."""

    def __init__(self, groups, limit):
        self.groups, self.limit = groups, limit
        self.path = groups.root / f"outlive-trial-{os.getpid()}"

    def __enter__(self):
        try:
            self.path.mkdir()
        except OSError as error:
            raise CannotTry(f"a cgroup cannot be made: {error}") from None
        (self.path / self.groups.limit).write_text(str(self.limit), encoding="ascii")
        for name, value in self.groups.others.items():
            if (self.path / name).exists():
                (self.path / name).write_text(value, encoding="ascii")
        return self

    def __exit__(self, *_):
        for _ in range(200):
            try:
                return self.path.rmdir()
            except OSError:
                time.sleep(0.05)
        return None

    def join(self):
        (self.path / "cgroup.procs").write_text("0", encoding="ascii")

    def usage(self):
        return int((self.path / self.groups.usage).read_text(encoding="ascii"))


class Kill:
    """A process that grows until it is killed, and its guard."""

    def __init__(self, outlive, command, snapshots, options):
        self.outlive, self.command, self.snapshots, self.options = outlive, command, snapshots, options
        self.samples = []
        self.used = self.added = self.stopped = 0
        self.cause = self.errors = ""
        self.status = self.guard_status = None

    def run(self, group):
        process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=group.join)
        guard = None
        try:
            expect(process.stdout, b"ready")
            guard = subprocess.Popen(
                [self.outlive, "watch", str(process.pid), "--at-memory", f"{self.options.at}%", "--max-pause", "5s",
                 "--snapshots", self.snapshots], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                # As the unit of the article does, to be in time on a busy machine.
                preexec_fn=lambda: os.nice(-10))
            expect(guard.stderr, b"a snapshot is taken")
            sampler = threading.Thread(target=self.sample, args=[group, process.pid])
            sampler.start()
            process.stdin.write(b"go\n")
            process.stdin.flush()
            self.status = process.wait(timeout=120)
            sampler.join()
            self.errors = guard.communicate(timeout=120)[1].decode(errors="replace")
            self.guard_status = guard.returncode
        except subprocess.TimeoutExpired:
            pass
        finally:
            for one in filter(None, [process, guard]):
                one.kill()
                one.wait()
        self.evaluate()

    def sample(self, group, pid):
        """Notes the time, the state of the process and the memory of its cgroup until the process ends."""
        while True:
            try:
                states = {thread_state(pid, thread) for thread in os.listdir(f"/proc/{pid}/task")}
                state = states.pop() if len(states) == 1 else "S"
                self.samples.append((time.monotonic(), state, group.usage()))
            except (OSError, IndexError):
                return
            if state in "ZX":
                return
            time.sleep(0.0005)

    def evaluate(self):
        stopped = [(at, usage) for at, state, usage in self.samples if state == "t"]
        if stopped:
            self.stopped = stopped[-1][0] - stopped[0][0]
            self.used = stopped[0][1]
            self.added = max(usage for _, usage in stopped) - stopped[0][1]
        reports = sorted(self.snapshots.glob("*.txt"))
        if reports:
            first = re.search(r"^1  (.*(?:\n   \S.*)*)", reports[0].read_text(encoding="utf-8"), re.MULTILINE)
            self.cause = " ".join(first[1].split())[:60] if first else ""

    def problem(self, holder, options):
        """Returns what was wrong, or None."""
        if self.status != -signal.SIGKILL:
            return f"the process ended with {self.status}"
        if len(list(self.snapshots.glob("*.olheap"))) != 1:
            return f"no snapshot: {' '.join(self.errors.split())}"
        if holder not in self.cause:
            return f"{holder} is not first"
        if self.guard_status != 1:
            return f"the guard ended with {self.guard_status}"
        if self.added > MOST_ADDED * options.limit * 1e6:
            return "too much memory added"
        return None


def thread_state(pid, thread):
    with open(f"/proc/{pid}/task/{thread}/stat", encoding="utf-8", errors="replace") as file:
        return file.read().rsplit(")", 1)[1].split()[0]


def expect(stream, text):
    """Reads lines until one has a text. Raises CannotTry after half a minute or at the end."""
    with selectors.DefaultSelector() as selector:
        selector.register(stream, selectors.EVENT_READ)
        seen, end = b"", time.monotonic() + 30
        while text not in seen:
            if not selector.select(max(0, end - time.monotonic())):
                raise CannotTry(f"a program did not print '{text.decode()}' in time")
            part = os.read(stream.fileno(), 4096)
            if not part:
                raise CannotTry(f"a program ended before it printed '{text.decode()}': {seen.decode(errors='replace')}")
            seen += part
