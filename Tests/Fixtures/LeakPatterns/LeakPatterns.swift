import Dispatch
import Foundation
import Glibc

/// Leaks objects in 20 ways, five objects each, and takes census 1 with the graph under the preloaded heap tier.
///
/// Prints a line for each way: the type of the objects, and the reference to cut. Each type belongs to one way.
@main
enum LeakPatterns {
    static func main() async {
        let ways = Cycles.ways + Stores.ways + Closures.ways + Waits.ways
        for way in ways {
            for _ in 0..<5 { await way.leak() }
        }
        // Tasks that were just started have not reached their waits.
        while Waits.reached.value < Waits.count { await Task.yield() }
        guard census(1) else {
            print("no census")
            exit(3)
        }
        for way in ways { print("\(way.type)\t\(way.cut)") }
        fflush(nil)
        _exit(0)
    }

    private static func census(_ number: UInt32) -> Bool {
        guard let symbol = dlsym(nil, "outl_heap_census") else { return false }
        typealias Census = @convention(c) (UInt32, Bool, Bool) -> Bool
        return unsafeBitCast(symbol, to: Census.self)(number, true, false)
    }
}

/// One way to leak.
struct Way {
    /// The name of the type that leaks.
    var type: String
    /// A part of the marked line of the leak trace.
    var cut: String
    var leak: @Sendable () async -> Void

    init(_ type: String, cut: String, leak: @escaping @Sendable () async -> Void) {
        self.type = type
        self.cut = cut
        self.leak = leak
    }
}
