/// What an application answered to a request.
enum Acknowledgement: Sendable {
    /// It is ready again.
    case done(at: SuspendingClock.Instant, endedGeneration: Int? = nil)
    /// It says that it cannot be used any more, for the reason given.
    case failed(reason: String)
}

/// A wait for the acknowledgement of a request, begun before the trigger so that nothing is missed.
struct AcknowledgementWait: Sendable {
    private let operation: @Sendable (FiredTrigger) async throws -> Acknowledgement

    /// Begins to listen.
    ///
    /// - Parameter request: the number that the acknowledgement must carry; nil for a program that knows no numbers,
    ///   of which the next `READY=1` counts.
    init(_ done: DoneSignal, request: Int?, on channels: Channels) {
        switch done {
        case .notify:
            let answer = channels.notifications.messages.expect { $0.acknowledgement(of: request) }
            operation = { _ in try await answer.get() }
        case .line(let pattern):
            let line = channels.output.expect(pattern)
            operation = { _ in .done(at: try await line.get()) }
        case .http(let request):
            operation = { _ in .done(at: try await request.awaitGoodAnswer()) }
        case .exit, .response:
            operation = { trigger in .done(at: trigger.over, endedGeneration: trigger.endedGeneration) }
        }
    }

    /// Waits for the acknowledgement of a trigger.
    func get(_ trigger: FiredTrigger) async throws -> Acknowledgement {
        try await operation(trigger)
    }
}

extension NotifyMessage {
    /// What this says about a request; nil when it is about something else, such as `RELOADING=1`.
    fileprivate func acknowledgement(of expected: Int?) -> Acknowledgement? {
        guard expected == nil || request == expected else { return nil }
        if let failure { return .failed(reason: failure) }
        return isReady ? .done(at: instant, endedGeneration: endedGeneration) : nil
    }
}
