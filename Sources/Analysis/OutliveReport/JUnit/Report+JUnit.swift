internal import OutliveModel

extension Report {
    /// Returns the checks of the run as test cases, in a suite for each subject.
    ///
    /// - Parameter root: The absolute path of the checkout.
    func junitSuites(root: String) -> [JUnitSuite] {
        [
            JUnitSuite(
                name: "outlive.run", properties: junitProperties,
                cases: isMerged ? shards.map(completion) : [completion]),
            JUnitSuite(name: "outlive.speed", cases: isMerged ? eachRun(\.speed) : speed),
            JUnitSuite(name: "outlive.growth", cases: isMerged ? eachRun(\.growth) : growth),
            JUnitSuite(name: "outlive.leaks", cases: leaks(root: root)),
            JUnitSuite(name: "outlive.heap", cases: heapSurvivors()),
            JUnitSuite(name: "outlive.known", cases: knownLeaks(root: root)),
            JUnitSuite(name: "outlive.fidelity", cases: equivalence),
        ].filter { !$0.cases.isEmpty }
    }

    /// The figures that a reader may want to follow over several runs.
    private var junitProperties: [(name: String, value: String)] {
        var properties = [
            ("outlive.version", toolVersion), ("seed", "\(plan.seed)"), ("outcome", "\(outcome.rawValue)"),
        ]
        if plan.reset != nil { properties.append(("fallbacks", "\(fallbacks)")) }
        if let comparison {
            properties += [
                ("ratio", "\(comparison.ratio)"), ("relaunch.median.seconds", "\(comparison.launch.median)"),
                ("reset.median.seconds", "\(comparison.reset.median)"),
            ]
            if let interval = comparison.interval {
                properties += [("ratio.lower", "\(interval.lower)"), ("ratio.upper", "\(interval.upper)")]
            }
        }
        for slope in slopes { properties.append(("soak.\(slope.metric.rawValue).perCycle", "\(slope.perCycle)")) }
        return properties.map { (name: $0.0, value: $0.1) }
    }

    private var completion: JUnitCase {
        var completion = JUnitCase(name: "run completed", output: [summaryLine])
        let growth = excerpt { $0.writeSoak(self) }
        if !growth.isEmpty { completion.output += [""] + growth }
        if let first = failures.first {
            completion.problem = JUnitCase.Problem(
                kind: .error, message: oneLine(first.message), type: first.code.rawValue,
                details: excerpt { $0.writeFailures(failures) })
        } else if interrupted {
            completion.problem = JUnitCase.Problem(
                kind: .error, message: "the run was interrupted: run it again", type: "interrupted")
        }
        return completion
    }

    /// Returns the case for the end of a merged run.
    private func completion(_ shard: Shard) -> JUnitCase {
        var completion = JUnitCase(
            name: "run \(shard.name) completed",
            output: [oneLine(shard.summary), "on \(oneLine(shard.machine.inWords))"])
        guard shard.outcome == .failed || shard.outcome == .interrupted else { return completion }
        completion.problem = JUnitCase.Problem(
            kind: .error, message: oneLine(shard.summary), type: shard.outcome.words,
            details: shard.outcome == .failed ? excerpt { $0.writeFailures(failures) } : [])
        return completion
    }

    /// Returns the cases of each run, with the name of the run.
    private func eachRun(_ cases: (Report) -> [JUnitCase]) -> [JUnitCase] {
        shards.flatMap { shard in
            cases(shard.figures).map { testCase in
                var testCase = testCase
                testCase.name = "run \(shard.name): \(testCase.name)"
                return testCase
            }
        }
    }

    private var speed: [JUnitCase] {
        guard let gate = plan.minimumSpeedup else { return [] }
        var speed = JUnitCase(
            name: "reset is \(decimal(gate))x faster than relaunch", seconds: comparison?.reset.median,
            output: excerpt { $0.writeTiming(self) })
        if missesGate {
            let reached =
                comparison?.interval.map { "it is \(decimal($0.lower))x" }
                ?? (comparison == nil ? comparisonObstacle : "there is no interval")
            speed.problem = JUnitCase.Problem(
                kind: .failure,
                message: "the interval's lower end must reach \(decimal(gate))x: \(reached)", type: "gate",
                details: speed.output)
            speed.output = []
        }
        return [speed]
    }

