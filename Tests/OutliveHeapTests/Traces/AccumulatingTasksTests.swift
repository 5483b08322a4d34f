internal import OutliveModel
import Testing

@testable import OutliveHeap

/// Growing tasks as suspects, in a heap that is built by hand.
@Suite struct AccumulatingTasksTests {
    /// Two functions of the program: one at 0x1100, where tasks wait, and one at 0x1200.
    private struct Names: AddressNames {
        func functions(of frames: [Frame]) -> [Frame] {
            frames.map { frame in
                var frame = frame
                let function = frame.offset < 0x1200 ? "App.Feed.start() -> ()" : "App.Clock.run() -> ()"
                frame.symbols = [
                    Symbol(function: "closure #1 in \(function)", file: "/src/App/Feed.swift", line: 7, column: 5)
                ]
                return frame
            }
        }

        func variables(of frames: [Frame]) -> [String?] { frames.map { _ in nil } }
    }

    private enum State: UInt32 {
        case waiting = 0
        case running = 2
        case enqueued = 4
        case completed = 8
    }

    private struct Sketch {
        var builder = SnapshotBuilder()
        private let task: UInt32
        private let closures: [String: UInt32]
        private var count: UInt32 = 0

        init() {
            builder.flags = 3
            builder.module("/opt/app/bin/app", bias: 0, 0x1000..<0x2000)
            builder.thread("main", id: 1, 0x7000_0000..<0x7000_1000)
            task = builder.type("Swift.Task", .task)
            var closures: [String: UInt32] = [:]
            for captures in ["(App.Item, App.Shelf)", "(App.Clock)", "(function)"] {
                closures[captures] = builder.type(captures, .closure)
            }
            self.closures = closures
        }

        /// Adds a task, the closure that it leads to and, if there are two, the one that this one leads to.
        ///
        /// - Returns: The node of the task.
        @discardableResult
        mutating func add(_ state: State, at function: UInt64? = 0x1100, _ captures: String...) -> UInt32 {
            let node = count
            for (index, type) in ([task] + captures.compactMap { closures[$0] }).enumerated() {
                let edges = index < captures.count ? [(offset: UInt32(16), target: node + UInt32(index) + 1)] : []
                builder.node(0x2000 + 0x1000 * UInt64(count), bytes: 240, type: type, edges: edges)
                count += 1
            }
            builder.task(
                node, flags: state.rawValue, waitsFor: state == .waiting ? 2 : 0, frames: function.map { [$0] } ?? [],
                id: UInt64(node) + 1)
            builder.taskDetails(0x2000 + 0x1000 * UInt64(node))
            return node
        }

        func accumulating(_ growing: [[UInt32]]) throws -> AccumulatingTasks {
            let groups = TaskGroups(try HeapSnapshot(builder.file), names: Names())
            return AccumulatingTasks(groups, growing: growing.map { $0.map(Int.init) })
        }
    }

    @Test(arguments: [State.running, .enqueued])
    private func `A task that has not begun to wait has the suspect of those with the same closure`(state: State)
        throws
    {
        var sketch = Sketch()
        let growing = (0..<6).map { _ in sketch.add(.waiting, "(function)", "(App.Item, App.Shelf)") }
        let other = sketch.add(.waiting, at: 0x1200, "(App.Clock)")
        let new = sketch.add(state, at: nil, "(App.Item, App.Shelf)")
        let unrelated = sketch.add(state, at: nil, "(function)")
        let ended = sketch.add(.completed, at: nil, "(App.Item, App.Shelf)")
        let tasks = try sketch.accumulating([growing])
        #expect(tasks.suspect(ofTask: Int(growing[0]))?.name == "Task in Feed.start")
        #expect(tasks.suspect(ofTask: Int(new))?.name == "Task in Feed.start")
        for task in [other, unrelated, ended] { #expect(tasks.suspect(ofTask: Int(task)) == nil) }
    }

    @Test func `A closure with which tasks of two functions begin belongs to neither`() throws {
        var sketch = Sketch()
        let first = (0..<6).map { _ in sketch.add(.waiting, "(App.Item, App.Shelf)") }
        let second = (0..<6).map { _ in sketch.add(.waiting, at: 0x1200, "(App.Item, App.Shelf)") }
        let new = sketch.add(.running, at: nil, "(App.Item, App.Shelf)")
        let tasks = try sketch.accumulating([first, second])
        #expect(tasks.suspect(ofTask: Int(first[0]))?.name == "Task in Feed.start")
        #expect(tasks.suspect(ofTask: Int(second[0]))?.name == "Task in Clock.run")
        #expect(tasks.suspect(ofTask: Int(new)) == nil)
    }

    @Test func `A few tasks that wait elsewhere have the suspect of their creator`() throws {
        var sketch = Sketch()
        let growing = (0..<6).map { _ in sketch.add(.waiting) }
        let older = sketch.add(.enqueued)
        #expect(try sketch.accumulating([growing]).suspect(ofTask: Int(older))?.name == "Task in Feed.start")
    }
}
