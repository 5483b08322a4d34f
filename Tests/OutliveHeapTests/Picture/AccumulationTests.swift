import OutliveModel
import Testing

@testable import OutliveHeap

/// What most of the memory of a single snapshot gathers in.
@Suite struct AccumulationTests {
    private static func accumulations(_ text: String) throws -> [String] {
        let sketch = HeapSketch(text)
        return AnalysedSnapshot(try sketch.snapshot, names: sketch).accumulations().map {
            "\($0.nodes.count) \($0.type.description)"
        }
    }

    /// Returns the lines of an array with elements, which `member` describes.
    private static func array(_ name: String, of type: String, _ count: Int, _ member: (Int) -> String) -> String {
        let references = (0..<count).map { "  [\($0)] => \(name)\($0)" }
        return (["\(name) = array App.\(type) count \(count)"] + references + (0..<count).map(member))
            .joined(separator: "\n")
    }

    @Test func `Many objects of one holder gather there, with what they own`() throws {
        let heap = """
            global static App.Store.shared : App.Store => store
            store = App.Store
              sessions: Swift.Array<App.Session> => s
            \(Self.array("s", of: "Session", 20) {
                "s\($0) = App.Session\n  buffer: App.Buffer => b\($0)\nb\($0) = App.Buffer"
            })
            """
        #expect(try Self.accumulations(heap) == ["20 App.Session", "20 App.Buffer"])
    }

    @Test func `Each of a few parts of a server is followed to what gathers in it`() throws {
        let heap = """
            global static App.Server.shared : App.Server => server
            server = App.Server
              cache: Swift.Array<App.Page> => p
              table: App.Table => table
              name: App.Name => name
            \(Self.array("p", of: "Page", 30) { "p\($0) = App.Page" })
            table = App.Table
              rows: Swift.Array<App.Row> => r
            \(Self.array("r", of: "Row", 12) { "r\($0) = App.Row" })
            name = App.Name
            """
        #expect(try Self.accumulations(heap) == ["30 App.Page", "12 App.Row"])
    }

    @Test func `A single large block is what gathers if nothing is many`() throws {
        let heap = """
            global static App.Recorder.shared : App.Recorder => recorder
            recorder = App.Recorder size 48
              samples: Swift.Array<Swift.Int> => samples
            samples = array Swift.Int count 2 size 4096
            """
        #expect(try Self.accumulations(heap) == ["1 Swift._ContiguousArrayStorage<Swift.Int>"])
    }

    @Test func `A chain of objects gathers as a whole`() throws {
        let nodes = (0..<30).map { "n\($0) = App.Node\n  next: App.Node => n\($0 + 1)" }.joined(separator: "\n")
        let heap = "global static App.List.first : App.Node => n0\n\(nodes)\nn30 = App.Node"
        #expect(try Self.accumulations(heap) == ["31 App.Node"])
    }

    @Test func `The leak traces of what gathers name the reference that keeps it`() throws {
        let sketch = HeapSketch(
            """
            global static App.Store.shared : App.Store => store
            store = App.Store
              sessions: Swift.Array<App.Session> => s
            \(Self.array("s", of: "Session", 20) { "s\($0) = App.Session" })
            """)
        let analysed = AnalysedSnapshot(try sketch.snapshot, names: sketch)
        let traces = analysed.accumulations().traces(in: analysed)
        #expect(traces.map(\.objects) == [20])
        #expect(traces[0].traces.first?.culprit?.name == "Store.sessions")
    }

    @Test func `An empty heap has none`() throws {
        #expect(try Self.accumulations("").isEmpty)
    }
}
