internal import OutliveModel
internal import OutliveSupport

extension HeapExplorer {
    /// The causes with their fixes, as `outlive heap --trace` lists them, and the blocks that retain the most.
    var suspects: PageSection {
        PageSection("suspects", "Suspects", heading: "Suspects", tone: heapTone) {
            HTMLNode.paragraph(selection.explanation, class: "note")
            if cards.count >= PageLimits.searchable {
                HTMLNode.searchField(id: "suspects", items: "details.finding", noun: "suspect", plural: "suspects")
            }
            for card in cards.prefix(PageLimits.causes) { node(card) }
            HTMLNode.more(cards.count - PageLimits.causes, "suspect")
            largest
        }
    }

    /// Returns the card of a cause, with a verdict if a run has judged it.
    private func node(_ card: CauseCard) -> HTMLNode {
        let cause = card.cause
        let badge = HTMLNode.badge(cause.verdict.rawValue, cause.verdict == .leak ? .bad : .warn)
        return card.node(quotes, badges: picture.judged == nil ? [] : [badge], size: cause.sizeDescription) {
            heldWith(cause)
            let type = cause.wholeType.map { ("type", HTMLNode.code($0)) }
            let fingerprint = cause.leader.fingerprint.map { _ in
                ("fingerprint", HTMLNode.code(cause.fingerprint, class: "copy"))
            }
            let fields = [type, fingerprint].compactMap(\.self)
            if !fields.isEmpty { HTMLNode.fields(fields) }
        }
    }

    private func heldWith(_ cause: Cause) -> HTMLNode {
        let rows = cause.leakedBesides
        guard !rows.isEmpty else { return .none }
        return .folded("Held with it: \(counted(rows.count, "type"))") {
            HTMLTable(label: "Held with it", columns: [.text("Type"), .number("Amount")], noun: "type", isWide: true)
                .node(rows) { [.code($0.type), .text($0.amount)] }
        }
    }

    /// The single blocks with the largest retained size.
    private var largest: HTMLNode {
        guard let objects = report.largest, !objects.isEmpty else { return .none }
        return .folded("Single blocks that retain the most", class: "group", isOpen: causes.isEmpty) {
            HTMLTable(
                label: "Single blocks that retain the most",
                columns: [
                    .text("Type"), .number("Bytes"), .number("Retained"), .number("Share"), .place("Allocated at"),
                ], limit: PageLimits.explorerObjects, noun: "block", isWide: true
            ).node(objects) { object in
                [
                    .code(object.type?.description ?? "block of memory", limit: PageLimits.explorerText),
                    .text(bytesText(object.bytes)), .text(bytesText(object.retainedBytes)),
                    .text(shareText(object.retainedBytes, of: picture.retained.retainedBytes)),
                    .code(object.site.place, class: "place"),
                ]
            }
        }
    }

    /// The types with new or freed objects since the earlier snapshot.
    var growth: PageSection? {
        guard let growth = report.growth else { return nil }
        return PageSection("growth", "Comparison", heading: "Since the earlier snapshot") {
            if growth.types.isEmpty {
                HTMLNode.paragraph("Nothing was created, and nothing was freed.")
            }
            HTMLTable(
                label: "Types with new or freed objects",
                columns: [
                    .text("Type"), .number("New"), .number("Gone"), .number("Bytes"), .place("Most allocated at"),
                ], limit: PageLimits.explorerTypes, noun: "type", isWide: true
            ).node(growth.types) { type in
                [
                    .code(type.type.description, limit: PageLimits.explorerText), .text(grouped(type.new)),
                    .text(grouped(type.gone)),
                    .text(Scale.bytes(Double(type.bytes)).text(Double(type.bytes), signed: true)),
                    .code(type.site.place, class: "place"),
                ]
            }
        }
    }

    var notes: PageSection? {
        guard !report.notes.isEmpty else { return nil }
        return PageSection("notes", "Notes", heading: "Notes") { HTMLNode.notes(report.notes) }
    }

    var about: PageSection {
        PageSection("about", "About", heading: "About this page") {
            HTMLNode.paragraph(
                "Made by Outlive \(report.toolVersion). The page loads nothing. Retained sizes, counts and traces are "
                    + "those of 'outlive heap'; sums of small groups are stated where groups are left out.",
                class: "note")
        }
    }
}
