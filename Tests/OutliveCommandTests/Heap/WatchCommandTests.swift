import Foundation
import OutliveModel
import Testing

/// `outlive watch` on processes that were started without it.
@Suite(.serialized) struct WatchCommandTests {
    @Test(arguments: [
        ("delegate-cycle", "NoteExporter.delegate"), ("static-cache", "static SearchSuggestions.cache"),
        ("per-request", "static PerRequestLeak.answered"),
    ])
    func `A planted leak of a running service is found, with the reference to cut`(
        kind: String, culprit: String
    ) async throws {
        let service = try await UsedService(["--leak", kind])
        let (run, report) = try await service.watch("--until-growth")
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        let first = try #require(report.causes.first { $0.verdict == .leak }, "\(run.output)")
        #expect(first.culprit?.name == culprit, "\(run.output)")
        #expect(!first.fingerprint.isEmpty)
        #expect(report.plan.attachment?.processID == service.processID)
        #expect(report.failures.isEmpty)
        #expect(report.notes.contains { $0.hasPrefix("inspected from outside") })
        let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("a running process") && words.contains("LEAK \(first.name)"), "\(run.output)")
    }

    @Test func `A page to explore the heap has the causes of the watch first`() async throws {
        let service = try await UsedService(["--leak", "static-cache"])
        let page = service.scratch.file("heap.html")
        let (run, report) = try await service.watch("--until-growth", "--heap-page", page)
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        let text = try String(contentsOfFile: page, encoding: .utf8)
        let cause = try #require(report.causes.first)
        let suspects = try #require(text.firstRange(of: "id=\"suspects\""))
        let title = try #require(text[suspects.upperBound...].firstRange(of: "<h3>"))
        #expect(text[title.upperBound...].hasPrefix("<code>\(cause.name)"), "\(text[title.upperBound...].prefix(200))")
        #expect(text.contains("found in \(report.soak.count) cycles"))
        for part in ["id=\"types\"", "id=\"map\"", "Resident memory"] { #expect(text.contains(part), "\(part)") }
    }

    @Test func `A service that leaks nothing is clean`() async throws {
        let (run, report) = try await UsedService([]).watch("--times", "8")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(report.heap?.cycles.map(\.cycle) == Array(0...8))
        #expect(report.soak.count == 8)
        #expect(report.causes.allSatisfy { $0.verdict == .suspect })
    }

    @Test func `A known leak of a running service is accepted by its fingerprint`() async throws {
        let service = try await UsedService(["--leak", "per-request"])
        let found = try await service.watch("--until-growth")
        let fingerprint = try #require(found.report.causes.first { $0.verdict == .leak }?.fingerprint)
        let list = service.scratch.file("known.yml")
        try "leaks:\n- fingerprint: \(fingerprint)\n  reason: for the log\n".write(
            toFile: list, atomically: true, encoding: .utf8)
        let accepted = try await service.watch("--times", "8", "--known", list)
        #expect(accepted.report.findings.contains { $0.known != nil })
        let open = accepted.report.causes.filter { $0.verdict == .leak && $0.leader.known == nil }.map(\.fingerprint)
        #expect(!open.contains(fingerprint), "\(accepted.run.output)\(accepted.run.errors)")
        #expect(accepted.run.status == (open.isEmpty ? 0 : 1), "\(accepted.run.output)")
    }

    @Test func `A process that is prepared takes the census itself, with allocation sites`() async throws {
        let trial = try HeapTrial()
        let service = try await UsedService(
            ["--leak", "per-request"], under: [Built.outlive, "run", "--census", "signal", "--"],
            environment: trial.environment)
        let (run, report) = try await service.watch("--until-growth")
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        let finding = try #require(report.findings.first { $0.key.type == "note_service.RequestHandler" })
        #expect(finding.key.site.fileID == "note_service/Routes.swift")
        #expect(report.plan.heapFrames == 16)
    }

    @Test(arguments: [#"printf q; sleep 0.5; printf q"#, #"printf '\003'"#, #"kill -9 "$2""#])
    func `On a terminal the heap is shown until a key or the end of the process, then the report`(
        ending: String
    ) async throws {
        let busy = try BusyProgram()
        let scratch = try Scratch()
        // A terminal made by script(1), which writes what is shown to a file. The first q goes back to the list.
        let typed = """
            (until grep -q 'descriptors' "$1"; do sleep 0.05; done; printf s
             until grep -q 'back' "$1"; do printf '\\r'; sleep 0.3; done; \(ending)) \
            | script -qefc "'$0' watch $2 --every 200ms; echo status=\\$?; stty -a" "$1"
            """
        let shown = scratch.file("shown")
        try Data().write(to: URL(fileURLWithPath: shown))
        let watch = try await Started(
            "/bin/sh", ["-c", typed, Built.outlive, shown, "\(busy.processID)"],
            environment: ["TERM": "xterm", "LANG": "C.UTF-8", "COLUMNS": ""]
        ).end()
        let text = try String(contentsOfFile: shown, encoding: .utf8)
        #expect(text.contains("sort: growth") || text.contains("Esc back"), "\(text)\(watch.errors)")
        let after = text.components(separatedBy: "\u{1B}[?1049l").last ?? ""
        #expect(after.contains("a running process"), "\(after)")
        let status = ending.hasPrefix("kill") ? "status=" : "status=130"
        #expect(after.contains(status), "\(after)")
        #expect(after.contains(" icanon") && after.contains(" echo "), "\(after)")
    }

    @Test func `Ctrl-Z stops the watch, and the terminal is taken again when it continues`() async throws {
        let busy = try BusyProgram()
        let scratch = try Scratch()
        let typed = """
            (until grep -q 'descriptors' "$1"; do sleep 0.05; done; printf '\\032'
             until grep -q 'back here' "$1"; do sleep 0.05; done; printf q) \
            | script -qefc "set -m; '$0' watch $2 --every 200ms; stty -a; printf 'back %s' here; fg; echo status=\\$?" "$1"
            """
        let shown = scratch.file("shown")
        try Data().write(to: URL(fileURLWithPath: shown))
        _ = try await Started(
            "/bin/bash", ["-c", typed, Built.outlive, shown, "\(busy.processID)"],
            environment: ["TERM": "xterm", "LANG": "C.UTF-8", "COLUMNS": ""]
        ).end()
        let text = try String(contentsOfFile: shown, encoding: .utf8)
        let parts = text.components(separatedBy: "back here")
        #expect(parts.count == 2 && parts[0].contains(" icanon"), "\(text)")
        #expect(parts.last?.contains("\u{1B}[?1049h") == true && parts.last?.contains("status=130") == true, "\(text)")
    }

    @Test func `Without a terminal nothing but the report is printed`() async throws {
        let busy = try BusyProgram()
        let run = try await outlive("watch", "\(busy.processID)", "--every", "100ms", "--times", "8")
        #expect(!run.output.contains("\u{1B}") && !run.errors.contains("\u{1B}"), "\(run.output)\(run.errors)")
        #expect(run.output.contains("Heap over time"), "\(run.output)")
    }

    @Test func `A busy process without growth is clean`() async throws {
        let busy = try BusyProgram()
        let run = try await outlive("watch", "\(busy.processID)", "--every", "200ms", "--times", "14")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
    }

    @Test func `An interrupt prints the report of the cycles so far`() async throws {
        let busy = try BusyProgram()
        let watch = try Started(Built.outlive, ["watch", "\(busy.processID)", "--every", "1h"])
        try await awaitCaughtInterrupt(watch.process.processIdentifier)
        kill(watch.process.processIdentifier, SIGINT)
        let run = try await watch.end()
        #expect(run.status == 130, "\(run.output)\(run.errors)")
        #expect(run.lastLine.contains("interrupted"), "\(run.output)")
    }

    @Test func `The end of the process before it can be judged is exit code 3, with the report`() async throws {
        let busy = try BusyProgram()
        let watch = try Started(Built.outlive, ["watch", "\(busy.processID)", "--every", "1h"])
        try await awaitCaughtInterrupt(watch.process.processIdentifier)
        busy.end()
        let run = try await watch.end()
        #expect(run.status == 3, "\(run.output)\(run.errors)")
        #expect(run.errors.contains("process \(busy.processID) ended after 0 of the 6 cycles"), "\(run.errors)")
    }

    @Test func `A process that does not exist, or is no Swift program, is refused in one line`() async throws {
        let busy = try BusyProgram()
        busy.end()
        let gone = try await outlive("watch", "\(busy.processID)")
        #expect(gone.status == 3)
        #expect(gone.errors == "outlive: there is no process \(busy.processID): find it with ps or pgrep\n")
        let foreign = Process()
        foreign.executableURL = URL(fileURLWithPath: "/bin/sleep")
        foreign.arguments = ["600"]
        (foreign.standardOutput, foreign.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try foreign.run()
        defer { foreign.terminate() }
        let run = try await outlive("watch", "\(foreign.processIdentifier)")
        #expect(run.status == 3, "\(run.output)\(run.errors)")
        #expect(run.errors.contains("Swift"), "\(run.errors)")
    }

    /// A path of no file or folder.
    static let absent = NSTemporaryDirectory() + "/outlive-absent-\(UUID())"

    @Test(arguments: [
        (["0"], "0 is not a process ID"), (["x-is-no-process"], "there is no process 'x-is-no-process'"), ([], "pid"),
        (["1", "--times", "5"], "--times 6 or more"), (["1", "--every", "0s"], "--every"),
        (["1", "--growth", "fail", "--times", "7"], "--times 8 or more"), (["1", "--warmup", "-1"], "--warmup is -1"),
        (["1", "--heap-snapshot", absent, "--report", "json=\(absent)"], "another file for one"),
        (["1", "--heap-page", absent, "--report", "json=\(absent)"], "another file for one"),
        (["1", "--heap-page", absent, "--heap-snapshot", absent], "another file for one"),
    ])
    func `Wrong use is refused in one line`(arguments: [String], reason: String) async throws {
        let run = try await Started(Built.outlive, ["watch"] + arguments).end()
        #expect(run.status == 64)
        #expect(run.errors.contains(reason), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    /// Waits until a process catches interrupts. It has no other way to report.
    private func awaitCaughtInterrupt(_ processID: Int32) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            let status = (try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8)) ?? ""
            let caught = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
                .flatMap { UInt64($0.dropFirst("SigCgt:".count).trimmingCharacters(in: .whitespaces), radix: 16) }
            if let caught, caught & 1 << (UInt64(SIGINT) - 1) != 0 { return }
            try #require(ContinuousClock.now < deadline, "interrupts were never caught")
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}

/// A program that allocates and frees until it is ended.
final class BusyProgram: Sendable {
    private let process: Process
    private let input = Pipe()

    init() throws {
        process = Process()
        process.executableURL = URL(fileURLWithPath: Built.heapFixture)
        process.arguments = ["busy"]
        let output = Pipe()
        (process.standardInput, process.standardOutput) = (input, output)
        process.standardError = FileHandle.nullDevice
        try process.run()
        // Its first line comes when all of its threads are under way.
        _ = output.fileHandleForReading.availableData
    }

    deinit { if process.isRunning { end() } }

    var processID: Int32 { process.processIdentifier }

    /// Ends the program, and waits until it is gone.
    func end() {
        kill(processID, SIGKILL)
        process.waitUntilExit()
    }
}

/// The sample service, used and reset without a pause until it is released.
private final class UsedService: Sendable {
    let scratch: Scratch
    let processID: Int32
    private let process: Process
    private let use: Process

    /// Starts the service and waits until it is ready.
    ///
    /// - Parameter command: an `outlive run` that runs it, or nothing to run it by itself.
    init(_ options: [String], under command: [String] = [], environment: [String: String] = [:]) async throws {
        let sample = try await SampleBench()
        scratch = sample.scratch
        let (output, errors) = (Pipe(), Pipe())
        process = Process()
        let all = command + [Built.noteService, "serve", "--port", "0", "--data", sample.data] + options
        process.executableURL = URL(fileURLWithPath: all[0])
        process.arguments = Array(all.dropFirst())
        // So that it can be reset by a signal.
        let own = ["OUTLIVE_DIR": scratch.path, "OUTLIVE_LEAKS": "off"].merging(environment) { $1 }
        process.environment = ProcessInfo.processInfo.environment.merging(own) { $1 }
        process.standardOutput = output
        process.standardError = command.isEmpty ? FileHandle.nullDevice : errors
        try process.run()
        let ready = try await awaiting { String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) }
        let port = String(ready.split(separator: ":").last?.prefix { $0.isNumber } ?? "")
        var processID = process.processIdentifier
        if !command.isEmpty {
            // `outlive run` prints: request a census with: kill -RTMIN+2 4711
            let hint = try await awaiting { String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self) }
            processID = try #require(hint.split { $0.isWhitespace }.last.flatMap { Int32($0) }, "\(hint)")
        }
        self.processID = processID
        // A shell without pipes: a process started at the same time by another test could keep theirs open, and the
        // end of a use would go unnoticed. A use that gets no answer must not end the load, either.
        use = Process()
        use.executableURL = URL(fileURLWithPath: "/bin/sh")
        use.arguments = [
            "-c", "while timeout -k 1 10 \"$0\" work --port $1; kill -\(SIGRTMIN() + 1) $2; do :; done",
            Built.noteService, port, "\(processID)",
        ]
        (use.standardInput, use.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
        use.standardError = FileHandle.nullDevice
        try use.run()
    }

    deinit {
        // Without the service the load ends, too.
        kill(processID, SIGKILL)
        if process.isRunning { process.terminate() }
    }

    /// Watches the service, with short cycles.
    func watch(_ options: String...) async throws -> (run: Run, report: Report) {
        let json = scratch.file("watch.json")
        let usual = ["watch", "\(processID)", "--every", "300ms", "--report", "text", "--report", "json=\(json)"]
        // A service that is no longer used does not grow: the watch ends all the same.
        let limit = options.contains("--times") ? [] : ["--times", "200"]
        let run = try await Started(Built.outlive, usual + options + limit).end()
        let report = try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(fileURLWithPath: json)))
        return (run, report)
    }
}

/// The first real-time signal that programs may use.
private func SIGRTMIN() -> Int32 { 34 }
