import OutliveModel
import OutliveSupport
import Testing

@testable import OutliveDriver

/// Tests that ask for all objects, in processes of their own. The answers are made up here, because an analysis of this
/// bundle takes minutes in a debug build; `scripts/trial test-trait` has real ones.
struct AllObjectsRunTests {
    private let folder = ArtifactFolder()
    private let heap: HeapFolder

    init() throws { heap = try HeapFolder() }

    private var environment: [String: String] {
        folder.environment.merging([EnvironmentName.heapTests: "1", EnvironmentName.heap: heap.path]) { $1 }
    }

    /// Answers the tests as long as the result lives: one lost object for each test whose name has `Lost` or `lost`.
    private func analyst(refusing refusal: String? = nil, _ asked: Lock<Set<RanTest>> = Lock([])) throws
        -> InquirySocket
    {
        try InquirySocket(in: HeapDirectory(try OwnFolder(path: heap.path))) { inquiry, _ in
            if let refusal { return TestAnswer(refusal: refusal) }
            asked.withLock { $0.formUnion(inquiry.tests.compactMap(\.test)) }
            return TestAnswer(
                findings: inquiry.tests.map { ended in
                    let isLost = ended.test?.name.lowercased().contains("lost") == true
                    return ended.components.isEmpty && isLost ? [Self.lost] : ended.components
                })
        }
    }

    private static let lost = Finding(
        tier: .heap, verdict: .leak,
        key: ComponentKey(
            name: "App.Knot", type: "App.Knot", site: RegistrationSite(fileID: "App/Knot.swift", line: 7, column: 0)),
        births: [Birth(generation: 1, count: 2)], live: [], warmup: 0)

    private static let leak = "leak: App.Knot: 2 alive after the test, allocated at App/Knot.swift:7"

    @Test func `Tests fail by objects that they lost, registered or not, and each is reported once`() async throws {
        let asked = Lock<Set<RanTest>>([])
        let analyst = try analyst(asked)
        let run = try await ChildRun.of("OutliveTestingTests.AllObjectsExamples", environment: environment)
        withExtendedLifetime(analyst) {}
        #expect(run.line(with: "outlive: all objects were watched, by outlive test") != nil, "\(run.output)")
        #expect(run.line(with: "lost()", "recorded an issue at Knot.swift:7") != nil, "\(run.output)")
        #expect(run.line(with: Self.leak) != nil, "\(run.output)")
        #expect(run.line(with: "suspect: both", "alive after the test") != nil, "\(run.output)")
        #expect(run.line(with: "Test trackedAndLost() failed", "with 1 issue") != nil, "\(run.output)")
        // Registrations are not required where all objects are watched.
        for test in ["clean()", "held()"] {
            #expect(run.line(with: "Test \(test) passed") != nil, "\(run.output)")
        }
        let lost = try #require(asked.withLock { $0.first { $0.path.last == "lost()" } })
        #expect(lost.module == "OutliveTestingTests" && lost.path == ["AllObjectsExamples", "lost()"])
        #expect(lost.file == "OutliveTestingTests/AllObjectsExamples.swift" && lost.line == AllObjectsExamples.lostLine)
        #expect(lost.spans.count == 1)
    }

    @Test func `Tests of XCTest fail alike`() async throws {
        let asked = Lock<Set<RanTest>>([])
        let analyst = try analyst(asked)
        let run = try await ChildRun.of(
            "OutliveTestingTests.AllObjectsCase", library: "xctest", environment: environment)
        withExtendedLifetime(analyst) {}
        #expect(run.line(with: "Test Case 'AllObjectsCase.testClean' passed") != nil, "\(run.output)")
        #expect(run.line(with: "error: AllObjectsCase.testLost : \(Self.leak)") != nil, "\(run.output)")
        #expect(run.line(with: "outlive: all objects were watched, by outlive test") != nil, "\(run.output)")
        let names = asked.withLock { Set($0.map { "\($0.module ?? "").\($0.name)" }) }
        #expect(
            names == [
                "OutliveTestingTests.AllObjectsCase.testClean()", "OutliveTestingTests.AllObjectsCase.testLost()",
            ])
    }

    @Test(arguments: [(nil, "does not answer: "), ("no tier", "cannot judge: no tier")])
    func `Without an answer tracked components alone are watched, and the summary says why`(
        refusal: String?, reason: String
    ) async throws {
        let analyst = try refusal.map { try self.analyst(refusing: $0) }
        let run = try await ChildRun.of("OutliveTestingTests.AllObjectsExamples", environment: environment)
        withExtendedLifetime(analyst) {}
        #expect(
            run.line(with: "outlive: tracked components alone were watched: outlive test \(reason)") != nil,
            "\(run.output)")
        #expect(run.line(with: "suspect: both", "alive after the test") != nil, "\(run.output)")
        #expect(run.line(with: "no component was tracked in the test") != nil, "\(run.output)")
        #expect(run.line(with: "App.Knot") == nil, "\(run.output)")
    }

    @Test func `Tests that run again, to show their growth, are not checked`() async throws {
        var environment = environment
        environment[EnvironmentName.heapTests] = "6"
        let run = try await ChildRun.of("OutliveTestingTests.AllObjectsExamples", environment: environment)
        #expect(run.status == 0, "\(run.output)")
        #expect(run.line(with: "with leak checks") == nil, "\(run.output)")
    }
}
