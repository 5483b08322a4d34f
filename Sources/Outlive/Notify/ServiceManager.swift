internal import OutliveModel

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Whoever started the process and wants to know how it is: systemd, a container's init, or Outlive's harness.
///
/// It is spoken to with systemd's notification protocol (`sd_notify(3)`). Nothing here fails for the application: a
/// missing, dead or deaf manager is the manager's affair. Safe to use from any thread; it holds no descriptor.
public struct ServiceManager: Sendable {
    /// A line of a notification; `NotificationField` holds the names in use.
    public typealias Field = (name: String, value: String)

    private let socket: NotifySocket?

    /// Finds the manager that `NOTIFY_SOCKET` names, if there is one.
    ///
    /// - Parameter environment: where to look; nil for the environment of the process.
    public init(environment: [String: String]? = nil) {
        let environment = environment ?? ProcessInfo.processInfo.environment
        socket = environment[EnvironmentName.notifySocket].flatMap(NotifySocket.init)
    }

    /// Sends one notification of `NAME=value` lines; does nothing without a manager.
    ///
    /// A line break in a value becomes a space: it would begin a field of its own. Values are cut to 512 bytes:
    /// systemd reads 4096 of a notification, and the kernel refuses a long one as a whole.
    public func notify(_ fields: [Field]) {
        guard let socket else { return }
        let lines = fields.map { name, value in
            "\(name)=" + Self.line(value)
        }
        socket.send(lines.joined(separator: "\n"))
    }

    /// As much of a text as has a place in a notification.
    private static func line(_ value: String) -> String {
        let text = String(value.prefix(512).map { $0.isNewline ? " " : $0 })
        // A character can have any number of bytes.
        var bytes = 0
        let scalars = text.unicodeScalars.prefix { scalar in
            bytes += UTF8.width(scalar)
            return bytes <= 512
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
