internal import OutliveSupport
internal import Synchronization

/// A socket that stays open for the lifetime of the object, and is closed exactly once on every path.
final class Descriptor: Sendable {
    let number: Int32
    /// `false` from each attempt to read until one finds nothing, because the bytes read may complete a request.
    let isWaiting = Atomic(true)
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

/// The number of open sockets of a server; safe to use from any thread.
package final class OpenDescriptorCount: Sendable {
    private let state = Lock((open: 0, waiters: [CheckedContinuation<Void, Never>]()))

    package init() {}

    package var open: Int { state.withLock { $0.open } }

    /// Waits until no socket is open.
    ///
    /// A task may release its references shortly after the tasks that await it continue.
    package func allClosed() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.open > 0 { state.waiters.append(continuation) }
                return state.open == 0
            }
            if isOver { continuation.resume() }
        }
    }

    func opened() { state.withLock { $0.open += 1 } }

    func closed() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.open -= 1
            guard state.open == 0 else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}

// The file descriptors that the server leaves to the rest of the process.
//
// The application needs some, and so does libdispatch. On Linux it opens a file to count running threads, and traps if
// it cannot. Without a reserve, clients without the token could exhaust the descriptors by keeping connections open.
extension Descriptor {
    /// Returns the number of reserved descriptors: 16, or a quarter of a limit below 64.
    static func reserve(ofLimit limit: Int) -> Int { min(16, limit / 4) }

    /// Returns `true` if fewer descriptors than the reserve are free.
    ///
    /// - Parameters:
    ///   - lowest: The lowest free number, which the next descriptor gets, or `nil` if there is none.
    ///   - limit: The maximum number of descriptors that the process may have open at once.
    static func isReserveTouched(lowest: Int?, limit: Int) -> Bool {
        lowest.map { $0 + reserve(ofLimit: limit) > limit } ?? true
    }

    /// `true` if the process has too few free descriptors to serve another connection.
    var touchesReserve: Bool {
        var limits = rlimit()
        #if canImport(Glibc)
        let code = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
        #else
        let code = getrlimit(RLIMIT_NOFILE, &limits)
        #endif
        guard code == 0 else { return false }
        // A duplicate has the lowest free number.
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        if copy >= 0 { close(copy) }
        return Self.isReserveTouched(lowest: copy < 0 ? nil : Int(copy), limit: Int(clamping: limits.rlim_cur))
    }
}
