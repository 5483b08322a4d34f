import OutliveModel
import Testing

@testable import OutliveHeap

struct TraceGroupTests {
    private static let text = """
        global static App.Core.shared : App.Core => core
        core = App.Core
          screens: Swift.Array<App.Screen> => list
          onEnd: () -> () => closure by closure #1 () -> () in App.Core.start() -> () at Core.swift:4
        list = array App.Screen count 8
          [0] => first
          [5] => second
        closure = closure (App.Screen, Swift.Int) in App.Core.start() -> () at Core.swift:4
          : App.Screen => third
        first = App.Screen
        second = App.Screen
        third = App.Screen
        """
    private static let screens = ["first", "second", "third"]

    @Test func `Alike leaks are one trace that counts them, the most frequent first`() throws {
        let traces = try HeapSketch(Self.text).traces(of: Self.screens)
        #expect(traces.map(\.objects) == [2, 1])
        #expect(traces.map(\.culprit?.name) == ["Core.screens", "Core.onEnd"])
        #expect(traces[0].description == "static Core.shared -> Core.screens[0] -> Screen")
        #expect(traces.allSatisfy { $0.fingerprint.count == 16 })
        #expect(Set(traces.map(\.fingerprint)).count == 2)
    }

    @Test func `Neither addresses nor lines nor the order in memory change a fingerprint`() throws {
        let traces = try HeapSketch(Self.text).traces(of: Self.screens)
        let others = [
            HeapSketch(Self.text, base: 0x7000_1000), HeapSketch(Self.text, moved: 40),
            HeapSketch(Self.text, isReversed: true),
        ]
        for other in others {
            let moved = try other.traces(of: Self.screens.reversed())
            #expect(moved.map(\.fingerprint) == traces.map(\.fingerprint))
            #expect(moved.map(\.objects) == traces.map(\.objects))
            #expect(moved.map(\.culprit?.name) == traces.map(\.culprit?.name))
        }
    }

    @Test func `Another holder is another fingerprint`() throws {
        let one = HeapSketch(
            "global static App.A.all : Swift.Array<App.Screen> => screen\nscreen = App.Screen")
        let other = HeapSketch(
            "global static App.B.all : Swift.Array<App.Screen> => screen\nscreen = App.Screen")
        #expect(try one.trace(of: "screen").fingerprint != other.trace(of: "screen").fingerprint)
    }

    @Test func `The file of a private declaration is no part of a fingerprint`() throws {
        func sketch(_ discriminator: String) -> HeapSketch {
            HeapSketch(
                """
                global static App.(Store in \(discriminator)).(all in \(discriminator)) : Swift.Array<App.Screen> => list
                list = array App.Screen count 1
                  [0] => screen
                screen = App.(Screen in \(discriminator))
                """)
        }
        let (one, other) = (try sketch("_0A1B").trace(of: "screen"), try sketch("_99FF").trace(of: "screen"))
        #expect(one.description == "static Store.all[0] -> Screen")
        #expect(one.fingerprint == other.fingerprint)
    }

    @Test func `A large group is sampled, and its count stays`() throws {
        let count = 1_300
        var text = "global static App.Cache.all : Swift.Array<App.Item> => list\nlist = array App.Item count \(count)\n"
        for index in 0..<count { text += "  [\(index)] => item\(index)\n" }
        for index in 0..<count { text += "item\(index) = App.Item\n" }
        let traces = try HeapSketch(text).traces(of: (0..<count).map { "item\($0)" })
        #expect(traces.count == 1)
        #expect(traces[0].objects == count)
        #expect(traces[0].description == "static Cache.all[0] -> Item")
    }
}

/// What is told of some objects of a group that are seen in another way than the others.
struct DoubtfulTraceTests {
    private func groups(_ counts: [(count: Int, isDoubtful: Bool)]) -> [Int] {
        TraceGroups(
            counts.enumerated().map { index, way in
                TraceGroups.Item(
                    trace: LeakTrace(shape: .path, steps: [], fingerprint: "\(index)"), count: way.count,
                    isDoubtful: way.isDoubtful)
            }
        ).traces.map(\.objects)
    }

    @Test func `A few words that may be stale are counted to how the others are held`() {
        #expect(groups([(9, false), (1, true), (1, true)]) == [11])
        #expect(groups([(8, false), (1, true), (1, true)]) == [8, 1, 1])
        #expect(groups([(8, false), (1, false), (1, true)]) == [9, 1])
        #expect(groups([(9, true), (1, true)]) == [9, 1])
    }

    @Test func `A block of a library's that nothing holds is not what an object is held by`() throws {
        let heap = HeapSketch(
            """
            buffer = raw in lib _IO_file_doallocate at file.c:3
              word => session
            session = App.Session
            """)
        let trace = try heap.trace(of: "session")
        #expect(trace.shape == .unheld)
        #expect(trace.description == "Session")
        #expect(trace.culprit == Culprit(name: "over-retain", step: 0, pattern: .overRetain))
        let own = HeapSketch(
            """
            buffer = raw in App.Table.grow() -> () at Table.swift:3
              word => session
            session = App.Session
            """)
        #expect(try own.trace(of: "session").steps.count == 2)
    }
}
