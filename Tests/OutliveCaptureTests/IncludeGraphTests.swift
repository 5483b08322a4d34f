import Foundation
import OutliveTestSupport
import Testing

/// The includes between C files that lie in layers, one folder each.
struct IncludeGraph {
    /// The folders, lowest first.
    var layers: [String]
    /// The text of each file, by its path in the module, such as `Base/maps.h`.
    var files: [String: String]
    /// Headers of other modules, and the only folders that may include them; none for every folder.
    var others: [String: [String]] = [:]

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

    /// The first path of includes that returns to its beginning, where a source counts as one with its header.
    var cycle: [String]? {
        func unit(_ file: String) -> String { String(file.prefix { $0 != "." }) }
        var edges: [String: Set<String>] = [:]
        for file in files.keys {
            edges[unit(file), default: []].formUnion(includes(of: file).filter { files[$0] != nil }.map(unit))
        }
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
    /// The C sources in folders of modules, lowest first.
    private static func graph(
        of folders: [URL], layers: [String], others: [String: [String]]
    ) throws -> IncludeGraph {
        var files: [String: String] = [:]
        for root in folders {
            let all = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
            for path in all where !path.hasPrefix("include/") && (path.hasSuffix(".c") || path.hasSuffix(".h")) {
                files[path] = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
            }
        }
        return IncludeGraph(layers: layers, files: files, others: others)
    }

    /// The heap tier: the layers of `COutliveObjects`, then those of `COutliveHeap`.
    private static func tier() throws -> IncludeGraph {
        let layers = [
            "Memory", "Types", "Reader", "Objects", "File", "Base", "Allocation", "Loader", "Freeze", "Snapshot",
            "Service", "Entry", "Start",
        ]
        return try graph(
            of: HeapTierLibrary.folders, layers: layers,
            others: [
                "outl_heap.h": ["Start"], "outl_image.h": [], "outl_stack_table.h": [],
                "outl_unwind.h": ["Allocation", "Start"], "outl_processor.h": ["Base"],
            ])
    }

    /// The inspection of other processes: the layers of `COutliveObjects`, then those of `COutliveInspect`.
    private static func inspection() throws -> IncludeGraph {
        let objects = HeapTierLibrary.folders[0]
        let folders = [objects, objects.deletingLastPathComponent().appendingPathComponent("COutliveInspect")]
        return try graph(
            of: folders,
            layers: ["Memory", "Types", "Reader", "Objects", "File", "Source", "Malloc", "Inspect"],
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

    @Test func `No files of the heap tier include each other`() throws {
        #expect(try Self.tier().cycle == nil)
    }

    @Test func `An include of a higher layer is found, also across modules`() throws {
        var tier = try Self.tier()
        tier.files["Memory/maps.c", default: ""] += "#include \"Objects/walk.h\"\n"
        tier.files["Objects/roots.c", default: ""] += "#include \"Freeze/threads.h\"\n"
        #expect(
            tier.upwardIncludes == [
                "Memory/maps.c includes Objects/walk.h", "Objects/roots.c includes Freeze/threads.h",
            ])
    }

    @Test func `A cycle through a source and its header is found`() throws {
        var tier = try Self.tier()
        tier.files["Memory/memory.c", default: ""] += "#include \"Memory/maps.h\"\n"
        #expect(Set(tier.cycle ?? []) == ["Memory/maps", "Memory/memory"])
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
