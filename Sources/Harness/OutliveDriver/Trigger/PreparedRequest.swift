/// A reset or a ping, ready to be requested once and to be acknowledged.
struct PreparedRequest: Sendable {
    let trigger: PreparedTrigger
    let done: DoneSignal
    /// The subject of an error message, such as `the reset`.
    let name: String

    /// Fires the trigger and waits for the acknowledgement, without a timeout.
    ///
    /// - Throws: `Failure` if the trigger fails, or the acknowledgement can no longer arrive.
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
