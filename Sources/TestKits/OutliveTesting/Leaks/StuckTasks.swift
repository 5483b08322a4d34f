internal import Foundation
internal import OutliveDriver
internal import OutliveHeap
internal import OutliveModel
internal import OutliveSupport
internal import OutliveSymbols

/// A check for tasks that some work, such as a test, leaves behind and that nothing can resume.
///
/// The tasks that the work creates inherit the check as a task-local value, by which a snapshot shows whose they are.
final class StuckTaskCheck: Sendable {
    @TaskLocal static var current: StuckTaskCheck?
    private static let census = Lock(())

    /// A task that nothing can resume, with the place where it was created.
    struct Complaint: Hashable, Sendable {
        var location: SourceLine?
        var module: String?
        var text: String
    }

    /// Returns the stuck tasks of the check, or the reason why they are unknown.
    ///
    /// The heap tier has to be in this process, because a process cannot be stopped by itself.
    func complaints() async -> Result<[Complaint], Failure> {
        let address = UInt64(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
        let found = try? await onOwnThread { _ in Self.complaints(mark: address) }
        return found ?? .failure(Failure(.noCensus, "the census was cancelled"))
    }

    private static func complaints(mark: UInt64) -> Result<[Complaint], Failure> {
        // Tests that end at once would ask for several censuses at once, and the tier takes one at a time.
        guard let file = census.withLock({ _ in HeapFile.ofThisProcess() }) else {
            let remedy = "start the tests with outlive run -- swift test, or link OutliveHeapCapture"
            return .failure(
                Failure(.noCensus, "stuck tasks are not found: the heap tier is not in this process; \(remedy)"))
        }
        defer { file.remove() }
        do {
            let snapshot = try HeapSnapshot(try file.opened(), path: file.path)
            let tasks = AnalysedSnapshot(snapshot, names: Symbolicator()).tasks(with: mark)
            if let obstacle = tasks.obstacle { return .failure(Failure(.noCensus, obstacle)) }
            let stuck = tasks.groups.filter { $0.stuck != nil }
            // A task that only waits for another stuck one needs no fix of its own.
            let causes = stuck.filter { $0.stuck?.isConsequence == false }
            return .success((causes.isEmpty ? stuck : causes).map(complaint))
        } catch {
            return .failure(Failure(.noCensus, "the census of the test cannot be read: \(error)"))
        }
    }

    private static func complaint(about group: AlikeTasks) -> Complaint {
        let stuck = group.stuck
        let certainty = stuck?.certainty == .probably ? "probably " : ""
        let name = group.names.first.map { " named '\($0.name)'" } ?? ""
        let subject = group.count == 1 ? "a task\(name) is" : "\(group.count) tasks\(name) are"
        let functions = group.frames.prefix(8).map { "  \($0.function)" + ($0.location.map { " at \($0)" } ?? "") }
        let lines =
            ["\(subject) \(certainty)stuck after the test: \(stuck?.evidence ?? "")"]
            + [stuck?.remedy.map { "fix: \($0)" }, "waits in:"].compactMap(\.self) + functions
        return Complaint(
            location: group.creator?.location, module: group.creator?.module, text: lines.joined(separator: "\n"))
    }
}
