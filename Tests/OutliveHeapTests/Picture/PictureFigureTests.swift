import OutliveModel
import OutliveSupport
import Testing

@testable import OutliveHeap

/// The figures of the explorer page that one reference more or less changes.
@Suite struct PictureFigureTests {
    private static func references(
        _ types: [[Int]], _ snapshot: HeapSnapshot, names: any AddressNames,
        perGroup: [Int] = [9, 9, 9, 9], ofAll: [Int] = [99, 99, 99, 99]
    ) -> [PicturedReferences] {
        RetentionPaths(HeapGraph(snapshot)).referenceTrees(of: types, names: names, perGroup: perGroup, ofAll: ofAll)
    }

    private static func holders(
        _ types: [[Int]], _ sketch: HeapSketch, ofAll: Int = 9
    ) throws -> [(holders: [HolderGroup], besides: Int)] {
        let paths = RetentionPaths(HeapGraph(try sketch.snapshot))
        return paths.holderTrees(of: types, chains: HolderChains(paths), names: sketch, ofAll: ofAll)
    }

    @Test func `A holder with two references to one object is one holder`() throws {
        let sketch = HeapSketch(
            """
            global static App.Store.all : App.Item => list
            list = array App.Item count 2
              [0] => item
              [1] => item
            item = App.Item
            """)
        let group = try #require(
            Self.references([[sketch["item"]]], try sketch.snapshot, names: sketch)[0].groups.first)
        #expect((group.references, group.holders) == (2, 1))
    }

    @Test func `Roots are counted among the references that the limits leave out`() throws {
        let sketch = HeapSketch(
            """
            global static App.Store.one : App.Store => store
            global static App.Store.other : App.Store => store
            store = App.Store
              item: App.Item => item
            item = App.Item
            """)
        // With a level for them that is full, and without one.
        for (perGroup, ofAll) in [([1, 1], [9, 0]), ([1], [9])] {
            let tree = Self.references(
                [[sketch["item"]]], try sketch.snapshot, names: sketch, perGroup: perGroup, ofAll: ofAll)[0]
            let group = try #require(tree.groups.first)
            #expect(group.referrers.groups.isEmpty && group.referrers.others == 2)
        }
    }

    @Test func `Tables of one type with other numbers of buckets have their own places of keys and values`() throws {
        var builder = SnapshotBuilder()
        builder.flags = 3
        let table = builder.type(
            "Swift._DictionaryStorage<App.Key, App.Value>", elementFields: [("", "App.Key", 0, 0)],
            valueFields: [("", "App.Value", 0, 0)])
        let (key, value) = (builder.type("App.Key"), builder.type("App.Value"))
        // A value of the small table and a key of the large one are at the same offset.
        builder.node(0x1000, bytes: 104, type: table, elements: 1, edges: [(72, 2), (88, 3)])
        builder.node(0x2000, bytes: 136, type: table, elements: 1, edges: [(88, 4), (120, 5)])
        for (index, type) in [key, value, key, value].enumerated() {
            builder.node(0x3000 + UInt64(index) * 0x1000, type: type)
        }
        builder.hashTable(0, buckets: 2, keys: (72, 8), values: (88, 8))
        builder.hashTable(1, buckets: 4, keys: (72, 8), values: (104, 8))
        for node in [UInt32(0), 1] { builder.root(node) }
        let trees = Self.references(
            [[2, 4], [3, 5]], try HeapSnapshot(builder.file), names: ExportNames(),
            perGroup: [1], ofAll: [9])
        #expect(trees.map { $0.groups.map(\.references) } == [[2], [2]])
        #expect(trees.map(\.others) == [0, 0])
    }

    @Test func `The first node of a list is held by its root, and the others by nodes`() throws {
        let sketch = HeapSketch(
            """
            global static App.List.first : App.Node => n1
            n1 = App.Node
              next: App.Node => n2
            n2 = App.Node
              next: App.Node => n3
            n3 = App.Node
            """)
        let holders = try Self.holders([(1...3).map { sketch["n\($0)"] }], sketch)[0].holders
        #expect(
            holders.map { "\($0.objects) \($0.step.name)\($0.step.edge ?? "")" } == [
                "2 Node.next", "1 static List.first",
            ])
    }

    @Test func `The limit of all chains leaves the paths of later types out, and counts their objects`() throws {
        let sketch = HeapSketch(
            """
            global static App.Store.one : App.One => one
            global static App.Store.other : App.Other => other
            one = App.One
            other = App.Other
            """)
        let trees = try Self.holders(
            [[sketch["one"]], [sketch["other"]]], sketch, ofAll: 1)
        #expect(trees.map { $0.holders.count } == [1, 0])
        #expect(trees.map(\.besides) == [0, 1])
    }

    @Test func `The map has as many of the largest groups as its limit says`() throws {
        let sketch = HeapSketch(
            """
            global static App.A.shared : App.A => a
            a = App.A
              b: App.B => b
            b = App.B
              c: App.C => c
            c = App.C
              d: App.D => d
            d = App.D
            """)
        let snapshot = try sketch.snapshot
        let names = BlockNames(snapshot, sites: [:])
        let groups = RetainedGroups(
            RetainedSizes(RetentionPaths(HeapGraph(snapshot))), of: snapshot, names: names.names.items,
            name: { names.number(of: snapshot.nodes[$0]) }, isNew: { _ in false })
        func shown(_ group: RetainedGroup) -> [String] { [group.name] + group.children.flatMap(shown) }
        for count in 1...4 {
            let tree = groups.tree(.init(minimumShare: 0, groups: count, children: 9, depth: 9))
            #expect(shown(tree) == Array(["live blocks", "App.A", "App.B", "App.C"].prefix(count)))
        }
    }

    @Test func `A comparison counts the new blocks of each call, and no others`() throws {
        let text = """
            global static App.Store.first : App.Item => one
            one = App.Item in App.open() -> () at Store.swift:3
            """
        let added = """

              next: App.Item => two
            two = App.Item in App.grow() -> () at Store.swift:9
            """
        let (earlier, later) = (HeapSketch(text), HeapSketch(text + added))
        let snapshot = try later.snapshot
        let difference = SnapshotDifference(from: try earlier.snapshot, to: snapshot)
        let report = SnapshotReport(toolVersion: "0", snapshot: SnapshotFacts(snapshot, file: "now"))
        let picture = HeapPicture(
            report, of: AnalysedSnapshot(snapshot, names: later), objects: snapshot.liveObjects(), since: difference)
        let calls = try #require(picture.calls)
        let new = calls.new
        let amounts = calls.tree.calls.indices.dropFirst().map {
            "\(calls.tree.function(of: $0).name) \(new[$0].objects) \(new[$0].bytes)"
        }
        #expect(Set(amounts) == ["open() 0 0", "grow() 1 4096"])
        #expect(new[0].objects == 1)
        #expect(calls.gone.allSatisfy { $0 == HeapAmount() })
    }

    @Test func `A comparison has the calls whose blocks are gone, beside the live ones`() throws {
        let text = """
            global static App.Store.first : App.Item => one
            one = App.Item in App.open() -> () at Store.swift:3
            """
        let released = """

              next: App.Item => two
            two = App.Item in App.shrink() -> () at Store.swift:9
            """
        let (earlier, later) = (HeapSketch(text + released), HeapSketch(text))
        let snapshot = try later.snapshot
        let difference = SnapshotDifference(from: try earlier.snapshot, to: snapshot)
        let report = SnapshotReport(toolVersion: "0", snapshot: SnapshotFacts(snapshot, file: "now"))
        let picture = HeapPicture(
            report, of: AnalysedSnapshot(snapshot, names: earlier), objects: snapshot.liveObjects(), since: difference)
        let calls = try #require(picture.calls)
        let totals = calls.tree.totals()
        let amounts = calls.tree.calls.indices.dropFirst().map {
            "\(calls.tree.function(of: $0).name) live \(totals[$0].objects) gone \(calls.gone[$0].objects)"
        }
        #expect(Set(amounts) == ["open() live 1 gone 0", "shrink() live 0 gone 1"])
        #expect(calls.gone[0].objects == 1)
        #expect(totals[0].objects == snapshot.nodes.count)
    }
}
