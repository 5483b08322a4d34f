internal import Dispatch
internal import OutliveModel
internal import OutliveSupport

/// The receiving end of systemd's notification protocol: the socket at `NOTIFY_SOCKET`.
///
/// File descriptors in a datagram are closed, which completes `sd_notify_barrier(3)`.
final class NotificationSocket: Sendable {
    /// The messages in the order received.
    let messages: Broadcast<NotifyMessage>
    /// Dispatch sources are thread-safe, but not declared so.
    private nonisolated(unsafe) let source: any DispatchSourceRead

    /// Binds a socket to a path that does not exist yet.
    ///
    /// - Throws: `Failure` if the path is too long or cannot be bound.
    init(path: String) throws {
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard SocketAddress(path: path)?.withPointer({ bind(descriptor, $0, $1) }) == 0 else {
            let reason = String(cString: strerror(errno))
            close(descriptor)
            throw Failure(
                .harness, "cannot make the notification socket \(path): \(reason); set TMPDIR to another directory")
        }
        let messages = Broadcast<NotifyMessage>()
        source = DispatchSource.makeReadSource(
            fileDescriptor: descriptor, queue: DispatchQueue(label: "outlive.notify"))
        source.setEventHandler { Self.receiveAll(from: descriptor, messages) }
        source.setCancelHandler { close(descriptor) }
        self.messages = messages
        source.activate()
    }

    deinit { source.cancel() }

    private static func receiveAll(from descriptor: Int32, _ messages: Broadcast<NotifyMessage>) {
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
            while true {
                let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
                let instant = SuspendingClock.now
                if count < 0 && errno == EINTR { continue }
                guard count >= 0 else { return }
                messages.send(NotifyMessage(buffer[..<count], instant: instant))
            }
        }
    }
}
