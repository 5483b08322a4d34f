internal import OutliveModel
import Testing

@testable import OutliveHeap

/// Growing tasks as suspects, in a heap that is built by hand.
@Suite struct AccumulatingTasksTests {
    /// Functions of the program: two that start tasks, at 0x1100 and 0x1200, and one that both can await, at 0x1300.
    private struct Names: AddressNames {
        func functions(of frames: [Frame]) -> [Frame] {
            frames.map { frame in
                var frame = frame
                let (function, line): (String, Int) =
                    switch frame.offset {
                    case ..<0x1200: ("closure #1 in App.Feed.start() -> ()", 7)
                    case ..<0x1300: ("closure #1 in App.Clock.run() -> ()", 7)
                    default: ("App.Book.lookUp() async -> ()", 30)
                    }
                frame.symbols = [Symbol(function: function, file: "/src/App/Feed.swift", line: line, column: 5)]
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
        /// - Parameters:
        ///   - awaited: The function that the first one awaits, and in which the task waits, or `nil` if there is none.
        ///   - leadsOn: `true` if the last of them leads to the next node.
        /// - Returns: The node of the task.
        @discardableResult
        mutating func add(
            _ state: State, at function: UInt64? = 0x1100, awaiting awaited: UInt64? = nil, _ captures: String...,
            leadsOn: Bool = false
        ) -> UInt32 {
            let node = count
            for (index, type) in ([task] + captures.compactMap { closures[$0] }).enumerated() {
                let isFollowed = index < captures.count || leadsOn
                let edges = isFollowed ? [(offset: UInt32(16), target: node + UInt32(index) + 1)] : []
                builder.node(0x2000 + 0x1000 * UInt64(count), bytes: 240, type: type, edges: edges)
                count += 1
            }
            builder.task(
                node, flags: state.rawValue, waitsFor: state == .waiting ? 2 : 0,
                frames: [awaited, function].compactMap(\.self), id: UInt64(node) + 1)
            builder.taskDetails(0x2000 + 0x1000 * UInt64(node))
            return node
        }

        /// Adds a block whose words lead to some tasks, and to which a global leads, so that it may resume them.
        mutating func keep(_ tasks: [UInt32]) {
            let edges = tasks.enumerated().map { (offset: 8 * UInt32($0.offset), target: $0.element) }
            let raw = builder.type("", .raw)
            builder.root(builder.node(0x2000 + 0x1000 * UInt64(count), bytes: 96, type: raw, edges: edges))
            count += 1
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

    @Test(arguments: [0, 5])
    func `A function that loses continuations is the suspect, whoever creates the tasks and if words hide some losses`(
        hidden: Int
    ) throws {
        var sketch = Sketch()
        let first = (0..<6).map { _ in sketch.add(.waiting, at: 0x1100, awaiting: 0x1300) }
        let second = (0..<3).map { _ in sketch.add(.waiting, at: 0x1200, awaiting: 0x1300) }
        if hidden > 0 { sketch.keep(Array(first[..<hidden])) }
        let tasks = try sketch.accumulating([first + second])
        let suspects = (first + second).map { tasks.suspect(ofTask: Int($0)) }
        #expect(suspects.allSatisfy { $0?.name == "Book.lookUp" && $0?.location?.line == 30 })
        // One mistake, with the groups of all its tasks.
        #expect(Set(suspects).count == 1)
        #expect(suspects[0]?.tasks?.groups.count == (hidden > 0 ? 3 : 2))
    }

    @Test func `A function whose continuations may be resumed is no suspect, those that create the tasks are`() throws {
        var sketch = Sketch()
        let first = (0..<6).map { _ in sketch.add(.waiting, at: 0x1100, awaiting: 0x1300) }
        let second = (0..<6).map { _ in sketch.add(.waiting, at: 0x1200, awaiting: 0x1300) }
        sketch.keep(first + second)
        let tasks = try sketch.accumulating([first, second])
        #expect(tasks.suspect(ofTask: Int(first[0]))?.name == "Task in Feed.start")
        #expect(tasks.suspect(ofTask: Int(second[0]))?.name == "Task in Clock.run")
    }

    /// The nodes of tasks of the program, of what each of them leads to, of the task of a library to which that leads, and
    /// of an object of this task.
    private struct Helped {
        var sketch = Sketch()
        var (tasks, holders, helpers, objects): ([UInt32], [UInt32], [UInt32], [UInt32]) = ([], [], [], [])

        init() {
            for _ in 0..<6 {
                let task = sketch.add(.waiting, "(function)", leadsOn: true)
                tasks.append(task)
                holders.append(task + 1)
                let helper = sketch.add(.waiting, at: nil, "(App.Clock)")
                helpers.append(helper)
                objects.append(helper + 1)
            }
        }
    }

    @Test func `A task of a library that only growing tasks keep has their suspect, and so does what it keeps`() throws
    {
        let helped = Helped()
        let tasks = try helped.sketch.accumulating([helped.tasks, helped.helpers])
        #expect(helped.helpers.allSatisfy { tasks.suspect(ofTask: Int($0)) == nil })
        let graph = HeapGraph(try HeapSnapshot(helped.sketch.builder.file))
        let growing = [helped.tasks, helped.holders, helped.helpers, helped.objects].joined().map(Int.init)
        let reach = TaskReach(tasks, in: graph, growing: growing)
        let all = tasks.withHelpers(reach)
        #expect(helped.helpers.allSatisfy { all.suspect(ofTask: Int($0))?.name == "Task in Feed.start" })
        #expect(reach.suspect(of: helped.objects.map(Int.init), unit: .objects)?.name == "Task in Feed.start")
        // What lives on leads to the tasks of others as well.
        let living = TaskReach(tasks, in: graph, growing: growing.filter { !helped.holders.contains(UInt32($0)) })
        #expect(helped.helpers.allSatisfy { tasks.withHelpers(living).suspect(ofTask: Int($0)) == nil })
    }

    @Test func `Completed children belong to the task with their group, not to one that leads to them`() throws {
        var sketch = TaskSketch()
        let children: Range<UInt32> = 2..<8
        sketch.taskNode([])
        sketch.taskNode(children.map { (16 + 8 * $0, $0) })
        for _ in children { sketch.taskNode([]) }
        sketch.task(0, flags: State.running.rawValue, waitsFor: 0, frames: [0x1100])
        sketch.task(1, frames: [0x1200])
        let completedChild: UInt32 = 8 + 16 + 32
        for child in children { sketch.task(child, flags: completedChild, waitsFor: 0, parent: 0, group: 0x2080) }
        let growing = children.map(Int.init)
        let tasks = AccumulatingTasks(try sketch.groups(names: Names()), growing: [growing])
        let traces = HeapTraces(tasks.graph.snapshot, names: Names(), growing: [growing], tasks: tasks)
            .traces(of: growing, leaking: Set(growing))
        #expect(traces.map(\.culprit?.name) == ["TaskGroup in Feed.start"])
    }

    /// Six tasks that end sleeps: each is followed by its closure, and by a growing object to which a left-over word leads.
    private func wakeUps(ofState name: String) throws -> (tasks: AccumulatingTasks, reach: TaskReach) {
        var sketch = TaskSketch()
        let closure = sketch.builder.type("(\(name))", .closure)
        let other = sketch.builder.type("App.Document")
        let nodes = (0..<UInt32(6)).map { 3 * $0 }
        for node in nodes {
            sketch.taskNode([(200, node + 1), (232, node + 2)])
            sketch.node(closure)
            sketch.node(other)
        }
        for node in nodes { sketch.task(node, waitsFor: 0) }
        let tasks = AccumulatingTasks(
            try sketch.groups(names: NoAddressNames()), growing: [nodes.map(Int.init)])
        return (tasks, TaskReach(tasks, in: tasks.graph, growing: 0..<18))
    }

    @Test func `Wake-ups of sleeps that no task waits for are a suspect, with what their closures lead to`() throws {
        let found = try wakeUps(
            ofState: "(extension in Swift):Swift.Task<Swift.Never, Swift.Never>.UnsafeSleepStateToken")
        let suspect = try #require(found.tasks.suspect(ofTask: 3))
        #expect(suspect.name == "Task.sleep")
        #expect(suspect.hint.hasPrefix("The sleeps outlive what waited for them"))
        #expect(suspect.doubt == "each wake-up is released at the deadline of its sleep")
        #expect(found.reach.suspect(of: [1, 4, 7, 10, 13, 16], unit: .objects) == suspect)
        #expect(found.reach.suspect(of: [2, 5, 8, 11, 14, 17], unit: .objects) == nil)
    }

    @Test func `Other tasks of a library that have not started are no wake-ups`() throws {
        #expect(try wakeUps(ofState: "App.Document").tasks.suspects.isEmpty)
    }
}
