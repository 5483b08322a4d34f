"""Runs the programs of scripts/memory: python3 memory.py OUTLIVE FOLDER [REPORT-SERVER]."""

import contextlib
import http.client
import json
import shutil
import subprocess
import sys
import threading
import time
import urllib.request

outlive, folder, *services = sys.argv[1:]
failures = 0


class Program:
    """A program that prints a line when it is ready."""

    def __init__(self, command, waits=True):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.ready = self.process.stdout.readline() if waits else ""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    @property
    def resident(self):
        with open(f"/proc/{self.process.pid}/smaps_rollup") as file:
            return next(int(line.split()[1]) * 1024 for line in file if line.startswith("Rss:"))

    def report(self, *options):
        command = [outlive, "memory", str(self.process.pid), "--report", "json", *options]
        return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    def trimmed(self):
        """The bytes that malloc_trim(0) returns."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        before, after = map(int, self.process.stdout.readline().split())
        return before - after


def total(report):
    return sum(part["bytes"] for part in report["looks"][-1]["parts"])


def check(is_good):
    global failures
    failures += not is_good
    return "ok" if is_good else "WRONG"


PYTHON = {
    "numbers": "x = [i * 1.5 for i in range(1000000)]",
    "texts": "x = {i: str(i) * 10 for i in range(200000)}",
    "freed": "x = [bytearray(2000) for i in range(40000)]; y = x[::40]; del x",
}


def redis(count):
    """Starts a server without files, and stores texts in it."""
    port = "7391"
    program = Program(["redis-server", "--port", port, "--save", "", "--appendonly", "no", "--dir", folder], False)
    for _ in range(100):
        if subprocess.run(["redis-cli", "-p", port, "ping"], capture_output=True).returncode == 0:
            break
        time.sleep(0.1)
    commands = "".join(f"SET key:{number} {'v' * 200}\r\n" for number in range(count))
    subprocess.run(["redis-cli", "-p", port, "--pipe"], input=commands, text=True, capture_output=True, check=True)
    return program


def python(name):
    return Program(["python3", "-c", f"{PYTHON[name]}\nprint('ready', flush=True)\ninput()"])


programs = [
    *[(f"Swift, {name}", lambda name=name: Program([f"{folder}/memory-swift", name]))
      for name in ["none", "steady", "fragmented", "high-water"]],
    *[(f"C++, {name}", lambda name=name: Program([f"{folder}/memory-cpp", name])) for name in ["full", "halved", "threads"]],
    *[(f"Python, {name}", lambda name=name: python(name)) for name in PYTHON],
]
if shutil.which("redis-server"):
    programs += [("Redis, empty", lambda: redis(0)), ("Redis, 100 000 keys", lambda: redis(100000))]

print(f"{'program':24}{'Rss':>12}{'sum':>12}{'difference':>12}")
for name, start in programs:
    with start() as program:
        found, resident = total(program.report()), program.resident
        difference = abs(found - resident) / resident
        print(f"{name:24}{resident:>12}{found:>12}{difference:>11.2%}  {check(difference <= 0.02)}", flush=True)

situations = [
    ("c", "fragmented", "fragmentation"), ("c", "fragmented-arenas", "fragmentation"),
    ("c", "fragmented-pages", "fragmentation"), ("swift", "fragmented", "fragmentation"),
    ("c", "high-water", "highWaterMark"), ("c", "high-water-arenas", "highWaterMark"),
    ("swift", "high-water", "highWaterMark"), ("c", "stacks", "stacks"), ("c", "files", "files"),
    ("c", "files-shared", "files"), ("c", "shared", "files"), ("c", "anonymous", "unknown"), ("c", "live", "live"),
    ("c", "live-large", "live"), ("c", "live-arenas", "live"), ("c", "none", "none"), ("swift", "none", "none"),
    ("swift", "leak", "leak"), ("swift", "cache", "fillingCache"), ("swift", "steady", "live"),
]
growing = {"leak", "cache", "steady"}
print(f"\n{'situation':26}{'verdict':16}{'trim expected':>15}{'measured':>12}")
for language, name, expected in situations:
    with Program([f"{folder}/memory-{language}", name, folder]) as program:
        options = ["--every", "1s", "--times", "8"] if language == "swift" and name in growing else []
        report = program.report(*options)
        verdict = report["verdict"]["kind"]
        line = f"{language + ' ' + name:26}{verdict:16}"
        good = verdict == expected
        if not options:
            gain = (report["looks"][-1].get("free") or {}).get("trim", 0)
            measured = program.trimmed()
            line += f"{gain:>15}{measured:>12}"
            # Of less than a megabyte, the call itself takes a part.
            good = good and abs(gain - measured) <= max(0.1 * measured, 1 << 19)
        print(f"{line}  {check(good)}", flush=True)


def load(port, rows, count, threads=4, pause=0):
    """Sends requests to the server, as many at once as it has threads, with seconds between them."""
    def send():
        # The last ones fail, when the server is stopped.
        with contextlib.suppress(OSError, http.client.HTTPException):
            for _ in range(count):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/report/{rows}").read()
                time.sleep(pause)
    senders = [threading.Thread(target=send) for _ in range(threads)]
    for sender in senders:
        sender.start()
    return senders


# A peak of requests; then, where nothing stays, a small load while the memory is watched.
if services:
    print(f"\n{'service':26}{'verdict':16}{'resident':>15}{'live':>12}")
for name, expected, advice, is_loaded in [
    ("none", {"highWaterMark", "none"}, "", True), ("fragmented", {"fragmentation"}, "report_server.Receipt", False),
    ("leak", {"leak"}, "ReportDesk", True),
] if services else []:
    with Program([services[0], name]) as program:
        port = int(program.ready.split()[-1])
        for sender in load(port, 40000, 2):
            sender.join()
        if is_loaded:
            load(port, 200, 100000, 1, 0.05)
        report = program.report(*(["--every", "1s", "--times", "8"] if is_loaded else []))
        verdict, look = report["verdict"], report["looks"][-1]
        live = sum(part["bytes"] for part in look["parts"] if part["kind"] in ("objects", "blocks"))
        good = verdict["kind"] in expected and advice in json.dumps(report)
        print(f"{name:26}{verdict['kind']:16}{total(report):>15}{live:>12}  {check(good)}", flush=True)
sys.exit(1 if failures else 0)
