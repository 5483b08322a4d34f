package import OutliveModel

package struct PresentationOptions: Hashable, Sendable {
    /// The absolute path of the checkout that the application was built from, or empty if it is not known.
    package var root: String
    /// The reader of the source that some formats quote, or `nil` to quote none.
    package var source: SourceReader?
    /// `true` to list known growth of libraries, and `false` to count it.
    package var showsKnown: Bool
    /// The address at which a page links source lines, or `nil` for no links.
    package var sourceURL: SourceURL?
    /// The comparison with an earlier run that a page shows, or `nil` for none.
    package var comparison: ReportComparison?

    package init(
        root: String = "", source: SourceReader? = nil, showsKnown: Bool = false, sourceURL: SourceURL? = nil,
        comparison: ReportComparison? = nil
    ) {
        self.root = root
        self.source = source
        self.showsKnown = showsKnown
        self.sourceURL = sourceURL
        self.comparison = comparison
    }
}

/// The content of a report, computed once from the measurements; every format only renders it.
package struct Presentation: Sendable {
    package let options: PresentationOptions
    /// The report as it is stored, for formats that contain it, without ratios that its runs do not support.
    let stored: Report
    /// The report with each leak once, even if only some of the merged runs recorded its trace.
    let report: Report
    let outcome: Outcome
    /// The runs: those merged, or the only one, which has no identifier.
    private(set) var runs: [Shard]
    /// The causes that no known leak accepts, most important first.
    let causes: [Cause]
    /// The stores and pools that are probably not full yet, which no known leak accepts, most important first.
    let filling: [Cause]
    /// All that grew and no known leak accepts: causes, then stores that fill.
    var growing: [Cause] { causes + filling }
    /// The accepted causes, then the accepted findings that are no leaks, each in the order of importance.
    package let accepted: [Cause]
    /// The entries of the known leaks that need attention: expired, then unused, then not applied.
    let concerns: [KnownLeakConcern]
    /// The unaccepted findings of the registry that need no fix: bounded, released late or expected.
    let registered: [Finding]
    /// The unaccepted findings of the heap tier that need no fix, except known growth of libraries.
    let bounded: [Finding]
    /// Known growth of libraries, which is by design.
    let libraryGrowth: [Finding]
    let failingGrowth: [Slope]
    let unexplainedGrowth: [Slope]
    /// The comparison of the state after the resets with that after a launch, or `nil` if nothing was compared.
    let fidelity: FidelityVerdict?
    private let failing: Set<Finding>
    /// The run in one line: the answer to "restart or reset?", speed-up, savings, and problems.
    ///
    /// `Reset: reset 7.4x faster than relaunch, 95 % CI 7.1-7.8 (20 pairs); saves 61 s per 100 resets; 0 fallbacks; 2 leaks`
    package private(set) var summaryLine = ""

    /// Computes the content of a report.
    ///
    /// - Complexity: O(n log n) in the number of findings and their occurrences.
    package init(_ report: Report, _ options: PresentationOptions = PresentationOptions()) {
        self.options = options
        stored = report.withoutUnsupportedRatios
        let report = stored.foldingUntraced
        self.report = report
        outcome = report.outcome
        runs = report.runs
        causes = report.causes
        filling = report.fillingCauses
        accepted = report.acceptedCauses
        concerns = report.known?.concerns(about: report.findings) ?? []
        let others = report.findings.filter { $0.known == nil && !$0.isOfGrowth }
        registered = others.filter { $0.tier == .registry }
        bounded = others.filter { $0.tier == .heap && $0.verdict != .expected }
        libraryGrowth = others.filter(\.isLibraryGrowth)
        failingGrowth = report.failingGrowth
        unexplainedGrowth = report.unexplainedGrowth
        fidelity = FidelityVerdict(report)
        failing = Set(report.failingFindings)
        summaryLine = summary
        if let run = singleRun { runs = [run.ended(with: outcome, summary: summaryLine)] }
    }

    var isMerged: Bool { !report.shards.isEmpty }
    var singleRun: Shard? { isMerged ? nil : runs[0] }
    var mergedRuns: [Shard]? { isMerged ? runs : nil }
    var hasFailingFindings: Bool { !failing.isEmpty }
    /// The path of the list of known leaks in the checkout, or `nil` if it lies elsewhere.
    var knownLeaksPath: String? { report.known.flatMap { relative($0.file, to: options.root) } }

    func fails(_ cause: Cause) -> Bool { cause.findings.contains(where: failing.contains) }

    func fails(_ concern: KnownLeakConcern) -> Bool { concern.kind == .expired && report.failsByExpiredLeaks }

    /// Returns `true` if differences of a check fail the run. Differences of the probe always do.
    func fails(_ check: FidelityCheck) -> Bool {
        reportsDifferencesOnly == false || check == .probe && !report.stateDifferences.isEmpty
    }

    /// `true` if undeclared differences from a launch do not fail the run. Merged runs show it by their results.
    var reportsDifferencesOnly: Bool { isMerged ? !report.stateSurvived : report.plan.fidelity != .fail }

    /// `true` if a reset of a pair or of the soak succeeded, or a cycle of a run without resets was completed.
    var measuredResets: Bool {
        runs.contains { $0.comparison != nil }
            || (isMerged ? runs.contains { $0.soakCycles > 0 } : report.soak.contains { !$0.fellBack })
    }

    /// `true` if the heap tier observed the end of a cycle or of a test, and not only the launch.
    var measuredHeap: Bool {
        runs.contains { $0.heapCycles ?? 0 > 0 || $0.tests?.tests ?? 0 > 0 || $0.listed != nil }
    }
    /// `true` if a tier was active to the end of a reset or cycle that objects could outlive.
    var leaksWereWatched: Bool { measuredHeap || report.watch == .watched && measuredResets }

    /// `true` if the run was measured, found nothing but known growth of libraries, and left no growth unexplained.
    var isLeakFree: Bool {
        let complaints = report.findings.contains { $0.tier == .registry || $0.verdict != .expected }
        let isMeasured = report.watched(.heap) ? measuredHeap : report.watch == .watched && measuredResets
        return !complaints && report.failures.isEmpty && isMeasured && unexplainedGrowth.isEmpty
            && report.stuckTaskCount == 0 && (report.heap?.incompleteCycles ?? 0) == 0
    }

    /// `true` if the probe is known to have printed the same after every reset as after a launch.
    var probePrintedTheSame: Bool {
        guard report.stateDifferences.isEmpty else { return false }
        if let fidelity, fidelity.compared.contains(.probe) { return !fidelity.differing.contains(.probe) }
        return runs.allSatisfy { $0.plan.probe != nil } && measuredResets && report.failures.isEmpty
    }

    /// The basis of the comparison with a launch, and its limits.
    var fidelityBasis: [String] {
        guard let fidelity else { return [] }
        let same = probePrintedTheSame ? "the probe printed the same after every reset" : nil
        let limit =
            !fidelity.differing.isEmpty && reportsDifferencesOnly
            ? "differences are only reported, as requested" : nil
        return [unshownResetsAdvice, fidelity.basis, same, limit].compactMap(\.self)
    }

    /// The statement that nothing showed what resets reset, with the way to show it, or `nil` if something did.
    var unshownResetsAdvice: String? {
        report.unshownResetsStatement.map { "\($0): \(report.plan.wayToShowResets)" }
    }

    /// `true` if a section of its own states that the probe printed the same, because the one on fidelity does not.
    var hasStateSection: Bool { probePrintedTheSame && fidelity?.compared.contains(.probe) != true }

    /// `true` if the run tried resets in pairs and all fell back to a relaunch.
    var everyResetFailed: Bool {
        let resets = report.samples.filter { $0.pair != nil && $0.stopSeconds == nil }
        return !resets.isEmpty && resets.allSatisfy(\.fellBack)
    }

    /// The arms without a successful reset, so that failures and relaunches were timed.
    var failedArms: Set<Arm> {
        let inBlocks = Dictionary(grouping: report.samples.filter { $0.pair != nil }, by: \.arm)
        return Set(inBlocks.filter { $0.value.allSatisfy(\.fellBack) }.keys)
    }

    var comparisonObstacle: String {
        everyResetFailed
            ? "no reset succeeded"
            : report.comparison == nil
                ? "nothing was compared"
                : !report.failures.isEmpty ? "the run failed" : report.unshownResetsStatement ?? "there is no ratio"
    }
}
