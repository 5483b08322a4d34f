import Foundation
import OutliveModel
import OutliveTestSupport
import Testing

@testable import OutliveHeap

/// Exports in V8's format, read by rules of their own.
@Suite struct DevToolsExportTests {
    private static let names = ExportNames(
        functions: [
            0x1500: [
                Symbol(function: "App.Store.make() -> App.Session", file: "/src/App/Store.swift", line: 7, column: 3)
            ],
            0x1600: [
                Symbol(function: "App.inlined() -> ()", file: "/src/App/main.swift", line: 2, column: 1),
                Symbol(function: "App.main() -> ()", file: "/src/App/main.swift", line: 9, column: 1),
            ],
        ],
        variables: [0xF000: "static App.Store.sessions : Swift.Array<App.Session>"])

    private func export(_ builder: SnapshotBuilder, names: ExportNames = names) throws -> DevToolsExport {
        DevToolsExport(RetentionPaths(HeapGraph(try HeapSnapshot(builder.file))), names: names)
    }

    @Test func `Blocks are nodes of the tools' kinds, with named edges from roots and fields`() throws {
        let file = try DevToolsFile(export(.example()))
        #expect(file.lines.contains("(Globals) -property static Store.sessions-> " + Self.array))
        #expect(file.lines.contains(Self.array + " -element 0-> App.Session"))
        #expect(file.lines.contains("App.Session -property owner-> App.Controller"))
        let kinds = Dictionary(file.nodes.map { ($0.name, $0.kind) }) { first, _ in first }
        #expect(kinds["App.Session"] == "object")
        #expect(kinds[Self.array] == "array")
        #expect(kinds["(block of memory)"] == "native")
        #expect(file.node("App.Session")?.bytes == 32)
    }

    @Test func `Closures and strings have their kinds, and captures are named by type`() throws {
        var builder = SnapshotBuilder()
        builder.flags = 3
        let string = builder.type("Swift.__StringStorage")
        let closure = builder.type("(Swift.String)", .closure, fields: [("", "Swift.String", 16, 0)])
        builder.node(0x1000, type: closure, edges: [(24, 1)])
        builder.node(0x2000, type: string)
        let file = try DevToolsFile(export(builder))
        #expect(file.node("closure (Swift.String)")?.kind == "closure")
        #expect(file.node("Swift.__StringStorage")?.kind == "string")
        #expect(!file.lines.contains("closure (Swift.String) -context Swift.String-> Swift.__StringStorage"))
        #expect(file.lines.contains("closure (Swift.String) -internal +24-> Swift.__StringStorage"))
        #expect(file.reached.count == file.nodes.count)
    }

    @Test func `A closure is named by the code beside a reference to it, if that is known`() throws {
        var builder = SnapshotBuilder()
        builder.flags = 3
        builder.module("/opt/app/bin/app", bias: 0x10000, 0x11000..<0x20000)
        let type = builder.type("App.Feed", fields: [("onEvent", "() -> ()", 16, 0)])
        let closure = builder.type("(App.Feed)", .closure)
        builder.node(0x1000, bytes: 48, type: type, edges: [(24, 1)])
        builder.node(0x2000, type: closure)
        builder.function(0, 0x11700)
        let names = ExportNames(functions: [
            0x1701: [
                Symbol(function: "closure #1 () -> () in App.Feed.start() -> ()", file: "/src/App/Feed.swift", line: 31)
            ]
        ])
        #expect(try DevToolsFile(export(builder, names: names)).node("closure in Feed.start (Feed.swift:31)") != nil)
        #expect(try DevToolsFile(export(builder)).node("closure (App.Feed)") != nil)
    }

