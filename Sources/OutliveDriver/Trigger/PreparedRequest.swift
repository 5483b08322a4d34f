/// A reset or a ping with all that it takes to ask for it once, and to know when it was done.
struct PreparedRequest: Sendable {
    let trigger: PreparedTrigger
    let done: DoneSignal
    /// What it is, as the subject of a message: `the reset`.
    let name: String

    /// Sets the trigger off and waits for the acknowledgement, however long that takes.
    ///
    /// - Throws: `Failure` when the trigger fails, or what was waited for cannot come any more.
    func make(listeningTo channels: Channels) async throws -> (sent: SuspendingClock.Instant, Acknowledgement) {
        let wait = AcknowledgementWait(done, request: trigger.request, on: channels)
        let fired = try await trigger.fire()
        let acknowledgement: Acknowledgement
        do {
            acknowledgement = try await wait.get(fired)
        } catch {
            try await fired.tidyUp()
            throw error
        }
        try await fired.tidyUp()
        return (fired.sent, acknowledgement)
    }
}
