internal import COutliveInspect
internal import OutliveModel
internal import OutliveSupport

/// A target that is open for an inspection, and the words about it.
enum InspectionSubject {
    case process(Int32, ProcessFacts)
    /// A core file with its descriptor.
    case core(path: String, Int32)

    /// Opens a target.
    ///
    /// - Throws: `Failure` for a core file that cannot be opened.
    init(_ target: InspectedTarget) throws(Failure) {
        switch target {
        case .process(let processID): self = .process(processID, ProcessFacts(of: "\(processID)"))
        case .core(let path):
            // A pipe without a writer does not block.
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else {
                throw Failure(
                    .noCensus,
                    "the core file \(path.onOneLine(upTo: 400)) cannot be opened: \(systemError())")
            }
            self = .core(path: path, descriptor)
        }
    }

    /// Closes the core file.
    func end() {
        if case .core(_, let descriptor) = self { close(descriptor) }
    }

    /// 0 for a core file.
    var processID: Int32 {
        guard case .process(let processID, _) = self else { return 0 }
        return processID
    }

    /// -1 for a process.
    var core: Int32 {
        guard case .core(_, let descriptor) = self else { return -1 }
        return descriptor
    }

    /// The name in a report.
    var name: String {
        switch self {
        case .process(let processID, let facts): facts.executable ?? facts.name ?? "process \(processID)"
        case .core(let path, _): path
        }
    }
}

extension InspectionSubject: CustomStringConvertible {
    /// The beginning of a sentence.
    var description: String {
        switch self {
        case .process(let processID, let facts): "process \(processID)" + (facts.name.map { " (\($0))" } ?? "")
        case .core(let path, _): "the core file \(path.onOneLine(upTo: 400))"
        }
    }

    /// The line about a failed inspection: the subject, the reason and the remedy.
    func message(_ result: outl_inspect_result) -> String {
        switch self {
        case .process(let processID, let facts): Self.message(result, about: "\(self)", processID, facts)
        case .core: message(aboutCore: result)
        }
    }

    private static func message(
        _ result: outl_inspect_result, about subject: String, _ processID: Int32, _ facts: ProcessFacts
    ) -> String {
        let again = "try again"
        switch result.outcome {
        case OUTL_INSPECT_ENDED where result.detail > 0:
            return "\(processID) is a thread of process \(result.detail): give that number"
        case OUTL_INSPECT_ENDED:
            return facts.name == nil
                ? "there is no process \(processID): find it with ps or pgrep"
                : "\(subject) ended during its inspection"
        case OUTL_INSPECT_FORBIDDEN: return "\(subject) \(Permission(processID: processID).refusal)"
        case OUTL_INSPECT_TRACED:
            let tracer = ProcessFacts(of: "\(result.detail)").name.map { " (\($0))" } ?? ""
            return "\(subject) is traced by process \(result.detail)\(tracer): end that one, or detach it"
        case OUTL_INSPECT_BUSY:
            return "\(subject) is being inspected by process \(result.detail): \(again), or raise --timeout"
        case OUTL_INSPECT_KERNEL: return "\(subject) is a thread of the kernel: give the ID of a program"
        case OUTL_INSPECT_ZOMBIE:
            let parent = ProcessFacts(of: "\(result.detail)").name.map { " (\($0))" } ?? ""
            return "\(subject) has ended and has no memory any more: its parent, process \(result.detail)\(parent), "
                + "has not waited for it"
        case OUTL_INSPECT_STARTING: return "\(subject) is being started, \(result.text): \(again)"
        case OUTL_INSPECT_HEADLESS:
            return "the first thread of \(subject) has ended, and the kernel no longer shows its memory: let it "
                + "wait for the others, or inspect the core file that the kernel writes: kill -ABRT \(processID)"
        case OUTL_INSPECT_PAUSED:
            return "\(subject) was let go after the longest pause, before its memory was copied: raise --max-pause, "
                + "or inspect a core file of it"
        case OUTL_INSPECT_STUCK:
            return "\(subject) cannot be stopped: thread \(result.detail) waits in the kernel; \(again)"
        case OUTL_INSPECT_LATE: return "\(subject) was not inspected in time: raise --timeout"
        case OUTL_INSPECT_TOO_LARGE:
            return "\(subject) is too large to be inspected: \(result.text); free memory, or use a larger machine"
        case OUTL_INSPECT_INCONSISTENT: return "the heap of \(subject) contradicts itself: \(result.text); \(again)"
        case OUTL_INSPECT_CRASHED where result.detail == UInt64(SIGKILL):
            return "the inspection of \(subject) \(killed)"
        case OUTL_INSPECT_CRASHED:
            return "the inspection of \(subject) crashed: \(result.text); report it with its version"
        case OUTL_INSPECT_ALLOCATOR:
            return "\(subject) cannot be inspected: \(result.text); start it with 'outlive run --census signal -- CMD'"
        default: return "\(subject) cannot be inspected: \(result.text)"
        }
    }

    /// The reason and the remedy where the system needed the memory.
    private static let killed =
        "was killed, as the system does when memory runs out: free memory, or raise the container's limit"

    private func message(aboutCore result: outl_inspect_result) -> String {
        let missing = result.missing.map { "; \($0)" } ?? ""
        switch result.outcome {
        case OUTL_INSPECT_FILE:
            return "\(self) needs \(result.text): give --sysroot DIR with the files of the machine it is from\(missing)"
        case OUTL_INSPECT_LATE: return "\(self) was not read in time: raise --timeout"
        case OUTL_INSPECT_TOO_LARGE:
            return "\(self) is too large: \(result.text); free memory, or use a larger machine"
        case OUTL_INSPECT_INCONSISTENT:
            return "the heap in \(self) cannot be read: \(result.text)\(missing)"
        case OUTL_INSPECT_CRASHED where result.detail == UInt64(SIGBUS):
            return "\(self) became shorter while it was read: wait until it is complete"
        case OUTL_INSPECT_CRASHED where result.detail == UInt64(SIGKILL):
            return "the inspection of \(self) \(Self.killed)"
        case OUTL_INSPECT_CRASHED:
            return "the inspection of \(self) crashed: \(result.text); report it with its version"
        default: return "\(self) cannot be read: \(result.text)\(missing)"
        }
    }

    var kind: String {
        switch self {
        case .process: "a"
        case .core: "of a"
        }
    }
}

extension outl_inspect_result {
    /// The reason of a failure. Paths in it come from a core file.
    fileprivate var text: String { Self.text(of: reason).onOneLine() }

    /// The path of the executable as a core file names it.
    var program: String? {
        let path = Self.text(of: executable)
        return path.isEmpty ? nil : path.onOneLine()
    }

    /// The remark about a truncated core file.
    fileprivate var missing: String? {
        expected > size ? "the core file is truncated: \(expected - size) of \(expected) bytes are missing" : nil
    }

    /// Returns the text in a C array, up to its zero.
    private static func text(of characters: some Any) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
