internal import OutliveWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The service manager that started the process: systemd, the init process of a container, or Outlive's harness.
///
/// Notifications use systemd's protocol (`sd_notify(3)`). No function here fails: the application is independent of a
/// missing or unresponsive manager. Safe to use from any thread. It keeps no descriptor open.
public struct ServiceManager: Sendable {
    /// A line of a notification; `NotificationField` lists the names in use.
    public typealias Field = (name: String, value: String)

    private let socket: NotifySocket?

    /// Creates a sender for the manager that `NOTIFY_SOCKET` names, if there is one.
    ///
    /// - Parameter environment: The environment with `NOTIFY_SOCKET`, or `nil` for that of the process.
    public init(environment: [String: String]? = nil) {
        let environment = environment ?? ProcessInfo.processInfo.environment
        socket = environment[EnvironmentName.notifySocket].flatMap(NotifySocket.init)
    }

    /// Sends one notification of `NAME=value` lines; does nothing without a manager.
    ///
    /// Line breaks in a value become spaces, because each would begin another field. Values are cut to 512 bytes:
    /// systemd reads 4096 bytes of a notification, and the kernel rejects a longer one as a whole.
    public func notify(_ fields: [Field]) {
        guard let socket else { return }
        let lines = fields.map { name, value in
            "\(name)=" + Self.line(value)
        }
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
