import OutliveHeap
import OutliveModel
import Testing

/// The section of savings, and what is refused of it.
@Suite struct SavingsSectionTests {
    /// The example with some items in the section.
    private static func builder(_ items: [Item]) -> SnapshotBuilder {
        var builder = SnapshotBuilder.example()
        for item in items { builder.add(to: 52, item) }
        return builder
    }

    private static func item(
        _ kind: UInt32, type: UInt32 = 0, stack: UInt32 = 0, different: UInt32 = 0, blocks: UInt64 = 4,
        bytes: UInt64 = 100, saved: UInt64 = 60
    ) -> Item {
        Item().word(kind).word(type).word(stack).word(different).long(blocks).long(bytes).long(saved)
    }

    /// Returns the distance of the refused byte from the first item, or `nil` if the file is accepted.
    private static func refusal(_ items: [Item]) -> Int? {
        let file = builder(items).file
        let bytes = items.flatMap(\.bytes)
        let start = file.indices.last { file[$0...].starts(with: bytes) }!
        do {
            _ = try HeapSnapshot(file)
            return nil
        } catch {
            return error.offset.map { $0 - start }
        }
    }

    @Test func `Savings are added up by kind, type and stack, most bytes first`() throws {
        let items = [
            Self.item(1, different: 2), Self.item(1, different: 1, blocks: 2, bytes: 30, saved: 15),
            Self.item(2, type: 2, stack: .max, blocks: 1, bytes: 500, saved: 400),
            Self.item(3, type: .max, bytes: 10, saved: 30), Self.item(3, stack: 1, saved: 0),
            Self.item(4, type: .max, stack: .max, blocks: 2, bytes: 5_000_000, saved: 0),
        ]
        let savings = try #require(Savings(try HeapSnapshot(Self.builder(items).file)))
        #expect(savings.sites.map(\.kind) == [.capacity, .equal, .slack])
        #expect(savings.sites.map(\.saved) == [400, 75, 30])
        #expect(savings.sites.map(\.blocks) == [1, 6, 4] && savings.sites.map(\.different) == [nil, 3, nil])
        #expect(savings.sites[1].type.name == "App.Session" && savings.sites[1].stack.frames.count == 3)
        #expect(savings.sites[2].type == .rawMemory && savings.sites[0].stack.frames.isEmpty)
        #expect(savings.notCompared == HeapAmount(objects: 2, bytes: 5_000_000))
        #expect(savings.bytes == 505 && savings.bytes(of: .equal) == 75)
        #expect(Savings(try HeapSnapshot(SnapshotBuilder.example().file)) == nil)
    }

    @Test func `The sites beyond the limit are in the sum alone`() {
        let sites = (1...2_100).map {
            SavingSite(.slack, type: .rawMemory, stack: Backtrace(), blocks: $0, bytes: $0, saved: $0)
        }
        let savings = Savings(sites)
        #expect(savings.sites.count == 2_000 && savings.sites[0].saved == 2_100)
        #expect(savings.sitesLeftOut == 100 && savings.bytesLeftOut == 5_050)
        #expect(savings.bytes == sites.reduce(0) { $0 + $1.saved })
    }

    @Test func `Unknown kinds, indices out of range and impossible numbers are refused at their place`() {
        #expect(Self.refusal([Self.item(1)]) == nil)
        for kind in [0, 5, UInt32.max] { #expect(Self.refusal([Self.item(kind)]) == 0) }
        #expect(Self.refusal([Self.item(1, type: 7)]) == 4)
        #expect(Self.refusal([Self.item(1, stack: 4)]) == 8)
        #expect(Self.refusal([Self.item(1, different: 5)]) == 12)
        #expect(Self.refusal([Self.item(1, blocks: 1 << 48)]) == 16)
        #expect(Self.refusal([Self.item(1, bytes: .max)]) == 24)
        #expect(Self.refusal([Self.item(2, saved: 101)]) == 32)
        #expect(Self.refusal([Self.item(3, saved: 101)]) == nil)
        #expect(Self.refusal([Self.item(1), Self.item(9)]) == 40)
    }

    @Test func `Sums that could overflow are refused`() {
        let items = (0..<300).map { _ in Self.item(1, bytes: 1 << 48 - 1) }
        #expect(Self.refusal(items) == 0)
        #expect(Self.refusal(Array(items.prefix(200))) == nil)
    }
}
