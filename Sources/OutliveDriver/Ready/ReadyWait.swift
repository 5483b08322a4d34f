/// What a process says on its own: its notifications and its output.
struct Channels: Sendable {
    /// Its datagrams to `NOTIFY_SOCKET`.
    let notifications: NotificationSocket
    /// What it prints.
    let output: OutputBuffer
    /// Where it says that its HTTP server listens.
    let announcement: Announcement

    /// Begins to listen for what is announced.
    init(notifications: NotificationSocket, output: OutputBuffer) {
        self.notifications = notifications
        self.output = output
        announcement = Announcement(in: notifications.messages)
    }
}

/// A wait for ready, begun before the launch so that nothing is missed.
struct ReadyWait: Sendable {
    private let operation: @Sendable (ChildProcess) async throws -> SuspendingClock.Instant

    /// Begins to listen.
    init(_ check: ReadyCheck, on channels: Channels) {
        switch check {
        case .notify:
            let ready = channels.notifications.messages.expect { $0.isReady ? $0.instant : nil }
            operation = { _ in try await ready.get() }
        case .line(let pattern):
            let line = channels.output.expect(pattern)
            operation = { _ in try await line.get() }
        case .http(let request):
            operation = { _ in try await request.awaitGoodAnswer() }
        case .connect(let endpoint):
            operation = { _ in try await endpoint.awaitConnection() }
        case .exit:
            // Whether the end was a good one is for the caller to see.
            operation = { child in try await child.exit.get().instant }
        }
    }

    /// Waits until the process is ready.
    ///
    /// - Returns: the moment of ready.
    func get(_ child: ChildProcess) async throws -> SuspendingClock.Instant {
        try await operation(child)
    }
}

extension OutputBuffer {
    /// Expects a line that matches; set before the line can be printed.
    func expect(_ pattern: LinePattern) -> Promise<SuspendingClock.Instant> {
        lines.expect { pattern.occurs(in: $0.text) ? $0.instant : nil }
    }
}

extension HTTPRequest {
    /// Sends the request until the answer is good.
    ///
    /// - Returns: the moment after the good answer.
    func awaitGoodAnswer() async throws -> SuspendingClock.Instant {
        try await pollUntilAnswered {
            try await answersWell() ? SuspendingClock.now : nil
        }
    }

    /// Sends the request once.
    ///
    /// - Returns: whether there is an answer, with a status of 200 ... 399.
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
    /// Connects until somebody accepts.
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
