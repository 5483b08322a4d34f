internal import OutliveHeap
package import OutliveModel
package import OutliveSymbols

/// The judgement of a measured run: names, growth by design, leak traces, fingerprints and known leaks.
///
/// Making names and traces blocks the calling thread.
package struct Judgement {
    private let evidence: [JudgedProcess: ProcessEvidence]
    private let names: Symbolicator
    private let known: KnownLeaksList?
    private let executable: String?

    /// Creates a judgement.
    ///
    /// - Parameters:
    ///   - evidence: The evidence of each process, as far as there is any.
    ///   - known: The list of known leaks, or `nil` to accept none.
    ///   - executable: The program of the launch command, or `nil` if it is unknown. If it is not a Swift program, for
    ///     example a script, the executables of the backtraces give the version of Swift.
    package init(
        evidence: [JudgedProcess: ProcessEvidence], names: Symbolicator = Symbolicator(), known: KnownLeaksList?,
        executable: String?
    ) {
        (self.evidence, self.names, self.known, self.executable) = (evidence, names, known, executable)
    }

    /// Returns a measured run, judged.
    package func judging(_ measured: Report) -> Report {
        let named = NamedFindings(measured.findings, by: names)
        var traced = TracedFindings(
            ClassifiedFindings(named), subject: measured.plan.subjectArm,
            threads: measured.slopes.first { $0.metric == .threads })
        var tasks: TaskGroups?
        for (process, evidence) in evidence.sorted(by: { $0.key.order < $1.key.order }) {
            // Not kept: graphs take as much memory as snapshots, and a watch goes on after it was judged.
            let analysed = AnalysedSnapshot(evidence.snapshot, names: names)
            traced.trace(in: analysed, of: process, addresses: evidence.addresses)
            if process == .ofSoak { tasks = analysed.tasks }
        }
        var run = IdentifiedRun(ExplainedRun(measured, by: traced, tasks)).run
        run.toolchain =
            executable.flatMap(swiftVersion) ?? swiftVersion(ofExecutablesIn: named.findings, besides: executable)
        // Known leaks match fingerprints, suspect references and versions of Swift.
        if let known { run.judge(by: known.entries, from: known.file, on: known.day) }
        return run
    }
}

/// A run with traced findings, its memory and growth judged by them, and its stuck tasks.
struct ExplainedRun {
    private(set) var run: Report
}

extension ExplainedRun {
    /// - Parameter tasks: The tasks of the process of the soak, or `nil` without a snapshot of it.
    init(_ measured: Report, by traced: TracedFindings, _ tasks: TaskGroups?) {
        run = measured
        (run.findings, run.notes) = (traced.findings, run.notes + traced.notes)
        add(tasks)
        judgeMemory()
        attributeGrowth()
    }

    /// Adds the tasks that nothing can resume; a run that they could fail has failed if they are unknown.
    private mutating func add(_ tasks: TaskGroups?) {
        let obstacle = tasks.map(\.obstacle) ?? "there is no snapshot of the end of the run"
        guard let tasks, obstacle == nil else {
            let message = "it is not known whether tasks are stuck: \(obstacle ?? "")"
            if run.plan.stuck == .report { run.notes.append(message) }
            guard run.plan.stuck == .fail, run.failures.isEmpty, !run.interrupted else { return }
            return run.failures.append(Failure(.noCensus, message))
        }
        run.stuckTasks = tasks.groups.filter { $0.stuck != nil }
    }

    /// Judges the use of memory again, as known growth of libraries is recognised now.
    private mutating func judgeMemory() {
        guard let heap = run.heap, let breakdown = run.memory?.breakdown else { return }
        let live = heap.cycles.map { boundedSum($0.bytes, $0.rawBytes) }
        let growth = MemoryVerdict.Growth(
            live, run.subjectFindings.filter { $0.tier == .heap }, warmup: max(run.plan.warmup, 1))
        run.memory?.verdict = MemoryVerdict(breakdown, growth: growth)
    }

    /// Attributes growth of memory to libraries if their known growth accounts for at least two thirds of it.
    ///
    /// Known growth is listed, and a leak beyond its bound. The allocator's overhead accounts for the rest.
    private mutating func attributeGrowth() {
        let known = run.subjectFindings.reduce(0) {
            boundedSum($0, $1.isLibraryGrowth ? Cause(leader: $1).bytesPerCycle : 0)
        }
        for (index, slope) in run.slopes.enumerated() where slope.metric == .residentBytes && slope.rises {
            run.slopes[index].isOfLibraries = Double(known) * 3 >= slope.perCycle * 2 ? true : nil
        }
    }
}

/// A run whose findings have fingerprints, and whose arms share the findings that several of them show.
struct IdentifiedRun {
    private(set) var run: Report

    init(_ explained: ExplainedRun) {
        run = explained.run
        run.addMissingFingerprints()
        if run.plan.arms != nil { joinFindingsOfArms() }
    }

    /// Joins the findings that several arms show.
    ///
    /// A joined finding has the worst verdict, and all else from the more detailed one.
    ///
    /// - Complexity: O(findings).
    private mutating func joinFindingsOfArms() {
        struct FindingKey: Hashable {
            var identity: Finding.Identity
            var key: ComponentKey
            var unit: LiveUnit
        }
        var indices: [FindingKey: Int] = [:]
        var joined: [Finding] = []
        for finding in run.findings {
            let key = FindingKey(identity: finding.identity, key: finding.key, unit: finding.unit)
            if let index = indices[key], Set(joined[index].arms ?? []).isDisjoint(with: finding.arms ?? []) {
                joined[index] = joined[index].joined(with: finding)
            } else {
                indices[key] = joined.count
                joined.append(finding)
            }
        }
        run.findings = joined.worstFirst
    }
}
