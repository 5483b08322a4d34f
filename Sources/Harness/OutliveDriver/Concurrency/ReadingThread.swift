internal import Dispatch
internal import OutliveSupport

/// A thread that waits for a descriptor, reads it whenever there is input, and closes it in the end.
///
/// It waits with poll(2). A source of libdispatch on Linux is unsuitable: if a descriptor hangs up, its entry is freed
/// while the manager thread may still read it, which crashes the process (swift-corelibs-libdispatch, issue 949). Safe
/// to use from any thread.
final class ReadingThread: Sendable {
    /// The descriptor, or `nil` once it is closed.
    private let descriptor: Lock<Int32?>
    /// The writing end of a pipe that interrupts the wait, or `nil` once the thread has ended.
    private let bell: Lock<Int32?>

    /// Starts the thread, which goes on until `read` ends it or `stop` is called, also if this object is released.
    ///
    /// - Parameters:
    ///   - descriptor: Closed by the thread, or at once if there is an error.
    ///   - label: The name of the thread's queue.
    ///   - read: Reads the descriptor without blocking, and returns `false` at the end of the input.
    /// - Throws: `SystemError` if the process has too many open descriptors.
    init(
        _ descriptor: Int32, named label: String, read: @escaping @Sendable (Int32) -> Bool
    ) throws(SystemError) {
        let pipe: (reading: Int32, writing: Int32)
        do throws(SystemError) {
            pipe = try openPipe()
        } catch {
            close(descriptor)
            throw error
        }
        let (open, bell) = (Lock<Int32?>(descriptor), Lock<Int32?>(pipe.writing))
        (self.descriptor, self.bell) = (open, bell)
        DispatchQueue(label: label).async {
            var waits = [descriptor, pipe.reading].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            while waits[1].revents == 0 {
                guard poll(&waits, 2, -1) > 0 else { continue }
                if waits[0].revents != 0, !open.withLock({ _ in read(descriptor) }) { break }
            }
            for end in [bell, open] {
                end.withLock { number in
                    if let number { close(number) }
                    number = nil
                }
            }
            close(pipe.reading)
        }
    }

    /// Calls a function with the descriptor while the thread does not use it; returns `nil` if it is closed.
    func withDescriptor<Result>(_ body: (Int32) -> Result) -> Result? { descriptor.withLock { $0.map(body) } }

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
