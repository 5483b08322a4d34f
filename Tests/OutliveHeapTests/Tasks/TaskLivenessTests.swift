internal import OutliveModel
import Testing

@testable import OutliveHeap

/// What resumes a task, and what does not, where only one reference makes the difference.
@Suite struct TaskLivenessTests {
    @Test func `A task that waits for a group without children continues`() throws {
        var sketch = TaskSketch()
        sketch.taskNode()
        sketch.task(0, waitsFor: 3, address: 0x2080)
        #expect(try sketch.certainty() == nil)
    }

    @Test func `A child of one group does not resume the parent that waits for another`() throws {
        for (group, certainty) in [(UInt64(0x20C0), StuckVerdict.Certainty?.some(.stuck)), (0x2080, nil)] {
            var sketch = TaskSketch()
            for _ in 0..<3 { sketch.taskNode() }
            sketch.task(0, waitsFor: 3, address: 0x2080)
            sketch.task(1, flags: 48, parent: 0, group: 0x2080)
            sketch.task(2, flags: 50, waitsFor: 0, parent: 0, group: group)
            #expect(try sketch.certainty(0) == certainty)
        }
    }

    @Test func `A child that refers to its group leads nowhere else in its parent's memory`() throws {
        for (group, certainty) in [(UInt64(0x2080), StuckVerdict.Certainty?.some(.stuck)), (0x2090, nil)] {
            var sketch = TaskSketch()
            sketch.taskNode([(216, 2)])
            sketch.taskNode([(216, 0)])
            sketch.builder.add(to: 28, Item().word(1).word(0).long(0x80))
            sketch.node(sketch.builder.type("App.Session"), [(16, 0)])
            sketch.task(0)
            sketch.task(1, flags: 50, waitsFor: 0, parent: 0, group: group)
            #expect(try sketch.certainty(0) == certainty)
        }
    }

    @Test func `A thread-local that leads to a task may resume it`() throws {
        var sketch = TaskSketch()
        sketch.taskNode()
        sketch.builder.root(0, kind: 3, owner: 0, address: 0x7000_0010)
        sketch.task(0)
        #expect(try sketch.certainty() == nil)
    }

    @Test(arguments: [(UInt32?.some(1), StuckVerdict.Certainty?.some(.probably)), (2, nil), (nil, nil)])
    func `An object on a stack may resume a task, unless all that own it are elsewhere`(
        owners: UInt32?, certainty: StuckVerdict.Certainty?
    ) throws {
        var sketch = TaskSketch()
        sketch.taskNode([(216, 1), (224, 2)])
        let waiting = sketch.builder.type(
            "App.Waiting", superclass: sketch.builder.type("App.Base"),
            fields: [("last", "Swift.UnsafeContinuation<(), Swift.Never>", 16, 0)])
        sketch.node(sketch.builder.type("(App.Waiting)", .closure, fields: [("", "App.Waiting", 16, 0)]), [(16, 2)])
        sketch.node(waiting, [(16, 0)])
        sketch.builder.root(2, kind: 2, owner: 0, address: 0x7000_0010)
        if let owners { sketch.builder.count(2, owners: owners) }
        sketch.task(0)
        #expect(try sketch.certainty() == certainty)
    }

    @Test(arguments: [(UInt32(1), StuckVerdict.Certainty?.some(.probably)), (2, nil)])
    func `An object in the frames of another task may resume a task, unless all that own it are elsewhere`(
        owners: UInt32, certainty: StuckVerdict.Certainty?
    ) throws {
        var sketch = TaskSketch()
        sketch.taskNode([(216, 1)])
        let waiting = sketch.builder.type(
            "App.Waiting", superclass: sketch.builder.type("App.Base"),
            fields: [("last", "Swift.UnsafeContinuation<(), Swift.Never>", 16, 0)])
        let owner = sketch.builder.type("App.Owner", fields: [("waiting", "App.Waiting", 16, 0)])
        sketch.node(waiting, [(16, 0)])
        sketch.node(owner, [(16, 1)])
        sketch.taskNode([(224, 1)])
        sketch.builder.count(1, owners: owners)
        sketch.task(0)
        sketch.task(3, flags: 2)
        #expect(try sketch.certainty(0) == certainty)
    }

