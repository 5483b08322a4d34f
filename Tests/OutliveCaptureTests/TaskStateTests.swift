#if os(Linux)
import OutliveHeap
import OutliveModel
import Testing

/// The states of tasks in a graph of a real process.
struct TaskStateTests {
    /// The snapshot, and the task that the one property `task` of a type holds.
    private struct Scene {
        let shapes: Shapes
        let graph: HeapGraph

        init() async throws {
            shapes = try await Shapes(of: "tasks")
            graph = HeapGraph(shapes.snapshot)
        }

        func task(of type: String) throws -> HeapSnapshot.TaskRecord {
            let holder = try shapes.node("heap_fixture.\(type)")
            let records = shapes.snapshot.edges(ofNode: holder).compactMap { edge in
                shapes.fields(of: holder).contains { $0.name == "task" && $0.offset == edge.offset }
                    ? shapes.snapshot.task(ofNode: Int(edge.target)) : nil
            }
            return try #require(records.first)
        }

        /// The names of the functions that a task goes on with.
        func functions(of task: HeapSnapshot.TaskRecord) -> [String] {
            shapes.snapshot.frames(of: task).map { shapes.functionName($0) ?? "" }
        }
    }

    @Test
    func `Tasks are suspended, enqueued, running or completed`() async throws {
        let scene = try await Scene()
        for (type, state) in [
            ("Checked", .suspended), ("Unsafe", .suspended), ("Handle", .suspended), ("Awaiting", .suspended),
            ("Grouped", .suspended), ("Completed", .completed), ("Busy", .running), ("Queued", .enqueued),
        ] as [(String, AlikeTasks.State)] {
            #expect(try scene.task(of: type).state == state, "\(type)")
        }
        let (cancelled, handled) = (try scene.task(of: "Checked"), try scene.task(of: "Unsafe"))
        #expect(cancelled.isCancelled && !cancelled.hasCancellationHandler)
        #expect(handled.hasCancellationHandler && !handled.isCancelled)
        // Its group came after its handler.
        #expect(try scene.task(of: "Guarded").hasCancellationHandler)
        #expect(try !scene.task(of: "Grouped").hasCancellationHandler)
        let ids = scene.shapes.snapshot.tasks.map(\.id)
        #expect(Set(ids).count == ids.count && !ids.contains(0))
    }

    @Test
    func `A task reports what it waits for`() async throws {
        let scene = try await Scene()
        #expect(try scene.task(of: "Checked").waitsFor == (.continuation, nil))
        #expect(try scene.task(of: "Unsafe").waitsFor == (.continuation, nil))
        let handle = try scene.task(of: "Handle")
        #expect(try scene.task(of: "Awaiting").waitsFor == (.task, Int(handle.node)))
        #expect(try scene.task(of: "Grouped").awaited == .group)
        let desk = try scene.shapes.node("heap_fixture.FrontDesk")
        #expect(try scene.task(of: "Queued").waitsFor == (.executor, desk))
        #expect(try scene.task(of: "Completed").waitsFor == (.none, nil))
        let parents = scene.shapes.snapshot.tasks.filter(\.isChild).map(\.parent)
        #expect(try Set(parents) == [Int(scene.task(of: "Grouped").node), Int(scene.task(of: "Guarded").node)])
    }

    @Test
    func `A suspended task has its resume functions`() async throws {
        let scene = try await Scene()
        let functions = scene.functions(of: try scene.task(of: "Checked"))
        #expect(functions.contains { $0.contains("withCheckedContinuation") })
        #expect(functions.contains { $0.contains("Checked") && $0.contains("init()") }, "\(functions)")
        #expect(scene.functions(of: try scene.task(of: "Completed")).isEmpty)
        // The context of a continuation returns to the function that the task resumes in.
        for task in scene.shapes.snapshot.tasks where task.awaited == .continuation {
            let frames = Array(scene.shapes.snapshot.frames(of: task).prefix(2))
            #expect(frames.count == 2 && frames[0] != frames[1])
        }
    }

    @Test
    func `A completed task holds its result, and its frames hold nothing`() async throws {
        let scene = try await Scene()
        let task = Int(try scene.task(of: "Completed").node)
        let edges = Array(scene.shapes.snapshot.edges(ofNode: task))
        #expect(edges.map { scene.shapes.name(Int($0.target)) } == ["raw", "heap_fixture.Outcome"])
        for edge in scene.shapes.snapshot.nodes[Int(edges[0].target)].edges {
            #expect(!scene.graph.isStrong(edge: edge))
        }
    }

    @Test
    func `A completed task does not hold what its result, a number, leads to`() async throws {
        let scene = try await Scene()
        let task = try scene.task(of: "Numbered")
        #expect(task.state == .completed)
        let targets = scene.shapes.snapshot.edges(ofNode: Int(task.node)).map { scene.shapes.name(Int($0.target)) }
        #expect(targets == ["raw"])
        #expect(scene.shapes.holders(of: try scene.shapes.node("heap_fixture.Counted")).count == 1)
    }

    @Test
    func `A task is resumed through its continuation, and not through a handle`() async throws {
        let scene = try await Scene()
        func holders(of type: String) throws -> [String] {
            scene.graph.continuationHolders(ofTask: Int(try scene.task(of: type).node)).map(scene.shapes.name)
        }
        #expect(try holders(of: "Checked") == ["Swift.CheckedContinuationCanary"])
        #expect(try holders(of: "Unsafe") == ["heap_fixture.Unsafe"])
        #expect(try holders(of: "Handle") == ["heap_fixture.NeverResumed"])
        #expect(try holders(of: "Awaiting") == [])
    }
}
#endif
