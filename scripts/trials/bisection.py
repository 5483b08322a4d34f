"""Plants 12 histories of 32 commits, a quarter of which do not build, and lets `outlive bisect` find the leak.

Commits that do not build stand alone or in a row, lines move, and in every third history an older leak stays beside the
planted one. The command that builds counts the builds that make a program, and beside them those that fail. The work
tree, index, branches and list of worktrees have to stay as they are, also after Ctrl-C.
"""

import functools
import hashlib
import json
import os
import random
import re
import signal
import subprocess
import time

from .table import Table
from .tools import CannotTry, command_of, need, number, program, scratch

TRUTH = "the commit that brought a leak, in planted histories"
MINUTES = 10
SHORT = ["--histories", "3"]

COMMITS = 32
MOST_BUILDS = 7

# The leak of each kind: what the program declares, what each piece of work does, and what a report names.
LEAKS = {
    "static": ("enum Archive { nonisolated(unsafe) static var kept: [Ticket] = [] }", "Archive.kept.append(Ticket())"),
    "cycle": ("final class Node { var other: Node?; let ticket = Ticket() }",
              "let one = Node(), two = Node(); one.other = two; two.other = one"),
    "closure": ("final class Hub { nonisolated(unsafe) static let shared = Hub(); var taps: [() -> Int] = [] }",
                "let ticket = Ticket(); Hub.shared.taps.append { ticket.number }"),
    "table": ("enum Index { nonisolated(unsafe) static var byNumber: [Int: Ticket] = [:] }",
              "Index.byNumber[Index.byNumber.count] = Ticket()"),
}
OLDER = ("enum Journal { nonisolated(unsafe) static var lines: [Entry] = [] }\nfinal class Entry { var text = 0 }",
         "Journal.lines.append(Entry())")

SOURCE = """\
import Glibc

final class Ticket { var number = 0 }
%(declarations)s

@main enum Program {
    static func work() {
        var sum = 0
        for number in 0..<100 { let ticket = Ticket(); ticket.number = number; sum += ticket.number }
        total = sum
%(work)s
    }
    nonisolated(unsafe) static var total = 0

    static func main() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGUSR1)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        print("ready"); fflush(nil)
        while true {
            var number: Int32 = 0
            sigwait(&signals, &number)
            for _ in 0..<5 { work() }
            print("done"); fflush(nil)
        }
    }
}
"""

BUILD = """\
#!/bin/sh
swiftc -swift-version 6 -parse-as-library -module-name program -g -o program program.swift
status=$?
echo "$(pwd) $status" >> '{log}'
exit $status
"""

SOAK = ["--heap", "--launch", "./program", "--ready", "line:ready", "--reset", "signal:USR1", "--done", "line:done",
        "--cycles", "10", "--settle", "100ms"]


def add_options(parser):
    parser.add_argument("--histories", type=number(1, 100), default=12, metavar="N", help="histories (default: 12)")
    parser.add_argument("--first", type=number(0, 99), default=0, metavar="N", help="the first history (default: 0)")
    parser.add_argument("--outlive", type=program, metavar="FILE", help="the command (default: it is built)")


def run(options):
    need("git")
    outlive = command_of(options)
    table = Table("history", "leak", "fails", "found", "builds", "failed", "time", "outcome")
    met = []
    with scratch() as folder:
        for index in range(options.first, options.first + options.histories):
            history = History(index, folder / f"history-{index}")
            search = Search(outlive, history, folder / f"cache-{index}", index)
            start = time.monotonic()
            search.run()
            problem = search.problem()
            table.add(index, history.kind + (" beside an older" if history.has_older else ""), history.failing,
                      search.found, search.builds, search.failures, f"{time.monotonic() - start:.0f} s",
                      problem or "met")
            met.append(not problem)
        search.interrupt(table, met)
    print(table)
    print(f"{sum(met[:-1])} of {len(met) - 1} found in at most {MOST_BUILDS} builds")
    return all(met)


def git(folder, *words, **options):
    return subprocess.run(["git", "-C", folder, *words], check=True, capture_output=True, text=True, **options).stdout


