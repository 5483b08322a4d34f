#if os(Linux)
import COutliveInspect
import Foundation
import OutliveModel
import Testing

@testable import OutliveHeap

/// The use of resident memory by programs that were made for one kind of use.
@Suite(.serialized) struct MemoryTests {
    /// A program whose memory is known.
    private struct Trial {
        let file: CProgram
        let program: InspectedProgram

        init(_ name: String) async throws {
            file = try await CProgram("memory")
            program = try InspectedProgram(
                file.path, arguments: [name, FileManager.default.temporaryDirectory.path])
            #expect(try await program.line() == "ready")
        }

        func snapshot() async throws -> [UInt8] {
            try await program.onQueue { program in
                var order = outl_inspect_order()
                order.process = program.id
                order.with_memory = true
                let (result, bytes) = try InspectedProgram.inspect(order)
                try #require(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
                return bytes
            }
        }

        func breakdown() async throws -> MemoryBreakdown {
            try #require(MemoryBreakdown(try HeapSnapshot(try await snapshot())))
        }

        var resident: Int {
            get throws {
                let text = try String(contentsOfFile: "/proc/\(program.id)/smaps_rollup", encoding: .utf8)
                let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("Rss:") })
                return try #require(Int(line.split(separator: " ")[1])) * 1024
            }
        }
    }

    private static let megabyte = 1 << 20

    @Test(arguments: [
        ("none", MemoryPart.Kind.code, 1), ("fragmented", .free, 60), ("fragmented-arenas", .free, 250),
        ("fragmented-pages", .fragments, 60), ("high-water", .free, 50), ("high-water-arenas", .free, 50),
        ("live", .blocks, 58), ("live-large", .blocks, 58), ("live-arenas", .blocks, 55), ("stacks", .stacks, 60),
        ("variables", .variables, 58), ("files", .changedFiles, 58), ("shared", .sharedMemory, 58),
        ("anonymous", .other, 58),
    ])
    func `The parts add up to the resident memory, and the planted one is the largest`(
        name: String, part: MemoryPart.Kind, megabytes: Int
    ) async throws {
        let trial = try await Trial(name)
        let memory = try await trial.breakdown()
        let resident = try trial.resident
        #expect(abs(memory.resident - resident) * 50 <= resident, "\(memory.resident) of \(resident)")
        #expect(memory.parts.max { $0.bytes < $1.bytes }?.kind == part, "\(memory.parts.map { ($0.kind, $0.bytes) })")
        #expect(memory[part] >= megabytes * Self.megabyte)
        #expect(memory.hasAllocator && memory.isMeasured)
    }

    @Test(arguments: [
        "fragmented", "fragmented-arenas", "fragmented-pages", "high-water", "high-water-arenas", "high-water-tops",
        "live",
    ])
    func `The expected gain of malloc_trim is what it returns`(name: String) async throws {
        let trial = try await Trial(name)
        let expected = try #require(try await trial.breakdown().free).trim
        let figures = try await trial.program.answer()
        let measured = figures[0] - figures[1]
        // Of less than a megabyte, the call itself takes a part.
        #expect(abs(expected - measured) <= max(measured / 10, Self.megabyte / 2), "\(expected), not \(measured)")
        let after = try #require(try await trial.breakdown().free).trim
        #expect(after < Self.megabyte, "\(after) left")
    }

    @Test(arguments: ["sparse-shared", "sparse-shared-constant", "sparse-private", "sparse-private-constant"])
    func `An inspection gives no memory to a file in memory`(name: String) async throws {
        let trial = try await Trial(name)
        let before = try await trial.program.answer()
        #expect(before.count == 1 && before[0] > 0 && before[0] < 4 * Self.megabyte)
        _ = try await trial.breakdown()
        let (result, _) = try await trial.program.inspect(withGraph: true)
        try #require(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
        #expect(try await trial.program.answer() == before)
        #expect(result.copied < 16 * Self.megabyte)
    }

    @Test func `The blocks that pin pages are counted`() async throws {
        let memory = try await Trial("fragmented").breakdown()
        let item = try #require(memory.part(.blocks)?.items.first)
        #expect(item.pins == 1000 && item.pinned > 3 * Self.megabyte, "\(item)")
        #expect(memory.free?.sharedPages ?? 0 >= 1000)
        // Each page is shared among its blocks.
        let small = try await Trial("fragmented-pages").breakdown()
        let pinned = small.part(.blocks)?.items.reduce(0) { $0 + $1.pinned } ?? 0
        #expect(pinned > 60 * Self.megabyte && pinned <= small[.fragments], "\(pinned) of \(small[.fragments])")
    }

    @Test func `Memory that a child has as well is shared, and stays so`() async throws {
        // Measured after the memory was copied.
        let amounts = try await Trial("forked").snapshot().withUnsafeBytes { bytes in
            try SnapshotReader(bytes).items(.mappings) { item throws(HeapSnapshotError) in
                (changed: try item.number(32), shared: try item.number(40))
            }
        }
        #expect(amounts.contains { $0.changed < Self.megabyte && $0.shared >= 58 * Self.megabyte }, "\(amounts)")
    }

    @Test func `A snapshot without the use of memory has no breakdown`() async throws {
        let (result, bytes) = try await Trial("none").program.inspect()
        #expect(result.outcome == OUTL_INSPECT_DONE)
        #expect(MemoryBreakdown(try HeapSnapshot(bytes)) == nil)
    }
}
#endif
