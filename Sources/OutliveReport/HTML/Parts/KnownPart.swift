internal import OutliveModel

extension PageContent {
    /// Leaks that somebody accepted, and what is the matter with the list of them.
    var known: PageSection? {
        let accepted = report.findings.filter { $0.known != nil }
        guard report.known != nil || !accepted.isEmpty else { return nil }
        let expired = report.known?.expired ?? []
        let unused = report.known?.unused ?? []
        let heading = accepted.isEmpty ? "Known leaks: none was seen" : "Known leaks: \(accepted.count) accepted"
        let tone: Tone = expired.isEmpty ? unused.isEmpty ? .plain : .warn : .bad
        return PageSection("known", "Known leaks", heading: heading, tone: tone) {
            if let known = report.known {
                HTMLNode.tag("p", ["class": "note"]) {
                    HTMLNode.code(known.file)
                    ": \(known.entries == 1 ? "1 entry" : "\(known.entries) entries")"
                }
            }
            HTMLTable(
                label: "Known leaks",
                columns: [
                    .text("Type"), .text("Verdict"), .number("Alive"), .prose("Why"), .text("Owner"), .text("Expires"),
                    .text("Fingerprint"),
                ],
                noun: "known leak"
            ).node(accepted.map(row))
            entries("Expired: they accept nothing any more, and fail the run", expired, .bad)
            entries("Unused: no finding matches them", unused, .warn)
        }
    }

    private func row(_ finding: Finding) -> [HTMLNode] {
        [
            .code(finding.key.name), .text(finding.verdict.rawValue), .text("\(finding.count)"),
            .prose(finding.known?.reason ?? "", limit: 300), .prose(finding.known?.owner ?? "–", limit: 100),
            .prose(finding.known?.expires ?? "never", limit: 40), .code(finding.fingerprint ?? "–", class: "copy"),
        ]
    }

    private func entries(_ title: String, _ entries: [KnownLeak], _ tone: Tone) -> HTMLNode {
        guard !entries.isEmpty else { return .none }
        return .group([
            .tag("h3", ["class": tone.rawValue]) { title },
            HTMLTable(
                label: title, columns: [.text("Entry"), .prose("Why"), .text("Owner"), .text("Expires")], noun: "entry"
            ).node(
                entries.map { entry in
                    [
                        .code(entry.match.inWords), .prose(entry.reason, limit: 300),
                        .prose(entry.owner ?? "–", limit: 100), .prose(entry.expires ?? "never", limit: 40),
                    ]
                }),
        ])
    }
}

extension KnownLeakMatch {
    /// `type NoteService.*, site NoteService/Feed.swift:12`.
    fileprivate var inWords: String {
        let parts = [("fingerprint", fingerprint), ("type", type), ("site", site), ("culprit", culprit)]
        return parts.compactMap { name, value in value.map { "\(name) \($0)" } }.joined(separator: ", ")
    }
}
