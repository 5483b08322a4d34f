internal import COutliveInspect
package import OutliveModel
internal import OutliveSupport

/// A snapshot of a process that was not prepared for it.
///
/// It is in memory alone, because a snapshot shows what a program works with, and is released with the last reference.
package final class Inspection: Sendable {
    package let processID: Int32
    /// The path of the executable, or the name of the program if the path is not visible.
    package let executable: String
    /// A path from which this process can read the snapshot, valid as long as the inspection.
    package let path: String
    private let descriptor: Int32

    /// Inspects a target, blocking the calling thread.
    ///
    /// A process is stopped while its memory is copied.
    ///
    /// - Parameters:
    ///   - withGraph: `true` to capture every block and reference as well.
    ///   - timeout: at least a second.
    /// - Throws: `Failure` with the reason and the remedy. The process goes on as before.
    package init(_ target: InspectedTarget, withGraph: Bool = false, timeout: Duration) throws(Failure) {
        guard case .process(let processID) = target else {
            throw Failure(.noCensus, "core files cannot be read yet: give the ID of a running process")
        }
        let facts = ProcessFacts(of: "\(processID)")
        let descriptor = try Self.createFile()
        var order = outl_inspect_order()
        order.process = processID
        order.with_graph = withGraph
        order.seconds = Int32(clamping: max(1, timeout.components.seconds))
        order.output = descriptor
        var result = outl_inspect_result()
        guard outl_inspect(&order, &result) == OUTL_INSPECT_DONE else {
            close(descriptor)
            throw Failure(.noCensus, Self.message(result, processID: processID, facts: facts))
        }
        guard result.objects > 0 else {
            close(descriptor)
            throw Failure(
                .noCensus, "\(Self.subject(processID, facts)) has no Swift objects: it is not a Swift program")
        }
        self.processID = processID
        self.descriptor = descriptor
        executable = facts.executable ?? facts.name ?? "process \(processID)"
        path = "/proc/self/fd/\(descriptor)"
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
            throw Failure(.noCensus, "there is no memory for a snapshot: \(String(cString: strerror(errno)))")
        }
        return descriptor
    }
}

extension Inspection {
    /// The line about a failed inspection: the process, the reason and the remedy.
    static func message(_ result: outl_inspect_result, processID: Int32, facts: ProcessFacts) -> String {
        let subject = subject(processID, facts)
        let reason = text(of: result.reason)
        let again = "try again"
        switch result.outcome {
        case OUTL_INSPECT_ENDED:
            return facts.name == nil
                ? "there is no process \(processID): find it with ps or pgrep"
                : "\(subject) ended during its inspection"
        case OUTL_INSPECT_FORBIDDEN: return "\(subject) \(Permission(processID: processID).refusal)"
        case OUTL_INSPECT_TRACED:
            let tracer = ProcessFacts(of: "\(result.detail)").name.map { " (\($0))" } ?? ""
            return "\(subject) is traced by process \(result.detail)\(tracer): end that one, or detach it"
        case OUTL_INSPECT_STUCK:
            return "\(subject) cannot be stopped: thread \(result.detail) waits in the kernel; \(again)"
        case OUTL_INSPECT_LATE: return "\(subject) was not inspected in time: raise --timeout"
        case OUTL_INSPECT_UNSUPPORTED, OUTL_INSPECT_ALLOCATOR: return "\(subject) cannot be inspected: \(reason)"
        case OUTL_INSPECT_TOO_LARGE:
            return "\(subject) is too large to be inspected: \(reason); free memory, or use a larger machine"
        case OUTL_INSPECT_INCONSISTENT: return "the heap of \(subject) contradicts itself: \(reason); \(again)"
        case OUTL_INSPECT_CRASHED: return "the inspection of \(subject) crashed: \(reason); report it with its version"
        default: return "\(subject) cannot be inspected: \(reason)"
        }
    }

    private static func subject(_ processID: Int32, _ facts: ProcessFacts) -> String {
        "process \(processID)" + (facts.name.map { " (\($0))" } ?? "")
    }

    /// Returns the text in a C array, up to its zero.
    private static func text(of characters: some Any) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
