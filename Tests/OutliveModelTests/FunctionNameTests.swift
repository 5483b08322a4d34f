import OutliveModel
import Testing

@Suite struct FunctionNameTests {
    @Test(arguments: [
        ("NoteService.Server.start(port: Swift.Int) async throws -> ()", "NoteService", "Server.start(port:)"),
        ("App.f() -> ()", "App", "f()"),
        (
            "generic specialization <Swift.String> of protocol witness for Swift.TextOutputStreamable.write<A where A: "
                + "Swift.TextOutputStream>(to: inout A) -> () in conformance Swift.String : Swift.TextOutputStreamable "
                + "in Swift", "Swift", "TextOutputStreamable.write(to:)"
        ),
        (
            "protocol witness for Swift.IteratorProtocol.next() -> A in conformance App.Feed : Swift.IteratorProtocol "
                + "in App", "App", "IteratorProtocol.next()"
        ),
        ("App.Store.init(a: Swift.Int, _: Swift.String) -> App.Store", "App", "Store.init(a:_:)"),
        ("App.Store.__allocating_init() -> App.Store", "App", "Store.init()"),
        ("App.Store.__deallocating_deinit", "App", "Store.deinit"),
        ("static App.Store.shared.getter : App.Store", "App", "Store.shared.getter"),
        (
            "closure #1 @Sendable (A) async -> () in App.Feed.load<A>(with: (A) -> ()) -> ()", "App",
            "closure #1 in Feed.load(with:)"
        ),
        (
            "closure #2 () -> () in closure #1 (Swift.Int) -> Swift.Int in App.f() -> ()", "App",
            "closure #2 in closure #1 in f()"
        ),
        (
            "generic specialization <App.Session> of Outlive.LeakRegistry.track<A where A: AnyObject>(_: A) -> A",
            "Outlive", "LeakRegistry.track(_:)"
        ),
        ("(extension in App):Outlive.LeakRegistry.mine() -> ()", "App", "LeakRegistry.mine()"),
        ("(1) await resume partial function for App.run() async -> ()", "App", "run()"),
        ("partial apply forwarder for closure #1 () -> () in App.g() -> ()", "App", "closure #1 in g()"),
        ("App.(helper in _0A1B2C)(x: [Swift.String : Swift.Int]) -> ()", "App", "helper(x:)"),
        (
            "(extension in App):App.Outer<A where A: Swift.Hashable>.In.add(A1) -> ()", "App", "Outer.In.add(_:)"
        ),
        ("App.Outer.Tree.(Priv in _0A1B2C).add(A1) -> ()", "App", "Outer.Tree.Priv.add(_:)"),
        (
            "App.Outer.Tree.addAll<A where A == A1.Element, A1: Swift.Sequence>(A1) -> ()", "App",
            "Outer.Tree.addAll(_:)"
        ),
        ("inner #1 <A><A1>(A1) -> () in App.Outer.Tree.nested() -> ()", "App", "inner #1 in Outer.Tree.nested()"),
        ("static App.Size.< infix(App.Size, App.Size) -> Swift.Bool", "App", "Size.<"),
        ("App.Cache<A>.subscript.getter : (A) -> Swift.Int?", "App", "Cache.subscript.getter"),
    ])
    func `A demangled name gives its module and a name that fits a line`(name: String, module: String, brief: String) {
        #expect(FunctionName(name).module == module)
        #expect(FunctionName(name).brief == brief)
    }

    @Test func `A name is parsed once, and its parts are shared`() {
        // Parts of more than 15 bytes are in memory of their own, which another parse would allocate again.
        let name = "App.Warehouse.parsedOnlyOnce(label: Swift.Int) -> ()"
        func storage(of text: String) -> UInt? {
            var text = text
            return text.withUTF8 { UInt(bitPattern: $0.baseAddress) }
        }
        let first = FunctionName(name)
        #expect(storage(of: first.brief) == storage(of: FunctionName(name).brief))
        // Another name with the same parts has parts of its own.
        #expect(storage(of: first.brief) != storage(of: FunctionName(name + " ").brief))
    }

    @Test(arguments: [
        "main", "__libc_start_main", "qsort_r.cold", "f.part.0", "ns::Foo<int>::bar(int)", "", "((((", ")>", ". .",
    ])
    func `Names of other languages, and invalid ones, stay unchanged`(name: String) {
        #expect(FunctionName(name).module == nil)
        #expect(FunctionName(name).brief == name)
    }
}

