package import OutliveModel

/// Short answers from the report of a run.
package struct ReportAnswers: Sendable {
    private let shown: Presentation
    private var report: Report { shown.report }

    package init(_ report: Report) { shown = Presentation(report.namesOnly) }

    /// The questions that the report has an answer to, the most important first.
    package var answered: [BriefQuestion] {
        [.leaks, .growth] + (report.stuckTaskCount > 0 ? [.tasks] : []) + (report.memory != nil ? [.memory] : [])
    }

    /// The subject of the report: the program, what was measured, and when.
    package var subject: String {
        [shown.program, shown.planSubject, shown.moment].compactMap(\.self).joined(separator: ", ")
    }

    /// The causes, and everything else that keeps the run from being clean.
    package var leaks: BriefAnswer {
        let failures = report.failures.map { "the run failed: \($0.message); its text report says why" }
        let state = report.stateSurvived ? "state survived the reset: see the text report for what differs" : nil
        let besides = [failures.first, state, shown.stuckTasksDescription.map { "\($0): ask tasks" }]
        let heading = "\(shown.outcome.words); leaks: \(shown.leaksHeadline)"
        let next = ["growth", "memory"] + (report.stuckTaskCount > 0 ? ["tasks"] : [])
        var answer = shown.growing.answer(heading: heading, from: .run, next: next)
        answer.conclusions.insert(contentsOf: besides.compactMap(\.self), at: 1)
        answer.data += shown.accepted.map { "known: \($0.brief)" }
        return answer
    }

    /// One cause; see `[Cause].answer(about:)`.
    package func cause(_ subject: String?) -> BriefAnswer { shown.growing.answer(about: subject, from: .run) }

    /// The growth over the cycles: of memory, by cause, by type and by metric.
    package var growth: BriefAnswer {
        let course = report.course.flatMap { CourseStack($0, by: .type, causes: shown.growing) }
        let slopes = shown.runs.flatMap(\.slopes).filter(\.grows)
        let unexplained = shown.growthHeadline
        let causes = shown.growing.enumerated().map { index, cause in
            "cause \(index + 1): \(cause.title)" + (cause.bytesDescription.map { ", \($0)" } ?? "")
        }
        let failure = report.failures.first.map { "the run failed: \($0.message)" }
        guard course != nil || !slopes.isEmpty || !causes.isEmpty else {
            if let failure { return BriefAnswer("unknown: \(failure); its text report says why", next: ["leaks"]) }
            return BriefAnswer("nothing grew with the cycles: \(shown.leaksHeadline)", next: ["types", "memory"])
        }
        let grown = (course?.bands ?? []).filter { $0.last > $0.first }.sorted {
            ($1.last - $1.first, $0.name) < ($0.last - $0.first, $1.name)
        }
        let types = grown.map { "+\(bytesText($0.last - $0.first)) \($0.name), now \(bytesText($0.last))" }
        // Merged runs repeat what is the same in each.
        let metrics = Set(slopes.map { "\($0.metric.words): +\($0.amountDescription) per cycle" }).sorted()
        return BriefAnswer(
            course.map { "live memory went \($0.sentence())" },
            causes.isEmpty ? unexplained ?? "no cause was found for growth" : unexplained, failure,
            data: causes + metrics + types, next: causes.isEmpty ? ["memory", "types"] : ["cause 1"])
    }

    /// The largest types at the end of the run.
    package var types: BriefAnswer {
        guard let course = report.course.flatMap({ CourseStack($0, by: .type) }) else {
            return BriefAnswer(
                "this report does not list types: run with --heap-snapshot FILE, and ask about that snapshot",
                next: ["leaks"])
        }
        let bands = course.bands.sorted { ($1.last, $0.name) < ($0.last, $1.name) }
        return BriefAnswer(
            "live memory at the end: \(bytesText(course.totals.last ?? 0))",
            data: bands.map { band in
                let change = band.last - band.first
                return "\(bytesText(band.last)) \(band.name)"
                    + (change > 0 ? ", +\(bytesText(change)) since the start" : "")
            }, next: ["growth", "holders TYPE"])
    }

    /// The holders of the leaking objects of a type.
    package func holders(of type: String) -> BriefAnswer {
        let pattern = TypePattern(type)
        let found = report.findings.filter { pattern.matches(HeapType(described: $0.key.type)) }
        guard !found.isEmpty else {
            return BriefAnswer(
                "the report has no findings\(type.asTypePattern): it lists the types that outlive their cycles; a snapshot "
                    + "has all", next: ["leaks", "types"])
        }
        let types = Set(found.map(\.key.type)).count
        let rows = found.flatMap { $0.holderLines(objects: $0.countInRun, name: $0.key.type) }
        return BriefAnswer(
            "\(counted(found.count, "finding")) of \(types == 1 ? "this type" : counted(types, "type")): "
                + found.prefix(3).map { "\($0.amount), \($0.verdict.rawValue)" }.joined(separator: "; "),
            data: rows, next: ["cause 1"])
    }

    /// The tasks that nothing can resume.
    package var tasks: BriefAnswer {
        guard let groups = report.stuckTasks, !groups.isEmpty else {
            return BriefAnswer(
                "the report has no tasks that nothing can resume; a snapshot or a process shows all tasks",
                next: ["leaks"])
        }
        return groups.stuckAnswer(heading: shown.stuckTasksDescription ?? "", next: ["leaks"])
    }

    /// The use of memory at the end of the run.
    package var memory: BriefAnswer {
        guard let memory = report.memory else {
            return BriefAnswer(
                "this report does not divide memory: run with --attach, or ask about the process", next: ["growth"])
        }
        return MemoryAnswers(MemoryReport(of: memory, target: "")).answer
    }
}

extension String {
    /// The pattern after a noun: ` of type 'Session'`, or an empty text for `*`, which matches all types.
    var asTypePattern: String {
        !isEmpty && allSatisfy { $0 == "*" } ? "" : " of type '\(oneLine(elided(self, to: 80, .middle)))'"
    }
}

extension Finding {
    /// A line for each way by which the objects are kept.
    fileprivate func holderLines(objects: Int, name: String) -> [String] {
        traces.holderLines(objects: objects, name: name)
    }
}

extension [LeakTrace] {
    /// Returns a line for each way by which objects are kept, most objects first.
    func holderLines(objects: Int, name: String) -> [String] {
        guard !isEmpty else { return ["no holder was found of \(objects) \(name)"] }
        return withCommonSuspects.map { trace in
            let ways = [
                trace.causeDescription ?? (trace.isBare ? trace.title : nil), trace.isBare ? nil : trace.pathInLine,
            ]
            return "\(trace.objects) of \(objects) \(elided(oneLine(name), to: 60, .middle)) "
                + ways.compactMap(\.self).joined(separator: ": ")
        }
    }
}