    /// The cases for growth, one for each metric, if growth fails the run.
    private var growth: [JUnitCase] {
        guard plan.growth == .fail else { return [] }
        return SoakTable(self).rows.map { row in
            var metric = JUnitCase(name: "no growth of \(row.label)", output: [row.sentence])
            if row.slope.grows {
                metric.problem = JUnitCase.Problem(
                    kind: .failure, message: row.sentence, type: "growth", details: metric.output)
                metric.output = []
            } else if row.slope.interval == nil {
                metric.problem = JUnitCase.Problem(kind: .skipped, message: "too few \(plan.round)s to judge")
            }
            return metric
        }
    }

    /// Returns a case for the watch for leaks, one for each cause, and one for each other component.
    private func leaks(root: String) -> [JUnitCase] {
        var watched = JUnitCase(name: "leaks watched")
        if heap != nil || watch == .watched {
            watched.output = ["Leaks: \(leaksHeadline)"]
        } else {
            watched.problem = JUnitCase.Problem(kind: .skipped, message: "leaks \(leaksHeadline)")
        }
        // An accepted component is among the known leaks and does not count as clean.
        let seen = Set(findings.lazy.filter { $0.tier == .registry }.map(\.key))
        let clean = Set(components).subtracting(seen).sorted { $0.precedes($1) }
        let others = UncausedFindings(findings).registered
        let causes = causes
        let names = CaseNames(causes.map(CaseNames.Subject.init) + (others.map(\.key) + clean).map { .init($0) })
        let failing = Set(failingFindings)
        return [watched]
            + causes.map { cause in
                var result = JUnitCase(name: names[.init(cause)], place: cause.place(in: root))
                let details = excerpt { $0.write(cause, runs: runs) }
                guard cause.findings.contains(where: failing.contains) else {
                    result.output = details
                    return result
                }
                result.problem = JUnitCase.Problem(
                    kind: .failure, message: cause.brief, type: cause.verdict.rawValue, details: details)
                return result
            }
            + others.map { finding in
                JUnitCase(
                    name: names[.init(finding.key)], place: finding.place(in: root),
                    output: excerpt {
                        $0.writeBrief([finding])
                        $0.paragraph(finding.hint(settled: $0.lateTime(finding)), indent: 4)
                    })
            } + clean.map { JUnitCase(name: names[.init($0)]) }
    }

    /// Returns a case for the watch of the heap, one for all bounded types, and one for known growth.
    private func heapSurvivors() -> [JUnitCase] {
        let others = UncausedFindings(findings)
        guard heap != nil || !others.heap.isEmpty || !others.libraryGrowth.isEmpty else { return [] }
        var watched = JUnitCase(name: "heap watched", output: excerpt { $0.writeHeap(self) })
        if !measuredHeapCycles {
            watched.problem = JUnitCase.Problem(kind: .skipped, message: "no cycle was measured")
        }
        var cases = [watched]
        if !others.heap.isEmpty {
            cases.append(
                JUnitCase(
                    name: "types that stay, and do not grow", output: excerpt { $0.writeBrief(others.heap) }))
        }
        if !others.libraryGrowth.isEmpty {
            cases.append(
                JUnitCase(
                    name: "known growth of libraries",
                    output: excerpt { $0.writeLibraryGrowth(others, isListed: true, toolchain: toolchain) }))
        }
        return cases
    }

