import OutliveModel
import Testing

/// The sites that a comparison takes for the same place.
@Suite struct AllocationMatchTests {
    private let leaf = "App.Item.init() -> App.Item"
    private let table = "App.Table.match(Swift.String) -> App.Item"
    private let server = "App.Server.handle(App.Request) -> ()"
    private let main = "static App.Main.main() -> ()"

    private func matched(_ old: AllocationSite, _ new: AllocationSite) -> Bool {
        let comparison = AllocationComparison(from: AllocationFigures(old), to: AllocationFigures(new))
        return comparison.matched == 1 && comparison.onlyOld == 0 && comparison.onlyNew == 0
            && comparison.changes.isEmpty
    }

    @Test func `A moved line is the same site`() {
        #expect(matched(.of([table, server, main], [3]), .of([table, server, main], [3], line: 40)))
    }

    @Test func `A caller that is inlined is the same site`() {
        let inlined = AllocationSite.of(frames: [["malloc"], [leaf, table, server], [main]], [3])
        #expect(matched(.of([leaf, table, server, main], [3]), inlined))
    }

    @Test func `A caller that is inlined without a trace is the same site`() {
        #expect(matched(.of([table, server, main], [3]), .of([table, main], [3])))
        #expect(matched(.of([leaf, table, server, main], [3]), .of([table, server, main], [3])))
    }

    @Test func `An inserted function is the same site`() {
        let wrapper = "App.Server.log(() -> ()) -> ()"
        #expect(matched(.of([table, server, main], [3]), .of([table, wrapper, server, main], [3])))
    }

    @Test func `A stack that reaches further out is the same site`() {
        #expect(matched(.of([leaf, table, server], [3]), .of([table, server, main, "App.start() -> ()"], [3])))
    }

    @Test(arguments: [
        "generic specialization <Swift.Int> of App.Table.match<A>(A) -> App.Item",
        "function signature specialization <Arg[0] = [Closure Propagated : $s1fyyF, Argument Types : [Swift.Int]> of "
            + "App.Table.match(Swift.String) -> App.Item",
        "closure #2 (Swift.Int) -> () in App.Table.match(Swift.String) -> App.Item",
        "partial apply forwarder for closure #1 () -> () in App.Table.match(Swift.String) -> App.Item",
        "(2) suspend resume partial function for App.Table.match(Swift.String) async -> App.Item",
        "merged App.Table.match(Swift.String) -> App.Item",
    ])
    func `Specialisations, closures and partial functions are the same function`(name: String) {
        #expect(Symbol(function: name).programFunction == "App.Table.match(_:)")
        #expect(matched(.of([table, server, main], [3]), .of([name, server, main], [3])))
    }

    @Test(arguments: [
        "outlined init with copy of App.Item",
        "reabstraction thunk helper from @escaping () -> () to @escaping () -> ()",
        "protocol witness for App.Matching.match() -> () in conformance App.Table : App.Matching in App",
        "variable initialization expression of App.Table.items : [App.Item]", "static App.Main.$main() -> ()",
        "Swift.Array.append(A) -> ()", "swift_allocObject",
        "partial apply forwarder for reabstraction thunk helper from () to ()",
    ])
    func `Functions of the compiler and the standard libraries are no functions of the program`(name: String) {
        #expect(Symbol(function: name).programFunction == nil)
        #expect(matched(.of([table, server], [3]), .of([table, name, server], [3])))
    }

    @Test func `Accessors are the property, and local functions have no number`() {
        #expect(Symbol(function: "App.Table.items.modify : [App.Item]").programFunction == "App.Table.items")
        let local = Symbol(function: "helper #3 (Swift.Int) -> () in App.Table.match() -> ()")
        #expect(local.programFunction == "App.helper in Table.match()")
    }

    @Test func `Types that differ by generic arguments or captures are matched in equal functions`() {
        let functions = [table, server]
        let array = AllocationSite.of(functions, [2], type: "Swift._ContiguousArrayStorage<Swift.Int>")
        #expect(matched(array, .of(functions, [2], type: "Swift._ContiguousArrayStorage<App.Item>")))
        let closure = AllocationSite.of(functions, [2], type: "(App.Item)", kind: .closure)
        #expect(matched(closure, .of(functions, [2], type: "(Swift.Int, App.Item)", kind: .closure)))
        #expect(matched(array, .of(functions, [2], type: "raw memory", kind: .raw)))
    }

    @Test func `Another type or function is another site`() {
        let old = AllocationFigures(.of([table, server], [3]))
        #expect(
            changes(from: old, to: AllocationFigures(.of([table, server], [3], type: "App.Other"))) == [
                BriefChange(kind: .added, blocks: 3, type: "App.Other"), BriefChange(kind: .removed, blocks: -3),
            ])
        let elsewhere = AllocationFigures(.of(["App.Cache.fill() -> ()", "App.Cache.run() -> ()"], [3]))
        #expect(changes(from: old, to: elsewhere).map(\.kind) == [.added, .removed])
    }

    @Test func `Sites of a changed number of paths are one if their sums are equal`() {
        let outer = ["App.a() -> ()", "App.b() -> ()"]
        let old = AllocationFigures(.of([table, server, outer[0]], [3]), .of([table, server, outer[1]], [4]))
        #expect(changes(from: old, to: AllocationFigures(.of([table, "App.log() -> ()", server], [7]))).isEmpty)
    }

    @Test func `Memory of tasks is one place`() {
        func slab(_ function: String) -> AllocationSite {
            var site = AllocationSite.of([function], [2], type: "raw memory", kind: .raw)
            let allocator = Symbol(function: "swift::StackAllocator<984ul>::alloc(unsigned long)")
            site.stack.frames.insert(
                Frame(module: "/usr/lib/libswift_Concurrency.so", buildID: nil, offset: 1, symbols: [allocator]), at: 0)
            return site
        }
        #expect(matched(slab("App.load() async -> ()"), slab("App.store() async -> ()")))
    }

    @Test func `Sites without names are compared by module`() {
        func bare(_ offset: UInt64, in module: String) -> AllocationSite {
            let frame = Frame(module: module, buildID: nil, offset: offset)
            return AllocationSite(
                type: .rawMemory, stack: Backtrace(frames: [frame]), blocks: [2], bytes: [64])
        }
        #expect(matched(bare(10, in: "/opt/old/liba.so"), bare(20, in: "/opt/new/liba.so")))
        #expect(!matched(bare(10, in: "/opt/liba.so"), bare(10, in: "/opt/libb.so")))
    }
}
