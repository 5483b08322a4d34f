"""Compares the globals and statics of clean programs after resets with those after launches, often: none may differ.

The programs are the sample, the example services, and Redis, nginx and PostgreSQL as far as they are installed. Each
comparison is a reset whose variables were captured in a run of `outlive bench`, while something else keeps the
processors busy. Only variables with a type can differ; bytes in C are noted.

A program without resets takes part by --pair: its launches are compared with each other.
"""

import json
import os
import subprocess

from .table import Table
from .tools import ROOT, CannotTry, build, command_of, has, program, quietly, say, scratch

TRUTH = "clean programs leave no variable behind"
MINUTES = 8
SHORT = ["--comparisons", "60", "--without-examples"]
RECIPES = {"redis": "redis-server", "nginx": "nginx", "postgres": "postgres"}
# Captured are the first eight resets of a process, and then every eighth; the soak also captures after the work.
RESETS, CAPTURED = 24, 8 + (24 - 8) // 8
PAIRS = 8
LINE = "exec:bash -c 'exec 3<>/dev/tcp/127.0.0.1/{port}; echo milk >&3; read -r lines <&3'"


def add_options(parser):
    parser.add_argument("--comparisons", type=int, default=300, help="how many are made (default: 300)")
    parser.add_argument("--outlive", type=program, metavar="FILE", help="the command (default: that of a debug build)")
    parser.add_argument("--configuration", choices=["debug", "release"], action="append",
                        help="the build of the sample and the examples (default: debug)")
    parser.add_argument("--without-examples", action="store_true",
                        help="leave out the examples, whose first build takes many minutes")
    parser.add_argument("--pair", nargs=2, action="append", default=[], metavar=("LAUNCH", "WORK"),
                        help="a program that prints 'ready' and has no reset, and its work, each with {port}")


def by_reset(launch, work):
    """Returns the options for a program with a reset host."""
    return ["--launch", launch, "--ready", "notify", "--reset", "signal:RTMIN+1", "--work", work, "--pairs", "1",
            "--soak", str(RESETS)]


def by_launch(launch, work):
    """Returns the options for a program without resets, whose second launches take the place of resets."""
    return ["--launch", launch, "--ready", "line:^ready", "--arm", "first=relaunch", "--arm", f"second=launch:{launch}",
            "--work", work, "--pairs", str(PAIRS), "--soak", "0"]


def services(options, folder):
    """Yields the names and options of the programs."""
    for configuration in options.configuration or ["debug"]:
        def named(name):
            return f"{name} ({configuration})"

        sample = build("note-service", configuration)
        data = folder / "notes.json"
        quietly(sample, "generate", "--count", "2000", "--output", data)
        yield named("sample"), by_reset(
            f"'{sample}' serve --port {{port}} --data '{data}'", f"exec:'{sample}' work --port {{port}}")
        if options.without_examples:
            continue
        examples = build(None, configuration, ROOT / "Benchmarks/LifecycleServices")
        yield named("line-server"), by_reset(f"'{examples / 'line-server'}' --port {{port}}", LINE)
        yield named("note-web"), by_reset(
            f"'{examples / 'note-web'}' --port {{port}} --data {{dir}}",
            "exec:curl -s -d milk http://127.0.0.1:{port}/notes")
        calls = build("note-rpc", configuration, ROOT / "Benchmarks/RPCService")
        yield named("note-rpc"), by_reset(f"'{calls}' --port {{port}}", f"exec:'{calls}' add {{port}} milk")
    for name, executable in RECIPES.items():
        if has(executable, name):
            recipe = ROOT / "Benchmarks/Recipes" / name
            quietly(recipe / "setup")
            yield name, ["--config", recipe / "recipe.yml", "--pairs", "1", "--soak", str(RESETS)]
    for launch, work in options.pair:
        words = launch.split()
        yield f"{os.path.basename(words[0])} {words[-1]}", by_launch(launch, work)


def compared(outlive, arguments, folder):
    """Returns the differences in variables and the number of comparisons, or None if the run failed."""
    report = folder / "report.json"
    report.unlink(missing_ok=True)
    run = subprocess.run(
        [outlive, "bench", *map(str, arguments), "--warmup", "0", "--report", f"json={report}"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        check=False)
    if run.returncode == 3 and not report.is_file():
        raise CannotTry(f"outlive bench cannot be run: {run.stdout}")
    if run.returncode not in (0, 1):
        say(run.stdout)
        return None
    content = json.loads(report.read_text())
    fidelity = content.get("fidelity") or {}
    notes = [note for note in content.get("notes", []) if "not compared with a launch" in note]
    differences = [f"{change['subject']}: {change.get('launched')} -> {change.get('reset')}"
                   for result in fidelity.get("results", []) if result["check"] == "state"
                   for change in result["differences"]]
    return differences + notes, fidelity["resets"] if "--arm" in arguments else CAPTURED


def run(options):
    table = Table("program", "comparisons", "differences")
    outlive = command_of(options)
    total, is_met = 0, True
    with scratch() as folder:
        programs = list(services(options, folder))
        # One process for each processor, so that the programs are late now and then.
        busy = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(os.cpu_count() or 1)]
        try:
            while total < options.comparisons:
                for name, arguments in programs:
                    result = compared(outlive, arguments, folder)
                    # A program that fails each time would never end the trial.
                    differences, count = result or (["failed"], CAPTURED)
                    is_met = is_met and differences == []
                    total += count
                    table.add(name, total, ", ".join(differences) or "none")
        finally:
            for process in busy:
                process.kill()
                process.wait()
    print(table)
    return is_met
