import Foundation
import OutliveModel
import OutliveTestSupport
import Testing

/// `outlive heap` on snapshots of processes.
@Suite(.serialized) struct HeapCommandTests {
    let trial: HeapTrial

    init() throws { trial = try HeapTrial() }

    /// Takes the graphs of a fixture that waits.
    func snapshots(_ names: String..., of program: String = Built.heapFixture) async throws -> pid_t {
        let started = try trial.start(
            [
                "sh", "-c", #"echo $$ >"$2"; exec "$0" end signal >"$1""#, program, trial.file("out"),
                trial.file("pid"),
            ],
            options: ["--census", "signal"])
        try await trial.awaitText("ready", in: "out")
        let process = try #require(pid_t(trial.text("pid").trimmingCharacters(in: .whitespacesAndNewlines)))
        for name in names {
            let census = try await outlive("census", "\(process)", "--graph", trial.file(name))
            try #require(census.status == 0, "\(census.errors)")
        }
        kill(process, SIGTERM)
        #expect(try await started.end().status == 143)
        return process
    }

    @Test func `On a terminal a snapshot is browsed, and the terminal is restored`() async throws {
        _ = try await snapshots("one")
        // Search for a type, show its leak traces, return, and leave: typed ahead, into a terminal made by script(1).
        let typed = #"printf '/heap_fixture.Plain\r\r\033q' | script -qec "'$0' heap '$1'; stty -a" /dev/null"#
        let environment = ["TERM": "xterm", "LANG": "C.UTF-8", "COLUMNS": ""]
        let browsed = try await Started(
            "/bin/sh", ["-c", typed, Built.outlive, trial.file("one")], environment: environment
        ).end()
        #expect(browsed.status == 0, "\(browsed.errors)")
        #expect(browsed.output.contains("Enter leak traces"), "\(browsed.output)")
        #expect(browsed.output.contains("kept keeps 1 Plain, 24 B"), "\(browsed.output)")
        let restored = browsed.output.components(separatedBy: "\u{1B}[?1049l").last ?? ""
        #expect(restored.contains(" icanon") && restored.contains(" echo "), "\(restored)")
    }

    @Test func `A snapshot of a process is listed, searched for holders, compared and exported`() async throws {
        let process = try await snapshots("one", "two")
        let file = trial.file("two")
        let list = try await outlive("heap", file)
        #expect(list.status == 0, "\(list.errors)")
        #expect(list.output.hasPrefix("heap-fixture (process \(process)) at 2"))
        #expect(list.output.contains("  Plain  "))
        #expect(list.output.split(separator: "\n").allSatisfy { $0.count <= 80 })

        let traced = try await outlive(
            "heap", file, "--type", "Plain", "--trace", "--report", "json=\(trial.file("traced"))", "--report", "text")
        #expect(traced.status == 0, "\(traced.errors)")
        #expect(traced.output.contains("\n1  kept keeps 1 Plain, 24 B\n"), "\(traced.output)")
        #expect(traced.output.contains(" kept"), "\(traced.output)")
        let report = try JSONDecoder().decode(SnapshotReport.self, from: Data(trial.text("traced").utf8))
        #expect(report.traces?.map(\.type.name) == ["heap_fixture.Plain"])
        #expect(report.traces?.first?.traces.first?.steps.last?.name == "Plain")
        #expect(report.snapshot.processID == process)
        #expect(report.types.map(\.objects) == [1])

        let top = try await outlive("heap", file, "--top", "3")
        #expect(top.output.contains("retained"), "\(top.output)")
        #expect(top.output.contains("single object"))

        let none = try await outlive("heap", file, "--diff", trial.file("one"), "--type", "heap_fixture.*")
        #expect(none.status == 0)
        #expect(none.output.hasSuffix("nothing was created, and nothing was freed\n"), "\(none.output)")
        let changes = try await outlive(
            "heap", file, "--diff", trial.file("one"), "--export", "flamegraph-net=\(trial.file("net"))", "--export",
            "flamegraph-gone=\(trial.file("gone"))")
        #expect(changes.status == 0 && changes.output.isEmpty, "\(changes.errors)")
        #expect(trial.text("net").contains("net change of live bytes by allocation stack"))
        #expect(trial.text("gone").contains("gone bytes by allocation stack"))
        let backwards = try await outlive("heap", trial.file("one"), "--diff", file)
        #expect(backwards.status == 3)
        #expect(backwards.errors.contains("is the later one"), "\(backwards.errors)")
    }

