internal import OutliveSupport

/// An application's answer to a request.
enum Acknowledgement: Sendable {
    /// The application is ready again.
    case done(at: SuspendingClock.Instant, endedGeneration: Int? = nil)
    /// The application reports that it is unusable, with a reason.
    case failed(reason: String)
}

/// A wait for the acknowledgement of a request, started before the trigger so that nothing is missed.
struct AcknowledgementWait: Sendable {
    private let operation: @Sendable (FiredTrigger) async throws -> Acknowledgement

    /// Starts to listen.
    ///
    /// - Parameter request: the number that the acknowledgement must carry, or `nil` for a program without request
    ///   numbers, whose next `READY=1` counts.
    init(_ done: DoneSignal, request: Int?, on channels: Channels) {
        switch done {
        case .notify:
            let answer = channels.notifications.messages.expect { $0.acknowledgement(of: request) }
            operation = { _ in try await answer.get() }
        case .line(let pattern):
            let line = channels.output.expect(pattern)
            operation = { _ in .done(at: try await line.get()) }
        case .http(let request):
            operation = { _ in .done(at: try await request.awaitSuccess()) }
        case .exit, .response:
            operation = { trigger in .done(at: trigger.over, endedGeneration: trigger.endedGeneration) }
        }
    }

    func get(_ trigger: FiredTrigger) async throws -> Acknowledgement {
        try await operation(trigger)
    }
}

extension NotifyMessage {
    /// Returns the answer to a request, or `nil` for an unrelated message such as `RELOADING=1`.
    fileprivate func acknowledgement(of expected: Int?) -> Acknowledgement? {
        guard expected == nil || request == expected else { return nil }
        if let failure { return .failed(reason: failure) }
        return isReady ? .done(at: instant, endedGeneration: endedGeneration) : nil
    }
}
