internal import Glibc
internal import OutliveModel

/// Returns a TCP port of the loopback interface that is free at this moment.
///
/// Another process may take the port before the application does; the caller then requests another.
///
/// - Throws: `Failure` if the system has none.
func freeLoopbackPort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = SocketAddress(loopbackPort: 0).withPointer { bind(descriptor, $0, $1) }
    let named = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard bound == 0, named == 0 else {
        throw Failure(.harness, "cannot find a free port: \(String(cString: strerror(errno)))")
    }
    return UInt16(bigEndian: address.sin_port)
}
