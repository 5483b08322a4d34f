internal import OutliveBenchmark
internal import OutliveHeap
internal import OutliveModel
internal import OutliveReport
internal import OutliveSymbols

/// A question with its subjects.
struct AskedQuestion: Sendable {
    let question: BriefQuestion
    /// The report or snapshot that the question is about.
    let now: AnsweredSubject
    /// The earlier one to compare with, or `nil` for none.
    var since: AnsweredSubject?
    /// The cause or the type that the question names, or `nil` if it names none.
    var detail: String?

    /// Returns the answer. Looking up names blocks the calling thread.
    ///
    /// - Throws: `Failure` if two snapshots cannot be compared.
    func answer() throws(Failure) -> BriefAnswer {
        if question == .holders, detail == nil {
            return BriefAnswer(unanswered: "name a type: holders TYPE, where * stands for any text", next: ["types"])
        }
        switch (now, since) {
        case (.report(let now), .report(let then)?): return compared(then, now)
        case (.report(let report), nil): return answer(of: report)
        case (.snapshot(let now), .snapshot(let then)?): return try qualifiedAnswer(of: now, since: then)
        case (.snapshot(let snapshot), nil): return try qualifiedAnswer(of: snapshot, since: nil)
        case (.report, .snapshot), (.snapshot, .report):
            return BriefAnswer(unanswered: "a report cannot be compared with a snapshot: give two of a kind")
        }
    }

    private func answer(of report: Report) -> BriefAnswer {
        let answers = ReportAnswers(report)
        switch question {
        case .leaks: return answers.leaks
        case .cause: return answers.cause(detail)
        case .growth: return answers.growth
        case .types: return answers.types
        case .holders: return answers.holders(of: detail ?? "")
        case .tasks: return answers.tasks
        case .memory: return answers.memory
        case .compare, .soak:
            return BriefAnswer(unanswered: "give the earlier report to compare with (since)", next: ["leaks"])
        }
    }

    private func compared(_ then: Report, _ now: Report) -> BriefAnswer {
        let answers = ComparisonAnswers(from: then, to: now) { then, now in
            ReportComparison(
                from: (then, ComparedReport(then, name: "then")), to: (now, ComparedReport(now, name: "now")),
                policy: ComparisonPolicy(), toolVersion: toolVersion)
        }
        switch question {
        case .compare, .growth: return answers.answer
        case .soak: return answers.isGone(detail)
        default: return answer(of: now)
        }
    }

    /// Returns an answer that says which functions it cannot name.
    private func qualifiedAnswer(of snapshot: SnapshotInput, since: SnapshotInput?) throws(Failure) -> BriefAnswer {
        var answer = try answer(of: snapshot, since: since)
        if let note = snapshot.analysed.namesNote { answer.add(conclusion: note) }
        return answer
    }

    private func answer(of snapshot: SnapshotInput, since: SnapshotInput?) throws(Failure) -> BriefAnswer {
        switch question {
        case .leaks, .cause, .growth, .compare:
            var report =
                since == nil
                ? SnapshotInspection().lostObjects(snapshot)
                : try SnapshotInspection(isTraced: true).report(snapshot, since: since)
            report.symbolicate()
            let answers = SnapshotAnswers(report)
            if question == .cause { return answers.cause(detail) }
            return question == .leaks ? answers.leaks : answers.growth
        case .types:
            var report = try SnapshotInspection(top: 1).report(snapshot, since: nil)
            report.symbolicate()
            return SnapshotAnswers(report).types
        case .holders:
            let report = try SnapshotInspection(pattern: detail, isTraced: true).report(snapshot, since: nil)
            return SnapshotAnswers(report).holders(of: detail ?? "")
        case .tasks: return TaskAnswers(TaskReport(snapshot.analysed)).answer
        case .memory:
            guard let memory = MemoryBreakdown(snapshot.snapshot) else {
                return BriefAnswer(
                    conclusion: "this snapshot does not contain the use of memory: ask about the process",
                    next: ["types"])
            }
            return MemoryAnswers(MemoryReport(of: memory, target: "")).answer
        case .soak: return BriefAnswer(unanswered: "a soak is judged by its report, not by a snapshot", next: ["leaks"])
        }
    }
}
