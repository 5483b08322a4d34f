"""Places without room: a disk that is full, a limit of the size of files, and `/dev/full`."""

import collections
import functools
import json
import os
import random
import shutil
import subprocess
import tempfile
import time

from .harness import Harness, bench, soak
from .http import print_tally

# In KiB: room for nothing, for a part of a report or a census, and for some files.
SIZES = [4, 16, 64, 256, 1024]
EARLIER = '{"earlier": "report"}'
REPORTS = {"json": "report.json", "html": "report.html", "junit": "report.xml"}
SNAPSHOT = "heap.olheap"
# The endings of complete files.
ENDINGS = {"report.json": "}", "report.html": "</html>", "report.xml": ">"}
# The phrases of messages about lack of room.
REASONS = ["No space left", "File too large", "no room", "too small"]


def commands(programs, place):
    """What is tried: a name, and the arguments that make it write to a place."""
    reports = [text for format, name in REPORTS.items() for text in ["--report", f"{format}={place}/{name}"]]
    return {
        "soak": soak(programs, *reports, cycles=2),
        "bench": bench(programs, *reports),
        "soak --heap": soak(programs, *reports, "--heap", "--heap-snapshot", f"{place}/{SNAPSHOT}", cycles=5),
        "run": ["run", "--require-census", *reports[:2], "--", programs.service, "--help"],
    }


class Disk:
    """A small file system in memory that only one run sees; what was on it at the end is copied to a folder."""

    SCRIPT = (
        'mount -t tmpfs -o size=$1k,mode=0700 none "$2" || exit 125; printf %s "$4" >"$2/report.json"; disk=$2 copy=$3;'
        ' shift 4; "$@"; status=$?; cp -r "$disk/." "$copy"; exit $status')

    def __init__(self, folder):
        self.place, self.copy = os.path.join(folder, "disk"), os.path.join(folder, "copy")
        for path in [self.place, self.copy]:
            os.mkdir(path)

    def prefix(self, size):
        user = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
        return ["unshare", *user, "--mount", "sh", "-c", self.SCRIPT, "sh", str(size), self.place, self.copy, EARLIER]

    @classmethod
    def obstacle(cls):
        """Why there is none to be had; None if there is."""
        if not shutil.which("unshare"):
            return "there is no unshare(1)"
        with tempfile.TemporaryDirectory(prefix="outlive-chaos-") as folder:
            tried = subprocess.run(
                [*cls(folder).prefix(64), "true"], capture_output=True, text=True, check=False)
        return tried.stderr.strip() or f"status {tried.returncode}" if tried.returncode else None


def on_disk(programs, name, tally, with_temporary):
    """Runs a command whose reports, and maybe temporary files, are on a disk that is full at some moment."""
    with tempfile.TemporaryDirectory(prefix="outlive-chaos-") as folder:
        disk, size = Disk(folder), random.choice(SIZES)
        arguments = commands(programs, disk.place)[name]
        with Harness(programs, arguments, disk.prefix(size), temporary=disk.place if with_temporary else None) as run:
            what = f"{name} with {'all' if with_temporary else 'reports'} on a disk of {size} KiB"
            yield from judge(what, run, disk.copy, tally)


def within_limit(programs, name, tally):
    """Runs a command that can write files of a certain size only."""
    size = random.choice(SIZES)
    with tempfile.TemporaryDirectory(prefix="outlive-chaos-") as place:
        with open(os.path.join(place, "report.json"), "w", encoding="utf-8") as file:
            file.write(EARLIER)
        with Harness(programs, commands(programs, place)[name], ["prlimit", f"--fsize={size << 10}"]) as run:
            yield from judge(f"{name} with files of {size} KiB at most", run, place, tally)


def to_device(programs, name, tally):
    """Runs a command whose report goes to a device that takes nothing."""
    arguments = commands(programs, "/dev")[name]
    arguments = ["json=/dev/full" if text == "json=/dev/report.json" else text for text in arguments]
    keep = [index for index, text in enumerate(arguments) if "=/dev/report" in text or text == f"/dev/{SNAPSHOT}"]
    arguments = [text for index, text in enumerate(arguments) if index not in keep and index + 1 not in keep]
    with open("/dev/full", "wb") as output, Harness(programs, arguments, standard_output=output) as run:
        yield from judge(f"{name} with its report to /dev/full", run, None, tally)


def judge(what, run, place, tally):
    """Checks how a run ended that may have found no room."""
    status, errors = run.wait(), run.errors()
    tally[f"{what}: ended with {status}"] += 1
    if status not in {0, 1, 3}:
        yield f"{what}: ended with {status}: {errors[-500:]}"
    if status == 3 and not any(reason in errors for reason in REASONS):
        yield f"{what}: failed without the reason: '{errors[-500:]}'"
    for finding in run.left():
        yield f"{what}: {finding}"
    for name in sorted(os.listdir(place)) if place else []:
        with open(os.path.join(place, name), encoding="utf-8", errors="replace") as file:
            text = file.read()
        if name not in {*ENDINGS, SNAPSHOT}:
            yield f"{what}: {name} is left behind"
        elif name in ENDINGS and not text.rstrip().endswith(ENDINGS[name]):
            yield f"{what}: {name} is not whole"
        elif name == "report.json":
            report = json.loads(text)
            if status == 0 and report == json.loads(EARLIER):
                yield f"{what}: ended with 0 and wrote no report"


def run(programs, end):
    tally, findings = collections.Counter(), []
    obstacle = Disk.obstacle()
    if obstacle:
        print(f"full: left out: the disk that is full: {obstacle}")
    if not shutil.which("prlimit"):
        print("full: left out: the limit of the size of files: there is no prlimit(1)")
    faults = [to_device]
    if not obstacle:
        faults += [functools.partial(on_disk, with_temporary=False), functools.partial(on_disk, with_temporary=True)]
    if shutil.which("prlimit"):
        faults.append(within_limit)
    tries = [(fault, name) for fault in faults for name in commands(programs, "")]
    while time.monotonic() < end:
        for fault, name in random.sample(tries, len(tries)):
            findings += fault(programs, name, tally=tally)
            if time.monotonic() >= end:
                break
    return print_tally("full", tally) + findings
