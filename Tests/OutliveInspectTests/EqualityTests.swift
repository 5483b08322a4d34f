#if os(Linux)
import COutliveInspect
import Foundation
import OutliveHeap
import OutliveModel
import OutliveTestSupport
import Testing

/// The objects that an inspection finds, compared with the heap tier's own census and with the truth.
struct EqualityTests {
    /// An object as a snapshot describes it.
    private struct Found {
        var type: HeapType
        var bytes: UInt64
    }

    private static func objects(_ snapshot: HeapSnapshot) -> [UInt64: Found] {
        let objects = snapshot.nodes.compactMap { node in
            snapshot.types[Int(node.type)].type.map { (node.address, Found(type: $0, bytes: node.bytes)) }
        }
        return Dictionary(uniqueKeysWithValues: objects)
    }

    private static let scenarios = [
        "kinds", "contents", "collections", "captures", "layouts", "references", "shapes", "tasks", "leftovers",
        "sleeps", "shelf",
    ]

    @Test(arguments: scenarios)
    func `An inspection finds each object of the tier's own census, with its type and size`(
        scenario: String
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("outlive-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = try HeapTierLibrary.path(in: InspectedProgram.built)
        let program = try InspectedProgram(
            "heap-fixture", arguments: scenario == "shelf" ? [scenario, "200", "wait"] : [scenario, "wait"],
            environment: ["OUTLIVE_HEAP": folder.path, "OUTLIVE_HEAP_EXIT": "0", "LD_PRELOAD": library])
        while try await program.line() != "ready" {}
        let census = folder.appendingPathComponent("heap-\(program.id)-request-9999.olheap")
        while !FileManager.default.fileExists(atPath: census.path) { try await Task.sleep(for: .milliseconds(5)) }
        let known = Self.objects(try HeapSnapshot([UInt8](Data(contentsOf: census))))

        let (result, bytes) = try await program.inspect(withGraph: true)
        try #require(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
        let found = Self.objects(try HeapSnapshot(bytes))
        #expect(known.filter { found[$0.key] == nil }.values.map(\.type) == [])
        // Foundation makes one object before the tier records.
        let extra = found.filter { known[$0.key] == nil }.values.map(\.type.name)
        #expect(extra.count == 1 && extra.first == "Foundation._NSCFArray", "\(extra.count) more: \(extra.prefix(5))")
        for (address, object) in known {
            guard let other = found[address] else { continue }
            // The runtime does not know the types of some captures.
            if !object.type.name.contains("unknown") { #expect(other.type == object.type) }
            #expect(other.type.kind == object.type.kind)
            #expect(object.bytes <= other.bytes && other.bytes < object.bytes + 32, "\(object.type)")
            // Only these classes of the program have elements behind the instance.
            let isBuffer = ["Tail", "Slot", "Guarded"].contains { object.type.name.hasPrefix("heap_fixture." + $0) }
            if object.type.kind == .object, object.type.name.hasPrefix("heap_fixture."), !isBuffer {
                #expect(other.bytes == object.bytes, "\(object.type)")
            }
        }
    }

    /// The fixture, or its variants of linking that `scripts/trial heap-exact --attach` built.
    private static let programs = (ProcessInfo.processInfo.environment["OUTLIVE_INSPECTED_PROGRAMS"] ?? "heap-fixture")
        .split(separator: ":").map(String.init)

    @Test func `The counts are true after heavy churn, and equal for each way of linking`() async throws {
        var first: [String: Int]?
        for name in Self.programs {
            let churn = Fuzzing.long == nil ? "2000" : "100000"
            let program = try InspectedProgram(name, arguments: ["shelf", churn, "wait"])
            var expected: [(names: [String], count: Int)] = []
            while case let line = try await program.line(), line != "ready" {
                let parts = line.split(separator: "\t")
                expected.append((parts[0].split(separator: "|").map(String.init), try #require(Int(parts[1]))))
            }
            #expect(expected.count >= 22)
            let (result, bytes) = try await program.inspect()
            try #require(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
            let rows = HeapCensus(try HeapSnapshot(bytes)).rows.filter { $0.state == .alive && $0.type.kind != .raw }
            let counts = Dictionary(rows.map { ($0.type.description, $0.count) }, uniquingKeysWith: +)
            for (names, count) in expected {
                #expect(names.reduce(0) { $0 + counts[$1, default: 0] } == count, "\(names) in \(name)")
            }
            #expect(counts == first ?? counts, "\(name)")
            first = first ?? counts
            print("\(name): \(result.objects) objects of \(counts.count) types as expected")
        }
    }

    @Test func `Paths lead from the roots of a process to its objects, and none to a cycle`() async throws {
        let program = try InspectedProgram("heap-fixture", arguments: ["shapes", "wait"])
        while try await program.line() != "ready" {}
        let (result, bytes) = try await program.inspect(withGraph: true)
        try #require(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
        let snapshot = try HeapSnapshot(bytes)
        #expect(snapshot.header.reason == .inspection && snapshot.header.hasUsableSizes && !snapshot.header.isPartial)
        #expect(snapshot.notes.first?.hasPrefix("inspected from outside") == true)
        #expect(snapshot.threads.first?.name == "heap-fixture")
        func node(_ name: String) throws -> Int {
            let all = snapshot.nodes.indices.filter { snapshot.types[Int(snapshot.nodes[$0].type)].type?.name == name }
            return try #require(all.count == 1 ? all[0] : nil, "\(all.count) of \(name)")
        }
        func holders(_ node: Int) -> [Int] {
            snapshot.nodes.indices.filter { snapshot.edges(ofNode: $0).contains { $0.target == UInt32(node) } }
        }
        func roots(_ node: Int) -> Set<HeapSnapshot.Root.Kind> {
            Set(snapshot.roots.filter { $0.node == UInt32(node) }.map(\.kind))
        }
        #expect(roots(try node("heap_fixture.Registry")).contains(.global))
        #expect(roots(try node("heap_fixture.StackHeld")).contains(.stack))
        #expect(roots(try node("heap_fixture.FirstHeld")).contains(.stack))
        let (owner, helper) = (try node("heap_fixture.Owner"), try node("heap_fixture.Helper"))
        #expect(holders(owner) == [helper] && holders(helper) == [owner])
        #expect(roots(owner).isEmpty && roots(helper).isEmpty)
    }
}
#endif
