internal import OutliveSupport

/// A socket as relevant to a comparison: without the ports that the kernel chose.
struct Socket: Hashable {
    enum Role: String {
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

extension Socket {
    /// Reads the kernel's tables that list the wanted sockets, and returns the sockets by inode.
    ///
    /// A socket in no table, such as an unused one, is known at most by its protocol. Returns `nil` if sockets are
    /// wanted but no table can be read.
    ///
    /// - Complexity: the kernel needs some milliseconds for a TCP table, however few connections there are.
    static func all(of files: ProcessFiles, wanted: [UInt64: String?], ports: PortNames) -> [UInt64: Socket]? {
        var sockets: [UInt64: Socket] = [:]
        var missing = wanted
        var wasRead = false
        for (file, parse) in parsers {
            guard missing.values.contains(where: { $0 == nil || $0 == file }) else { continue }
            guard let text = files.text("net/" + file) else { continue }
            wasRead = true
            for row in text.rows.dropFirst() {
                guard let (inode, socket) = parse(row, ports), missing.removeValue(forKey: inode) != nil else {
                    continue
                }
                sockets[inode] = socket
            }
        }
        for case (let inode, let table?) in missing {
            sockets[inode] = Socket(transport: table.hasSuffix("6") ? String(table.dropLast()) : table, role: .socket)
        }
        return wasRead || wanted.isEmpty ? sockets : nil
    }

    /// Returns the inodes of the sockets that listen at an endpoint, in the network namespace of this process.
    ///
    /// A socket that listens at every address counts if none listens at the endpoint's own. It blocks during a name
    /// lookup.
    static func listeners(at endpoint: Endpoint) -> Set<UInt64> {
        switch endpoint {
        case .unix(let path):
            // The kernel has the path as the program gave it, which may be relative.
            return Set(
                listeners(in: ["unix"]).filter { _, address in
                    address == path || !address.hasPrefix("/") && path.hasSuffix("/" + address)
                }.map(\.inode))
        case .tcp(_, let port):
            let all = listeners(in: ["tcp", "tcp6"])
            func at(_ hosts: [String]) -> Set<UInt64> {
                let wanted = Set(hosts.map { "\($0):\(port)" })
                return Set(all.filter { wanted.contains($0.address) }.map(\.inode))
            }
            let hosts = SocketAddress.all(of: endpoint).compactMap(\.numericHost)
            let exact = at(hosts.flatMap { $0.contains(":") ? ["[\($0)]"] : [$0, "[::ffff:\($0)]"] })
            return exact.isEmpty ? at(["0.0.0.0", "[::]"]) : exact
        }
    }

    /// Returns the addresses at which a process listens for TCP connections, each with its port.
    static func addresses(listenedAtBy files: ProcessFiles) -> [String] {
        let all = listeners(in: ["tcp", "tcp6"])
        guard files.hasOpen(anyOf: Set(all.map(\.inode))) == true else { return [] }
        return all.filter { files.hasOpen(anyOf: [$0.inode]) == true }.map(\.address)
    }

    /// Returns the sockets of some kernel tables that listen, in the network namespace of this process.
    private static func listeners(in tables: [String]) -> [(inode: UInt64, address: String)] {
        let own = ProcessFiles(processID: getpid())
        let ports = PortNames(chosen: nil, ephemeral: 0...0)
        return parsers.filter { tables.contains($0.key) }.flatMap { file, parse in
            (own.text("net/" + file) ?? "").rows.dropFirst().compactMap { row in
                guard let (inode, socket) = parse(row, ports), socket.role == .listener, let address = socket.address
                else { return nil }
                return (inode, address)
            }
        }
    }

    /// Parses a row of a kernel table; `nil` if the format is unexpected.
    typealias Parser = @Sendable (_ row: Substring, _ ports: PortNames) -> (inode: UInt64, socket: Socket)?

    /// The tables in `/proc/PID/net`, the most expensive last.
    private static let parsers: KeyValuePairs<String, Parser> = [
        "unix": unix, "udp": udp, "udp6": udp,
        "netlink": { row, _ in plain("netlink", row, column: 9) },
        "raw": { row, _ in plain("raw", row, column: 9) }, "raw6": { row, _ in plain("raw", row, column: 9) },
        "packet": { row, _ in plain("packet", row, column: 8) }, "tcp": tcp, "tcp6": tcp,
    ]

