internal import OutliveModel

extension Page {
    private static let functions = 8

    /// Writes the functions of a backtrace, only those of the user's program if their lines are known.
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
        let more = max(backtrace.frames.count, calls.count) - shown.count
        if more > 0 { line(indent: indent, Span("\(ellipsis) \(more) more in the JSON report", .faint)) }
    }
}
