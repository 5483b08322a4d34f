import Foundation
import OutliveModel
import Testing

struct LiveResetRunTests {
    @Test func `What failed and what leaked is an issue with its artifacts, and of the rest nothing is kept`()
        async throws
    {
        let folder = NSTemporaryDirectory() + "/outlive-test-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let run = try await ChildRun.of(
            "OutliveTestingTests.LiveExamples", environment: [EnvironmentName.artifacts: folder])
        #expect(run.status == 1)
        for test in ["passing()", "known()"] {
            #expect(run.line(with: "Test \(test) passed") != nil, "\(run.output)")
        }
        let leak = try #require(run.line(with: "leaking()", "recorded an issue"), "\(run.output)")
        #expect(leak.contains("HostedProgram.swift:"))
        #expect(run.line(with: "suspect: Part", "1 alive after the test's reset") != nil)
        #expect(run.line(with: "failing()", "recorded an issue", "LiveExamples.swift:") != nil)

        #expect(run.line(with: "dying()", "recorded an issue") != nil)
        let reason = "the application died during the test, or could not be reset after it, so that its leaks"
        #expect(run.line(with: reason, "ended with status 9 in the reset") != nil, "\(run.output)")

        let kept = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(kept.count == 4, "\(run.output)")
        for (name, test) in zip(kept, ["dying", "failing", "leaking", "throwing"]) {
            #expect(name.hasPrefix(test))
            #expect(run.line(with: "outlive: \(test)() failed, artifacts: \(folder)/\(name)") != nil, "\(run.output)")
        }
        #expect(run.line(with: "artifacts: \(folder)/\(kept[0])") != nil)

        func text(_ path: String) throws -> String { try String(contentsOfFile: folder + "/" + path, encoding: .utf8) }
        #expect(try text("\(kept[0])/fixture/notes.txt") == "of the dead")
        #expect(try text("\(kept[0])/application.log").contains("built plain"))
        #expect(try text("\(kept[1])/fixture/notes.txt") == "what the test wrote")
        #expect(try text("\(kept[1])/application.log").contains("built plain"))
        #expect(try text("\(kept[2])/leaks.txt").contains("suspect: Part"))
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder + "/" + kept[2]).first {
                $0.hasPrefix("generation-")
            })
        let report = try JSONDecoder().decode(GenerationReport.self, from: Data(text("\(kept[2])/\(name)").utf8))
        #expect(report.survivors.map(\.key.name) == ["Part"])
    }
}
