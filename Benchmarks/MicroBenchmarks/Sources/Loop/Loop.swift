import Glibc

/// The program whose heap is watched. It makes small objects and links nothing but the standard library.
///
/// `loop COUNT KEPT [OTHERS]` makes COUNT objects, of which at most KEPT are alive at a time, and prints the seconds of
/// processor time per object, which exclude other load on the machine. OTHERS further threads do nothing: with any, the
/// C library allocates as in a service, without its shortcuts for a single thread.
///
/// `loop hold COUNT` makes a linked list of COUNT objects and prints the resident memory of the process in bytes. If
/// the heap tier is loaded, it also writes a snapshot with the graph.
@main
enum Loop {
    static func main() {
        let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        if CommandLine.arguments.dropFirst().first == "hold", let count = numbers.first {
            hold(count)
        } else if numbers.count == 2 || numbers.count == 3 {
            for _ in 0..<numbers.dropFirst(2).reduce(0, +) { startIdleThread() }
            time(numbers[0], kept: numbers[1])
        } else {
            exit(64)
        }
    }

    private static func startIdleThread() {
        var thread = pthread_t()
        let error = pthread_create(&thread, nil, { _ in while true { pause() } }, nil)
        guard error == 0 else { exit(71) }
    }

    private static func time(_ count: Int, kept: Int) {
        let start = now()
        churn(count, kept: kept)
        print((now() - start) / Double(count))
    }

    @inline(never)
    private static func churn(_ count: Int, kept: Int) {
        var held: [Small] = []
        held.reserveCapacity(kept)
        for number in 0..<count {
            let object = make(number)
            guard kept > 1 else { continue }
            held.append(object)
            if held.count == kept { held.removeAll(keepingCapacity: true) }
        }
    }

    private static func hold(_ count: Int) {
        var newest: Small?
        for number in 0..<count {
            let object = make(number)
            object.next = newest
            newest = object
        }
        withExtendedLifetime(newest) {
            print(residentBytes())
            takeCensus()
        }
        // Do not release the list node by node, which would recurse as deep as it is long.
        exit(0)
    }

    @inline(never)
    private static func make(_ number: Int) -> Small { Small(number) }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Returns the resident memory, the second field of `/proc/self/statm`, in bytes.
    private static func residentBytes() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 200)
        guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
        let words = line.prefix { $0 != 0 }.split(separator: CChar(32))
        let pages = words.count > 1 ? words[1].reduce(0) { $0 * 10 + Int($1) - 48 } : 0
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }

    /// Takes the census of request 1 with the graph, by the function that the preload library exports.
    private static func takeCensus() {
        typealias Census = @convention(c) (UInt32, Bool, Bool) -> Bool
        guard let census = dlsym(nil, "outl_heap_census") else { return }
        _ = unsafeBitCast(census, to: Census.self)(1, true, false)
    }
}

private final class Small {
    let number: Int
    var next: Small?

    init(_ number: Int) { self.number = number }
}
