"""Builds programs of other projects, unmodified, and runs each bare and under `outlive run` with the same input.

Standard output and exit code have to be the same, byte for byte, and the census has to name types of the program's own.

The sources are cloned at fixed versions to `.build/third-party`, which takes some ten minutes to build the first time;
nothing of them is committed. Servers listen at 127.0.0.1, are used by one client that stays connected, and get SIGTERM.
Dates, durations and the order of lines of a test bundle, which differ from run to run, are left out of the comparison.
One server releases all its objects at its end, so `outlive census` inspects it before.

A line per program: whether output and exit code are the same, how many objects the census has, how many types of the
program's own, and one of these.
"""

import contextlib
import dataclasses
import difflib
import http.client
import json
import os
import re
import signal
import socket
import subprocess

from .table import Table
from .tools import (
    ROOT, CannotTry, add_configuration, await_port, build, free_port, heap_library, quietly, say, scratch, setup)

TRUTH = "unmodified programs of other projects, watched against bare"
MINUTES = 5
SHORT = ["--configuration", "debug", "math"]
SHELF = ROOT / ".build/third-party"


@dataclasses.dataclass(frozen=True)
class Program:
    name: str
    # A `server` is used and gets SIGTERM, a `graceful` one then releases all; a `tool` or `tests` run to their end.
    kind: str
    checkout: str
    product: str
    # Its own modules, the most telling one first.
    modules: list
    description: str
    # The arguments, after the port is filled in.
    arguments: list = dataclasses.field(default_factory=list)

    @property
    def is_server(self):
        return self.kind in ("server", "graceful")

    @property
    def configuration(self):
        return "debug" if self.kind == "tests" else "release"


PROGRAMS = [
    Program("nio-http1", "server", "swift-nio", "NIOHTTP1Server", ["NIOHTTP1Server", "NIOHTTP1", "NIOCore", "NIOPosix"],
            "swift-nio's HTTP server", ["127.0.0.1", "{port}", "{htdocs}"]),
    Program("nio-echo", "server", "swift-nio", "NIOEchoServer", ["NIOEchoServer", "NIOCore", "NIOPosix"],
            "swift-nio's echo server", ["127.0.0.1", "{port}"]),
    Program("nio-chat", "server", "swift-nio", "NIOChatServer", ["NIOChatServer", "NIOCore", "NIOPosix"],
            "swift-nio's chat server", ["127.0.0.1", "{port}"]),
    Program("hummingbird", "graceful", "hummingbird", "PerformanceTest",
            ["Hummingbird", "HummingbirdCore", "PerformanceTest"], "hummingbird's server for measurements"),
    Program("flying-fox", "server", "flying-fox", "fox-server", ["FlyingFox", "FlyingSocks", "fox_server"],
            "a FlyingFox server of four lines", ["{port}"]),
    Program("math", "tool", "swift-argument-parser", "math", ["math", "ArgumentParser"],
            "swift-argument-parser's example", ["multiply", "--hex-output", "6", "7", "1000003"]),
    Program("swift-log", "tests", "swift-log", "tests", ["Logging", "LoggingTests", "InMemoryLogging"],
            "swift-log's test bundle", [
                "--testing-library", "swift-testing", "--no-parallel", "--filter", "InMemory", "--filter",
                "MetadataValue", "--filter", "MDC", "--filter", "LockTest", "--filter", "StreamLog"]),
]

SOURCES = {
    "swift-nio": ("apple/swift-nio", "2.101.2"), "hummingbird": ("hummingbird-project/hummingbird", "2.28.1"),
    "swift-argument-parser": ("apple/swift-argument-parser", "1.8.2"), "swift-log": ("apple/swift-log", "1.16.2"),
}

# FlyingFox has no executable of its own.
FOX_SERVER = {
    "Package.swift": """\
// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "fox-server",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1")],
    targets: [.executableTarget(name: "fox-server", dependencies: ["FlyingFox"])]
)
""",
    "Sources/fox-server/main.swift": """\
import FlyingFox
import Foundation

let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: UInt16(CommandLine.arguments[1])!), logger: .disabled)
await server.appendRoute("/") { _ in HTTPResponse(statusCode: .ok, body: Data("hello\\n".utf8)) }
print("listening")
try await server.run()
""",
}


def add_options(parser):
    parser.add_argument("parts", nargs="*", metavar="NAME", help="programs whose names contain it; all if none")
    parser.add_argument("--list", action="store_true", help="print the names, and what each program is")
    add_configuration(parser, "outlive")
    parser.set_defaults(refuse=parser.error)


def build_program(name):
    """Builds a program, from a checkout that is made if it is missing, and returns its path."""
    setup("need_swift")
    program = next(program for program in PROGRAMS if program.name == name)
    checkout = SHELF / program.checkout
    if program.checkout == "flying-fox":
        for file, text in FOX_SERVER.items():
            (checkout / file).parent.mkdir(parents=True, exist_ok=True)
            (checkout / file).write_text(text)
    elif not (checkout / "Package.swift").exists():
        repository, version = SOURCES[program.checkout]
        quietly("git", "clone", "-c", "advice.detachedHead=false", "--branch", version,
                f"https://github.com/{repository}", checkout)
    if program.kind != "tests":
        return build(program.product, program.configuration, checkout)
    folder = build(None, program.configuration, checkout, "--build-tests")
    return next(folder.glob("*.xctest"))


