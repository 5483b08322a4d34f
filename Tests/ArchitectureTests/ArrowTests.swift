import Foundation
import Testing

struct ArrowTests {
    private let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
        .standardizedFileURL

    private var map: ModuleMap {
        get throws {
            try ModuleMap { try String(contentsOf: sources.appending(path: $0), encoding: .utf8) }
        }
    }

    @Test func `Each folder of a wing is a module of its README, and each module has its folder`() throws {
        let map = try map
        let folders = try Set(map.modules.map(\.wing)).union(subfolders(of: sources)).flatMap { wing in
            try subfolders(of: sources.appending(path: wing)).map { "\(wing)/\($0)" }
        }
        #expect(folders.sorted() == map.modules.map { "\($0.wing)/\($0.name)" }.sorted())
    }

    @Test func `Modules import only what their README allows, and the README allows no more`() throws {
        let map = try map
        let outside: Set = [
            "ArgumentParser", "CYaml", "FlyingFox", "FlyingSocks", "HTTPTypes", "Logging", "Metrics",
            "ServiceLifecycle", "Yams",
        ]
        let known = outside.union(map.modules.map(\.name))
        for module in map.modules where !module.name.hasPrefix("C") {
            let files = try SwiftSource.files(of: sources.appending(path: "\(module.wing)/\(module.name)"))
            let imports = files.reduce(into: Set<String>()) { $0.formUnion($1.imports) }.intersection(known)
            #expect(
                imports.subtracting(module.imports).sorted() == [], "\(module.name) imports more than its README allows"
            )
            #expect(
                module.imports.subtracting(imports).sorted() == [],
                "the README of \(module.wing) allows \(module.name) more than it imports")
        }
    }

    @Test func `No arrow between modules points up`() throws {
        #expect(try map.arrowsThatPointUp == [])
    }

    @Test func `No folder that others build on mentions what is built on it`() throws {
        for (module, folders) in try map.folders {
            let wing = try #require(try map.modules.first { $0.name == module }?.wing)
            let files = try SwiftSource.files(of: sources.appending(path: "\(wing)/\(module)"))
            let present = Set(files.map(\.folder).filter { !$0.isEmpty })
            #expect(folders.sorted() == present.sorted(), "in the README and in \(module)")
            #expect(files.upwardMentions(folders: folders) == [], "in \(module)")
        }
    }

    @Test func `Only what the list of the public API names is public`() throws {
        let list = try String(contentsOf: sources.appending(path: "../docs/public-api.md"), encoding: .utf8)
        var listed: [String: Set<String>] = [:]
        for line in list.split(separator: "\n") where line.hasPrefix("| `") {
            let names = line.split(separator: "|").map { $0.matches(of: /`(\w+)`/).map { String($0.1) } }
            listed[names[0][0]] = Set(names[2])
        }
        for module in try map.modules where !module.name.hasPrefix("C") {
            let files = try SwiftSource.files(of: sources.appending(path: "\(module.wing)/\(module.name)"))
            let names = files.reduce(into: Set<String>()) { $0.formUnion($1.published) }
            #expect(names.sorted() == (listed[module.name] ?? []).sorted(), "in \(module.name)")
        }
    }

    @Test func `Each symbolic link of the tests leads to a file`() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "..").standardizedFileURL
        let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: [.isSymbolicLinkKey])
        for case let file as URL in try #require(files)
        where try file.resourceValues(forKeys: [.isSymbolicLinkKey]).isSymbolicLink == true {
            #expect(FileManager.default.fileExists(atPath: file.path), "\(file.path) leads nowhere")
        }
    }

    @Test func `A reversed arrow between modules is found`() {
        let map = ModuleMap { path in
            switch path {
            case "README.md": "| `Low` |\n| `High` |"
            case "Low/README.md": "| `Values` | values | `Reader` |"
            default: "| `Reader` | reads | `Values` |\n| `Page` | shows | `Reader`, `Page` |"
            }
        }
        #expect(map.modules.map(\.wing) == ["Low", "High", "High"])
        #expect(map.arrowsThatPointUp == ["Values -> Reader", "Page -> Page"])
    }

    @Test func `A reversed arrow between folders is found, names that are nested or ambiguous aside`() {
        let files = [
            SwiftSource(
                folder: "Graph", text: "struct Node {}\nfunc f(_: Trace) // Path\nlet s = \"Path\"\nstruct Same {}"),
            SwiftSource(
                folder: "Traces", text: "public import Other\nfinal class Trace { struct Inner {} }\nstruct Path {}"),
            SwiftSource(folder: "Traces", text: "struct Inner {}\nstruct Same {}"),
        ]
        #expect(files[1].imports == ["Other"])
        #expect(files.upwardMentions(folders: ["Graph", "Traces"]) == ["Graph -> Traces (Trace)"])
        #expect(files.upwardMentions(folders: ["Traces", "Graph"]) == [])
    }

    private func subfolders(of folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.isDirectoryKey])
            .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }.map(\.lastPathComponent)
    }
}
