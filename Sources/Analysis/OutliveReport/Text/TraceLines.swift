internal import OutliveModel

extension TextPage {
    /// The maximum number of steps of a full trace and of a brief one, and of further traces of a finding.
    private static let steps = 14
    private static let briefSteps = 8
    private static let otherTraces = 4
    /// The minimum width of a name beside its place, in columns.
    private static let minimumNameWidth = 16
    /// The depth from which steps are not indented further.
    private static let levels = 8

    /// Writes the leak traces of a finding, the first as a tree and the others in a line each.
    mutating func writeTraces(_ traces: [LeakTrace], of objects: Int, indent: Int = 4) {
        let traces = traces.withCommonSuspects
        guard let trace = traces.first else { return }
        let isPart = traces.count > 1 || trace.objects < objects
        line(indent: indent, Span((isPart ? "\(trace.objects) of \(objects) " : "") + trace.title, .faint))
        writeTree(trace, indent: indent + 2)
        for other in traces.dropFirst().prefix(Self.otherTraces) {
            let isBare = other.shape == .unheld && other.steps.count < 2
            let path = isBare ? "" : " " + inBrief(other, columns: style.width - indent - 2)
            let label = "\(other.objects) of \(objects) \(other.shape == .unheld ? other.title : "by")"
            let parts = wrapped(label + path, to: style.width - indent - 2)
            for (index, part) in parts.enumerated() {
                let head = index == 0 && part.hasPrefix(label) ? label : ""
                line(
                    indent: indent + (index == 0 ? 0 : 2), Span(head, .faint), Span(String(part.dropFirst(head.count))))
            }
        }
        writeMore(traces.count - 1 - Self.otherTraces, "trace", indent: indent)
    }

    private mutating func writeTree(_ trace: LeakTrace, indent: Int) {
        // Objects without a known holder have no step to show.
        if trace.shape == .unheld, trace.steps.count < 2 { return }
        for index in trace.shownSteps(atMost: Self.steps) {
            guard let index else {
                line(indent: indent + 2 * Self.levels, Span(ellipsis, .faint))
                continue
            }
            let isSuspect = trace.culprit?.step == index
            let bar = index == trace.steps.count - 1 ? "  " : style.unicode ? "│ " : "| "
            let below = indent + depth(of: index + 1)
            writeStep(index, of: trace, mark: isSuspect ? "<- " + trace.mark : nil, indent: indent + depth(of: index)) {
                $0.line(indent: below, Span(bar, .faint), $1)
            }
            if isSuspect, let suspect = trace.unnamedSuspect {
                for part in wrapped(legible(suspect), to: style.width - below - 2) {
                    line(indent: below, Span(bar, .faint), Span(part, .warning))
                }
            }
        }
    }

    /// Writes a step, with a mark if it has the reference to cut.
    ///
    /// The place in the source is never shortened. If it does not fit beside the name, it goes on the next line.
    private mutating func writeStep(
        _ index: Int, of trace: LeakTrace, mark: String?, indent: Int, below: (inout TextPage, Span) -> Void
    ) {
        let step = trace.steps[index]
        let branch = index == 0 ? "" : style.unicode ? "└ " : "` "
        let name = legible((trace.leadsBack(at: index) ? "back to " : "") + step.name + (step.edge ?? ""))
        let location = step.location.map { "(\(legible($0.description)))" }
        let room = style.width - indent - columns(of: branch)
        let beside = location.map { columns(of: $0) + 1 } ?? 0
        let isBeside = location != nil && min(columns(of: name), Self.minimumNameWidth) + beside <= room
        let shown = elided(name, to: room - (isBeside ? beside : 0), .middle, mark: ellipsis)
        let text = shown + (isBeside ? " " + (location ?? "") : "")
        let isMarked = mark.map { columns(of: text) + 2 + columns(of: $0) <= room } ?? false
        let ink: Ink = mark != nil ? .badStrong : index == trace.steps.count - 1 ? .strong : .plain
        line(indent: indent, Span(branch, .faint), Span(text, ink), Span(isMarked ? "  " + (mark ?? "") : "", .bad))
        if let location, !isBeside { below(&self, Span(location, ink)) }
        if let mark, !isMarked { below(&self, Span(mark, .bad)) }
    }

    private func depth(of index: Int) -> Int { 2 * min(max(index - 1, 0), Self.levels) }

    private func inBrief(_ trace: LeakTrace, columns room: Int) -> String {
        let steps = trace.shownSteps(atMost: Self.briefSteps).map { index -> String in
            guard let index else { return ellipsis }
            let step = trace.steps[index]
            let location = step.location.map { " (\(legible($0.description)))" } ?? ""
            let name = legible(step.name + (step.edge ?? ""))
            return elided(
                name, to: max(room - columns(of: location) - 2, Self.minimumNameWidth), .middle, mark: ellipsis)
                + location
        }
        return steps.joined(separator: style.unicode ? " → " : " -> ")
    }

    private static let functions = 8

    /// Writes the functions of a backtrace; if their lines are known, only the functions of the user's program.
    mutating func writeStack(_ backtrace: Backtrace, indent heading: Int) {
        guard !backtrace.frames.isEmpty else { return }
        let calls = backtrace.calls
        let shown = calls.prefix(Self.functions)
        let indent = heading + 2
        line(indent: heading, Span("backtrace", .faint))
        let room = style.width - indent
        let names = shown.map { legible($0.name) }
        // Short names leave the room to paths.
        let nameWidth = min(names.map { columns(of: $0) }.max() ?? 0, room / 2)
        for (call, name) in zip(shown, names) {
            guard let place = call.place.map(legible) else {
                line(indent: indent, Span(elided(name, to: room, .middle, mark: ellipsis)))
                continue
            }
            let left = elided(name, to: nameWidth, .middle, mark: ellipsis)
            let right = elided(place, to: room - nameWidth - 2, .head, mark: ellipsis)
            line(indent: indent, Span(padded(left, nameWidth)), Span("  "), Span(right, .faint))
        }
        writeMore(max(backtrace.frames.count, calls.count) - shown.count, indent: indent)
    }
}
