internal import FoundationEssentials
internal import OutliveModel
internal import OutliveSupport

extension ReportFormat {
    /// A line of JSON for each run, each cause in a run, each kind of stuck tasks and each limit of a budget, for
    /// databases.
    package static let ndjson = ReportFormat(name: "ndjson") { shown, _ in
        try jsonLines(shown.databaseRows)
    }
}

extension Presentation {
    /// The rows, run by run: the run first, then its causes, most important first.
    ///
    /// A single run has the rows of a merged report of that run alone, and a row for each of its stuck tasks and limits.
    fileprivate var databaseRows: [DatabaseRow] {
        let merged = isMerged ? self : Presentation(stored.asMerged, options)
        let stuckTasks = isMerged ? [] : stored.stuckTasks ?? []
        let limits = isMerged ? [] : stored.budgets.flatMap { budget in budget.limits.map { (budget, $0) } }
        let causes = merged.causes + merged.filling + merged.accepted
        return merged.runs.flatMap { run in
            [DatabaseRow(run)] + causes.compactMap { DatabaseRow($0, in: run) }
                + stuckTasks.map { DatabaseRow($0, in: run) }
                + limits.map { DatabaseRow($1, of: $0, per: stored.unitOfAllocations, in: run) }
        }
    }
}

/// A row of the table, with the columns of its run; all rows have all columns.
private struct DatabaseRow: Encodable {
    enum Kind: String, Encodable {
        case run, cause, stuck, budget
    }

    private let kind: Kind
    private let run: Shard
    /// The summary of a run, the suspect reference of a cause, the verdict on tasks, or the words for a limit.
    private let subject: String
    private var cause: Cause?
    private var occurrences: [Occurrence] = []
    private var stuckTasks: AlikeTasks?
    private var limit: BudgetLimit?
    private var budget: BudgetReview?

    init(_ run: Shard) { (kind, self.run, subject) = (.run, run, run.summary) }

    /// Creates the row of a cause in a run, or `nil` if the run has none of its findings.
    init?(_ cause: Cause, in run: Shard) {
        (kind, self.run, subject) = (.cause, run, cause.name)
        self.cause = cause
        occurrences = cause.findings.flatMap(\.occurrences).filter { $0.shard == run.id }
        guard !occurrences.isEmpty else { return nil }
    }

    init(_ tasks: AlikeTasks, in run: Shard) {
        (kind, self.run, subject) = (.stuck, run, oneLine(tasks.stuckTitle))
        stuckTasks = tasks
    }

    init(_ limit: BudgetLimit, of budget: BudgetReview, per unit: AllocationFigures.Unit, in run: Shard) {
        (kind, self.run, subject) = (.budget, run, limit.words(per: unit))
        (self.limit, self.budget) = (limit, budget)
    }

    private enum CodingKeys: String, CodingKey {
        case kind, run, started, host, program, launch, system, architecture, outcome, subject, fingerprint, verdict
        case fails, accepted, type, file, line, pattern, fix, objects, bytes
        case bytesPerCycle = "bytes_per_cycle"
        case tests, budget, figure, measured, limit
    }

    func encode(to encoder: any Encoder) throws {
        var row = encoder.container(keyedBy: CodingKeys.self)
        try row.encode(kind, forKey: .kind)
        try row.encode(run.id, forKey: .run)
        try row.encode(run.startedAt, forKey: .started)
        try row.encode(run.host, forKey: .host)
        try row.encode(run.plan.programName, forKey: .program)
        try row.encode(run.plan.launch, forKey: .launch)
        try row.encode(run.machine.system, forKey: .system)
        try row.encode(run.machine.architecture, forKey: .architecture)
        try row.encode(run.outcome, forKey: .outcome)
        try row.encode(subject, forKey: .subject)
        try row.encode(cause?.fingerprint, forKey: .fingerprint)
        try row.encode(occurrences.map(\.verdict).min { $0.rank < $1.rank }, forKey: .verdict)
        try row.encode(fails, forKey: .fails)
        try row.encode(cause.map { _ in occurrences.allSatisfy(\.isAccepted) }, forKey: .accepted)
        try row.encode(cause?.leader.key.type, forKey: .type)
        try row.encode(place?.file, forKey: .file)
        try row.encode(place?.line, forKey: .line)
        try row.encode(cause?.culprit?.pattern, forKey: .pattern)
        try row.encode(cause?.hint ?? stuckTasks?.stuck?.remedy, forKey: .fix)
        try row.encode(stuckTasks?.count ?? cause.map(objects), forKey: .objects)
        try row.encode(cause?.bytes(in: run.id), forKey: .bytes)
        try row.encode(cause?.bytesPerCycle, forKey: .bytesPerCycle)
        try row.encode(tests?.map(\.fullName), forKey: .tests)
        try row.encode(budget.map { oneLine($0.name) }, forKey: .budget)
        try row.encode(limit?.figure, forKey: .figure)
        try row.encode(limit?.measured, forKey: .measured)
        try row.encode(limit?.budget, forKey: .limit)
    }

    /// The tests that leave the objects of a cause behind, or the test of a budget; `nil` in a run of cycles.
    private var tests: [LeakingTest]? {
        cause.flatMap { $0.leader.isOfTests ? $0.tests : nil } ?? budget?.test.map { [$0] }
    }

    /// `true` if the subject of the row fails the run.
    private var fails: Bool {
        switch kind {
        case .run: run.outcome != .clean
        case .cause: occurrences.contains(where: \.failsUnaccepted)
        case .stuck: run.plan.stuck == .fail
        case .budget: limit?.isExceeded == true && run.plan.budget == .fail
        }
    }

    /// Returns the number of objects of the leading finding in the run, as in the title.
    private func objects(of cause: Cause) -> Int {
        cause.leader.occurrences.first { $0.shard == run.id }?.objects ?? 0
    }

    private var place: SourceLine? {
        if let cause { return cause.location ?? cause.leaked.lazy.compactMap(\.site).first }
        return stuckTasks?.creator?.location ?? limit?.sites.lazy.compactMap(\.line).first
    }
}

extension Plan {
    /// The program; reports of earlier versions have only the launch command, whose first word is taken.
    fileprivate var programName: String {
        program ?? launch.prefix { !$0.isWhitespace }.split(separator: "/").last.map(String.init) ?? ""
    }
}
