import Foundation
import OutliveModel
import Testing

/// A leak that fails a run is accepted, is known then, expires, and is mended.
@Suite struct BaselineTests {
    /// The sample with a planted leak, and what it left in a folder.
    private func leaking() async throws -> (sample: SampleBench, report: String) {
        let sample = try await SampleBench()
        let (run, report) = try await sample.run(service: ["--leak", "timer"], Self.short)
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        #expect(report.toolchain?.hasPrefix("6.") == true)
        #expect(report.known == nil)
        return (sample, sample.scratch.file("report.json"))
    }

    private static let short = ["--pairs", "0", "--soak", "6", "--settle", "1s", "--known", "off"]

    private func baseline(_ known: String, _ report: String, _ options: [String] = []) async throws -> Run {
        try await Started(Built.outlive, ["baseline", "accept", report, "--known", known] + options).end()
    }

    private func judge(_ report: String, _ known: String) async throws -> Run {
        try await Started(Built.outlive, ["report", report, "--known", known, "--exit-code"]).end()
    }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test func `A leak is accepted, expires, is renewed, and is unused after its fix`() async throws {
        let (sample, report) = try await leaking()
        let known = sample.scratch.file("known.yml")
        let accepted = try await baseline(
            known, report, ["--owner", "store \"team\"", "--reason", "see #7: next\tweek"])
        #expect(accepted.status == 0, "\(accepted.errors)")
        #expect(accepted.output.hasPrefix("accepted 1 leak in"), "\(accepted.output)")
        #expect(try text(known).contains(/# leak: .*ReminderClock/))
        #expect(try text(known).contains(#"owner: "store \"team\"""#))

        let clean = try await judge(report, known)
        #expect(clean.status == 0, "\(clean.output)\(clean.errors)")
        #expect(clean.lastLine.contains("0 leaks, 1 known"), "\(clean.output)")
        #expect(clean.output.contains("reason      see #7: next week"), "\(clean.output)")

        // A second acceptance has nothing to add.
        let before = try text(known)
        let again = try await baseline(known, report)
        #expect(again.status == 0 && again.output.hasPrefix("nothing to accept"), "\(again.output)")
        #expect(try text(known) == before)

        try before.replacing(/expires: .*/, with: "expires: 2020-01-01 # soon")
            .write(toFile: known, atomically: true, encoding: .utf8)
        let expired = try await judge(report, known)
        #expect(expired.status == 1)
        #expect(expired.lastLine.contains("1 known leak has expired"), "\(expired.output)")
        let refused = try await baseline(known, report)
        #expect(refused.status == 1 && refused.output.contains("--renew"), "\(refused.output)")
        let renewed = try await baseline(known, report, ["--renew", "--expires", "2999-01-01"])
        #expect(renewed.status == 0 && renewed.output.contains("renewed until 2999-01-01"), "\(renewed.output)")
        #expect(try text(known).contains("expires: 2999-01-01 # soon"))
        #expect(try await judge(report, known).status == 0)

        // A known leak that no longer leaks is a warning, except a fingerprint, which without the heap tier may be of a
        // trace.
        try (text(known) + "  - type: App.Gone\n    reason: x\n").write(
            toFile: known, atomically: true, encoding: .utf8)
        let (run, mended) = try await sample.run(Self.short.dropLast() + [known])
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(mended.known?.unused.map(\.match.type) == ["App.Gone"])
        #expect(run.output.contains("nothing matched it"), "\(run.output)")
        let (still, _) = try await sample.run(service: ["--leak", "timer"], Self.short.dropLast() + [known])
        #expect(still.status == 0, "\(still.output)\(still.errors)")
        #expect(still.output.contains("0 leaks, 1 known"))
    }

