internal import OutliveModel
internal import OutliveSupport

/// A request for a census, sent to a process with a signal.
struct HeapRequest: Hashable, Sendable {
    /// The valid request numbers, each used once in the life of a process.
    static let numbers: ClosedRange<UInt32> = 1...0xFF_FFFF
    /// The random numbers of requests beside a harness that drives the process.
    static let numbersByHand: ClosedRange<UInt32> = 0x80_0000...0xFF_FFFF

    var number: UInt32
    /// `true` to capture the references between all blocks as well.
    var withGraph = false
    /// `true` to end a cycle with the census.
    var endsCycle = false

    /// The value that the signal carries.
    var value: Int32 { Int32(number | (withGraph ? 1 << 24 : 0) | (endsCycle ? 1 << 25 : 0)) }

    /// Queues the signal for the process.
    ///
    /// - Throws: `Failure` if it cannot be sent.
    func send(to hello: HeapHello) throws(Failure) {
        guard sigqueue(hello.processID, hello.signal, sigval(sival_int: value)) == 0 else {
            throw Failure(
                .noCensus,
                "cannot ask process \(hello.processID) for a census: \(String(cString: strerror(errno)))")
        }
    }
}
