package import OutliveModel
import OutliveSupport

extension HeapFormat {
    /// Returns a report of a program's state in this format.
    ///
    /// - Parameter isBrief: `true` if text lists only the first values of each variable.
    package func bytes(for report: StateReport, style: TextStyle = TextStyle(), isBrief: Bool = true) throws -> [UInt8]
    {
        switch self {
        case .listing(let format): try format.bytes(for: report, style: style, isBrief: isBrief)
        case .html: report.page
        }
    }
}

extension StateReport {
    /// The greatest number of rows of the list, which a search narrows.
    private static let rows = 5000

    /// One HTML page that loads nothing: what differs, the variables with their values, and the notes.
    fileprivate var page: [UInt8] {
        let sections = [differences, listing, remarks].compactMap(\.self)
        let name = executable.split(separator: "/").last.map(String.init) ?? target
        return htmlPage("Outlive: state of \(name)", [verdict] + sections, .ofReport)
    }

    private var verdict: PageSection {
        let tone: Tone = difference.map { $0.changes.isEmpty ? .good : .warn } ?? .plain
        let sentence = difference.map { $0.changes.isEmpty ? "No variable differs" : $0.changesInWords }
        var section = PageSection("verdict", "State", heading: "", tone: tone) {
            if sentence != nil { HTMLNode.paragraph(oneLine(subjectInWords)) }
            HTMLNode.paragraph(extentInWords().capitalizedFirst)
            if let difference {
                HTMLNode.paragraph(
                    "\(counted(difference.compared, "variable")) compared with "
                        + oneLine(baselines.joined(separator: ", ")))
                HTMLNode.notes(difference.notes)
            }
            HTMLNode.paragraph("Made by Outlive \(toolVersion)", class: "note")
        }
        section.sentence = oneLine(sentence ?? subjectInWords)
        return section
    }

    private var differences: PageSection? {
        guard let difference, !difference.changes.isEmpty else { return nil }
        return PageSection("changes", "Changes", heading: difference.changesInWords.capitalizedFirst, tone: .warn) {
            HTMLTable(
                label: "Changes",
                columns: [.text("Variable"), .text("Before"), .text("Now"), .place("Declared")], limit: Self.rows,
                noun: "path", isWide: true
            ).node(difference.changes) { change in
                let values = change.values
                return [
                    .code(change.subject), .code(values.old, class: "old"), .code(values.new, class: "new"),
                    change.line.map { .code("\($0)") } ?? .none,
                ]
            }
        }
    }

    private var listing: PageSection? {
        let rows = variables.flatMap { variable in
            [ListedValue(name: variable.title, words: variable.ownWords, bytes: variable.size + variable.bytes)]
                + variable.values.dropFirst().filter(\.isShown).map {
                    ListedValue(name: variable.title + $0.path, words: $0.words(type: $0.type), bytes: nil)
                }
        }
        guard !rows.isEmpty else { return nil }
        return PageSection("variables", "Variables", heading: "Globals and statics") {
            HTMLNode.searchField(id: "variables", items: "tbody tr", noun: "value", plural: "values")
            HTMLTable(
                label: "Globals and statics", columns: [.text("Variable"), .text("Value"), .number("Bytes")],
                limit: Self.rows, noun: "value", isWide: true
            ).node(rows) { [.code($0.name), .code($0.words), .text($0.bytes.map(bytesText) ?? "")] }
        }
    }

    private var remarks: PageSection? {
        notes.isEmpty ? nil : PageSection("notes", "Notes", heading: "Notes") { HTMLNode.notes(notes) }
    }
}

/// A row of the list: a variable, or what it leads to.
private struct ListedValue {
    let name: String
    let words: String
    let bytes: Int?
}
