import Foundation

/// Four threads that make, hand over and drop objects, while processes are forked and a library comes and goes.
///
/// At times all threads pause for a census. Prints its number, and the number of crates and labels at that moment.
enum Stress {
    static func run(seconds: Double) {
        let yard = Yard(threads: 4)
        for index in 0..<4 { Thread.detachNewThread { yard.work(index) } }
        let end = Date(timeIntervalSinceNow: seconds)
        var number: UInt32 = 0
        repeat {
            for _ in 0..<5 {
                forkOnce()
                loadOnce()
            }
            number += 1
            let (crates, labels) = yard.holdStill {
                guard Tier.census(number, graph: number % 4 == 0, endsCycle: number % 3 == 0) else { exit(1) }
            }
            print(number, crates, labels)
        } while Date() < end
        yard.stop()
    }

    private static func forkOnce() {
        typealias Fork = @convention(c) () -> pid_t
        // Swift has no name for it.
        guard let symbol = dlsym(nil, "fork") else { exit(1) }
        let child = unsafeBitCast(symbol, to: Fork.self)()
        if child == 0 {
            let block = malloc(1000)
            free(realloc(block, 100_000))
            _exit(0)
        }
        var status: Int32 = 0
        guard child > 0, waitpid(child, &status, 0) == child, status == 0 else {
            print("child \(child) ended with \(status)")
            exit(1)
        }
    }

    private static func loadOnce() {
        guard let library = dlopen("libBrokenLocale.so.1", RTLD_NOW) ?? dlopen("libanl.so.1", RTLD_NOW) else { return }
        dlclose(library)
    }
}

/// The storage of the objects that the threads of a stress make.
private final class Yard: @unchecked Sendable {
    private let condition = NSCondition()
    private let finished = DispatchGroup()
    private var places: [Crate?] = Array(repeating: nil, count: 500)
    private var isHolding = false
    private var isStopped = false
    private var working: Int

    init(threads: Int) {
        working = threads
        for _ in 0..<threads { finished.enter() }
    }

    func work(_ index: Int) {
        var random = UInt64(index + 1)
        while continues() {
            for _ in 0..<200 {
                random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let place = Int(random >> 33) % 500
                // Most were made by another thread. The old one ends here, outside of the lock.
                let fresh = random >> 62 == 0 ? nil : Crate(Int(random >> 40) % 9)
                let old = exchange(fresh, at: place)
                withExtendedLifetime(old) {}
            }
        }
        finished.leave()
    }

    private func exchange(_ crate: Crate?, at place: Int) -> Crate? {
        condition.lock()
        defer { condition.unlock() }
        let old = places[place]
        places[place] = crate
        return old
    }

    // Waits while all threads are paused, holding no object.
    private func continues() -> Bool {
        condition.lock()
        defer { condition.unlock() }
        working -= 1
        condition.broadcast()
        while isHolding { condition.wait() }
        working += 1
        return !isStopped
    }

    /// Calls `body` while no thread makes or drops anything, and returns the number of crates and labels.
    func holdStill(_ body: () -> Void) -> (crates: Int, labels: Int) {
        condition.lock()
        isHolding = true
        while working > 0 { condition.wait() }
        condition.unlock()
        body()
        condition.lock()
        defer { condition.unlock() }
        let counts = places.compactMap { $0?.labels.count }
        isHolding = false
        condition.broadcast()
        return (counts.count, counts.reduce(0, +))
    }

    func stop() {
        condition.lock()
        isStopped = true
        condition.unlock()
        finished.wait()
    }
}

private final class Crate {
    let labels: [Label]
    init(_ count: Int) { labels = (0..<count).map { Label($0) } }
}
private final class Label {
    let text: String
    init(_ number: Int) { text = "label number \(number) of a crate" }
}
