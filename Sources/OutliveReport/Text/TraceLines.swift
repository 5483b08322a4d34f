internal import OutliveModel

extension Page {
    /// How many steps of a trace, and how many other traces and victims of a finding, are shown.
    private static let steps = 14
    private static let otherTraces = 4
    private static let victims = 8
    /// Deeper steps are not indented further.
    private static let levels = 8

    /// What keeps objects alive: the first way as a tree, the others in a line each.
    ///
    /// Ways that are cut by one change are told as one: where a reference comes from is often left to chance.
    ///
    /// - Parameters:
    ///   - objects: how many there are.
    ///   - indent: the column of the headings.
    mutating func writeTraces(_ traces: [LeakTrace], of objects: Int, indent: Int = 4) {
        let traces = withCommonCulprits(traces)
        guard let trace = traces.first else { return }
        let isPart = traces.count > 1 || trace.objects < objects
        // Of what nothing holds, there is nothing to show.
        if isPart || trace.shape != .unheld || trace.steps.count > 1 {
            line(indent: indent, Span((isPart ? "\(trace.objects) of \(objects) " : "") + trace.title, .faint))
            writeTree(trace, indent: indent + 2)
        }
        for other in traces.dropFirst().prefix(Self.otherTraces) {
            let label = "\(other.objects) of \(objects) \(other.shape == .unheld ? other.title : "by") "
            let path = other.shape == .unheld && other.steps.count < 2 ? "" : arrows(in: other.description)
            let room = style.width - indent - columns(of: label)
            line(indent: indent, Span(label, .faint), Span(elided(path, to: room, .middle, mark: ellipsis)))
        }
        let more = traces.count - 1 - Self.otherTraces
        if more > 0 {
            line(indent: indent, Span("\(ellipsis) \(counted(more, "more way")) in the JSON report", .faint))
        }
    }

    /// What goes with a finding, a line each.
    mutating func writeVictims(_ victims: [Finding]) {
        guard !victims.isEmpty else { return }
        line(indent: 4, Span("what goes with them", .faint))
        writeBrief(Array(victims.prefix(Self.victims)), indent: 6, showsVerdict: false)
        let more = victims.count - Self.victims
        if more > 0 {
            line(indent: 6, Span("\(ellipsis) and \(counted(more, "type")) more, in the JSON report", .faint))
        }
    }

    /// The steps of a trace below each other, the culprit marked, and below it what to do.
    private mutating func writeTree(_ trace: LeakTrace, indent: Int) {
        if trace.shape == .unheld, trace.steps.count < 2 { return }
        for place in shownSteps(of: trace) {
            guard let place else {
                line(indent: indent + 2 * Self.levels, Span(ellipsis, .faint))
                continue
            }
            writeStep(place, of: trace, indent: indent + depth(of: place))
            if let culprit = trace.culprit, culprit.step == place, trace.shape != .unheld {
                let bar = place == trace.steps.count - 1 ? "  " : style.unicode ? "│ " : "| "
                let indent = indent + depth(of: place + 1)
                // A step may stand for more than the one reference in it that is to be cut.
                let isNamed = trace.steps[place].description.contains(culprit.name)
                let advice = (isNamed ? "" : legible(culprit.name) + ": ") + culprit.pattern.hint
                for part in wrapped(advice, to: style.width - indent - 2) {
                    line(indent: indent, Span(bar, .faint), Span(part, .warning))
                }
            }
        }
    }

    /// One step, which is marked where its reference is to be cut.
    private mutating func writeStep(_ place: Int, of trace: LeakTrace, indent: Int) {
        let step = trace.steps[place]
        let isLast = place == trace.steps.count - 1
        // Behind the cycle may come what it leads to.
        let end = trace.shape == .cycle ? trace.steps.lastIndex { $0.name == trace.steps[0].name } : nil
        let isBack = place > 0 && place == end
        let branch = place == 0 ? "" : style.unicode ? "└ " : "` "
        let isCulprit = trace.culprit?.step == place
        let mark = !isCulprit ? "" : trace.shape == .unheld ? "  <- held by nothing that was found" : "  <- cut here"
        let room = style.width - indent - columns(of: branch) - columns(of: mark)
        let name = elided(legible((isBack ? "back to " : "") + step.description), to: room, .middle, mark: ellipsis)
        let ink: Ink = mark.isEmpty ? isLast ? .strong : .plain : .badStrong
        line(indent: indent, Span(branch, .faint), Span(name, ink), Span(mark, .bad))
    }

    private func depth(of place: Int) -> Int { 2 * min(max(place - 1, 0), Self.levels) }

    /// The steps that are shown, with nil for what is left out between them: both ends, and what is around the culprit.
    private func shownSteps(of trace: LeakTrace) -> [Int?] {
        let all = trace.steps.indices
        guard all.count > Self.steps else { return Array(all) }
        let culprit = trace.culprit?.step ?? 0
        let shown = all.filter { $0 < 4 || $0 >= all.count - 4 || abs($0 - culprit) <= 1 }
        return shown.enumerated().flatMap { index, place -> [Int?] in
            index > 0 && place > shown[index - 1] + 1 ? [nil, place] : [place]
        }
    }

    /// Traces of which those that have a culprit in common are one: the most frequent, which counts the objects of all.
    private func withCommonCulprits(_ traces: [LeakTrace]) -> [LeakTrace] {
        var places: [String: Int] = [:]
        return traces.reduce(into: []) { told, trace in
            guard trace.shape != .unheld, let name = trace.culprit?.name else { return told.append(trace) }
            if let place = places[name] {
                told[place].objects += trace.objects
            } else {
                places[name] = told.count
                told.append(trace)
            }
        }
    }

    private func arrows(in path: String) -> String {
        let path = legible(path)
        return style.unicode ? path.replacing(" -> ", with: " → ") : path
    }
}

extension LeakTrace {
    fileprivate var title: String {
        switch shape {
        case .path: "kept alive by"
        case .cycle: "kept alive by a cycle"
        case .unheld: "kept alive by nothing that was found"
        }
    }
}
