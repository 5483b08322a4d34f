"""Tries `swift package outlive` in a new package.

Makes one by `swift package init`, adds Outlive as its dependency, runs a leaking program and its tests under the heap tier,
compares a reset with a relaunch, and checks that the program that was built contains nothing of Outlive. The first
run builds the command for the package, which takes some minutes; .build/plugin-trial keeps it.
"""

import platform
import shutil

from .table import Checks
from .tools import ROOT, quietly, setup

TRUTH = "`swift package outlive` in a new package against what it should print"
MINUTES = 12
PACKAGE = ROOT / ".build/plugin-trial"

MANIFEST = f"""\
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "sessions",
    dependencies: [.package(name: "Outlive", path: "{ROOT}")],
    targets: [.executableTarget(name: "sessions"), .testTarget(name: "sessionsTests")]
)
"""

TESTS = """\
import Testing

final class Ring {
    var next: Ring?
}

@Suite struct RingTests {
    @Test func closes() {
        let ring = Ring()
        ring.next = ring
    }

    @Test func opens() { #expect(Ring().next == nil) }
}
"""

PROGRAM = """\
import Dispatch
import Foundation

final class Session {
    var others: [Session] = []
}

nonisolated(unsafe) var kept: [Session] = []

@main
struct Sessions {
    static func main() {
        for _ in 0..<100 { kept.append(Session()) }
        guard CommandLine.arguments.contains("serve") else { return }
        signal(SIGHUP, SIG_IGN)
        let hangUp = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .main)
        hangUp.setEventHandler {
            kept = (0..<100).map { _ in Session() }
            say("reset")
        }
        hangUp.activate()
        say("ready")
        dispatchMain()
    }

    // Not print, which keeps lines for a pipe.
    static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\\n").utf8)) }
}
"""


def make_package():
    """Makes the package. Only the sources are new, so that the command is built once."""
    for name in "Sources", "Tests":
        shutil.rmtree(PACKAGE / name, ignore_errors=True)
    (PACKAGE / "Package.swift").unlink(missing_ok=True)
    PACKAGE.mkdir(parents=True, exist_ok=True)
    quietly("swift", "package", "init", "--type", "executable", "--name", "sessions", cwd=PACKAGE,
            otherwise="swift package init failed")
    (PACKAGE / "Package.swift").write_text(MANIFEST)
    for name in "Sources", "Tests":
        for source in (PACKAGE / name).rglob("*.swift"):
            source.unlink()
    (PACKAGE / "Sources/sessions").mkdir(exist_ok=True)
    (PACKAGE / "Sources/sessions/sessions.swift").write_text(PROGRAM)
    (PACKAGE / "Tests/sessionsTests").mkdir(parents=True, exist_ok=True)
    (PACKAGE / "Tests/sessionsTests/RingTests.swift").write_text(TESTS)


def run(_):
    setup("need_swift")
    make_package()
    checks = Checks()

    def outlive(what, status, pattern, *arguments):
        checks.expect(
            what, status, pattern, "swift", "package", "--allow-writing-to-package-directory",
            "--allow-network-connections", "local", "outlive", *arguments, cwd=PACKAGE)

    outlive("the help", 0, "Exit codes", "--help")
    if platform.system() == "Linux":
        outlive("a run under the heap tier", 0, "sessions.Session", "run")
        outlive("a leaking test", 1, "Ring.next(.|\n)*RingTests.closes", "test")
        outlive("a test without leaks", 0, "0 leaks", "test", "--filter", "opens")
    outlive("a reset", 0, "checks of the process are equal", "bench", "--launch",
            "{product} serve --instance {instance}", "--ready", "line:ready", "--reset", "signal:HUP", "--done",
            "line:^reset", "--pairs", "6", "--soak", "10", "--report", "text", "--report", "json=bench.json")
    checks.add("its report", (PACKAGE / "bench.json").exists(), "there is no bench.json")
    outlive("a wrong product", 1, "there is no executable product 'other': there are sessions", "run", "--product",
            "other")
    outlive("the audit", 0, "nothing of Outlive", "audit", "{product}")
    # The same with the version that the plugin's own arguments choose.
    outlive("a debug build", 0, "sessions.Session", "--build", "debug", "--product", "sessions", "run", "--",
            "{product}")
    print(checks.table)
    return checks.met
