internal import OutliveModel

extension PageContent {
    /// Leaks that somebody accepted, and what is the matter with the list of them.
    var known: PageSection? {
        let known = KnownFindings(report)
        guard known.review != nil || known.headline != nil else { return nil }
        let concerns = known.concerns
        let tone: Tone = report.failsByExpiredLeaks ? .bad : concerns.isEmpty ? .plain : .warn
        return PageSection("known", "Known leaks", heading: known.headline ?? "Known leaks: none was seen", tone: tone)
        {
            if let review = known.review {
                HTMLNode.tag("p", ["class": "note"]) {
                    "list: "
                    HTMLNode.code(review.file)
                    ", \(review.entries == 1 ? "1 entry" : "\(review.entries) entries")"
                }
            }
            if !concerns.isEmpty {
                HTMLNode.tag("ul", ["class": "notes"]) {
                    for concern in concerns.prefix(PageLimits.rows) { node(concern) }
                }
                HTMLNode.more(concerns.count - PageLimits.rows, "concern")
            }
            HTMLTable(
                label: "Known leaks",
                columns: [
                    .text("Type"), .text("Verdict"), .number("Alive"), .prose("Why it is accepted"), .text("Owner"),
                    .text("Expires"), .text("Fingerprint"),
                ], noun: "known leak"
            ).node(known.accepted.map(row))
            for card in cards where card.finding.known != nil { node(card) }
        }
    }

    private func row(_ finding: Finding) -> [HTMLNode] {
        let name = HTMLNode.code(finding.key.name)
        let card = cards.first { $0.finding == finding }
        return [
            card.map { card in .tag("a", ["href": "#\(card.id)"]) { name } } ?? name,
            .badge("known \(finding.verdict.rawValue)", .plain), .text("\(finding.count)"),
            .prose(finding.known?.reason ?? "", limit: 300), .prose(finding.known?.owner ?? "–", limit: 100),
            .text(finding.known?.expires.map { "after \($0)" } ?? "never"),
            .code(finding.fingerprint ?? "–", class: "copy"),
        ]
    }

    private func node(_ concern: KnownLeakConcern) -> HTMLNode {
        .tag("li") {
            HTMLNode.badge(
                concern.kind.words, concern.kind == .expired && report.failsByExpiredLeaks ? .bad : .warn)
            " "
            HTMLNode.prose(concern.sentence, limit: 500)
            HTMLNode.tag("span", ["class": "note"]) {
                " Accepted for: "
                HTMLNode.prose(concern.entry.inWords, limit: 400)
            }
        }
    }
}
