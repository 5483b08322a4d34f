internal import OutliveModel

extension ReportFormat {
    /// JUnit XML, in which CI servers find a test case for each check.
    ///
    /// There is no standard. This is the output of Ant's task, with the counts of skipped cases that Jenkins reads and
    /// the source files that GitLab links.
    package static let junit = ReportFormat(name: "junit") { shown, _ in
        let suites = shown.junitSuites
        // Ant's schema has no time zone.
        let start = shown.report.startedAt
        let timestamp = start.hasSuffix("Z") ? String(start.dropLast()) : start
        var document = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        XMLElement(
            name: "testsuites", attributes: [("name", "outlive")] + suites.counts,
            children: suites.map { $0.element(timestamp: timestamp) }
        ).write(to: &document)
        return Array(document.utf8)
    }
}

extension Presentation {
    fileprivate var junitSuites: [JUnitSuite] {
        [
            JUnitSuite(
                name: "outlive.run", properties: junitProperties,
                cases: isMerged ? namedRuns.map { completion(of: $0, name: $1) } : [completion] + passedTests),
            JUnitSuite(name: "outlive.speed", cases: namedRuns.flatMap { speed(of: $0, name: $1) }),
            JUnitSuite(name: "outlive.growth", cases: namedRuns.flatMap { growth(of: $0, name: $1) }),
            JUnitSuite(name: "outlive.tests", cases: leakingTests),
            JUnitSuite(name: "outlive.pollution", cases: pollutingTests),
            JUnitSuite(name: "outlive.leaks", cases: leaks),
            JUnitSuite(name: "outlive.heap", cases: heapSurvivors),
            JUnitSuite(name: "outlive.tasks", cases: stuckTasks),
            JUnitSuite(name: "outlive.budget", cases: budgetCases),
            JUnitSuite(name: "outlive.known", cases: knownLeaks),
            JUnitSuite(name: "outlive.fidelity", cases: fidelityCases),
        ].filter { !$0.cases.isEmpty }
    }

    private var junitProperties: [(name: String, value: String)] {
        var properties = [
            ("outlive.version", report.toolVersion), ("seed", "\(report.plan.seed)"),
            ("outcome", "\(outcome.rawValue)"),
        ]
        if report.plan.reset != nil { properties.append(("fallbacks", "\(report.fallbacks)")) }
        if let comparison = report.comparison {
            properties += comparison.arms.map { ("\($0.arm.words).median.seconds", "\($0.total.median)") }
            for ratio in comparison.ratios {
                let name = comparison.hasFamily ? "ratio.\(ratio.base.words).\(ratio.arm.words)" : "ratio"
                properties.append((name, "\(ratio.ratio)"))
                if let interval = ratio.interval {
                    properties += [("\(name).lower", "\(interval.lower)"), ("\(name).upper", "\(interval.upper)")]
                }
            }
        }
        properties += report.slopes.map { ("soak.\($0.metric.rawValue).perCycle", "\($0.perCycle)") }
        return properties.map { (name: $0.0, value: $0.1) }
    }

    private var completion: JUnitCase {
        // An older report has the measured times alone.
        let measured =
            (report.samples.map(\.seconds) + (report.samples.isEmpty ? report.soak.compactMap(\.seconds) : []))
            .reduce(0, +)
        var completion = JUnitCase(
            name: "run completed", seconds: report.seconds ?? measured, output: [summaryLine])
        let growth = excerpt { $0.writeSoak(runs[0], report.soak) }
        if !growth.isEmpty { completion.output += [""] + growth }
        if let first = report.failures.first {
            completion.problem = JUnitCase.Problem(
                kind: .error, message: oneLine(first.message), type: first.code.rawValue,
                details: excerpt { $0.writeFailures(report.failures) })
        } else if report.interrupted {
            completion.problem = JUnitCase.Problem(
                kind: .error, message: "the run was interrupted: run it again", type: "interrupted")
        }
        return completion
    }

    /// Returns a case for the tests themselves, whose results are in a file of their own.
    private var passedTests: [JUnitCase] {
        guard let figures = report.tests else { return [] }
        var passed = JUnitCase(name: "tests passed", output: [figures.description])
        if let failure = figures.failure { passed.fail(failure, type: "tests") }
        return [passed]
    }

    /// Returns a case for each test that leaves something behind, named as the runner names the test.
    ///
    /// A case can have only one failure; it lists all causes.
    private var leakingTests: [JUnitCase] {
        growing.flatMap(\.failedTests).inOrder.map { test in
            let own = growing.filter { $0.failedTests.contains { $0.fullName == test.fullName } }
            let (suite, function) = test.suiteAndFunction
            var result = JUnitCase(
                name: function, className: suite,
                place: own.lazy.compactMap { $0.place(of: test, in: options.root) }.first,
                output: own.flatMap { cause in excerpt { $0.write(cause, runs: mergedRuns) } })
            let failing = own.filter(fails)
            if let worst = failing.first {
                result.fail(failing.map(\.brief).joined(separator: "; "), type: worst.verdict.rawValue)
            }
            return result
        }
    }

