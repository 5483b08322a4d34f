import Testing

@testable import OutliveModel

@Suite struct CallTreeFoldingTests {
    private static func frame(_ function: String, _ module: String = "/app/bin/app") -> Frame {
        let offset = function.unicodeScalars.reduce(UInt64(7)) { ($0 &* 31 &+ UInt64($1.value)) & 0xFFFFFF }
        return Frame(module: module, buildID: nil, offset: offset, symbols: [Symbol(function: function)])
    }

    private static let runtime = "/usr/lib/swift/linux/libswiftCore.so"
    private static let main = frame("App.main() -> ()")
    private static let handler = frame("App.Handler.read() -> ()")
    private static let loop = frame("NIOPosix.Loop.run() -> ()")
    private static let pipeline = frame("NIOCore.Pipeline.fire() -> ()")
    private static let thunk = frame(
        "reabstraction thunk helper from @escaping (NIOPosix.NIOThread) -> () to @escaping ()")
    private static let start = frame("start_thread", "/lib/libc.so.6")
    private static let allocate = frame("swift_allocObject", runtime)

    /// The paths of a tree of calls with blocks of their own, outermost function first, each with its bytes.
    private static func paths(_ stacks: [([Frame], Int)]) -> [String] {
        let all = stacks.map { LiveStack(Backtrace(frames: $0.0.reversed()), objects: 1, bytes: $0.1) }
        let (tree, places) = CallTree.ofStacks(all, hasLines: false).folded()
        #expect(tree.totals()[0] == CallTree.ofStacks(all).totals()[0])
        #expect(places.allSatisfy { tree.calls.indices.contains($0) })
        return tree.calls.indices.filter { tree.calls[$0].bytes > 0 }.map { call in
            var (names, above): ([String], Int) = ([], call)
            while above != 0 {
                names.insert(tree.function(of: above).name, at: 0)
                above = tree.calls[above].caller
            }
            return "\(names.joined(separator: " > ")): \(tree.calls[call].bytes)"
        }
    }

    @Test func `The toolchain belongs to its caller, and a call into a package stands for what it calls`() {
        #expect(
            Self.paths([
                ([Self.start, Self.loop, Self.pipeline, Self.handler, Self.allocate], 8),
                ([Self.start, Self.loop, Self.pipeline, Self.allocate], 4),
                ([Self.start, Self.allocate], 2),
            ]) == ["start_thread: 2", "start_thread > Loop.run(): 4", "start_thread > Loop.run() > Handler.read(): 8"])
    }

    @Test func `Thunks belong to their callers, and are not the program's`() {
        #expect(Self.paths([([Self.main, Self.thunk, Self.handler], 8)]) == ["main() > Handler.read(): 8"])
        let tree = CallTree.ofStacks([LiveStack(Backtrace(frames: [Self.thunk]), objects: 1, bytes: 1)])
        #expect(tree.functions.last?.origin == .unknown)
    }

    @Test func `A recursive function is one call, also by way of another`() {
        let (even, odd) = (Self.frame("App.even() -> ()"), Self.frame("App.odd() -> ()"))
        #expect(
            Self.paths([([Self.main, even, even, even, Self.handler], 8), ([Self.main, even, odd, even, odd], 4)])
                == ["main() > even() > Handler.read(): 8", "main() > even() > odd(): 4"])
    }

    @Test func `Functions without a name and cut stacks stay`() {
        let unknown = Frame(module: "/app/bin/app", buildID: nil, offset: 16)
        #expect(Self.paths([([.cut, unknown, Self.allocate], 8)]) == ["(cut) > app+0x10: 8"])
    }

    @Test func `A stack with as many frames as the limit is cut, unless it begins a thread or program`() {
        let cut = Backtrace(frames: [Self.handler, Self.pipeline])
        #expect(cut.marked(cutAt: 2).frames == cut.frames + [.cut])
        #expect(cut.marked(cutAt: 3) == cut)
        #expect(cut.marked(cutAt: 0) == cut)
        let whole = Backtrace(frames: [Self.handler, Self.start])
        #expect(whole.marked(cutAt: 2) == whole)
    }
}
