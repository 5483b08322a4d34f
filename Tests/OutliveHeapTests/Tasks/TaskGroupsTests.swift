internal import OutliveModel
import Testing

@testable import OutliveHeap

/// The rules by which tasks are stuck, each in a heap that is built by hand.
@Suite struct TaskGroupsTests {
    @Test func `A task whose continuation was dropped is stuck`() throws {
        var sketch = TaskSketch()
        sketch.taskNode()
        sketch.task(0, name: "poll")
        let group = try #require(try sketch.groups().groups.first)
        #expect(group.stuck?.certainty == .stuck)
        #expect(group.stuck?.evidence == "nothing refers to its continuation, which was dropped")
        #expect(group.names == [AlikeTasks.Amount(name: "poll", count: 1)])
        #expect(group.awaited == .continuation)
    }

    @Test func `A continuation that a global leads to keeps a task from being stuck`() throws {
        var sketch = TaskSketch()
        sketch.taskNode()
        let canary = sketch.node(sketch.builder.type("Swift.CheckedContinuationCanary"), [(16, 0)])
        let session = sketch.node(sketch.builder.type("App.Session"), [(16, canary)])
        sketch.task(0)
        #expect(try sketch.certainty() == .stuck)
        #expect(try sketch.groups().groups.first?.holder == "Session")
        sketch.builder.root(session)
        #expect(try sketch.certainty() == nil)
    }

    @Test func `A continuation that only the task leads to does not resume it`() throws {
        var sketch = TaskSketch()
        sketch.taskNode([(216, 1)])
        sketch.node(sketch.builder.type("App.Session"), [(16, 0)])
        sketch.task(0)
        #expect(try sketch.certainty() == .stuck)
    }

    @Test(arguments: [
        (UInt32(0), true, StuckVerdict.Certainty?.some(.stuck)), (128, true, nil), (129, true, .stuck),
        (128, false, .stuck),
    ])
    func `A handle does not resume a task, unless it can cancel it, and something refers to the continuation`(
        flags: UInt32, isKept: Bool, certainty: StuckVerdict.Certainty?
    ) throws {
        var sketch = TaskSketch()
        sketch.taskNode()
        if isKept { sketch.node(sketch.builder.type("App.Session"), [(16, 0)]) }
        let owner = sketch.builder.type("App.Owner", fields: [("task", "Swift.Task<(), Swift.Never>", 16, 0)])
        sketch.builder.root(sketch.node(owner, [(16, 0)]))
        sketch.task(0, flags: flags)
        #expect(try sketch.certainty() == certainty)
    }

    @Test func `A global of type Task is a handle, and any other one may be a continuation`() throws {
        for (address, certainty) in [(UInt64(0x1500), StuckVerdict.Certainty?.some(.stuck)), (0x1600, nil)] {
            var sketch = TaskSketch()
            sketch.taskNode()
            sketch.builder.root(0, owner: 0, address: address)
            sketch.task(0)
            #expect(try sketch.certainty() == certainty)
        }
    }

    @Test func `A word on a stack makes a verdict less certain`() throws {
        var sketch = TaskSketch()
        sketch.taskNode()
        sketch.builder.root(0, kind: 2, owner: 0, address: 0x7000_0010)
        sketch.task(0)
        #expect(try sketch.certainty() == .probably)
    }

    @Test func `A word in an object that leads to the frames of a task does not resume a checked continuation`() throws
    {
        for (isChecked, certainty) in [(true, StuckVerdict.Certainty?.some(.probably)), (false, nil)] {
            var sketch = TaskSketch()
            sketch.taskNode([(120, 1)])
            sketch.node(sketch.raw, bytes: 1016)
            if isChecked { sketch.node(sketch.builder.type("Swift.CheckedContinuationCanary"), [(16, 0)]) }
            sketch.builder.root(sketch.node(sketch.builder.type("App.Options"), [(64, 1)]))
            sketch.task(0)
            #expect(try sketch.certainty() == certainty)
        }
    }

    @Test func `A weak reference may resume a task`() throws {
        var sketch = TaskSketch()
        sketch.taskNode([(216, 1)])
        sketch.node(sketch.builder.type("App.Session"), [(8, 2), (16, 0)])
        let sideTable = sketch.node(sketch.raw)
        let observer = sketch.builder.type("App.Observer", fields: [("session", "Swift.Optional<App.Session>", 16, 1)])
        let node = sketch.node(observer, [(16, sideTable)])
        sketch.task(0)
        #expect(try sketch.certainty() == .stuck)
        sketch.builder.root(node)
        #expect(try sketch.certainty() == nil)
    }

    @Test(arguments: [("Swift.Unmanaged<App.Session>", true), ("Swift.ObjectIdentifier", false)])
    func `An unmanaged reference may resume a task, an identity cannot`(_ type: String, _ may: Bool) throws {
        var sketch = TaskSketch()
        sketch.taskNode([(216, 1)])
        sketch.node(sketch.builder.type("App.Session"), [(16, 0)])
        let observer = sketch.builder.type("App.Observer", fields: [("session", type, 16, 0)])
        sketch.builder.root(sketch.node(observer, [(16, 1)]))
        sketch.task(0)
        #expect(try sketch.certainty() == (may ? nil : .stuck))
    }

