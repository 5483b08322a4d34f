#if LiveReset
internal import OutliveSupport

/// A socket that is open as long as the object lives, and closed exactly once on every path.
final class Descriptor: Sendable {
    let number: Int32
    private let census: OpenDescriptorCount

    /// Takes over an open socket.
    init(_ number: Int32, counted census: OpenDescriptorCount) {
        self.number = number
        self.census = census
        census.opened()
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        _ = fcntl(number, F_SETFL, O_NONBLOCK)
        #if canImport(Darwin)
        var yes: Int32 = 1
        setsockopt(number, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    deinit {
        // Ends the connection even if a child process holds a copy of the descriptor.
        shutdown(number, Int32(SHUT_RDWR))
        close(number)
        census.closed()
    }
}
#endif
