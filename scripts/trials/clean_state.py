"""Compares the globals and statics of clean programs after resets with those after launches, often: none may differ.

The programs are the sample service, Redis, nginx and PostgreSQL, as far as they are installed. Each comparison is a
reset whose variables were captured in a run of `outlive bench`, while something else keeps the processors busy. Only
variables with a type can differ; bytes in C are noted.
"""

import json
import os
import subprocess
import tempfile

from .table import Table
from .tools import ROOT, CannotTry, has, say

TRUTH = "clean programs leave no variable behind"
MINUTES = 6
SHORT = ["--comparisons", "60"]
RECIPES = {"redis": "redis-server", "nginx": "nginx", "postgres": "postgres"}
# Captured are the first eight resets of a process, and then every eighth; the soak also captures after the work.
RESETS, CAPTURED = 24, 8 + (24 - 8) // 8


def add_options(parser):
    parser.add_argument("--comparisons", type=int, default=300, help="how many resets are compared (default: 300)")


def compared(name, arguments, folder):
    """Returns the differences in variables, or None if the run failed."""
    report = os.path.join(folder, "report.json")
    run = subprocess.run(
        [ROOT / "scripts/bench", *arguments, "--pairs", "1", "--warmup", "0", "--soak", str(RESETS), "--report",
         "json=" + report], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors="replace", check=False)
    if run.returncode == 3:
        raise CannotTry(f"scripts/bench {name} cannot be run: {run.stdout}")
    if run.returncode not in (0, 1):
        say(run.stdout)
        return None
    with open(report, encoding="utf-8") as file:
        content = json.load(file)
    results = (content.get("fidelity") or {}).get("results", [])
    notes = [note for note in content.get("notes", []) if "not compared with a launch" in note]
    differences = [change["subject"] for result in results if result["check"] == "state"
                   for change in result["differences"]]
    return differences + notes


def run(options):
    table = Table("program", "comparisons", "differences")
    programs = {"sample": []} | {name: [name] for name, program in RECIPES.items() if has(program, name)}
    total, is_met = 0, True
    # One process for each processor, so that the programs are late now and then.
    busy = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(os.cpu_count() or 1)]
    try:
        with tempfile.TemporaryDirectory() as folder:
            while total < options.comparisons:
                for name, arguments in programs.items():
                    differences = compared(name, arguments, folder)
                    is_met = is_met and differences == []
                    # A program that fails each time would never end the trial.
                    total += CAPTURED
                    table.add(name, total, "failed" if differences is None else ", ".join(differences) or "none")
    finally:
        for process in busy:
            process.kill()
            process.wait()
    print(table)
    return is_met
