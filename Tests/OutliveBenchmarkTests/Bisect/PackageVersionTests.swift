import Foundation
import OutliveModel
import Testing

@testable import OutliveBenchmark

@Suite struct PackageVersionTests {
    @Test func `Versions are ordered as semantic versions`() {
        let texts = [
            "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11",
            "1.0.0-rc.1", "1.0.0", "1.2.0", "1.10.0", "2.0.0",
        ]
        #expect(texts.shuffled().compactMap { PackageVersion($0) }.sorted().map(\.text) == texts)
        #expect(PackageVersion("v1.2")?.text == "1.2")
        for text in ["release", "1", "1.2.3.4", "", "1.2.x"] { #expect(PackageVersion(text) == nil, "\(text)") }
    }

    @Test func `The versions of a search are those after the good one up to the bad one`() throws {
        let tags = ["1.2.0", "v1.1.0", "1.3.0-beta.1", "1.3.0", "2.0.0", "docs", "1.0.0"]
        func range(_ good: String, _ bad: String) throws -> [String] {
            try PackageVersion.range(after: good, upTo: bad, among: tags, of: "lib").map(\.text)
        }
        #expect(try range("1.0.0", "1.3.0") == ["1.1.0", "1.2.0", "1.3.0"])
        #expect(try range("1.2.0", "1.3.0-beta.1") == ["1.3.0-beta.1"])
        #expect(throws: Failure.self) { try range("1.0.1", "1.3.0") }
        #expect(throws: Failure.self) { try range("1.3.0", "1.0.0") }
    }

    @Test func `The pin of a dependency is read from Package.resolved`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pins-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func write(_ text: String) throws {
            try Data(text.utf8).write(to: folder.appending(path: "Package.resolved"))
        }
        #expect(throws: Failure.self) { try PackagePin("lib", in: folder.path) }
        try write(
            """
            {"pins": [{"identity": "lib", "kind": "remoteSourceControl", "location": "https://example.com/lib.git",
            "state": {"revision": "1f", "version": "1.2.3"}}], "version": 2}
            """)
        let pin = try PackagePin("Lib", in: folder.path)
        #expect(pin.version == "1.2.3" && pin.location == "https://example.com/lib.git")
        let failure = #expect(throws: Failure.self) { try PackagePin("other", in: folder.path) }
        #expect(failure?.message.contains("has no dependency 'other': there are lib") == true)
        try write(#"{"pins": [{"identity": "lib", "location": "--upload-pack=x", "state": {}}]}"#)
        #expect(throws: Failure.self) { try PackagePin("lib", in: folder.path) }
    }
}
