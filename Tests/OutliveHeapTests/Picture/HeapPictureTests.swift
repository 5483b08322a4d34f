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
        let objects = LiveObjects(snapshot, of: pattern.map(TypePattern.init))
        var report = SnapshotReport(
            toolVersion: "0", snapshot: SnapshotFacts(snapshot, file: "now"), pattern: pattern)
        report.types = objects.types.map { SnapshotType(type: $0.type, objects: $0.nodes.count, bytes: $0.bytes) }
        return (HeapPicture(report, of: snapshot, objects: objects, since: nil, names: sketch), snapshot)
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
                    == group.bytes + group.otherBytes + group.children.reduce(0) { $0 + $1.retainedBytes }, "\(group.name)")
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
        #expect(details.holders.reduce(0) { $0 + $1.objects } == picture.report.types[index].objects || name == "App.Node")
        func ends(_ group: HolderGroup) -> Int {
            group.holders.isEmpty ? group.objects : group.holders.reduce(0) { $0 + ends($1) }
        }
        #expect(details.holders.allSatisfy { ends($0) == $0.objects })

        let (traced, _) = try Self.picture(of: name)
        let trace = try #require(traced.report.traces?.first?.traces.first)
        let holder = trace.steps.dropLast().last.map { ($0.name + ($0.edge ?? "")).filter { !$0.isNumber && $0 != "…" } }
        #expect(details.holders.contains { ($0.step.name + ($0.step.edge ?? "")) == holder }, "\(details.holders)")
    }

    @Test func `Groups beyond the limits are summed up`() throws {
        let snapshot = try HeapSnapshot(Self.sketch.builder.file)
        let sizes = RetainedSizes(RetentionPaths(HeapGraph(snapshot)))
        let names = BlockNames(snapshot, sites: [:])
        let groups = RetainedGroups(
            sizes, of: snapshot, names: names.names.items, name: { names.number(of: snapshot.nodes[$0]) },
            isNew: { $0 == 0 })
        let tree = groups.tree(.init(leastShare: 0, groups: 100, children: 1, depth: 1))
        #expect(tree.children.count == 1)
        #expect(tree.children[0].retainedBytes + tree.otherBytes == tree.retainedBytes)
        #expect(tree.otherGroups == 2)
        #expect(tree.children[0].children.isEmpty)
        #expect(tree.newBytes == Int(snapshot.nodes[0].bytes))
    }
}
