/// A socket as far as it matters to a comparison: without the ports that the kernel chose.
struct Socket: Hashable {
    /// What it is for.
    enum Role: String {
        /// It accepts connections.
        case listener
        /// It is connected.
        case connection
        /// It is neither, or that cannot be told.
        case socket
    }

    /// `tcp`, `udp`, `unix`, `netlink`, `raw` or `packet`.
    var transport: String
    var role: Role
    /// Where it is reached; nil where nobody knows it, as its port or name differs from launch to launch.
    var address: String?

    /// What it is called among the descriptors.
    var subject: String { ([transport, role.rawValue] + [address].compactMap { $0 }).joined(separator: " ") }

    /// What it is called among the listeners; nil when it is none.
    ///
    /// A datagram socket at a fixed port is one: it takes what anybody sends.
    var listenerSubject: String? {
        guard let address, role == .listener || transport == "udp" else { return nil }
        return "\(transport) \(address)"
    }
}
