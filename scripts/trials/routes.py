"""Runs `outlive soak --routes` on services of 20 routes, one to three of which leak, and compares with the truth.

Each of 20 services leaks in other routes and ways: objects, reference cycles, C memory, descriptors, stuck tasks,
threads, a text and a dictionary that grow, an object in every fifth request. A line for each service: the planted
routes, which of them the report names, which others it accuses, whether it says that one route empties what another
fills, and the time in relation to a soak of as many requests.
Met if all planted routes are named, no other is accused, and the median of these ratios is 2 at most. Takes some eight
minutes.
"""

import json
import random
import re
import statistics
import subprocess
import time

from . import tools
from .table import Table

TRUTH = "leaking routes in 20 planted services of 20 routes"
MINUTES = 8
SHORT = ["--services", "4"]
REQUESTS = tools.HERE / "routes/requests.txt"
KINDS = ["objects", "memory", "descriptors", "tasks", "cycle", "text", "large", "threads", "index", "rare"]
CYCLES = 10
BLOCK = 10


def read_requests():
    """Returns the method, target and body of each request, by its route."""
    routes = {}
    for line in REQUESTS.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            method, target, *body = line.split(" ", 2)
            path = re.sub(r"/\d+", "/{id}", target.split("?")[0])
            routes.setdefault(f"{method} {path}", []).append((method, target, "".join(body)))
    return routes


def services(routes, count, seed):
    """Returns the kinds of planted leaks by route, for each service; always the same ones for a seed."""
    chance = random.Random(seed)
    kinds = 0
    for number in range(count):
        planted = chance.sample(sorted(routes), 1 + number % 3)
        yield {route: KINDS[(kinds + index) % len(KINDS)] for index, route in enumerate(planted)}
        kinds += len(planted)


def write_work(routes, path):
    """Writes the requests of one cycle for curl: every route as often as a block requests it."""
    parts = []
    for requests in routes.values():
        for number in range(BLOCK):
            method, target, body = requests[number % len(requests)]
            lines = ["silent", 'output = "/dev/null"', f'request = "{method}"',
                     f'url = "http://127.0.0.1:PORT{target}"']
            if body:
                lines.append("data = " + json.dumps(body))
            parts.append("\n".join(lines))
    path.write_text("\nnext\n".join(parts) + "\n", encoding="utf-8")
    return f"exec:sh -c 'sed s/PORT/{{port}}/ {path} | curl -s -K -'"


def soak(options, program, planted, report, *work):
    """Runs a soak, and returns its report and the seconds that it took."""
    begin = time.monotonic()
    run = subprocess.run(
        ["env", "PLANT=" + ";".join(f"{route}={kind}" for route, kind in planted.items()),
         options.outlive, "soak", "--heap", "--cycles", str(CYCLES), "--launch", f"'{program}' {{port}}",
         "--ready", "tcp:127.0.0.1:{port}", *work, "--report", f"json={report}.json", "--report",
         f"text={report}.txt"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    seconds = time.monotonic() - begin
    if run.returncode not in (0, 1):
        raise tools.CannotTry(f"outlive soak ended with {run.returncode}: {run.stdout[-1000:]}")
    with open(f"{report}.json", encoding="utf-8") as file:
        return json.load(file), seconds


def named_routes(report):
    """Returns the routes that leave something behind."""
    named = {route["name"] for cause in report["causes"] for route in cause.get("routes", [])}
    for route in report["routes"]["routes"]:
        grows = any(slope["metric"] in ("descriptors", "threads") and slope.get("course") == "lasting"
                    for slope in route["growth"])
        if grows or route.get("stuckTasks"):
            named.add(route["name"])
    return named


def add_options(parser):
    parser.add_argument("--services", type=tools.number(1, 200), default=20, metavar="N", help="(default: 20)")
    parser.add_argument("--seed", type=int, default=49, metavar="N", help="choose other routes and ways (default: 49)")
    parser.add_argument("--outlive", type=tools.program, metavar="PROGRAM", help="the command (default: it is built)")
    parser.add_argument("--program", type=tools.program, help="the service (default: it is built)")
    tools.add_keep(parser)


def run(options):
    routes = read_requests()
    tools.need("curl")
    options.outlive = tools.command_of(options)
    table = Table("", "planted", "named", "accused", "state", "time")
    ratios, met = [], True
    with tools.scratch() as folder:
        program = options.program or tools.compile_swift(
            folder / "RouteService", tools.FIXTURES / "RouteService", "RouteService", "-O", "-g")
        work = write_work(routes, folder / "work.txt")
        for number, planted in enumerate(services(routes, options.services, options.seed), 1):
            path = (options.keep or folder) / f"service-{number}"
            report, seconds = soak(
                options, program, planted, path, "--routes", str(REQUESTS), "--unsafe-methods")
            _, usual = soak(options, program, planted, f"{path}-work", "--work", work)
            named = named_routes(report)
            missing, accused = set(planted) - named, named - set(planted)
            state = any(removal["creator"] == "POST /cart" and removal["remover"] == "DELETE /cart"
                        for removal in report["routes"]["removals"])
            ratios.append(seconds / usual)
            met = met and not missing and not accused
            table.add(
                "-+"[not missing and not accused], ", ".join(f"{route} ({kind})" for route, kind in planted.items()),
                f"{len(planted) - len(missing)} of {len(planted)}", ", ".join(sorted(accused)) or "-",
                "+" if state else "-", f"{seconds:.1f} s, {ratios[-1]:.2f}x")
    print(table)
    median = statistics.median(ratios)
    print(f"time in relation to a soak of as many requests: {median:.2f}x (median), at most {max(ratios):.2f}x")
    return met and median <= 2
