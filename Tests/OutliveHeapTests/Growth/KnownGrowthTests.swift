import OutliveModel
import Testing

@testable import OutliveHeap

@Suite struct KnownGrowthTests {
    private let entry = KnownGrowth(
        type: "Swift._ContiguousArrayStorage<*>", function: "*.fill*", library: "libFoundation*", reason: "a cache",
        seen: "never")

    private func stack(_ module: String, _ function: String) -> Backtrace {
        Backtrace(frames: [
            Frame(module: module, buildID: nil, offset: 1, symbols: [Symbol(function: function)]),
            Frame(module: "/opt/app", buildID: nil, offset: 2),
        ])
    }

    @Test func `An entry is about a type, a function and a library together`() {
        let type = HeapType(name: "Swift._ContiguousArrayStorage<Swift.Int>", kind: .object)
        let lib = "/usr/lib/libFoundation.so"
        #expect(entry.covers(type, stack(lib, "Foundation.Cache.fill() -> ()")))
        #expect(!entry.covers(type, stack(lib, "Foundation.Cache.find() -> ()")))
        #expect(!entry.covers(type, stack("/usr/lib/libc.so.6", "Foundation.Cache.fill() -> ()")))
        #expect(
            !entry.covers(HeapType(name: "Swift.Other", kind: .object), stack(lib, "Foundation.Cache.fill() -> ()")))
        #expect(!entry.covers(type, Backtrace()))
    }

    @Test func `What mentions a type of the program is never known`() {
        let lib = stack("/usr/lib/libFoundation.so", "Foundation.Cache.fill() -> ()")
        #expect(!entry.covers(HeapType(name: "Swift._ContiguousArrayStorage<App.Session>", kind: .object), lib))
        let all = KnownGrowth(type: "*", reason: "", seen: "")
        #expect(!all.covers(HeapType(name: "App.Session", kind: .object), lib))
        #expect(!all.covers(HeapType(name: "(Swift.Int, App.Session)", kind: .closure), lib))
        #expect(all.covers(HeapType(name: "(Swift.Int)", kind: .closure), lib))
    }

    @Test func `Every entry says what it is, why, and where it was seen`() {
        for entry in KnownGrowth.all {
            #expect(!entry.reason.isEmpty && !entry.seen.isEmpty && !entry.type.isEmpty)
            #expect(entry.type != "*" || entry.function != nil || entry.library != nil)
            #expect(KnownGrowth.all.filter { $0.type == entry.type && $0.function == entry.function }.count == 1)
        }
    }
}
