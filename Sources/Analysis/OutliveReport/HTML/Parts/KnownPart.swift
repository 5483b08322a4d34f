internal import OutliveModel

extension PageContent {
    /// The accepted leaks, and the entries of the list that need attention.
    var known: PageSection? {
        let known = KnownFindings(report)
        guard known.review != nil || known.headline != nil else { return nil }
        let concerns = known.concerns
        let tone: Tone = report.failsByExpiredLeaks ? .bad : concerns.isEmpty ? .plain : .warn
        return PageSection("known", "Known leaks", heading: known.headline ?? "Known leaks: none was found", tone: tone)
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
                    .text("Cause"), .text("Verdict"), .prose("Reason"), .text("Owner"), .text("Expires"),
                    .text("Fingerprint"),
                ], noun: "known leak"
            ).node(known.accepted.map(row))
            for card in cards where card.cause.leader.known != nil { node(card) }
        }
    }

    private func row(_ cause: Cause) -> [HTMLNode] {
        let name = HTMLNode.code(cause.title)
        let card = cards.first { $0.cause == cause }
        let entry = cause.leader.known
        return [
            card.map { card in .tag("a", ["href": "#\(card.id)"]) { name } } ?? name,
            .badge("known \(cause.verdict.rawValue)", .plain), .prose(entry?.reason ?? "", limit: 300),
            .prose(entry?.owner ?? "–", limit: 100), .text(entry?.expires.map { "after \($0)" } ?? "never"),
            .code(cause.fingerprint, class: "copy"),
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
