package import OutliveModel

extension Report {
    /// The run in one line; see `Presentation.summaryLine`.
    package var summaryLine: String { Presentation(self).summaryLine }
    /// The report of a single run as a merged report of that run, with its summary line. See `merged(with:)`.
    package var asMerged: Report { asMerged(summary: shards.isEmpty ? summaryLine : "") }
}

// MARK: - Leaks

extension Presentation {
    /// The leaks of the run in one line: `2 causes (36 objects, 11.2 kB per cycle), 1 suspect`, or the reason why there
    /// are none.
    ///
    /// Growth that leaks do not explain follows.
    var leaksHeadline: String { [leaksAlone, growthDescription].compactMap(\.self).joined(separator: "; but ") }

    private var leaksAlone: String {
        let leaks = causes.filter { $0.verdict == .leak }
        let place = leaks.testsDescription.map { " \($0)" } ?? ""
        var found = leaks.isEmpty ? [] : [counted(leaks.count, "cause") + place + leaks.extentDescription]
        if causes.count > leaks.count { found.append(counted(causes.count - leaks.count, "suspect")) }
        let besides = othersByVerdict + [acceptedDescription].compactMap(\.self)
        if !found.isEmpty { return (found + besides).joined(separator: ", ") }
        if let unknown = reasonLeaksAreUnknown { return ([unknown] + besides).joined(separator: ", ") }
        guard othersByVerdict.isEmpty else { return "none; \(besides.joined(separator: ", "))" }
        let isGrown = report.watched(.heap) && !libraryGrowth.isEmpty
        let bearable = [acceptedDescription, isGrown ? "known growth of libraries" : nil].compactMap(\.self)
        let none = bearable.isEmpty ? nil : "none except \(bearable.joined(separator: " and "))"
        if report.isWithoutCycles { return none ?? "none in \(subjects)" }
        guard let heap = report.heap else { return none ?? "none; nothing outlived a reset" }
        guard let retained = heap.retainedTypes, retained > 0 else { return none ?? "none; nothing outlived its cycle" }
        let verb = retained == 1 ? "keeps" : "keep"
        return "\(none ?? "none grows"); \(counted(retained, "type")) \(verb) objects of ended cycles"
    }

    /// The number of findings without a cause by verdict, both tiers together: `1 retained`, `2 late`.
    private var othersByVerdict: [String] {
        fillingDescription
            + [Verdict.retained, .late, .expected].compactMap { verdict in
                let count = (registered + bounded).count { $0.verdict == verdict }
                return count > 0 ? verdict.counted(count) : nil
            }
    }

    /// The number of stores that are probably not full yet: `1 probably still filling`. Empty without any.
    var fillingDescription: [String] { filling.isEmpty ? [] : [Verdict.filling.counted(filling.count)] }

    /// The reason why a run without causes may leak nevertheless, or `nil` if it was watched to its end.
    private var reasonLeaksAreUnknown: String? {
        if report.measuredNothing { return "not watched: the run failed before anything was measured" }
        if !report.watched(.heap), report.watch == .off {
            if report.plan.reset == nil, report.failures.isEmpty {
                return "not watched: only the use of the system was measured"
            }
            return report.plan.leaks == .off && report.failures.isEmpty ? "not watched, as requested" : "not watched"
        }
        if !report.watched(.heap), report.watch == .notWatched {
            return "not watched: the application does not use Outlive's registry"
        }
        if !report.failures.isEmpty {
            let failed = report.shards.count { $0.outcome == .failed }
            return "none found, but "
                + (isMerged ? "\(failed) of \(counted(runs.count, "run")) failed" : "the run failed")
        }
        if let heap = report.heap, heap.incompleteCycles > 0 {
            return "none found, but objects are missing in \(heap.incompleteCycles) of "
                + counted(heap.cycles.count, "census", "censuses")
        }
        guard !report.watched(.heap) else {
            return measuredHeap
                ? nil : report.isWithoutCycles ? "unknown: \(nothingSeen)" : "unknown: no cycle was measured"
        }
        return measuredResets ? nil : "unknown: no reset was measured"
    }

    /// The number of accepted causes: `2 known`, or `nil` without any.
    var acceptedDescription: String? { accepted.isEmpty ? nil : "\(accepted.count) known" }
    var libraryGrowthDescription: String { counted(libraryGrowth.count, "kind") + " of known growth of libraries" }

    /// The number of causes that may be leaks: `1 suspect`. Empty without any.
    var suspectsDescription: [String] {
        let suspects = causes.count { $0.verdict == .suspect }
        return suspects > 0 ? [counted(suspects, "suspect")] : []
    }

    /// The number of leaking and of accepted causes: `2 leaks, 1 known`, or a note that leaks were not watched.
    private var leaksDescription: String {
        guard report.watched(.heap) || report.watch == .watched else { return "leaks not watched" }
        let found = causes.filter { $0.verdict == .leak }
        let leaks = [counted(found.count, "leak"), found.testsDescription].compactMap(\.self)
        return (leaks + fillingDescription + [acceptedDescription].compactMap(\.self)).joined(separator: ", ")
    }

