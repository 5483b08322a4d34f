import Foundation
import OutliveModel
import Testing

/// `outlive soak` on the sample, which registers nothing here.
@Suite(.serialized) struct SoakCommandTests {
    /// A leak of the sample, with what a report says of it.
    struct Planted: CustomTestStringConvertible, Sendable {
        /// The value of `--leak`.
        var kind: String
        /// The types that leak.
        var types: [String]
        /// The path of the file with the mistake, relative to the sample.
        var file: String
        var culprit: String
        /// A part of the line of the culprit, or `nil` for a property or static, which has none.
        var source: String?
        var testDescription: String { kind }
    }

    static let planted = [
        Planted(
            kind: "delegate-cycle", types: ["NoteExporter", "ExportSchedule"], file: "Leaks/DelegateCycleLeak.swift",
            culprit: "NoteExporter.delegate"),
        Planted(
            kind: "stored-closure", types: ["WordCounter"], file: "Leaks/StoredClosureLeak.swift",
            culprit: "WordCounter.onNote"),
        Planted(
            kind: "timer", types: ["ReminderClock"], file: "Leaks/TimerLeak.swift",
            culprit: "closure in ReminderClock.start", source: "timer.setEventHandler {"),
        Planted(
            kind: "endless-task", types: ["UsageSampler"], file: "Leaks/EndlessTaskLeak.swift",
            culprit: "Task in UsageSampler.start", source: "Task {"),
        Planted(
            kind: "notification-token", types: ["ChangeCounter"], file: "Leaks/NotificationTokenLeak.swift",
            culprit: "closure in ChangeCounter.observe", source: ".addObserver("),
        Planted(
            kind: "static-cache", types: ["SearchSuggestions"], file: "Leaks/StaticCacheLeak.swift",
            culprit: "static SearchSuggestions.cache"),
        Planted(
            kind: "per-request", types: ["RequestHandler"], file: "HTTP/Routes.swift",
            culprit: "static PerRequestLeak.answered"),
    ]