    @Test func `Exports go to files, or alone to standard output`() async throws {
        _ = try await snapshots("one")
        let file = trial.file("one")
        let folded = try await outlive("heap", file, "--export", "folded")
        #expect(folded.status == 0)
        #expect(!folded.output.isEmpty)
        #expect(folded.output.split(separator: "\n").allSatisfy { $0.contains(/. [0-9]+$/) }, "\(folded.output)")
        #expect(folded.output.contains("Endings.waitForSignal"), "\(folded.output)")

        let export = trial.file("one.heapsnapshot")
        let written = try await outlive("heap", file, "--export", "heapsnapshot=\(export)", "--report", "text")
        #expect(written.status == 0, "\(written.errors)")
        #expect(written.output.hasPrefix("heap-fixture"))
        let printed = try await outlive("heap", file, "--export", "heapsnapshot")
        #expect(printed.output == trial.text("one.heapsnapshot"))
        let object = try JSONSerialization.jsonObject(with: Data(printed.output.utf8)) as? [String: Any]
        let head = try #require(object?["snapshot"] as? [String: Any])
        #expect((object?["nodes"] as? [Int])?.count == (head["node_count"] as? Int).map { $0 * 7 })
        #expect((object?["edges"] as? [Int])?.count == (head["edge_count"] as? Int).map { $0 * 3 })
        #expect((object?["strings"] as? [String])?.contains("heap_fixture.Plain") == true)

        // A reader that has seen enough is no failure.
        let head1 = try await Started(
            "/bin/sh",
            ["-c", #"{ "$0" heap "$1" --export heapsnapshot; echo $? >&2; } | head -c 10"#, Built.outlive, file]
        ).end()
        #expect(head1.errors == "0\n")
        #expect(head1.output == #"{"snapshot"#)
    }

    @Test func `An input is never overwritten, not even through a link`() async throws {
        _ = try await snapshots("one", "two")
        let (file, earlier) = (trial.file("two"), trial.file("one"))
        try FileManager.default.createSymbolicLink(atPath: trial.file("link"), withDestinationPath: file)
        try FileManager.default.linkItem(atPath: earlier, toPath: trial.file("hard"))
        let before = try [file, earlier].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        for arguments in [
            ["--export", "heapsnapshot=\(file)"], ["--export", "folded=\(trial.file("link"))"],
            ["--report", "json=\(file)"], ["--diff", earlier, "--report", "json=\(trial.file("hard"))"],
        ] {
            let run = try await Started(Built.outlive, ["heap", file] + arguments).end()
            #expect((run.status, run.output) == (64, ""), "\(arguments)")
            #expect(run.errors.contains("name another file"), "\(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        }
        #expect(try [file, earlier].map { try Data(contentsOf: URL(fileURLWithPath: $0)) } == before)
    }

    @Test func `A target that cannot be written is reported before anything is read`() async throws {
        let run = try await outlive("heap", "/nowhere", "--export", "heapsnapshot=/proc/none/file")
        #expect(run.status == 3)
        #expect(run.errors.contains("cannot write the export to /proc/none/file"), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test func `Names come from the files below a root, if these are the ones that ran`() async throws {
        let (program, root, graph) = (trial.file("program"), trial.file("root"), trial.file("graph"))
        try await ProgramFile.copy(Built.heapFixture, to: program)
        let started = try Started("/bin/sh", ["-c", #"exec "$0" end signal >"$1""#, program, trial.file("out")])
        try await trial.awaitText("ready", in: "out")
        let process = started.process.processIdentifier
        let census = try await outlive("census", "\(process)", "--graph", graph)
        try #require(census.status == 0, "\(census.errors)")
        kill(process, SIGTERM)
        _ = try await started.end()

        func trace(_ options: String...) async throws -> String {
            let run = try await Started(
                Built.outlive, ["heap", graph, "--type", "Plain", "--trace"] + options
            ).end()
            #expect(run.status == 0, "\(run.errors)")
            return run.output
        }
        let named = "\n1  kept keeps 1 Plain, 24 B\n"
        #expect(try await trace().contains(named))
        let elsewhere = URL(fileURLWithPath: root + program)
        try FileManager.default.createDirectory(
            at: elsewhere.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: program, toPath: trial.file("moved"))
        // Absolute links begin in the root.
        try FileManager.default.moveItem(atPath: trial.file("moved"), toPath: root + "/real")
        try FileManager.default.createSymbolicLink(atPath: elsewhere.path, withDestinationPath: "/real")
        #expect(try await !trace().contains(named))
        #expect(try await trace("--sysroot", root).contains(named))
        try FileManager.default.removeItem(atPath: root + "/real")
        try await ProgramFile.copy(Built.fixture, to: root + "/real")
        #expect(try await !trace("--sysroot", root).contains(named))

        let run = try await Started(Built.outlive, ["heap", graph, "--sysroot", graph]).end()
        #expect(run.status == 64)
        #expect(run.errors.contains("is not a directory: give the root of the files"), "\(run.errors)")
    }

    @Test func `A file that is no snapshot is refused in one line with advice`() async throws {
        try "text".write(toFile: trial.file("text"), atomically: true, encoding: .utf8)
        for (name, reason) in [("absent", "cannot be opened"), ("text", "not a heap snapshot")] {
            let run = try await outlive("heap", trial.file(name))
            #expect((run.status, run.output) == (3, ""))
            #expect(run.errors.contains(reason), "\(run.errors)")
            #expect(run.errors.contains("outlive census --graph FILE PID"), "\(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        }
    }

    @Test(arguments: [
        (["heap"], "<target>"), (["heap", "x", "--trace"], "add --type"),
        (["heap", "x", "--type", ""], "--type is empty"),
        (["heap", "x", "--top", "0"], "give 1 or more"),
        (["heap", "x", "--top", "many"], "takes a number from 1"), (["heap", "x", "--export", "svg"], "svg"),
        (["heap", "x", "--export", "folded="], "folded="), (["heap", "x", "--report", "junit"], "junit"),
        (["heap", "x", "--export", "folded=/tmp/a", "--report", "text=/tmp/../tmp/a"], "two results"),
        (["heap", "x", "--type", "A", "--trace", "--export", "folded"], "add --report text"),
        (["heap", "x", "--type", "A", "--export", "folded=/tmp/a"], "add --report text for --type"),
        (["heap", "x", "--export", "folded", "--report", "text"], "standard output"),
        (["heap", "x", "--export", "folded", "--export", "heapsnapshot"], "standard output"),
        (["heap", "x", "--export", "flamegraph-net=/tmp/a"], "compares two snapshots: add --diff EARLIER"),
        (["heap", "x", "y"], "y"), (["heap", "x", "--dif", "y"], "dif"),
    ])
    func `Wrong use is refused in one line`(arguments: [String], reason: String) async throws {
        let run = try await Started(Built.outlive, arguments).end()
        #expect(run.status == 64, "\(run.output)\(run.errors)")
        #expect(run.errors.contains(reason), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        #expect(run.output.isEmpty)
    }
}
