#if os(Linux)
import OutliveHeap
import OutliveModel
import Testing

/// What a program could save, to the byte: `Savings` of `heap-fixture` plants it.
struct SavingsTests {
    private static func savings() async throws -> Savings {
        let program = try WatchedProgram("savings")
        let ending = await program.end()
        #expect(ending.output == "100\n" && ending.status == 0)
        return try #require(Savings(try program.finishedSnapshot("request-1")))
    }

    private static let texts = "Swift.__StringStorage", arrays = "Swift._ContiguousArrayStorage<Swift.Int>"

    @Test
    func `Equal strings, arrays, data, C strings and buffers are counted by site, but for one copy`() async throws {
        let savings = try await Self.savings()
        func equal(_ type: String, _ blocks: Int) -> [SavingSite] {
            savings.sites.filter { $0.kind == .equal && $0.type.name == type && $0.blocks == blocks }
        }
        // A string needs 32 bytes and a zero besides its text, an array 32 besides its elements.
        let texts = try #require(equal(Self.texts, 100).first)
        #expect(texts.different == 2 && texts.bytes == 100 * 88 && texts.saved == 98 * 88)
        let arrays = try #require(equal(Self.arrays, 50).first)
        #expect(arrays.different == 1 && arrays.bytes == 50 * 120 && arrays.saved == 49 * 120)
        let data = try #require(equal("FoundationEssentials.__DataStorage", 30).first)
        #expect(data.bytes % 30 == 0 && data.saved == 29 * (data.bytes / 30) && data.bytes / 30 > 5_000)
        let raw = HeapType.rawMemory.name
        #expect(equal(raw, 20).map(\.saved) == [19 * 24])
        // Ten more equal buffers are all zeros, and ten differ.
        #expect(equal(raw, 10).map(\.saved) == [9 * 1_000])
        #expect(savings.sites.allSatisfy { !$0.stack.frames.isEmpty })
        #expect(savings.notCompared == nil)
    }

    @Test
    func `Room beyond the elements is what a container of the same elements would not have`() async throws {
        let savings = try await Self.savings()
        let sites = savings.sites.filter { $0.kind == .capacity }
        let arrays = try #require(sites.first { $0.type.name == Self.arrays && $0.blocks == 25 })
        // 100 elements instead of 5.
        #expect(arrays.bytes == 25 * 840 && arrays.saved == 25 * (840 - 72))
        let tables = try #require(
            sites.first { $0.type.name == "Swift._DictionaryStorage<Swift.Int, Swift.Int>" && $0.blocks == 20 })
        // 128 buckets and two words of bits instead of 4 and one, each for a key and a value.
        #expect(tables.saved == 20 * (2_136 - 136))
        // Equal arrays have as many elements as fit.
        #expect(!sites.contains { $0.type.name == Self.arrays && $0.blocks == 50 })
    }

    @Test
    func `The bytes that malloc adds are counted by site, without those that containers use`() async throws {
        let savings = try await Self.savings()
        let sites = savings.sites.filter { $0.kind == .slack }
        let raw = try #require(sites.first { $0.type == .rawMemory && $0.blocks == 300 })
        #expect(raw.bytes == 300 * 33 && raw.saved == 300 * 7)
        let rows = try #require(sites.first { $0.type.name == "heap_fixture.Row" })
        #expect(rows.blocks == 40 && rows.bytes == 40 * 33 && rows.saved == 40 * 7)
        #expect(!sites.contains { [Self.texts, Self.arrays].contains($0.type.name) })
    }

    @Test
    func `Containers that are being built have neither contents nor capacity`() async throws {
        let program = try WatchedProgram("half-built")
        let ending = await program.end()
        #expect(ending.output == "done\n")
        let savings = try #require(Savings(try program.finishedSnapshot("request-2")))
        let arrays = savings.sites.filter { $0.type.name.hasPrefix("Swift._ContiguousArrayStorage<Swift.Int") }
        // Of 50 equal arrays of each type, one alone is whole; the others are blocks like any object.
        #expect(!arrays.contains { $0.kind == .equal })
        #expect(arrays.allSatisfy { $0.kind == .slack || $0.blocks == 1 })
    }

    @Test
    func `A census without the graph has no savings`() async throws {
        let program = try WatchedProgram("amounts")
        _ = await program.end()
        #expect(Savings(try program.finishedSnapshot("request-1")) == nil)
    }
}
#endif
