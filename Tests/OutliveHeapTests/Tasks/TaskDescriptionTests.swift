internal import OutliveModel
import Testing

@testable import OutliveHeap

/// What the groups of tasks and the queues of actors say about tasks, beside the verdict.
@Suite struct TaskDescriptionTests {
    @Test func `What a task waits for is decided by the functions before the first one of the program`() throws {
        let names = ExportNames(functions: [
            0x1401: [Symbol(function: "App.Poller.run() async -> ()", file: "/src/App/Poller.swift", line: 7)],
            0x1501: [Symbol(function: "static Swift.Task.sleep(nanoseconds: Swift.UInt64) async throws -> ()")],
        ])
        for (frames, awaited) in [
            ([0x1500, 0x1400], AlikeTasks.Awaited.sleep), ([0x1400, 0x1500], .continuation),
        ] as [([UInt64], AlikeTasks.Awaited)] {
            var sketch = TaskSketch()
            sketch.taskNode()
            sketch.task(0, frames: frames)
            let group = try #require(try sketch.groups(names: names).groups.first)
            #expect(group.frames.contains { $0.function == "Poller.run" }, "\(group.frames)")
            #expect(group.awaited == awaited)
        }
    }

    @Test func `A task of a library that has not started is shown if it has children`() throws {
        for hasChild in [true, false] {
            var sketch = TaskSketch()
            for _ in 0..<2 { sketch.taskNode() }
            sketch.task(0, waitsFor: 0)
            sketch.task(1, flags: hasChild ? 16 : 0, parent: hasChild ? 0 : .max)
            #expect(try sketch.groups().groups.contains { $0.ids == [1] } == hasChild)
        }
    }

    @Test func `A task is named as running on an actor only if no other may be`() throws {
        for threads in [UInt32(1), 2] {
            var sketch = TaskSketch()
            sketch.builder.thread("worker", id: 2, 0x7100_0000..<0x7100_1000)
            for _ in 0..<3 { sketch.taskNode() }
            let actor = sketch.node(sketch.builder.type("App.Bank"))
            for thread in 0..<threads {
                for node in [actor, 1 + thread] {
                    sketch.builder.root(node, kind: 2, owner: thread, address: 0x7000_0010)
                }
            }
            sketch.task(0, flags: 4, waitsFor: 4, awaited: actor)
            sketch.task(1, flags: 2, waitsFor: 0, name: "first")
            sketch.task(2, flags: 2, waitsFor: 0, name: "second")
            let queue = try #require(try sketch.groups().actors.first)
            #expect(queue.actor == "Bank")
            #expect(queue.running == (threads == 1 ? "first" : nil))
        }
    }
}
