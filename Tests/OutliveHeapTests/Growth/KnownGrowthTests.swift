import OutliveModel
import Testing

@testable import OutliveHeap

@Suite struct KnownGrowthTests {
    private let entry = KnownGrowth(
        type: "Swift._ContiguousArrayStorage<*>", functions: ["*.find*", "*.fill*"], reason: "a cache")

    private func frame(_ module: String, _ functions: String...) -> Frame {
        Frame(module: module, buildID: nil, offset: 1, symbols: functions.map { Symbol(function: $0) })
    }

    private func stack(_ module: String, _ function: String) -> Backtrace {
        Backtrace(frames: [frame(module, function), frame("/opt/app", "App.load() -> ()")])
    }

    @Test func `An entry matches a type and a function together`() {
        let type = HeapType(name: "Swift._ContiguousArrayStorage<Swift.Int>", kind: .object)
        let lib = "/usr/lib/libFoundation.so"
        #expect(entry.covers(type, stack(lib, "Foundation.Cache.fill() -> ()")))
        #expect(!entry.covers(type, stack(lib, "Foundation.Cache.empty() -> ()")))
        #expect(
            !entry.covers(HeapType(name: "Swift.Other", kind: .object), stack(lib, "Foundation.Cache.fill() -> ()")))
        #expect(!entry.covers(type, Backtrace()))
    }

    @Test func `Objects of the program's callbacks are not the platform's`() {
        let type = HeapType(name: "Swift._ContiguousArrayStorage<Swift.Int>", kind: .object)
        let lib = "/usr/lib/libFoundation.so"
        let fill = frame(lib, "Foundation.Cache.fill(using: () -> ()) -> ()")
        let program = frame("/opt/app", "App.load() -> ()")
        #expect(!entry.covers(type, Backtrace(frames: [program, fill, program])))
        #expect(!entry.covers(type, Backtrace(frames: [frame("/opt/app"), fill, program])))
        #expect(entry.covers(type, Backtrace(frames: [frame(lib), fill, program])))
        // Inlined into the program, or linked into it.
        let inlined = frame("/opt/app", "Foundation.Cache.fill() -> ()", "App.load() -> ()")
        #expect(entry.covers(type, Backtrace(frames: [inlined])))
        #expect(!entry.covers(type, Backtrace(frames: [program, inlined])))
        // A function of the program's that has such a name.
        #expect(!entry.covers(type, Backtrace(frames: [frame("/opt/app", "App.Store.fill() -> ()")])))
    }

    @Test func `A type that mentions one of the program's is never known`() {
        let lib = stack("/usr/lib/libFoundation.so", "Foundation.Cache.fill() -> ()")
        #expect(!entry.covers(HeapType(name: "Swift._ContiguousArrayStorage<App.Session>", kind: .object), lib))
        let all = KnownGrowth(functions: ["*"], reason: "")
        #expect(!all.covers(HeapType(name: "App.Session", kind: .object), lib))
        #expect(!all.covers(HeapType(name: "(Swift.Int, App.Session)", kind: .closure), lib))
        #expect(!all.covers(HeapType(name: "(weak Swift.Optional<App.A>, App.B)", kind: .closure), lib))
        #expect(!all.covers(HeapType(name: "(unowned App.A)", kind: .closure), lib))
        #expect(all.covers(HeapType(name: "(Swift.Int)", kind: .closure), lib))
        #expect(
            all.covers(
                HeapType(name: "(weak Swift.Optional<App.Map<App.A, App.B>>, var Swift.Int)", kind: .closure), lib))
    }

    private func finding(_ type: String, _ functions: [String], births: Int = 3) -> Finding {
        Finding(
            tier: .heap, verdict: .leak,
            key: ComponentKey(
                name: type, type: type, site: RegistrationSite(fileID: "", line: 0, column: 0)),
            births: [Birth(generation: 2, count: births)], live: [0, 0, births], warmup: 0,
            backtrace: Backtrace(
                frames: functions.map {
                    Frame(module: "/opt/app", buildID: nil, offset: 1, symbols: [Symbol(function: $0)])
                }))
    }

    @Test func `A block without objects of the program goes with its timer`() {
        let timer = finding(
            "Foundation.Timer",
            [
                "Foundation.Timer.__allocating_init(fire: Foundation.Date) -> Foundation.Timer",
                "App.Clock.start() -> ()",
            ])
        let block = finding(
            "closure (weak Swift.Optional<App.Clock>)", ["closure #1 () -> () in App.Clock.start() -> ()"])
        let strong = finding("closure (App.Clock)", ["App.Clock.start() -> ()"])
        let elsewhere = finding("closure (weak Swift.Optional<App.Clock>)", ["App.Other.start() -> ()"])
        let more = finding("closure (weak Swift.Optional<App.Clock>)", ["App.Clock.start() -> ()"], births: 4)
        for (other, verdict) in [(block, Verdict.expected), (strong, .leak), (elsewhere, .leak), (more, .leak)] {
            let settled = classifiedHeapFindings([other, timer])
            #expect(settled.map(\.verdict).contains(.expected))
            #expect(settled.first { $0.key.type == other.key.type }?.verdict == verdict)
        }
        #expect(classifiedHeapFindings([block]).map(\.verdict) == [.leak])
    }

    @Test func `A handler that was never removed leaks, whatever it captured and whatever made it`() {
        let sleep = "static Swift.Task<>.sleep(nanoseconds: Swift.UInt64) async throws -> ()"
        let slept = finding("closure (Swift.Bool)", [sleep, "App.Bus.subscribe() -> ()"])
        for captured in ["weak Swift.Optional<App.Session>", "unowned App.Session", "Swift.Int", "function"] {
            let handler = finding("closure (\(captured))", ["closure #1 () -> () in App.Bus.subscribe() -> ()"])
            #expect(Set(classifiedHeapFindings([handler, slept]).map(\.verdict)) == [.leak, .expected])
            let observer = finding(
                "closure (\(captured))",
                ["FoundationEssentials.NotificationCenter._addObserver<A>(A) -> ()", "App.Bus.subscribe() -> ()"])
            #expect(classifiedHeapFindings([observer]).map(\.verdict) == [.leak])
        }
    }

    @Test func `What the runtime allocates to describe types is known by its tables, too`() {
        func isKnown(_ functions: String..., type: HeapType = .rawMemory) -> Bool {
            let runtime = functions.map { frame("/usr/lib/swift/linux/libswiftCore.so", $0) }
            let stack = Backtrace(frames: runtime + [frame("/opt/app", "App.load() -> ()")])
            return KnownGrowth.entry(for: type, stack) != nil
        }
        // Functions inside the runtime have mangled names there.
        #expect(isKnown("_Znwm", "_ZL25_swift_getGenericMetadataN5swift15MetadataRequestE"))
        #expect(isKnown("_Znwm", "_ZN5swift4LazyE", "swift_getWitnessTable"))
        #expect(isKnown("swift_getTypeName", "Swift._typeName(_: Any.Type, qualified: Swift.Bool) -> Swift.String"))
        #expect(isKnown("_IO_file_doallocate", "fwrite", "Swift._Stdout.write(Swift.String) -> ()"))
        #expect(isKnown("_ZN5swift16hashable_support34findHashableBaseTypeOfHashableTypeE"))
        #expect(isKnown("swift_getTypeByMangledName", "swift_getAssociatedTypeWitnessSlow"))
        #expect(!isKnown("malloc", "swift_slowAlloc"))
        // The type of a box is described for good, and a box is the program's.
        #expect(isKnown("swift_allocBox", "__swift_allocate_boxed_opaque_existential_1"))
        #expect(!isKnown("swift_slowAlloc", "swift_allocObject", "swift_allocBox"))
        #expect(!isKnown("swift_allocObject"))
        #expect(!isKnown("swift_getWitnessTable", type: HeapType(name: "Swift.Array<Swift.Int>", kind: .object)))
    }

    @Test func `Every entry has its type, reason and origin`() {
        for entry in KnownGrowth.all {
            #expect(
                !entry.growth.reason.isEmpty && !entry.growth.toolchains.isEmpty && !entry.growth.library.isEmpty
                    && !entry.type.isEmpty && !entry.functions.isEmpty)
            #expect(!entry.functions.contains("*"))
        }
    }

    @Test func `Outlive's own objects in a linked program are known, and the program's are not`() {
        func verdict(_ type: String, by function: String) -> Verdict {
            let symbol = Symbol(function: function, file: "/src/Some.swift", line: 3)
            let frame = Frame(module: "/opt/app", buildID: nil, offset: 1, symbols: [symbol])
            return Finding(
                tier: .heap, verdict: .leak, key: ComponentKey(name: type, type: type, site: .unknown), births: [],
                live: [], warmup: 0, backtrace: Backtrace(frames: [frame])
            ).classified.verdict
        }
        let add = "Outlive.ResetLog.add() -> ()"
        #expect(verdict("Swift.__StringStorage", by: add) == .expected)
        #expect(verdict("Swift._ContiguousArrayStorage<OutliveModel.Phase>", by: add) == .expected)
        #expect(verdict("Outlive.Step<App.Service>", by: "Outlive.ResetHost.add() -> ()") == .leak)
        #expect(verdict("Swift.__StringStorage", by: "App.Log.add() -> ()") == .leak)
    }

    @Test func `Outlive's own objects are known by functions without lines, as a compiler's forwarders are`() {
        func verdict(_ type: String, _ functions: [String]...) -> Verdict {
            let system = Frame(
                module: "/usr/lib/libswift_Concurrency.so", buildID: nil, offset: 1,
                symbols: [Symbol(function: "swift::StackAllocator<984ul>::alloc(unsigned long)")])
            return Finding(
                tier: .heap, verdict: .leak, key: ComponentKey(name: type, type: type, site: .unknown), births: [],
                live: [], warmup: 0,
                backtrace: Backtrace(
                    frames: [system]
                        + functions.map { names in
                            Frame(
                                module: "/opt/app", buildID: nil, offset: 1,
                                symbols: names.map { Symbol(function: $0) })
                        })
            ).classified.verdict
        }
        let forwarder =
            "partial apply forwarder for closure #1 @Sendable (OutliveWire.ResetRequest) async -> "
            + "OutliveWire.ResetReply in Outlive.ResetHandler.init(of: Outlive.ResetHost) -> Outlive.ResetHandler"
        let raw = HeapType.rawMemory.description
        #expect(verdict(raw, [forwarder]) == .expected)
        let append = "Swift.Array.append(__owned A) -> ()"
        #expect(verdict(raw, [append, "OutliveHTTPRoutes.Log.add() -> ()"]) == .expected)
        #expect(verdict(raw, ["OutliveLifecycle.Service.run() async -> ()"], ["App.main() -> ()"]) == .expected)
        // The program's own code, called by Outlive.
        let step = "partial apply forwarder for closure #1 () async -> () in App.Serve.run() async -> ()"
        #expect(verdict(raw, [step], [forwarder]) == .leak)
        #expect(verdict(raw, ["App.Log.add() -> ()"], ["Outlive.ResetHost.handle() -> ()"]) == .leak)
        // Without names the type decides.
        let history = "Swift._ContiguousArrayStorage<OutliveWire.GenerationReport>"
        #expect(verdict(history, [], []) == .expected)
        #expect(verdict("Swift._ContiguousArrayStorage<App.Session>", [], []) == .leak)
        #expect(verdict(raw, [], []) == .leak)
        #expect(verdict(history, ["App.Log.add() -> ()"]) == .leak)
        #expect(verdict(history, ["app_add"]) == .leak)
        // A frame without a name, or C code without a line, may be the program's.
        for unknown in [[], ["app_add"]] {
            #expect(verdict(raw, unknown, ["Outlive.ResetHost.handle() -> ()"]) == .leak)
        }
    }
}
