import Foundation
import OutliveModel
import Testing

@testable import OutliveReport

/// A checkout with a file of ten lines, and what must not be read beside it.
@Suite struct SourceReaderTests {
    private let folder: URL
    private let root: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("outlive-source-\(UUID().uuidString)")
        root = folder.appendingPathComponent("checkout")
        let sources = root.appendingPathComponent("Sources")
        try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
        let text = (1...10).map { "line \($0)" }.joined(separator: "\n") + "\n"
        try text.write(to: sources.appendingPathComponent("A.swift"), atomically: true, encoding: .utf8)
        try "secret".write(to: folder.appendingPathComponent("Secret.swift"), atomically: true, encoding: .utf8)
        try "key".write(to: root.appendingPathComponent("keys.txt"), atomically: true, encoding: .utf8)
    }

    private func reader() throws -> SourceReader { try #require(SourceReader(root: root.path)) }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: root.appendingPathComponent(name).path, withDestinationPath: target)
    }

    @Test func `A line has its neighbours, as far as the file has any`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let reader = try reader()
        let excerpt = try #require(reader.excerpt("Sources/A.swift", line: 5, neighbours: 1))
        #expect(excerpt.first == 4)
        #expect(excerpt.lines == ["line 4", "line 5", "line 6"])
        #expect(reader.excerpt("Sources/A.swift", line: 1, neighbours: 1)?.lines == ["line 1", "line 2"])
        #expect(reader.excerpt("Sources/A.swift", line: 10, neighbours: 2)?.lines == ["line 8", "line 9", "line 10"])
        for line in [0, -1, 11, 12, .max] { #expect(reader.excerpt("Sources/A.swift", line: line) == nil, "\(line)") }
    }

    @Test func `No file outside of the checkout is read, through any path`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try link("Out.swift", to: "../Secret.swift")
        try link("Far.swift", to: folder.appendingPathComponent("Secret.swift").path)
        try link("up", to: "..")
        try link("In.swift", to: "Sources/A.swift")
        try link("Loop.swift", to: "Loop.swift")
        let reader = try reader()
        for path in [
            "../Secret.swift", "Sources/../../Secret.swift", "Out.swift", "Far.swift", "up/Secret.swift", "Loop.swift",
            folder.appendingPathComponent("Secret.swift").path, "/etc/passwd", "", "/", ".",
        ] {
            #expect(reader.excerpt(path, line: 1) == nil, "\(path)")
        }
        // A link within it leads to what could be read without it.
        #expect(reader.excerpt("In.swift", line: 1) != nil)
    }

    @Test func `Only regular files with the name of a source are read, and no hidden ones`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let hidden = root.appendingPathComponent(".build")
        try FileManager.default.createDirectory(at: hidden, withIntermediateDirectories: true)
        try "x".write(to: hidden.appendingPathComponent("B.swift"), atomically: true, encoding: .utf8)
        try link("Hidden.swift", to: ".build/B.swift")
        try link("Keys.swift", to: "keys.txt")
        try FileManager.default.createDirectory(
            at: root.appendingPathComponent("Folder.swift"), withIntermediateDirectories: true)
        #expect(mkfifo(root.appendingPathComponent("Pipe.swift").path, 0o600) == 0)
        try link("Device.swift", to: "/dev/zero")
        try Data(count: SourceReader.largestFile + 1).write(to: root.appendingPathComponent("Large.swift"))
        let reader = try reader()
        for path in [
            ".build/B.swift", "Hidden.swift", "keys.txt", "Keys.swift", "Folder.swift", "Pipe.swift", "Device.swift",
            "Large.swift", "None.swift",
        ] {
            #expect(reader.excerpt(path, line: 1) == nil, "\(path)")
        }
    }

    @Test func `A missing or unlimited checkout has no reader`() {
        defer { try? FileManager.default.removeItem(at: folder) }
        for root in ["", "/", "relative", folder.appendingPathComponent("none").path] {
            #expect(SourceReader(root: root) == nil, "\(root)")
        }
    }

    @Test func `A page quotes the line of the suspect, and those where its victims are made`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var report = Report.traced
        report.findings[0].traces[0].culprit?.location?.line = 5
        report.findings[0].traces[0].culprit?.location?.file = root.appendingPathComponent("Sources/A.swift").path
        report.findings[0].traces[0].steps[2].location = report.findings[0].traces[0].culprit?.location
        let page = try report.page(root: root.path, source: try reader())
        #expect(page.contains("<code class=\"place\">Sources/A.swift:5</code>"))
        #expect(page.contains("<mark>▸ 5  line 5</mark>"))
        #expect(HTMLChecker(page).complaints == [])
        #expect(!(try report.page(root: root.path)).contains("<mark>"))
    }
}
