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

    @Test func `A list that another process writes to a pipe is read, however long that takes`() async throws {
        let shell = try await Started(
            "/bin/bash", ["-c", "exec '\(Built.outlive)' baseline list --known <(sleep 2; printf 'leaks: []')"]
        ).end()
        #expect(shell.status == 0 && shell.output.contains("0 known leaks"), "\(shell.errors)")
    }

    @Test func `A list with an error ends with 64 in one line`() async throws {
        for command in [
            ["baseline", "list"], ["bench", "--launch", "true", "--ready", "exit", "--reset", "exec:true"],
        ] {
            let run = try await Started(Built.outlive, command + ["--known", "/dev/null"]).end()
            #expect(run.status == 64, "\(run.output)\(run.errors)")
            #expect(run.errors.contains("/dev/null:1: the file is empty"), "\(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        }
    }

    @Test func `The growth of libraries is listed with reasons and versions`() async throws {
        let run = try await outlive("baseline", "list", "--libraries")
        #expect(run.status == 0)
        #expect(run.output.contains("Foundation: Foundation on Linux keeps every Timer"), "\(run.output)")
        #expect(run.output.contains("seen with: Swift 6.3.1 on Linux"))
    }
}
