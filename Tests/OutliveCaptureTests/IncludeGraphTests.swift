import Foundation
import OutliveTestSupport
import Testing

/// The includes and calls between C files that lie in layers, one folder each.
struct IncludeGraph {
    /// The folders, lowest first.
    var layers: [String]
    /// The text of each file, by its path in the module, such as `Base/maps.h`.
    var files: [String: String]
    /// Headers of other modules, and the only folders that may include them; none for every folder.
    var others: [String: [String]] = [:]
    /// The files that are one recursion: they may call each other, and count as one.
    var recursion: Set<String> = []

    /// The layers of a module in the README of the wing: a numbered list below a line that names the module.
    static func layers(of module: String, in readme: String) -> [String] {
        readme.split(separator: "\n").drop { !$0.hasPrefix("Layers of `\(module)`, lowest first") }.dropFirst()
            .drop { $0.first?.isNumber != true }.prefix { $0.first?.isNumber == true || $0.hasPrefix("   ") }
            .compactMap { $0.firstMatch(of: #/^\d+\. (\w+): /#).map { String($0.1) } }
    }

    /// The files that a file includes by a path in quotes.
    private func includes(of file: String) -> [String] {
        files[file, default: ""].split(separator: "\n").compactMap { line in
            line.hasPrefix("#include \"") ? String(line.dropFirst(10).prefix { $0 != "\"" }) : nil
        }
    }

    private func layer(of file: String) -> Int? { layers.firstIndex { file.hasPrefix($0 + "/") } }

    /// Each include that leaves the order of the layers, and each file that is in none.
    var upwardIncludes: [String] {
        files.keys.sorted().flatMap { file in
            guard let own = layer(of: file) else { return ["\(file) is in no layer"] }
            return includes(of: file).compactMap { included -> String? in
                if let folders = others[included] {
                    return folders.isEmpty || folders.contains(layers[own]) ? nil : "\(file) includes \(included)"
                }
                guard files[included] != nil, let other = layer(of: included) else {
                    return "\(file) includes \(included), which does not exist"
                }
                return other > own ? "\(file) includes \(included)" : nil
            }
        }
    }

    /// A source counts as one with its header.
    private func unit(of file: String) -> String {
        let unit = String(file.prefix { $0 != "." })
        return recursion.contains(unit) ? recursion.sorted().joined(separator: "+") : unit
    }

    /// The functions for other files that a source defines.
    private func functions(of file: String) -> [Substring] {
        guard file.hasSuffix(".c") else { return [] }
        return files[file, default: ""].matches(of: /(?m)^(?!static )\w[^;{}()\n]*\b(outl_\w+)\([^;{}]*\{/).map(\.1)
    }

    /// The units that the files of each unit include or call.
    private var edges: [String: Set<String>] {
        var homes: [Substring: String] = [:]
        for file in files.keys { for function in functions(of: file) { homes[function] = unit(of: file) } }
        var edges: [String: Set<String>] = [:]
        for (file, text) in files {
            var used = includes(of: file).filter { files[$0] != nil }.map(unit)
            if file.hasSuffix(".c") {
                let code = text.replacing(#/\/\/.*|"[^"\n]*"/#, with: "")
                used += code.matches(of: /\boutl_\w+/).compactMap { homes[$0.0] }
            }
            edges[unit(of: file), default: []].formUnion(used)
        }
        return edges
    }

    /// The first path of includes and calls that returns to its beginning.
    var cycle: [String]? {
        let edges = edges
        var finished: Set<String> = []
        var path: [String] = []
        func search(_ unit: String) -> [String]? {
            if let start = path.firstIndex(of: unit) { return path[start...] + [unit] }
            guard finished.insert(unit).inserted else { return nil }
            path.append(unit)
            defer { path.removeLast() }
            for next in edges[unit, default: []].sorted() where next != unit {
                if let found = search(next) { return found }
            }
            return nil
        }
        for unit in edges.keys.sorted() {
            if let found = search(unit) { return found }
        }
        return nil
    }
}

struct IncludeGraphTests {
    private static let wing = HeapTierLibrary.folders[0].deletingLastPathComponent()

    /// The C sources of modules, lowest first, with the layers of the wing's README.
    private static func graph(of modules: [String], others: [String: [String]]) throws -> IncludeGraph {
        let readme = try String(contentsOf: wing.appendingPathComponent("README.md"), encoding: .utf8)
        var files: [String: String] = [:]
        for root in modules.map({ wing.appendingPathComponent($0) }) {
            let all = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
            for path in all where !path.hasPrefix("include/") && (path.hasSuffix(".c") || path.hasSuffix(".h")) {
                files[path] = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
            }
        }
        return IncludeGraph(
            layers: modules.flatMap { IncludeGraph.layers(of: $0, in: readme) }, files: files, others: others,
            recursion: ["Reader/spelling", "Reader/structures", "Reader/shapes"])
    }

    private static func tier() throws -> IncludeGraph {
        try graph(
            of: ["COutliveObjects", "COutliveHeap"],
            others: [
                "outl_heap.h": ["Start"], "outl_image.h": [], "outl_stack_table.h": [],
                "outl_unwind.h": ["Allocation", "Start"], "outl_processor.h": ["Base"],
            ])
    }

    private static func inspection() throws -> IncludeGraph {
        try graph(
            of: ["COutliveObjects", "COutliveInspect"],
            others: ["outl_inspect.h": ["Source", "Malloc", "Inspect"]])
    }

    @Test func `No file of the inspection includes one of a higher layer, or itself`() throws {
        let inspection = try Self.inspection()
        #expect(inspection.files.count > 60)
        #expect(inspection.upwardIncludes == [])
        #expect(inspection.cycle == nil)
    }

    @Test func `No file of the heap tier includes one of a higher layer`() throws {
        let tier = try Self.tier()
        #expect(tier.files.count > 50)
        #expect(tier.upwardIncludes == [])
    }

    @Test func `No files of the heap tier include or call each other`() throws {
        #expect(try Self.tier().cycle == nil)
    }

    @Test func `No two C files of the wing have one name`() throws {
        let files = try Set(Self.tier().files.keys).union(Self.inspection().files.keys)
        let names = Dictionary(grouping: files) { $0.split(separator: "/").last }
        #expect(names.values.filter { $0.count > 1 } == [])
    }

    @Test func `An include of a higher layer is found, also across modules`() throws {
        var tier = try Self.tier()
        tier.files["Memory/maps.c", default: ""] += "#include \"Objects/walk.h\"\n"
        tier.files["Objects/roots.c", default: ""] += "#include \"Freeze/frozen_threads.h\"\n"
        #expect(
            tier.upwardIncludes == [
                "Memory/maps.c includes Objects/walk.h", "Objects/roots.c includes Freeze/frozen_threads.h",
            ])
    }

    @Test func `A cycle through a source and its header is found`() throws {
        var tier = try Self.tier()
        tier.files["Memory/memory.c", default: ""] += "#include \"Memory/maps.h\"\n"
        #expect(Set(tier.cycle ?? []) == ["Memory/maps", "Memory/memory"])
    }

    @Test func `A cycle of calls is found, also through a header that others share`() throws {
        var tier = try Self.tier()
        tier.files["Objects/nodes.c", default: ""] += "\nstatic int back(void) { return outl_tasks_write(NULL); }\n"
        #expect(Set(tier.cycle ?? []) == ["Objects/nodes", "Objects/tasks"])
        let files = [
            "A/all.h": "int outl_one(int);\nint outl_two(int);",
            "A/one.c": "#include \"A/all.h\"\nint outl_one(\n    int x) {\n    return outl_two(x);\n}",
            "A/two.c": "#include \"A/all.h\"\n// Not outl_one.\nint outl_two(int x) { return x; }",
        ]
        #expect(IncludeGraph(layers: ["A"], files: files).cycle == nil)
        let circle = files.merging(["A/two.c": "int outl_two(int x) { return outl_one(x); }"]) { $1 }
        #expect(IncludeGraph(layers: ["A"], files: circle).cycle == ["A/one", "A/two", "A/one"])
        #expect(IncludeGraph(layers: ["A"], files: circle, recursion: ["A/one", "A/two"]).cycle == nil)
    }

    @Test func `Layers are those of the module's list in the README`() {
        let readme = """
            Layers of `One`, lowest first.
            1. Low: a
               b.
            2. High: c.
            Layers of `Two`, lowest first, above those of `One`.
            1. X: d.
            """
        #expect(IncludeGraph.layers(of: "One", in: readme) == ["Low", "High"])
        #expect(IncludeGraph.layers(of: "Two", in: readme) == ["X"])
    }

    @Test func `Files in no layer, unknown files and headers of other modules are found`() {
        let graph = IncludeGraph(
            layers: ["Low", "High"],
            files: [
                "Low/a.h": "#include <stdio.h>\n#include \"common.h\"\n#include \"api.h\"", "loose.c": "",
                "High/b.c": "#include \"Low/a.h\"\n#include \"Low/gone.h\"\n#include \"api.h\"",
            ],
            others: ["api.h": ["High"], "common.h": []])
        #expect(
            graph.upwardIncludes == [
                "High/b.c includes Low/gone.h, which does not exist", "Low/a.h includes api.h",
                "loose.c is in no layer",
            ])
        #expect(graph.cycle == nil)
    }

    @Test func `A longer cycle between headers is found`() {
        let files = ["A/x.h": "#include \"A/y.h\"", "A/y.h": "#include \"A/z.h\"", "A/z.h": "#include \"A/x.h\""]
        #expect(IncludeGraph(layers: ["A"], files: files).cycle == ["A/x", "A/y", "A/z", "A/x"])
        #expect(IncludeGraph(layers: ["A"], files: files.filter { $0.key != "A/z.h" }).cycle == nil)
    }
}
