#if LiveReset
internal import OutliveSupport
internal import COutlive
internal import Dispatch
internal import OutliveWire
internal import Synchronization

struct SignalArrival: Sendable {
    /// The number sent by `sigqueue`, or `nil` for a plain `kill`.
    var number: Int?
}

extension SignalArrival {
    /// Takes over a signal for the rest of the process and returns its arrivals, in order.
    ///
    /// A dispatch source waits for the pipe, so no thread of the concurrency pool blocks. Dispatch's own signal sources
    /// are unsuitable: they merge arrivals and lose the numbers.
    ///
    /// - Throws: `ResetError` if the signal cannot be caught or already has a listener.
    static func listen(to signal: SignalNumber) throws -> AsyncStream<SignalArrival> {
        let descriptor = outl_signal_listen(signal.number)
        guard descriptor >= 0 else {
            throw ResetError(.cannotListen, "cannot listen for signal \(signal): \(String(cString: strerror(errno)))")
        }
        let queue = DispatchQueue(label: "outlive.signal-notifier", qos: .userInitiated)
        // Dispatch objects are thread-safe, but are not declared `Sendable`.
        nonisolated(unsafe) let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        let (arrivals, continuation) = AsyncStream.makeStream(of: SignalArrival.self)
        let reader = SignalReader(descriptor: descriptor)
        source.setEventHandler { reader.forward(to: continuation) }
        // Retains the source as long as the stream. The descriptor stays open because the signal handler stays
        // installed.
        continuation.onTermination = { _ in source.cancel() }
        source.activate()
        return arrivals
    }
}

/// Reads a signal's pipe, on one thread at a time.
private final class SignalReader: Sendable {
    private let descriptor: Int32
    private let lost = Atomic(outl_signal_dropped())

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    func forward(to continuation: AsyncStream<SignalArrival>.Continuation) {
        var record = outl_signal_record()
        let size = MemoryLayout<outl_signal_record>.size
        while read(descriptor, &record, size) == size {
            let isNumbered = record.has_number && record.number > 0
            continuation.yield(SignalArrival(number: isNumbered ? Int(record.number) : nil))
        }
        let lost = outl_signal_dropped()
        if self.lost.exchange(lost, ordering: .relaxed) != lost {
            StandardError.line("\(lost) signals were lost so far: they arrived faster than they could be read")
        }
    }
}
#endif
