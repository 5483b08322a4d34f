#if os(Linux)
import Foundation
import OutliveHeap
import OutliveModel
import Testing

/// The graph of objects that are held in known ways.
struct GraphTests {
    private static func shapes(of scenario: String = "shapes") async throws -> Shapes {
        try await Shapes(of: scenario)
    }

    @Test
    func `A path from a static property leads through a dictionary and a closure's capture`() async throws {
        let shapes = try await Self.shapes()
        let registry = try shapes.node("heap_fixture.Registry")
        #expect(shapes.roots(of: registry).contains { $0.kind == .global })
        let item = try shapes.node("heap_fixture.Item")
        let holders = shapes.holders(of: item)
        #expect(holders.map(shapes.name) == ["Swift._DictionaryStorage<Swift.String, heap_fixture.Slot>"])
        #expect(try shapes.holders(of: #require(holders.first)).contains(registry))
        // A closure that captures one object has that for its context.
        #expect(shapes.holders(of: try shapes.node("heap_fixture.Model")).contains(registry))
    }

    @Test
    func `A cycle of two objects has two edges and no root`() async throws {
        let shapes = try await Self.shapes()
        let (owner, helper) = (try shapes.node("heap_fixture.Owner"), try shapes.node("heap_fixture.Helper"))
        #expect(shapes.holders(of: owner) == [helper])
        #expect(shapes.holders(of: helper) == [owner])
        #expect(shapes.roots(of: owner).isEmpty)
        #expect(shapes.roots(of: helper).isEmpty)
    }

    @Test
    func `Memory of C, and the stack of a thread, hold objects`() async throws {
        let shapes = try await Self.shapes()
        let memory = try #require(shapes.holders(of: try shapes.node("heap_fixture.CHeld")).first)
        #expect(shapes.snapshot.types[Int(shapes.snapshot.nodes[memory].type)].type == nil)
        #expect(shapes.roots(of: memory).contains { $0.kind == .global })
        let thread = try Self.threadWhoseStackHolds("heap_fixture.StackHeld", in: shapes)
        #expect(Int32(thread.threadID) != shapes.snapshot.header.processID)
        #expect(thread.name == "heap-fixture")
    }

    @Test
    func `Only an unreferenced block holds what lies in it`() async throws {
        let shapes = try await Self.shapes()
        let held = try shapes.node("heap_fixture.LostHeld")
        #expect(shapes.holders(of: held).map(shapes.name) == ["raw"])
        #expect(shapes.roots(of: held).isEmpty)
    }

    @Test
    func `The stack of the first thread holds objects`() async throws {
        let shapes = try await Self.shapes()
        let thread = try Self.threadWhoseStackHolds("heap_fixture.FirstHeld", in: shapes)
        #expect(Int32(thread.threadID) == shapes.snapshot.header.processID)
    }

    private static func threadWhoseStackHolds(_ object: String, in shapes: Shapes) throws -> HeapSnapshot.Thread {
        let root = try #require(shapes.roots(of: try shapes.node(object)).first { $0.kind == .stack })
        let thread = shapes.snapshot.threads[Int(root.owner)]
        #expect(thread.isStackKnown)
        #expect(thread.stack.contains(root.address))
        return thread
    }

