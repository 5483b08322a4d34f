"""Runs `outlive bench --pairs 1 --soak 50 --growth fail` many times on servers in Go, Python, Node and C.

Also on the sample service, and on a leaking version of each. No clean one may fail, and every leaking one must. Takes
some seconds a run. Other load on the machine is welcome: no verdict may depend on it.
"""

import os
import subprocess

from . import tools
from .table import Table

TRUTH = "growth of servers, clean and leaking, in five languages"
MINUTES = 6
SHORT = ["--runs", "2", "--configuration", "debug", "python", "node", "redis"]
SERVERS = ["go", "python", "node", "redis", "sample"]
SOURCES = tools.ROOT / "Benchmarks/GrowthServers"


def add_options(parser):
    parser.add_argument("--runs", type=tools.number(1), default=20, metavar="N", help="runs of each (default: 20)")
    parser.add_argument("--outlive", type=tools.program, metavar="PROGRAM", help="the command (default: it is built)")
    tools.add_keep(parser)
    tools.add_configuration(parser, "outlive")
    tools.add_names(parser, "server", SERVERS)


def over_http(launch, work):
    address = "http://127.0.0.1:{port}"
    return ["--launch", launch, "--ready", f"{address}/ready", "--reset", f"http:POST {address}/reset",
            "--work", f"{address}/{work}"]


def prepare(server, folder):
    """Makes a server available, and returns a function that makes the options of a run from its leak and work."""
    if server == "go":
        tools.need("go", "golang-go")
        tools.quietly("go", "build", "-o", folder / "notes", ".", cwd=SOURCES / "go",
                      env=os.environ | {"GOFLAGS": "-mod=mod", "GOTOOLCHAIN": "local"},
                      otherwise="cannot build the Go server")
        return lambda leak, work: over_http(f"{folder}/notes -port {{port}}" + (leak and f" -leak {leak}"), work)
    if server == "python":
        # A version manager in front of Python would be measured with it.
        python = tools.quietly("python3", "-c", "import sys; print(sys.executable)").strip()
        return lambda leak, work: over_http(f"{python} {SOURCES}/python/notes.py {{port}} {leak}", work)
    if server == "node":
        tools.need("node", "nodejs")
        return lambda leak, work: over_http(f"node {SOURCES}/node/notes.js {{port}} {leak}", work)
    if server == "redis":
        tools.need("redis-server")
        tools.need("redis-cli", "redis-tools")
        return lambda leak, work: [
            "--launch", "redis-server --port {port} --bind 127.0.0.1 --dir {dir} --save '' --appendonly no",
            "--ready", "line:Ready to accept connections", "--work", f"exec:{SOURCES}/redis/work {{port}}",
            "--reset", f"exec:{SOURCES}/redis/reset {{port}}" + (leak and " leak")]
    program, data, _ = tools.sample()
    return lambda leak, work: [
        "--launch", f"'{program}' serve --port {{port}} --data '{data}'" + (leak and " --leak timer"),
        "--ready", "notify", "--reset", "signal:RTMIN+1", "--work", f"exec:'{program}' work --port {{port}}",
        "--leaks", "require"]


def run(options):
    tools.setup("want_libunwind")
    outlive = options.outlive or tools.build("outlive", options.configuration)
    table = Table("server", "version", "runs", "verdict")
    met = True
    with tools.scratch() as folder:
        for server in options.names or SERVERS:
            command = prepare(server, folder)
            for version, wanted in ("clean", 0), ("leaking", 1):
                right = 0
                for number in range(1, options.runs + 1):
                    # Odd runs write one note per cycle, even ones 2000; the kinds of leaks alternate as well.
                    kinds = ["memory", "thread" if server == "python" else "descriptor"]
                    leak = kinds[number // 2 % 2] if wanted else ""
                    file = (options.keep or folder) / f"{server}-{version}-{number}"
                    ended = subprocess.run(
                        [outlive, "bench", "--pairs", "1", "--soak", "50", "--growth", "fail", "--report",
                         f"json={file}.json", "--report", "text", *command(leak, ["fill", "notes"][number % 2])],
                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
                    file.with_suffix(".txt").write_text(ended.stdout)
                    right += ended.returncode == wanted
                    if ended.returncode != wanted:
                        last = ended.stdout.rstrip().rpartition("\n")[2]
                        tools.say(f"{server}, {version}, run {number}: exit {ended.returncode}: {last}")
                met = met and right == options.runs
                table.add(server, version, f"exit {wanted} in {right} of {options.runs}",
                          "pass" if right == options.runs else "MISS")
    print(table)
    print("load average: %.2f %.2f %.2f" % os.getloadavg())
    return met