    /// The statement that nothing leaked: `nothing outlived a reset`, `no leaks found in 14 cycles`.
    var noLeaksText: String {
        guard report.plan.reset == nil else { return "nothing outlived a reset" }
        if report.isWithoutCycles { return "no leaks found in \(subjects)" }
        let cycles = report.heap?.cycles.count { $0.cycle > 0 } ?? report.soak.count
        return cycles > 0 ? "no leaks found in \(counted(cycles, "cycle"))" : "no leaks found"
    }
}

// MARK: - Tasks

extension Presentation {
    /// The number of tasks that nothing can resume: `2 stuck tasks`, or `nil` without any.
    ///
    /// If they accumulate, they are a cause as well: `2 stuck tasks, part of the leaks`.
    var stuckTasksDescription: String? {
        guard report.stuckTaskCount > 0 else { return nil }
        let tasks = counted(report.stuckTaskCount, "stuck task")
        let leaking = (report.stuckTasks ?? []).filter { leak(of: $0) != nil }.reduce(0) { boundedSum($0, $1.count) }
        if leaking == 0 { return tasks }
        return tasks + (leaking < report.stuckTaskCount ? ", \(leaking) of them" : ",") + " part of the leaks"
    }

    /// Returns the number of the cause by which tasks accumulate, as listed in a report, or `nil` if they do not.
    func leak(of tasks: AlikeTasks) -> Int? {
        causes.firstIndex { $0.culprit?.tasks?.groups.contains(tasks.number) ?? false }.map { $0 + 1 }
    }
}

// MARK: - Growth

extension Presentation {
    /// The growth that no cause explains: `no leaking objects; memory grew 205 kB per cycle, unexplained`, or `nil`.
    var growthHeadline: String? {
        guard let growthDescription else { return nil }
        let isWatched = report.watched(.heap) ? measuredHeap : report.watch == .watched && measuredResets
        return isWatched && causes.isEmpty ? "no leaking objects; \(growthDescription)" : growthDescription
    }

    /// The metrics that grew without a cause: `memory grew 205 kB per cycle, unexplained`, or `nil` without any.
    private var growthDescription: String? {
        let growth = unexplainedGrowth.map { slope in
            let noun = slope.metric == .residentBytes ? "memory" : slope.metric.words
            return "\(noun) grew \(slope.amountDescription) per cycle"
        }
        return growth.isEmpty ? nil : "\(growth.joined(separator: ", ")), unexplained"
    }

    /// The metrics whose growth fails the run, each once.
    var failingMetrics: [String] { failingGrowth.map(\.metric.words).withoutRepetitions }

    /// The metrics that grew without failing the run, each once.
    var nonFailingGrowth: [String] {
        failingGrowth.isEmpty ? runs.flatMap(\.slopes).filter(\.grows).map(\.metric.words).withoutRepetitions : []
    }
}

extension Slope {
    var amountDescription: String {
        // One thread in seven cycles must not round to 0 or 1.
        if metric.unit == .count { return fixed(perCycle, digits: perCycle < 0.095 ? 2 : perCycle < 9.95 ? 1 : 0) }
        return metric.scale(fitting: perCycle, unicode: true).text(perCycle)
    }
}

extension [String] {
    fileprivate var withoutRepetitions: [String] {
        reduce(into: []) { texts, text in
            if !texts.contains(text) { texts.append(text) }
        }
    }
}

// MARK: - Summary

extension Presentation {
    /// The summary line, composed of the other results.
    var summary: String {
        let growth = [growthHeadline].compactMap(\.self)
        if isMerged { return "\(runsDescription): \((growth + mergedResults).joined(separator: "; "))" }
        guard measuredResets || measuredHeap else {
            let leaks = report.findings.contains { $0.verdict == .leak } ? [leaksDescription] : []
            return (growth + [noResult] + leaks + complaints()).joined(separator: "; ")
        }
        var parts = growth
        if let answer, answer.reason != nil || !growth.isEmpty { parts = [answer.reason].compactMap(\.self) + growth }
        if let comparison = report.comparison, !comparison.ratios.isEmpty {
            parts += [comparison.description, comparison.saving].compactMap(\.self)
        } else if !report.failures.isEmpty || report.unshownResets == nil {
            parts.append(uncompared)
        }
        if report.plan.reset != nil { parts.append(counted(report.fallbacks, "fallback")) }
        parts += [leaksDescription] + complaints(after: answer)
        if report.missesGate {
            parts.append(
                report.comparison?.ratios.isEmpty != false
                    ? "gate not judged: \(comparisonObstacle)" : runs[0].gateComplaint)
        }
        if report.interrupted { parts.append("interrupted") }
        if let failure = report.failures.first { parts.append("failed: \(oneLine(failure.message))") }
        return (answer.map { "\($0.word): " } ?? "") + parts.joined(separator: "; ")
    }