    @Test func `A reference that is declared as not holding is weak, and leads from no root`() throws {
        var builder = SnapshotBuilder()
        builder.flags = 3
        let type = builder.type(
            "App.A", fields: [("strong", "App.A", 16, 0), ("unowned", "App.A", 24, 2), ("unmanaged", "App.A", 32, 3)])
        builder.node(0x1000, bytes: 48, type: type, edges: [(16, 1), (24, 2), (32, 3)])
        for address in [0x2000, 0x3000, 0x4000] { builder.node(UInt64(address), bytes: 48, type: type) }
        builder.root(0)
        let file = try DevToolsFile(export(builder))
        #expect(
            Set(file.lines.filter { $0.hasPrefix("App.A") }) == [
                "App.A -property strong-> App.A", "App.A -weak unowned-> App.A", "App.A -weak unmanaged-> App.A",
            ])
        // The two that nothing holds are found as such.
        let unheld = try #require(file.node("(Not referenced from outside the heap)"))
        #expect(unheld.edges.count == 2)
    }

    @Test func `An unreferenced cycle is reached by one edge`() throws {
        var builder = SnapshotBuilder()
        builder.flags = 3
        let type = builder.type("App.A", fields: [("next", "App.A", 16, 0)])
        builder.node(0x1000, type: type, edges: [(16, 1)])
        builder.node(0x2000, type: type, edges: [(16, 0)])
        builder.node(0x3000, type: type, edges: [(16, 0)])
        let file = try DevToolsFile(export(builder))
        #expect(file.node("(Not referenced from outside the heap)")?.edges.count == 1)
        #expect(file.reached.count == file.nodes.count)
    }

    @Test func `Allocation stacks are a tree, outermost functions first, with inlined ones`() throws {
        let file = try DevToolsFile(export(.example()))
        let session = try #require(file.node("App.Session"))
        #expect(file.calls[session.call] == "(root);main();inlined();Store.make();libswiftCore.so+0x1234")
        #expect(file.node("(GC roots)")?.call == 0)
        // The number of blocks precedes their bytes. Blocks without a stack belong to no call, and the controller, whose
        // stack is empty, to the root.
        #expect(file.amounts[session.call] == [1, 32])
        #expect(file.calls[1] == "(root)" && file.amounts[1] == [1, 24])
    }

    @Test func `A task is a root, and not among the blocks that nothing refers to`() throws {
        let file = try DevToolsFile(export(.example()))
        #expect(file.lines.contains("(Tasks) -property task-> Swift.Task"))
        #expect(file.lines.count { $0.hasSuffix("-> Swift.Task") } == 1)
    }

    @Test func `The weak references of an object that is gone lead nowhere`() throws {
        for state in [UInt32(0), 1] {
            var builder = SnapshotBuilder()
            builder.flags = 3
            let type = builder.type("App.Screen", fields: [("owner", "Swift.Optional<App.Core>", 16, 1)])
            builder.node(0x1000, type: type, state: state, edges: [(16, 1)])
            builder.node(0x2000, type: builder.type("App.Core"))
            for node in [UInt32(0), 1] { builder.root(node) }
            let file = try DevToolsFile(export(builder))
            #expect(file.lines.contains("App.Screen -weak owner-> App.Core") == (state == 0))
        }
    }

    @Test func `The same snapshot gives the same bytes, and a surviving object keeps its id`() throws {
        func bytes(_ builder: SnapshotBuilder) throws -> [UInt8] {
            let pieces = Pieces()
            try export(builder).write { pieces.bytes += $0 }
            return pieces.bytes
        }
        #expect(try bytes(.example()) == bytes(.example()))
        func heap(_ addresses: [UInt64], birth: UInt32 = 0) -> SnapshotBuilder {
            var builder = SnapshotBuilder()
            builder.flags = 3
            let type = builder.type("App.A")
            for address in addresses { builder.node(address, type: type, birth: birth) }
            return builder
        }
        let some = (1...2_000).map { UInt64($0) * 48 + 0x7F00_0000_0000 }
        let before = try DevToolsFile(export(heap(some)))
        let after = try DevToolsFile(export(heap(some.filter { $0 % 7 != 0 })))
        let ids = Set(before.nodes.filter { $0.name == "App.A" }.map(\.id))
        #expect(after.nodes.filter { $0.name == "App.A" }.allSatisfy { ids.contains($0.id) })
        // One that was made later in the same place is another one.
        let reborn = try DevToolsFile(export(heap(some, birth: 1)))
        #expect(reborn.nodes.filter { $0.name == "App.A" && ids.contains($0.id) }.isEmpty)
    }

    @Test func `Names of any kind make valid JSON`() throws {
        var builder = SnapshotBuilder()
        builder.flags = 3
        let name = "App.\"Quoted\\\" \u{1}\u{1F}\n\u{7F} 名🙂"
        builder.node(0x1000, type: builder.type(name))
        #expect(try DevToolsFile(export(builder)).node(name) != nil)
    }

    @Test func `A block beyond the format's range has its greatest size`() throws {
        var builder = SnapshotBuilder()
        builder.flags = 3
        builder.node(0x1000, bytes: 1 << 33, type: builder.type("App.A"))
        #expect(try DevToolsFile(export(builder)).node("App.A")?.bytes == Int(UInt32.max))
    }

    @Test func `An empty heap is a file as well`() throws {
        var builder = SnapshotBuilder()
        builder.flags = 3
        let file = try DevToolsFile(export(builder))
        #expect(file.nodes.map(\.name) == ["", "(GC roots)"])
    }

    @Test func `In any heap all is reached from the root, and the edges are those of the graph`() async throws {
        try await Fuzzing.run(count: 60) { seed in
            let snapshot = try HeapSnapshot(SnapshotBuilder.random(seed: seed).file)
            let graph = HeapGraph(snapshot)
            let file = try DevToolsFile(DevToolsExport(RetentionPaths(graph), names: ExportNames()))
            let before = file.nodes.count - snapshot.nodes.count
            #expect(file.reached.count == file.nodes.count, "seed \(seed)")
            var holders = [[Int]](repeating: [], count: snapshot.nodes.count)
            for (index, node) in file.nodes.enumerated().dropFirst(before) {
                for edge in node.edges where edge.kind != "weak" {
                    holders[edge.target - before].append(index - before)
                }
            }
            for node in snapshot.nodes.indices {
                #expect(holders[node] == graph.referrers(of: node).map { Int($0) }, "seed \(seed), node \(node)")
            }
        }
    }

    private static let array = "Swift._ContiguousArrayStorage<App.Session>"

    private final class Pieces: @unchecked Sendable {
        var bytes: [UInt8] = []
    }
}
