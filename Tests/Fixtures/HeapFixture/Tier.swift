#if canImport(Glibc)
import Glibc
#endif

/// The heap tier that is preloaded, if it is: nothing here is linked with it.
enum Tier {
    /// Takes a census under a number; returns `false` without the tier, or if it fails.
    static func census(_ number: UInt32, graph: Bool = false, endsCycle: Bool = false) -> Bool {
        #if canImport(Glibc)
        guard let symbol = dlsym(nil, "outl_heap_census") else { return false }
        typealias Census = @convention(c) (UInt32, Bool, Bool) -> Bool
        return unsafeBitCast(symbol, to: Census.self)(number, graph, endsCycle)
        #else
        return false
        #endif
    }

    /// Prints `ready`, takes a census with a graph if there is the tier, and waits for input without any allocation.
    ///
    /// The other threads are at rest by then, so that an inspection finds the same objects as the census.
    static func waitForInput() {
        #if canImport(Glibc)
        Rest.wait()
        print("ready")
        fflush(nil)
        _ = census(9999, graph: true)
        _ = getchar()
        #endif
    }
}
