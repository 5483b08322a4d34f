import OutliveModel
import OutliveSupport
import Testing

@testable import OutliveBenchmark

@Suite struct BisectRunTests {
    /// A history of which some revisions cannot be measured, and others have leaks.
    private struct FakeHistory: BisectSubject {
        let revisions: [Bisection.Revision]
        let good = Bisection.Revision(name: "good")
        /// The first revision with each leak, by fingerprint; -1 for the good revision.
        var leaks: [String: Int]
        var broken: Set<Int> = []
        let measured = Lock<[String]>([])

        init(_ count: Int, _ leaks: [String: Int], broken: Set<Int> = []) {
            revisions = (0..<count).map { Bisection.Revision(name: "\($0)") }
            (self.leaks, self.broken) = (leaks, broken)
        }

        func measure(_ revision: Bisection.Revision) async throws -> MeasuredRevision {
            let index = Int(revision.name) ?? -1
            measured.withLock { $0.append(revision.name) }
            guard !broken.contains(index) else { return MeasuredRevision(.skipped(reason: "error: \(index)")) }
            var report = Report(
                toolVersion: "test", startedAt: "", machine: .current,
                plan: Plan(
                    launch: "app", ready: "none", reset: nil, done: nil, pairs: 0, soak: 10, leaks: .off,
                    fidelity: .off, seed: 0))
            report.findings = leaks.filter { $0.value <= index }.keys.sorted().map { name in
                Finding(
                    tier: .heap, verdict: .leak,
                    key: ComponentKey(
                        name: name, type: name, site: RegistrationSite(fileID: "", line: 0, column: 0)),
                    births: [], live: [0, 0, 0, 1, 2, 3], warmup: 2, fingerprint: name)
            }
            return MeasuredRevision(.report(report, path: "/\(revision.name).json"))
        }

        func manifestChanges(from one: Bisection.Revision, to other: Bisection.Revision) async throws -> String {
            "\(one.name) to \(other.name)"
        }
    }

    private func failure(_ history: FakeHistory, _ fingerprint: String?) async -> String {
        let failure = await #expect(throws: Failure.self) {
            try await BisectRun(history, fingerprint: fingerprint).run()
        }
        return failure?.message ?? ""
    }

    @Test func `The first revision with a cause is found, with its report and what it changed in the manifest`()
        async throws
    {
        let history = FakeHistory(32, ["planted": 20, "older": -1], broken: [15, 16, 19, 21])
        let found = try await BisectRun(history, fingerprint: "planted").run()
        #expect(found.suspects.map(\.name) == ["19", "20"])
        #expect(found.cause.fingerprint == "planted" && found.report == "/20.json")
        #expect(found.manifestChanges == "18 to 20")
        #expect(found.attempts.count { $0.outcome == .bad || $0.outcome == .good } <= 6)
        #expect(history.measured.withLock { Set($0).count == $0.count }, "none is measured twice")
    }

    @Test func `Without a fingerprint, the first leak of the bad revision is searched for`() async throws {
        let history = FakeHistory(8, ["planted": 5])
        let found = try await BisectRun(history, fingerprint: nil).run()
        #expect(found.fingerprint == "planted" && found.suspects.map(\.name) == ["5"])
        #expect(history.measured.withLock { $0.first } == "7")
        #expect(found.notes.isEmpty)
    }

    @Test func `Other leaks of the bad revision are mentioned`() async throws {
        let found = try await BisectRun(FakeHistory(8, ["a": 5, "b": 2, "c": 3]), fingerprint: nil).run()
        #expect(found.notes == ["7 has 2 leaks more: --fingerprint finds another"])
    }

    @Test func `The good revision is measured only if no later one was good`() async throws {
        let early = FakeHistory(8, ["planted": 0])
        let found = try await BisectRun(early, fingerprint: "planted").run()
        #expect(found.suspects.map(\.name) == ["0"] && found.manifestChanges == "good to 0")
        #expect(early.measured.withLock { $0.contains("good") })
        let late = FakeHistory(8, ["planted": 6])
        _ = try await BisectRun(late, fingerprint: "planted").run()
        #expect(!late.measured.withLock { $0.contains("good") })
    }

    @Test func `A cause that the good revision has, and one that the bad one has not, are refused`() async {
        #expect(await failure(FakeHistory(8, ["older": -1]), "older").contains("good has the cause older, too"))
        #expect(await failure(FakeHistory(8, ["planted": 3]), "other").contains("it has no such cause"))
        #expect(await failure(FakeHistory(8, [:]), nil).contains("7 has no leak"))
    }

    @Test func `A bad revision that cannot be measured is refused with the reason`() async {
        let history = FakeHistory(4, ["planted": 1], broken: [3])
        #expect(await failure(history, nil).contains("3 cannot be measured: error: 3"))
        let all = FakeHistory(4, ["planted": 1], broken: [0, 1, 2, 3])
        #expect(await failure(all, "planted").contains("it cannot be measured: error: 3"))
    }
}
