"""Puts the sample service and `outlive` under loads and faults that no well-behaved client makes.

On this machine's loopback alone. Checks that every request is answered or refused as documented, that both end with a
documented exit code, and that they retain no memory, descriptors, processes or files. The parts, each with processes of
its own:

  http         clients without the token that connect and go, stall, hang up, and send what is too large; clients with
               it that close half of a connection, leave a reset, and do not read; beside them one that behaves well
  stopped      the service is stopped and continued, in bursts and for seconds, under clients that behave well
  killed       the application, `outlive`, its watchdog and clients are killed, stopped or interrupted at random moments
  full         reports, snapshots and temporary files on a full disk, with a limit of the size of files, and to
               /dev/full
  descriptors  a crowd of clients and short runs of `outlive`, each with few descriptors
  clock        the time of day steps forward and back, by up to 40 years, for the programs; not the machine's
  crowd        10 000 resets by 24 clients during repeated bursts of 200 simultaneous census requests
  inspected    a program that forks, executes, ends, is stopped, traced and limited while two commands inspect it: it
               goes on unharmed, and every refusal is one of scripts/trials/chaos/refusals.py

A part or fault that cannot be tried here is left out, and the reason is printed; a usual Linux has everything that is
needed. Only processes that this trial started are killed or stopped. It needs no root.
"""

import os
import time

from ..table import Table
from ..tools import add_configuration, build, heap_library, number, scratch
from . import clock, crowd, descriptors, full, http, inspected, killed, machine, stopped
from .programs import LeftOut, Programs

TRUTH = "answers, exit codes and leftovers under hostile loads against the documented ones"
MINUTES = 5
SHORT = ["--seconds", "10", "--configuration", "debug"]

# A part takes the programs and the end of its time, and returns its findings; it prints what it did.
PARTS = {part.__name__.rpartition(".")[2]: part.run for part in
         [http, stopped, killed, full, descriptors, clock, crowd, inspected]}

# How long a part takes if no time is given, in seconds.
SECONDS = {"inspected": 600}
OTHERWISE = 60
# Chance does not bring about every trouble in less.
LEAST = {"inspected": 60}


def add_options(parser):
    parser.add_argument(
        "--seconds", type=number(1, 3600), metavar="N",
        help="how long each part takes (default: 60, and 600 for inspected, which takes at least 60)")
    parser.add_argument("--part", action="append", choices=PARTS, help="only this part; may be repeated")
    add_configuration(parser)


def run(options):
    folder = build("note-service", options.configuration).parent
    build("outlive", options.configuration)
    heap_library(options.configuration)
    table = Table("part", "findings")
    with scratch() as files:
        programs = Programs(folder, os.path.join(files, "notes.json"))
        for name in options.part or PARTS:
            seconds = max(options.seconds or SECONDS.get(name, OTHERWISE), LEAST.get(name, 0))
            table.add(name, run_part(name, programs, seconds))
    print(table)
    return all(isinstance(findings, str) or findings == 0 for _, findings in table.rows[1:])


def run_part(name, programs, seconds):
    """Runs a part; prints its findings, and returns their number, or why it was left out."""
    stalls = machine.Stalls()
    try:
        findings = PARTS[name](programs, time.monotonic() + seconds)
    except LeftOut as reason:
        return f"left out: {reason}"
    for line in stalls.lines():
        print(f"{name}: {line}")
    for finding in findings:
        print(f"{name}: FINDING: {finding}")
    return len(findings)
