import OutliveModel
import Testing

@testable import OutliveHeap

/// The places of blocks in memory, which vary from run to run, decide nothing.
struct StableOrderTests {
    /// A heap with the blocks whose traces are compared, and those that leak or grow as well.
    struct Heap: CustomTestStringConvertible {
        var testDescription: String
        var survivors: [String]
        var others: [String] = []
        var text: String

        /// Returns the traces of the survivors, whose paths enter the growth, if any, where it is explained best.
        func traces(seed: UInt64?, isGrowing: Bool) throws -> [LeakTrace] {
            let sketch = HeapSketch(text, seed: seed)
            let nodes = survivors.map { sketch[$0] }
            let leaking = Set(nodes + others.map { sketch[$0] })
            return HeapTraces(AnalysedSnapshot(try sketch.snapshot, names: sketch), growing: isGrowing ? [nodes] : [])
                .traces(of: nodes, leaking: leaking)
        }
    }

    private static let heaps = [
        Heap(
            testDescription: "two lists of equal size", survivors: ["one", "two", "three", "four"],
            text: """
                global static App.Core.shared : App.Core => core
                core = App.Core
                  open: Swift.Array<App.Screen> => open
                  closed: Swift.Array<App.Screen> => closed
                open = array App.Screen count 2
                  [0] => one
                  [1] => two
                closed = array App.Screen count 2
                  [0] => three
                  [1] => four
                one = App.Screen
                two = App.Screen
                three = App.Screen
                four = App.Screen
                """),
        Heap(
            testDescription: "two holders of one object", survivors: ["screen"],
            text: """
                global static App.Core.shared : App.Core => core
                core = App.Core
                  first: App.First => first
                  second: App.Second => second
                first = App.First
                  screen: App.Screen => screen
                second = App.Second
                  screen: App.Screen => screen
                screen = App.Screen
                """),
        Heap(
            testDescription: "two cycles of equal length through one object", survivors: ["room"],
            text: """
                room = App.Room
                  lamp: App.Lamp => lamp
                  door: App.Door => door
                lamp = App.Lamp
                  place: App.Room => room
                door = App.Door
                  place: App.Room => room
                """),
        Heap(
            testDescription: "a long cycle with two ways back", survivors: ["a"], others: ["b", "c", "d", "e"],
            text: """
                a = App.A
                  next: App.B => b
                b = App.B
                  left: App.C => c
                  right: App.D => d
                c = App.C
                  up: App.E => e
                d = App.D
                  up: App.E => e
                e = App.E
                  top: App.A => a
                """),
        Heap(
            testDescription: "closures of one object", survivors: ["one", "two"],
            text: """
                global static App.Core.shared : App.Core => core
                core = App.Core
                  onStart: () -> () => start by closure #1 () -> () in App.Core.start() -> () at Core.swift:4
                  onEnd: () -> () => end by closure #1 () -> () in App.Core.end() -> () at Core.swift:9
                start = closure (App.Screen) in App.Core.start() -> () at Core.swift:4
                  : App.Screen => one
                  : App.Screen => two
                end = closure (App.Screen) in App.Core.end() -> () at Core.swift:9
                  : App.Screen => one
                  : App.Screen => two
                one = App.Screen
                two = App.Screen
                """),
        Heap(
            testDescription: "blocks of C that lead to one object", survivors: ["screen"],
            text: """
                global lib => left
                global lib => right
                left = raw in malloc_user < App.Store.left() -> () at Store.swift:12
                  word => screen
                right = raw in malloc_user < App.Store.right() -> () at Store.swift:20
                  word => screen
                screen = App.Screen
                """),
        Heap(
            testDescription: "a cycle and its captives", survivors: ["model", "view"], others: ["note"],
            text: """
                model = App.Model
                  onChange: () -> () => closure by closure #1 () -> () in App.View.bind() -> () at View.swift:7
                closure = closure (App.View) in App.View.bind() -> () at View.swift:7
                  : App.View => view
                view = App.View
                  model: App.Model => model
                  note: App.Note => note
                note = App.Note
                """),
    ]

    @Test(arguments: heaps, [false, true])
    func `The order of blocks in memory changes neither traces nor fingerprints`(heap: Heap, isGrowing: Bool) throws {
        let expected = try heap.traces(seed: nil, isGrowing: isGrowing)
        #expect(!expected.isEmpty)
        for seed in UInt64(1)...16 {
            #expect(try heap.traces(seed: seed, isGrowing: isGrowing) == expected, "order \(seed)")
        }
    }

    @Test(arguments: [[7, 9], [9, 7]] as [[UInt64]])
    func `Of two tasks that hold an object the older one is its holder, wherever it is`(ids: [UInt64]) throws {
        var sketch = TaskSketch()
        let tasks = [sketch.taskNode([(16, 2)]), sketch.taskNode([(16, 2)])]
        sketch.node(sketch.builder.type("App.Screen"))
        for (task, id) in zip(tasks, ids) { sketch.builder.task(task, flags: 0, waitsFor: 0, frames: [], id: id) }
        let paths = RetentionPaths(HeapGraph(try HeapSnapshot(sketch.builder.file)))
        #expect(paths.path(to: 2).nodes.first == ids.firstIndex(of: 7))
    }

    @Test func `Of equally frequent suspects the first by name and place counts`() {
        let suspects = ["a", "b"].flatMap { name in
            [3, 7].map {
                Suspect(
                    name: name, location: SourceLine(file: "A.swift", line: $0), step: 0, pattern: .overRetain)
            }
        }
        let counts = Dictionary(uniqueKeysWithValues: suspects.map { (Suspect?.some($0), 2) } + [(nil, 2)])
        #expect(counts.mostFrequent == suspects[0])
        #expect(counts.merging([suspects[3]: 3]) { $1 }.mostFrequent == suspects[3])
        #expect([Suspect?: Int]().mostFrequent == nil)
    }
}
