import Foundation
import OutliveModel
import OutliveSupport
import OutliveTestSupport
import Testing

@testable import OutliveUITest

/// Tests that fail without a screen, so that these need none.
struct UITestRunTests {
    /// Runs examples, and gives what they kept by the names of the tests.
    private func run(
        _ filter: String, library: String = "swift-testing"
    ) async throws -> (run: ChildRun, kept: [String: [String: String]]) {
        let folder = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("outlive-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let run = try await ChildRun.of(
            filter, library: library,
            environment: [
                EnvironmentName.artifacts: folder.path, "DISPLAY": "", "DBUS_SESSION_BUS_ADDRESS": "",
                "AT_SPI_BUS_ADDRESS": "",
            ])
        var kept: [String: [String: String]] = [:]
        for test in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let place = folder.appendingPathComponent(test)
            for name in try FileManager.default.contentsOfDirectory(atPath: place.path) {
                let text = try? String(contentsOf: place.appendingPathComponent(name), encoding: .utf8)
                kept[String(test.prefix { $0 != "-" }), default: [:]][name] = text
            }
        }
        return (run, kept)
    }

    @Test func `A test whose application crashes keeps its evidence, and the next one works`() async throws {
        let (run, kept) = try await run("OutliveUITestTests.UITest(Argument)?Examples")
        #expect(run.status == 1)
        #expect(run.line(with: "Test passing() passed") != nil, "\(run.output)")
        #expect(kept["passing"] == nil)
        #expect(kept["killed"]?["elements.txt"]?.hasSuffix("has ended\n") == true, "\(kept)")
        #expect(kept["killed"]?["application.log"]?.contains(" built plain ") == true)
        // A screenshot that cannot be taken is no failure.
        #expect(run.line(with: "outlive: killed(): Screenshot collected nothing: ", "DISPLAY is not set") != nil)
        #expect(run.line(with: "recorded an issue", "Screenshot") == nil)
    }

    @Test func `A test without a visible window does not begin, and fails with what is missing`() async throws {
        let (run, kept) = try await run("OutliveUITestTests.UITest(Argument)?Examples")
        for test in ["unseen", "byArgument"] {
            #expect(run.line(with: "\(test)(", "Caught error: ", missing) != nil, "\(run.output)")
            #expect(kept[test]?["elements.txt"]?.contains(missing) == true, "\(kept)")
        }
        #expect(!run.output.contains(") began"))
    }

    /// The missing part that a session without a screen reports.
    private var missing: String {
        let hasLibrary = (try? DynamicLibrary(loading: ATSPILibrary.fileName)) != nil
        return hasLibrary ? "there is no session bus" : "the accessibility library cannot be used"
    }

    @Test func `An XCTest keeps the same evidence`() async throws {
        let (run, kept) = try await run("OutliveUITestTests.UITestCaseExamples", library: "xctest")
        try #require(Set(kept.keys) == ["testKilled", "testUnseen"], "\(run.output)")
        #expect(kept["testUnseen"]?["elements.txt"]?.contains(missing) == true, "\(kept)")
        #expect(run.line(with: "testUnseen", "threw error", missing) != nil, "\(run.output)")
        #expect(!run.output.contains("testUnseen began"))
        #expect(kept["testKilled"]?["elements.txt"]?.hasSuffix("has ended\n") == true)
        #expect(run.line(with: "outlive: testKilled(): Screenshot collected nothing: ", "DISPLAY is not set") != nil)
    }
}
