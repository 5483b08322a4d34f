internal import OutliveModel
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

    /// Starts to listen for readiness; must be called before the launch so that nothing is missed.
    ///
    /// - Returns: a function that waits for the launched process, and returns the moment at which it was ready.
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

/// The receiving end of systemd's notification protocol: the socket at `NOTIFY_SOCKET`.
///
/// File descriptors in a datagram are closed, which completes `sd_notify_barrier(3)`.
final class NotificationSocket: Sendable {
    /// The messages in the order received.
    let messages: Broadcast<NotifyMessage>
    /// The last message with `READY=1`, or `nil` before the first.
    var lastReady: NotifyMessage? { ready.withLock { $0 } }
    private let ready = Lock<NotifyMessage?>(nil)
    private let thread: ReadingThread

    /// Binds a socket to a path that does not exist yet.
    init(path: String) throws {
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard SocketAddress(path: path)?.withPointer({ bind(descriptor, $0, $1) }) == 0 else {
            let reason = systemError()
            close(descriptor)
            throw Failure(
                .harness, "cannot make the notification socket \(path): \(reason); set TMPDIR to another directory")
        }
        // Without it, messages lack only their senders.
        var isOn: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_PASSCRED, &isOn, socklen_t(MemoryLayout<Int32>.size))
        let messages = Broadcast<NotifyMessage>()
        let ready = ready
        messages.follow { message in if message.isReady { ready.withLock { $0 = message } } }
        self.messages = messages
        do throws(SystemError) {
            thread = try ReadingThread(descriptor, named: "outlive.notify") { descriptor in
                Self.receiveAll(from: descriptor, messages)
                return true
            }
        } catch {
            throw Failure(.harness, "cannot receive notifications at \(path): \(error)")
        }
    }

    deinit { thread.stop() }

    private static func receiveAll(from descriptor: Int32, _ messages: Broadcast<NotifyMessage>) {
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
            while true {
                let (count, sender) = receive(from: descriptor, buffer)
                let instant = SuspendingClock.now
                if count < 0 && errno == EINTR { continue }
                guard count >= 0 else { return }
                messages.send(NotifyMessage(buffer[..<count], instant: instant, sender: sender))
            }
        }
    }

    /// Receives a datagram and the process that sent it, which the kernel vouches for.
    private static func receive(
        from descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer
    ) -> (count: Int, sender: pid_t?) {
        // Room for `cmsghdr` and `ucred` alone, so that descriptors find none and are closed.
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 4) { control in
            var part = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
            return withUnsafeMutablePointer(to: &part) { parts in
                var message = msghdr()
                (message.msg_iov, message.msg_iovlen) = (parts, 1)
                (message.msg_control, message.msg_controllen) = (UnsafeMutableRawPointer(control.baseAddress), 32)
                let count = recvmsg(descriptor, &message, 0)
                let header = UnsafeRawBufferPointer(control)
                guard count >= 0, message.msg_controllen >= 28,
                    header.load(fromByteOffset: 12, as: Int32.self) == Self.credentials
                else { return (count, nil) }
                return (count, header.load(fromByteOffset: 16, as: pid_t.self))
            }
        }
    }

    /// `SCM_CREDENTIALS`.
    private static let credentials: Int32 = 2
}

struct NotifyMessage: Hashable, Sendable {
    var fields: [String: String]
    var instant: SuspendingClock.Instant
    /// The process that sent it, 0 for one of an outer PID namespace, or `nil` if the kernel does not report it.
    var sender: pid_t?

    /// Parses `NAME=value` lines and ignores others, because the protocol may grow.
    init(_ datagram: some Sequence<UInt8>, instant: SuspendingClock.Instant, sender: pid_t? = nil) {
        fields = [:]
        self.instant = instant
        self.sender = sender
        for line in String(decoding: Array(datagram), as: UTF8.self).split(separator: "\n") {
            guard let equals = line.firstIndex(of: "=") else { continue }
            fields[String(line[..<equals])] = String(line[line.index(after: equals)...])
        }
    }

    /// `true` if it reports that start-up or a reset is complete.
    var isReady: Bool { fields[NotificationField.ready] == "1" }
    /// The number of the request that this message answers.
    var request: Int? { fields[NotificationField.request].flatMap { Int($0) } }
    var endedGeneration: Int? { fields[NotificationField.endedGeneration].flatMap { Int($0) } }

    /// The process that a helper sends the message for; see `sd_notify(3)`.
    var mainProcess: pid_t? { fields["MAINPID"].flatMap { pid_t($0) } }

    /// The URL at which the application accepts resets.
    var http: String? { fields[NotificationField.http] }
    /// The reason why a reset left the application unusable.
    var failure: String? { fields[NotificationField.failed] }
}
