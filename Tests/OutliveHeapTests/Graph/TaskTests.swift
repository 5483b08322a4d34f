import OutliveModel
import Testing

@testable import OutliveHeap

/// Tasks in heaps that are built by hand.
@Suite struct TaskTests {
    private func heap() -> SnapshotBuilder {
        var builder = SnapshotBuilder()
        builder.flags = 3
        builder.module("/opt/app/bin/app", bias: 0, 0x1000..<0x2000)
        return builder
    }

    @Test func `A completed task is no root, and its result is held by its holders`() throws {
        for (isCompleted, origin) in [(false, HeapPath.Origin.task), (true, .root(0))] {
            var builder = heap()
            let holder = builder.type("", .raw)
            let task = builder.type("Swift.Task", .task)
            builder.node(0x1000, type: holder, edges: [(16, 1)])
            builder.node(0x2000, bytes: 248, type: task, edges: [(232, 2)])
            builder.node(0x3000, type: builder.type("App.Result"))
            builder.root(0, kind: 4)
            builder.task(1, flags: isCompleted ? 8 : 0)
            let paths = RetentionPaths(HeapGraph(try HeapSnapshot(builder.file)))
            #expect(paths.path(to: 2).origin == origin)
            #expect(paths.path(to: 1).origin == origin)
        }
    }

    @Test func `A padding word of a task holds nothing`() throws {
        for (offset, origin) in [(UInt32(64), HeapPath.Origin.task), (72, .unheld), (80, .task)] {
            var builder = heap()
            builder.node(0x2000, bytes: 248, type: builder.type("Swift.Task", .task), edges: [(offset, 1)])
            builder.node(0x3000, type: builder.type("App.Session"))
            builder.task(0)
            #expect(try RetentionPaths(HeapGraph(HeapSnapshot(builder.file))).path(to: 1).origin == origin)
        }
    }

    // With more fields than strong references, one of the fields owns nothing. The fields of a record are unknown.
    @Test(arguments: [
        (UInt32?.some(1), 1, "App.Item", false), (1, 2, "App.Item", true), (2, 1, "App.Item", true),
        (2, 2, "App.Item", false), (nil, 1, "App.Item", true), (1, 1, "App.Record", true), (1, 1, "() -> ()", false),
    ])
    func `A word of a task, or of its frames, keeps no object whose references are all in fields`(
        owners: UInt32?, fields: Int, declared: String, isStrong: Bool
    ) throws {
        var builder = heap()
        let raw = builder.type("", .raw)
        builder.fieldBytes = declared == "App.Record" ? 40 : declared == "App.Item" ? 8 : 16
        let store = builder.type("App.Store", fields: [("item", declared, 16, 0)])
        builder.node(0x2000, bytes: 248, type: builder.type("Swift.Task", .task), edges: [(120, 1), (216, 3)])
        builder.node(0x3000, bytes: 1016, type: raw, edges: [(40, 2), (48, 3)])
        builder.node(0x4000, type: store, edges: [(16, 3)])
        builder.node(0x5000, type: builder.type("App.Item", superclass: builder.type("App.Base")))
        for number in 1..<fields { builder.node(0x5000 + 0x1000 * UInt64(number), type: store, edges: [(16, 3)]) }
        builder.task(0)
        if let owners { builder.count(3, owners: owners) }
        let graph = HeapGraph(try HeapSnapshot(builder.file))
        #expect((0..<5).map { graph.isStrong(edge: $0) } == [true, isStrong, true, isStrong, true])
        #expect(graph.referrers(of: 3).count == fields + (isStrong ? 2 : 0))
    }

    @Test func `An unreferenced task is a root only until it completes`() throws {
        for isCompleted in [false, true] {
            var builder = heap()
            builder.node(0x2000, bytes: 248, type: builder.type("Swift.Task", .task))
            builder.task(0, flags: isCompleted ? 8 : 0)
            let paths = RetentionPaths(HeapGraph(try HeapSnapshot(builder.file)))
            #expect(paths.path(to: 0).origin == (isCompleted ? .unheld : .task))
        }
    }

