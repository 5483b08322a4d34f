internal import OutliveModel
import Testing

@testable import OutliveHeap

/// Growing tasks whose handle is stored by an object that only they keep, in a heap that is built by hand.
@Suite struct TaskOwnerTests {
    /// Functions of the program below 0x1400, of a package below 0x1480, and of the concurrency library above.
    private struct Names: AddressNames {
        static let program: UInt64 = 0x1100
        static let package: UInt64 = 0x1400
        static let stream: UInt64 = 0x1480
        static let continuation: UInt64 = 0x14C0

        func functions(of frames: [Frame]) -> [Frame] {
            frames.map { frame in
                var frame = frame
                let (function, file): (String, String?) =
                    switch frame.offset {
                    case ..<Self.package:
                        ("closure #1 () async -> () in App.Client.listen() -> ()", "/src/App/Client.swift")
                    case ..<Self.stream:
                        ("Merge.Merger.next() async -> Swift.Int", "/src/.build/checkouts/merge/Merger.swift")
                    case ..<Self.continuation: ("Swift.AsyncStream.Iterator.next() async -> A?", nil)
                    default: ("Swift.withUnsafeContinuation<A>() async -> A", nil)
                    }
                frame.symbols = [Symbol(function: function, file: file, line: file == nil ? nil : 7)]
                return frame
            }
        }

        func variables(of frames: [Frame]) -> [String?] { frames.map { _ in nil } }
    }

    /// Six tasks, each of which waits and leads to an object of the program that has its handle.
    private struct Owned {
        var sketch = TaskSketch()
        private(set) var tasks: [UInt32] = []
        private(set) var owners: [UInt32] = []

        /// - Parameters:
        ///   - isKept: `true` if the frames of each task lead to its owner.
        ///   - stores: The type of the property with the handle.
        ///   - frames: Where the tasks wait, innermost function first.
        init(isKept: Bool = true, stores property: String = "Swift.Task<(), Swift.Never>", frames: [UInt64]) {
            let client = sketch.builder.type("App.Client", fields: [("listener", property, 16, 0)])
            for _ in 0..<6 {
                // Each task is followed by its frames and its owner.
                let task = UInt32(3 * tasks.count)
                sketch.taskNode([(120, task + 1)])
                var words: [(offset: UInt32, target: UInt32)] = []
                if isKept { words.append((64, task + 2)) }
                sketch.node(sketch.raw, bytes: 1016, words)
                owners.append(sketch.node(client, [(16, task)]))
                tasks.append(task)
            }
            for task in tasks { sketch.task(task, frames: frames) }
        }

        /// The elements of an array of the owners.
        var elements: [(offset: UInt32, target: UInt32)] {
            owners.enumerated().map { (32 + 8 * UInt32($0.offset), $0.element) }
        }

        func suspect() throws -> Suspect? {
            let groups = AnalysedSnapshot(try HeapSnapshot(sketch.builder.file), names: Names()).tasks
            let accumulating = AccumulatingTasks(groups, growing: [tasks.map(Int.init)])
            let suspect = try #require(accumulating.suspect(ofTask: Int(tasks[0])))
            #expect(suspect.name == "Task in Client.listen")
            #expect(accumulating.keepsOwner(suspect) == (suspect.remedy?.contains("keeps its owner") == true))
            return suspect
        }
    }

    /// The remedy if the tasks keep their owner.
    private static let remedy =
        "The task keeps its owner Client alive: Client.listener has its handle, so deinit, which could cancel it, never "
        + "runs. Capture self weakly, also inside of the loop, or cancel the task from outside."

    @Test(arguments: ["Swift.Task<(), Swift.Never>", "Synchronization.Mutex<App.Client.State>"])
    func `A task whose owner lives only because of it is to capture it weakly`(property: String) throws {
        let owned = Owned(stores: property, frames: [Names.stream, Names.program])
        let suspect = try owned.suspect()
        #expect(suspect?.remedy == Self.remedy)
        #expect(suspect?.pattern == .taskNotCancelled)
    }

    @Test func `A task that does not lead to its owner does not keep it`() throws {
        let owned = Owned(isKept: false, frames: [Names.stream, Names.program])
        #expect(try owned.suspect()?.remedy != Self.remedy)
    }

    @Test func `A property that can resume a task is no handle of it`() throws {
        let owned = Owned(
            stores: "Swift.UnsafeContinuation<(), Swift.Never>", frames: [Names.continuation, Names.program])
        #expect(try owned.suspect()?.remedy != Self.remedy)
    }

    @Test func `A store that keeps the owners as well has to remove them first`() throws {
        var owned = Owned(frames: [Names.stream, Names.program])
        let list = owned.sketch.builder.type("Swift._ContiguousArrayStorage<App.Client>", stride: 8)
        let edges = owned.elements
        let store = owned.sketch.builder.node(0x9_0000, bytes: 96, type: list, elements: 6, edges: edges)
        owned.sketch.builder.root(store)
        #expect(try owned.suspect()?.remedy != Self.remedy)
    }

    @Test func `A store in the frames of another task keeps the owners, words of the owners there do not`() throws {
        for isDirect in [true, false] {
            var owned = Owned(frames: [Names.stream, Names.program])
            let list = owned.sketch.builder.type("Swift._ContiguousArrayStorage<App.Client>", stride: 8)
            let edges = owned.elements
            let main = owned.sketch.taskNode([(120, 19)])
            var words: [(offset: UInt32, target: UInt32)] = [(64, 20)]
            if isDirect { words = edges.map { ($0.offset + 64, $0.target) } }
            owned.sketch.node(owned.sketch.raw, bytes: 1016, words)
            if !isDirect {
                owned.sketch.builder.node(0x9_0000, bytes: 96, type: list, elements: 6, edges: edges)
            }
            owned.sketch.task(main, flags: 2, waitsFor: 0)
            #expect((try owned.suspect()?.remedy == Self.remedy) == isDirect)
        }
    }

    @Test func `A task that waits for a continuation of the program has to be resumed, in a library to be cancelled`()
        throws
    {
        let own = Owned(frames: [Names.continuation, Names.program])
        #expect(try own.suspect()?.remedy != Self.remedy)
        let library = Owned(frames: [Names.continuation, Names.package, Names.program])
        #expect(try library.suspect()?.remedy == Self.remedy)
    }

    @Test func `A task that waits in a library is to be cancelled, as the program cannot resume it`() throws {
        let owned = Owned(isKept: false, frames: [Names.continuation, Names.package, Names.program])
        let suspect = try owned.suspect()
        #expect(suspect?.pattern == .taskNotCancelled)
        #expect(suspect?.remedy?.contains("ancel the task") == true)
        #expect(suspect?.remedy?.contains("Merge") == true)
    }
}
