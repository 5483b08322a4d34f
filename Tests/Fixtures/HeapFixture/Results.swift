#if os(Linux)
import Synchronization

/// Task groups whose children have completed, and whose results are not taken.
enum Results {
    /// The number of results after which the map of a group's queue is replaced, and a part of another block.
    private static let many = 340
    private static let completed = Atomic(0)

    /// Runs a group within another one whose queue has grown, and reuses the first map of that queue.
    ///
    /// All tasks must run on one thread, as with `LIBDISPATCH_COOPERATIVE_POOL_STRICT`.
    static func run() {
        let task = Task.detached { await withResults(many) { await withResults(1) { await never() } } }
        while completed.load(ordering: .acquiring) < many + 1 { Rest.wait() }
        keep(Kept(task))
    }

    private static func withResults(_ count: Int, _ body: () async -> Void) async {
        await withTaskGroup(of: Int.self) { group in
            let before = completed.load(ordering: .acquiring)
            for number in 0..<count {
                group.addTask {
                    completed.add(1, ordering: .acquiringAndReleasing)
                    return number
                }
            }
            while completed.load(ordering: .acquiring) < before + count { await Task.yield() }
            await body()
        }
    }

    private static func never() async {
        await withUnsafeContinuation { continuation in waiting.withLock { $0 = continuation } }
    }
}

private let waiting = Mutex<UnsafeContinuation<Void, Never>?>(nil)

private final class Kept {
    let task: Task<Void, Never>
    init(_ task: Task<Void, Never>) { self.task = task }
}
#endif
