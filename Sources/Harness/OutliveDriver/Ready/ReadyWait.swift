internal import OutliveSupport

/// The messages of a process that need no request: notifications and output.
struct Channels: Sendable {
    let notifications: NotificationSocket
    let output: OutputBuffer
    /// The announcement of its HTTP server.
    let announcement: Announcement

    /// Starts to observe the announcement.
    init(notifications: NotificationSocket, output: OutputBuffer) {
        self.notifications = notifications
        self.output = output
        announcement = Announcement(in: notifications.messages)
    }
}

/// A wait for ready, started before the launch so that nothing is missed.
struct ReadyWait: Sendable {
    private let operation: @Sendable (ChildProcess) async throws -> SuspendingClock.Instant

    /// Starts to listen.
    init(_ check: ReadyCheck, on channels: Channels) {
        switch check {
        case .notify:
            let ready = channels.notifications.messages.expect { $0.isReady ? $0.instant : nil }
            operation = { _ in try await ready.get() }
        case .line(let pattern):
            let line = channels.output.expect(pattern)
            operation = { _ in try await line.get() }
        case .http(let request):
            operation = { _ in try await request.awaitSuccess() }
        case .connect(let endpoint):
            operation = { _ in try await endpoint.awaitConnection() }
        case .exit:
            // The caller checks the exit status.
            operation = { child in try await child.exit.get().instant }
        }
    }

    /// Waits until the process is ready.
    ///
    /// - Returns: the moment at which it was ready.
    func get(_ child: ChildProcess) async throws -> SuspendingClock.Instant {
        try await operation(child)
    }
}

extension OutputBuffer {
    /// Returns a promise of a line that matches; must be called before the line can be printed.
    func expect(_ pattern: LinePattern) -> Promise<SuspendingClock.Instant> {
        lines.expect { pattern.occurs(in: $0.text) ? $0.instant : nil }
    }
}

extension HTTPRequest {
    /// Repeats the request until it succeeds.
    ///
    /// - Returns: the moment after the successful response.
    func awaitSuccess() async throws -> SuspendingClock.Instant {
        try await pollUntilAnswered {
            try await answersWell() ? SuspendingClock.now : nil
        }
    }

    /// Sends the request once.
    ///
    /// - Returns: `true` if there is a response with a status of 200 ... 399.
    func answersWell() async throws -> Bool {
        do {
            return try await send().isGood
        } catch is ConnectionError {
            return false
        } catch is HTTPSyntaxError {
            return false
        }
    }
}

extension Endpoint {
    /// Connects repeatedly until a server accepts.
    ///
    /// - Returns: the moment after the connection.
    func awaitConnection() async throws -> SuspendingClock.Instant {
        try await pollUntilAnswered {
            do {
                try await connect()
                return SuspendingClock.now
            } catch is ConnectionError {
                return nil
            }
        }
    }
}
