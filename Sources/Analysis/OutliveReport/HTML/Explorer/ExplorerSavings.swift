internal import OutliveModel
internal import OutliveSupport

extension HeapExplorer {
    /// What the program could save, by site.
    var savings: PageSection? {
        guard let savings = report.savings, savings.bytes > 0 else { return nil }
        let labels = savings.labels
        return PageSection("savings", "Savings", heading: "What could be saved: \(bytesText(savings.bytes))") {
            HTMLNode.paragraph("\(savings.parts.capitalizedFirst).")
            HTMLTable(
                label: "What could be saved", columns: [.prose("What"), .number("Bytes"), .place("Made at")],
                limit: PageLimits.explorerGroups, noun: "site", isWide: true
            ).node(savings.merged) { site in
                [
                    .prose(site.words(labels), limit: PageLimits.explorerText), .text(bytesText(site.saved)),
                    .code(site.stack.place, class: "place"),
                ]
            }
            if let limits = savings.limits { HTMLNode.paragraph("\(limits.capitalizedFirst).", class: "note") }
        }
    }

    /// The sizes and life times of all allocations, if they were counted.
    var allocations: PageSection? {
        guard let (sizes, ages) = picture.allocations else { return nil }
        let pictures = [ClassHistogram(sizes: sizes), ClassHistogram(ages: ages, unit: .cycle)].compactMap {
            $0?.picture
        }
        guard !pictures.isEmpty else { return nil }
        return PageSection("sizes", "Sizes", heading: "Sizes of all allocations") { pictures }
    }
}
