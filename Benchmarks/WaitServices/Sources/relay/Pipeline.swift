import AsyncAlgorithms

/// Readings that pass through a buffer of one element, whose source is filled by its own consumer.
struct Pipeline {
    func run() {
        let (readings, continuation) = AsyncStream<Int>.makeStream()
        continuation.yield(0)
        Task {
            for await reading in readings.buffer(policy: .bounded(1)) {
                // The next reading is asked for when one has been used.
                if reading < 2 { continuation.yield(reading + 1) }
            }
        }
    }
}

/// A sender whose channel no one reads.
struct Sender {
    func send(_ number: Int) {
        let channel = AsyncChannel<Int>()
        Task { await channel.send(number) }
    }
}
