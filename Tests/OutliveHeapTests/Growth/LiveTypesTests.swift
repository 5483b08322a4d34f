import OutliveHeap
import OutliveModel
import Testing

@Suite struct LiveTypesTests {
    private func row(_ name: String, _ kind: HeapType.Kind = .object, state: HeapRow.State = .alive) -> HeapRow {
        HeapRow(type: HeapType(name: name, kind: kind), state: state, count: 3, bytes: 96)
    }

    @Test func `Live types are the program's classes, each once and without their number`() {
        let census = HeapCensus(
            processID: 1, cycle: 0,
            rows: [
                row("App.Session"), row("App.Session"), row("Kit.Pool<Swift.Int>"),
                row("App.Gone", state: .deinitialised),
                row("Swift._ContiguousArrayStorage<App.Session>"), row("Foundation.JSONDecoder"), row("__C.timespec"),
                row("App.Settings", .box), row("(Swift.Int, App.Session)", .closure), row("Swift.Task", .task), row(""),
            ])
        #expect(liveTypes(in: census) == ["App.Session": .count(1), "Kit.Pool<Swift.Int>": .count(1)])
    }

    @Test(arguments: [
        ("App.Session", ["App"], true),
        ("Swift._ContiguousArrayStorage<App.Session>", ["Swift", "App"], false),
        (
            "Swift._DictionaryStorage<Swift.String, (key: Swift.Int, value: Kit.Box<App.A>.Index)>",
            ["Swift", "Swift", "Swift", "Kit", "App"], false
        ),
        ("App.(Local in $12AB).Inner", ["App"], true),
        ("App.Cache<Swift.Int>.Entry", ["App", "Swift"], true),
        ("Größe.Maß", ["Größe"], true),
        ("(extension in App):Swift.String.Cached", ["App"], true),
        ("(extension in App):Swift.Array<Kit.A>.Cached", ["App", "Kit"], true),
        ("(extension in Foundation):Swift.String.Cached", ["Foundation"], false),
        (
            "Swift._ContiguousArrayStorage<(extension in App):Swift.String.(Cached in $1).Inner>", ["Swift", "App"],
            false
        ),
        ("", [], false),
        ("()", [], false),
    ])
    func `The module of a type precedes the first dot`(name: String, modules: [String], own: Bool) {
        let type = HeapType(name: name, kind: .object)
        #expect(type.mentionedModules == modules)
        #expect(type.module == modules.first)
        #expect(type.isDeclaredByProgram == own)
    }

    @Test func `A closure is the program's if it captured something of the program's`() {
        #expect(HeapType(name: "(Swift.Int, App.Session)", kind: .closure).isDeclaredByProgram)
        #expect(!HeapType(name: "(Swift.Int)", kind: .closure).isDeclaredByProgram)
        #expect(HeapType(name: "App.Settings", kind: .box).isDeclaredByProgram)
        #expect(!HeapType(name: "Swift.Array<App.Settings>", kind: .box).isDeclaredByProgram)
        #expect(HeapType(name: "Swift.Array<App.Settings>", kind: .box).mentionsProgram)
    }

    @Test func `A type is parsed from its description`() {
        for kind in [HeapType.Kind.object, .closure, .box, .error] {
            let type = HeapType(name: "(Swift.Int, App.Session)", kind: kind)
            #expect(HeapType(described: type.description) == type)
        }
    }
}
