#if os(Linux)
import COutliveInspect
import Foundation
import OutliveHeap
import OutliveModel
import Testing

/// A program with another allocator than that of the C library.
struct ScanTests {
    @Test func `Objects are found by their contents where the allocator is unknown, with a label`() async throws {
        let allocator = try await CProgram("bump", options: ["-shared", "-fPIC"])
        let program = try InspectedProgram(
            "heap-fixture", arguments: ["shelf", "200", "wait"], environment: ["LD_PRELOAD": allocator.path])
        var expected: [String: Int] = [:]
        while case let line = try await program.line(), line != "ready" {
            let parts = line.split(separator: "\t")
            expected[String(parts[0])] = Int(parts[1])
        }
        let (result, bytes) = try await program.inspect(withGraph: true)
        try #require(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
        let snapshot = try HeapSnapshot(bytes)
        #expect(snapshot.header.isInexact && !snapshot.header.hasUsableSizes && !snapshot.header.hasStacks)
        let library = URL(fileURLWithPath: allocator.path).lastPathComponent
        #expect(snapshot.notes.first?.hasSuffix("the allocator is that of \(library)") == true, "\(snapshot.notes)")
        #expect(snapshot.notes.contains { $0.hasPrefix("inexact: ") })
        let rows = HeapCensus(snapshot).rows.filter { $0.type.kind != .raw }
        let counts = Dictionary(rows.map { ($0.type.description, $0.count) }, uniquingKeysWith: +)
        // None is missing, and almost none of the objects that were freed is there, of which no byte was overwritten.
        for (name, count) in expected where !name.contains("|") {
            let found = counts[name, default: 0]
            #expect(found >= count && found <= count + 5, "\(name): \(found) instead of \(count)")
        }
        // Other blocks are not nodes.
        #expect(snapshot.header.rawBlocks <= 1000)
    }

    @Test func `Sizes and references are those of the types where the allocator is unknown`() async throws {
        let allocator = try await CProgram("bump", options: ["-shared", "-fPIC"])
        let program = try InspectedProgram(
            "heap-fixture", arguments: ["shapes", "wait"], environment: ["LD_PRELOAD": allocator.path])
        while try await program.line() != "ready" {}
        let (result, bytes) = try await program.inspect(withGraph: true)
        try #require(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
        let snapshot = try HeapSnapshot(bytes)
        func nodes(_ name: String) -> [Int] {
            snapshot.nodes.indices.filter { snapshot.types[Int(snapshot.nodes[$0].type)].type?.name == name }
        }
        let (owner, helper) = (nodes("heap_fixture.Owner"), nodes("heap_fixture.Helper"))
        try #require(owner.count == 1 && helper.count == 1)
        #expect(snapshot.nodes[owner[0]].bytes == 24)
        #expect(snapshot.edges(ofNode: owner[0]).map(\.target) == [UInt32(helper[0])])
        #expect(snapshot.edges(ofNode: helper[0]).map(\.target) == [UInt32(owner[0])])
        // A copy of it is on the stack of the first thread.
        #expect(nodes("heap_fixture.FirstHeld").count == 1)
        let registry = nodes("heap_fixture.Registry")
        #expect(snapshot.roots.contains { Int($0.node) == registry.first && $0.kind == .global })
    }
}
#endif
