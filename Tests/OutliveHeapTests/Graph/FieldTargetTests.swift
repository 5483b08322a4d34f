import OutliveModel
import Testing

@testable import OutliveHeap

/// A word counts as the reference of a field only if the field can refer to an object of that class.
struct FieldTargetTests {
    /// Builds a state whose word at 16 leads to an object, and returns the strength of that reference.
    ///
    /// - Parameters:
    ///   - types: The declared types of the fields at 16.
    ///   - target: The name of the object's class, a subclass of `App.Base`.
    private func strength(
        of types: [String], to target: String, _ kind: SnapshotBuilder.Kind = .object
    ) throws -> ReferenceStrength {
        var builder = SnapshotBuilder()
        builder.flags = 1
        let base = builder.type("App.Base", size: 16)
        builder.type("App.Other", size: 16)
        let object = builder.type(target, kind, size: 24, stride: 8, superclass: base)
        let fields = types.enumerated().map { ("condition.case\($0)", $1, UInt32(16), UInt32(0)) }
        let state = builder.type("App.State", size: 32, fields: fields)
        builder.node(0x1000, type: state, edges: [(16, 1)])
        builder.node(0x2000, bytes: 48, type: object)
        let graph = HeapGraph(try HeapSnapshot(builder.file))
        return graph.strength(ofEdge: 0)
    }

    @Test(arguments: [
        ("Swift.Array<Swift.String>", "Swift._ContiguousArrayStorage<Swift.String>"),
        ("Swift.Array<App.Job>", "Swift._ContiguousArrayStorage<Swift.AnyObject>"),
        ("Swift.Optional<Swift.Dictionary<Swift.String, App.Job>>", "Swift._DictionaryStorage<Swift.String, App.Job>"),
        ("Swift.String", "Swift.__SharedStringStorage"), ("App.Base", "App.Base"), ("App.Base", "App.Derived"),
        ("App.Drawable", "App.Derived"), ("unknown", "App.Derived"), ("Foundation.URL", "App.Derived"),
        ("Swift.Array<App.(unknown context at $1).Job>", "Swift._ContiguousArrayStorage<App.Job>"),
    ])
    func `A field keeps an object of its class or a subclass alive`(type: String, target: String) throws {
        #expect(try strength(of: [type], to: target) == .field)
    }

    @Test(arguments: [
        ("Swift.Array<Swift.String>", "Swift._ContiguousArrayStorage<Swift.AnyObject>"),
        ("Swift.Array<Swift.String>", "App.Derived"),
        ("Swift.Dictionary<Swift.String, App.Job>", "Swift._DictionaryStorage<Swift.String, App.Note>"),
        ("Swift.Set<App.Job>", "Swift._ContiguousArrayStorage<Swift.AnyObject>"), ("Swift.String", "App.Derived"),
        ("App.Other", "App.Derived"), ("Swift.Optional<App.Other>", "Swift._ContiguousArrayStorage<App.Other>"),
    ])
    func `A word that leads to an object of another class keeps nothing alive`(type: String, target: String) throws {
        #expect(try strength(of: [type], to: target) == .none)
    }

    @Test func `Of the cases of an enum any whose payload can be the object keeps it alive`() throws {
        #expect(try strength(of: ["Swift.String", "App.Base"], to: "App.Derived") == .field)
        #expect(try strength(of: ["App.Base", "Swift.String"], to: "App.Derived") == .field)
        #expect(try strength(of: ["Swift.String", "App.Other"], to: "App.Derived") == .none)
    }

    @Test(arguments: [SnapshotBuilder.Kind.closure, .box, .task, .other, .raw])
    func `A block that is no object of a class is possible in every field`(kind: SnapshotBuilder.Kind) throws {
        #expect(try strength(of: ["Swift.Array<Swift.String>"], to: "Swift.String", kind) == .field)
    }

    /// An application that was not started: the payload of its condition was never written.
    @Test func `No path leads through the payload of a case that an enum does not have`() throws {
        let text = """
            global static Example.app : App.UnderTest => app
            app = App.UnderTest
              condition.running.arguments: Swift.Array<Swift.String> => list
            list = array Swift.AnyObject count 3
              [2] => session
            session = App.Session
            """
        let path = try HeapSketch(text).trace(of: "session", leaking: ["list"])
        #expect(!path.description.contains("UnderTest"))
    }
}
