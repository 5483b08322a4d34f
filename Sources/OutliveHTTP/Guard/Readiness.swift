#if LiveReset
internal import Dispatch

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Waiting until a socket can be read or written, which holds no thread.
///
/// FlyingSocks' pool will not do. It takes a socket out of epoll after it has woken the one who waits for it, who may
/// have closed the socket by then; the pool then believes the number to be watched, and whoever gets the number next
/// waits for ever. Here the waiting one is woken when nothing watches the socket any more.
enum Readiness: Sendable {
    case readable
    case writable

    /// The time limit of a wait passed.
    struct TimedOut: Error {}

    /// Returns when the socket is ready, or broken: then the next call on it says so.
    ///
    /// - Throws: `TimedOut` at the deadline, `CancellationError` when the task is cancelled.
    func wait(for descriptor: Descriptor, until deadline: ContinuousClock.Instant? = nil) async throws {
        let wait = Wait(descriptor)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                wait.begin(self, until: deadline, continuation)
            }
        } onCancel: {
            wait.cancel()
        }
    }
}

/// One wait; all of it happens on one queue.
private final class Wait: @unchecked Sendable {
    private static let queue = DispatchQueue(label: "outlive.http", qos: .userInitiated)

    private let descriptor: Descriptor
    private var source: (any DispatchSourceProtocol)?
    private var timer: (any DispatchSourceTimer)?
    private var outcome: Result<Void, any Error>?

    init(_ descriptor: Descriptor) {
        self.descriptor = descriptor
    }

    func begin(
        _ readiness: Readiness, until deadline: ContinuousClock.Instant?,
        _ continuation: CheckedContinuation<Void, any Error>
    ) {
        Self.queue.async { [self] in
            if let outcome { return continuation.resume(with: outcome) }
            let source: any DispatchSourceProtocol =
                switch readiness {
                case .readable:
                    DispatchSource.makeReadSource(fileDescriptor: descriptor.number, queue: Self.queue)
                case .writable:
                    DispatchSource.makeWriteSource(fileDescriptor: descriptor.number, queue: Self.queue)
                }
            source.setEventHandler { self.end(.success(())) }
            // Runs when the socket is watched no more: only then may anybody close it.
            source.setCancelHandler { [self] in
                self.source = nil
                timer = nil
                continuation.resume(with: outcome ?? .success(()))
            }
            self.source = source
            if let deadline { startTimer(deadline) }
            source.activate()
        }
    }

    func cancel() {
        Self.queue.async { self.end(.failure(CancellationError())) }
    }

    private func startTimer(_ deadline: ContinuousClock.Instant) {
        let left = max(.zero, ContinuousClock.now.duration(to: deadline))
        let timer = DispatchSource.makeTimerSource(queue: Self.queue)
        timer.schedule(deadline: .now() + left / .seconds(1))
        timer.setEventHandler { self.end(.failure(Readiness.TimedOut())) }
        self.timer = timer
        timer.activate()
    }

    private func end(_ outcome: Result<Void, any Error>) {
        guard self.outcome == nil else { return }
        self.outcome = outcome
        timer?.cancel()
        source?.cancel()
    }
}
#endif