    @Test(arguments: [
        "# ours\nleaks: []\n", "# ours\nleaks: [] # none yet\n", "# ours\r\nleaks:\r\n- type: App.A\r\n  reason: x\r\n",
        "# ours\nleaks:\n      - type: App.A\n        reason: |\n          long\n          text",
        "# ours\nleaks: [ ]\n",
        "{leaks: []}\n", "leaks: [{type: App.A, reason: x}]\n",
    ])
    func `The text of a list is preserved, or the list is refused unchanged`(before: String) async throws {
        let scratch = try Scratch()
        let (known, json) = (scratch.file("known.yml"), scratch.file("report.json"))
        try before.write(toFile: known, atomically: true, encoding: .utf8)
        try Data(JSONEncoder().encode(Report.leakingTwice)).write(to: URL(fileURLWithPath: json))
        let run = try await baseline(known, json)
        let after = try text(known)
        if run.status == 0 {
            let kept = before.replacing(" []", with: "").replacing(" [ ]", with: "").split(whereSeparator: \.isNewline)
                .map { String($0) }
            for line in kept { #expect(after.contains(line.trimmingCharacters(in: .whitespaces)), "\(after)") }
            #expect(try await judge(json, known).status == 0, "\(after)")
            #expect(try await baseline(known, json).output.hasPrefix("nothing to accept"))
            #expect(after.contains("\r\n") == before.contains("\r\n"))
        } else {
            #expect(run.status == 64, "\(run.errors)")
            #expect(run.errors.contains("cannot be edited"), "\(run.errors)")
            #expect(after == before)
        }
        #expect((run.status == 0) == (before.hasPrefix("# ours")), "\(run.output)\(run.errors)")
    }

    @Test func `Another reason or last day of an accepted leak is written and reported`() async throws {
        let scratch = try Scratch()
        let (known, json) = (scratch.file("known.yml"), scratch.file("report.json"))
        try Data(JSONEncoder().encode(Report.leakingTwice)).write(to: URL(fileURLWithPath: json))
        _ = try await baseline(known, json, ["--reason", "see #7", "--expires", "never"])
        let before = try text(known).replacing("reason: \"see #7\"", with: "reason: \"see #7\" # ours")
        try before.write(toFile: known, atomically: true, encoding: .utf8)

        #expect(try await baseline(known, json).output.hasPrefix("nothing to accept"))
        let same = try await baseline(known, json, ["--reason", "see #7", "--expires", "never"])
        #expect(same.output.hasPrefix("nothing to accept"), "\(same.output)")
        #expect(try text(known) == before)

        let run = try await baseline(
            known, json, ["--reason", "it's \"7\"", "--owner", "me", "--expires", "2999-01-01"])
        #expect(run.status == 0, "\(run.errors)")
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("changed \(known):") }, "\(run.output)")
        #expect(
            lines[0].hasSuffix(
                #"reason "see #7" -> "it's "7"", owner none -> me, last day never -> 2999-01-01"#), "\(run.output)")
        let after = try text(known)
        #expect(after.matches(of: /reason: "it's \\"7\\"" # ours/).count == 2, "\(after)")
        #expect(after.matches(of: /\n +owner: "me"\n +expires: 2999-01-01/).count == 2, "\(after)")
        #expect(try await judge(json, known).status == 0)

        let back = try await baseline(known, json, ["--expires", "2999-02-02"])
        #expect(back.output.contains("last day 2999-01-01 -> 2999-02-02"), "\(back.output)")
        #expect(try text(known) == after.replacing("2999-01-01", with: "2999-02-02"))
    }

    @Test func `An accepted leak keeps its reason when another leak is added`() async throws {
        let scratch = try Scratch()
        let (known, json) = (scratch.file("known.yml"), scratch.file("report.json"))
        try Data(JSONEncoder().encode(Report.leakingTwice)).write(to: URL(fileURLWithPath: json))
        _ = try await baseline(known, json, ["--reason", "first"])
        // Without the last entry one leak is new.
        let whole = try text(known)
        let end = try #require(whole.ranges(of: "\n  # ").last?.lowerBound)
        try (String(whole[..<end]) + "\n").write(toFile: known, atomically: true, encoding: .utf8)
        let run = try await baseline(known, json, ["--reason", "second"])
        #expect(run.output.contains("accepted 1 leak"), "\(run.output)")
        #expect(run.output.contains("not changed, as leaks were added"), "\(run.output)")
        #expect(try text(known).contains("first") && text(known).contains("second"))
    }

