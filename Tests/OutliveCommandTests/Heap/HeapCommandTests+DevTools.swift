import Foundation
import OutliveTestSupport
import Testing

extension HeapCommandTests {
    @Test(.enabled(if: Browser.path != nil, "Chromium is needed"))
    func `The parser of a browser's developer tools loads an export, with its retainers and retained sizes`()
        async throws
    {
        _ = try await snapshots("one")
        let (file, export, json) = (trial.file("one"), trial.file("one.heapsnapshot"), trial.file("own.json"))
        let written = try await outlive("heap", file, "--export", "heapsnapshot=\(export)")
        #expect(written.status == 0, "\(written.errors)")
        let listed = try await outlive("heap", file, "--type", "Plain", "--top", "10000000", "--report", "json=\(json)")
        #expect(listed.status == 0, "\(listed.errors)")
        let own = try JSONDecoder().decode(Largest.self, from: Data(contentsOf: URL(fileURLWithPath: json)))

        let known = try KnownExport(Data(contentsOf: URL(fileURLWithPath: export)))
        let seen = try await ParsedExport.load(trial.text("one.heapsnapshot"), type: "Plain")
        #expect(seen.problems == [])
        #expect((seen.nodes, seen.edges) == (known.nodes, known.edges))
        let retainers = known.retainers(ofType: "Plain")
        #expect(!retainers.isEmpty)
        #expect(Dictionary(uniqueKeysWithValues: seen.named.map { ($0.id, $0.retainers.sorted()) }) == retainers)
        #expect(seen.named.map(\.retained).sorted() == own.largest.map(\.retainedBytes).sorted())
    }
}

/// The list of `outlive heap --top`.
private struct Largest: Decodable {
    struct Block: Decodable {
        var retainedBytes: Int
    }

    var largest: [Block]
}

/// An export as its file describes it.
private struct KnownExport {
    let nodes: Int
    let edges: Int
    private let nodeFields: [Int]
    private let edgeFields: [Int]
    private let strings: [String]
    private let weak: Int

    init(_ data: Data) throws {
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let head = try #require(object["snapshot"] as? [String: Any])
        nodes = try #require(head["node_count"] as? Int)
        edges = try #require(head["edge_count"] as? Int)
        nodeFields = try #require(object["nodes"] as? [Int])
        edgeFields = try #require(object["edges"] as? [Int])
        strings = try #require(object["strings"] as? [String])
        let kinds = (head["meta"] as? [String: Any])?["edge_types"] as? [Any]
        weak = try #require((kinds?.first as? [String])?.firstIndex(of: "weak"))
    }

    /// Returns the identifiers of the nodes that refer to each node of a type by edges that are not weak, sorted.
    func retainers(ofType type: String) -> [Int: [Int]] {
        var found: [Int: [Int]] = [:]
        func isWanted(_ node: Int) -> Bool { strings[nodeFields[node + 1]].hasSuffix(".\(type)") }
        var edge = 0
        for node in stride(from: 0, to: nodeFields.count, by: 7) {
            if isWanted(node) { found[nodeFields[node + 2], default: []] += [] }
            for _ in 0..<nodeFields[node + 4] {
                let target = edgeFields[edge + 2]
                if edgeFields[edge] != weak, isWanted(target) {
                    found[nodeFields[target + 2], default: []].append(nodeFields[node + 2])
                }
                edge += 3
            }
        }
        return found.mapValues { $0.sorted() }
    }
}

/// An export as the developer tools of Chromium read it.
private struct ParsedExport: Decodable {
    struct Object: Decodable {
        var id: Int
        var retained: Int
        var retainers: [Int]
    }

    var nodes: Int
    var edges: Int
    /// The objects of the type.
    var named: [Object]
    var problems: [String]

    static func load(_ export: String, type: String) async throws -> ParsedExport {
        let literal = String(decoding: try JSONEncoder().encode(export), as: UTF8.self)
        var text = ""
        try await Browser.run { browser in
            // Modules are imported from the origin of a page.
            try await browser.go(to: "\(browser.toolsAddress())/devtools/\(parser)")
            _ = try await browser.value(
                of: "location.pathname.startsWith('/devtools/') && document.readyState == 'complete'")
            _ = try await browser.value(of: "(window.load ??= \(script))(\(literal), '\(type)')")
            text = try await browser.value(of: "window.seen")
        }
        return try JSONDecoder().decode(ParsedExport.self, from: Data(text.utf8))
    }

    private static let parser = "entrypoints/heap_snapshot_worker/heap_snapshot_worker.js"

    private static let script = """
        (async (text, type) => {
          const problems = [];
          try {
            const worker = await import('/devtools/\(parser)');
            console.warn = (...words) => problems.push(words.join(' '));
            const loader = new worker.HeapSnapshotLoader.HeapSnapshotLoader(
              { sendEvent(name, data) { if (/problem/i.test(name)) problems.push(String(data)) } });
            loader.write(text);
            loader.close();
            await loader.parsingComplete;
            // The second half of the work is that of another worker, joined by a port.
            const ports = new MessageChannel();
            const second = new worker.HeapSnapshot.SecondaryInitManager(ports.port2);
            const snapshot = await loader.buildSnapshot(ports.port1);
            const named = [];
            for (let index = 0; index < snapshot.nodeCount; ++index) {
              const node = snapshot.createNode(index * snapshot.nodeFieldCount);
              if (!node.name().endsWith('.' + type)) continue;
              const retainers = [];
              for (const it = node.retainers(); it.hasNext(); it.next())
                if (!it.item().isWeak()) retainers.push(it.item().node().id());
              named.push({ id: node.id(), retained: node.retainedSize(), retainers });
            }
            window.seen = JSON.stringify(
              { nodes: snapshot.nodeCount, edges: snapshot.containmentEdges.length / 3, named, problems });
          } catch (error) {
            window.seen = JSON.stringify({ nodes: 0, edges: 0, named: [], problems: [...problems, String(error)] });
          }
        })
        """
}
