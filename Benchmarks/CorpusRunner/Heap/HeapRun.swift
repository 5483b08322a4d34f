internal import Glibc
internal import LeakCorpus

/// The run of one case in its own process under the heap tier. Its censuses are files beside it.
struct HeapRun: Codable {
    /// The process id, which is part of the names of the censuses.
    var processID: Int32
    /// The types of the tracked objects, by name.
    var types: [String: Set<String>] = [:]
    /// The number of cycles that ended with a census, not counting the launch.
    var cycles = 0
    /// The error after these cycles that ended the run.
    var error: String?

    /// Returns the request whose census ends a cycle; cycle 0 is the launch.
    static func request(endingCycle cycle: Int) -> UInt32 { UInt32(cycle + 1) }
}

extension Case {
    /// Runs the case for `count` resets and takes a census after each, the last one with a graph. Registers nothing.
    ///
    /// Runs on the main actor because waiting for a census blocks, which would hold up a thread of the pool.
    @MainActor
    func runWatched(cycles count: Int, by tier: Tier) async -> HeapRun {
        let recorder = TypeRecorder()
        var run = HeapRun(processID: getpid())
        let own = ownCensus
        guard own != nil || !tier.hasStacks else {
            run.error = "the heap tier is not in the process: outl_heap_census is missing, or it does not track"
            return run
        }
        func census(_ request: UInt32, graph: Bool = false) -> Bool {
            own.map { $0(request, graph) } ?? Inspector.request(request)
        }
        // Objects that the first sleep and the first census leave behind count as part of the launch.
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

/// The census function of this process, or `nil` if the preload library is not loaded or does not track.
///
/// It is found by name because nothing of the library is linked. It takes the census that ends a cycle, with `graph`
/// also of the blocks and the references to them, and returns `true` if it was written.
private var ownCensus: ((_ request: UInt32, _ graph: Bool) -> Bool)? {
    typealias Census = @convention(c) (UInt32, Bool, Bool) -> Bool
    typealias IsTracking = @convention(c) () -> Bool
    guard let take = dlsym(nil, "outl_heap_census"), let isTracking = dlsym(nil, "outl_heap_is_tracking"),
        unsafeBitCast(isTracking, to: IsTracking.self)()
    else { return nil }
    let census = unsafeBitCast(take, to: Census.self)
    return { census($0, $1, true) }
}
