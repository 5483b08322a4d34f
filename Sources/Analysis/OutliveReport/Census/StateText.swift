package import OutliveModel

extension ListingFormat {
    /// Returns a report of a program's state in this format.
    ///
    /// - Parameter isBrief: `true` if text lists only the first values of each variable.
    package func bytes(for report: StateReport, style: TextStyle = TextStyle(), isBrief: Bool = true) throws -> [UInt8]
    {
        try bytes(json: report, style) { $0.write(report, isBrief: isBrief) }
    }
}

extension TextPage {
    /// The number of values below a variable that a brief list shows.
    private static let briefValues = 6
    /// The number of changes that a brief list shows.
    private static let briefChanges = 40

    /// Writes the variables of a program with their values, or the changed ones.
    mutating func write(_ report: StateReport, isBrief: Bool) {
        writeHeading(report)
        if let difference = report.difference {
            write(difference, isBrief: isBrief)
        } else {
            write(report.variables, isBrief: isBrief)
        }
        writeNotes(report.notes)
    }

    private mutating func writeHeading(_ report: StateReport) {
        paragraph(report.subjectInWords, indent: 0, hanging: 2, ink: .strong)
        paragraph(report.extentInWords(unicode: style.unicode), indent: 2, hanging: 2, ink: .faint)
    }

    // MARK: - All variables

    private mutating func write(_ variables: [StateVariable], isBrief: Bool) {
        guard !variables.isEmpty else { return }
        blank()
        func amounts(_ text: String) -> String { aligned(text, 8) + "  " }
        let rows = variables.flatMap { variable in
            let first = AllocationRow(
                amounts: amounts(bytesText(variable.size + variable.bytes)), name: variable.title,
                place: variable.ownWords)
            let below = variable.values.dropFirst().filter { $0.isShown }
            let shown = isBrief ? below.prefix(Self.briefValues) : below[...]
            let rest = below.count - shown.count
            return [first]
                + shown.map {
                    AllocationRow(amounts: amounts(""), name: "  \($0.path)", place: $0.words(type: $0.type))
                }
                + (rest > 0 ? [AllocationRow(amounts: amounts(""), name: "  \(ellipsis) \(rest) more")] : [])
        }
        write(rows, heads: amounts("bytes"), names: ("variable", "value"))
    }

    // MARK: - Differences

    private mutating func write(_ difference: ProgramStateDifference, isBrief: Bool) {
        blank()
        let others = counted(difference.compared, "variable")
        if difference.changes.isEmpty {
            paragraph("No variable differs (\(others) compared)", indent: 0, hanging: 2, ink: .good)
        } else {
            paragraph("\(difference.changesInWords) (\(others) compared)", indent: 0, hanging: 2, ink: .warning)
        }
        let shown = isBrief ? difference.changes.prefix(Self.briefChanges) : difference.changes[...]
        for change in shown {
            let place = change.line.map { " (\($0))" } ?? ""
            paragraph("\(change.subject): \(change.words(arrow: arrow))\(place)", indent: 2, hanging: 4)
        }
        writeMore(difference.changes.count - shown.count, "path")
        for note in difference.notes { paragraph(note, indent: 0, hanging: 2, ink: .faint) }
    }
}

extension StateReport {
    /// The program and the number of its variables: `server (process 4711): 12 globals and statics`.
    var subjectInWords: String {
        let name = executable.split(separator: "/").last.map(String.init) ?? target
        let moment = reason == .core ? " in its core file" : ""
        let unused = variables.count { !$0.isInitialised }
        return "\(name) (process \(processID))\(moment): "
            + counted(variables.count, "global or static", "globals and statics")
            + (unused > 0 ? ", \(unused) not used yet" : "")
    }

    /// What the variables lead to, and the time for which the process was stopped.
    func extentInWords(unicode: Bool = true) -> String {
        let reached = objects > 0 ? "\(counted(objects, "object or collection", "objects and collections")), " : ""
        let pause = pauseSeconds > 0 ? "; paused for \(timeText(pauseSeconds, unicode: unicode))" : ""
        return "lead to \(reached)\(bytesText(bytes))\(pause)"
    }
}

extension ProgramStateDifference {
    /// The number of changes: `3 paths differ`.
    var changesInWords: String { counted(changes.count, "path differs", "paths differ") }

    /// What the comparison leaves out.
    var notes: [String] {
        let chance = counted(unstable.count, "variable differs", "variables differ")
        return (unstable.isEmpty ? [] : ["\(chance) between launches, too: left out"])
            + (comparesContent
                ? []
                : [
                    "texts and data were compared by their length alone, as a file has hashes of its own: compare "
                        + "processes to compare their content"
                ])
    }
}

extension StateVariable {
    /// The type and the value of the variable itself: `Int = 3`, `Session, not used yet`.
    var ownWords: String {
        values.first.map { $0.words(type: title(ofType: type)) } ?? "\(type), not used yet"
    }

    var title: String { kind == .c ? "\(name) (C)" : name }

    /// The type, or what stands for it.
    fileprivate func title(ofType type: String) -> String {
        kind == .environment ? counted(max(values.count - 1, 0), "variable") : type
    }
}

extension StateValue {
    /// `true` if a list shows the value: groups are shown by their members.
    var isShown: Bool { content != .group }

    /// The type and the value: `Int = 3`, `Session`.
    func words(type: String) -> String {
        let several = count > 1 ? "\(count - absent) of \(count)" : nil
        switch content {
        case .group: return type
        case .reference(type), .existential(type): return several.map { "\($0) \(type)" } ?? type
        case _ where type.isEmpty: return content.words
        case .array, .set, .dictionary, .text, .data: return "\(type) = \(content.words)"
        default: return several.map { "\($0) \(type)" } ?? "\(type) = \(content.words)"
        }
    }
}
