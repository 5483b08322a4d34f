internal import COutlive
internal import Foundation
internal import Glibc
internal import Testing

/// The C side alone: the records that the handler writes, and its behaviour when it must not write.
struct SignalPipeTests {
    /// The records that wait in a pipe now.
    private func records(_ descriptor: Int32) -> [outl_signal_record] {
        var records: [outl_signal_record] = []
        var record = outl_signal_record()
        let size = MemoryLayout<outl_signal_record>.size
        while read(descriptor, &record, size) == size { records.append(record) }
        return records
    }

    /// Sends this thread a signal; it has been handled when the call returns.
    private func raiseHere(_ signal: Int32) {
        // The threads of the concurrency pool block all signals.
        var (unblocked, blocked) = (sigset_t(), sigset_t())
        sigemptyset(&unblocked)
        sigaddset(&unblocked, signal)
        pthread_sigmask(SIG_UNBLOCK, &unblocked, &blocked)
        pthread_kill(pthread_self(), signal)
        pthread_sigmask(SIG_SETMASK, &blocked, nil)
    }

    /// Fills a signal's pipe, after shrinking it as far as possible.
    ///
    /// - Returns: The number of records that it holds.
    @discardableResult
    private func fill(_ descriptor: Int32, with signal: Int32) -> Int {
        let setPipeSize: Int32 = 1031  // F_SETPIPE_SZ
        let room = Int(fcntl(descriptor, setPipeSize, 4096)) / MemoryLayout<outl_signal_record>.size
        for _ in 0..<room { raiseHere(signal) }
        return room
    }

    @Test func `The pipe does not block and is not inherited`() throws {
        let descriptor = outl_signal_listen(__libc_current_sigrtmin() + 10)
        #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
        #expect(records(descriptor).isEmpty)
    }

    @Test func `Numbers of no signal are refused`() {
        for signal: Int32 in [-1, 0, SIGKILL, 1000] {
            #expect(outl_signal_listen(signal) == -1)
            #expect(errno == EINVAL)
        }
    }

    @Test func `The handler leaves errno unchanged`() {
        let signal = __libc_current_sigrtmin() + 11
        let descriptor = outl_signal_listen(signal)
        // A pipe that is full makes the handler's write fail, and write sets errno.
        fill(descriptor, with: signal)
        errno = 77
        raiseHere(signal)
        #expect(errno == 77)
    }

    @Test func `Signals beyond the pipe's capacity are counted`() {
        let signal = __libc_current_sigrtmin() + 12
        let descriptor = outl_signal_listen(signal)
        let before = outl_signal_dropped()
        let room = fill(descriptor, with: signal)
        for _ in 0..<3 { raiseHere(signal) }
        #expect(outl_signal_dropped() - before >= 3)
        #expect(records(descriptor).count == room)
        raiseHere(signal)
        #expect(records(descriptor).count == 1)
    }

    @Test func `A forked child does not write into its parent's pipe`() throws {
        let signal = __libc_current_sigrtmin() + 13
        let descriptor = outl_signal_listen(signal)
        // Swift hides fork, because little may be done in the child; raising a signal may.
        let fork = try #require(dlsym(nil, "fork"))
        let child = unsafeBitCast(fork, to: (@convention(c) () -> pid_t).self)()
        if child == 0 {
            raiseHere(signal)
            _exit(0)
        }
        var status: Int32 = 0
        #expect(waitpid(child, &status, 0) == child)
        #expect(status == 0)
        #expect(records(descriptor).isEmpty)
        raiseHere(signal)
        #expect(records(descriptor).count == 1)
    }
}
