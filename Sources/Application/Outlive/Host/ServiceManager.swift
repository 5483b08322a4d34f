internal import OutliveSupport
internal import OutliveWire

/// The service manager that started the process: systemd, the init process of a container, or Outlive's harness.
///
/// Notifications use systemd's protocol (`sd_notify(3)`). No function throws an error, because a missing or
/// unresponsive manager must not affect the application. Safe to use from any thread. It keeps no descriptor open.
public struct ServiceManager: Sendable {
    /// A line of a notification.
    public typealias Field = (name: String, value: String)

    private let socket: SocketAddress?

    /// Creates a sender for the manager in `NOTIFY_SOCKET`, if there is one.
    ///
    /// - Parameter environment: The environment with `NOTIFY_SOCKET`, or `nil` for the process's own.
    public init(environment: [String: String]? = nil) {
        let environment = environment ?? CurrentProcess.environment
        socket = environment[EnvironmentName.notifySocket].flatMap(SocketAddress.init(notifySocket:))
    }

    /// Sends one notification of `NAME=value` lines; does nothing without a manager.
    ///
    /// Line breaks in a value become spaces, because each would begin another field. Values are cut to 512 bytes,
    /// because systemd receives at most 4096 bytes of a notification.
    public func notify(_ fields: [Field]) {
        guard let socket else { return }
        let lines = fields.map { name, value in "\(name)=" + Self.line(value) }
        socket.send(lines.joined(separator: "\n"))
    }

    /// Returns `value` on a single line, cut to 512 bytes.
    private static func line(_ value: String) -> String {
        let text = String(value.prefix(512).map { $0.isNewline ? " " : $0 })
        // A character can consist of any number of bytes.
        var bytes = 0
        let scalars = text.unicodeScalars.prefix { scalar in
            bytes += UTF8.width(scalar)
            return bytes <= 512
        }
        return String(String.UnicodeScalarView(scalars))
    }
}

// The notifications of a host's start and stop. They do not depend on the trait `LiveReset`: in production, systemd
// counts a service of `Type=notify` as started only after `READY=1`.
extension ServiceManager {
    func started() {
        notify([(NotificationField.ready, "1")])
    }

    func stopping() {
        notify([(NotificationField.stopping, "1")])
    }
}

#if LiveReset
// The notifications of a host's resets. A reset that was not requested from outside has the number 0, which is omitted.
extension ServiceManager {
    func began(_ request: ResetRequest) {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let microseconds = now.tv_sec * 1_000_000 + now.tv_nsec / 1000
        notify(
            [(NotificationField.reloading, "1"), (NotificationField.monotonicMicroseconds, "\(microseconds)")]
                + number(request.id))
    }

    func ended(_ reply: ResetReply) {
        guard reply.usable else {
            let reason = reply.failures.last.map { "\($0.step): \($0.message)" } ?? "the application is not usable"
            return failed(reply.request, because: reason)
        }
        var fields = [(NotificationField.ready, "1")] + number(reply.request)
        if reply.kind == .reset {
            fields.append((NotificationField.endedGeneration, "\(reply.endedGeneration)"))
            fields.append((NotificationField.status, "generation \(reply.endedGeneration) ended, ready again"))
        }
        notify(fields)
    }

    /// Reports that a request failed or left the application unusable.
    func failed(_ request: Int, because reason: String) {
        notify([(NotificationField.failed, reason)] + number(request))
    }

    private func number(_ request: Int) -> [Field] {
        request == 0 ? [] : [(NotificationField.request, "\(request)")]
    }
}
#endif

extension SocketAddress {
    /// Creates the address in `NOTIFY_SOCKET`: a path, or `@` and an abstract name; see `sd_notify(3)`.
    ///
    /// Returns `nil` if `name` has neither form, such as the name of another address family (`vsock:`), or exceeds the
    /// kernel's limit of 107 bytes.
    fileprivate init?(notifySocket name: String) {
        var bytes = Array(name.utf8)
        guard bytes.count > 1, bytes[0] == UInt8(ascii: "@") || bytes[0] == UInt8(ascii: "/") else { return nil }
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        self.init(path: String(decoding: bytes, as: UTF8.self))
    }

    /// Sends one datagram; waits up to a second if the receiver's queue is full.
    ///
    /// Opens a socket for each datagram. That takes microseconds, and leaves a watched application with as many open
    /// descriptors as an unwatched one.
    fileprivate func send(_ datagram: String) {
        let descriptor = openSocket(AF_UNIX, .datagram)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        setTimeout(SO_SNDTIMEO, of: descriptor, seconds: 1)
        let bytes = Array(datagram.utf8)
        withPointer { address, length in
            // With a send timeout, signals interrupt the call even if their handlers use `SA_RESTART`.
            while sendto(descriptor, bytes, bytes.count, Self.noSignal, address, length) < 0, errno == EINTR {}
        }
    }

    private static var noSignal: Int32 {
        #if canImport(Darwin)
        0
        #else
        Int32(MSG_NOSIGNAL)
        #endif
    }
}
