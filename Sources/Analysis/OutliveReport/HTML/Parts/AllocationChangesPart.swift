internal import OutliveModel
internal import OutliveSupport

extension AllocationComparison {
    /// The changes of allocations of a unit of work: the sums, the changed sites, and remarks.
    ///
    /// - Parameter heading: The level of the heading: `h3`.
    func node(heading: String = "h3") -> HTMLNode {
        let title = (subject().map { " of \($0)" } ?? "") + ": \(headline())"
        return .group([
            .tag(heading) { "Allocations\(title)" },
            HTMLTable(
                label: "Changed allocations\(title)",
                columns: [
                    .text("Change"), .number("Per \(unit.rawValue)"), .number("Bytes"), .prose("Type"),
                    .prose("Allocated in"), .place("Called by"),
                ], noun: "site"
            ).node(changes) { change in
                [
                    .badge(change.kind.word, change.kind.tone), .text("\(change.old.median) → \(change.new.median)"),
                    .text(change.bytesChange), .code(change.type.description), .code(change.place, class: "place"),
                    change.caller.map { .code($0) } ?? .none,
                ]
            },
            .notes(remarks.map(\.capitalizedFirst)),
        ])
    }
}

extension AllocationChange.Kind {
    fileprivate var word: String {
        switch self {
        case .added: "new"
        case .more: "more"
        case .fewer: "fewer"
        case .removed: "gone"
        }
    }

    fileprivate var tone: Tone {
        switch self {
        case .added, .more: .warn
        case .fewer, .removed: .good
        }
    }
}
