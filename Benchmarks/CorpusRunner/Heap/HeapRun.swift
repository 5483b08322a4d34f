internal import Glibc
internal import LeakCorpus

/// What happened to one case in its own process, which the heap tier watched; the censuses are files beside it.
struct HeapRun: Codable {
    /// The process, which is in the names of its censuses.
    var processID: Int32
    /// The types of what was tracked, by name.
    var types: [String: Set<String>] = [:]
    /// How many cycles ended with a census; the launch is none of them.
    var cycles = 0
    /// What went wrong after these, which ended the run.
    var error: String?

    /// The request whose census ends a cycle; 0 is the launch.
    static func request(endingCycle cycle: Int) -> UInt32 { UInt32(cycle + 1) }
}

extension Case {
    /// Runs the case for so many resets, with a census after each, the last one with a graph, and registers nothing.
    ///
    /// On the main actor, as a census is waited for: that would hold up one of the pool's threads.
    @MainActor
    func runWatched(cycles count: Int) async -> HeapRun {
        let recorder = TypeRecorder()
        var run = HeapRun(processID: getpid())
        guard let census = CensusCall.ofProcess else {
            run.error = "the heap tier is not in the process: outl_heap_census is missing, or it does not track"
            return run
        }
        // What the first sleep and the first census leave behind belongs to the launch.
        try? await Task.sleep(for: .milliseconds(1))
        guard census(HeapRun.request(endingCycle: 0)) else {
            run.error = "no census after the launch"
            return run
        }
        for number in 1...count {
            do {
                try await cycle(recorder)
            } catch {
                run.error = "cycle \(number) threw \(error)"
                break
            }
            try? await Task.sleep(for: settle)
            guard census(HeapRun.request(endingCycle: number), graph: number == count) else {
                run.error = "no census after cycle \(number)"
                break
            }
            run.cycles = number
        }
        run.types = recorder.types
        return run
    }
}

/// The preload library's census, found by its name as nothing of it is linked.
private struct CensusCall {
    private typealias Census = @convention(c) (UInt32, Bool, Bool) -> Bool
    private typealias IsTracking = @convention(c) () -> Bool

    private let take: Census

    /// The library's in this process; nil where it is not loaded, or does not track.
    static var ofProcess: CensusCall? {
        guard let take = dlsym(nil, "outl_heap_census"), let isTracking = dlsym(nil, "outl_heap_is_tracking"),
            unsafeBitCast(isTracking, to: IsTracking.self)()
        else { return nil }
        return CensusCall(take: unsafeBitCast(take, to: Census.self))
    }

    /// Takes the census that ends a cycle; tells whether it is written.
    ///
    /// - Parameter graph: whether the blocks and what refers to them are written with it.
    func callAsFunction(_ request: UInt32, graph: Bool = false) -> Bool { take(request, graph, true) }
}
