import Foundation
import OutliveModel
import Testing

/// Two builds of a program, compared by `outlive soak` and `outlive bench`.
@Suite(.serialized) struct BuildsCommandTests {
    /// Builds as scripts, in a folder with a blank in its name.
    private struct Builds {
        let scratch = try! Scratch()
        var folder: String { scratch.file("two builds") }

        /// Writes a build.
        func add(_ name: String, _ script: String) throws {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let file = "\(folder)/\(name)"
            try Data(script.utf8).write(to: URL(fileURLWithPath: file))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
        }

        /// The options that name two builds.
        func options(_ old: String, _ new: String) -> [String] {
            ["--build", "old=\(folder)/\(old)", "--build", "new=\(folder)/\(new)"]
        }
    }

    /// Builds of the sample service: one as it is, and one with a planted leak.
    private func services(_ sample: SampleBench) throws -> Builds {
        let builds = Builds()
        for (name, leak) in [("clean", ""), ("leaking", "--leak per-request")] {
            try builds.add(
                name, "#!/bin/sh\nexec '\(Built.noteService)' serve --data '\(sample.data)' \"$@\" \(leak)\n")
        }
        return builds
    }

    private func soak(_ builds: [String], _ options: [String]) async throws -> Run {
        try await Started(
            Built.outlive,
            [
                "soak", "--launch", "{build} --port {port}", "--ready", "notify", "--work",
                "exec:'\(Built.noteService)' work --port {port}", "--cycles", "8", "--settle", "500ms",
                "--reset", "signal:RTMIN+1", "--leaks", "off", "--fidelity", "off",
            ] + builds + options
        ).end()
    }

