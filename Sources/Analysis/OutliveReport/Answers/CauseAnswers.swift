internal import OutliveModel

/// What shows a cause.
enum CauseSource {
    /// Cycles or tests, whose verdict it has.
    case run
    /// One snapshot, which has no verdict and no cycles.
    case snapshot
}

extension [Cause] {
    /// The first cause with its fix, then the others, as conclusions and data of an answer.
    ///
    /// - Parameter heading: The conclusion that precedes them.
    func answer(heading: String, from source: CauseSource, next: [String]) -> BriefAnswer {
        guard let first else { return BriefAnswer(heading, next: next) }
        var answer = BriefAnswer(heading, "cause 1: \(first.line(from: source))")
        answer.conclusions += first.adviceLines
        answer.data = dropFirst().enumerated().map { "cause \($0.offset + 2): \($0.element.line(from: source))" }
        answer.next = ["cause 1 for the path and places"] + next
        return answer
    }

    /// One cause in full.
    ///
    /// - Parameter subject: Its number, the start of its fingerprint, or its name; `nil` for the first.
    func answer(about subject: String?, from source: CauseSource) -> BriefAnswer {
        if isEmpty, subject == nil { return BriefAnswer("there is no cause", next: ["leaks"]) }
        let subject = subject ?? "1"
        guard let index = index(of: subject) else {
            let named = oneLine(elided(subject, to: 60, .tail))
            return BriefAnswer(
                unanswered: isEmpty ? "there is no cause" : "there is no cause '\(named)': there are 1 to \(count)",
                next: ["leaks"])
        }
        let cause = self[index]
        let verdict = source == .run ? ", \(cause.verdict.rawValue)" : ""
        var answer = BriefAnswer("cause \(index + 1) of \(count)\(verdict): \(cause.title)")
        answer.conclusions += cause.adviceLines
        answer.data = cause.pathLines + cause.facts(from: source).map { "\($0.label): \($0.value)" }
        let type = cause.leader.key.type
        answer.next = index + 1 < count ? ["cause \(index + 2)"] : []
        answer.next += ["holders \(oneLine(elided(type, to: 80, .middle)))", "fix it, then soak or compare"]
        return answer
    }

    /// Returns the index of a cause by its number, the start of its fingerprint, or its name.
    func index(of subject: String) -> Int? {
        // Eight digits are no number of a cause, but the start of a fingerprint may look like one.
        if subject.utf8.count < 6, let number = Int(subject) { return indices.contains(number - 1) ? number - 1 : nil }
        let isFingerprint = subject.utf8.count >= 6
        return firstIndex { isFingerprint && $0.fingerprint.hasPrefix(subject) } ?? firstIndex { $0.name == subject }
    }
}

extension Cause {
    /// Returns the cause in one line, with its place, rate and fingerprint.
    func line(from source: CauseSource) -> String {
        let hasRate = source == .run && bytesPerCycle > 0 && leader.live.count > 1
        let amount = hasRate ? "+\(bytesText(bytesPerCycle)) per cycle" : sizeDescription
        let site = source == .run ? brief : title
        return [site, amount, leader.fingerprint.map { "fingerprint \($0)" }].compactMap(\.self)
            .joined(separator: ", ")
    }

    /// The fix, and the reasons for doubt.
    var adviceLines: [String] { advice.enumerated().map { $0.offset == 0 ? "fix: \($0.element)" : $0.element } }

    /// The leak trace with the reference to cut, then the other ways by which objects are kept.
    fileprivate var pathLines: [String] {
        let traces = leader.traces.withCommonSuspects
        guard let trace = traces.first else { return [] }
        return trace.pathLines(of: leader.countInRun)
            + traces.dropFirst().prefix(2).map {
                "\($0.objects) of \(leader.countInRun) \($0.isBare ? $0.title : "by \($0.pathInLine)")"
            }
    }

    /// Returns the places and numbers of the cause, the most useful first.
    fileprivate func facts(from source: CauseSource) -> [(label: String, value: String)] {
        let isOfRun = source == .run
        let origin = isOfRun ? leader.knownOrigin.map { (leader.made, $0) } : nil
        let bytes = (isOfRun ? bytesDescription : sizeDescription).map { ("bytes", $0) }
        let grows = isOfRun && leader.live.contains { $0 > 0 }
        let live = grows ? ("by \(leader.round)", leader.seriesDescription()) : nil
        let facts = [origin, bytes, live, ("fingerprint", fingerprint)]
        let calls = leader.backtrace.calls.prefix(4).enumerated().map { index, call in
            (index == 0 ? "called in" : "by", call.name + (call.line.map { " (\($0))" } ?? ""))
        }
        return facts.compactMap(\.self) + calls + leakedBesides.map { ("leaks with it", $0.brief) }
    }
}

extension LeakTrace {
    /// The maximum number of steps in an answer, and the columns of each.
    private static let (shownCount, stepWidth) = (10, 150)

    /// The path, a step a line, with a mark at the reference to cut.
    fileprivate func pathLines(of objects: Int) -> [String] {
        let heading = self.objects < objects ? "\(self.objects) of \(objects) \(title)" : title
        guard !isBare else { return [heading] }
        return ["\(heading):"]
            + shownSteps(atMost: Self.shownCount).flatMap { index -> [String] in
                guard let index else { return ["  …"] }
                let isSuspect = culprit?.step == index
                let name = (leadsBack(at: index) ? "back to " : "") + oneLine(steps[index].description)
                let line = "  \(elided(name, to: Self.stepWidth, .middle))" + (isSuspect ? "  <- \(mark)" : "")
                return [line] + (isSuspect ? [unnamedSuspect.map { "     \($0)" }].compactMap(\.self) : [])
            }
    }

    /// `true` if no holder is known, so that there is no step to show.
    var isBare: Bool { shape == .unheld && steps.count < 2 }

    /// The path in one line, with its ends and the suspect reference.
    var pathInLine: String {
        shownSteps(atMost: 6).map { index in
            index.map { elided(oneLine(steps[$0].description), to: 60, .middle) } ?? "…"
        }.joined(separator: " -> ")
    }
}