    /// Returns a case for each test that leaves variables changed, or one that passes if no test does.
    private var pollutingTests: [JUnitCase] {
        guard let pollution = report.pollution else { return [] }
        let tests = pollution.byTest
        guard !tests.isEmpty else {
            return [JUnitCase(name: "no test leaves a variable changed", output: excerpt { $0.writePollution(self) })]
        }
        return tests.map { test, changes in
            let (suite, function) = test.suiteAndFunction
            var result = JUnitCase(
                name: function, className: suite, place: test.place(in: options.root),
                output: excerpt { page in for change in changes { page.write(change) } })
            result.fail("leaves \(changes.map { $0.words() }.joined(separator: "; "))", type: "pollution")
            return result
        }
    }

    private func completion(of run: Shard, name: String) -> JUnitCase {
        var completion = JUnitCase(
            name: "run completed" + name,
            output: [oneLine(run.summary), "on \(oneLine(run.machine.description))"])
        guard run.outcome == .failed || run.wasInterrupted else { return completion }
        completion.problem = JUnitCase.Problem(
            kind: .error, message: oneLine(run.summary),
            type: (run.outcome == .failed ? Outcome.failed : .interrupted).words,
            details: run.outcome == .failed ? excerpt { $0.writeFailures(report.failures) } : [])
        return completion
    }

    /// Returns a case for the tasks that nothing can resume, if a snapshot shows the tasks.
    private var stuckTasks: [JUnitCase] {
        guard report.stuckTasks != nil else { return [] }
        var tasks = JUnitCase(name: "no stuck tasks", output: excerpt { $0.writeStuckTasks(self) })
        if report.failsByStuckTasks, let words = stuckTasksDescription { tasks.fail(words, type: "stuck") }
        return [tasks]
    }

    /// Returns a case for each limit of each budget.
    private var budgetCases: [JUnitCase] {
        let unit = report.unitOfAllocations
        return report.budgets.flatMap { budget in
            budget.limits.map { limit in
                var result = JUnitCase(
                    name: "\(limit.figure.rawValue) within the budget of \(oneLine(budget.name))",
                    place: place(of: limit, in: budget),
                    output: [limit.words(per: unit)] + limit.siteLines() + [budget.basis(per: unit)])
                if limit.isExceeded, report.failsByBudget { result.fail(limit.words(per: unit), type: "budget") }
                return result
            }
        }
    }

    private func speed(of run: Shard, name: String) -> [JUnitCase] {
        run.gates.map { gate in
            var speed = JUnitCase(
                name: "\(gate.arm.words) is \(decimal(gate.minimum))x faster than \(gate.base.words)" + name,
                seconds: run.comparison?.times(of: gate.arm)?.total.median, output: excerpt { $0.writeTiming(run) })
            if gate.isMissed {
                let reached =
                    gate.ratio?.interval.map { "it is \(decimal($0.lower))x" }
                    ?? (gate.ratio == nil ? comparisonObstacle : "there is no interval")
                speed.fail("the interval's lower end must reach \(decimal(gate.minimum))x: \(reached)", type: "gate")
            }
            return speed
        }
    }

    /// Returns a case for the growth of each metric, if growth fails the run.
    private func growth(of run: Shard, name: String) -> [JUnitCase] {
        guard run.plan.growth == .fail else { return [] }
        return SoakTable(run, report.soak).rows.map { row in
            var metric = JUnitCase(name: "no growth of \(row.label)" + name, output: [row.sentence])
            if row.slope.grows {
                metric.fail(row.explanation, type: "growth")
            } else if row.slope.interval == nil {
                metric.skip("too few \(row.round)s to judge")
            }
            return metric
        }
    }

    private var leaks: [JUnitCase] {
        var watched = JUnitCase(name: "leaks watched")
        if report.watched(.heap) || report.watch == .watched {
            watched.output = ["Leaks: \(leaksHeadline)"]
        } else {
            watched.skip("leaks \(leaksHeadline)")
        }
        // An accepted component is among the known leaks and does not count as clean.
        let seen = Set(report.findings.lazy.filter { $0.tier == .registry }.map(\.key))
        let clean = Set(report.components).subtracting(seen).sorted { $0.precedes($1) }
        let growing = growing.filter(\.failedTests.isEmpty)
        let name = caseNames(growing.map(\.caseSubject) + (registered.map(\.key) + clean).map(\.caseSubject))
        let found = growing.map { cause in
            var result = JUnitCase(
                name: name(cause.caseSubject), place: cause.place(in: options.root),
                output: excerpt { $0.write(cause, runs: mergedRuns) })
            if fails(cause) { result.fail(cause.brief, type: cause.verdict.rawValue) }
            return result
        }
        let others = registered.map { finding in
            JUnitCase(
                name: name(finding.key.caseSubject), place: finding.place(in: options.root),
                output: excerpt { $0.writeBrief(finding) })
        }
        return [watched] + found + others + clean.map { JUnitCase(name: name($0.caseSubject)) }
    }

