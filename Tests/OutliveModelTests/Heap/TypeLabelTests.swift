import Testing

@testable import OutliveModel

@Suite struct TypeLabelTests {
    @Test(
        arguments: [
            ("App.Session", "Session"), ("App.Net.Pool<App.Net.Connection>", "Pool<Connection>"),
            (
                "Swift._DictionaryStorage<Swift.String, App.Record<App.Order, App.Aisle>>",
                "[String: Record<Order, Aisle>]"
            ),
            ("Swift._ContiguousArrayStorage<Swift.Optional<App.Task>>", "[Task?]"),
            ("Swift._SetStorage<Swift.Int>", "Set<Int>"), ("Swift.__StringStorage", "String"),
            ("Swift._ContiguousArrayStorage<() -> Swift.Int>", "[() -> Int]"),
            ("Swift.Optional<(App.A) -> ()>", "((A) -> ())?"),
            ("App.Record<…>", "Record<…>"), ("Swift._DictionaryStorage<…>", "[…: …]"), ("App.…", "App.…"),
            ("(extension in App):Swift.Array<App.Session>.Cached", "Cached"),
            ("App.(Secret in _0A1B2C)", "Secret"), ("App.`a.b <c>`", "`a.b <c>`"),
            ("Swift.Array<App.`a.b`>", "[`a.b`]"), ("Swift._DictionaryStorage<Swift.Int", "_DictionaryStorage<Int"),
            ("Swifty.Array<App.A>", "Array<A>"), ("", ""),
        ])
    func `A label has short forms and no modules`(name: String, label: String) {
        #expect(HeapType(name: name, kind: .object).label == label)
    }

    @Test func `A label has the kind of the object`() {
        #expect(HeapType(name: "(Swift.Int, App.Session)", kind: .closure).label == "closure (Int, Session)")
        #expect(HeapType(name: "Swift.Array<App.A>", kind: .box).label == "box of [A]")
        #expect(HeapType.rawMemory.label == "raw memory")
    }

    @Test func `Types that would have the same label keep their modules, the others do not`() {
        let types = ["One.Session", "Two.Session", "One.Store", "Swift.Array<One.Session>"].map {
            HeapType(name: $0, kind: .object)
        }
        let labels = TypeLabels(types + types)
        #expect(types.map { labels.label(of: $0) } == ["One.Session", "Two.Session", "Store", "[Session]"])
        let nested = ["A.X<A.B>.Y", "A.X<A.C>.Y"].map { HeapType(name: $0, kind: .object) }
        let other = TypeLabels(nested)
        #expect(nested.map { other.label(of: $0) } == nested.map(\.name))
    }

    @Test func `A long or hostile name is a label without end`() {
        let nested = String(repeating: "Swift.Array<", count: 10_000) + String(repeating: ">", count: 10_000)
        #expect(!HeapType(name: nested, kind: .object).label.isEmpty)
        let deep = String(repeating: "Swift.Array<", count: 300) + "A.B" + String(repeating: ">", count: 300)
        #expect(HeapType(name: deep, kind: .object).label.hasPrefix("[[["))
    }
}
