#if LiveReset
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
