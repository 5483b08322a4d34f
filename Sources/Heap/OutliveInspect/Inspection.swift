internal import COutliveInspect
package import OutliveModel
internal import OutliveSupport

/// A snapshot of a process that was not prepared for it, or of its core file.
///
/// It is in memory alone, because a snapshot shows what a program works with, and is released with the last reference.
package final class Inspection: Sendable {
    /// The process ID, or 0 if a core file does not contain it.
    package let processID: Int32
    /// The path of the executable, or the name of the program or core file if the path is not known.
    package let executable: String
    /// A path from which this process can read the snapshot, valid as long as the inspection.
    package let path: String
    private let descriptor: Int32

    /// Inspects a target, blocking the calling thread.
    ///
    /// A process is stopped while its memory is copied, at most for the longest pause. Inspections of one process take
    /// turns.
    ///
    /// - Parameters:
    ///   - root: the directory below which the files lie that a core file names, or `nil` for the root directory.
    ///   - withGraph: `true` to capture every block and reference as well.
    ///   - withContents: `true` to capture the contents of objects as well, with the graph.
    ///   - withMemory: `true` to capture the use of resident memory as well.
    ///   - requiresObjects: `false` to accept a program without Swift objects.
    ///   - state: The order to capture the state of the program, or `nil` to omit it.
    /// - Throws: `Failure` with the reason and the remedy. The process continues as before.
    package init(
        _ target: InspectedTarget, root: String? = nil, withGraph: Bool = false, withContents: Bool = false,
        withMemory: Bool = false,
        requiresObjects: Bool = true, state: StateOrder? = nil, limits: InspectionLimits = InspectionLimits()
    ) throws(Failure) {
        let subject = try InspectionSubject(target)
        defer { subject.end() }
        let descriptor = try Self.createFile()
        var order = outl_inspect_order()
        order.process = subject.processID
        order.core = subject.core
        order.with_graph = withGraph
        order.with_contents = withContents
        order.with_memory = withMemory
        order.with_state = state != nil
        order.without_heap = state?.isAlone ?? false
        order.state_key = state.map { ($0.key.low, $0.key.high) } ?? (0, 0)
        order.seconds = limits.seconds
        order.pause = limits.milliseconds
        order.at_once = limits.stopsAtOnce
        order.output = descriptor
        var result = outl_inspect_result()
        // Null stands for no directory.
        let path = root.map { Array($0.utf8CString) } ?? []
        let outcome = path.withUnsafeBufferPointer { path in
            order.root = path.baseAddress.flatMap { path.isEmpty ? nil : $0 }
            return outl_inspect(&order, &result)
        }
        guard outcome == OUTL_INSPECT_DONE else {
            close(descriptor)
            throw Failure(.noCensus, subject.message(result))
        }
        guard result.objects > 0 || !requiresObjects || order.without_heap else {
            close(descriptor)
            throw Failure(
                .noCensus,
                "\(subject) has no Swift objects: it is not \(subject.kind) Swift program; its memory: outlive memory")
        }
        processID = result.process
        executable = result.program ?? subject.name
        self.descriptor = descriptor
        self.path = "/proc/self/fd/\(descriptor)"
    }

    deinit { close(descriptor) }

    /// Creates an empty file in memory.
    private static func createFile() throws(Failure) -> Int32 {
        // Not in the headers that Swift sees.
        typealias Create = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
        guard let create: Create = try? DynamicLibrary.process.function("memfd_create") else {
            throw Failure(.noCensus, "processes can be inspected on Linux only")
        }
        let closesOnExec: UInt32 = 1
        let descriptor = create("outlive-snapshot", closesOnExec)
        guard descriptor >= 0 else {
            throw Failure(.noCensus, "there is no memory for a snapshot: \(systemError())")
        }
        return descriptor
    }
}

/// The limits of an inspection from outside.
package struct InspectionLimits: Hashable, Sendable {
    /// The longest pause of a process unless another one is given.
    package static let usualPause = Duration.seconds(2)

    /// The timeout of the inspection, at least a second.
    package var timeout: Duration
    /// The longest time for which the process is stopped, at least a millisecond.
    package var longestPause: Duration
    /// `true` to stop the process before memory for the copy is provided: the pause begins sooner, and is longer.
    package var stopsAtOnce = false

    package init(timeout: Duration = .seconds(30), longestPause: Duration = usualPause) {
        (self.timeout, self.longestPause) = (timeout, longestPause)
    }

    var seconds: Int32 { Int32(clamping: max(1, timeout.components.seconds)) }

    var milliseconds: Int32 {
        let (seconds, attoseconds) = longestPause.components
        // A day is longer than any timeout of use, and far from an overflow.
        return Int32(max(1, min(seconds, 86_400) * 1000 + attoseconds / 1_000_000_000_000_000))
    }
}
