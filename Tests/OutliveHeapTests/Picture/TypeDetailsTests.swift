import OutliveModel
import Testing

@testable import OutliveHeap

/// The details of a single type, for what a page leaves out.
@Suite struct TypeDetailsTests {
    /// Objects of one type, each with a holder of its own and allocated by a function of its own.
    private static let sketch = HeapSketch(
        (1...40).flatMap { number in
            [
                "global static App.Store.n\(number) : App.Item => i\(number)",
                "i\(number) = App.Item in App.make\(number)() -> () at main.swift:\(number)",
            ]
        }.joined(separator: "\n"))

    @Test func `A type has all paths, references and sites that its part in a picture leaves out`() throws {
        let input = SnapshotInput(try HeapSnapshot(Self.sketch.builder.file), path: "now", names: Self.sketch)
        let part = try #require(try input.picture().types.first)
        #expect(part.holders.count == 24 && part.objectsBesides == 16)
        #expect(part.references.groups.count == 12 && part.references.others == 28)
        #expect(part.sites.count == 8 && part.otherSites == 32)

        let whole = input.analysed.details(ofType: HeapType(name: "App.Item", kind: .object))
        #expect(whole.holders.count == 40 && whole.objectsBesides == 0)
        #expect(whole.references.groups.count == 40 && whole.references.others == 0)
        #expect(whole.sites.count == 40 && whole.otherSites == 0 && whole.objectsElsewhere == 0)
        #expect(Array(whole.holders.prefix(24)) == part.holders)
    }

    @Test func `A picture has groups of modules, packages and generic types`() throws {
        let input = SnapshotInput(try HeapSnapshot(Self.sketch.builder.file), path: "now", names: Self.sketch)
        let groups = try input.picture().groups
        #expect(groups[.module]?.map(\.name) == ["App"])
        #expect(groups[.package]?.map(\.name) == ["the program"])
        #expect(groups[.generic]?.map(\.objects) == [40])
    }

    @Test func `Cut stacks of blocks that are gone begin with the cut, too`() throws {
        let kept = "kept = App.Item in App.keep() -> () at main.swift:1"
        let gone = "gone = App.Item in App.drop() -> () at main.swift:2"
        let roots = "global static App.Store.kept : App.Item => kept\n"
        let names = HeapSketch(roots + kept + "\n" + gone)
        func input(_ second: UInt64, _ text: String) throws -> SnapshotInput {
            var builder = HeapSketch(text).builder
            (builder.time, builder.framesPerStack) = (second * 1_000_000_000, 1)
            return SnapshotInput(try HeapSnapshot(builder.file), path: "now", names: names)
        }
        let calls = try SnapshotInspection().calls(
            try input(2, roots + kept), since: try input(1, roots + kept + "\n" + gone))
        #expect(
            calls.tree.calls.indices.map { calls.tree.function(of: $0).name } == [
                "(root)", "(cut)", "keep()", "drop()",
            ])
        #expect(calls.gone.map(\.objects) == [1, 1, 0, 1])
        #expect(calls.new.map(\.objects) == [0, 0, 0, 0])
    }

    @Test func `Snapshots without stacks have no calls to compare`() throws {
        func input(_ second: UInt64) throws -> SnapshotInput {
            let sketch = HeapSketch("global static App.Store.item : App.Item => item\nitem = App.Item")
            var builder = sketch.builder
            builder.time = second * 1_000_000_000
            return SnapshotInput(try HeapSnapshot(builder.file), path: "now.heap", names: sketch)
        }
        let (earlier, later) = (try input(1), try input(2))
        let failure = try #require(throws: Failure.self) { try SnapshotInspection().calls(later, since: earlier) }
        #expect(failure.message.hasPrefix("now.heap has no allocation stacks; start the program with outlive run"))
    }
}