    /// Returns a skipped case for each accepted cause, and a case for each entry that needs attention.
    private func knownLeaks(root: String) -> [JUnitCase] {
        let known = KnownFindings(self)
        let names = CaseNames(known.accepted.map(CaseNames.Subject.init))
        let accepted = known.accepted.map { cause in
            JUnitCase(
                name: names[.init(cause)], place: cause.place(in: root),
                problem: cause.leader.known.map { entry in
                    JUnitCase.Problem(kind: .skipped, message: "known: \(entry.inWords)", details: [cause.brief])
                },
                output: excerpt { $0.writeAccepted(cause) })
        }
        let concerns = known.concerns.map { concern in
            var result = JUnitCase(name: "entry \(concern.entry.match.inWords)")
            if concern.kind == .expired, failsByExpiredLeaks {
                result.problem = JUnitCase.Problem(
                    kind: .failure, message: concern.sentence, type: concern.kind.rawValue,
                    details: ["known: \(concern.entry.inWords)"])
            } else {
                result.output = ["warning: \(concern.sentence)", "known: \(concern.entry.inWords)"]
            }
            return result
        }
        return accepted + concerns
    }

    /// The cases for fidelity: one for each check, to keep its history, or without a comparison only the probe's.
    private var equivalence: [JUnitCase] {
        let verdict = fidelityVerdict
        let isProbed = isMerged ? shards.contains { $0.plan.probe != nil } : plan.probe != nil
        if verdict == nil, !isProbed, stateDifferences.isEmpty { return [] }
        let checks = verdict == nil ? [.probe] : FidelityCheck.allCases.filter { $0 != .types || heap != nil }
        return checks.map { equivalence(in: $0, verdict) }
    }

    private func equivalence(in check: FidelityCheck, _ verdict: FidelityVerdict?) -> JUnitCase {
        var result = JUnitCase(name: "\(check.words) as after a launch")
        let differences = verdict?.differences[check] ?? []
        var details = excerpt { $0.write(Array(differences.prefix(100))) }
        if check == .probe, !stateDifferences.isEmpty { details = excerpt { $0.writeStateDifferences(self) } }
        let passes = check == .probe ? probePrintedTheSame : verdict?.compared.contains(check) == true
        if !details.isEmpty, fails(check) {
            let message =
                check == .probe
                ? "the probe output differs from that after a launch"
                : differences.count == 1
                    ? differences[0].words() : "\(counted(differences.count, "difference")) in \(check.words)"
            result.problem = JUnitCase.Problem(
                kind: .failure, message: message, type: check.rawValue, details: details)
        } else if details.isEmpty, !passes {
            result.problem = JUnitCase.Problem(kind: .skipped, message: "not compared")
        } else {
            result.output = details
        }
        let expected = verdict?.expected.filter { $0.check == check } ?? []
        result.output += expected.map { "expected: \($0.difference.words()): \(oneLine($0.difference.reason ?? ""))" }
        return result
    }
}

/// The names of causes and components among test cases.
private struct CaseNames {
    /// The subject of a case: a cause, by its name and the leaked type, or a component.
    struct Subject: Hashable {
        let name: String
        let site: RegistrationSite

        init(_ cause: Cause) {
            let key = cause.leader.key
            let leaked = "\(oneLine(key.type)) in \(key.site.fileID)"
            name = cause.culprit == nil ? key.caseName : "\(oneLine(cause.name)): \(leaked)"
            site = key.site
        }

        init(_ key: ComponentKey) { (name, site) = (key.caseName, key.site) }
    }

    private let sharing: [String: Int]

    init(_ subjects: [Subject]) {
        sharing = subjects.reduce(into: [:]) { $0[$1.name, default: 0] += 1 }
    }

    /// Returns the name of a case, with line and column only if needed, as its history ends when the name changes.
    subscript(subject: Subject) -> String {
        sharing[subject.name] == 1 ? subject.name : "\(subject.name):\(subject.site.line):\(subject.site.column)"
    }
}

extension ComponentKey {
    /// The name of the component unless it is that of the type, its type, and its file.
    fileprivate var caseName: String {
        let isOfType = name == type || type.hasSuffix(".\(name)")
        return oneLine((isOfType ? [type] : [name, type]).joined(separator: ": ") + " in \(site.fileID)")
    }
}