    @Test(arguments: planted)
    func `A planted, unregistered leak is found with type, file, line and holder`(leak: Planted) async throws {
        let (run, report) = try await soak(["--leak", leak.kind])
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        #expect(report.watch == .off)
        for type in leak.types {
            let finding = try report.leak(of: type)
            #expect(finding.tier == .heap)
            #expect(finding.key.site.fileID == "note_service/\(leak.file.split(separator: "/")[1])")
            #expect(try Self.line(finding.key.site.line, of: leak.file).contains("\(type)("))
            let holder = report.findings.first { $0.fingerprint != nil && $0.fingerprint == finding.victimOf }
            let culprit = try #require((holder ?? finding).trace?.culprit, "\(finding.traces.map(\.description))")
            #expect(culprit.name == leak.culprit, "\(finding.traces.map(\.description))")
            if let source = leak.source {
                let place = try #require(culprit.location)
                #expect(place.file.hasSuffix(leak.file))
                #expect(try Self.line(place.line, of: leak.file).contains(source))
            }
            // Either of a cycle may lead.
            let cause = try #require(report.causes.first { $0.findings.contains(finding) })
            let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("LEAK \(cause.name)"), "\(run.output)")
        }
    }

    // The culprits of the others have no name without symbols.
    @Test(arguments: planted.prefix(2))
    func `A leak of a program without symbols is found with its type, and with the property that holds it`(
        leak: Planted
    ) async throws {
        let scratch = try Scratch()
        let stripped = scratch.file("note-service")
        let strip = try await Started("/usr/bin/env", ["strip", "-s", "-o", stripped, Built.noteService]).end()
        try #require(strip.status == 0, "\(strip.errors)")
        let (run, report) = try await soak(["--leak", leak.kind], of: stripped)
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        var culprits: [String] = []
        for type in leak.types {
            let finding = try report.leak(of: type)
            let trace = try #require(finding.trace)
            #expect(trace.steps.last?.name == type)
            if finding.victimOf == nil, let culprit = trace.culprit { culprits.append(culprit.name) }
        }
        #expect(culprits.contains(leak.culprit), "\(run.output)")
    }

    /// Returns a line of a source file of the sample.
    private static func line(_ number: Int, of file: String) throws -> Substring {
        let sample = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Benchmarks/NoteService")
        let text = try String(contentsOf: sample.standardizedFileURL.appendingPathComponent(file), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return try #require(lines.indices.contains(number - 1) ? lines[number - 1] : nil, "\(file):\(number)")
    }

    @Test func `The leak of a worker that a clean service started comes with its name and its holder`() async throws {
        _ = try HeapTrial()
        let (sample, other) = (try await SampleBench(), try await SampleBench())
        let (port, json) = (try Listener.freePort(), sample.scratch.file("soak.json"))
        // With the variable, the worker would greet the harness as the application.
        let worker =
            "env -u OUTLIVE_DIR \(Built.noteService) serve --port \(port) --data \(other.data) --leak per-request"
        let isServing = "(: </dev/tcp/127.0.0.1/\(port)) 2>/dev/null"
        let service = "\(Built.noteService) serve --port {port} --data \(sample.data)"
        let run = try await Started(
            Built.outlive,
            [
                "soak", "--launch", "bash -c '\(worker) & until \(isServing); do sleep 0.1; done; exec \(service)'",
                "--ready", "tcp:127.0.0.1:{port}", "--work", "exec:'\(Built.noteService)' work --port \(port)",
                "--cycles", "8", "--settle", "500ms", "--heap", "--report", "text", "--report", "json=\(json)",
            ]
        ).end()
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        let report = try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(fileURLWithPath: json)))
        let cause = try #require(report.causes.first { $0.verdict == .leak }, "\(run.output)")
        #expect(cause.culprit?.name == "static PerRequestLeak.answered", "\(run.output)")
        #expect(report.causes.allSatisfy { $0.worker == "note-service serve" }, "\(run.output)")
        #expect(run.output.contains("LEAK  note-service serve: static PerRequestLeak.answered"), "\(run.output)")
    }

    @Test func `A clean service passes, with a census for the launch and each cycle`() async throws {
        let (run, report) = try await soak([])
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(report.heap?.cycles.map(\.cycle) == Array(0...8))
        #expect(report.soak.count == 8)
        #expect(report.fidelity?.results.contains { $0.check == .types } == true)
        #expect(report.plan.heapFrames == 16)
        #expect(report.samples.allSatisfy { $0.arm == .soak })
        // The parts of the resident memory, as an inspection from outside shows them.
        let memory = try #require(report.memory?.breakdown, "\(report.notes)")
        #expect(memory[.objects] > 0 && memory[.heapTier] > 0)
        #expect(run.output.contains("Memory at the end: "), "\(run.output)")
    }

    @Test func `Work alone is a cycle if nothing is reset`() async throws {
        let (run, report) = try await soak(["--leak", "per-request"], reset: false)
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        #expect(report.plan.reset == nil)
        #expect(report.soak.allSatisfy { $0.seconds == nil })
        #expect(report.findings.contains { $0.verdict == .leak && $0.key.type.hasPrefix("note_service.") })
    }

    @Test(arguments: [
        ("per-request", "static PerRequestLeak.answered"), ("delegate-cycle", "NoteExporter.delegate"),
    ])
    func `A planted leak is found from outside, with nothing preloaded`(kind: String, culprit: String) async throws {
        let (run, report) = try await soak(["--leak", kind], tier: ["--attach", "--fidelity", "off"])
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        #expect(report.causes.first?.culprit?.name == culprit, "\(run.output)")
        #expect(report.plan.heapFrames == 0)
        #expect(report.heap?.cycles.map(\.cycle) == Array(0...8))
        #expect(report.notes.contains { $0.hasPrefix("inspected from outside, without allocation sites") })
    }

    @Test func `A clean service passes an inspection from outside`() async throws {
        let (run, report) = try await soak([], tier: ["--attach", "--fidelity", "off"])
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(report.causes.allSatisfy { $0.verdict == .suspect })
    }

    @Test func `A program that the tier cannot serve is refused in one line`() async throws {
        let run = try await outlive(
            "soak", "--launch", "sh -c 'echo up; sleep 600'", "--ready", "line:^up$", "--work", "exec:true", "--heap")
        #expect(run.status == 3)
        #expect(run.errors.contains("the heap tier did not start"), "\(run.errors)")
    }

    @Test(arguments: [
        (["--work", "exec:true"], "say what to judge: --growth fail"), ([], "nothing to do in a cycle"),
        (["--heap"], "nothing to do in a cycle"), (["--reset", "exec:true", "--cycles", "0"], "--cycles is 0"),
        (["--reset", "exec:true", "--heap", "--cycles", "5"], "--cycles 6 or more"),
        (["--reset", "exec:true", "--heap", "--warmup", "7"], "--cycles 11 or more"),
        (["--reset", "exec:true", "--frames", "8"], "add --heap"),
        (["--reset", "exec:true", "--heap", "--frames", "100"], "0 to 64"),
        (["--work", "exec:true", "--heap", "--work-repeat", "0"], "--work-repeat is 0: give 1 to 1000000"),
        (["--work-repeat", "3", "--reset", "exec:true"], "add --work, or remove it"),
        (["--work", "exec:true", "--heap", "--leaks", "require"], "--leaks require applies to resets"),
        (["--work", "exec:true", "--heap", "--probe", "exec:true"], "--probe applies to resets"),
        (["--work", "exec:true", "--heap", "--done", "notify"], "add --reset"),
        (["--reset", "exec:true", "--growth", "fail", "--cycles", "7"], "--cycles 8 or more"),
        (["--reset", "exec:true", "--pairs", "3"], "--pairs"),
        (["--reset", "exec:true", "--attach", "--heap"], "--attach preloads nothing, and --heap"),
        (["--reset", "exec:true", "--attach", "--frames", "8"], "--attach preloads nothing, and --frames"),
        (["--work", "exec:true", "--attach", "--cycles", "5"], "--cycles 6 or more"),
    ])
    func `Wrong use is refused in one line`(options: [String], reason: String) async throws {
        let run = try await Started(Built.outlive, ["soak", "--launch", "true", "--ready", "exit"] + options).end()
        #expect(run.status == 64)
        #expect(run.errors.contains(reason), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test func `A file of options is read, with flags as true and false`() async throws {
        let scratch = try Scratch()
        try "launch: 'true'\nready: exit\nreset: exec:true\nheap: true\ncycles: 3\n"
            .write(toFile: scratch.file("soak.yml"), atomically: true, encoding: .utf8)
        let run = try await outlive("soak", "--config", scratch.file("soak.yml"))
        #expect(run.status == 64)
        #expect(run.errors.contains("--cycles 6 or more"), "\(run.errors)")
        try "heap: perhaps\n".write(toFile: scratch.file("wrong.yml"), atomically: true, encoding: .utf8)
        let wrong = try await outlive("soak", "--config", scratch.file("wrong.yml"))
        #expect(wrong.errors.contains("wrong.yml:1: 'heap' must be true or false"), "\(wrong.errors)")
    }

    @Test(arguments: ["bench", "soak"])
    func `Each option without a value is true or false in a file`(command: String) async throws {
        let help = try await outlive(command, "--help").output
        let flags = help.matches(of: /\n  --([a-z-]+) +[A-Z]/).map { String($0.1) }.filter { $0 != "version" }
        #expect(flags.contains("heap") && flags.contains("show-known"), "\(help)")
        let scratch = try Scratch()
        for flag in flags {
            try "frames: 8\n\(flag): perhaps\n".write(
                toFile: scratch.file("flag.yml"), atomically: true, encoding: .utf8)
            let run = try await outlive(command, "--config", scratch.file("flag.yml"))
            #expect(run.errors.contains("flag.yml:2: '\(flag)' must be true or false"), "\(run.errors)")
        }
    }

    @Test func `A benchmark checks the heap, too, over its pairs and its soak`() async throws {
        let refused = try await outlive(
            "bench", "--launch", "true", "--ready", "exit", "--reset", "exec:true", "--heap", "--soak", "4")
        #expect(refused.status == 64)
        #expect(refused.errors.contains("--soak 6 or more"), "\(refused.errors)")
        let (run, report) = try await SampleBench().run(
            service: ["--leak", "timer"],
            ["--leaks", "off", "--heap", "--pairs", "4", "--soak", "2", "--settle", "300ms"])
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        #expect(report.heap?.cycles.count == 9)
        #expect(report.findings.contains { $0.verdict == .leak && $0.key.type == "note_service.ReminderClock" })
    }

    /// Takes the sample through eight cycles.
    private func soak(
        _ service: [String], of program: String = Built.noteService, reset: Bool = true, tier: [String] = ["--heap"]
    ) async throws -> (run: Run, report: Report) {
        _ = try HeapTrial()
        let sample = try await SampleBench()
        let json = sample.scratch.file("soak.json")
        let launch = [program, "serve", "--port", "{port}", "--data", sample.data] + service
        let trigger = reset ? ["--reset", "signal:RTMIN+1", "--leaks", "off"] : []
        let run = try await Started(
            Built.outlive,
            [
                "soak", "--launch", launch.map { "'\($0)'" }.joined(separator: " "), "--ready", "notify",
                "--work", "exec:'\(Built.noteService)' work --port {port}", "--cycles", "8", "--settle", "500ms",
                "--report", "text", "--report", "json=\(json)",
            ] + tier + trigger
        ).end()
        return (run, try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(fileURLWithPath: json))))
    }
}

extension Report {
    /// Returns the finding of a leaked type of the sample.
    fileprivate func leak(of type: String) throws -> Finding {
        try #require(
            findings.first { $0.verdict == .leak && $0.key.type == "note_service.\(type)" }, "\(findings.map(\.key))")
    }
}
