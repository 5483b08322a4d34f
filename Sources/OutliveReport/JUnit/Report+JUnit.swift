internal import OutliveModel

extension Report {
    /// Every check of the run as a test case; a suite for each question that the run answers.
    ///
    /// - Parameter root: the absolute path of the checkout.
    func junitSuites(root: String) -> [JUnitSuite] {
        [
            JUnitSuite(
                name: "outlive.run", properties: junitProperties,
                cases: isMerged ? shards.map(completion) : [completion]),
            JUnitSuite(name: "outlive.speed", cases: isMerged ? eachRun(\.speed) : speed),
            JUnitSuite(name: "outlive.growth", cases: isMerged ? eachRun(\.growth) : growth),
            JUnitSuite(name: "outlive.leaks", cases: leaks(root: root)),
            JUnitSuite(name: "outlive.heap", cases: heapLeaks(root: root)),
            JUnitSuite(name: "outlive.known", cases: knownLeaks(root: root)),
            JUnitSuite(name: "outlive.fidelity", cases: equivalence),
        ].filter { !$0.cases.isEmpty }
    }

    /// The figures that a reader may want to follow from run to run.
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

    /// Whether the run came to its end, and how the soak went.
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

    /// Whether one of the runs came to its end.
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

    /// The cases of each run, with its name.
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
                ?? (comparison == nil ? whyUncompared : "there is no interval")
            speed.problem = JUnitCase.Problem(
                kind: .failure,
                message: "the interval's lower end must reach \(decimal(gate))x: \(reached)", type: "gate",
                details: speed.output)
            speed.output = []
        }
        return [speed]
    }

    /// One case for each metric, where growth is to fail the run.
    private var growth: [JUnitCase] {
        guard plan.growth == .fail else { return [] }
        return SoakTable(self).rows.map { row in
            var metric = JUnitCase(name: "no growth of \(row.label)", output: [row.sentence])
            if row.slope.grows {
                metric.problem = JUnitCase.Problem(
                    kind: .failure, message: row.sentence, type: "growth", details: metric.output)
                metric.output = []
            } else if row.slope.interval == nil {
                metric.problem = JUnitCase.Problem(kind: .skipped, message: "too few \(plan.round)s to tell")
            }
            return metric
        }
    }

    /// One case that says whether anybody looked, and one for every component, whether anything was found of it or not.
    private func leaks(root: String) -> [JUnitCase] {
        var watched = JUnitCase(name: "leaks watched")
        if watch == .watched {
            watched.output = ["Leaks: \(registryHeadline)"]
        } else {
            watched.problem = JUnitCase.Problem(kind: .skipped, message: "leaks \(registryHeadline)")
        }
        // A component that is accepted is among the known leaks, and not clean.
        let seen = findings.filter { $0.tier == .registry }
        let registered = seen.filter { $0.known == nil }
        let clean = Set(components).subtracting(seen.map(\.key)).sorted { $0.precedes($1) }
        let names = CaseNames(clean + registered.map(\.key))
        return [watched] + junitCases(of: registered, names, root: root)
            + clean.map { JUnitCase(name: names[$0]) }
    }

    /// One case that says whether the heap was watched, one for each leak of its own, one for all types
    /// that grew with them, one for all that stay, and one for known growth.
    private func heapLeaks(root: String) -> [JUnitCase] {
        let found = HeapFindings(findings)
        let alone = found.inFull + found.further
        guard heap != nil || !found.inFull.isEmpty || !found.inBrief.isEmpty || !found.known.isEmpty else { return [] }
        var watched = JUnitCase(name: "heap watched", output: excerpt { $0.writeHeap(self) })
        if !measuredHeapCycles {
            watched.problem = JUnitCase.Problem(kind: .skipped, message: "no cycle was measured")
        }
        var cases = [watched] + junitCases(of: alone, CaseNames(alone.map(\.key)), root: root)
        let grown = found.inBrief.filter { $0.verdict == .leak || $0.verdict == .suspect }
        if !grown.isEmpty { cases.append(junitCase("other types that grow", grown)) }
        let bounded = found.inBrief.filter { $0.verdict == .retained || $0.verdict == .late }
        if !bounded.isEmpty { cases.append(junitCase("types that stay, and do not grow", bounded)) }
        if !found.known.isEmpty {
            cases.append(
                JUnitCase(
                    name: "known growth of libraries",
                    output: excerpt {
                        $0.writeKnown(found, isListed: true, toolchain: toolchain)
                    }))
        }
        return cases
    }

    /// One case for each accepted leak, which is skipped, and one for each entry that needs somebody's attention.
    private func knownLeaks(root: String) -> [JUnitCase] {
        let known = KnownFindings(self)
        let names = CaseNames(known.accepted.map(\.key))
        let accepted = known.accepted.map { finding in
            JUnitCase(
                name: names[finding.key], place: finding.place(in: root),
                problem: finding.known.map { entry in
                    JUnitCase.Problem(
                        kind: .skipped, message: "known: \(entry.inWords)",
                        details: [finding.brief])
                },
                output: excerpt { $0.writeAccepted(finding, known.victims.of(finding)) })
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

    /// Findings in a line each.
    private func junitCase(_ name: String, _ findings: [Finding]) -> JUnitCase {
        let lines = excerpt { $0.writeBrief(findings) }
        let failing = Set(failingFindings)
        guard let worst = findings.first(where: failing.contains) else { return JUnitCase(name: name, output: lines) }
        return JUnitCase(
            name: name,
            problem: JUnitCase.Problem(
                kind: .failure, message: counted(findings.count, "type"), type: worst.verdict.rawValue, details: lines))
    }

    private func junitCases(of findings: [Finding], _ names: CaseNames, root: String) -> [JUnitCase] {
        let failing = Set(failingFindings)
        let victims = Victims(self.findings)
        return findings.map { finding in
            var found = JUnitCase(name: names[finding.key], place: finding.place(in: root))
            let details = excerpt { $0.write(finding, victims.of(finding), runs: runs) }
            if failing.contains(finding) {
                let held = finding.heldInWords.map { ", \($0)" } ?? ""
                found.problem = JUnitCase.Problem(
                    kind: .failure, message: finding.withoutHolder + held, type: finding.verdict.rawValue,
                    details: details)
            } else {
                found.output = details
            }
            return found
        }
    }

    /// One case for every check of fidelity, so that a case has a history; only the probe's where nobody compared.
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
                ? "the probe prints something else than after a launch"
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

/// What components are called among test cases.
private struct CaseNames {
    private let sharing: [String: Int]

    init(_ keys: [ComponentKey]) {
        sharing = keys.reduce(into: [:]) { $0[$1.caseName, default: 0] += 1 }
    }

    /// Without the line, so that a case keeps its history when the code above it changes; with it where it has to be.
    subscript(key: ComponentKey) -> String {
        sharing[key.caseName] == 1 ? key.caseName : "\(key.caseName):\(key.site.line):\(key.site.column)"
    }
}

extension ComponentKey {
    /// Its name where it is not the type's, its type, and its file.
    fileprivate var caseName: String {
        let isOfType = name == type || type.hasSuffix(".\(name)")
        return oneLine((isOfType ? [type] : [name, type]).joined(separator: ": ") + " in \(site.fileID)")
    }
}
