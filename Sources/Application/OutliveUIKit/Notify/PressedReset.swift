#if LiveReset && canImport(Darwin)
internal import Outlive

/// Requests a plain reset for each press; presses during a reset are ignored.
///
/// Written to Apple's API and type-checked against stubs; not run.
@MainActor
final class PressedReset {
    private var handler: ResetHandler?
    private var isUnderWay = false

    nonisolated init() {}

    /// Sets the handler of all later presses.
    func listen(_ handler: ResetHandler) {
        self.handler = handler
    }

    /// Starts a reset.
    ///
    /// - Parameter done: Receives the host's reply. Not called for an ignored press.
    func press(done: @escaping @MainActor (ResetReply) -> Void = { _ in }) {
        guard let handler, !isUnderWay else { return }
        isUnderWay = true
        Task {
            let reply = await handler(ResetRequest(id: 0))
            isUnderWay = false
            done(reply)
        }
    }
}
#endif