    @Test func `One entry stands for all findings of a fingerprint, and a victim needs none`() async throws {
        let scratch = try Scratch()
        let (known, json) = (scratch.file("new.yml"), scratch.file("report.json"))
        try Data(JSONEncoder().encode(Report.leakingTwice)).write(to: URL(fileURLWithPath: json))
        let run = try await baseline(known, json, ["--expires", "never"])
        #expect(run.output.hasPrefix("accepted 2 leaks"), "\(run.output)")
        let text = try text(known)
        #expect(text.matches(of: /fingerprint:/).count == 2 && !text.contains("expires"), "\(text)")
        // A name from outside can neither end its comment nor reach a terminal.
        #expect(!text.contains("\u{1B}") && !run.output.contains("\u{1B}"))
        #expect(try await judge(json, known).status == 0)
    }

    @Test func `Unreadable and unwritable lists end with 3, and wrong use with 64, in one line`() async throws {
        let scratch = try Scratch()
        let json = scratch.file("report.json")
        try Data(JSONEncoder().encode(Report.leakingTwice)).write(to: URL(fileURLWithPath: json))
        for (options, status) in [
            ([scratch.file("missing.json")], 3), ([json, "--known", scratch.file("no/known.yml")], 3),
            (["/dev/null"], 3), ([json, "--expires", "soon"], 64), ([json, "--expires", "2020-01-01"], 64),
            ([json, "--reason", " "], 64), ([json, "--known", "off"], 64), ([json, "--known", scratch.path], 64),
            ([], 64),
        ] {
            let usual = options.contains("--known") ? [] : ["--known", scratch.file("known.yml")]
            let run = try await Started(Built.outlive, ["baseline", "accept"] + options + usual).end()
            #expect(run.status == status, "\(options): \(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: scratch.file("known.yml")))
    }

    @Test func `A list in the working directory is used, unless it is switched off`() async throws {
        let scratch = try Scratch()
        let json = scratch.file("report.json")
        try Data(JSONEncoder().encode(Report.leakingTwice)).write(to: URL(fileURLWithPath: json))
        try "leaks: [{type: '*', reason: all}]\n"
            .write(toFile: scratch.file("outlive.known.yml"), atomically: true, encoding: .utf8)
        func report(_ options: String) async throws -> Int32 {
            let command = "cd '\(scratch.path)' && '\(Built.outlive)' report report.json --exit-code \(options)"
            return try await Started("/bin/sh", ["-c", command]).end().status
        }
        #expect(try await report("") == 0)
        #expect(try await report("--known off") == 1)
        // Judged findings stay so without a list.
        #expect(try await report("--report json=judged.json") == 0)
        try FileManager.default.removeItem(atPath: scratch.file("outlive.known.yml"))
        try FileManager.default.removeItem(atPath: json)
        try FileManager.default.moveItem(atPath: scratch.file("judged.json"), toPath: json)
        #expect(try await report("") == 0)
        #expect(try await report("--known off") == 1)
    }
}

extension Report {
    /// Two leaks by fingerprint, one of them seen twice, and a victim.
    fileprivate static var leakingTwice: Report {
        let machine = Machine(system: "s", architecture: "a", processor: nil, processors: 1, memoryBytes: 1)
        let plan = Plan(launch: "app", ready: "notify", reset: "signal:HUP", done: "notify", pairs: 0, seed: 1)
        var report = Report(toolVersion: "0", startedAt: "2026-01-02T03:04:05Z", machine: machine, plan: plan)
        report.watch = .watched
        func leak(_ type: String, _ fingerprint: String, victimOf: String? = nil) -> Finding {
            Finding(
                verdict: .leak,
                key: ComponentKey(
                    name: type, type: type, site: RegistrationSite(fileID: "App/A.swift", line: 1, column: 1)),
                births: [Birth(generation: 1, count: 3)], live: [1, 2, 3], warmup: 0, fingerprint: fingerprint,
                victimOf: victimOf)
        }
        report.findings = [
            leak("App.A", "00000000000000aa"), leak("App.Again", "00000000000000aa"),
            leak("App.\u{1B}[31mB\nleaks: []", "00000000000000bb"),
            leak("App.C", "00000000000000cc", victimOf: "00000000000000bb"),
        ]
        report.samples = [
            Sample(arm: .soak, order: 0, pair: nil, warmup: false, seconds: 0.1, fellBack: false, outlier: false)
        ]
        return report
    }
}
