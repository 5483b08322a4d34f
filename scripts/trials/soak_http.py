"""Resets the sample service 10 000 times in a row over HTTP: the time of the resets, and the growth of the service.

Not met if memory, threads or descriptors grow, anything leaks or differs from a launch. Other options are those of
`outlive bench`; before each reset a list of notes is read, unless --work says otherwise. Takes about a quarter of an
hour on 2 cores.
"""

import argparse
import subprocess

from .tools import ROOT

TRUTH = "10 000 resets against one launch"
MINUTES = 14
SHORT = ["1000"]
# The parser leaves them alone behind `--`.
PASSES_ON = True


def add_options(parser):
    parser.add_argument("arguments", nargs=argparse.REMAINDER, metavar="[RESETS] [OPTION]...")


def run(options):
    arguments = options.arguments[1:]
    resets = arguments.pop(0) if arguments and arguments[0].isdecimal() else "10000"
    has_work = any(argument.split("=")[0] == "--work" for argument in arguments)
    work = [] if has_work else ["--work", "http://127.0.0.1:{port}/notes?tag=garden"]
    return subprocess.run(
        [ROOT / "scripts/bench", "--reset", "http", "--pairs", "0", "--soak", resets, "--growth", "fail", *work,
         *arguments], check=False).returncode
