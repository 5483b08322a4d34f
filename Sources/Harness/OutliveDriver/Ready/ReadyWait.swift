internal import OutliveSupport

/// The messages of a process that need no request: notifications and output.
struct Channels: Sendable {
    let notifications: NotificationSocket
    let output: OutputBuffer
    let announcement: Announcement

    init(notifications: NotificationSocket, output: OutputBuffer) {
        self.notifications = notifications
        self.output = output
        announcement = Announcement(in: notifications.messages)
    }

    /// Starts to listen for ready; must be called before the launch so that nothing is missed.
    ///
    /// - Returns: a wait that returns the moment at which the launched process was ready.
    func readiness(_ check: ReadyCheck) -> @Sendable (ChildProcess) async throws -> SuspendingClock.Instant {
        switch check {
        case .notify:
            let ready = notifications.messages.expect { $0.isReady ? $0.instant : nil }
            return { _ in try await ready.get() }
        case .line(let pattern):
            let line = output.expect(pattern)
            return { _ in try await line.get() }
        case .http(let request): return { _ in try await request.awaitSuccess() }
        case .connect(let endpoint): return { _ in try await endpoint.awaitConnection() }
        // The caller checks the exit status.
        case .exit: return { child in try await child.exit.get().instant }
        }
    }
}

extension OutputBuffer {
    /// Returns a promise of a line that matches; must be called before the line can be printed.
    func expect(_ pattern: LinePattern) -> Promise<SuspendingClock.Instant> {
        lines.expect { pattern.occurs(in: $0.text) ? $0.instant : nil }
    }
}
