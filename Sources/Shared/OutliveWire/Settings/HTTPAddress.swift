/// The local address at which an HTTP notifier listens.
public enum HTTPAddress: Hashable, Sendable {
    /// A port of 127.0.0.1; port 0 is `loopback`.
    case port(UInt16)
    /// A Unix socket at a path of at most 103 bytes, accessible only to the user of the process.
    case unix(String)

    /// 127.0.0.1 at the port in `OUTLIVE_PORT`, or at a free port if it is not set.
    public static let loopback = HTTPAddress.port(0)
}
