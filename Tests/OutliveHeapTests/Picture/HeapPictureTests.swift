import OutliveModel
import OutliveSupport
import OutliveTestSupport
import Testing

@testable import OutliveHeap

/// The aggregates of the explorer page.
@Suite struct HeapPictureTests {
    /// A store with three sessions, a list of four nodes, and two windows in cycles with their tabs.
    private static let sketch = HeapSketch(
        """
        global static App.Store.shared : App.Store => store
        global static App.List.first : App.Node => n1
        store = App.Store
          sessions: Swift.Array<App.Session> => array
          first: App.Session => s1
        array = array App.Session count 3
          [0] => s1
          [1] => s2
          [2] => s3
        s1 = App.Session
        s2 = App.Session
          buffer: App.Buffer => buffer
        s3 = App.Session
        buffer = App.Buffer
        n1 = App.Node
          next: App.Node => n2
        n2 = App.Node
          next: App.Node => n3
        n3 = App.Node
          next: App.Node => n4
        n4 = App.Node
        w1 = App.Window
          tab: App.Tab => t1
        t1 = App.Tab
          owner: App.Window => w1
        w2 = App.Window
          tab: App.Tab => t2
        t2 = App.Tab
          owner: App.Window => w2
        """)

    private static func picture(of pattern: String? = nil) throws -> (HeapPicture, HeapSnapshot) {
        let snapshot = try HeapSnapshot(sketch.builder.file)
        let objects = snapshot.liveObjects(of: pattern.map(TypePattern.init))
        var report = SnapshotReport(
            toolVersion: "0", snapshot: SnapshotFacts(snapshot, file: "now"), pattern: pattern)
        report.types = objects.map { SnapshotType(type: $0.type, objects: $0.nodes.count, bytes: $0.bytes) }
        let analysed = AnalysedSnapshot(snapshot, names: sketch)
        return (HeapPicture(report, of: analysed, objects: objects, since: nil), snapshot)
    }

    private static func groups(_ group: RetainedGroup) -> [RetainedGroup] { [group] + group.children.flatMap(groups) }

