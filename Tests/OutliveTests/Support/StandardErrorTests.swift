import Glibc
import OutliveSupport
import Testing

struct StandardErrorTests {
    private let pipeSignal: sigset_t
    /// The ends of a pipe: the one to read from, then the one to write to.
    private let ends: [Int32]

    init() throws {
        var signal = sigset_t()
        sigemptyset(&signal)
        sigaddset(&signal, SIGPIPE)
        pipeSignal = signal
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        self.ends = ends
    }

    /// `true` if a SIGPIPE waits for this thread.
    private var isPending: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return sigismember(&pending, SIGPIPE) == 1
    }

    @Test func `A message to a pipe without a reader leaves no SIGPIPE, except one that was there before`() {
        var (signal, before, now) = (pipeSignal, sigset_t(), timespec())
        pthread_sigmask(SIG_BLOCK, &signal, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        close(ends[0])
        defer { close(ends[1]) }

        StandardError.write("unread", to: ends[1])
        #expect(!isPending)

        pthread_kill(pthread_self(), SIGPIPE)
        StandardError.write("unread", to: ends[1])
        #expect(isPending)
        #expect(sigtimedwait(&signal, nil, &now) == SIGPIPE)
    }

    @Test func `A message leaves the signal mask unchanged`() {
        var (signal, before, after) = (pipeSignal, sigset_t(), sigset_t())
        pthread_sigmask(SIG_UNBLOCK, &signal, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        StandardError.write("read", to: ends[1])
        pthread_sigmask(SIG_BLOCK, nil, &after)
        #expect(sigismember(&after, SIGPIPE) == 0)

        var buffer = [UInt8](repeating: 0, count: 10)
        #expect(read(ends[0], &buffer, 10) == 5)
        for end in ends { close(end) }
    }
}
