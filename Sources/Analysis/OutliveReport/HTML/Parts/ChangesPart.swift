internal import OutliveModel
internal import OutliveSupport

extension PageContent {
    /// The changes since an earlier run, if the page compares with one.
    var changes: PageSection? {
        guard let comparison = shown.options.comparison else { return nil }
        let isWorse = comparison.leaks.contains { [.new, .worse].contains($0.change) && $0.new?.fails == true }
        return PageSection(
            "changes", "Changes", heading: elided(comparison.heading, to: 100, .middle),
            tone: isWorse ? .bad : .plain
        ) {
            HTMLNode.paragraph("\(comparison.summaryLine.capitalizedFirst).", class: "lead")
            sides(comparison)
            leaks(comparison)
            differences(comparison)
            allocations(comparison)
            times(comparison)
            if !comparison.remarks.isEmpty { HTMLNode.notes(comparison.remarks) }
        }
    }

    /// Returns the change of a cause as a badge, or `nil` if it is as before or there is no earlier run.
    func changeBadge(of cause: Cause) -> HTMLNode? {
        guard let leak = shown.options.comparison?.leaks.first(where: { $0.fingerprint == cause.fingerprint }),
            [.new, .worse, .better].contains(leak.change)
        else { return nil }
        return .badge(leak.change.words, leak.change.tone)
    }

    private func sides(_ comparison: ReportComparison) -> HTMLNode {
        let totals = [comparison.leaks.compactMap(\.old), comparison.leaks.compactMap(\.new)]
            .map { $0.filter { $0.verdict == .leak && $0.known == nil } }
        func sum(_ leaks: [ReportedLeak], _ value: (ReportedLeak) -> Int) -> Int {
            leaks.reduce(0) { boundedSum($0, value($1)) }
        }
        let objects = totals.map { leaks in "\(sum(leaks) { $0.unit == .objects ? $0.objects : 0 })" }
        let bytes = totals.map { leaks in
            leaks.contains { $0.bytes == nil } ? "–" : bytesText(sum(leaks) { $0.bytes ?? 0 })
        }
        let both = [comparison.old, comparison.new]
        let sides = [comparison.sides.then, comparison.sides.now].map(\.capitalizedFirst)
        let rows: [(String, [HTMLNode])] = [
            (comparison.control == nil ? "file" : "build", both.map { .code($0.build ?? $0.name, limit: 80) }),
            ("started", both.map { .prose($0.startedAt, limit: 40) }),
            ("outcome", both.map { .badge($0.outcome.words, $0.outcome.tone) }),
            ("leaks", totals.map { .text("\($0.count)") }),
            ("leaked objects", objects.map(HTMLNode.text)), ("leaked bytes", bytes.map(HTMLNode.text)),
        ]
        return HTMLTable(
            label: "Both reports", columns: [.text("Report"), .text(sides[0]), .text(sides[1])], isWide: true
        )
        .node(rows) { [.text($0.0)] + $0.1 }
    }

    private func leaks(_ comparison: ReportComparison) -> HTMLNode {
        guard !comparison.leaks.isEmpty else { return .none }
        let hasTests = comparison.leaks.contains { $0.tests?.isEmpty == false }
        let sides = [comparison.sides.then, comparison.sides.now]
        let table = HTMLTable(
            label: "Changes of leaks",
            columns: [
                .text("Change"), .prose("Cause"), .text("Verdict"), .number(sides[0].capitalizedFirst),
                .number(sides[1].capitalizedFirst), .number("Bytes \(sides[0])"), .number("Bytes \(sides[1])"),
            ] + (hasTests ? [.prose("Tests")] : []), noun: "leak")
        return .group([
            .tag("h3") { "Leaks" },
            table.node(comparison.leaks) { leak in
                [
                    .badge(leak.change.words, leak.change.tone), name(of: leak), .text(leak.verdict()),
                    .text(leak.old?.amount ?? "–"), .text(leak.new?.amount ?? "–"),
                    .text(leak.old?.bytes.map(bytesText) ?? "–"), .text(leak.new?.bytes.map(bytesText) ?? "–"),
                ] + (hasTests ? [.prose(leak.tests?.clause ?? "–", limit: 600)] : [])
            },
        ])
    }

    /// Returns the reference to cut and the leaked type, as a link to the card if the page has one.
    private func name(of leak: ComparedLeak) -> HTMLNode {
        let name = HTMLNode.code(leak.culprit.map { "\($0): \(leak.key.name)" } ?? leak.key.name)
        let card = leak.new == nil ? nil : cards.first { $0.cause.fingerprint == leak.fingerprint }
        return card.map { card in .tag("a", ["href": "#\(card.id)"]) { name } } ?? name
    }

    private func differences(_ comparison: ReportComparison) -> HTMLNode {
        let rows =
            comparison.differences.map { ($0.change, $0.description) }
            + comparison.growth.map { ($0.change, "growth of \($0.metric.words)") }
            + comparison.expired.map { ($0.change, $0.description) }
        guard !rows.isEmpty else { return .none }
        return .group([
            .tag("h3") { "State, growth and known leaks" },
            HTMLTable(label: "Other changes", columns: [.text("Change"), .prose("What")], noun: "change").node(rows) {
                [.badge($0.words, $0.tone), .prose($1, limit: 300)]
            },
        ])
    }

    private func allocations(_ comparison: ReportComparison) -> HTMLNode {
        let all = comparison.allocations ?? []
        return .group(
            all.prefix(PageLimits.causes).map { $0.node() }
                + [HTMLNode.more(all.count - PageLimits.causes, "test")].compactMap(\.self))
    }

    private func times(_ comparison: ReportComparison) -> HTMLNode {
        let tables = comparison.runs.prefix(PageLimits.causes).enumerated().compactMap { index, runs -> HTMLNode? in
            let table = ComparedTimes(runs, of: comparison)
            guard !table.rows.isEmpty else { return nil }
            return .group([
                comparison.runs.count > 1 ? .paragraph(table.label, class: "note") : .none,
                runs.changePlot(number: index + 1) ?? .none,
                HTMLTable(
                    label: table.label,
                    columns: [.text("Figure")] + table.heading().map { .number($0.capitalizedFirst) }, isWide: true
                ).node(table.rows) { row in
                    [
                        .text(row.label), .text(row.then),
                        row.isWorse && row.change.isEmpty ? .tag("span", ["class": "bad"]) { row.now } : .text(row.now),
                        .tag("span", ["class": row.isWorse ? "bad" : nil]) { row.change },
                    ] + [row.control].compactMap(\.self).map(HTMLNode.text)
                },
            ])
        }
        return tables.isEmpty ? .none : .group([.tag("h3") { "Times and growth" }] + tables)
    }
}

extension Change {
    fileprivate var tone: Tone {
        switch self {
        case .new, .worse: .bad
        case .better, .fixed: .good
        case .unchanged, .notCompared: .plain
        }
    }
}
