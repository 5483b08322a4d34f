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
        var measured = measured
        let sources = measured.allocations?.name(by: names) ?? NameSources()
        let named = NamedFindings(measured.findings, by: names, besides: sources)
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
        var run = traced.explaining(measured, tasks)
        run.toolchain =
            executable.flatMap(swiftVersion) ?? swiftVersion(ofExecutablesIn: named.findings, besides: executable)
        // Known leaks match fingerprints, suspect references and versions of Swift.
        if let known { run.judge(by: known.entries, from: known.file, on: known.day) }
        return run
    }
}

extension TracedFindings {
    /// Returns a measured run with these findings and their fingerprints, its memory and growth judged by them, and its
    /// stuck tasks.
    ///
    /// Arms share the findings that several of them show.
    ///
    /// - Parameter tasks: The tasks of the process of the soak, or `nil` without a snapshot of it.
    func explaining(_ measured: Report, _ tasks: TaskGroups?) -> Report {
        var run = measured
        (run.findings, run.notes) = (findings, run.notes + notes)
        run.add(tasks)
        run.attributeToRoutes(tasks)
        run.judgeMemory()
        run.attributeGrowth()
        run.addMissingFingerprints()
        if run.plan.arms != nil { run.joinFindingsOfArms() }
        return run
    }
}

extension Report {
    /// Adds the tasks that nothing can resume; a run that they could fail has failed if they are unknown.
    fileprivate mutating func add(_ tasks: TaskGroups?) {
        guard plan.stuck != .off else { return }
        let obstacle = tasks.map(\.obstacle) ?? "there is no snapshot of the end of the run"
        guard let tasks, obstacle == nil else {
            let message = "it is not known whether tasks are stuck: \(obstacle ?? "")"
            if plan.stuck == .report { notes.append(message) }
            guard plan.stuck == .fail, failures.isEmpty, !interrupted else { return }
            return failures.append(Failure(.noCensus, message))
        }
        stuckTasks = tasks.groups.filter { $0.stuck != nil }
    }

    /// Names the routes whose requests leave objects, blocks and stuck tasks behind, by their cycles of birth.
    fileprivate mutating func attributeToRoutes(_ tasks: TaskGroups?) {
        attributeToRoutes()
        guard let tasks, let stuckTasks else { return }
        attributeStuckTasks(births: stuckTasks.map(tasks.births))
    }

    /// Judges the use of memory again, as known growth of libraries is recognised now.
    fileprivate mutating func judgeMemory() {
        guard let heap, let breakdown = memory?.breakdown else { return }
        let live = heap.cycles.map { boundedSum($0.bytes, $0.rawBytes) }
        let growth = MemoryVerdict.Growth(
            live, subjectFindings.filter { $0.tier == .heap }, warmup: max(plan.warmup, 1))
        memory?.verdict = MemoryVerdict(breakdown, growth: growth)
    }

    /// Attributes growth of memory to libraries if their known growth accounts for at least two thirds of it.
    ///
    /// Known growth is listed, and a leak beyond its bound. The allocator's overhead accounts for the rest.
    fileprivate mutating func attributeGrowth() {
        let known = subjectFindings.reduce(0) {
            boundedSum($0, $1.isLibraryGrowth ? Cause(leader: $1).bytesPerCycle : 0)
        }
        for (index, slope) in slopes.enumerated() where slope.metric == .residentBytes && slope.rises {
            slopes[index].isOfLibraries = Double(known) * 3 >= slope.perCycle * 2 ? true : nil
        }
    }

    /// Joins the findings that several arms show.
    ///
    /// A joined finding has the worst verdict, and all else from the more detailed one.
    ///
    /// - Complexity: O(findings).
    fileprivate mutating func joinFindingsOfArms() {
        struct FindingKey: Hashable {
            var identity: Finding.Identity
            var key: ComponentKey
            var unit: LiveUnit
        }
        var indices: [FindingKey: Int] = [:]
        var joined: [Finding] = []
        for finding in findings {
            let key = FindingKey(identity: finding.identity, key: finding.key, unit: finding.unit)
            if let index = indices[key], Set(joined[index].arms ?? []).isDisjoint(with: finding.arms ?? []) {
                joined[index] = joined[index].joined(with: finding)
            } else {
                indices[key] = joined.count
                joined.append(finding)
            }
        }
        findings = joined.worstFirst
    }
}