    @Test func `A task is completed, running, enqueued or suspended, in that order`() throws {
        typealias State = AlikeTasks.State
        let states: [(UInt32, State)] = [
            (0, .suspended), (1, .suspended), (2, .running), (4, .enqueued), (6, .running), (8, .completed),
        ]
        for (flags, state) in states {
            var builder = heap()
            builder.node(0x2000, bytes: 208, type: builder.type("Swift.Task", .task))
            builder.task(0, flags: flags)
            #expect(try HeapSnapshot(builder.file).task(ofNode: 0)?.state == state)
        }
    }

    @Test func `A task is resumed through canaries and continuations, not through handles or its memory`() throws {
        var builder = heap()
        let task = builder.type("Swift.Task", .task)
        let raw = builder.type("", .raw)
        let canary = builder.type("Swift.CheckedContinuationCanary")
        let handle = builder.type("App.Owner", fields: [("task", "Swift.Optional<Swift.Task<(), Swift.Never>>", 16, 0)])
        let waiting = builder.type(
            "App.Waiting", fields: [("last", "Swift.UnsafeContinuation<(), Swift.Never>", 16, 0)])
        let suspended: UInt32 = 0
        builder.node(0x1000, bytes: 240, type: task, edges: [(120, 1)])
        // Its slabs.
        builder.node(0x2000, bytes: 1000, type: raw, edges: [(8, 2), (64, suspended)])
        builder.node(0x3000, bytes: 1000, type: raw, edges: [(64, suspended)])
        builder.node(0x4000, bytes: 48, type: canary, edges: [(16, suspended)])
        builder.node(0x5000, type: handle, edges: [(16, suspended)])
        builder.node(0x6000, type: waiting, edges: [(16, suspended)])
        // Its parent, and what Dispatch keeps of a job.
        builder.node(0x7000, bytes: 240, type: task, edges: [(216, suspended)])
        builder.node(0x8000, bytes: 64, type: raw, edges: [(40, suspended)])
        builder.continuation(7)
        builder.task(suspended, flags: 16, waitsFor: 2, parent: 6)
        builder.task(6)
        let graph = HeapGraph(try HeapSnapshot(builder.file))
        #expect(graph.continuationHolders(ofTask: 0) == [3, 5])
        #expect(graph.continuationHolders(ofTask: 6) == [])
        #expect(graph.continuationHolders(ofTask: 3) == [])
        #expect(graph.snapshot.task(ofNode: 0)?.parent == 6)
    }

    @Test func `A list of many continuations resumes each of its tasks, and one of many handles none`() throws {
        for (element, isHandle) in [
            ("Swift.UnsafeContinuation<(), Swift.Never>", false), ("Swift.Task<(), Swift.Never>", true),
        ] {
            var builder = heap()
            let (list, waiter) = (UInt32(0), UInt32(101))
            let tasks = (1...100).map { UInt32($0) }
            let storage = builder.type(
                "Swift._ContiguousArrayStorage<\(element)>", size: 32, stride: 8, elementFields: [("", element, 0, 0)])
            let edges = tasks.map { (offset: 24 + 8 * $0, target: $0) }
            builder.node(0x1000, bytes: 1000, type: storage, elements: 100, edges: edges)
            let type = builder.type("Swift.Task", .task)
            for task in tasks { builder.node(0x2000 + UInt64(task) * 0x100, bytes: 240, type: type) }
            // A task that waits for the first one.
            builder.node(0x90000, bytes: 240, type: type, edges: [(200, 1)])
            for task in tasks { builder.task(task, waitsFor: 2) }
            builder.task(waiter, waitsFor: 1, awaited: 1)
            let graph = HeapGraph(try HeapSnapshot(builder.file))
            for task in tasks {
                #expect(graph.continuationHolders(ofTask: Int(task)) == (isHandle ? [] : [Int(list)]))
                #expect(graph.edgesToTasks.edges(from: Int(list), toTask: Int(task)) == [Int(task) - 1])
            }
            #expect(graph.edgesToTasks.waiters(ofTask: 1) == [Int(waiter)])
        }
    }
}
