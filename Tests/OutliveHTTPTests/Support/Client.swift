internal import Foundation
internal import Glibc

@testable internal import OutliveHTTP
@testable internal import OutliveHTTPRoutes
@testable internal import OutliveHTTPServer

/// A client that can also behave badly: it sends bytes as they are.
struct Client: Sendable {
    let connection: Connection
    /// A test that waits this long has failed; nothing is measured by it.
    static var patience: ContinuousClock.Instant { .now.advanced(by: .seconds(120)) }

    /// Connects to a server at `http://127.0.0.1:PORT`, or at a path.
    ///
    /// - Parameter receiveBuffer: The number of bytes that may wait to be read at a port, so that a server that writes
    ///   has to wait soon; `nil` for the system's default, which may be more than any test sends.
    init(_ url: String, receiveBuffer: Int32? = nil) async throws {
        let descriptor: Descriptor
        let result: Int32
        if let path = url.removingPrefix("http+unix://")?.removingPercentEncoding {
            descriptor = Self.socket(AF_UNIX)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            result = Self.connect(descriptor, &address)
        } else {
            descriptor = Self.socket(AF_INET)
            // Before it connects, because the limit of unread data is settled then.
            if var receiveBuffer {
                let size = socklen_t(MemoryLayout<Int32>.size)
                setsockopt(descriptor.number, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, size)
            }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(url.split(separator: ":")[2])!.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            result = Self.connect(descriptor, &address)
        }
        connection = Connection(descriptor)
        if result != 0 {
            guard errno == EINPROGRESS else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
            try await Readiness.writable.wait(for: descriptor, until: Self.patience)
        }
    }

    private static func socket(_ family: Int32) -> Descriptor {
        Descriptor(Glibc.socket(family, Int32(SOCK_STREAM.rawValue), 0), counted: OpenDescriptorCount())
    }

    private static func connect<Address>(_ descriptor: Descriptor, _ address: inout Address) -> Int32 {
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor.number, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }

    func send(_ text: String) async throws {
        try await connection.write(Array(text.utf8), until: Self.patience)
    }

    /// The answer: all that comes until the server closes.
    func answer() async throws -> Answer {
        var bytes = [UInt8]()
        while let more = try? await connection.read(atMost: 65_536, until: Self.patience), !more.isEmpty {
            bytes += more
        }
        return try Answer(bytes)
    }
}

/// The response of a server.
struct Answer: Sendable {
    struct Incomplete: Error {}

    var status: Int
    var fields: [String: String]
    var body: Data

    init(_ bytes: [UInt8]) throws {
        let data = Data(bytes)
        guard let end = data.range(of: Data("\r\n\r\n".utf8)) else { throw Incomplete() }
        let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        status = Int(lines[0].split(separator: " ")[1])!
        fields = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        body = data[end.upperBound...]
        if let length = fields["content-length"].flatMap({ Int($0) }), body.count != length { throw Incomplete() }
    }

    func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: body)
    }

    var text: String { String(decoding: body, as: UTF8.self) }
}

extension String {
    fileprivate func removingPrefix(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
