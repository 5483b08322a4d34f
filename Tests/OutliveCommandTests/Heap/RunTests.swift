import Foundation
import OutliveModel
import OutliveTestSupport
import Testing

/// Any program under `outlive run`: its own output and status, and a census beside them.
@Suite(.serialized) struct RunTests {
    private let trial: HeapTrial

    init() throws { trial = try HeapTrial() }

    @Test func `A program keeps its output and status, and its objects are listed with type and place`()
        async throws
    {
        let bare = try await Started(Built.heapFixture, ["end", "exit"]).end()
        let run = try await trial.run([Built.heapFixture, "end", "exit"])
        #expect(run.status == 3)
        #expect(run.output == bare.output)
        #expect(run.errors.contains("Plain"))
        #expect(run.errors.contains("Endings.swift:"))
        let report = try trial.report()
        #expect(report.ending == .exited(3))
        #expect(report.failures.isEmpty)
        let process = try #require(report.processes.first)
        #expect(process.executable.hasSuffix("/heap-fixture"))
        #expect(process.census.reason == .exit)
        #expect(process.census.rows.contains { $0.type == HeapType(name: "heap_fixture.Plain", kind: .object) })
    }

    @Test func `A page shows the heap at the end of a program, with its references`() async throws {
        let page = trial.file("page.html")
        let run = try await trial.run([Built.heapFixture, "end", "exit"], options: ["--report", "html=\(page)"])
        #expect(run.status == 3, "\(run.errors)")
        #expect(try trial.report().processes.count == 1)
        for part in ["heap_fixture.Plain", "id=\"types\"", "id=\"map\"", "<dt>References</dt>"] {
            #expect(trial.text("page.html").contains(part), "\(part)")
        }
    }