    @Test
    func `Fields have offset, size and strength, also those in a struct`() async throws {
        let shapes = try await Self.shapes()
        let watcher = try shapes.node("heap_fixture.Watcher")
        let fields = shapes.snapshot.fields(ofType: Int(shapes.snapshot.nodes[watcher].type))
        #expect(
            fields.map(\.name) == [
                "number", "weakly", "unowned", "unmanaged", "strongly", "nested.inside", "nested.number",
            ])
        #expect(fields.map(\.strength) == [.strong, .weak, .unowned, .unmanaged, .strong, .unowned, .strong])
        #expect(fields.map(\.offset) == [16, 24, 32, 40, 48, 56, 64])
        #expect(fields.map(\.size).allSatisfy { $0 == 8 })
        #expect(fields.first?.type == "Swift.Int")
    }

    @Test
    func `A weak reference makes no edge, not even through its side table`() async throws {
        let shapes = try await Self.shapes()
        let watched = try shapes.node("heap_fixture.Watched")
        let watcher = try shapes.node("heap_fixture.Watcher")
        let edges = shapes.snapshot.edges(ofNode: watcher).filter { $0.target == UInt32(watched) }
        #expect(edges.map(\.offset) == [32, 40, 48, 56])
        // The array of all that is kept holds it too; nothing else does.
        #expect(
            Set(shapes.holders(of: watched).map(shapes.name)) == [
                "heap_fixture.Watcher", "Swift._ContiguousArrayStorage<Any>",
            ])
    }

    @Test
    func `An object holds the side table of its weak references`() async throws {
        let shapes = try await Self.shapes()
        let watched = try shapes.node("heap_fixture.Watched")
        let table = try #require(shapes.snapshot.edges(ofNode: watched).first { $0.offset == 8 })
        #expect(shapes.name(Int(table.target)) == "raw")
        #expect(shapes.snapshot.edges(ofNode: Int(table.target)).isEmpty)
        #expect(HeapGraph(shapes.snapshot).referrers(of: Int(table.target)).contains(UInt32(watched)))
    }

    @Test
    func `The side table of a released object does not hold another one at its address`() async throws {
        let shapes = try await Self.shapes()
        let successor = try shapes.node("heap_fixture.Successor")
        let observer = try shapes.node("heap_fixture.Observer")
        let table = try #require(shapes.snapshot.edges(ofNode: observer).first { $0.offset == 16 })
        #expect(shapes.name(Int(table.target)) == "raw")
        #expect(shapes.snapshot.edges(ofNode: Int(table.target)).isEmpty)
        #expect(shapes.holders(of: successor).isEmpty)
    }

    @Test
    func `Array storage has its stride and count`() async throws {
        let shapes = try await Self.shapes(of: "kinds")
        let arrays = shapes.nodes("Swift._ContiguousArrayStorage<heap_fixture.Part>").map { shapes.snapshot.nodes[$0] }
        #expect(arrays.count == 10)
        #expect(arrays.allSatisfy { $0.elements == 2 && shapes.snapshot.types[Int($0.type)].elementStride == 24 })
        let plain = shapes.snapshot.nodes[try #require(shapes.nodes("heap_fixture.Plain").first)]
        #expect(shapes.snapshot.types[Int(plain.type)].elementStride == 0)
        #expect(shapes.snapshot.types[Int(plain.type)].instanceSize == 24)
    }

    @Test
    func `Captures of closures, boxes and errors are fields`() async throws {
        let shapes = try await Self.shapes(of: "kinds")
        for (name, names, types, offsets) in [
            ("(Swift.String, heap_fixture.Plain)", ["", ""], ["Swift.String", "heap_fixture.Plain"], [16, 32]),
            ("heap_fixture.Wide", [""], ["heap_fixture.Wide"], [16]),
            ("heap_fixture.Failure", ["because"], ["Swift.String"], [32]),
        ] as [(String, [String], [String], [UInt32])] {
            let node = shapes.snapshot.nodes[try #require(shapes.nodes(name).first, "\(name)")]
            let fields = shapes.snapshot.fields(ofType: Int(node.type))
            #expect(fields.map(\.name) == names)
            #expect(fields.map(\.type) == types)
            #expect(fields.map(\.offset) == offsets)
        }
        // The closures hold the objects that they captured.
        let closure = try #require(shapes.nodes("(Swift.String, heap_fixture.Plain)").first)
        let held = shapes.snapshot.edges(ofNode: closure).filter { $0.offset == 32 }.map { Int($0.target) }
        #expect(held.map(shapes.name) == ["heap_fixture.Plain"])
    }

    @Test
    func `Words behind an array's last element make no edge`() async throws {
        let shapes = try await Self.shapes(of: "leftovers")
        let removed = try shapes.node("heap_fixture.Removed")
        let shortened = try shapes.node("heap_fixture.Shortened")
        let array = Int(try #require(shapes.snapshot.edges(ofNode: shortened).first).target)
        #expect(shapes.edges(from: array, to: removed).map { shapes.snapshot.edges[$0].offset } == [32])
    }

    @Test
    func `The storage of a text holds the offsets of its characters, and a buffer its only element`() async throws {
        let shapes = try await Self.shapes(of: "leftovers")
        let offsets = try shapes.node("Swift._StringBreadcrumbs")
        #expect(shapes.holders(of: offsets).map(shapes.name) == ["Swift.__StringStorage"])
        let element = try shapes.node("heap_fixture.Slotted")
        #expect(shapes.holders(of: element).map(shapes.name) == ["heap_fixture.Slot"])
    }

    @Test
    func `A graph takes at most 64 bytes a node and 12 an edge`() async throws {
        let program = try WatchedProgram("trouble", "large")
        await program.isReady()
        let snapshot = try await program.request(1, graph: true)
        #expect(snapshot.nodes.count > 200_000)
        let bytes = try FileManager.default.attributesOfItem(atPath: program.path("request-1"))[.size] as? Int
        #expect(try #require(bytes) <= 64 * snapshot.nodes.count + 12 * snapshot.edges.count)
        program.endInput()
        #expect(await program.end().status == 0)
    }
}
#endif
