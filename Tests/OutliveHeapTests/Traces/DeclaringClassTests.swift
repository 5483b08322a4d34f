import OutliveModel
import Testing

@testable import OutliveHeap

struct DeclaringClassTests {
    private struct NoNames: AddressNames {
        func functions(of frames: [Frame]) -> [Frame] { frames }
        func variables(of frames: [Frame]) -> [String?] { frames.map { _ in nil } }
    }

    @Test func `An inherited property is named by the class that declares it`() throws {
        var builder = SnapshotBuilder()
        builder.flags = 3
        let base = builder.type("App.Widget", size: 24, fields: [("owner", "App.Window", 16, 0)])
        let middle = builder.type("App.Bar", size: 24, superclass: base, fields: [("owner", "App.Window", 16, 0)])
        let toolbar = builder.type(
            "App.Toolbar", size: 40, superclass: middle,
            fields: [("owner", "App.Window", 16, 0), ("menu", "App.Menu", 24, 0)])
        let window = builder.type("App.Window", size: 24, fields: [("toolbar", "App.Toolbar", 16, 0)])
        let menu = builder.type("App.Menu", size: 24, fields: [("bar", "App.Toolbar", 16, 0)])
        builder.node(0x1000, bytes: 40, type: toolbar, edges: [(16, 1)])
        builder.node(0x2000, bytes: 24, type: window, edges: [(16, 0)])
        builder.node(0x3000, bytes: 40, type: toolbar, edges: [(24, 3)])
        builder.node(0x4000, bytes: 24, type: menu, edges: [(16, 2)])
        let traces = HeapTraces(AnalysedSnapshot(try HeapSnapshot(builder.file), names: NoNames()))

        let inherited = try #require(traces.traces(of: [1], leaking: [0, 1]).first)
        #expect(inherited.description == "Window.toolbar -> Toolbar.owner -> Window")
        #expect(inherited.culprit?.name == "Widget.owner")
        let own = try #require(traces.traces(of: [3], leaking: [2, 3]).first)
        #expect(["Toolbar.menu", "Menu.bar"].contains(own.culprit?.name))
    }

    @Test func `A circle of superclasses ends the search for the declaring class`() throws {
        var builder = SnapshotBuilder()
        builder.flags = 3
        let looped = builder.type("App.Loop", size: 24, superclass: 0, fields: [("next", "App.Loop", 16, 0)])
        builder.node(0x1000, bytes: 24, type: looped, edges: [(16, 0)])
        let traces = HeapTraces(AnalysedSnapshot(try HeapSnapshot(builder.file), names: NoNames()))
        #expect(traces.traces(of: [0], leaking: [0]).first?.culprit?.name == "Loop.next")
    }
}
