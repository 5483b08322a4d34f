#if LiveReset && canImport(Darwin)
internal import Outlive

/// What a press asks for: a plain reset, one at a time; presses while one is under way are not heard.
///
/// Written to Apple's API and type-checked against stubs; not run.
@MainActor
final class PressedReset {
    private var handler: ResetHandler?
    private var isUnderWay = false

    nonisolated init() {}

    /// Keeps the handler for the presses that come from now on.
    func listen(_ handler: ResetHandler) {
        self.handler = handler
    }

    /// Begins a reset.
    ///
    /// - Parameter done: gets the host's reply; it is not called for a press that was not heard.
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