    @Test func `The map contains each block once, and retains what the table of types retains`() throws {
        let (picture, snapshot) = try Self.picture()
        let all = snapshot.nodes.reduce(0) { $0 + Int($1.bytes) }
        #expect(picture.retained.retainedBytes == all)
        let groups = Self.groups(picture.retained)
        #expect(groups.dropFirst().reduce(0) { $0 + $1.bytes + $1.otherBytes } == all)
        for group in groups.dropFirst() {
            #expect(
                group.retainedBytes
                    == group.bytes + group.otherBytes + group.children.reduce(0) { $0 + $1.retainedBytes },
                "\(group.name)")
        }
        // Of a type that stands in one place of the tree, both are the same figure.
        for name in ["App.Store", "App.Node", "App.Buffer"] {
            let type = try #require(picture.report.types.first { $0.type.name == name })
            let places = groups.filter { $0.name == name }
            #expect(places.map(\.retainedBytes) == [type.retainedBytes], "\(name)")
            #expect(places.map(\.blocks) == [type.objects], "\(name)")
        }
    }

    @Test func `Without a choice, the suspects are the objects of the program that no root leads to`() throws {
        let (picture, _) = try Self.picture()
        #expect(Set(picture.report.traces?.map(\.type.name) ?? []) == ["App.Window", "App.Tab"])
        #expect(picture.report.causes.count == 1)
        let (chosen, _) = try Self.picture(of: "Session")
        #expect(chosen.report.traces?.map(\.type.name) == ["App.Session"])
    }

    @Test(arguments: ["App.Session", "App.Buffer", "App.Node", "App.Window"])
    func `Each object has one path in the tree of holders, in the words of its leak trace`(name: String) throws {
        let (picture, _) = try Self.picture()
        let index = try #require(picture.report.types.firstIndex { $0.type.name == name })
        let details = picture.types[index]
        #expect(
            details.holders.reduce(0) { $0 + $1.objects } == picture.report.types[index].objects || name == "App.Node")
        func ends(_ group: HolderGroup) -> Int {
            group.holders.isEmpty ? group.objects : group.holders.reduce(0) { $0 + ends($1) }
        }
        #expect(details.holders.allSatisfy { ends($0) == $0.objects })

        let (traced, _) = try Self.picture(of: name)
        let trace = try #require(traced.report.traces?.first?.traces.first)
        let holder = trace.steps.dropLast().last.map {
            ($0.name + ($0.edge ?? "")).filter { !$0.isNumber && $0 != "…" }
        }
        #expect(details.holders.contains { ($0.step.name + ($0.step.edge ?? "")) == holder }, "\(details.holders)")
    }

    @Test func `The references of each type are those of the graph`() throws {
        let (picture, snapshot) = try Self.picture()
        let graph = HeapGraph(snapshot)
        for (type, details) in zip(picture.report.types, picture.types) {
            let nodes = snapshot.nodes.indices.filter { snapshot.types[Int(snapshot.nodes[$0].type)].type == type.type }
            let referrers = nodes.flatMap { graph.referrers(of: $0) }
            let roots = snapshot.roots.count { nodes.contains(Int($0.node)) }
            #expect(details.references.count == referrers.count + roots, "\(type.type)")
            #expect(details.references.groups.reduce(0) { $0 + $1.holders } >= Set(referrers).count, "\(type.type)")
        }
    }

    @Test func `A recursive function that allocates at one line is one site, with some of its stacks`() throws {
        let build = "App.build() -> () at main.swift:75"
        let nodes = (1...6).map { depth in
            "n\(depth) = App.Node in \(Array(repeating: build, count: depth).joined(separator: " < "))"
        }
        let roots = (1...7).map { "global static App.List.n\($0) : App.Node => n\($0)" }
        let sketch = HeapSketch(
            (roots + nodes + ["n7 = App.Node in App.other() -> () at main.swift:9"]).joined(separator: "\n"))
        let snapshot = try HeapSnapshot(sketch.builder.file)
        let objects = snapshot.liveObjects()
        var report = SnapshotReport(toolVersion: "0", snapshot: SnapshotFacts(snapshot, file: "now"))
        report.types = objects.map { SnapshotType(type: $0.type, objects: $0.nodes.count, bytes: $0.bytes) }
        let picture = HeapPicture(
            report, of: AnalysedSnapshot(snapshot, names: sketch), objects: objects, since: nil)
        let sites = picture.types[0].sites
        #expect(sites.map(\.total.objects) == [6, 1])
        #expect(sites.map { $0.stacks[0].backtrace.bestSymbol?.line } == [75, 9])
        #expect(sites[0].stacks.count == 3 && sites[0].otherStacks == 3)
        #expect(picture.types[0].objectsElsewhere == 0)
    }

    @Test func `References are grouped by holder and place, with those to the holders below`() throws {
        let (picture, _) = try Self.picture()
        func lines(_ references: PicturedReferences, _ indent: String = "") -> [String] {
            references.groups.flatMap { group in
                ["\(indent)\(group.references) of \(group.holders) \(group.step.name)\(group.step.edge ?? "")"]
                    + lines(group.referrers, indent + "  ")
            }
        }
        let index = try #require(picture.report.types.firstIndex { $0.type.name == "App.Session" })
        // The first session has a second reference that no best path shows.
        let expected = [
            "3 of 1 [Session][]", "  1 of 1 Store.sessions", "    1 of 1 static Store.shared",
            "1 of 1 Store.first", "  1 of 1 static Store.shared",
        ]
        #expect(lines(picture.types[index].references) == expected)
        let window = try #require(picture.report.types.firstIndex { $0.type.name == "App.Window" })
        #expect(lines(picture.types[window].references).prefix(2) == ["2 of 2 Tab.owner", "  2 of 2 Window.tab"])
    }

    @Test func `References beyond the limits are counted`() throws {
        let snapshot = try HeapSnapshot(Self.sketch.builder.file)
        let paths = RetentionPaths(HeapGraph(snapshot))
        let sessions = snapshot.nodes.indices.filter {
            snapshot.types[Int(snapshot.nodes[$0].type)].type?.name == "App.Session"
        }
        let trees = paths.referenceTrees(
            of: [sessions], names: Self.sketch, perGroup: [1, 1], ofAll: [9, 0], reads: 100)
        #expect(trees[0].groups.map(\.references) == [3])
        #expect(trees[0].others == 1)
        #expect(trees[0].groups[0].referrers.groups.isEmpty)
        #expect(trees[0].groups[0].referrers.others == 1)
    }

    @Test func `References that keep nothing alive are left out, and each thread is a root of its own`() throws {
        let sketch = HeapSketch(
            """
            global static App.Store.shared : App.Store => store
            stack main => item
            stack worker => item
            store = App.Store
              strong first: App.Item => item
              weak second: App.Item => item
              unowned third: App.Item => item
            item = App.Item
            """)
        let snapshot = try HeapSnapshot(sketch.builder.file)
        let trees = RetentionPaths(HeapGraph(snapshot)).referenceTrees(of: [[1]], names: sketch)
        let lines = trees[0].groups.map { "\($0.references) of \($0.holders) \($0.step.name)\($0.step.edge ?? "")" }
        #expect(
            Set(lines) == [
                "1 of 1 Store.first", "1 of 1 stack of main thread", "1 of 1 stack of thread \"worker\"",
            ])
        #expect(trees[0].count == 3)
    }

    @Test func `The types share the limits level by level, so that the first leaves room for the others`() throws {
        let snapshot = try HeapSnapshot(Self.sketch.builder.file)
        let nodes = Dictionary(grouping: snapshot.nodes.indices) {
            snapshot.types[Int(snapshot.nodes[$0].type)].type?.name ?? ""
        }
        let types = ["App.Session", "App.Node", "App.Buffer"].map { nodes[$0] ?? [] }
        let trees = RetentionPaths(HeapGraph(snapshot)).referenceTrees(
            of: types, names: Self.sketch, perGroup: [1, 1], ofAll: [2, 1], reads: 100)
        // The first level has room for one group of each of two types, the second for one group.
        #expect(trees.map(\.groups.count) == [1, 1, 0])
        #expect(trees.map { $0.groups.first?.referrers.groups.count } == [1, 0, nil])
        // What is left out is counted.
        #expect(trees.map(\.count) == [4, 4, 1])
    }

    @Test func `References to popular holders are not read beyond the limit`() throws {
        let snapshot = try HeapSnapshot(Self.sketch.builder.file)
        let node = try #require(
            snapshot.nodes.indices.first { snapshot.types[Int(snapshot.nodes[$0].type)].type?.name == "App.Buffer" })
        let paths = RetentionPaths(HeapGraph(snapshot))
        for (reads, groups) in [(0, 0), (100, 1)] {
            let tree = paths.referenceTrees(of: [[node]], names: Self.sketch, reads: reads)[0]
            #expect(tree.groups.map(\.step.name) == ["Session"])
            #expect(tree.groups[0].referrers.groups.count == groups)
            #expect(tree.groups[0].referrers.count == 1)
        }
    }

    @Test func `Sizes over cycles count the live objects that existed at the end of each`() throws {
        let sketch = HeapSketch(
            """
            global static App.List.first : App.Node => n1
            n1 = App.Node
              next: App.Node => n2
            n2 = App.Node born 3
              next: App.Node => n3
            n3 = App.Node born 10
            """)
        let snapshot = try HeapSnapshot(sketch.builder.file)
        let objects = snapshot.liveObjects()
        var report = SnapshotReport(toolVersion: "0", snapshot: SnapshotFacts(snapshot, file: "now"))
        report.types = objects.map { SnapshotType(type: $0.type, objects: $0.nodes.count, bytes: $0.bytes) }
        let picture = HeapPicture(
            report, of: AnalysedSnapshot(snapshot, names: sketch), objects: objects, since: nil)
        #expect(picture.cycles == Array(0...10))
        let sizes = try #require(picture.types.first).sizes
        #expect(sizes.map(\.objects) == [1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3])
        #expect(sizes.last?.bytes == snapshot.nodes.reduce(0) { $0 + Int($1.bytes) })
        #expect(HeapPicture.cycles(upTo: 0) == [])
        let many = HeapPicture.cycles(upTo: 10_000)
        #expect(many.count == 49 && many.first == 0 && many.last == 10_000)
    }

    private static func groups(
        _ snapshot: HeapSnapshot, isNew: (Int) -> Bool = { $0 == 0 }
    ) -> RetainedGroups {
        let sizes = RetainedSizes(RetentionPaths(HeapGraph(snapshot)))
        let names = BlockNames(snapshot, sites: [:])
        return RetainedGroups(
            sizes, of: snapshot, names: names.names.items, name: { names.number(of: snapshot.nodes[$0]) },
            isNew: isNew)
    }

    @Test func `Groups beyond the limits are summed up`() throws {
        let snapshot = try HeapSnapshot(Self.sketch.builder.file)
        let groups = Self.groups(snapshot)
        let tree = groups.tree(.init(minimumShare: 0, groups: 100, children: 1, depth: 1))
        #expect(tree.children.count == 2)
        #expect(tree.children.reduce(0) { $0 + $1.retainedBytes } == tree.retainedBytes)
        let left = try #require(tree.children.first { $0.name == "App.…" })
        #expect(left.children.count == 1 && left.otherGroups == 1)
        #expect(left.children[0].retainedBytes + left.otherBytes == left.retainedBytes)
        #expect(tree.children.first { $0.name != "App.…" }?.children == [])
        // With all blocks new, everything that is left out is new as well.
        let new = Self.groups(snapshot) { _ in true }.tree(.init(minimumShare: 0, groups: 100, children: 1, depth: 1))
        #expect(Self.groups(new).allSatisfy { $0.otherNewBytes == $0.otherBytes })
        #expect(Self.groups(new).contains { $0.otherNewBytes > 0 })
        #expect(tree.newBytes == Int(snapshot.nodes[0].bytes))
    }

    @Test func `Many small groups of a generic type, or of a module, are one group of the map`() throws {
        let sketch = HeapSketch(
            """
            global static App.Store.all : App.Big => list
            list = array App.Big count 6
              [0] => big
              [1] => a
              [2] => b
              [3] => c
              [4] => d
              [5] => e
            big = App.Big
              one: App.Filler => f1
              two: App.Filler => f2
              three: App.Filler => f3
            f1 = App.Filler
            f2 = App.Filler
            f3 = App.Filler
            a = App.Cell<Swift.Int>
            b = App.Cell<Swift.String>
            c = App.Cell<Swift.Bool>
            d = App.Left
            e = App.Right
            """)
        let snapshot = try HeapSnapshot(sketch.builder.file)
        let tree = Self.groups(snapshot) { _ in true }.tree(.init(minimumShare: 0, groups: 100, children: 1, depth: 4))
        let list = try #require(tree.children.first)
        #expect(list.children.map(\.name) == ["App.Big", "App.Cell<…>", "App.…"])
        #expect(list.children.map(\.blocks) == [1, 3, 2])
        #expect(list.otherGroups == 0)
        #expect(list.children.map(\.newBytes) == list.children.map(\.retainedBytes))
        let cells = list.children[1]
        #expect(cells.children.count == 1 && cells.otherGroups == 2)
        #expect(cells.children[0].retainedBytes + cells.otherBytes == cells.retainedBytes)
        let sum = list.children.reduce(list.bytes) { $0 + $1.retainedBytes }
        #expect(sum == list.retainedBytes)
    }
}
