"""Reads outputs of Apple's leaks with known truth, changed and cut ones, and a large one.

The folder has an `expected.tsv`: file, leaks, bytes, causes, and regular expressions for the first cause and its remedy.
Each output is also read after 400 random changes, and cut at 10 places: no crash, no hang, and what is cut says so. An
output of 60 000 leaks is made up from the grammar and read; its time and memory are judged for a command that is given.
"""

import csv
import json
import os
import pathlib
import random
import re
import resource
import subprocess
import tempfile
import time

from .table import Table
from .tools import CannotTry, build, program, say

TRUTH = "outputs of Apple's leaks with known causes"
MINUTES = 3
SHORT = ["--changes", "40"]
SECONDS, MEGABYTES = 1.0, 200


def add_options(parser):
    parser.add_argument("--outputs", default="../shared/apple-leaks", help="the folder with expected.tsv")
    parser.add_argument("--outlive", type=program, metavar="FILE",
                        help="the command, whose time is judged as well (default: that of a debug build)")
    parser.add_argument("--changes", type=int, default=400, help="how often each output is changed (default: 400)")


def report(outlive, path):
    """Returns the exit status, the JSON report and the standard error of a reading, which may take 60 s."""
    run = subprocess.run(
        [outlive, "leaks-log", path, "--known", "off", "--report", "json"], capture_output=True, text=True,
        errors="replace", timeout=60, check=False)
    try:
        return run.returncode, json.loads(run.stdout), run.stderr
    except ValueError:
        return run.returncode, None, run.stderr


def judge(outlive, folder, row):
    """Returns what an output gives that differs from its truth; empty if nothing does."""
    name, leaks, size, causes, culprit, remedy = row
    status, found, _ = report(outlive, os.path.join(folder, name))
    if found is None:
        return [f"status {status}"]
    listed, wrong = found["listed"], []
    if (listed["leaks"], listed["bytes"]) != (int(leaks), int(size)):
        wrong.append(f"{listed['leaks']} leaks of {listed['bytes']} bytes")
    if len(found["causes"]) != int(causes):
        wrong.append(f"{len(found['causes'])} causes")
    if status != (1 if int(causes) else 0):
        wrong.append(f"status {status}")
    if int(causes) and found["causes"]:
        first = found["causes"][0]
        name = (first.get("culprit") or {}).get("name", "") + " " + first["title"]
        for what, pattern, text in (("cause", culprit, name), ("remedy", remedy, first["hint"])):
            if not re.search(pattern, text, re.I):
                wrong.append(f"{what} '{text}'")
    return wrong


def change(content, generator):
    changed = bytearray(content)
    for _ in range(generator.randint(1, 8)):
        place = generator.randrange(len(changed) or 1)
        kind = generator.randrange(4)
        if kind == 0 and changed:
            changed[place] = generator.randrange(256)
        elif kind == 1:
            del changed[place:place + generator.randint(1, 40)]
        elif kind == 2:
            changed[place:place] = generator.choice(
                [b"0xffffffffffffffffffff", b"999999999999999999 (", b"<", b"ROOT CYCLE: ", b"\x1b[31m", b"\xff\xfe"])
        else:
            lines = changed.split(b"\n")
            generator.shuffle(lines)
            changed = bytearray(b"\n".join(lines))
    return bytes(changed)


def large(leaks, generator):
    """Returns an output with many leaks of many types."""
    lines = ["Process:         Shop [77]", "leaks Report Version: 4.0",
             f"Process 77: {leaks} leaks for {leaks * 48} total leaked bytes.", ""]
    left, address = leaks, 0x600000000000
    types = [f"Type{number}" for number in range(400)] + ["NSArray", "Closure context", "Swift.StringStorage", "CFString"]
    while left > 0:
        above, depth = [], 0
        if generator.random() < 0.3:
            # A stack of its own, as with MallocStackLogging.
            lines += ["STACK OF 1 INSTANCE OF 'ROOT LEAK: <malloc>':"]
            lines += [f"{20 - at}   Shop   {hex(generator.randrange(1 << 40))} function{generator.randint(0, 9999)}() + 4"
                      for at in range(20)] + ["===="]
        for _ in range(min(left, generator.randint(1, 90))):
            depth = generator.randint(1, min(len(above), 20)) if above else 0
            above = above[:depth]
            address += 64
            kind = generator.choice(types)
            name = f"__strong field{generator.randint(0, 20)} --> " if depth else "ROOT LEAK: "
            lines.append(" " * (6 + 3 * depth) + f"1 (48 bytes) {name}<{kind} {hex(address)}> [48]  contents of the block")
            above.append(kind)
            left -= 1
    return "\n".join(lines) + "\n"


def run(options):
    folder = pathlib.Path(options.outputs)
    if not (folder / "expected.tsv").exists():
        raise CannotTry(f"{folder} has no expected.tsv: name a folder with outputs of leaks with --outputs")
    outlive = options.outlive or build("outlive", "debug")
    with open(folder / "expected.tsv", encoding="utf-8") as file:
        rows = [row for row in csv.reader(file, delimiter="\t") if row and not row[0].startswith("#")]
    table, is_met, generator = Table("output", "differs from the truth", "changed", "cut"), True, random.Random(7)
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "output.txt")
        for row in rows:
            wrong, faults, silent = judge(outlive, folder, row), 0, 0
            content = (folder / row[0]).read_bytes()
            for number in range(options.changes + 10):
                is_cut = number >= options.changes
                text = content[:generator.randrange(len(content))] if is_cut else change(content, generator)
                pathlib.Path(path).write_bytes(text)
                try:
                    status, found, errors = report(outlive, path)
                except subprocess.TimeoutExpired:
                    status, found, errors = "a hang", None, ""
                if status not in (0, 1, 3) or found is None:
                    faults += 1
                    say(f"{row[0]}: {status} {errors}")
                elif is_cut and status == 0 and int(row[3]):
                    silent += 1
            is_met = is_met and not wrong and not faults and not silent
            table.add(row[0], ", ".join(wrong) or "no", f"{faults} faults", f"{silent} taken for clean")
        pathlib.Path(path).write_text(large(60_000, generator), encoding="utf-8")
        begun = time.monotonic()
        status, found, _ = report(outlive, path)
        seconds = time.monotonic() - begun
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    is_bounded = seconds <= SECONDS and peak <= MEGABYTES or not options.outlive
    is_large_met = status == 1 and found is not None and is_bounded
    print(table)
    print(f"60 000 leaks: {seconds:.2f} s of {SECONDS} s, {peak:.0f} MB of {MEGABYTES} MB")
    return is_met and is_large_met
