internal import OutliveModel
internal import OutliveSupport

/// Returns a TCP port of the loopback interface that is free at this moment.
///
/// Another process may take the port before the application does; the caller then requests another.
///
/// - Throws: `Failure` if the system has none.
func freeLoopbackPort() throws -> UInt16 {
    let descriptor = openSocket(AF_INET, .stream)
    defer { close(descriptor) }
    guard SocketAddress(loopbackPort: 0).withPointer({ bind(descriptor, $0, $1) }) == 0,
        let address = SocketAddress(boundTo: descriptor)
    else {
        throw Failure(.harness, "cannot find a free port: \(String(cString: strerror(errno)))")
    }
    return address.port
}
