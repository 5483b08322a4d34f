import OutliveModel
import Testing

@testable import OutliveHeap

/// Growing documents of a library, each in a cycle with its root element, to which other words lead as well.
@Suite struct GrowingCycleTests {
    private static let count: UInt32 = 6

    /// A heap of documents: the first nodes are the elements, each followed by its document.
    private struct Documents {
        var sketch = TaskSketch()
        private let pairs: UInt32

        init() {
            let document = sketch.builder.type(
                "FoundationXML.XMLDocument", fields: [("root", "FoundationXML.XMLElement", 16, 0)])
            let element = sketch.builder.type(
                "FoundationXML.XMLElement", fields: [("_xmlDocument", "FoundationXML.XMLDocument", 16, 0)])
            pairs = GrowingCycleTests.count
            for pair in 0..<pairs {
                sketch.node(element, [(16, 2 * pair + 1)])
                sketch.node(document, [(16, 2 * pair)])
            }
        }

        func document(_ pair: UInt32) -> UInt32 { 2 * pair + 1 }

        /// The words of a holder that lead to the first documents.
        func words(_ count: UInt32, from offset: UInt32) -> [(offset: UInt32, target: UInt32)] {
            (0..<count).map { (offset + 8 * $0, document($0)) }
        }

        /// Returns the traces of the documents, with the growing tasks.
        func traces(growing tasks: [UInt32] = []) throws -> [LeakTrace] {
            let snapshot = try HeapSnapshot(sketch.builder.file)
            let documents = (0..<pairs).map { Int(document($0)) }
            let growing = [documents, (0..<pairs).map { Int(2 * $0) }, tasks.map(Int.init)]
            return HeapTraces(AnalysedSnapshot(snapshot, names: NoAddressNames()), growing: growing)
                .traces(of: documents, leaking: Set(growing.joined()))
        }

        /// The number of documents that the cycle keeps.
        func countInCycles(growing tasks: [UInt32] = []) throws -> Int {
            try traces(growing: tasks).filter { $0.shape == .cycle }.objects
        }
    }

    @Test func `A few words of a task that is older than the growth do not hold objects in cycles`() throws {
        var heap = Documents()
        let task = heap.sketch.taskNode([(120, 2 * Self.count + 1)])
        heap.sketch.node(heap.sketch.raw, bytes: 1016, heap.words(2, from: 64))
        heap.sketch.task(task)
        let traces = try heap.traces()
        #expect(traces.map(\.shape) == [.cycle])
        #expect(traces.map(\.objects) == [Int(Self.count)])
    }

    @Test func `Memory of C to which a word of a task leads is no holder of a cycle either`() throws {
        var heap = Documents()
        let task = heap.sketch.taskNode([(232, 2 * Self.count + 1)])
        heap.sketch.node(heap.sketch.raw, heap.words(Self.count, from: 0))
        heap.sketch.task(task)
        #expect(try heap.countInCycles() == Int(Self.count))
    }

    @Test func `A list of all objects that a task keeps holds them, although they are in cycles`() throws {
        var heap = Documents()
        let task = heap.sketch.taskNode([(120, 2 * Self.count + 1)])
        heap.sketch.node(heap.sketch.raw, bytes: 1016, [(64, 2 * Self.count + 2)])
        let list = heap.sketch.builder.type(
            "Swift._ContiguousArrayStorage<FoundationXML.XMLDocument>", stride: 8,
            elementFields: [("", "FoundationXML.XMLDocument", 0, 0)])
        heap.sketch.builder.node(
            0x5_0000, bytes: 128, type: list, elements: Self.count, edges: heap.words(Self.count, from: 32))
        heap.sketch.task(task)
        #expect(try heap.countInCycles() == 0)
    }

    @Test func `Tasks that grow with objects in cycles hold them`() throws {
        var heap = Documents()
        var tasks: [UInt32] = []
        for pair in 0..<Self.count {
            tasks.append(heap.sketch.taskNode([(120, 2 * Self.count + 2 * pair + 1)]))
            heap.sketch.node(heap.sketch.raw, bytes: 1016, [(64, heap.document(pair))])
        }
        for task in tasks { heap.sketch.task(task) }
        #expect(try heap.countInCycles(growing: tasks) == 0)
    }

    @Test func `A property of an object that lives on holds what it leads to, and the cycle the rest`() throws {
        var heap = Documents()
        let document = "FoundationXML.XMLDocument"
        let cache = heap.sketch.builder.type(
            "App.Cache", fields: [("first", document, 16, 0), ("last", document, 24, 0)])
        let node = heap.sketch.node(cache, heap.words(2, from: 16))
        heap.sketch.builder.root(node, address: 0x1500)
        #expect(try heap.countInCycles() == Int(Self.count) - 2)
    }
}
