internal import Dispatch
internal import OutliveSupport

/// A thread that waits for a descriptor, and calls a function whenever it can be read.
///
/// It waits with poll(2). A source of libdispatch on Linux is unsuitable: if a descriptor hangs up, its entry is freed
/// while the manager thread may still read it, which crashes the process (swift-corelibs-libdispatch, issue 949). Safe
/// to use from any thread.
final class ReadingThread: Sendable {
    /// The writing end of a pipe that interrupts the wait, or `nil` once the thread has ended.
    private let bell: Lock<Int32?>

    /// Starts the thread, which goes on until `read` ends it or `stop` is called, also if this object is released.
    ///
    /// - Parameters:
    ///   - label: The name of the thread's queue.
    ///   - read: Reads what there is without blocking, and returns `false` at the end of the input.
    ///   - end: Closes the descriptor; called once, on the thread.
    /// - Throws: `SystemError` if the process has too many open descriptors.
    init(
        _ descriptor: Int32, named label: String, read: @escaping @Sendable () -> Bool,
        end: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        let pipe = try openPipe()
        let bell = Lock<Int32?>(pipe.writing)
        self.bell = bell
        DispatchQueue(label: label).async {
            var waits = [descriptor, pipe.reading].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            while waits[1].revents == 0 {
                guard poll(&waits, 2, -1) > 0 else { continue }
                if waits[0].revents != 0, !read() { break }
            }
            bell.withLock { writing in
                if let writing { close(writing) }
                writing = nil
            }
            close(pipe.reading)
            end()
        }
    }

    /// Ends the thread soon; does nothing if it has ended.
    func stop() {
        bell.withLock { writing in
            if let writing { _ = write(writing, [1], 1) }
        }
    }
}

/// Opens a pipe of which only a started program can inherit an end; reading from it does not block.
func openPipe() throws(SystemError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard let pipe2 else { throw SystemError(code: ENOSYS) }
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemError(code: errno) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    return (ends[0], ends[1])
}

private typealias PipeOpener = @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32
/// Not imported into Swift.
private let pipe2: PipeOpener? = try? DynamicLibrary.process.function("pipe2")
