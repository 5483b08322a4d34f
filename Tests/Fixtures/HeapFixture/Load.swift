import Foundation

/// Threads that come, allocate, hand objects to each other and go, while snapshots are taken.
enum Load {
    static func run(snapshots: Int) {
        for index in 0..<Exchange.threads { Exchange.start(index) }
        for number in 1...snapshots {
            guard Tier.census(UInt32(number), graph: number % 2 == 0, endsCycle: number % 3 == 0) else {
                print("no snapshot \(number)")
                exit(1)
            }
            Exchange.startShortLived()
        }
        Exchange.stop()
        print("done")
    }

    /// Takes no census itself; the parent process requests them until it ends the load.
    static func untilInput() {
        for index in 0..<Exchange.threads { Exchange.start(index) }
        Exchange.isUnderWay()
        print("ready")
        fflush(nil)
        _ = readLine()
        Exchange.stop()
    }
}

private enum Exchange {
    static let threads = 4
    private static let lock = NSLock()
    private static let finished = DispatchGroup()
    private static let begun = DispatchSemaphore(value: 0)
    nonisolated(unsafe) private static var shelf: [Parcel] = []
    nonisolated(unsafe) private static var isStopped = false

    static func start(_ index: Int) {
        finished.enter()
        Thread.detachNewThread {
            var round = index
            _ = step(round)
            begun.signal()
            while step(round) { round += 1 }
            finished.leave()
        }
    }

    /// Waits until each of the threads has put something on the shelf.
    static func isUnderWay() {
        for _ in 0..<threads { begun.wait() }
    }

    static func startShortLived() {
        finished.enter()
        Thread.detachNewThread {
            for round in 0..<100 { _ = step(round) }
            finished.leave()
        }
    }

    static func stop() {
        lock.withLock { isStopped = true }
        finished.wait()
        lock.withLock { shelf = [] }
    }

    /// Puts a parcel on the shelf and releases an earlier one, which another thread may have made.
    private static func step(_ round: Int) -> Bool {
        let fresh = Parcel(round)
        let old: Parcel? = lock.withLock {
            shelf.append(fresh)
            return shelf.count > 200 ? shelf.remove(at: round % 200) : nil
        }
        return withExtendedLifetime(old) { lock.withLock { !isStopped } }
    }
}

private final class Parcel {
    let number: Int
    var content: [String]
    init(_ number: Int) {
        self.number = number
        content = (0..<3).map { "content of parcel \(number), part \($0)" }
    }
}