    private var heapSurvivors: [JUnitCase] {
        guard report.watched(.heap) || !bounded.isEmpty || !libraryGrowth.isEmpty else { return [] }
        var cases = [JUnitCase(name: "heap watched", output: excerpt { $0.writeHeap(report) })]
        if !measuredHeap {
            cases[0].skip(report.isOfTests ? "no test ran" : "no cycle was measured")
        }
        if !bounded.isEmpty {
            let rows = excerpt { $0.writeBrief(bounded) }
            cases.append(JUnitCase(name: "types that stay, and do not grow", output: rows))
        }
        if !libraryGrowth.isEmpty {
            let rows = excerpt { $0.writeLibraryGrowth(self, isListed: true) }
            cases.append(JUnitCase(name: "known growth of libraries", output: rows))
        }
        return cases
    }

    private var knownLeaks: [JUnitCase] {
        let name = caseNames(accepted.map(\.caseSubject))
        let cases = accepted.map { cause in
            JUnitCase(
                name: name(cause.caseSubject), place: cause.place(in: options.root),
                problem: cause.leader.known.map { entry in
                    JUnitCase.Problem(kind: .skipped, message: "known: \(entry.description)", details: [cause.brief])
                },
                output: excerpt { $0.writeAccepted(cause) })
        }
        return cases
            + concerns.map { concern in
                var result = JUnitCase(name: "entry \(concern.entry.match.description)")
                result.output = ["known: \(concern.entry.description)"]
                if fails(concern) {
                    result.fail(concern.sentence, type: concern.kind.rawValue)
                } else {
                    result.output.insert("warning: \(concern.sentence)", at: 0)
                }
                return result
            }
    }

    /// The cases for fidelity: one for each check, to keep its history, or without a comparison only the probe's.
    private var fidelityCases: [JUnitCase] {
        guard fidelity == nil else {
            return FidelityCheck.allCases.filter { $0 != .types || report.heap != nil }.map(fidelityCase)
        }
        let isProbed = runs.contains { $0.plan.probe != nil } || !report.stateDifferences.isEmpty
        return isProbed ? [fidelityCase(of: .probe)] : []
    }

    private func fidelityCase(of check: FidelityCheck) -> JUnitCase {
        var result = JUnitCase(name: "\(check.words) as after a launch")
        let differences = fidelity?.differences[check] ?? []
        result.output = excerpt { $0.write(Array(differences.prefix(100))) }
        if check == .probe, !report.stateDifferences.isEmpty {
            result.output = excerpt { $0.writeStateDifferences(self) }
        }
        let passes = check == .probe ? probePrintedTheSame : fidelity?.compared.contains(check) == true
        if !result.output.isEmpty, fails(check) {
            let number =
                differences.count == 1
                ? differences[0].words() : "\(counted(differences.count, "difference")) in \(check.words)"
            result.fail(
                check == .probe ? "the probe output differs from that after a launch" : number, type: check.rawValue)
        } else if result.output.isEmpty, !passes {
            result.skip("not compared")
        }
        let expected = fidelity?.expected.filter { $0.check == check } ?? []
        result.output += expected.map { "expected: \($0.difference.words()): \(oneLine($0.difference.reason ?? ""))" }
        return result
    }
}

/// The name of a cause or component as a test case, and its site.
private typealias CaseSubject = (name: String, site: RegistrationSite)

/// Returns the names of cases, with line and column only if needed, as the history of a case ends with its name.
private func caseNames(_ subjects: [CaseSubject]) -> (CaseSubject) -> String {
    let sharing = subjects.reduce(into: [:]) { $0[$1.name, default: 0] += 1 }
    return { sharing[$0.name] == 1 ? $0.name : "\($0.name):\($0.site.line):\($0.site.column)" }
}

extension Cause {
    /// The name of the cause with the leaked type.
    fileprivate var caseSubject: CaseSubject {
        let key = leader.key
        guard culprit != nil else { return key.caseSubject }
        return ("\(oneLine(name)): \(oneLine(key.type)) in \(key.site.fileID)", key.site)
    }
}

extension ComponentKey {
    /// The type and file of the component, after its name if that differs from the type's.
    fileprivate var caseSubject: CaseSubject {
        let isOfType = name == type || type.hasSuffix(".\(name)")
        return (oneLine((isOfType ? [type] : [name, type]).joined(separator: ": ") + " in \(site.fileID)"), site)
    }
}
