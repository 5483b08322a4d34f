import OutliveModel
import Testing

@testable import OutliveHeap

/// Growing tasks to which growing closures lead, in a heap that is built by hand.
@Suite struct TaskClosureTests {
    /// A function of the program in which tasks wait, below 0x1200, and one that registers closures.
    private struct Names: AddressNames {
        func functions(of frames: [Frame]) -> [Frame] {
            frames.map { frame in
                var frame = frame
                let (function, line) = frame.offset < 0x1200 ? ("App.Model.init() -> App.Model", 7) : ("App.watch()", 3)
                frame.symbols = [
                    Symbol(function: "closure #1 () -> () in \(function)", file: "/src/App/Model.swift", line: line)
                ]
                return frame
            }
        }

        func variables(of frames: [Frame]) -> [String?] { frames.map { _ in nil } }
    }

    private static let count: UInt32 = 6
    private static let continuation = "Swift.AsyncStream<Swift.Int>.Continuation"

    /// Returns the names of the causes of a heap in which a notification centre holds closures, each of which leads to a
    /// stream; a task waits for the next element of each stream, which has a closure for its end.
    ///
    /// - Parameter others: The number of further closures of the same function that lead to no stream.
    private func causes(others: UInt32 = 0) throws -> [String] {
        var sketch = TaskSketch()
        let centre = sketch.builder.type("Foundation.NotificationCenter")
        let closure = sketch.builder.type("(\(Self.continuation))", .closure)
        let storage = sketch.builder.type("Swift._AsyncStreamStorage<Swift.Int>")
        let ending = sketch.builder.type("(Foundation.NSObjectProtocol)", .closure)
        let all = Self.count + others
        // The closures follow the centre, and each one's stream, task, frames and closure for its end follow those.
        func part(_ index: UInt32, _ place: UInt32) -> UInt32 { 1 + all + 4 * index + place }
        sketch.node(centre, bytes: 1024, (0..<all).map { (16 + 16 * $0, $0 + 1) })
        for index in 0..<Self.count { sketch.node(closure, [(16, part(index, 0))]) }
        for _ in 0..<others { sketch.node(closure) }
        for index in 0..<Self.count {
            sketch.node(storage, [(16, part(index, 1)), (24, part(index, 3))])
            sketch.taskNode([(120, part(index, 2))])
            sketch.node(sketch.raw, bytes: 1016, [(64, part(index, 0))])
            sketch.node(ending)
        }
        for index in 0..<all { sketch.builder.function(index, 0x1300) }
        for index in 0..<Self.count { sketch.task(part(index, 1), frames: [0x1100]) }
        sketch.builder.root(0, address: 0x1500)
        let findings = [
            ("closure (\(Self.continuation))", all), ("Swift._AsyncStreamStorage<Swift.Int>", Self.count),
            (HeapType.task.description, Self.count), ("closure (Foundation.NSObjectProtocol)", Self.count),
        ].map { type, count in
            Finding(
                tier: .heap, verdict: .leak, key: ComponentKey(name: type, type: type, site: .unknown),
                births: [Birth(generation: 0, count: Int(count))], live: [], warmup: 0)
        }
        let found = traced(
            findings, in: AnalysedSnapshot(try HeapSnapshot(sketch.builder.file), names: Names()))
        return OutliveModel.causes(of: found).map(\.name)
    }

    @Test func `A closure that leads to the stream of each growing task is no cause beside the tasks`() throws {
        #expect(try causes() == ["Task in Model.init"])
    }

    @Test func `Closures of one function, most of which lead to no growing task, are a cause of their own`() throws {
        #expect(try causes(others: 12).sorted() == ["Task in Model.init", "closure in watch"])
    }
}