    @Test func `A clock records the heap over time until the end, and leaves no files`() async throws {
        // The program works until its input ends.
        let run = try await trial.run(
            ["sh", "-c", #"sleep 2 | "$0" busy"#, Built.heapFixture],
            options: ["--over-time", "--every", "20ms", "--report", "html=\(trial.file("page.html"))"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("Heap over time"), "\(run.errors)")
        let report = try trial.report()
        let process = try #require(report.processes.first)
        let course = try #require(process.course)
        let seconds = course.points.compactMap(\.seconds)
        #expect(seconds.count == course.points.count && seconds == seconds.sorted())
        #expect(course.points.last?.bytes == process.census.bytes + process.census.rawBytes)
        #expect(course.points.dropLast().allSatisfy { $0.residentBytes ?? 0 > $0.bytes / 2 })
        #expect(course.types.allSatisfy { $0.bytes.count == course.points.count })
        #expect(course.modules.contains { $0.module == "heap_fixture" })
        #expect(trial.text("page.html").contains("id=\"plot-course-by-module\""))
        let left = try FileManager.default.contentsOfDirectory(atPath: trial.file("t"))
        #expect(left.isEmpty)
    }

    @Test(arguments: [
        (["--every", "1s"], "--every needs --over-time"), (["--over-time", "--every", "0s"], "--every is 0"),
    ])
    func `Wrong use of the clock is refused in one line`(options: [String], message: String) async throws {
        let run = try await trial.run(["true"], options: options)
        #expect(run.status == 64 && run.errors.contains(message), "\(run.errors)")
    }

    @Test func `A program that ends before the first census has a note in place of its heap over time`() async throws {
        let run = try await trial.run(
            [Built.heapFixture, "end", "exit"], options: ["--over-time", "--every", "10s"])
        #expect(run.status == 3, "\(run.errors)")
        let report = try trial.report()
        let hasNote = report.notes.contains { $0.hasPrefix("there is no heap over time") }
        // A clock may have come in time.
        #expect(hasNote == (report.processes.first?.course == nil), "\(report.notes)")
    }

    @Test func `A page of several processes shows the one with the most blocks, and counts the others`() async throws {
        let page = trial.file("page.html")
        let run = try await trial.run(
            ["sh", "-c", #""$0" end exit; "$0" assortment"#, Built.heapFixture], options: ["--report", "html=\(page)"])
        #expect(run.status == 0, "\(run.errors)")
        let processes = try trial.report().processes
        try #require(processes.count == 2)
        let largest = try #require(processes.max { $0.census.objects < $1.census.objects })
        #expect(trial.text("page.html").contains("(process \(largest.processID))"))
        #expect(trial.text("page.html").contains("1 smaller process of the run left out"))
    }

    @Test func `A page needs a census of every block`() async throws {
        let sampled = try await trial.run(
            [Built.heapFixture, "end", "exit"],
            options: ["--sample", "512kB", "--report", "html=\(trial.file("page.html"))"])
        #expect(sampled.status == 64)
        #expect(sampled.errors.contains("--sample records some: remove one"), "\(sampled.errors)")
        let foreign = try await trial.run(["true"], options: ["--report", "html=\(trial.file("page.html"))"])
        #expect(foreign.status == 0)
        #expect(foreign.errors.contains("cannot make the html report: "), "\(foreign.errors)")
        #expect(trial.text("page.html").isEmpty)
    }

    @Test(arguments: [("_exit", 4), ("trap", 132), ("abort", 134), ("fault", 139)])
    func `A program that ends badly keeps its ending, and is listed nevertheless`(way: String, status: Int32)
        async throws
    {
        // The runtime's own account of a crash takes long, and is not what is tested.
        let run = try await trial.run([Built.heapFixture, "end", way], environment: ["SWIFT_BACKTRACE": "enable=no"])
        #expect(run.status == status)
        #expect(run.errors.contains("Plain"))
    }

    @Test func `A signal to the command reaches the program, which is listed before it ends`() async throws {
        let started = try trial.start(
            ["sh", "-c", #"exec "$0" end signal >"$1""#, Built.heapFixture, trial.file("out")])
        try await trial.awaitText("ready", in: "out")
        kill(started.process.processIdentifier, SIGTERM)
        let run = try await started.end()
        #expect(run.status == 143)
        #expect(try trial.report().ending == .signalled(15))
        #expect(try trial.report().processes.map(\.census.reason) == [.fatalSignal])
    }

    @Test(.timeLimit(.minutes(5)))
    func `Killing the command ends the program`() async throws {
        let alive = trial.file("alive")
        #expect(mkfifo(alive, 0o600) == 0)
        let started = try trial.start(["sh", "-c", "exec 9>\(alive); echo up >&9; exec sleep 600"])
        let command = started.process.processIdentifier
        try await awaiting {
            let pipe = try FileHandle(forReadingFrom: URL(fileURLWithPath: alive))
            #expect(pipe.availableData == Data("up\n".utf8))
            kill(command, SIGKILL)
            #expect(try pipe.readToEnd() == nil)
        }
        #expect(try await started.end().status == -SIGKILL)
    }

    @Test func `A killed program has no census, which one line says`() async throws {
        let run = try await trial.run(["sh", "-c", #""$0" end return & wait; kill -KILL $$"#, Built.heapFixture])
        #expect(run.status == 137)
        #expect(try trial.report().processes.count == 1)
        let alone = try HeapTrial()
        let started = try alone.start(
            [
                "sh", "-c", #"echo $$ >"$2"; exec "$0" end signal >"$1""#, Built.heapFixture, alone.file("out"),
                alone.file("pid"),
            ])
        try await alone.awaitText("ready", in: "out")
        kill(try #require(pid_t(alone.text("pid").trimmingCharacters(in: .whitespacesAndNewlines))), SIGKILL)
        let killed = try await started.end()
        #expect(killed.status == 137)
        #expect(try alone.report().failures.map(\.code) == [.noCensus])
        #expect(try alone.report().failures.first?.message.contains("SIGKILL") == true)
    }

    @Test func `Every Swift process that a shell starts is listed`() async throws {
        let run = try await trial.run([
            "sh", "-c", #""$0" end return; "$0" end exit; env "$0" end return"#, Built.heapFixture,
        ])
        #expect(run.status == 0)
        #expect(try trial.report().processes.count == 3)
    }

    @Test func `A program that is not Swift runs normally, and nothing is claimed about it`() async throws {
        let run = try await trial.run(["sh", "-c", "cat; exit 7"])
        #expect(run.status == 7)
        #expect(run.output == "")
        #expect(try trial.report().failures.map(\.code) == [.noCensus])
    }

    @Test func `A missing or non-executable program is reported as by a shell`() async throws {
        #expect(try await trial.run(["no-such-program"]).status == 127)
        #expect(try await trial.run([trial.file("")]).status == 126)
        try "no program".write(toFile: trial.file("text"), atomically: true, encoding: .utf8)
        let run = try await trial.run([trial.file("text")])
        #expect(run.status == 126)
        #expect(run.errors.contains("is not executable"))
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test func `A required census that is missing is exit code 3, whatever the program's status`() async throws {
        let without = try await trial.run(["sh", "-c", "exit 7"], options: ["--require-census"])
        #expect(without.status == 3)
        #expect(try trial.report().failures.map(\.code) == [.noCensus])
        let with = try await trial.run([Built.heapFixture, "end", "_exit"], options: ["--require-census"])
        #expect(with.status == 4)
        #expect(try trial.report().processes.count == 1)
    }

    @Test func `Standard error explains a missing required census if the only report is a file`() async throws {
        let report = "json=\(trial.file("report.json"))"
        let run = try await outlive("run", "--require-census", "--report", report, "--", "true")
        #expect(run.status == 3)
        #expect(run.errors.hasPrefix("outlive: no Swift process was found"), "\(run.errors)")
    }

    @Test func `A folder that cannot be written is reported as such, once`() async throws {
        let removing = #"rm -rf "$OUTLIVE_HEAP"; exec "$0" end exit"#
        let run = try await trial.run(["sh", "-c", removing, Built.heapFixture])
        #expect(run.status == 3)
        let failures = try trial.report().failures
        #expect(failures.map(\.code) == [.noCensus])
        #expect(failures.first?.message.contains("cannot write to") == true, "\(failures)")
        #expect(!run.errors.contains("no Swift process"), "\(run.errors)")
    }

    @Test func `A folder without room for a census is the reported reason`() async throws {
        let run = try await trial.run([Built.heapFixture, "trouble", "full"])
        #expect(run.status == 0)
        let failures = try trial.report().failures
        #expect(failures.map(\.code) == [.noCensus])
        #expect(failures.first?.message.contains("it has no free space") == true, "\(failures)")
    }

    @Test func `A script without a first line is run by the shell`() async throws {
        try await ProgramFile.write("echo $1; exit 9", to: trial.file("script"))
        let run = try await trial.run([trial.file("script"), "word"])
        #expect((run.status, run.output) == (9, "word\n"))
    }

    @Test func `With --census signal the last requested census is reported`() async throws {
        let started = try trial.start(
            [
                "sh", "-c", #"echo $$ >"$2"; exec "$0" end signal >"$1""#, Built.heapFixture, trial.file("out"),
                trial.file("pid"),
            ],
            options: ["--census", "signal"])
        try await trial.awaitText("ready", in: "out")
        let process = try #require(pid_t(trial.text("pid").trimmingCharacters(in: .whitespacesAndNewlines)))
        kill(process, __libc_current_sigrtmin() + 2)
        // Written before this one is answered.
        #expect(try await outlive("census", "\(process)", environment: trial.environment).status == 0)
        kill(process, SIGKILL)
        let run = try await started.end()
        #expect(run.errors.contains("kill -RTMIN+2 \(process)"))
        #expect(try trial.report().processes.map(\.census.reason) == [.signal])
    }

    @Test func `A census requested by outlive census is not reported by outlive run, which says so`() async throws {
        let started = try trial.start(
            [
                "sh", "-c", #"echo $$ >"$2"; exec "$0" end signal >"$1""#, Built.heapFixture, trial.file("out"),
                trial.file("pid"),
            ],
            options: ["--census", "signal"])
        try await trial.awaitText("ready", in: "out")
        let process = try #require(pid_t(trial.text("pid").trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(try await outlive("census", "\(process)", environment: trial.environment).status == 0)
        kill(process, SIGTERM)
        #expect(try await started.end().status == 143)
        let failures = try trial.report().failures
        #expect(failures.first?.message.contains("outlive census keeps its own") == true, "\(failures)")
    }

    @Test func `Nothing is left behind`() async throws {
        _ = try await trial.run([Built.heapFixture, "end", "return"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: trial.file("t")).isEmpty)
    }

    @Test(arguments: [
        (["run"], "no program is named"), (["run", "--", ""], "no program is named"),
        (["run", "true"], "no program is named"), (["run", "--frames", "65", "--", "true"], "0 to 64"),
        (["run", "--census", "never", "--", "true"], "never"), (["run", "--report", "junit", "--", "true"], "junit"),
        (["census"], "target"), (["census", "0"], "0 is not a process ID"),
        (["census", "9", "--sysroot", "/"], "--sysroot is for core files"),
    ])
    func `Wrong use is refused in one line`(arguments: [String], reason: String) async throws {
        let run = try await Started(Built.outlive, arguments).end()
        #expect(run.status == 64)
        #expect(run.errors.contains(reason), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
        #expect(run.output.isEmpty)
    }
}

/// Processes from which `outlive census` requests a census.
@Suite(.serialized) struct CensusCommandTests {
    private let trial: HeapTrial

    init() throws { trial = try HeapTrial() }

    @Test func `A running process is listed, and its graph is kept on request`() async throws {
        let started = try trial.start(
            [
                "sh", "-c", #"echo $$ >"$2"; exec "$0" end signal >"$1""#, Built.heapFixture, trial.file("out"),
                trial.file("pid"),
            ],
            options: ["--census", "signal"])
        try await trial.awaitText("ready", in: "out")
        let process = try #require(pid_t(trial.text("pid").trimmingCharacters(in: .whitespacesAndNewlines)))
        let graph = trial.file("graph.olheap")
        let census = try await outlive("census", "\(process)", "--graph", graph)
        #expect(census.status == 0, "\(census.errors)")
        #expect(census.output.contains("Plain"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: graph)).starts(with: Data("OUTLHEAP".utf8)))
        #expect(try FileManager.default.attributesOfItem(atPath: graph)[.posixPermissions] as? Int == 0o600)

        kill(process, SIGSTOP)
        let stopped = try await outlive("census", "\(process)", "--timeout", "200ms")
        kill(process, SIGCONT)
        #expect(stopped.status == 3)
        #expect(stopped.errors.contains("is stopped"), "\(stopped.errors)")
        kill(process, SIGTERM)
        #expect(try await started.end().status == 143)
    }

    @Test(arguments: [[], ["--attach"]]) func `A process that is missing is reported in one line`(
        options: [String]
    ) async throws {
        let absent = try await Started(Built.outlive, ["census"] + options + ["2000000000"]).end()
        #expect((absent.status, absent.output) == (3, ""))
        #expect(absent.errors.contains("there is no process 2000000000"))
        #expect(absent.errors.split(separator: "\n").count == 1)
    }

    @Test func `A program that is not in Swift is refused in one line`() async throws {
        let program = try Started("/bin/sleep", ["1000"])
        let process = program.process.processIdentifier
        let census = try await outlive("census", "\(process)")
        kill(process, SIGKILL)
        _ = try await program.end()
        #expect((census.status, census.output) == (3, ""))
        #expect(census.errors.contains("process \(process) (sleep) has no Swift objects"), "\(census.errors)")
        #expect(census.errors.split(separator: "\n").count == 1)
    }

    @Test func `A process that was started without the tier is inspected from outside`() async throws {
        let program = try Started(
            "/bin/sh", ["-c", #"exec "$0" end signal >"$1""#, Built.heapFixture, trial.file("out")])
        try await trial.awaitText("ready", in: "out")
        let process = program.process.processIdentifier
        let (graph, report) = (trial.file("graph.olheap"), trial.file("census.json"))
        let census = try await outlive(
            "census", "\(process)", "--graph", graph, "--report", "text", "--report", "json=\(report)")
        #expect(census.status == 0, "\(census.errors)")
        #expect(census.output.contains("Plain"), "\(census.output)")
        #expect(census.output.contains("inspected from outside"), "\(census.output)")
        let json = try JSONDecoder().decode(CensusReport.self, from: Data(contentsOf: URL(fileURLWithPath: report)))
        #expect(json.processes.first?.executable.hasSuffix("/heap-fixture") == true)
        #expect(json.notes.count == 1, "\(json.notes)")
        let list = try await outlive("heap", graph)
        #expect(list.output.contains("Plain"), "\(list.output)")
        #expect(try FileManager.default.attributesOfItem(atPath: graph)[.posixPermissions] as? Int == 0o600)
        // It goes on as before.
        kill(process, SIGTERM)
        #expect(try await program.end().status == -SIGTERM)
    }
}
