"""Drives every tool of `outlive mcp` by the reference client of the protocol, and asks about reports of leaking services.

The client is the package `mcp` of PyPI, which is installed into a folder of the build. A service full of secrets is run
and asked about in the present version of the protocol and in the one with a handshake: each tool has to answer in at
most 2 kB, without a secret, and the soak that is run again has to say that the cause is there, and then that it is gone.

With --reports, a folder with reports SERVICE-LEAK.json of a file cases.tsv as that of Benchmarks/LeakServices, the
first cause and its fix have to be reached in at most three calls and 6 kB. Takes two minutes.
"""

import json
import re
import subprocess
import sys

from .leak_services import SERVICES
from .table import Table
from .tools import HERE, ROOT, CannotTry, build, command_of, folder, program, quietly, scratch

TRUTH = "tools of outlive mcp against the reference client, and answers against the causes of services"
MINUTES = 5
TOKEN = "S3CR3T"
VERSION = "2.3.0"


def add_options(parser):
    parser.add_argument("--outlive", type=program, metavar="FILE", help="the command (default: a debug build)")
    parser.add_argument("--reports", type=folder, metavar="DIR", help="a folder with reports SERVICE-LEAK.json")
    parser.add_argument("--cases", metavar="FILE", default=SERVICES / "cases.tsv",
                        help="the truth about these reports (default: that of Benchmarks/LeakServices)")


def client_python():
    """Returns a Python that has the reference client."""
    place = ROOT / ".build/outlive/mcp-client"
    python = place / "bin/python"
    marker = place / f"mcp-{VERSION}"
    if not marker.exists():
        quietly(sys.executable, "-m", "venv", place, otherwise="cannot make a Python environment")
        quietly(python, "-m", "pip", "install", "-q", f"mcp=={VERSION}", otherwise="cannot install the client")
        marker.touch()
    return python


def session(python, outlive, options, calls, mode):
    """Makes calls in one session, and returns the tools and the answers."""
    run = subprocess.run(
        [python, HERE / "assistant_client.py", json.dumps([str(outlive), "mcp", *map(str, options)]), mode],
        input=json.dumps(calls), stdout=subprocess.PIPE, text=True, timeout=600, check=False)
    if run.returncode != 0:
        raise CannotTry(f"the client ended with status {run.returncode}")
    return json.loads(run.stdout)


def check_service(table, python, outlive):
    """Asks about a service full of secrets with every tool, and returns true if all answers are as they have to be."""
    fixture = build("heap-fixture", "debug")
    met = True
    with scratch() as here:
        leaking = here / "leak"
        leaking.touch()
        soak = ["--heap", "--launch", f"env KEY={TOKEN} '{fixture}' secrets {{dir}} {TOKEN} '{leaking}'",
                "--ready", "line:^ready",
                "--work", f"exec:sh -c 'echo go >{{dir}}/in; cat {{dir}}/out' {TOKEN}", "--cycles", "8"]
        run = [outlive, "soak", *soak, "--report", f"json={here}/run.json", "--heap-snapshot", f"{here}/end.olheap"]
        if subprocess.run(run, stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode != 1:
            raise CannotTry("the fixture did not leak")
        for mode in ("auto", "legacy"):
            leaking.touch()
            calls = [(tool, {"target": f"{here}/{file}"}) for file in ("run.json", "end.olheap")
                     for tool in ("leaks", "cause", "growth", "types", "tasks", "memory")]
            calls += [("holders", {"type": "*Credential", "target": f"{here}/{file}"})
                      for file in ("run.json", "end.olheap")]
            calls += [("compare", {"target": f"{here}/run.json", "since": f"{here}/run.json"}),
                      ("soak", {"since": f"{here}/run.json", "cause": "1"})]
            said = session(python, outlive, ["--allow", here, "--soak", "--", *soak], calls, mode)
            leaking.unlink()
            calls.append(("soak", {"since": f"{here}/run.json"}))
            gone = session(python, outlive, ["--allow", here, "--soak", "--", *soak], calls[-1:], mode)
            for (tool, arguments), (text, is_error) in zip(calls, said["answers"] + gone["answers"]):
                good = not is_error and 0 < len(text.encode()) <= 2000 and TOKEN not in text
                if tool == "soak":
                    good = good and text.startswith("no: " if "cause" in arguments else "yes: ")
                met = met and good
                name = arguments.get("target", "").rsplit("/", 1)[-1]
                table.add(f"{mode} ({said['version']})", f"{tool} {name}".strip(), f"{len(text.encode())} B",
                          "passed" if good else f"FAILED: {text}")
            unasked = {tool for tool in said["tools"]} - {tool for tool, _ in calls}
            if unasked or len(said["tools"]) > 10:
                table.add(mode, "tools", len(said["tools"]), f"FAILED: not asked: {sorted(unasked)}")
                met = False
    return met


def check_reports(table, python, outlive, reports, cases):
    """Reaches the first cause and its fix in each report, and returns true if three calls and 6 kB suffice."""
    met = True
    with open(cases, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and line[0] != "#"]
    for service, leak, _, names, places, remedy in rows:
        report = reports / f"{service}-{leak}.json"
        if leak == "none" or not report.exists():
            continue
        calls = [("leaks", {}), ("cause", {"cause": "1"}), ("growth", {})]
        answers = [text for text, _ in session(python, outlive, ["--allow", report], calls, "auto")["answers"]]
        wanted = [part for column in (names, places) for part in column.split("|") if part != "-"]
        needed, size = None, 0
        for number, text in enumerate(answers, 1):
            size += len(text.encode())
            said = "\n".join(answers[:number])
            fix = "\n".join(line for line in said.splitlines() if line.startswith("fix: "))
            if any(part in said for part in wanted) and re.search(remedy, fix, re.IGNORECASE):
                needed = number
                break
        good = needed is not None and size <= 6000
        met = met and good
        table.add(f"{service} {leak}", f"{needed or 'more than 3'} calls", f"{size} B", "passed" if good else "FAILED")
    return met


def run(options):
    outlive, python = command_of(options), client_python()
    table = Table("subject", "asked", "size", "result")
    met = check_service(table, python, outlive)
    if options.reports:
        met = check_reports(table, python, outlive, options.reports, options.cases) and met
    print(table)
    return met
