#if os(Linux)
import OutliveHeap
import OutliveModel
import Testing

/// Raw blocks by stack, and the contents of containers, compared with the program's own counts.
struct AmountTests {
    private static func run() async throws -> (censuses: [HeapCensus], printed: [[Int]]) {
        let program = try WatchedProgram("amounts")
        let ending = await program.end()
        #expect(ending.status == 0)
        let censuses = try (1...3).map { HeapCensus(try program.finishedSnapshot("request-\($0)")) }
        return (censuses, ending.output.split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } })
    }

    /// The blocks of each stack that came after a census.
    private func new(in later: HeapCensus, since earlier: HeapCensus) -> [Backtrace: (count: Int, bytes: Int)] {
        var sums: [Backtrace: (count: Int, bytes: Int)] = [:]
        for (census, sign) in [(later, 1), (earlier, -1)] {
            for row in census.rows where row.type == .rawMemory {
                guard let stack = row.stack.map({ census.stacks[$0] }) else { continue }
                sums[stack, default: (0, 0)].count += sign * row.count
                sums[stack, default: (0, 0)].bytes += sign * row.bytes
            }
        }
        return sums
    }

    @Test
    func `Raw blocks are counted by stack, to the last block and byte of malloc`() async throws {
        let (censuses, printed) = try await Self.run()
        let sums = try #require(printed.first)
        let grown = new(in: censuses[1], since: censuses[0])
        #expect(grown.values.filter { $0.count == 300 }.map(\.bytes) == [sums[0]])
        #expect(grown.values.filter { $0.count == 200 }.map(\.bytes) == [sums[1]])
        #expect(grown.values.filter { $0.count == 250 }.map(\.bytes) == [sums[2]])
        // The innermost frame is the caller's of strdup, not one of the C library.
        let copies = try #require(grown.first { $0.value.count == 300 }).key
        #expect(copies.frames.first?.module.hasSuffix("/heap-fixture") == true)
        #expect(new(in: censuses[2], since: censuses[0]).values.allSatisfy { $0.count < 200 })
        let raw = censuses[1].rows.filter { $0.type == .rawMemory }
        #expect(raw.reduce(0) { $0 + $1.count } == censuses[1].rawBlocks)
        #expect(raw.reduce(0) { $0 + $1.bytes } == censuses[1].rawBytes)
    }

    @Test
    func `Containers that are being built count for nothing, and do not spoil the census`() async throws {
        let program = try WatchedProgram("half-built")
        let ending = await program.end()
        #expect(ending.output == "done\n" && ending.status == 0)
        let census = HeapCensus(try program.finishedSnapshot("request-1"))
        let bytes = ["Int8": 20, "Int16": 40, "Int32": 80, "Int64": 160, "Float": 80, "Double": 160]
        for (element, bytes) in bytes {
            let type = "Swift._ContiguousArrayStorage<Swift.\(element)>"
            let rows = census.rows.filter { $0.type.name == type && $0.count == 50 }
            #expect(rows.map { $0.contents?.used } == [bytes], "\(type)")
        }
    }

    @Test
    func `The contents of arrays, dictionaries, sets, strings and data are counted to the byte`() async throws {
        let (censuses, printed) = try await Self.run()
        let expected = try #require(printed.last)
        let types = [
            "Swift._ContiguousArrayStorage<Swift.Int>", "Swift._DictionaryStorage<Swift.Int, Swift.Double>",
            "Swift._SetStorage<Swift.UInt16>", "Swift.__StringStorage", "FoundationEssentials.__DataStorage",
        ]
        for (type, bytes) in zip(types, expected) {
            func used(_ census: HeapCensus) -> Int {
                census.rows.filter { $0.type.name == type }.reduce(0) { $0 + ($1.contents?.used ?? 0) }
            }
            #expect(used(censuses[1]) - used(censuses[0]) == bytes, "\(type)")
        }
        #expect(censuses[1].rows.compactMap(\.contents).contains { $0.used == 5_000 && $0.capacity == 5_000 })
    }
}
#endif
