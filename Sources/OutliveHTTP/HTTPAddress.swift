/// Where an HTTP notifier listens: on this machine only.
public enum HTTPAddress: Hashable, Sendable {
    /// 127.0.0.1; port 0 for one that is free, which is what a process needs whose children inherit its environment.
    case port(UInt16)
    /// A Unix socket at a path of at most 103 bytes, which the user of the process alone can connect to.
    case unix(String)

    /// 127.0.0.1, at a port that is free.
    public static let loopback = HTTPAddress.port(0)
}