@Suite struct UserCodeTests {
    private func frame(_ names: String..., module: String = "/app/service", file: String? = nil) -> Frame {
        Frame(
            module: module, buildID: nil, offset: 1,
            symbols: names.map { Symbol(function: $0, file: file, line: file.map { _ in 7 }) })
    }

    @Test func `Outlive's own frames are left out at the top only`() {
        let user = frame("App.make() -> ()")
        let below = frame("Outlive.ResetHost.run() async -> ()")
        let backtrace = Backtrace(frames: [
            frame("outl_capture"), frame("Outlive.LeakRegistry.track<A>(_: A) -> A"),
            frame("reabstraction thunk helper from @escaping () -> () to @escaping () -> ()"),
            frame("closure #1 () -> () in Outlive.track() -> ()"), user, below,
        ])
        #expect(backtrace.withoutOwnFrames.frames == [user, below])
    }

    @Test func `Outlive's code inlined into the caller is removed, and the caller's frame stays`() {
        let backtrace = Backtrace(frames: [frame("Outlive.track<A>(_: A) -> A", "App.make() -> ()")])
        #expect(backtrace.withoutOwnFrames.frames == [frame("App.make() -> ()")])
    }

    @Test func `Frames without names, modules with a longer name and extensions by the user are kept`() {
        let unnamed = Backtrace(frames: [frame(), frame("outl_capture")])
        #expect(unnamed.withoutOwnFrames == unnamed)
        let model = Backtrace(frames: [frame("OutliveModel.f() -> ()"), frame("outl_capture")])
        #expect(model.withoutOwnFrames == model)
        let extended = Backtrace(frames: [frame("(extension in App):Outlive.LeakRegistry.mine() -> ()")])
        #expect(extended.withoutOwnFrames == extended)
    }

    @Test func `A thunk that no frame of Outlive follows is kept`() {
        let thunk = frame("reabstraction thunk helper from @escaping () -> () to @escaping () -> ()")
        let backtrace = Backtrace(frames: [frame("outl_capture"), thunk, frame("App.make() -> ()")])
        #expect(backtrace.withoutOwnFrames.frames == [thunk, frame("App.make() -> ()")])
    }

    @Test func `The best symbol is the innermost of the program that has a line`() {
        let backtrace = Backtrace(frames: [
            frame("Swift.Array.append", module: "/usr/lib/libswiftCore.so", file: "Array.swift"),
            frame("Swift.Array.forEach(_: (A) -> ()) -> ()", file: "Array.swift"),
            frame("App.unknown() -> ()"), frame("App.make() -> ()", file: "App.swift"),
            frame("main", file: "main.swift"),
        ])
        #expect(backtrace.bestSymbol?.function == "App.make() -> ()")
        #expect(backtrace.userSymbols.map(\.function) == ["App.make() -> ()", "main"])
    }

    @Test func `The maker of an object is the best symbol, not the initializer that the compiler wraps`() {
        func frame(_ function: String, line: Int) -> Frame {
            let symbol = Symbol(function: function, file: "/src/App.swift", line: line)
            return Frame(module: "/opt/app", buildID: nil, offset: UInt64(line), symbols: [symbol])
        }
        let wrapper = frame("App.Session.__allocating_init() -> App.Session", line: 3)
        let maker = frame("App.open() -> ()", line: 9)
        #expect(Backtrace(frames: [wrapper, maker]).bestSymbol?.line == 9)
        #expect(Backtrace(frames: [wrapper]).bestSymbol?.line == 3)
    }

    @Test func `Stacks that share frames have best symbols of their own`() {
        func frame(_ function: String, in module: String = "/opt/app", _ offset: UInt64, line: Int?) -> Frame {
            let symbol = Symbol(function: function, file: line.map { _ in "/src/App.swift" }, line: line)
            return Frame(module: module, buildID: nil, offset: offset, symbols: [symbol])
        }
        let wrapper = frame("App.Session.__allocating_init() -> App.Session", 1, line: 3)
        let library = frame("App.copy() -> ()", in: "/usr/lib/libswiftCore.so", 1, line: 5)
        let (open, close) = (frame("App.open() -> ()", 2, line: 9), frame("App.close() -> ()", 3, line: 12))
        // At the same place as another frame, as after the module was rebuilt.
        let other = frame("App.reopen() -> ()", 2, line: 10)
        let stacks = [[library, wrapper, open], [wrapper, close], [wrapper], [library], [other], [open]]
        var symbols = BestSymbols()
        #expect(stacks.map { symbols.symbol(of: Backtrace(frames: $0))?.line } == [9, 12, 3, nil, 10, 9])
    }
}
