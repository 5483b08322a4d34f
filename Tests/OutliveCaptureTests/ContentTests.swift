#if os(Linux)
import Testing

@testable import OutliveHeap

/// The names of references in buffers, and in values whose type is known only at run time.
struct ContentTests {
    /// A reference as a test compares it.
    private struct Place: Hashable, CustomStringConvertible {
        var text: String
        var declarer: String?
        var description: String { "\(text) of \(declarer ?? "the holder")" }
    }

    /// Returns the references from the objects of a type to those of another.
    private func places(_ shapes: Shapes, from holder: (String) -> Bool, to target: String) -> Set<Place> {
        var found: Set<Place> = []
        let references = EdgeReferences(shapes.snapshot)
        for node in shapes.snapshot.nodes.indices where holder(shapes.name(node)) {
            for edge in shapes.snapshot.nodes[node].edges
            where shapes.name(Int(shapes.snapshot.edges[edge].target)) == target {
                let reference = references.reference(edge, from: node)
                found.insert(Place(text: reference.shape, declarer: reference.elementType))
            }
        }
        return found
    }

    private let guarded = "heap_fixture.Guarded<heap_fixture.Record>"

    @Test
    func `An existential in an array, inline or boxed, leads to the properties of its type`() async throws {
        let shapes = try await Shapes(of: "contents")
        let inline = places(
            shapes, from: { $0 == "Swift._ContiguousArrayStorage<heap_fixture.Stepping>" }, to: guarded)
        #expect(inline == [Place(text: "[].records", declarer: "heap_fixture.Narrow")])
        let boxed = places(shapes, from: { $0 == "heap_fixture.Wide" || $0 == "(heap_fixture.Wide)" }, to: guarded)
        #expect(boxed == [Place(text: ".records", declarer: "heap_fixture.Wide")])
    }

    @Test
    func `A closure with generic captures has the properties of its captures`() async throws {
        let shapes = try await Shapes(of: "contents")
        let name = "(heap_fixture.Narrow, heap_fixture.Record)"
        let held = places(shapes, from: { $0 == name }, to: guarded)
        #expect(held == [Place(text: ".records", declarer: "heap_fixture.Narrow")])
    }

    @Test
    func `A constrained existential leads on from a capture`() async throws {
        let shapes = try await Shapes(of: "contents")
        let capture = places(shapes, from: { $0 == "(unknown, heap_fixture.Record)" }, to: guarded)
        #expect(capture == [Place(text: ".records", declarer: "heap_fixture.Narrow")])
    }

    @Test
    func `A constrained existential leads on from a property`() async throws {
        let shapes = try await Shapes(of: "contents")
        let held = places(shapes, from: { $0 == "heap_fixture.Station" }, to: guarded)
        #expect(held == [Place(text: ".stage.records", declarer: "heap_fixture.Narrow")])
    }

    @Test
    func `The header of a buffer is no property of its own`() async throws {
        let shapes = try await Shapes(of: "contents")
        let held = places(shapes, from: { $0 == guarded }, to: "heap_fixture.Record")
        #expect(held.map(\.text) == [""])
        let node = try #require(shapes.nodes(guarded).first)
        #expect(shapes.snapshot.isManagedBuffer(shapes.snapshot.types[Int(shapes.snapshot.nodes[node].type)]))
        let chain = try shapes.node("heap_fixture.Chain")
        #expect(!shapes.snapshot.isManagedBuffer(shapes.snapshot.types[Int(shapes.snapshot.nodes[chain].type)]))
    }

    @Test
    func `Payloads of a multi-payload enum are named by case, without those that hold no references`() async throws {
        let shapes = try await Shapes(of: "contents")
        let letter = try #require(shapes.nodes("heap_fixture.Letter").first)
        #expect(shapes.fields(of: letter).map(\.name) == ["load.text", "load.object", "load.pair.0", "load.pair.1"])
        let held = places(shapes, from: { $0 == "heap_fixture.Letter" }, to: "heap_fixture.Record")
        #expect(held.map(\.text).sorted() == [".load.object", ".load.pair.1"])
    }
}
#endif
