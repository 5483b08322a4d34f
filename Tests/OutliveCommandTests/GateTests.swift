import Foundation
import OutliveModel
import Testing

/// The gates have the same words, and take those of earlier versions.
@Suite(.timeLimit(.minutes(5)))
struct GateTests {
    private func plan(_ options: String...) async throws -> Plan {
        let scratch = try Scratch()
        let report = scratch.file("run.json")
        let run = try await Started(
            Built.outlive,
            [
                "soak", "--launch", "sh -c 'echo up; exec sleep 600'", "--ready", "line:up", "--reset", "exec:true",
                "--cycles", "1", "--settle", "10ms", "--report", "json=\(report)",
            ] + options
        ).end()
        try #require(run.status == 0, "\(run.errors)")
        return try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(fileURLWithPath: report))).plan
    }

    @Test func `Every gate takes fail, report and off`() async throws {
        let off = try await plan(
            "--leaks", "off", "--growth", "off", "--stuck", "off", "--fidelity", "off", "--budget", "off")
        #expect(
            off.leaks == .off && off.growth == .off && off.stuck == .off && off.fidelity == .off && off.budget == nil)
        let report = try await plan("--leaks", "report", "--growth", "report", "--fidelity", "report")
        #expect(
            report.leaks == .auto && report.failOn == .never && report.growth == .report && report.fidelity == .report)
        let fail = try await plan("--leaks", "fail", "--fail-on", "suspect", "--fidelity", "fail")
        #expect(fail.leaks == .auto && fail.failOn == .suspect && fail.fidelity == .fail)
    }

    @Test func `A soak that is too short for a trend says so`() async throws {
        let run = try await outlive(
            "soak", "--launch", "sh -c 'echo up; exec sleep 600'", "--ready", "line:up", "--reset", "exec:true",
            "--cycles", "3", "--settle", "10ms")
        #expect(run.output.contains("Soak: 3 resets, too few to judge growth, which takes 8"), "\(run.output)")
    }

    @Test func `The words of earlier versions have their meaning`() async throws {
        let usual = try await plan("--leaks", "auto", "--fail-on", "never")
        #expect(usual.leaks == .auto && usual.failOn == .never)
    }

    @Test(arguments: [
        (["soak", "--leaks", "report", "--fail-on", "suspect"], "remove one of them"),
        (["watch", "1", "--leaks", "off"], "--leaks off is for resets"),
        (["watch", "1", "--leaks", "require"], "--leaks require is for resets"),
        (["tasks", "1", "--stuck", "off"], "write report or fail"),
        (["state", "1", "--state", "off"], "write report or fail"),
        (["state", "1", "--state", "fail"], "--state fail needs --diff"),
    ])
    func `A gate without a meaning is refused`(words: [String], reason: String) async throws {
        let run = try await Started(Built.outlive, words).end()
        #expect(run.status == 64 && run.errors.contains(reason), "\(run.errors)")
    }
}
