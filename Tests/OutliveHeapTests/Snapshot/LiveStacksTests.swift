import OutliveModel
import Synchronization
import Testing

@testable import OutliveHeap

@Suite struct LiveStacksTests {
    @Test func `The live blocks of a graph are added up by stack, those without one last`() throws {
        var builder = SnapshotBuilder()
        builder.flags = 3
        builder.module("/opt/app/bin/app", bias: 0x10000, 0x11000..<0x20000)
        let type = builder.type("App.A")
        let first = builder.stack([0x11500, 0x11600])
        let (unused, second) = (builder.stack([0x11501]), builder.stack([0x11600]))
        builder.node(0x1000, bytes: 100, type: type, stack: first)
        builder.node(0x2000, bytes: 20, type: type, stack: second)
        builder.node(0x3000, bytes: 3, type: type, stack: first)
        builder.node(0x4000, bytes: 7, type: type)
        let names = ExportNames(functions: [0x1500: [Symbol(function: "App.f() -> ()", file: "a", line: 1)]])
        let live = try HeapSnapshot(builder.file).liveStacks(names: names)
        #expect(live.map(\.objects) == [2, 0, 1, 1])
        #expect(live.map(\.bytes) == [103, 0, 20, 7])
        #expect(live[Int(first)].backtrace.frames.map(\.offset) == [0x1500, 0x1600])
        #expect(live[Int(first)].backtrace.frames.map(\.symbols.count) == [1, 0])
        #expect(live[Int(unused)].backtrace.frames.isEmpty)
        #expect(live[Int(second)].backtrace.frames.count == 1)
    }

    @Test func `The live blocks of a graph are added up by stack and type`() throws {
        var builder = SnapshotBuilder()
        builder.flags = 3
        builder.module("/opt/app/bin/app", bias: 0x10000, 0x11000..<0x20000)
        let (second, first) = (builder.type("App.B"), builder.type("App.A"))
        let stack = builder.stack([0x11500, 0x11600])
        builder.node(0x1000, bytes: 100, type: second, stack: stack)
        builder.node(0x2000, bytes: 20, type: first, stack: stack)
        builder.node(0x3000, bytes: 3, type: second, stack: stack)
        builder.node(0x4000, bytes: 7, type: first)
        let live = try HeapSnapshot(builder.file).liveStacksByType(names: ExportNames())
        #expect(live.map(\.type?.name) == ["App.A", "App.B", "App.A"])
        #expect(live.map(\.objects) == [1, 2, 1])
        #expect(live.map(\.bytes) == [20, 103, 7])
        #expect(live.map { $0.backtrace.frames.map(\.offset) } == [[0x1500, 0x1600], [0x1500, 0x1600], []])
    }

    @Test func `A census marks the stacks that were cut, as its snapshot does`() throws {
        var builder = SnapshotBuilder()
        (builder.flags, builder.framesPerStack) = (2, 2)
        builder.module("/opt/app/bin/app", bias: 0x10000, 0x11000..<0x20000)
        let type = builder.type("App.A")
        builder.row(type, stack: builder.stack([0x11500, 0x11600]), objects: 3, bytes: 96)
        builder.row(type, stack: builder.stack([0x11501]), objects: 1, bytes: 32)
        let snapshot = try HeapSnapshot(builder.file)
        let census = HeapCensus(snapshot).liveStacks
        #expect(census.map { $0.backtrace.frames.last == .cut } == [true, false])
        #expect(census == snapshot.liveStacksByType(names: ExportNames()))
        var earlier = HeapCensus(snapshot)
        earlier.framesPerStack = nil
        #expect(earlier.liveStacks.allSatisfy { $0.backtrace.frames.last != .cut })
    }

    @Test func `Each frame is looked up once, however many stacks have it`() throws {
        var builder = SnapshotBuilder()
        builder.flags = 3
        builder.module("/opt/app/bin/app", bias: 0x10000, 0x11000..<0x20000)
        let type = builder.type("App.A")
        for number in 0..<100 {
            builder.node(
                UInt64(0x1000 * (number + 1)), bytes: 8, type: type,
                stack: builder.stack([0x11500 + UInt64(number % 4), 0x11600, 0x11700]))
        }
        let names = CountingNames()
        _ = try HeapSnapshot(builder.file).liveStacks(names: names)
        #expect(names.asked.withLock { $0.count } == 6)
        #expect(names.asked.withLock { $0.values.allSatisfy { $0 == 1 } })
    }

    @Test func `Without a graph, the rows of the census are added up`() throws {
        var builder = SnapshotBuilder()
        builder.flags = 2
        let type = builder.type("App.A")
        let stack = builder.stack([0x11500])
        builder.row(type, stack: stack, objects: 3, bytes: 96)
        builder.row(type, stack: HeapSnapshot.none, objects: 2, bytes: 64)
        builder.rawRow(stack: stack, blocks: 1, bytes: 4)
        let live = try HeapSnapshot(builder.file).liveStacks(names: ExportNames())
        #expect(live.map(\.objects) == [4, 2])
        #expect(live.map(\.bytes) == [100, 64])
        #expect(live.map(\.allocated) == [nil, nil])
    }

    @Test func `The stacks of a sampled process have all their allocations, also where none is alive`() throws {
        var builder = SnapshotBuilder.sampled()
        builder.row(0, stack: 0, objects: 3, bytes: 96)
        builder.total(0, stack: 0, objects: 5, bytes: 160)
        builder.total(0, stack: 1, objects: 2, bytes: 64)
        builder.total(.max, stack: .max, objects: 1, bytes: 8)
        let live = try HeapSnapshot(builder.file).liveStacks(names: ExportNames())
        #expect(live.map(\.objects) == [3, 0, 0])
        #expect(live.map(\.allocated?.objects) == [5, 2, 1] && live.map(\.allocated?.bytes) == [160, 64, 8])
        #expect(live[1].backtrace.frames.map(\.offset) == [0x11501])
    }
}

/// Names that count how often each place is asked for.
private final class CountingNames: AddressNames {
    let asked = Mutex<[UInt64: Int]>([:])

    func functions(of frames: [Frame]) -> [Frame] {
        asked.withLock { asked in
            for frame in frames { asked[frame.offset, default: 0] += 1 }
        }
        return frames
    }

    func variables(of frames: [Frame]) -> [String?] { frames.map { _ in nil } }
}