class History:
    """A repository of planted commits."""

    def __init__(self, index, folder):
        self.folder = folder
        chance = random.Random(index)
        self.kind = list(LEAKS)[index % len(LEAKS)]
        self.has_older = index % 3 == 2
        self.failing = "in rows" if index % 2 else "alone"
        broken = self.broken(chance)
        # The first commit after the good one is number 1, and the last one builds.
        self.first = chance.choice([number for number in range(1, COMMITS + 1) if number not in broken
                                    and number - 1 not in broken])
        self.commits = self.plant(broken, chance)

    def broken(self, chance):
        if self.failing == "alone":
            return set(chance.sample(range(1, COMMITS), COMMITS // 4))
        broken = set()
        while len(broken) < COMMITS // 4:
            start = chance.randrange(1, COMMITS)
            length = min(chance.randrange(2, 5), COMMITS // 4 - len(broken))
            broken |= set(range(start, min(start + length, COMMITS)))
        return broken

    def plant(self, broken, chance):
        self.folder.mkdir()
        git(self.folder, "init", "--quiet", "--initial-branch=main")
        for name, value in [("user.name", "Trial"), ("user.email", "trial@example.com")]:
            git(self.folder, "config", name, value)
        git(self.folder, "config", "gc.auto", "0")
        return [self.commit(number, number in broken, chance) for number in range(COMMITS + 1)]

    def commit(self, number, is_broken, chance):
        declarations = [f"func helper{other}() -> Int {{ {other} }}" for other in range(number % 5)]
        work = []
        for is_there, leak in [(number >= self.first, LEAKS[self.kind]), (self.has_older, OLDER)]:
            if is_there:
                declarations.append(leak[0])
                work.append("        " + leak[1])
        chance.shuffle(declarations)
        if is_broken:
            declarations.append("func broken() -> Int { missing }" if number % 2 else "func broken( {")
        text = SOURCE % {"declarations": "\n".join(declarations), "work": "\n".join(work)}
        (self.folder / "program.swift").write_text(f"// Commit {number}\n" + text, encoding="utf-8")
        (self.folder / "Package.swift").write_text(f"// tools {number}\n", encoding="utf-8")
        git(self.folder, "add", ".")
        git(self.folder, "commit", "--quiet", "-m", f"Commit {number}")
        return git(self.folder, "rev-parse", "HEAD").strip()

    def state(self):
        """What a search may not change."""
        index = hashlib.sha256((self.folder / ".git/index").read_bytes()).hexdigest()
        return (git(self.folder, "worktree", "list"), git(self.folder, "status", "--porcelain"), index,
                git(self.folder, "for-each-ref"), (self.folder / ".git/HEAD").read_text(encoding="ascii"))


class Search:
    """One search, with the builds that it made."""

    def __init__(self, outlive, history, cache, index):
        self.outlive, self.history, self.cache = outlive, history, cache
        cache.mkdir(mode=0o700)
        self.log = cache / "builds"
        self.script = cache / "build"
        self.script.write_text(BUILD.format(log=self.log), encoding="utf-8")
        self.script.chmod(0o755)
        self.knows = history.has_older or index % 2 == 0
        self.found, self.output, self.status = "", "", None
        self.builds = self.failures = self.slow = 0

    @property
    def environment(self):
        return os.environ | {"XDG_CACHE_HOME": str(self.cache)}

    @functools.cached_property
    def command(self):
        words = [self.outlive, "bisect", "--good", self.history.commits[0], "--build", str(self.script)]
        if self.knows:
            words += ["--fingerprint", self.fingerprint()]
        return [*map(str, words), "--", *SOAK]

    def fingerprint(self):
        """The planted leak's, from a soak of the last commit in a checkout of its own, whose build is not counted."""
        checkout = self.cache / "known"
        git(self.history.folder, "clone", "--quiet", ".", checkout)
        subprocess.run(["swiftc", "-swift-version", "6", "-parse-as-library", "-module-name", "program", "-g", "-o",
                        "program", "program.swift"], cwd=checkout, check=True, capture_output=True)
        report = checkout / "report.json"
        run = subprocess.run([self.outlive, "soak", *SOAK, "--report", f"json={report}"], cwd=checkout,
                             capture_output=True, text=True, check=False)
        if run.returncode != 1:
            raise CannotTry(f"the soak of the last commit ended with {run.returncode}: {run.stderr}")
        causes = json.loads(report.read_text(encoding="utf-8"))["causes"]
        for cause in causes:
            if "Journal" not in json.dumps(cause):
                return cause["fingerprint"]
        raise CannotTry("the soak of the last commit does not show the planted leak")

    def run(self):
        before = self.history.state()
        run = subprocess.run(self.command, cwd=self.history.folder, env=self.environment, capture_output=True,
                             text=True, check=False)
        self.status, self.output = run.returncode, run.stdout + run.stderr
        match = re.search(r"^([0-9a-f]{10}) Commit (\d+) is the first", run.stdout, re.MULTILINE)
        self.found = f"{match[2]} (planted: {self.history.first})" if match else f"nothing: {run.stderr[-300:]}"
        self.is_right = bool(match) and self.history.commits[self.history.first].startswith(match[1])
        self.is_untouched = self.history.state() == before
        statuses = [line.split()[1] for line in self.log.read_text(encoding="utf-8").splitlines()]
        self.builds = statuses.count("0")
        self.failures = len(statuses) - self.builds

    def problem(self):
        """Returns what was wrong, or None."""
        if self.status != 0:
            return f"ended with {self.status}"
        if not self.is_right:
            return "another commit"
        if self.builds > MOST_BUILDS:
            return "too many builds"
        if not self.is_untouched:
            return "the repository was changed"
        if f"+// tools {self.history.first}" not in self.output:
            return "no difference of the manifest"
        return None

    def interrupt(self, table, met):
        """Interrupts a second search in its first new build, and checks that nothing is left of it."""
        before, built = self.history.state(), len(self.log.read_text(encoding="utf-8").splitlines())
        subprocess.run(["rm", "-rf", next(self.cache.glob("outlive"))], check=True)
        process = subprocess.Popen(
            self.command, cwd=self.history.folder, env=self.environment, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        source = None
        end = time.monotonic() + 60
        while not source and time.monotonic() < end:
            source = next(self.cache.glob("outlive/*/*/source/program.swift"), None)
            time.sleep(0.05)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        output = process.communicate(timeout=60)[0]
        left = subprocess.run(["pgrep", "-f", str(self.cache)], capture_output=True, text=True, check=False).stdout
        problem = None
        if process.returncode != 130:
            problem = f"ended with {process.returncode}: {output[-200:]}"
        elif self.history.state() != before:
            problem = "the repository was changed"
        elif left.strip():
            problem = f"processes are left: {left.split()}"
        table.add("interrupted", "", "", "", len(self.log.read_text(encoding="utf-8").splitlines()) - built, "", "",
                  problem or "met")
        met.append(not problem)
