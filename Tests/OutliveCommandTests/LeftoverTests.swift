import OutliveModel
import Testing

/// Changes that a reset leaves in the process of the sample, found from outside.
@Suite(.serialized)
struct LeftoverTests {
    @Test(arguments: [
        ("descriptor", FidelityCheck.descriptors, ["file /etc/hostname"]),
        // It has the name of the worker that started it.
        ("thread", .threads, []),
        ("child", .children, ["sleep"]),
        ("chdir", .directory, ["working directory"]),
        ("setenv", .environment, ["NOTES_LAST_EXPORT"]),
        ("signal", .signals, ["USR2"]),
        ("static", .state, ["static ExportOptions.includesDrafts", "static ExportOptions.recent"]),
    ])
    func `Leftovers fail with their difference since the first reset: exit 1`(
        kind: String, check: FidelityCheck, subjects: [String]
    ) async throws {
        let (run, report) = try await SampleBench().run(
            service: ["--leave", kind], ["--pairs", "0", "--warmup", "0", "--soak", "3"])
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        let failing = try #require(report.fidelity).failing
        // The signal mask of a new thread is new, too.
        #expect(failing.map(\.check).filter { $0 != .masks } == [check], "\(run.output)")
        let differences = try #require(failing.first).differences
        let named = differences.filter { subjects.isEmpty || subjects.contains($0.subject) }
        #expect(named.count == max(subjects.count, 1), "\(run.output)")
        #expect(named.allSatisfy { $0.firstCycle == 1 })
        // The plugin leaves it while its service is torn down.
        #expect(named.allSatisfy { ($0.part?.hasPrefix("teardown/") == true) == (check == .state) })
        #expect(report.findings.allSatisfy { $0.verdict == .expected })
        #expect(run.lastLine.contains("state survived"))
    }

    @Test func `The same leftovers pass if each is declared with a reason`() async throws {
        let (run, report) = try await SampleBench().run(
            service: ["--leave", "chdir,setenv"],
            [
                "--pairs", "0", "--warmup", "0", "--soak", "3",
                "--expect", "directory=exports go there", "--expect", "environment:NOTES_*=for the next export",
            ])
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(report.fidelity?.failing.isEmpty == true)
        #expect(run.output.contains("exports go there"))
    }
}
