#if os(Linux)
import OutliveHeap
import OutliveModel
import Testing

/// The fields of types, down to the references in them.
struct LayoutTests {
    /// The part of a field that a test compares.
    private struct Place: Hashable, CustomStringConvertible {
        var name: String
        var offset: UInt32
        var size: UInt32 = 8
        var strength = HeapSnapshot.Field.Strength.strong
        var part = HeapSnapshot.Field.Part.instance
        var description: String { "\(name) \(offset) \(size) \(strength) \(part)" }

        init(_ field: HeapSnapshot.Field) {
            (name, offset, size) = (field.name, field.offset, field.size)
            (strength, part) = (field.strength, field.part)
        }

        init(
            _ name: String, _ offset: UInt32, size: UInt32 = 8, _ strength: HeapSnapshot.Field.Strength = .strong,
            _ part: HeapSnapshot.Field.Part = .instance
        ) {
            (self.name, self.offset, self.size, self.strength, self.part) = (name, offset, size, strength, part)
        }
    }

    @Test
    func `Structs, tuples and the payload of a single-payload enum are taken apart`() async throws {
        let shapes = try await Shapes(of: "layouts")
        let fields = shapes.fields(of: try shapes.node("heap_fixture.Desktop"))
        #expect(
            fields.map(Place.init) == [
                Place("settings.size", 16), Place("settings.owner", 24), Place("settings.deeper.pair.first", 32),
                Place("settings.deeper.pair.1", 40), Place("settings.deeper.watcher", 48, .weak),
                Place("numbers", 56, size: 16), Place("action.enabled.0", 72), Place("action.enabled.1", 80, size: 16),
                Place("either.object", 96), Place("branch.fork", 120), Place("pair.0", 128), Place("pair.1", 136),
                Place("existential", 144, size: 40), Place("titles", 184), Place("state", 192, size: 48),
                Place("$__lazy_storage_$_lazily", 240),
            ])
        let types = Dictionary(fields.map { ($0.name, $0.type) }) { first, _ in first }
        #expect(types["settings.owner"] == "heap_fixture.Owned")
        #expect(types["settings.deeper.watcher"] == "Swift.Optional<heap_fixture.Owned>")
        #expect(types["$__lazy_storage_$_lazily"] == "Swift.Optional<heap_fixture.Owned>")
        #expect(types["branch.fork"] == "(left: heap_fixture.Owned, right: Swift.Int)")
        #expect(types["titles"] == "Swift.Array<Swift.String>")
        // Reflection gives the property of a mutex but not the value that it guards.
        #expect(types["state"] == "unknown")
    }

    @Test
    func `Types that the runtime makes only for the snapshot are known, however much memory they need`() async throws {
        let shapes = try await Shapes(of: "unused-types")
        let parcels = shapes.snapshot.nodes.indices.filter { shapes.name($0).hasPrefix("heap_fixture.Parcel<") }
        #expect(parcels.count == 2048)
        let unknown = parcels.filter { parcel in
            let fields = shapes.fields(of: parcel)
            return fields.first?.type != "Swift.Optional<\(shapes.name(parcel))>"
                || fields.map(Place.init) != [Place("content", 16), Place("pair.0", 24), Place("pair.1", 32)]
        }
        #expect(unknown.isEmpty)
    }

    @Test
    func `Generic arguments give fields their types`() async throws {
        let shapes = try await Shapes(of: "layouts")
        let fields = shapes.fields(of: try shapes.node("heap_fixture.Panel<heap_fixture.Owned>"))
        #expect(
            fields.map(Place.init) == [
                Place("content", 16), Place("boxed.first", 24), Place("boxed.owner", 32, .unmanaged),
                Place("boxed.pointer", 40, .unmanaged), Place("wrapped.some", 48),
            ])
        let others = shapes.fields(of: try shapes.node("heap_fixture.Panel<Swift.String>"))
        #expect(others.map(\.type).filter { $0 == "Swift.String" }.count == 3)
    }

    @Test
    func `The box of an indirect case has the payload's fields`() async throws {
        let shapes = try await Shapes(of: "layouts")
        let fields = shapes.fields(of: try shapes.node("((left: heap_fixture.Owned, right: Swift.Int))"))
        #expect(fields.map(Place.init) == [Place("left", 16), Place("right", 24)])
    }

    @Test
    func `The previous content of an existential makes no edge`() async throws {
        let shapes = try await Shapes(of: "layouts")
        let rooms = shapes.nodes("heap_fixture.Room")
        #expect(rooms.count == 2)
        for room in rooms { #expect(shapes.snapshot.edges(ofNode: room).map(\.offset) == [16]) }
        // The larger value is in a box.
        #expect(Set(rooms.map { shapes.name(Int(shapes.snapshot.edges(ofNode: $0).first!.target)) }).count == 2)
        let list = try shapes.node("Swift._ContiguousArrayStorage<heap_fixture.Holding>")
        #expect(shapes.snapshot.edges(ofNode: list).map(\.offset) == [32])
    }

    @Test
    func `An existential is found in its place, in a struct and for a type parameter`() async throws {
        let shapes = try await Shapes(of: "layouts")
        func offsets(_ type: String) throws -> [UInt32] {
            shapes.snapshot.edges(ofNode: try shapes.node(type)).map(\.offset)
        }
        #expect(try offsets("heap_fixture.Vacant") == [])
        #expect(try offsets("heap_fixture.Crate<Any>") == [16])
        #expect(try offsets("heap_fixture.GreatHall") == [16])
        #expect(try offsets("Swift._ContiguousArrayStorage<heap_fixture.Shelved>") == [40])
    }

    @Test
    func `A reference to an object of any class, and an error, take up their size and no more`() async throws {
        let shapes = try await Shapes(of: "layouts")
        let edges = shapes.snapshot.edges(ofNode: try shapes.node("heap_fixture.Factory"))
        #expect(edges.map(\.offset) == [16, 32, 48, 56])
    }

    @Test
    func `Elements, keys and values have fields, each with its offset`() async throws {
        let shapes = try await Shapes(of: "collections")
        let entry: [(String, UInt32, HeapSnapshot.Field.Strength)] = [
            ("lender", 0, .unowned), ("keeper", 8, .weak),
            ("details.pages", 16, .strong), ("details.book", 24, .strong),
        ]
        func parts(_ type: String) throws -> [Place] {
            shapes.fields(of: try shapes.node(type)).map(Place.init).filter { $0.part != .instance }
        }
        #expect(
            try parts("Swift._ContiguousArrayStorage<heap_fixture.Entry>")
                == entry.map { Place($0.0, $0.1, $0.2, .element) })
        #expect(
            try parts("Swift._DictionaryStorage<Swift.String, heap_fixture.Entry>")
                == [Place("", 0, size: 16, .strong, .element)] + entry.map { Place($0.0, $0.1, $0.2, .value) })
        let readers = try shapes.node("Swift._SetStorage<heap_fixture.Reader>")
        let reader = shapes.fields(of: readers).filter { $0.part == .element }
        #expect(reader.map(Place.init) == [Place("", 0, .strong, .element)])
        #expect(reader.map(\.type) == ["heap_fixture.Reader"])
    }

    @Test
    func `Captures have their places, whatever a closure captured`() async throws {
        let shapes = try await Shapes(of: "captures")
        let (captured, title) = ("heap_fixture.Captured", "heap_fixture.Title")
        let stack = "heap_fixture.Stack"
        let variable = "var Swift.Optional<\(captured)>"
        for (name, fields) in [
            ("(unowned \(captured), \(title))", [Place("", 16, .unowned), Place("", 24)]),
            ("(unowned(unsafe) \(captured), \(title))", [Place("", 16, .unmanaged), Place("", 24)]),
            ("(\(variable), \(title))", [Place("", 16), Place("", 24)]),
            ("(Swift.String, \(title), \(captured))", [Place("", 16, size: 16), Place("", 32), Place("", 40)]),
            ("(var \(title), \(title), var Swift.Int)", [Place("", 16), Place("", 24), Place("", 32)]),
            ("(function, \(title))", [Place("", 16, size: 16), Place("", 32)]),
            ("(heap_fixture.Pair, \(title))", [Place("first", 16, .unowned), Place("second", 24), Place("", 32)]),
            // The values of generic arguments lie before the captures.
            (
                "(unowned \(stack)<\(title)>, \(title), \(title))",
                [Place("", 24, .unowned), Place("", 32), Place("", 40)]
            ),
            (
                "(unowned \(stack)<Swift.Int>, Swift.Int, \(title))",
                [Place("", 24, .unowned), Place("", 32), Place("", 40)]
            ),
            (
                "(unowned heap_fixture.Couple<Swift.Int, \(title)>, \(title))",
                [Place("", 32, .unowned), Place("", 40)]
            ),
            // The generic argument of a value that is captured itself is not stored twice.
            ("(unknown, \(title))", [Place("", 16), Place("", 24)]),
            ("(var unknown, \(title))", [Place("", 24), Place("", 32)]),
        ] {
            let node = try #require(shapes.nodes(name).first, "\(name)")
            #expect(shapes.fields(of: node).map(Place.init) == fields, "\(name)")
        }
        let closure = try #require(shapes.nodes("(\(variable), \(title))").first)
        #expect(shapes.fields(of: closure).map(\.type) == [variable, title])
        // The variable is weak, in a box of its own.
        let boxes = shapes.nodes("(weak Swift.Optional<\(captured)>)")
        let box = try #require(boxes.first { shapes.holders(of: $0).contains(closure) })
        #expect(shapes.fields(of: box).map(Place.init) == [Place("", 16, .weak)])
    }
}
#endif
