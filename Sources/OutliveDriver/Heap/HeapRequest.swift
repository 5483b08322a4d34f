internal import Glibc
internal import OutliveModel

/// A request for a census, as it goes to a process with the signal.
struct HeapRequest: Hashable, Sendable {
    /// The numbers that requests may have, each once in the life of a process.
    static let numbers: ClosedRange<UInt32> = 1...0xFF_FFFF
    /// The numbers of whoever asks beside a harness that drives the process, chosen by chance.
    static let numbersByHand: ClosedRange<UInt32> = 0x80_0000...0xFF_FFFF

    /// Its number.
    var number: UInt32
    /// Whether the graph of all blocks is written as well.
    var withGraph = false
    /// Whether a cycle ends with it.
    var endsCycle = false

    /// What the signal carries.
    var value: Int32 { Int32(number | (withGraph ? 1 << 24 : 0) | (endsCycle ? 1 << 25 : 0)) }

    /// Queues the signal that the process listens to.
    ///
    /// - Throws: `Failure` when it cannot be sent.
    func send(to hello: HeapHello) throws(Failure) {
        guard sigqueue(hello.processID, hello.signal, sigval(sival_int: value)) == 0 else {
            throw Failure(
                .noCensus,
                "cannot ask process \(hello.processID) for a census: \(String(cString: strerror(errno)))")
        }
    }
}
