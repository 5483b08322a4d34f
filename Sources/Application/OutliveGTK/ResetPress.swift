#if LiveReset
internal import Outlive
internal import OutliveSupport

/// Converts presses to reset requests, at most one at a time.
///
/// Safe to use from any thread.
final class ResetPress: Sendable {
    private struct State {
        var handler: ResetHandler?
        var isUnderWay = false
    }

    private let state = Lock(State())

    /// Sets the handler of the host, in place of any previous one.
    func add(handler: ResetHandler) {
        state.withLock { $0.handler = handler }
    }

    /// Requests a reset, unless there is no handler yet or an earlier request of this object is in progress.
    ///
    /// Returns before the reset begins, because a reset must not destroy a window during the emission of its signal.
    ///
    /// - Returns: A task that ends with the reset, or `nil` if none was requested.
    @discardableResult
    func press() -> Task<Void, Never>? {
        let handler = state.withLock { state -> ResetHandler? in
            guard !state.isUnderWay, let handler = state.handler else { return nil }
            state.isUnderWay = true
            return handler
        }
        guard let handler else { return nil }
        return Task {
            let reply = await handler(ResetRequest(id: 0))
            state.withLock { $0.isUnderWay = false }
            // The user has no other indication of a failure.
            for failure in reply.failures {
                StandardError.line("the reset failed in \(failure.step): \(failure.message)")
            }
        }
    }
}

/// A Swift closure as a signal handler.
///
/// The connection retains it until the instance is destroyed, but not before a running call ends.
final class SignalHandler<Arguments>: Sendable {
    let call: @Sendable (Arguments) -> Void

    init(_ call: @escaping @Sendable (Arguments) -> Void) {
        self.call = call
    }

    /// Connects the handler to a signal.
    ///
    /// - Parameters:
    ///   - signal: The name of the signal, such as `clicked`.
    ///   - instance: The instance that emits the signal.
    ///   - trampoline: A C function of the signal's type that receives the handler as its last argument.
    func connect<Trampoline>(
        to signal: String, of instance: GObjectLibrary.Instance, by library: GObjectLibrary,
        through trampoline: Trampoline
    ) {
        let function = unsafeBitCast(trampoline, to: UnsafeRawPointer.self)
        _ = library.connect(
            instance, signal, function, Unmanaged.passRetained(self).toOpaque(),
            { handler, _ in handler.map { Unmanaged<AnyObject>.fromOpaque($0).release() } }, 0)
    }
}

extension SignalHandler {
    /// Returns the handler passed to a trampoline.
    static func from(_ data: UnsafeMutableRawPointer?) -> SignalHandler? {
        data.map { Unmanaged<SignalHandler>.fromOpaque($0).takeUnretainedValue() }
    }
}
#endif
