"""Runs programs that must not notice the heap tier, each bare and under `outlive run`.

Shells, interpreters, servers, compilers, static and setuid programs, programs with threads, vfork, bare system calls
and seccomp, and Swift programs of the toolchain. Standard output and exit status have to be the same, byte for byte,
and standard error but for process numbers and addresses; signals are part of what they print.

A program that is not installed is left out, as the table shows; nothing is installed. Each is a file in
scripts/trials/unnoticed, run by bash in a new folder with the same name both times.
"""

import difflib
import os
import re
import shutil
import subprocess
import time

from .table import Table
from .tools import HERE, CannotTry, add_configuration, build, heap_library, say, scratch

TRUTH = "programs under the heap tier against the same programs without"
MINUTES = 3
SHORT = ["--configuration", "debug"]
PROGRAMS = HERE / "unnoticed"
# Seconds that a program has.
LIMIT = 180


def add_options(parser):
    parser.add_argument("parts", nargs="*", metavar="NAME", help="programs whose names contain it; all if none")
    parser.add_argument("--list", action="store_true", help="print the names, and what each program does")
    add_configuration(parser, "outlive")
    parser.set_defaults(refuse=parser.error)


def comment_lines(file):
    return [line.removeprefix("# ") for line in file.read_text().splitlines() if line.startswith("# ")]


def needs(file):
    return [program for line in comment_lines(file) if line.startswith("needs: ") for program in line.split()[1:]]


def run(options):
    files = [file for file in sorted(PROGRAMS.glob("*.sh"))
             if not options.parts or any(part in file.stem for part in options.parts)]
    if not files:
        options.refuse(f"no program's name contains '{' '.join(options.parts)}'; --list prints them")
    if options.list:
        table = Table("program", "what it does")
        table.rows += [(file.stem, next(line for line in comment_lines(file) if not line.startswith("needs: ")))
                       for file in files]
        print(table)
        return True
    outlive = build("outlive", options.configuration)
    heap_library(options.configuration)
    table, met, count = Table("program", "bare and watched", "Swift processes", "seconds"), True, 0
    with scratch() as folder:
        folder.chmod(0o755)
        for file in files:
            if missing := [program for program in needs(file) if not shutil.which(program)]:
                table.add(file.stem, f"left out: no {' '.join(missing)}")
                continue
            report = folder / "report.json"
            report.unlink(missing_ok=True)
            starts = [time.monotonic()]
            bare = run_in_home(file, folder, "bare")
            starts.append(time.monotonic())
            watched = run_in_home(file, folder, "watched", outlive, "run", "--report", f"json={report}", "--")
            different = [part for part in bare if bare[part] != watched[part]]
            for part in different:
                lines = difflib.unified_diff(str(bare[part]).splitlines(), str(watched[part]).splitlines(), lineterm="")
                say(f"{file.stem}, {part}:", *list(lines)[:12], sep="\n")
            words = f"DIFFERENT {' '.join(different)}" if different else f"the same ({bare['status']})"
            if not bare["output"]:
                words = "PRINTED NOTHING"
            met = met and words.startswith("the same")
            processes = report.read_text().count('"executable"') if report.exists() else 0
            table.add(file.stem, words, processes,
                      f"{starts[1] - starts[0]:.0f}, {time.monotonic() - starts[1]:.0f}")
            count += 1
    print(table)
    if not count:
        raise CannotTry("none of the programs is installed")
    return met


def run_in_home(file, folder, name, *under):
    """Runs a program to its end in a new folder, and returns its status, its output and its errors."""
    home, errors = folder / "home", folder / f"{name}.errors"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir()
    # Separates the program's own errors from those of `outlive run`.
    run = subprocess.run(
        ["timeout", "--foreground", "-k", "5", str(LIMIT), *map(str, under), "bash", "-c", 'exec bash "$1" 2>"$2"',
         "bash", file, errors],
        cwd=home, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False,
        env=os.environ | {"HERE": str(PROGRAMS), "HOME": str(home), "LC_ALL": "C", "TZ": "UTC"})
    texts = [text.decode(errors="surrogateescape")
             for text in (run.stdout, errors.read_bytes() if errors.exists() else b"")]
    own = re.sub(r"0x[0-9a-f]+", "ADDRESS", re.sub(r"(line \d+): +\d+ ", r"\1: PROCESS ", texts[1]))
    return {"output": texts[0], "errors": own, "status": run.returncode}
