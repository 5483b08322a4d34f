import Foundation
import Testing

/// The code of the articles and of the README compiles as it is pasted.
///
/// `Stubs/Articles` has what readers have of their own, such as their `NoteStore`: a file for each article, with sections
/// that name the blocks they are for.
@Suite(.timeLimit(.minutes(10)))
struct ArticleCodeTests {
    /// A block of code in an article.
    struct Block: CustomTestStringConvertible, Sendable {
        var article: String
        var number: Int
        var code: String
        var testDescription: String { "\(article) \(number)" }

        /// `true` if it is an excerpt of a manifest, which is no program.
        var isManifest: Bool { code.contains(/\.package\(|\.product\(|\.executableTarget/) }
        /// `true` if it is a file of a module, rather than statements of a program.
        var isFile: Bool { code.contains(/@Test|@Suite|@main|XCTestCase|#if |\bextension |    weak var/) }
    }

    /// The articles whose code is in packages of this repository with dependencies of their own, which are compiled there.
    private static let built = ["HummingbirdService", "GRPCService", "TCPServer"]
    private static let blocks =
        blocks(of: "README", at: "README.md")
        + [
            "GettingStarted", "LiveReset", "ShippingWithoutOutlive", "Testing", "TestingAnExistingPackage", "UITesting",
        ].flatMap { blocks(of: $0) }

    private static func blocks(of article: String, at path: String? = nil) -> [Block] {
        let path = path ?? "Sources/Application/Outlive/Outlive.docc/\(article).md"
        let page = (try? String(contentsOf: Sources.root.appending(path: path), encoding: .utf8)) ?? ""
        return page.components(separatedBy: "```swift\n").dropFirst().enumerated().map { number, rest in
            Block(article: article, number: number, code: rest.components(separatedBy: "```")[0])
        }
    }

    /// What stands around statements that are part of a function.
    private static let surroundings = [
        "Testing 12": (
            "import FlyingFox\nfunc answer(to request: HTTPRequest, by stubs: InstalledStubs) async throws -> HTTPResponse {\n",
            "}\n"
        ),
        "UITesting 4": ("@MainActor final class Controller {\ninit(window: (widget: Widget, Int)) {\n", "}\n}\n"),
    ]

    @Test func `All articles with code are checked here or with their adapters`() throws {
        let catalogue = Sources.root.appending(path: "Sources/Application/Outlive/Outlive.docc")
        let articles = try FileManager.default.contentsOfDirectory(atPath: catalogue.path).filter { name in
            try String(contentsOf: catalogue.appending(path: name), encoding: .utf8).contains("```swift\n")
        }
        let programs = articles.map { String($0.dropLast(3)) }.filter { article in
            Self.blocks(of: article).contains { !$0.isManifest }
        }
        let checked = Set(Self.blocks.map(\.article) + Self.built + ["ApplePlatforms", "AppleLeaks", "Services"])
        #expect(programs.filter { !checked.contains($0) } == [])
        #expect(Self.blocks.count { !$0.isManifest } > 25)
    }

    @Test(arguments: blocks.filter { !$0.isManifest })
    func `Code compiles as it is pasted`(block: Block) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "outlive-article-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // The module under test is replaced by its stand-ins, and an excerpt is completed.
        var code = block.code.replacing(/@testable import \w+\n/, with: "")
        code += String(repeating: "}\n", count: max(0, code.count { $0 == "{" } - code.count { $0 == "}" }))
        let (before, after) = Self.surroundings[block.testDescription] ?? ("", "")
        let hasImports = ("\n" + code).contains("\nimport ")
        let imports = hasImports ? "" : Self.imports
        let example = folder.appending(path: block.isFile ? "Example.swift" : "main.swift")
        let own = folder.appending(path: "StandIns.swift")
        try (imports + before + code + after).write(to: example, atomically: true, encoding: .utf8)
        try (Self.imports + Self.standIns(for: block)).write(to: own, atomically: true, encoding: .utf8)
        let run = try await ToolRun(
            "swiftc",
            ["-typecheck", "-suppress-warnings", "-swift-version", "6", "-module-name", "Example"]
                + (block.isFile ? ["-parse-as-library"] : [])
                + ["-module-cache-path", folder.appending(path: "modules").path] + Self.search
                + [example.path, own.path], in: folder)
        #expect(run.isGood, "\(run.output)")
    }

    @Test(arguments: built)
    func `Code of an article is that of a package that is built`(article: String) throws {
        let sources = ["LifecycleServices", "RPCService"].flatMap { package in
            let files = FileManager.default.enumerator(
                at: Sources.root.appending(path: "Benchmarks/\(package)/Sources"), includingPropertiesForKeys: nil)
            return (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
        }
        let lines = try Set(
            sources.flatMap { try String(contentsOf: $0, encoding: .utf8).split(separator: "\n").map(Self.trimmed) })
        for block in Self.blocks(of: article) where !block.isManifest {
            let others = block.code.split(separator: "\n").map(Self.trimmed).filter { line in
                !line.isEmpty && !line.hasPrefix("//") && !lines.contains(line)
            }
            #expect(others == [], "\(block.testDescription)")
        }
    }

    private static func trimmed(_ line: Substring) -> Substring { line.drop { $0 == " " } }

    /// The imports of what an article does not show.
    private static let imports = [
        "Foundation", "FoundationNetworking", "Outlive", "OutliveGTK", "OutliveHTTP", "OutliveStubs", "OutliveTesting",
        "OutliveUITest", "Testing",
    ].map { "import \($0)\n" }.joined()

    /// Returns the sections of the article's stand-ins that are for a block; a file without sections is for all.
    private static func standIns(for block: Block) -> String {
        let file = Sources.stubs.appending(path: "Articles/\(block.article).swift")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        guard text.contains("// MARK: ") else { return text }
        let sections = text.components(separatedBy: "// MARK: ").dropFirst().filter { section in
            section.prefix { $0 != "\n" }.split(separator: " ").contains("\(block.number)")
        }
        return sections.map { String($0.drop { $0 != "\n" }) }.joined(separator: "\n")
    }

    /// The options that name this package's built modules, with the C modules and the macros that they need.
    private static var search: [String] {
        let runner = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let built = URL(filePath: runner).deletingLastPathComponent()
        let maps =
            ["COutlive", "COutliveInspect", "COutliveObjects"].map {
                built.appending(path: "\($0).build/module.modulemap").path
            }
            + ["Yams/Sources/CYaml", "FlyingFox/CSystemLinux"].map {
                Sources.root.appending(path: ".build/checkouts/\($0)/include/module.modulemap").path
            }
        return ["-I", built.appending(path: "Modules").path]
            + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] } + plugins.flatMap { ["-plugin-path", $0] }
    }

    /// The folder of the macros of swift-testing in the toolchain, which `swiftc` of some versions does not search.
    private static var plugins: [String] {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { bin in
            URL(filePath: String(bin)).appending(path: "swiftc").resolvingSymlinksInPath().deletingLastPathComponent()
                .appending(path: "../lib/swift/host/plugins/testing").standardizedFileURL.path
        }.filter { FileManager.default.fileExists(atPath: $0) }.prefix(1).map(\.self)
    }
}
