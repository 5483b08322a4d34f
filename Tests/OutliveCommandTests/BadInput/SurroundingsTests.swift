import Foundation
import OutliveModel
import Testing

/// Disturbances around a run: another run, a terminal that is closed, a clock that is set.
@Suite(.timeLimit(.minutes(5)))
struct SurroundingsTests {
    @Test func `Two runs at once do not disturb each other`() async throws {
        let trials = [try Trial(), try Trial()]
        let options = [
            "--ready", "tcp:127.0.0.1:{port}", "--pairs", "3", "--soak", "5", "--reset", "exec:true",
            "--probe", "exec:ls {dir}",
        ]
        let launch = "'\(Built.fixture)' serve tcp:{port}"
        let started = try trials.map { try $0.start(launch, options) }
        for (trial, run) in zip(trials, started) {
            let run = try await run.end()
            #expect(run.status == 0, "\(run.lastLine) \(run.errors)")
            #expect(try trial.report().samples.filter { $0.arm == .reset }.count == 3)
            trial.expectNothingLeft()
        }
    }

    @Test func `A parent that ignores SIGCHLD changes no exit status`() async throws {
        let ignoring = ["--ignore-signal=CHLD", Built.outlive]
        let program = try await Started("/usr/bin/env", ignoring + ["run", "--", "sh", "-c", "exit 7"]).end()
        #expect(program.status == 7, "\(program.errors)")
        let trial = try Trial()
        let measured = trial.arguments("sh -c 'echo up; exec sleep 600'", ["--probe", "exec:true"])
        let bench = try await Started("/usr/bin/env", ignoring + measured).end()
        #expect(bench.status == 0, "\(bench.lastLine) \(bench.errors)")
    }

    @Test func `A closed terminal interrupts the run, which writes its report: exit 130`() async throws {
        let trial = try Trial()
        let terminal = try Terminal()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["setsid", "--wait", "--ctty", Built.outlive]
            + trial.arguments(
                "sh -c '\(trial.note); echo up; exec sleep 600'",
                ["--reset", "exec:sleep 0.05", "--pairs", "0", "--soak", "10000"])
        process.environment = ProcessInfo.processInfo.environment.merging(["TERM": "xterm"]) { $1 }
        (process.standardInput, process.standardOutput, process.standardError) =
            (terminal.inside, terminal.inside, terminal.inside)
        try process.run()
        // Something was measured, and progress is being written to the terminal.
        try await awaiting { terminal.awaitOutput("soak") }
        terminal.close()
        try await awaiting { process.waitUntilExit() }
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 130)
        let report = try trial.report()
        #expect(report.interrupted)
        #expect(report.samples.contains { $0.arm == .soak })
        #expect(trial.processes.isEmpty)
    }

    @Test func `A wall clock that jumps by hours changes no figure and no time limit`() async throws {
        let trial = try Trial()
        let library = trial.file("clock_jump.so")
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Fixtures/ClockJump/clock_jump.c").standardizedFileURL.path
        let made = try await Started(
            "/usr/bin/env", ["clang", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library, source, "-ldl"]
        ).end()
        try #require(made.status == 0, "\(made.errors)")
        let seen = trial.file("seen")
        let before = Date().timeIntervalSince1970
        let run = try await trial.run(
            "sh -c '\(trial.note); date +%s >>\(seen); echo up; exec sleep 600'",
            ["--pairs", "3", "--soak", "6", "--timeout", "60s"], environment: ["LD_PRELOAD": library])
        #expect(run.status == 0, "\(run.lastLine) \(run.errors)")
        let report = try trial.report()
        #expect(report.fallbacks == 0)
        #expect(report.samples.count >= 12)
        for sample in report.samples { #expect((0..<60).contains(sample.seconds)) }
        // The application did see a clock that is off by hours.
        let times = try String(contentsOfFile: seen, encoding: .utf8).split(separator: "\n").compactMap { Double($0) }
        #expect(!times.isEmpty && times.allSatisfy { abs($0 - before) > 3600 })
        trial.expectNothingLeft()
    }
}

/// A terminal that a test holds the other end of.
private final class Terminal: Sendable {
    /// The end that programs read and write.
    let inside: FileHandle
    private let outside: Int32

    struct Unavailable: Error {}

    init() throws {
        // As posix_openpt(3) and its companions, which cannot be called from Swift; the requests are TIOCSPTLCK,
        // TIOCGPTN.
        outside = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (lock, number): (CInt, CInt) = (0, 0)
        guard outside >= 0, ioctl(outside, 0x4004_5431, &lock) == 0, ioctl(outside, 0x8004_5430, &number) == 0 else {
            throw Unavailable()
        }
        let name = "/dev/pts/\(number)"
        let descriptor = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Unavailable() }
        inside = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Waits until this was written to the terminal.
    func awaitOutput(_ text: String) {
        var seen = ""
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !seen.contains(text) {
            let count = read(outside, &buffer, buffer.count)
            guard count > 0 else { return }
            seen += String(decoding: buffer[..<count], as: UTF8.self)
        }
    }

    /// Closes the terminal, as when its window is closed.
    func close() {
        try? inside.close()
        _ = Foundation.close(outside)
    }
}
