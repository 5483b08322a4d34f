#if LiveReset
/// A Swift closure as the handler of a signal.
///
/// The connection holds it, and lets go of it when the instance is destroyed, but not during a call.
final class SignalHandler<Arguments>: Sendable {
    let call: @Sendable (Arguments) -> Void

    init(_ call: @escaping @Sendable (Arguments) -> Void) {
        self.call = call
    }

    /// Connects it to a signal.
    ///
    /// - Parameters:
    ///   - signal: the signal's name, such as `clicked`.
    ///   - instance: what emits it.
    ///   - trampoline: a C function of the signal's type, which gets the handler as its last argument.
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
    /// The handler that a trampoline got.
    static func from(_ data: UnsafeMutableRawPointer?) -> SignalHandler? {
        data.map { Unmanaged<SignalHandler>.fromOpaque($0).takeUnretainedValue() }
    }
}
#endif