    /// `POINTER: REFERENCES PROTOCOL FLAGS TYPE STATE INODE [PATH]`, where an abstract name begins with `@`.
    static let unix: Parser = { row, _ in
        let fields = row.fields(limit: 8)
        guard fields.count >= 7, let flags = UInt32(fields[3], radix: 16), let inode = UInt64(fields[6]) else {
            return nil
        }
        let path = fields.count == 8 ? String(fields[7]) : nil
        if flags & 0x10000 != 0 {  // __SO_ACCEPTCON
            return (inode, Socket(transport: "unix", role: .listener, address: path))
        }
        // An accepted socket has the listener's path, and a name chosen by the kernel differs at every launch.
        let isDatagram = fields[4] == "0002"
        let isChosen = path.map { $0.utf8.count == 6 && $0.hasPrefix("@") && Int($0.dropFirst(), radix: 16) != nil }
        return (inode, Socket(transport: "unix", role: .socket, address: isDatagram && isChosen == false ? path : nil))
    }

    /// `SLOT: LOCAL REMOTE STATE ...` with the inode as the tenth field; see `internet`.
    static let tcp: Parser = { row, ports in
        guard let (inode, host, port, state) = internet(row) else { return nil }
        switch state {
        case 0x0A:  // TCP_LISTEN
            return (inode, Socket(transport: "tcp", role: .listener, address: "\(host):\(ports.name(of: port))"))
        case 0x07:  // TCP_CLOSE
            return (inode, Socket(transport: "tcp", role: .socket))
        default:
            return (inode, Socket(transport: "tcp", role: .connection))
        }
    }

    /// The format of TCP, but an unconnected socket has the state of a closed one.
    static let udp: Parser = { row, ports in
        guard let (inode, host, port, state) = internet(row) else { return nil }
        if state == 0x01 { return (inode, Socket(transport: "udp", role: .connection)) }
        let address = ports.isFixed(port) ? "\(host):\(ports.name(of: port))" : nil
        return (inode, Socket(transport: "udp", role: .socket, address: address))
    }

    /// Parses a table without a relevant address.
    private static func plain(_ transport: String, _ row: Substring, column: Int) -> (UInt64, Socket)? {
        let fields = row.fields()
        guard fields.count > column, let inode = UInt64(fields[column]) else { return nil }
        return (inode, Socket(transport: transport, role: .socket))
    }

    private static func internet(
        _ row: Substring
    ) -> (inode: UInt64, host: String, port: UInt16, state: UInt8)? {
        let fields = row.fields(limit: 11)
        // Closed connections, of which there can be thousands, belong to no process and have no inode.
        guard fields.count >= 10, let inode = UInt64(fields[9]), inode != 0, let state = UInt8(fields[3], radix: 16),
            let (host, port) = hostAndPort(fields[1])
        else { return nil }
        return (inode, host, port, state)
    }

    /// Parses an address and a port in the kernel's notation, `0100007F:1F90`: hexadecimal words of 32 bits in the
    /// byte order of the machine.
    private static func hostAndPort(_ text: Substring) -> (host: String, port: UInt16)? {
        let parts = text.split(separator: ":")
        guard parts.count == 2, let port = UInt16(parts[1], radix: 16), [8, 32].contains(parts[0].utf8.count) else {
            return nil
        }
        var words: [UInt32] = []
        var rest = parts[0]
        while !rest.isEmpty {
            guard let word = UInt32(rest.prefix(8), radix: 16) else { return nil }
            words.append(word)
            rest = rest.dropFirst(8)
        }
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(words.count == 1 ? AF_INET : AF_INET6, words, &buffer, socklen_t(buffer.count)) != nil else {
            return nil
        }
        let host = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return (words.count == 1 ? host : "[\(host)]", port)
    }
}

extension ProcessFiles {
    /// Returns `true` if the process has any of the sockets open; `nil` if its files cannot be read.
    func hasOpen(anyOf sockets: Set<UInt64>) -> Bool? {
        guard let numbers = numbers(in: "fd") else { return nil }
        return numbers.contains { number in
            target(of: "fd/\(number)").flatMap { Descriptor.socketInode(of: $0) }.map(sockets.contains) ?? false
        }
    }
}

/// The names of ports: numbers, unless another launch gets another number.
struct PortNames {
    let chosen: UInt16?
    let ephemeral: ClosedRange<UInt16>
}

extension PortNames {
    /// Reads the ephemeral range of this process's network namespace; another's range is visible only from inside it.
    init(chosen: UInt16?) {
        let bounds = (readText("/proc/sys/net/ipv4/ip_local_port_range") ?? "").rows.first?.fields()
            .compactMap { UInt16($0) }
        let usual: ClosedRange<UInt16> = 32_768...60_999
        self.init(
            chosen: chosen,
            ephemeral: bounds.flatMap { $0.count == 2 && $0[0] <= $0[1] ? $0[0]...$0[1] : nil } ?? usual)
    }

    /// Returns `true` if the port stays the same after a relaunch.
    func isFixed(_ port: UInt16) -> Bool { port == chosen || (port > 0 && !ephemeral.contains(port)) }

    func name(of port: UInt16) -> String {
        port == chosen ? Placeholders.portName : isFixed(port) ? "\(port)" : "{ephemeral}"
    }
}
