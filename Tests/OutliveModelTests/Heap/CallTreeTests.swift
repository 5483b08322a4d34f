import OutliveModel
import Testing

@Suite struct CallTreeTests {
    private static func frame(_ offset: UInt64, _ functions: String..., line: Int = 1) -> Frame {
        Frame(
            module: "/opt/app", buildID: nil, offset: offset,
            symbols: functions.map { Symbol(function: $0, file: "A.swift", line: line) })
    }

    private static let stacks = [
        LiveStack(Backtrace(frames: [frame(1, "App.a() -> ()"), frame(9, "App.main() -> ()")]), objects: 2, bytes: 10),
        LiveStack(
            Backtrace(frames: [frame(2, "App.a() -> ()", line: 2), frame(9, "App.main() -> ()")]), objects: 3, bytes: 5),
        LiveStack(Backtrace(frames: [frame(9, "App.main() -> ()")]), objects: 1, bytes: 1),
        LiveStack(Backtrace(), objects: 4, bytes: 100),
    ]

    @Test func `The blocks of a stack are those of its innermost call`() {
        let tree = CallTree.ofStacks(Self.stacks)
        #expect(tree.calls.indices.map { tree.function(of: $0).name } == ["(root)", "main()", "a()", "a()"])
        #expect(tree.calls.map(\.objects) == [4, 1, 2, 3])
        #expect(tree.calls.map(\.bytes) == [100, 1, 10, 5])
        #expect(tree.calls.map(\.callees) == [[1], [2, 3], [], []])
        #expect(tree.calls.map(\.caller) == [0, 0, 1, 1])
        #expect(tree.ends == [2, 3, 1, 0])
        #expect(tree.function(of: 3).line == 2)
    }

    @Test func `The totals of a call include its callees`() {
        let totals = CallTree.ofStacks(Self.stacks).totals()
        #expect(totals.map(\.objects) == [10, 6, 2, 3])
        #expect(totals.map(\.bytes) == [116, 16, 10, 5])
    }

    @Test func `Other blocks of the same stacks have totals of their own`() {
        let amounts = [1, 0, 5, 7].map { HeapAmount(objects: $0, bytes: 10 * $0) }
        let totals = CallTree.ofStacks(Self.stacks).totals(ofStacks: amounts)
        #expect(totals.map(\.objects) == [13, 6, 1, 0])
        #expect(totals.map(\.bytes) == [130, 60, 10, 0])
    }

    @Test func `The allocated type is the innermost call on request, apart from raw memory`() {
        var stacks = Self.stacks
        (stacks[0].type, stacks[2].type) = (HeapType(name: "App.A", kind: .object), .rawMemory)
        let tree = CallTree.ofStacks(stacks, hasTypes: true)
        #expect(tree.calls.indices.map { tree.function(of: $0).name } == ["(root)", "main()", "a()", "App.A", "a()"])
        #expect(tree.ends == [3, 4, 1, 0])
        #expect(CallTree.ofStacks(stacks).functions.count == 4)
    }

    @Test func `In the detail of functions, the lines of a function are one call`() {
        let tree = CallTree.ofStacks(Self.stacks, hasLines: false)
        #expect(tree.calls.indices.map { tree.function(of: $0).name } == ["(root)", "main()", "a()"])
        #expect(tree.calls.map(\.bytes) == [100, 1, 15])
        #expect(tree.function(of: 2).line == 0)
        #expect(tree.function(of: 2).module == "/opt/app")
    }

    @Test func `An inlined function is called by the function that contains it`() {
        let inlined = Self.frame(1, "App.inner() -> ()", "App.outer() -> ()")
        let tree = CallTree.ofStacks([LiveStack(Backtrace(frames: [inlined]), objects: 1, bytes: 8)])
        #expect(tree.functions.map(\.name) == ["(root)", "outer()", "inner()"])
        #expect(tree.calls.map(\.bytes) == [0, 0, 8])
    }

    @Test func `Frames at one place with different functions are different calls`() {
        let stacks = ["App.a() -> ()", "App.b() -> ()", "App.a() -> ()"].map { function in
            LiveStack(Backtrace(frames: [Self.frame(1, function)]), objects: 1, bytes: 8)
        }
        let tree = CallTree.ofStacks(stacks)
        #expect(tree.functions.map(\.name) == ["(root)", "a()", "b()"])
        #expect(tree.ends == [1, 2, 1])
        #expect(tree.calls.map(\.objects) == [0, 2, 1])
    }

    @Test(arguments: [
        (Frame(module: "", buildID: nil, offset: 7), "[unknown]"),
        (Frame(module: "/lib/libc.so.6", buildID: nil, offset: 0x1a2b), "libc.so.6+0x1a2b"),
        (
            frame(1, "std::pair<a::B, c<d> > a::Map<e, (f)1>::make<g>(a::B&, void (*)(int))::'x'(g) const"),
            "a::Map::make"
        ),
    ])
    func `A function has a short name`(frame: Frame, name: String) {
        #expect(CallTree.Function.functions(of: frame).map(\.name) == [name])
    }

    @Test func `Very large figures are clamped`() {
        let large = LiveStack(Self.stacks[0].backtrace, objects: .max, bytes: .max)
        let tree = CallTree.ofStacks([large, large, Self.stacks[2]])
        #expect(tree.totals()[0].bytes == tree.calls[2].bytes)
    }
}
