package import OutliveModel
internal import OutliveSupport

extension Shard {
    /// The name of the run in a report: the beginning of its id.
    var name: String { oneLine(String(id.prefix(8))) }

    /// The name of the host, or `nil` if it is unknown.
    var hostText: String? { host.map { elided(oneLine($0), to: 40, .middle) } }

    /// `true` if the start is a moment in ISO 8601, so that its day is known.
    var hasDay: Bool { startedAt.utf8.count == 20 && startedAt.hasSuffix("Z") && day != nil }

    /// The day of the start in UTC, or `nil` if the text of a file has none.
    var day: CalendarDay? { CalendarDay(String(startedAt.prefix(10))) }

    /// The start in UTC in short form, `2026-01-02 03:04`, or the original text if it is not in ISO 8601.
    var startText: String {
        hasDay
            ? String(oneLine(startedAt).dropLast(4).replacing("T", with: " "))
            : elided(oneLine(startedAt), to: 32, .tail)
    }

    /// The host, or the machine if no host is known, which distinguishes the machines of a fleet.
    var place: String { hostText ?? elided(oneLine("\(machine)"), to: 80, .middle) }
}

extension [Shard] {
    /// The runs by their start, the oldest first.
    var byStart: [Shard] { sorted { ($0.startedAt, $0.id) < ($1.startedAt, $1.id) } }

    /// Returns the worst runs, of equally bad ones the latest.
    func worst(_ limit: Int) -> [Shard] {
        guard count > limit else { return self }
        let ordered = sorted { first, second in
            if first.outcome != second.outcome { return first.outcome.isWorse(than: second.outcome) }
            return (first.startedAt, first.id) > (second.startedAt, second.id)
        }
        return Array(ordered.prefix(limit))
    }
}

extension Machine: CustomStringConvertible {
    /// The machine in one line: `Debian GNU/Linux 12, x86_64, Example CPU, 2 processors, 8.0 GB`.
    package var description: String {
        let memory = "\(fixed(Double(memoryBytes) / 1e9, digits: 1)) GB"
        return [system, architecture, processor, counted(processors, "processor"), memory]
            .compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