    @Test func `A task that waits for another one is stuck exactly if that is stuck`() throws {
        for isLive in [false, true] {
            var sketch = TaskSketch()
            sketch.taskNode()
            sketch.taskNode([(216, 0)])
            let holder = sketch.node(sketch.builder.type("App.Session"), [(16, 1)])
            if isLive { sketch.builder.root(holder) }
            sketch.task(0, waitsFor: 1, awaited: 1)
            sketch.task(1)
            #expect(try sketch.certainty(0) == (isLive ? nil : .stuck))
            #expect(try sketch.certainty(1) == (isLive ? nil : .stuck))
        }
    }

    @Test func `Tasks that wait for each other are stuck`() throws {
        var sketch = TaskSketch()
        sketch.taskNode([(216, 1)])
        sketch.taskNode([(216, 0)])
        sketch.task(0, waitsFor: 1, awaited: 1)
        sketch.task(1, waitsFor: 1, awaited: 0)
        let groups = try sketch.groups().groups
        #expect(groups.compactMap(\.stuck?.isConsequence) == [false])
        #expect(groups.first?.stuck?.evidence == "it waits, through 1 other, for its own result")
    }

    @Test func `A child that continues resumes the parent that waits for its group`() throws {
        for (flags, certainty) in [(UInt32(48), StuckVerdict.Certainty?.some(.stuck)), (50, nil)] {
            var sketch = TaskSketch()
            sketch.taskNode()
            sketch.taskNode([(208, 0)])
            sketch.task(0, waitsFor: 3, address: 0x2080)
            sketch.task(1, flags: flags, waitsFor: flags == 48 ? 2 : 0, parent: 0, group: 0x2080)
            #expect(try sketch.certainty(0) == certainty)
        }
    }

    @Test func `A parent does not resume its children`() throws {
        var sketch = TaskSketch()
        sketch.taskNode([(216, 1)])
        sketch.taskNode([(208, 0)])
        sketch.task(0, flags: 2, waitsFor: 0)
        sketch.task(1, flags: 48, parent: 0)
        #expect(try sketch.certainty(1) == .stuck)
    }

    @Test func `What Dispatch keeps of a job that has run does not resume its task`() throws {
        let cases: [(place: UInt32, isUnused: Bool, StuckVerdict.Certainty?)] = [
            (40, false, .stuck), (40, true, .stuck), (48, true, .stuck), (56, true, .stuck), (56, false, .stuck),
            (48, false, nil),
        ]
        for (place, isUnused, certainty) in cases {
            var sketch = TaskSketch()
            sketch.taskNode()
            let continuation = sketch.builder.node(0x9000, bytes: 72, type: sketch.raw, edges: [(place, 0)])
            sketch.builder.root(continuation, kind: 3)
            sketch.builder.continuation(continuation, isUnused: isUnused)
            sketch.task(0)
            #expect(try sketch.certainty() == certainty, "\(place), \(isUnused)")
        }
    }

    @Test func `A block of C that stores a function and a continuation may resume a task`() throws {
        var sketch = TaskSketch()
        sketch.taskNode()
        let block = sketch.builder.node(0x9000, bytes: 72, type: sketch.raw, edges: [(40, 0)])
        sketch.builder.function(0, 0x1400)
        sketch.builder.root(block, kind: 1)
        sketch.task(0)
        #expect(try sketch.certainty() == nil)
    }

    @Test func `A snapshot of an older library has no verdicts, and says why`() throws {
        var sketch = TaskSketch()
        sketch.taskNode()
        sketch.task(0)
        sketch.builder.remove(section: 24)
        let groups = try sketch.groups()
        #expect(groups.groups.compactMap(\.stuck).isEmpty)
        #expect(
            groups.obstacle == "an older heap library wrote the snapshot: it does not show which tasks can be resumed")
    }

    @Test func `Tasks of an unknown layout have no verdicts`() throws {
        var sketch = TaskSketch()
        sketch.taskNode()
        let groups = try sketch.groups()
        #expect(groups.groups.isEmpty)
        #expect(groups.obstacle?.hasPrefix("the layout of tasks is unknown") == true)
    }

    @Test func `Tasks that wait for a busy actor are its queue`() throws {
        var sketch = TaskSketch()
        sketch.taskNode()
        sketch.taskNode()
        sketch.node(sketch.builder.type("App.Bank"))
        sketch.task(0, flags: 4, waitsFor: 4, awaited: 2)
        sketch.task(1, flags: 4, waitsFor: 4, awaited: 2)
        let actors = try sketch.groups().actors
        #expect(actors.map(\.actor) == ["Bank"])
        #expect(actors.map(\.waiting) == [2])
    }
}
