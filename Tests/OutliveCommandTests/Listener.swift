import Foundation

/// A socket that accepts connections for as long as it lives.
final class Listener {
    let port: UInt16
    private let descriptor: Int32

    struct Unavailable: Error {}

    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, 8) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard listening else { throw Unavailable() }
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
    }

    /// A port of the loopback interface that was free a moment ago.
    static func freePort() throws -> UInt16 { try Listener().port }

    deinit {
        close(descriptor)
    }
}
