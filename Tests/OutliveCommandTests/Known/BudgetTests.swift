import Foundation
import OutliveModel
import Testing

/// What a cycle of the sample costs is kept, accepted, and exceeded.
@Suite struct BudgetTests {
    private func soak(_ sample: SampleBench, _ options: [String]) async throws -> (run: Run, report: Report) {
        let json = sample.scratch.file("report.json")
        let run = try await Started(
            "/usr/bin/env",
            [
                "-C", sample.scratch.path, Built.outlive, "soak", "--launch",
                "'\(Built.noteService)' serve --port {port} --data '\(sample.data)'", "--ready", "notify", "--work",
                "exec:'\(Built.noteService)' work --port {port}", "--reset", "signal:RTMIN+1", "--cycles", "6",
                "--fail-on", "never", "--fidelity", "off", "--leaks", "off", "--known", "off", "--heap",
                "--allocations",
                "--report", "text", "--report", "json=\(json)",
            ] + options
        ).end()
        return (run, try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(fileURLWithPath: json))))
    }

    @Test func `A budget is kept, lowered to what a run measured, and exceeded by a named site`() async throws {
        _ = try HeapTrial()
        let sample = try await SampleBench()
        let path = sample.scratch.file("outlive.budget.yml")
        func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
        try "budgets:\n  # ours\n  - name: note-service\n    allocations: 100000000\n".write(
            toFile: path, atomically: true, encoding: .utf8)

        // The file of the working directory is found.
        let (kept, report) = try await soak(sample, [])
        #expect(kept.status == 0, "\(kept.output)\(kept.errors)")
        #expect(report.plan.budget == .fail)
        #expect(report.budget?.limits.map(\.isExceeded) == [false])
        #expect(kept.output.contains("Budget of note-service: kept"), "\(kept.output)")

        let accepted = try await Started(
            Built.outlive, ["budget", "accept", sample.scratch.file("report.json"), "--budget-file", path]
        ).end()
        #expect(accepted.status == 0, "\(accepted.errors)")
        #expect(accepted.output.contains("lowered allocations 100000000 -> "), "\(accepted.output)")
        let after = try text()
        #expect(after.contains("  # ours\n  - name: note-service\n    allocations: "), "\(after)")
        let name = try #require(after.firstMatch(of: /\n      "(.*)": [0-9]+\n/)?.1)
        let listed = try await Started(Built.outlive, ["budget", "list", "--budget-file", path]).end()
        #expect(listed.output.contains(/:3: note-service: allocations \d+, since/), "\(listed.output)")

        try after.replacing(/allocations: [0-9]+/, with: "allocations: 10")
            .replacing("\"\(name)\": ", with: "\"\(name)\": 1 # ").write(
                toFile: path, atomically: true, encoding: .utf8)
        let github = sample.scratch.file("github.txt")
        let (exceeding, worse) = try await soak(
            sample, ["--budget", "fail", "--budget-file", path, "--report", "github=\(github)"])
        #expect(exceeding.status == 1, "\(exceeding.output)\(exceeding.errors)")
        #expect(worse.failsByBudget)
        #expect(exceeding.lastLine.contains(/over budget: [\d,]+ allocations per cycle, budget 10 \(\+[\d,]+\)/))
        let site = try #require(worse.budget?.exceeded.first?.sites.first { $0.name.description == name })
        #expect(site.accepted == 1 && site.measured > 1)
        let annotation = try String(contentsOfFile: github, encoding: .utf8)
        #expect(
            annotation.contains(/::error file=[^,]+,line=\d+,title=Over the budget of note-service/), "\(annotation)")

        // The budget of another name is reported as missing, and fails nothing.
        let (unnamed, other) = try await soak(sample, ["--budget-file", path, "--budget-name", "other"])
        #expect(unnamed.status == 0, "\(unnamed.output)\(unnamed.errors)")
        #expect(other.budget?.name == "other" && other.budget?.limits.isEmpty == true)
        #expect(unnamed.output.contains("Budget of other: none in"), "\(unnamed.output)")
    }

    @Test(arguments: [
        (["--budget", "fail"], "add --heap --allocations"), (["--budget-name", "x"], "add --heap --allocations"),
        (["--heap", "--budget-file", "b.yml"], "--budget-file needs the count of all allocations"),
        (["--heap", "--allocations", "--budget", "fail"], "there is no outlive.budget.yml"),
        (["--heap", "--allocations", "--budget-file", "missing.yml"], "cannot read 'missing.yml'"),
        (["--heap", "--allocations", "--budget-file", "wrong.yml"], "wrong.yml:2: 'alocations' is not known"),
        (
            ["--heap", "--allocations", "--budget-file", "b.yml", "--budget", "fail"],
            "b.yml has no budget of 'true': there are a"
        ),
        (["--heap", "--allocations", "--budget", "perhaps"], "perhaps"),
        (["--heap", "--allocations", "--budget-name", "a\nb"], "is not a name"),
    ])
    func `A budget that cannot be judged is refused in one line before anything starts`(
        options: [String], reason: String
    ) async throws {
        let scratch = try Scratch()
        try "budgets: [{name: a, growth: 0}]\n".write(
            toFile: scratch.file("b.yml"), atomically: true, encoding: .utf8)
        try "budgets:\n- alocations: 3\n".write(toFile: scratch.file("wrong.yml"), atomically: true, encoding: .utf8)
        let run = try await Started(
            "/usr/bin/env",
            ["-C", scratch.path, Built.outlive, "soak", "--launch", "true", "--ready", "exit", "--reset", "exec:true"]
                + options
        ).end()
        #expect(run.status == 64, "\(run.output)\(run.errors)")
        #expect(run.errors.contains(reason), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }

    @Test func `A report without figures and a file that cannot be written end with 3, wrong use with 64`() async throws
    {
        let scratch = try Scratch()
        let (bare, counted) = (scratch.file("bare.json"), scratch.file("counted.json"))
        try Data(JSONEncoder().encode(Report.leakingTwice)).write(to: URL(fileURLWithPath: bare))
        var report = Report.leakingTwice
        report.allocations = [
            AllocationFigures(units: 1, blocks: Spread([3]), bytes: Spread([48]), temporary: .none)
        ]
        try Data(JSONEncoder().encode(report)).write(to: URL(fileURLWithPath: counted))
        try "budgets: {}\n".write(toFile: scratch.file("wrong.yml"), atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(
            atPath: scratch.file("dangling.yml"), withDestinationPath: "/no/such/folder/b.yml")
        for (options, status, reason) in [
            ([bare], 3, "no count of allocations"), ([scratch.file("missing.json")], 3, "missing.json"),
            ([counted], 64, "add --name"), ([counted, "--name", " x"], 64, "is not a name"),
            ([counted, "--name", "x", "--reason", " "], 64, "--reason is empty"),
            ([counted, "--name", "x", "--budget-file", scratch.file("no/b.yml")], 3, "cannot write"),
            (
                [counted, "--name", "x", "--budget-file", scratch.file("dangling.yml")], 3,
                "dangling.yml: it is a link into a folder that does not exist"
            ),
            (
                [counted, "--name", "x", "--budget-file", scratch.file("wrong.yml")], 64,
                "wrong.yml:1: 'budgets' must be a list"
            ),
        ] {
            let usual = options.contains("--budget-file") ? [] : ["--budget-file", scratch.file("b.yml")]
            let run = try await Started(Built.outlive, ["budget", "accept"] + options + usual).end()
            #expect(run.status == status, "\(options): \(run.output)\(run.errors)")
            #expect(run.errors.contains(reason), "\(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: scratch.file("b.yml")))
        let written = try await Started(
            Built.outlive, ["budget", "accept", counted, "--name", "x", "--budget-file", scratch.file("b.yml")]
        ).end()
        #expect(written.status == 0, "\(written.errors)")
        #expect(FileManager.default.fileExists(atPath: scratch.file("b.yml")))
    }
}
