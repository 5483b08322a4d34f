internal import LeakCorpus
internal import OutliveModel

extension Judgement {
    /// Compares the stated truth of a case with its run.
    ///
    /// - Parameters:
    ///   - test: The case, with its stated truth.
    ///   - run: The reports of its cycles, symbolicated.
    ///   - warmup: The number of first cycles that are warm-up for the verdict. Counts and names are checked in all.
    init(_ test: Case, _ run: CaseRun, warmup: Int) {
        let reported = findings(in: run.reports, warmup: warmup).first?.verdict.rawValue ?? "clean"
        let last = run.reports.last?.survivors ?? []
        let live = run.reports.map(\.live)
        let unnamed = last.filter { !$0.backtrace.names(test.namespace) }.map(\.key.name)

        var problems = test.contradictions + [run.error].compactMap { $0 }
        if !test.growth.allows(reported) { problems.append("reported \(reported), stated \(test.growth)") }
        if run.error == nil, run.reports.allSatisfy({ $0.registered == 0 }) { problems.append("tracked nothing") }
        problems += mismatches(in: live, "alive") { test.growth.live(after: $0) }
        problems += mismatches(in: run.cycles.map(\.survivors), "survivors") { _ in Set(test.survivors).sorted() }
        if !unnamed.isEmpty {
            let names = unnamed.sorted().joined(separator: ", ")
            problems.append("the registration of \(names) does not name \(test.namespace)")
        }
        self.init(
            id: test.id, expected: test.growth.verdict, reported: reported,
            survivors: Set(last.map(\.key.name)).sorted(), live: live,
            namesCase: last.isEmpty ? nil : unnamed.isEmpty, problems: problems)
    }
}

/// Describes the first cycle whose value is not the stated one, and counts the others.
private func mismatches<Value: Equatable>(in actual: [Value], _ what: String, stated: (Int) -> Value) -> [String] {
    let wrong = actual.indices.filter { actual[$0] != stated($0 + 1) }
    guard let first = wrong.first else { return [] }
    let more = wrong.count > 1 ? ", and \(wrong.count - 1) more cycles" : ""
    return ["cycle \(first + 1): \(what) \(actual[first]), stated \(stated(first + 1))\(more)"]
}

extension Growth {
    /// Returns `true` if a reported verdict is right for this growth. Objects released while settling are no leak.
    fileprivate func allows(_ reported: String) -> Bool {
        reported == verdict || self == .none && reported == "late"
    }

    /// Returns the number of tracked objects alive after a cycle, counted from 1.
    fileprivate func live(after cycle: Int) -> Int {
        switch self {
        case .none: 0
        case .perCycle(let count): count * cycle
        case .constant(let count): count
        }
    }
}

extension CaseRun.Cycle {
    /// The names of the objects that the cycle tracked and that are alive.
    fileprivate var survivors: [String] {
        let new = report.survivors.filter { $0.births.contains { $0.generation == report.generation } }
        return Set(new.map(\.key.name) + trackedAgain).sorted()
    }
}
