/// A socket as relevant to a comparison: without the ports that the kernel chose.
struct Socket: Hashable {
    enum Role: String {
        /// It accepts connections.
        case listener
        case connection
        /// It is neither, or its role is unknown.
        case socket
    }

    /// `tcp`, `udp`, `unix`, `netlink`, `raw` or `packet`.
    var transport: String
    var role: Role
    /// The fixed address, or `nil` if the port or name changes with each launch.
    var address: String?

    /// The label of the socket among the descriptors.
    var subject: String { ([transport, role.rawValue] + [address].compactMap { $0 }).joined(separator: " ") }

    /// The label of the socket among the listeners, or `nil` if it is none.
    ///
    /// A UDP socket at a fixed port is a listener, because it receives datagrams from any sender.
    var listenerSubject: String? {
        guard let address, role == .listener || transport == "udp" else { return nil }
        return "\(transport) \(address)"
    }
}