    /// The number of cycles or resets of a run without a completed pair.
    private var uncompared: String {
        if let tests = runs[0].testsDescription { return tests }
        if let comparison = report.comparison { return "\(comparison.amount), no ratio from a failed run" }
        guard !report.soak.isEmpty else { return counted(runs[0].heapCycles ?? 0, "cycle") }
        if report.plan.reset == nil { return counted(report.soak.count, "cycle") }
        return "\(counted(report.soak.count { !$0.fellBack }, "reset")), not compared with a relaunch"
    }

    private var noResult: String {
        if let failure = report.failures.first { return "no result: \(oneLine(failure.message))" }
        if report.interrupted { return "no result: interrupted" }
        return "no result: \(report.isWithoutCycles ? nothingSeen : "nothing was measured")"
    }

    /// Returns what keeps the run from being clean, without what an answer before it has as its reason.
    private func complaints(after answer: Answer? = nil) -> [String] {
        let survivors = report.shards.count(where: \.stateSurvived)
        let state = isMerged ? "state survived in \(counted(survivors, "run"))" : "state survived"
        let metrics = Metric.allCases.map(\.words).filter(failingMetrics.contains)
        return [report.known?.expiredDescription].compactMap(\.self) + suspectsDescription
            + (report.stateSurvived && answer?.subject != .state ? [state] : [])
            + (metrics.isEmpty ? [] : ["growth of \(metrics.joined(separator: ", "))"])
            + (report.failsByPollution ? [report.pollution?.sentence].compactMap(\.self) : [])
            + [routesDescription, stuckTasksDescription, budgetDescription, isMerged ? unshownResetsAdvice : nil]
            .compactMap(\.self)
    }

    /// `reset 41.2x to 61.7x faster than relaunch`, `0 fallbacks`, `2 leaks`, `1 run failed`.
    private var mergedResults: [String] {
        let ends = [
            (runs.count(where: \.missesGate), "under the gate"),
            (runs.count(where: \.wasInterrupted), "interrupted"),
            (runs.count { $0.outcome == .failed }, "failed"),
        ]
        let fallbacks = report.isWithoutCycles ? [] : [counted(report.fallbacks, "fallback")]
        return [measuredInRuns] + fallbacks + [leaksDescription] + complaints()
            + ends.filter { $0.0 > 0 }.map { "\(counted($0.0, "run")) \($0.1)" }
    }

    private var measuredInRuns: String {
        let ratios = runs.compactMap(\.comparison?.leading).sorted { $0.ratio < $1.ratio }
        guard let first = ratios.first, let last = ratios.last else {
            if report.isWithoutCycles {
                let failed = runs.count { $0.tests?.someFailed == true }
                return subjects + (failed > 0 ? ", some failed in \(counted(failed, "run"))" : "")
            }
            let resets = runs.filter { $0.plan.reset != nil }.reduce(0) { boundedSum($0, $1.soakCycles) }
            if resets > 0 { return "\(counted(resets, "reset")), not compared with a relaunch" }
            let cycles = runs.reduce(0) { boundedSum($0, max($1.soakCycles, $1.heapCycles ?? 0)) }
            return cycles > 0 ? counted(cycles, "cycle") : "nothing was measured"
        }
        let (low, high) = (first.speedup, last.speedup)
        func common(_ arm: (ArmRatio) -> Arm, _ otherwise: String) -> String {
            Set(ratios.map(arm)).count == 1 ? arm(first).words : otherwise
        }
        let (arm, base) = (common(\.arm, "the fastest arm"), common(\.base, "the reference"))
        guard low != high else { return "\(arm) \(low) than \(base)" }
        let isAlike = first.tone == last.tone && !first.isUnclear
        return "\(arm) \(isAlike ? String(low.prefix { $0 != " " }) : low) to \(high) than \(base)"
    }

    /// What was judged, in all runs: `41 tests`, or `2 processes`.
    private var subjects: String {
        let tests = runs.reduce(0) { boundedSum($0, $1.tests?.tests ?? 0) }
        let processes = runs.reduce(0) { boundedSum($0, $1.listed?.processes ?? 0) }
        let words = [
            tests > 0 || processes == 0 ? counted(tests, "test") : nil,
            processes > 0 ? counted(processes, "process", "processes") : nil,
        ]
        return words.compactMap(\.self).joined(separator: " and ")
    }

    private var nothingSeen: String { report.isOfTests ? "no test ran" : "no process was listed" }

    /// The number of runs and machines: `3 runs on 2 machines`.
    var runsDescription: String {
        // Hosts of a fleet are alike.
        let places = Set(runs.map { $0.host ?? "\($0.machine)" }).count
        return "\(counted(runs.count, "run")) on \(counted(places, "machine"))"
    }
}
