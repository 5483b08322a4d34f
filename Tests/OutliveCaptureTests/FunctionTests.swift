#if os(Linux)
import OutliveHeap
import Testing

/// The code that a graph has beside references.
struct FunctionTests {
    @Test
    func `A closure in a property that captured its object has a named function`() async throws {
        let shapes = try await Shapes(of: "references")
        let screen = try shapes.node("heap_fixture.Screen")
        let edges = shapes.edges(from: screen, to: screen)
        #expect(edges.count == 2)
        let name = shapes.snapshot.function(ofEdge: try #require(edges.first)).flatMap(shapes.functionName) ?? ""
        #expect(name.contains("closure #1") && name.contains(").connect()"), "\(name)")
        let other = shapes.snapshot.function(ofEdge: try #require(edges.last)).flatMap(shapes.functionName) ?? ""
        #expect(other.contains("closure #2") && other.contains(").connect()"), "\(other)")
        // The property before it holds an object, behind the counts.
        let title = try #require(shapes.edges(from: screen, to: try shapes.node("heap_fixture.Title")).first)
        #expect(shapes.snapshot.edges[title].offset == 16)
        #expect(shapes.snapshot.function(ofEdge: title) == nil)
    }

    @Test
    func `A closure in the first property of an object has a named function`() async throws {
        let shapes = try await Shapes(of: "references")
        let bell = try shapes.node("heap_fixture.Bell")
        let edge = try #require(shapes.edges(from: bell, to: bell).first)
        #expect(shapes.snapshot.edges[edge].offset == 24)
        let name = shapes.snapshot.function(ofEdge: edge).flatMap(shapes.functionName) ?? ""
        #expect(name.contains("closure #1") && name.contains(").connect()"), "\(name)")
    }

    @Test
    func `A closure in a static property has its function at the root`() async throws {
        let shapes = try await Shapes(of: "references")
        let desk = try shapes.node("heap_fixture.Desk")
        let roots = shapes.snapshot.roots.indices.filter {
            shapes.snapshot.roots[$0].node == UInt32(desk) && shapes.snapshot.roots[$0].kind == .global
        }
        #expect(roots.count == 1)
        let name = shapes.snapshot.function(ofRoot: try #require(roots.first)).flatMap(shapes.functionName) ?? ""
        #expect(name.contains("closure #1") && name.contains(").open()"), "\(name)")
    }

    @Test
    func `A suspended task has its resume function`() async throws {
        let shapes = try await Shapes(of: "references")
        // Another may not have ended yet.
        let names = shapes.nodes("Swift.Task").map { task in
            shapes.snapshot.edges(ofNode: task).indices.compactMap(shapes.snapshot.function(ofEdge:))
                .map { shapes.functionName($0) ?? "" }
        }
        let waiting = names.compactMap(\.first).filter { $0.contains("withCheckedContinuation") }
        #expect(waiting.count == 1)
    }
}
#endif
