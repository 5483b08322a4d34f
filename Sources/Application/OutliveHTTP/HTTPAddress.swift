internal import Outlive
internal import OutliveWire

/// The local address at which an HTTP notifier listens.
public enum HTTPAddress: Hashable, Sendable {
    /// A port of 127.0.0.1. Port 0 is `loopback`.
    case port(UInt16)
    /// A Unix socket at a path of at most 103 bytes, accessible only to the user of the process.
    case unix(String)

    /// 127.0.0.1 at the port in `OUTLIVE_PORT`, or at a free port if it is not set.
    public static let loopback = HTTPAddress.port(0)
}

#if LiveReset
extension HTTPAddress {
    /// Returns the address, with the port of the environment if the address leaves it open.
    ///
    /// - Throws: `ResetError` if `OUTLIVE_PORT` is not a valid port.
    func resolved(in environment: [String: String]) throws -> HTTPAddress {
        guard self == .loopback, let text = environment[EnvironmentName.port], !text.isEmpty else { return self }
        guard let port = UInt16(text), port > 0 else {
            throw ResetError(
                .cannotListen, "\(EnvironmentName.port) is no port; set it to a number from 1 to 65535, or not at all")
        }
        return .port(port)
    }
}
#endif
