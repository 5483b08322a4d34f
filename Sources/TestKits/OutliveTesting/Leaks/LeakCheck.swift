internal import Foundation
internal import Outlive
internal import OutliveDriver
internal import OutliveHeap
internal import OutliveModel
internal import OutliveSupport
internal import OutliveSymbols

/// A stretch of work that is checked for leaks.
final class LeakCheck: Sendable {
    /// The check of the current task.
    @TaskLocal static var current: LeakCheck?

    let scope: LeakScope
    private let ledger: RunLedger
    /// Raised when a nested check takes over the judgement.
    private let isSuperseded = Flag()

    private init(ledger: RunLedger) {
        self.ledger = ledger
        scope = LeakScope()
    }

    /// Opens a check, which takes over the judgement from the check of the current task, if any.
    static func open(ledger: RunLedger = .shared) -> LeakCheck {
        current?.isSuperseded.raise()
        return LeakCheck(ledger: ledger)
    }

    /// The result of a check.
    struct Outcome: Sendable {
        /// The failures of the test, worst first.
        var complaints: [LeakComplaint]
        /// A line with the folder of the artifacts, or `nil` without complaints.
        var place: String?
        /// The reason why the check is meaningless although it found nothing, if so.
        var blindness: String?
    }

    /// Waits until the scope has settled, even in a cancelled task, and judges the survivors.
    ///
    /// The report on survivors is kept among the artifacts; without survivors nothing is kept.
    ///
    /// - Parameters:
    ///   - test: the name of the work in the summary of the run.
    ///   - settling: the deadline for objects that are released late.
    ///   - requiresRegistrations: `true` if work that registers nothing is a complaint.
    func end(test: String, settling: SettlePolicy, requiresRegistrations: Bool) async -> Outcome {
        // A new task: a cancelled one cannot wait, and objects that are released late would count as leaks.
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
            // The snapshot blocks for a moment.
            let snapshot = try? await onOwnThread { _ in CurrentProcessHeap.snapshot() }
            outcome.complaints = await Self.complaints(about: survived, survived: "the test", report, in: snapshot)
            if let snapshot {
                artifacts.keep(snapshot)
                try? FileManager.default.removeItem(atPath: snapshot.path)
            }
            artifacts.keep(report, outcome.complaints)
            outcome.place = artifacts.announce()
        }
        guard !isSuperseded.isRaised else { return outcome }
        // `registered` does not count components that are declared for the process.
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

    /// Returns the findings of the generations of one process that make a test fail.
    static func failing(_ reports: [GenerationReport]) -> [Finding] {
        findings(in: reports, warmup: 0).filter { $0.verdict == .leak || $0.verdict == .suspect }
    }

    /// Returns a complaint for each cause, with functions and lines.
    ///
    /// - Parameters:
    ///   - failing: the findings that make the test fail.
    ///   - end: the end of the components' lifetime: `the test`, `the reset`.
    ///   - report: the report with the findings.
    ///   - file: a snapshot of the process with the survivors, or `nil` if there is none.
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
