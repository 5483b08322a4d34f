import Foundation
import Testing

/// What is stated of a release: its version, and the versions that it needs.
struct ReleaseTests {
    private static func text(_ path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private static let catalogue = "Sources/Application/Outlive/Outlive.docc"

    /// The versions of the changelog, the newest first.
    private static func versions() throws -> [[Int]] {
        try text("CHANGELOG.md").matches(of: /(?m)^## (\d+)\.(\d+)\.(\d+) - \d{4}-\d\d-\d\d$/).map { match in
            [match.output.1, match.output.2, match.output.3].map { Int($0)! }
        }
    }

    @Test func `The newest version of the changelog is the version of the command`() throws {
        let versions = try Self.versions()
        let source = try Self.text("Sources/Analysis/OutliveModel/Report/Report.swift")
        let version = try #require(source.firstMatch(of: /(?m)^package let toolVersion = "(.*)"$/)?.output.1)
        #expect(versions.first?.map(String.init).joined(separator: ".") == String(version))
        for (newer, older) in zip(versions, versions.dropFirst()) {
            #expect(older.lexicographicallyPrecedes(newer), "\(newer) stands before \(older)")
        }
    }

    @Test func `Sections of the changelog are versions and kinds of changes`() throws {
        let text = try Self.text("CHANGELOG.md")
        let headings = text.split(separator: "\n").filter { $0.hasPrefix("## ") || $0.hasPrefix("### ") }
        let kinds = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"].map { "### \($0)" }
        let others = headings.filter { !kinds.contains(String($0)) && $0 != "## Unreleased" }
        #expect(try others.count == Self.versions().count)
    }

    @Test(arguments: ["GettingStarted", "Services"])
    func `An article depends on the newest version`(article: String) throws {
        let newest = try #require(Self.versions().first).map(String.init).joined(separator: ".")
        let named = try Self.text("\(Self.catalogue)/\(article).md").matches(of: /from: "(\d+\.\d+\.\d+)"/)
        #expect(Set(named.map { String($0.output.1) }) == [newest])
    }

    @Test func `The minimum versions of the article are those of the manifest`() throws {
        let article = try Self.text("\(Self.catalogue)/Platforms.md")
        let section = try #require(article.components(separatedBy: "## Minimum versions\n").last)
        let rows = section.components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("| ") }
        let cells = rows.map { row in
            row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let manifest = try Self.text("Package.swift")
        let tools = try #require(manifest.firstMatch(of: /^\/\/ swift-tools-version: (\S+)/)?.output.1)
        #expect(cells.contains { $0[1] == "Swift \(tools)" })
        #expect(try Self.text("scripts/lib/setup.sh").contains("Outlive needs Swift \(tools) or newer"))
        let platforms = try #require(manifest.firstMatch(of: /platforms: \[(.*)\]/)?.output.1)
        let names = platforms.matches(of: /\.(\w+)\(\.v(\d+)\)/).map { "\($0.output.1) \($0.output.2)" }
        #expect(cells.contains { $0[1] == names.joined(separator: ", ") })
        let needed = manifest.matches(of: /\.package\(url: "[^"]*\/([^"\/]+?)(?:\.git)?", (exact|from): "(\S+)"\)/).map
        {
            [String($0.output.1), $0.output.2 == "exact" ? "exactly \($0.output.3)" : "\($0.output.3) or newer"]
        }
        let stated = cells.drop { $0[0] != "dependency" }.dropFirst().map { Array($0.prefix(2)) }
        #expect(needed.count == 6)
        #expect(Set(stated) == Set(needed))
    }
}