    @Test func `A leak of the later build alone fails, one of both does not, and one of the earlier is gone`()
        async throws
    {
        _ = try HeapTrial()
        let sample = try await SampleBench()
        let builds = try services(sample)
        let json = sample.scratch.file("builds.json")
        let page = sample.scratch.file("builds.html")
        let reports = ["text", "json=\(json)", "html=\(page)"].flatMap { ["--report", $0] }
        let new = try await soak(
            builds.options("clean", "leaking"), ["--heap", "--allocations"] + reports)
        #expect(new.status == 1, "\(new.output)\(new.errors)")
        #expect(new.output.contains("build new compared with build old"))
        let words = new.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            words.contains("new leak static PerRequestLeak.answered keeps note_service.RequestHandler"),
            "\(new.output)")
        #expect(new.output.contains("work of a cycle"))
        let comparison = try JSONDecoder().decode(
            ReportComparison.self, from: Data(contentsOf: URL(fileURLWithPath: json)))
        #expect(comparison.failingLeaks.map(\.key.type) == ["note_service.RequestHandler"])
        #expect(comparison.old.build == "\(builds.folder)/clean")
        #expect(comparison.allocations?.count == 1)
        #expect(comparison.control?.time(of: .work) != nil)
        let html = try String(contentsOfFile: page, encoding: .utf8)
        #expect(html.contains("Changes from build old to build new"))
        let both = try await soak(builds.options("leaking", "leaking"), ["--heap"])
        #expect(both.status == 0, "\(both.output)\(both.errors)")
        #expect(both.output.contains("Leaks: 1 unchanged"), "\(both.output)")
        #expect(both.output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains("are the same file"))
        let fixed = try await soak(builds.options("leaking", "clean"), ["--heap"])
        #expect(fixed.status == 0, "\(fixed.output)\(fixed.errors)")
        #expect(fixed.output.contains("Leaks: 1 fixed"), "\(fixed.output)")
    }

    @Test func `Starts and resets of two builds are compared by a bench, in blocks that alternate`() async throws {
        let sample = try await SampleBench()
        let builds = try services(sample)
        func bench(_ options: [String]) async throws -> Run {
            try await Started(
                Built.outlive,
                [
                    "bench", "--launch", "{build} --port {port}", "--ready", "notify", "--pairs", "6", "--warmup", "0",
                ] + builds.options("clean", "leaking") + options
            ).end()
        }
        let starts = try await bench([])
        #expect(starts.status == 0, "\(starts.output)\(starts.errors)")
        #expect(starts.output.contains("  relaunch"), "\(starts.output)")
        let resets = try await bench(["--reset", "signal:RTMIN+1", "--soak", "0", "--report", "markdown"])
        #expect(resets.status == 0, "\(resets.output)\(resets.errors)")
        #expect(resets.output.contains("| reset |") && resets.output.contains("| relaunch |"), "\(resets.output)")
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
    func `Growth of a later build in another language fails, without the heap tier`() async throws {
        let builds = Builds()
        for (name, kept) in [("small", 0), ("growing", 300_000)] {
            try builds.add(
                name,
                """
                #!/usr/bin/python3
                import http.server, sys
                kept = []
                class Handler(http.server.BaseHTTPRequestHandler):
                    def do_GET(self):
                        kept.append(bytes(range(100)) * (\(kept) // 100))
                        self.send_response(200)
                        self.end_headers()
                    def log_message(self, *arguments): pass
                http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
                """)
        }
        let run = try await Started(
            Built.outlive,
            [
                "soak", "--growth", "fail", "--cycles", "16", "--launch", "{build} {port}", "--ready",
                "tcp:127.0.0.1:{port}", "--work", "http://127.0.0.1:{port}/",
            ] + builds.options("small", "growing")
        ).end()
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        #expect(run.output.contains("Growth over the soaks\n  new           resident memory"), "\(run.output)")
    }

    @Test func `An interrupt ends the processes of all builds: exit 130`() async throws {
        let builds = Builds()
        let (marks, pipe) = (builds.scratch.file("marks"), builds.scratch.file("pipe"))
        for name in ["one", "two"] {
            try builds.add(name, "#!/bin/sh\necho $$ >>'\(marks)'\necho up\nexec sleep 600\n")
        }
        // All builds are launched before the first cycle.
        try builds.add("work", "#!/bin/sh\ncat '\(marks)' >'\(pipe)'\nexec sleep 600\n")
        #expect(mkfifo(pipe, 0o600) == 0)
        let started = try Started(
            Built.outlive,
            [
                "soak", "--growth", "fail", "--cycles", "1000", "--launch", "{build} {instance}", "--ready",
                "line:^up$",
                "--work", "exec:'\(builds.folder)/work'",
            ] + builds.options("one", "two"))
        let processes = try await contents(ofPipe: pipe).split(separator: "\n").compactMap { Int32($0) }
        #expect(processes.count == 3)
        kill(started.process.processIdentifier, SIGINT)
        let run = try await started.end()
        #expect(run.status == 130, "\(run.output)\(run.errors)")
        for process in processes { #expect(kill(process, 0) == -1, "\(process) still runs") }
    }

    private static let both = ["--build", "old=/bin/sh", "--build", "new=/bin/cat"]

    @Test(arguments: [
        (["--build", "old=/bin/sh"], "there is only the build 'old'"),
        (["--build", "old=/bin/sh", "--build", "old=/bin/cat"], "two builds are called 'old'"),
        (["--build", "old=/bin/sh", "--build", "new=/no/such/file"], "there is no build 'new' at /no/such/file"),
        (both + ["--launch", "app {port}"], "write {build} in place of"),
        (both + ["--for-bisect"], "--for-bisect judges one revision"),
        (both + ["--report", "junit"], "--report junit shows one run"),
        (both + ["--against", "a.json"], "--against compares with"),
        (both + ["--max-slowdown", "0"], "give a number above 0"),
        (["--max-slowdown", "1.2"], "add --build old=PATH --build new=PATH"),
        ([], "--launch uses {build}, and there are no builds"),
    ])
    func `Wrong builds are refused in one line: exit 64`(options: [String], reason: String) async throws {
        let words = [
            "soak", "--launch", "{build} {port}", "--ready", "line:up", "--work", "exec:true", "--growth", "fail",
        ]
        let run = try await Started(Built.outlive, words + options).end()
        #expect(run.status == 64 || run.status == 128, "\(run.output)\(run.errors)")
        #expect(run.errors.contains(reason), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }

    @Test func `A file of options names the builds`() async throws {
        let builds = Builds()
        try builds.add("config.yml", "build:\n- old=/bin/sh\n- new=/bin/no-such\n")
        let run = try await Started(
            Built.outlive, ["soak", "--config", "\(builds.folder)/config.yml", "--launch", "{build}"]
        ).end()
        #expect(run.status == 64)
        #expect(
            run.errors.contains("config.yml:3: ") && run.errors.contains("there is no build 'new'"), "\(run.errors)")
    }
}
