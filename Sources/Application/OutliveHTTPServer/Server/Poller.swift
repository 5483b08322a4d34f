internal import OutliveSupport

/// A single thread that waits with poll(2) for the sockets of all servers in the process.
///
/// poll(2) receives the sockets with each call, so it keeps no state about closed ones. Sources of libdispatch do. On
/// Linux, when a socket hangs up, libdispatch frees its entry while the manager thread may still read it. That crashes
/// the process (swift-corelibs-libdispatch, issue 949). The limits keep the number of sockets small. Safe to use from
/// any thread.
final class Poller: Sendable {
    static let shared = Poller()

    private struct Wait {
        let descriptor: Descriptor
        let events: Int16
        let deadline: ContinuousClock.Instant?
        let continuation: CheckedContinuation<Void, any Error>
        var isCancelled = false

        /// Returns the outcome of a wait after a call of poll(2) with these events, or `nil` if the wait continues.
        func outcome(_ events: Int16, at now: ContinuousClock.Instant) -> Result<Void, any Error>? {
            if isCancelled { return .failure(CancellationError()) }
            if events != 0 { return .success(()) }
            return deadline.map { $0 <= now } == true ? .failure(Readiness.TimedOut()) : nil
        }
    }

    private struct State {
        var waits: [Int: Wait] = [:]
        var newest = 0
        /// The pipe that interrupts poll(2), or `nil` until the thread runs.
        var bell: (read: Int32, write: Int32)?
        var isRung = false

        /// Interrupts the current call of poll(2), or the next one.
        mutating func ring() {
            guard !isRung, let bell else { return }
            isRung = write(bell.write, [1], 1) == 1
        }
    }

    private let state = Lock(State())

    /// Waits for a socket.
    ///
    /// - Throws: `Readiness.TimedOut`, `CancellationError`, or `Connection.Gone` if the process is out of threads or
    ///   descriptors.
    func wait(
        for descriptor: Descriptor, to readiness: Readiness, until deadline: ContinuousClock.Instant?
    ) async throws {
        let id = state.withLock { state in
            state.newest += 1
            return state.newest
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let wait = Wait(
                    descriptor: descriptor, events: Int16(readiness == .readable ? POLLIN : POLLOUT),
                    deadline: deadline, continuation: continuation)
                guard begin(wait, id) else { return continuation.resume(throwing: Connection.Gone()) }
                // The cancellation handler may have run before the wait was added.
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func begin(_ wait: Wait, _ id: Int) -> Bool {
        state.withLock { state in
            if state.bell == nil { state.bell = startThread() }
            guard state.bell != nil else { return false }
            state.waits[id] = wait
            state.ring()
            return true
        }
    }

    /// Marks a wait as cancelled; the thread ends it after the current call of poll(2).
    private func cancel(_ id: Int) {
        state.withLock { state in
            guard state.waits[id] != nil else { return }
            state.waits[id]?.isCancelled = true
            state.ring()
        }
    }

    /// Starts the thread, which runs as long as the process.
    ///
    /// - Returns: The pipe that wakes the thread, or `nil` if the pipe or thread could not be created.
    private func startThread() -> (read: Int32, write: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        // Threads inherit the signal mask. The application's signals must not run on this thread.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let poller = Unmanaged.passRetained(self)
        #if canImport(Darwin)
        var thread: pthread_t?
        let code = pthread_create(
            &thread, nil, { Unmanaged<Poller>.fromOpaque($0).takeRetainedValue().run() }, poller.toOpaque())
        #else
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil, { Unmanaged<Poller>.fromOpaque($0!).takeRetainedValue().run() }, poller.toOpaque())
        #endif
        guard code == 0 else {
            poller.release()
            for end in ends { close(end) }
            return nil
        }
        return (ends[0], ends[1])
    }

    private func run() -> Never {
        var ids: [Int] = []
        var entries: [pollfd] = []
        while true {
            let timeout = advance(&ids, &entries)
            if poll(&entries, nfds_t(entries.count), timeout) < 0, errno != EINTR {
                // The descriptor limit fell below the number of sockets, or memory is short.
                usleep(100_000)
            }
        }
    }

    /// Resumes the tasks of completed waits, and prepares the next call of poll(2).
    ///
    /// - Returns: The timeout of that call in milliseconds.
    private func advance(_ ids: inout [Int], _ entries: inout [pollfd]) -> Int32 {
        let (ended, timeout) = state.withLock { Self.step(&$0, &ids, &entries) }
        for (wait, outcome) in ended { wait.continuation.resume(with: outcome) }
        return timeout
    }

    /// Removes the completed waits.
    ///
    /// - Parameters:
    ///   - ids: The ids of the waits in `entries`.
    ///   - entries: The entries with the results of the last call. The first one is the pipe's.
    /// - Returns: The completed waits, and the timeout of the next call in milliseconds.
    private static func step(
        _ state: inout State, _ ids: inout [Int], _ entries: inout [pollfd]
    ) -> (ended: [(Wait, Result<Void, any Error>)], timeout: Int32) {
        guard let bell = state.bell else { return ([], 0) }
        if let rung = entries.first, rung.revents != 0 {
            var byte: UInt8 = 0
            state.isRung = read(bell.read, &byte, 1) < 0
        }
        let events = Dictionary(uniqueKeysWithValues: zip(ids, entries.dropFirst().lazy.map(\.revents)))
        let now = ContinuousClock.now
        var ended: [(Wait, Result<Void, any Error>)] = []
        var next: ContinuousClock.Instant?
        ids = []
        entries = [pollfd(fd: bell.read, events: Int16(POLLIN), revents: 0)]
        for (id, wait) in state.waits {
            if let outcome = wait.outcome(events[id] ?? 0, at: now) {
                ended.append((wait, outcome))
                continue
            }
            ids.append(id)
            entries.append(pollfd(fd: wait.descriptor.number, events: wait.events, revents: 0))
            next = [next, wait.deadline].compactMap(\.self).min()
        }
        if !ended.isEmpty {
            let going = Set(ids)
            state.waits = state.waits.filter { going.contains($0.key) }
        }
        // Rounded up, because a call that returns before the deadline would only be repeated.
        let timeout = next.map { (now.duration(to: $0) / .milliseconds(1)).rounded(.up) } ?? -1
        return (ended, Int32(min(timeout, 1e9)))
    }
}

/// The direction in which a task waits for a socket.
enum Readiness: Sendable {
    case readable
    case writable

    /// The wait exceeded its deadline.
    struct TimedOut: Error {}

    /// Suspends until the socket is ready or broken.
    ///
    /// The next system call reports the error of a broken socket. Once this function has returned, nothing waits for
    /// the socket, so it can be closed.
    ///
    /// - Throws: `TimedOut` at the deadline, `CancellationError` if the task is cancelled.
    func wait(for descriptor: Descriptor, until deadline: ContinuousClock.Instant? = nil) async throws {
        try await Poller.shared.wait(for: descriptor, to: self, until: deadline)
    }
}
