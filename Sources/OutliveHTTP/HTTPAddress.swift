/// Where an HTTP notifier listens: on this machine only.
public enum HTTPAddress: Hashable, Sendable {
    /// 127.0.0.1; port 0 is `loopback`.
    case port(UInt16)
    /// A Unix socket at a path of at most 103 bytes, which the user of the process alone can connect to.
    case unix(String)

    /// 127.0.0.1, at the port that `OUTLIVE_PORT` names; where it is not set, at a port that is free.
    public static let loopback = HTTPAddress.port(0)
}
