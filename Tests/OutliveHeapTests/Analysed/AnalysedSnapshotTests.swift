import Foundation
import OutliveModel
import Synchronization
import Testing

@testable import OutliveHeap

@Suite struct AnalysedSnapshotTests {
    /// Names that count how often they are asked for functions.
    private final class CountingNames: AddressNames {
        let requests = Mutex(0)

        func functions(of frames: [Frame]) -> [Frame] {
            requests.withLock { $0 += 1 }
            return frames
        }
        func variables(of frames: [Frame]) -> [String?] { frames.map { _ in nil } }
    }

    @Test func `The tasks are grouped once, by whichever thread asks first`() async throws {
        var sketch = TaskSketch()
        sketch.taskNode()
        sketch.task(0, frames: [0x1100])
        let (names, others) = (CountingNames(), CountingNames())
        let snapshot = try HeapSnapshot(sketch.builder.file)
        #expect(AnalysedSnapshot(snapshot, names: others).tasks.groups.count == 1)
        let analysed = AnalysedSnapshot(snapshot, names: names)
        let counts = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { analysed.tasks.groups.count } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == [Int](repeating: 1, count: 8))
        #expect(names.requests.withLock { $0 } == others.requests.withLock { $0 })
    }

    @Test
    func `An object in a global can be one of many if it has elements, other holders, a type of the program or a list`()
        throws
    {
        var builder = SnapshotBuilder()
        builder.flags = 3
        builder.module("/opt/app/bin/app", bias: 0, 0x1000..<0x9000)
        let (object, array) = (
            builder.type("Swift.KeyPath<App.A, Swift.Int>"), builder.type("Swift._ContiguousArrayStorage<Swift.Int>")
        )
        builder.row(object)
        builder.row(array)
        builder.container(1, used: 8, capacity: 16)
        let alone = builder.node(0x1000, type: object)
        let elements = builder.node(0x2000, type: array, edges: [(offset: 32, target: 2)])
        let element = builder.node(0x3000, type: object)
        let local = builder.node(0x4000, type: object)
        let head = builder.node(0x6000, type: builder.type("App.Node"))
        let part = builder.node(0x7000, type: builder.type("Foundation.__NSCFType"))
        let formatter = builder.node(
            0x8000, type: builder.type("Foundation.NumberFormatter"), edges: [(offset: 16, target: part)])
        let operation = builder.type("Foundation.Operation")
        let last = builder.node(0x9000, type: operation)
        let first = builder.node(0xa000, type: operation, edges: [(offset: 16, target: last)])
        builder.root(formatter, address: 0x5100)
        builder.root(first, address: 0x5108)
        for node in [alone, elements, element, head] { builder.root(node, address: 0x5000 + UInt64(node) * 8) }
        builder.root(local, kind: 4)
        let analysed = AnalysedSnapshot(try HeapSnapshot(builder.file), names: CountingNames())
        let found = analysed.snapshot.nodes.indices.filter(analysed.isInGlobalAlone)
        #expect(found == [alone, part, formatter, first].map(Int.init))
    }

    @Test func `No other part of the sources makes the graph, the best paths or the tasks of a snapshot`() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources")
            .standardizedFileURL
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var makers: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            let made = ["HeapGraph(", "TaskGroups(", "RetentionPaths(graph)"]
            if made.contains(where: text.contains) { makers.insert(file.lastPathComponent) }
        }
        #expect(makers == ["AnalysedSnapshot.swift"])
    }
}