    @Test func `A word behind the label of a queue resumes no task`() throws {
        let cases = [("Dispatch.DispatchQueue", StuckVerdict.Certainty?.some(.stuck)), ("App.Queue", nil)]
        for (name, certainty) in cases {
            var sketch = TaskSketch()
            sketch.taskNode([(216, 1)])
            let waiting = sketch.builder.type(
                "App.Waiting", fields: [("last", "Swift.UnsafeContinuation<(), Swift.Never>", 16, 0)])
            sketch.node(waiting, [(16, 0)])
            sketch.node(sketch.raw, bytes: 24, [(16, 1)])
            sketch.node(sketch.raw, bytes: 120, [(72, 2)])
            let queue = sketch.builder.type(name, fields: [("__wrapped", "Swift.OpaquePointer", 16, 3)])
            sketch.builder.root(sketch.node(queue, [(16, 3)]))
            sketch.task(0)
            #expect(try sketch.certainty() == certainty)
        }
    }

    /// A task that a global can cancel, which ends it if something refers to its continuation.
    private static func cancellable(_ edges: [(offset: UInt32, target: UInt32)] = []) -> TaskSketch {
        var sketch = TaskSketch()
        sketch.taskNode(edges)
        let owner = sketch.builder.type("App.Owner", fields: [("task", "Swift.Task<(), Swift.Never>", 16, 0)])
        sketch.builder.root(sketch.node(owner, [(16, 0)]))
        return sketch
    }

    @Test(arguments: [(UInt32(1), StuckVerdict.Certainty?.some(.stuck)), (2, nil)])
    func `The frame that waits does not keep the continuation of a task, another word in its frames may`(
        words: UInt32, certainty: StuckVerdict.Certainty?
    ) throws {
        var sketch = Self.cancellable([(120, 2)])
        sketch.node(sketch.raw, bytes: 1016, (0..<words).map { (32 + 8 * $0, 0) })
        sketch.task(0, flags: 128)
        #expect(try sketch.certainty() == certainty)
    }

    @Test func `A task that is no relative of another may keep its continuation`() throws {
        var sketch = Self.cancellable()
        sketch.taskNode([(216, 0)])
        sketch.task(0, flags: 128)
        sketch.task(2)
        #expect(try sketch.certainty(0) == nil)
        #expect(try sketch.certainty(2) == .stuck)
    }

    @Test func `A verdict from an incomplete snapshot is less certain`() throws {
        for flags in [UInt32(7), 3] {
            var sketch = TaskSketch()
            sketch.builder.flags = flags
            sketch.taskNode()
            sketch.task(0)
            #expect(try sketch.certainty() == (flags == 7 ? .probably : .stuck))
        }
    }

    @Test func `A verdict is as doubtful as that on the task it waits for`() throws {
        var sketch = TaskSketch()
        for _ in 0..<2 { sketch.taskNode() }
        sketch.builder.root(1, kind: 2, owner: 0, address: 0x7000_0010)
        sketch.task(0, waitsFor: 1, awaited: 1)
        sketch.task(1)
        #expect(try sketch.certainty(1) == .probably)
        #expect(try sketch.certainty(0) == .probably)
    }

    @Test func `A task that waits for tasks that wait for each other is no part of their circle`() throws {
        var sketch = TaskSketch()
        for _ in 0..<3 { sketch.taskNode() }
        for (task, awaited) in [(UInt32(0), UInt32(1)), (1, 2), (2, 1)] {
            sketch.task(task, waitsFor: 1, awaited: awaited, frames: [0x1400 + UInt64(task)])
        }
        let groups = try sketch.groups().groups
        let waiting = try #require(groups.first { $0.ids == [1] }?.stuck)
        #expect(waiting.evidence == "the task it waits for is stuck, too" && waiting.isConsequence)
        let circle = try #require(groups.first { $0.ids == [2] }?.stuck)
        #expect(circle.evidence == "it waits, through 1 other, for its own result" && !circle.isConsequence)
    }

    @Test func `A task that waits for itself is no circle of several`() throws {
        var sketch = TaskSketch()
        sketch.taskNode()
        sketch.task(0, waitsFor: 1, awaited: 0, frames: [0x1400])
        let stuck = try #require(try sketch.groups().groups.first?.stuck)
        #expect(stuck.evidence == "it waits for its own result" && !stuck.isConsequence)
        #expect(stuck.remedy?.hasPrefix("let code that runs in the task not wait for the result") == true)
    }
}
