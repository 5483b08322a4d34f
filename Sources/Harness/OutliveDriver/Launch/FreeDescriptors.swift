internal import OutliveModel
internal import OutliveSupport

/// The descriptors that this process can still open.
enum FreeDescriptors {
    /// The number that the start of a program takes at most: pipes, the process, and what is needed to read them.
    private static let start = 16

    /// Checks that there are enough for the start of a program.
    ///
    /// swift-subprocess ends this process by a trap if they run out halfway through a start.
    ///
    /// - Throws: `Failure` if there are too few.
    static func requireEnough(toStart command: some CustomStringConvertible) throws(Failure) {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        while opened.count < start {
            let descriptor = open("/", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                let reason = String(cString: strerror(errno))
                throw Failure(
                    .harness,
                    "cannot start '\(command)': \(reason): of the \(start) descriptors that it takes \(opened.count) are "
                        + "free; raise the limit with ulimit -n")
            }
            opened.append(descriptor)
        }
    }
}
