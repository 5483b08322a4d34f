internal import Foundation
internal import Outlive
internal import OutliveDriver
internal import OutliveHeap
internal import OutliveModel
internal import OutliveSymbols

/// One stretch of work that is watched for leaks, whoever asks for it.
final class LeakCheck: Sendable {
    /// The check that the current task runs in.
    @TaskLocal static var current: LeakCheck?

    let scope: LeakScope
    private let ledger: RunLedger
    /// Whether a check within this one took over what there was to judge.
    private let isSuperseded = Flag()

    private init(ledger: RunLedger) {
        self.ledger = ledger
        scope = LeakScope()
    }

    /// Opens a check, which takes over what there is to judge from the one that the current task runs in, if any.
    static func open(ledger: RunLedger = .shared) -> LeakCheck {
        current?.isSuperseded.raise()
        return LeakCheck(ledger: ledger)
    }

    /// What is left to say when the work is done.
    struct Outcome: Sendable {
        /// What makes the test fail, worst first.
        var complaints: [LeakComplaint]
        /// Where what helps to find the reason is kept, in words; nil without complaints.
        var place: String?
        /// Why the check says nothing although it found nothing, where that is so.
        var blindness: String?
    }

    /// Waits until the scope has settled, and judges what survived; takes its time also in a task that is cancelled.
    ///
    /// The report on what survived is kept among the artifacts; of work that left nothing behind nothing is kept.
    ///
    /// - Parameters:
    ///   - test: what the run's summary calls the work.
    ///   - settling: how long to wait for what goes away late.
    ///   - requiresRegistrations: whether work that registered nothing is a complaint.
    func end(test: String, settling: SettlePolicy, requiresRegistrations: Bool) async -> Outcome {
        // A task of its own: a cancelled task cannot wait, and what goes away late would be a leak.
        await Task {
            await judge(test: test, settling: settling, requiresRegistrations: requiresRegistrations)
        }.value
    }

    private func judge(test: String, settling: SettlePolicy, requiresRegistrations: Bool) async -> Outcome {
        let report = await scope.end(settling: settling)
        var outcome = Outcome(complaints: [])
        let survived = Self.failing([report])
        if !survived.isEmpty {
            let artifacts = Artifacts(of: test, ledger: ledger)
            // Writing the heap down takes a moment.
            let snapshot = try? await onOwnThread { _ in OwnHeap.snapshot() }
            outcome.complaints = await Self.complaints(about: survived, survived: "the test", report, in: snapshot)
            if let snapshot {
                artifacts.keep(snapshot)
                try? FileManager.default.removeItem(atPath: snapshot.path)
            }
            artifacts.keep(report, outcome.complaints)
            outcome.place = artifacts.announce()
        }
        guard !isSuperseded.isRaised else { return outcome }
        // What is declared for the process is not among the registered.
        let declared = report.survivors.lazy.filter { $0.key.lifetime != .untilReset }.reduce(0) { $0 + $1.count }
        let watched = report.registered + declared
        ledger.add(test: test, watched: watched)
        outcome.blindness = await ControlRun.shared.blindness
        if outcome.blindness == nil, requiresRegistrations, watched == 0 {
            outcome.blindness =
                "no component was tracked in the test, so nothing was watched: track one, or do not require it"
        }
        return outcome
    }

    /// What the generations of one process left behind that makes a test fail.
    static func failing(_ reports: [GenerationReport]) -> [Finding] {
        findings(in: reports, warmup: 0).filter { $0.verdict == .leak || $0.verdict == .suspect }
    }

    /// A complaint for each cause of what was left behind, with functions and lines found.
    ///
    /// - Parameters:
    ///   - failing: what makes the test fail.
    ///   - end: what the components were to end with: `the test`, `the reset`.
    ///   - report: the one that told of them.
    ///   - file: a snapshot of the process that they are alive in; nil where there is none.
    static func complaints(
        about failing: [Finding], survived end: String, _ report: GenerationReport, in file: HeapFile?
    ) async -> [LeakComplaint] {
        guard !failing.isEmpty else { return [] }
        let addresses = Dictionary(report.survivors.map { ($0.key, $0.addresses ?? []) }, uniquingKeysWith: +)
        // The symbolizer is a program that may take seconds.
        let named = try? await onOwnThread { _ in
            let symbolicator = Symbolicator()
            var named = failing
            let backtraces = symbolicator.symbolicate(failing.map(\.backtrace)).backtraces
            for (index, backtrace) in backtraces.enumerated() { named[index].backtrace = backtrace }
            guard let file, let snapshot = try? HeapSnapshot(path: file.path) else { return named }
            return traced(named, in: snapshot, names: symbolicator, addresses: addresses)
        }
        return causes(of: named ?? failing).map { LeakComplaint($0, survived: end) }
    }
}