def use(name, port):
    """Uses a server through one connection, and returns it open."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=20)
    if name == "nio-echo":
        for _ in range(3):
            connection.sendall(b"hello\n")
            connection.makefile("rb").readline()
    elif name == "nio-chat":
        connection.makefile("rb").readline()
        connection.sendall(b"hello\n")
    else:
        client = http.client.HTTPConnection("127.0.0.1", port)
        client.sock = connection
        for _ in range(3):
            client.request("GET", "/", headers={"Host": "localhost"})
            client.getresponse().read()
    return connection


def leaf(process):
    """Returns the program's process: the child itself, or that of `outlive run`."""
    while children := open(f"/proc/{process}/task/{process}/children", encoding="ascii").read().split():
        process = int(children[0])
    return process


@dataclasses.dataclass
class Run:
    output: str
    code: int
    errors: str


def run_program(program, path, folder, port, under=(), census=None):
    """Runs a program to its end.

    - under: the words before it on the command line.
    - census: takes the process of a graceful server while it serves.
    """
    arguments = [word.format(port=port, htdocs=folder / "htdocs") for word in program.arguments]
    with open(folder / "output", "w+b") as output, open(folder / "errors", "w+b") as errors:
        process = subprocess.Popen(
            [*map(str, under), path, *arguments], stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
            env=os.environ | {"SERVER_PORT": str(port)})
        try:
            if program.is_server:
                await_port(port, process, program.name)
                # Open, so that the objects of the connection are alive in the census.
                with contextlib.closing(use(program.name, port)):
                    if census:
                        census(leaf(process.pid))
                    os.kill(leaf(process.pid), signal.SIGTERM)
                    process.wait(60)
            code = process.wait(600)
        except (OSError, http.client.HTTPException, subprocess.SubprocessError, CannotTry) as error:
            errors.seek(0)
            raise CannotTry(f"{error}: {errors.read()[-1000:].decode(errors='replace')}") from error
        finally:
            process.kill()
            process.wait()
        texts = []
        for file in output, errors:
            file.seek(0)
            texts.append(file.read().decode(errors="surrogateescape"))
        return Run(texts[0], code, texts[1])


def comparable(program, text):
    """Returns the part of an output that is compared."""
    if program.kind != "tests":
        return text
    text = re.sub(r"\d{4}-\d{2}-\d{2}[T ][\d:.+]+", "DATE", text)
    return "\n".join(sorted(re.sub(r"\d+\.\d+ (\([\d.]+\) )?seconds", "TIME", text).splitlines()))


def own_types(report, modules):
    """Returns the types in a report, also in generics and captures, that one of the modules declares."""
    any_module = "|".join(modules)
    names = sorted(set(json.loads(f'"{name}"') for name in re.findall(r'"name" ?: ?"((?:[^"\\]|\\.)*)"', report)))
    own = [name for name in names if re.search(rf"(^|[^A-Za-z0-9_.])({any_module})\.[A-Za-z_(]", name)]
    # The most telling one first.
    return sorted(own, key=lambda name: (not name.startswith(modules[0] + "."),
                                         not re.match(rf"({any_module})\.", name)))


def compare(program, path, outlive, folder, table):
    """Adds the row of a program, and returns true if it passed."""
    port, report = free_port(), folder / f"{program.name}.json"
    how = ["--report", f"json={report}"]

    def census(process):
        quietly(outlive, "census", "--report", f"json={report}", process)

    if program.kind == "graceful":
        how = ["--census", "signal", "--report", f"json={folder}/unused"]
    bare = run_program(program, path, folder, port)
    watched = run_program(program, path, folder, port, [outlive, "run", *how, "--"],
                          census if program.kind == "graceful" else None)
    outputs = [comparable(program, run.output) for run in (bare, watched)]
    is_same, is_same_code = outputs[0] == outputs[1], bare.code == watched.code
    if not is_same:
        lines = difflib.unified_diff(*(output.splitlines() for output in outputs), lineterm="")
        say(program.name, *list(lines)[:12], sep="\n")
    text = report.read_text() if report.exists() else ""
    own = own_types(text, program.modules)
    if not own:
        say(watched.errors[-500:])
    table.add(
        program.name, "same" if is_same else "DIFFERS",
        f"same ({bare.code})" if is_same_code else f"DIFFERS ({bare.code}, {watched.code})",
        sum(map(int, re.findall(r'"count" ?: ?(\d+)', text))), len(own) or "NONE", *own[:1])
    return is_same and is_same_code and bool(own)


def run(options):
    chosen = [program for program in PROGRAMS
              if not options.parts or any(part in program.name for part in options.parts)]
    for part in options.parts:
        if not any(part in program.name for program in PROGRAMS):
            options.refuse(f"no program's name contains '{part}'; --list prints them")
    if options.list:
        table = Table("program", "what it is")
        table.rows += [(program.name, program.description) for program in chosen]
        print(table)
        return True
    say("building; the first time takes some ten minutes")
    outlive = build("outlive", options.configuration)
    heap_library(options.configuration)
    table = Table("program", "standard output", "exit code", "objects", "own types", "for example")
    met, untried = True, []
    with scratch() as folder:
        (folder / "htdocs").mkdir()
        (folder / "htdocs/index.html").write_text("a page\n")
        for program in chosen:
            try:
                met = compare(program, build_program(program.name), outlive, folder, table) and met
            except CannotTry as reason:
                say(f"{program.name}: {reason}")
                table.add(program.name, "not built or not run")
                untried.append(program.name)
    print(table)
    if untried and met:
        raise CannotTry(f"these cannot be built or run: {', '.join(untried)}")
    return met
