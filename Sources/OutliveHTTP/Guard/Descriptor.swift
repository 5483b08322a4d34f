#if LiveReset
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A socket that is open for as long as the object lives: it is closed exactly once, on every path.
final class Descriptor: Sendable {
    let number: Int32
    private let census: DescriptorCensus

    /// Takes over an open socket.
    init(_ number: Int32, counted census: DescriptorCensus) {
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
        // Ends the connection also where a child process holds a copy.
        shutdown(number, Int32(SHUT_RDWR))
        close(number)
        census.closed()
    }
}

/// How many sockets of a server are open.
final class DescriptorCensus: Sendable {
    private struct State {
        var open = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var open: Int { state.withLock { $0.open } }

    /// Returns when none is open.
    ///
    /// A task lets go of what it holds a moment after those who wait for it go on.
    func allClosed() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.open > 0 { state.waiters.append(continuation) }
                return state.open == 0
            }
            if isOver { continuation.resume() }
        }
    }

    fileprivate func opened() { state.withLock { $0.open += 1 } }

    fileprivate func closed() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.open -= 1
            guard state.open == 0 else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
#endif
