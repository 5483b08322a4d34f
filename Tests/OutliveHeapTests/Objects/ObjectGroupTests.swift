import OutliveModel
import Testing

@testable import OutliveHeap

/// The objects by module, package and generic type.
@Suite struct ObjectGroupTests {
    private static func groups(_ grouping: SnapshotGrouping, _ text: String = heap) throws -> [String] {
        let sketch = HeapSketch(text)
        let analysed = AnalysedSnapshot(try sketch.snapshot, names: sketch)
        return analysed.groups(of: analysed.snapshot.liveObjects(), by: grouping, withRawBlocks: true).map {
            "\($0.name): \($0.objects) of \($0.types), \($0.bytes / 0x1000), \($0.retainedBytes / 0x1000)"
        }
    }

    private static let heap = """
        global static App.Core.shared : App.Core => core
        core = App.Core
          one: App.Box<Swift.Int> => one
          two: App.Box<App.Core> => two
          client: NIOCore.Client => client
        one = App.Box<Swift.Int>
        two = App.Box<App.Core>
          list: Swift.Array<Swift.Int> => list
        list = array Swift.Int count 2
        client = NIOCore.Client
          word => block
        block = raw
        """

    @Test func `Modules have the retained size of all their objects together`() throws {
        #expect(
            try Self.groups(.module) == [
                "App: 3 of 3, 3, 6", "NIOCore: 1 of 1, 1, 2", "Swift: 1 of 1, 1, 1",
                "blocks that are not Swift objects: 1 of 1, 1, 1",
            ])
    }

    @Test func `Types that differ by their arguments are one generic type`() throws {
        let groups = try Self.groups(.generic)
        #expect(groups.contains("App.Box<…>: 2 of 2, 2, 3"), "\(groups)")
        #expect(groups.contains("Swift._ContiguousArrayStorage<…>: 1 of 1, 1, 1"), "\(groups)")
        let names = [
            ("App.Box<App.A>.Node", "App.Box<…>.Node"), ("App.Pair<A, B<C>>", "App.Pair<…>"), ("App.A", "App.A"),
            ("App.Box<() -> ()>", "App.Box<…>"),
        ]
        #expect(names.allSatisfy { HeapType(name: $0, kind: .object).genericName == $1 })
        #expect(HeapType(name: "(Swift.Int, App.A)", kind: .closure).genericName == "closure")
        #expect(HeapType(name: "App.Box<App.A>", kind: .box).genericName == "box of App.Box<…>")
    }

    @Test func `A fetched package is named by the files of its functions`() throws {
        let heap = """
            core = App.Core in App.Core.make() -> () at /src/Core.swift:1
              client: NIOCore.Client => client
            client = NIOCore.Client in NIOCore.Client.make() -> () at /src/.build/checkouts/swift-nio/Client.swift:2
            other = Odd.Thing
            global static App.Core.shared : App.Core => core
            list = array Swift.Int count 2
            """
        let groups = try Self.groups(.package, heap)
        #expect(groups.contains("swift-nio: 1 of 1, 1, 1"), "\(groups)")
        #expect(groups.contains("the program: 2 of 2, 2, 3"), "\(groups)")
        #expect(groups.contains("the Swift toolchain: 1 of 1, 1, 1"), "\(groups)")
    }
}
