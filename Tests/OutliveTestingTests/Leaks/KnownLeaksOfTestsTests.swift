import Foundation
import OutliveKnown
import OutliveTestSupport
import Testing

@testable import OutliveModel
@testable import OutliveTesting

/// A leak accepted until a day fails no test until then, by the list and the judgement of the command.
struct KnownLeaksOfTestsTests {
    private let artifacts = ArtifactFolder()
    private let folder: URL

    init() throws {
        folder = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("outlive-known-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func write(_ text: String = "leaks: []\n", to name: String) throws {
        let url = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    private func finding(_ type: String = "App.Session", file: String = "App/Session.swift", line: Int = 8) -> Finding {
        let key = ComponentKey(
            name: type, type: type, site: RegistrationSite(fileID: file, line: line, column: 1))
        return Finding(
            verdict: .suspect, key: key, births: [Birth(generation: 1, count: 1)], live: [1], warmup: 0)
    }

    private func list(_ entries: String) throws -> KnownLeaksOfTests {
        try write("leaks:\n\(entries)", to: KnownLeaksFile.standardPath)
        try write("", to: "Package.swift")
        return KnownLeaksOfTests(forTestIn: folder.path + "/Tests/AppTests/SessionTests.swift")
    }

    @Test func `A list accepts by fingerprint, type or site, and says until when and why`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let list = try list(
            """
            - fingerprint: \(finding().fingerprintOfSite)
              reason: fixed in 2.1
              expires: 9999-12-31
            - {type: "App.F*", reason: the old reader}
            - {site: "App/Store.swift:3", reason: the store}
            """)
        let judged = list.judging([
            finding(), finding("App.Feed", file: "App/Feed.swift"),
            finding("App.Store", file: "App/Store.swift", line: 3),
            finding("App.Store", file: "App/Other.swift", line: 3), finding("App.Other", file: "App/Other.swift"),
        ])
        #expect(judged.map(\.known?.line) == [2, 5, 6, nil, nil])
        #expect(judged.map(\.fingerprint) == Array(repeating: nil, count: 5))
        let entry = try #require(judged[0].known)
        #expect(
            list.summary(of: entry) == "known leak, accepted until 9999-12-31 by \(folder.path)/outlive.known.yml:2: "
                + "fixed in 2.1")
        #expect(list.notes(on: Cause(leader: judged[4])) == [])
    }

    @Test func `An expired entry accepts nothing, and the failure of its leak says so`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let list = try list("- {type: App.Session, reason: a, expires: 2020-02-29}\n")
        #expect(list.judging([finding()]).map(\.known) == [nil])
        let place = "\(folder.path)/outlive.known.yml:2"
        let note = "\(place) expired after 2020-02-29: fix the leak, or extend the date there"
        #expect(list.notes(on: Cause(leader: finding())) == [note])
        #expect(list.notes(on: Cause(leader: finding("App.Other"))) == [])
    }

    @Test func `A list with an error accepts nothing, and each failure says where the error is`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let list = try list("- {type: App.Session, reson: a}\n")
        #expect(list.judging([finding()]).map(\.known) == [nil])
        let note = try #require(list.notes(on: Cause(leader: finding())).first)
        #expect(
            note.hasPrefix("known leaks are not accepted: \(folder.path)/outlive.known.yml:2: 'reson' is not known"))
    }

    @Test func `A test has the nearest list above its source, within the checkout or else the package`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        func found(_ source: String) -> String? {
            KnownLeaksFile.path(above: folder.path + "/" + source).map { String($0.dropFirst(folder.path.count)) }
        }
        try write(to: "outlive.known.yml")
        // A folder that belongs to no package may be anyone's.
        #expect(found("part/Tests/A.swift") == nil)
        try write("", to: "part/Package.swift")
        #expect(found("part/Tests/A.swift") == nil)
        try write("", to: ".git/HEAD")
        #expect(found("part/Tests/A.swift") == "/outlive.known.yml")
        try write(to: "part/outlive.known.yml")
        #expect(found("part/Tests/A.swift") == "/part/outlive.known.yml")
        #expect(found("part/../other/A.swift") == "/outlive.known.yml")
        #expect(KnownLeaksFile.path(above: "Tests/A.swift") == nil)
    }

    @Test(arguments: ["LeakExamples", "XCTestExamples"])
    func `Tests pass whose leaks the list in the working directory accepts, and the run lists them`(
        suite: String
    ) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(
            """
            leaks:
              - {site: "*LeakExamples.swift", reason: replaced by the new store, expires: 9999-12-31}
              - {site: "*XCTestExamples.swift", reason: replaced by the new store, expires: 9999-12-31}
            """, to: KnownLeaksFile.standardPath)
        let run = try await ChildRun.of(
            "OutliveTestingTests.\(suite)", library: suite == "LeakExamples" ? "swift-testing" : "xctest",
            environment: artifacts.environment, in: folder.path)
        #expect(run.line(with: "alive after the test") == nil, "\(run.output)")
        let told = try #require(run.line(with: "outlive: known leak, accepted until 9999-12-31"), "\(run.output)")
        #expect(told.contains("by outlive.known.yml:\(suite == "LeakExamples" ? 2 : 3): replaced by the new store: "))
        if suite == "LeakExamples" {
            #expect(told.hasSuffix("leaks(), throwing()"))
            #expect(run.line(with: "Test leaks() passed") != nil, "\(run.output)")
            // The error of the test itself still fails it.
            #expect(run.status == 1 && run.line(with: "throwing()", "Caught error") != nil)
        }
        #expect(!FileManager.default.fileExists(atPath: artifacts.path))
    }

    @Test func `A live test passes whose leaks are accepted`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("leaks: [{type: '*.Part', reason: a}]\n", to: KnownLeaksFile.standardPath)
        let run = try await ChildRun.of(
            "OutliveTestingTests.LiveExamples/leaking", environment: artifacts.environment, in: folder.path)
        #expect(run.status == 0 && run.line(with: "Test leaking() passed") != nil, "\(run.output)")
        #expect(run.line(with: "outlive: known leak, accepted for good by outlive.known.yml:1: a: leaking()") != nil)
        #expect(!FileManager.default.fileExists(atPath: artifacts.path))
    }
}
