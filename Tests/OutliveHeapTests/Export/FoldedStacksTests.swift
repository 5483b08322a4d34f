import OutliveModel
import Testing

@testable import OutliveHeap

@Suite struct FoldedStacksTests {
    @Test func `Each stack is a line, outermost function first, with its live bytes`() throws {
        var builder = SnapshotBuilder()
        builder.flags = 3
        builder.module("/opt/app/bin/app", bias: 0x10000, 0x11000..<0x20000)
        let type = builder.type("App.A")
        let (inner, outer) = (builder.stack([0x11500, 0x11600]), builder.stack([0x11501, 0x11600]))
        let unnamed = builder.stack([0x11700, 0x99999])
        builder.node(0x1000, bytes: 100, type: type, stack: inner)
        builder.node(0x2000, bytes: 20, type: type, stack: outer)
        builder.node(0x3000, bytes: 3, type: type, stack: unnamed)
        builder.node(0x4000, bytes: 7, type: type)
        func symbol(_ function: String, _ line: Int) -> [Symbol] { [Symbol(function: function, file: "a", line: line)] }
        let names = ExportNames(functions: [
            0x1500: symbol("App.Session.init(id: Swift.Int) -> App.Session", 1),
            0x1501: symbol("App.Session.init(id: Swift.Int) -> App.Session", 2),
            0x1600: symbol("App.odd;name() -> ()", 3),
        ])
        #expect(
            try FoldedStacks(HeapSnapshot(builder.file), names: names).lines == [
                "(stack not captured) 7", "[unknown];app+0x1700 3", "odd:name();Session.init(id:) 120",
            ])
    }

    @Test func `Names of C plus plus are shortened`() throws {
        var builder = SnapshotBuilder()
        builder.flags = 3
        builder.module("/opt/app/bin/app", bias: 0, 0x1000..<0x2000)
        builder.node(0x1000, bytes: 1, type: builder.type("App.A"), stack: builder.stack([0x1500]))
        let names = ExportNames(functions: [
            0x1500: [
                Symbol(function: "std::pair<a::B, c<d> > a::Map<e, (f)1>::make<g>(a::B&, void (*)(int))::'x'(g) const")
            ]
        ])
        #expect(try FoldedStacks(HeapSnapshot(builder.file), names: names).lines == ["a::Map::make 1"])
    }
}
