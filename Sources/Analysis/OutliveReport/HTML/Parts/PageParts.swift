internal import OutliveModel
internal import OutliveSupport

extension PageContent {
    var failures: PageSection? {
        guard !report.failures.isEmpty else { return nil }
        return PageSection("failures", "Failures", heading: counted(report.failures.count, "failure"), tone: .bad) {
            for failure in report.failures.prefix(PageLimits.failures) {
                HTMLNode.tag("div", ["class": "failure"]) {
                    HTMLNode.tag("p") {
                        HTMLNode.tag("b") { failure.code.words.capitalizedFirst }
                        ": "
                        HTMLNode.prose(failure.message)
                    }
                    output(of: failure)
                }
            }
            HTMLNode.more(report.failures.count - PageLimits.failures, "failure")
        }
    }

    private func output(of failure: Failure) -> HTMLNode? {
        let lines = failure.outputLines(atMost: PageLimits.outputLines)
        guard !lines.isEmpty else { return nil }
        let shown = lines.map { elided(printable($0), to: PageLimits.outputColumns, .middle) }
        return .group([
            .paragraph("\(failure.outputDescription.capitalizedFirst):", class: "note"),
            .tag("pre", ["class": "output"]) { shown.joined(separator: "\n") },
        ])
    }

    var plan: PageSection? {
        let rows = shown.planRows + [("report", "made by Outlive \(report.toolVersion)", false)]
        return PageSection("plan", "Plan", heading: "Plan: \(shown.planSubject)") {
            if shown.isMerged {
                HTMLNode.paragraph("This is the plan of the first run; each run has a row above.", class: "note")
            }
            HTMLNode.fields(
                rows.prefix(PageLimits.rows).map { row in
                    (row.label, .tag("span", ["class": row.isWarning ? "warn" : nil]) { HTMLNode.prose(row.value) })
                })
        }
    }

    var notes: PageSection? {
        guard !report.notes.isEmpty else { return nil }
        return PageSection("notes", "Notes", heading: "Notes") {
            HTMLNode.notes(report.notes)
            HTMLNode.more(report.notes.count - PageLimits.rows, "note")
        }
    }

    var data: PageSection {
        get throws {
            let json = try ReportFormat.json.bytes(for: shown)
            let csv = try ReportFormat.csv.bytes(for: shown)
            return PageSection("data", "Raw data", heading: "Raw data") {
                HTMLNode.tag("ul", ["class": "downloads"]) {
                    download("outlive.json", "The whole report as JSON", "application/json", json)
                    download("outlive.csv", "The raw measurements as CSV", "text/csv", csv)
                }
            }
        }
    }

    private func download(_ name: String, _ words: String, _ type: String, _ bytes: [UInt8]) -> HTMLNode {
        let size = bytesText(bytes.count)
        return .tag("li") {
            if bytes.count <= PageLimits.download {
                HTMLNode.tag("a", ["download": name, "href": "data:\(type);base64,\(base64(bytes))"]) { words }
                " (\(name), \(size))"
            } else {
                "\(words) is too large for a page: \(size). Make it with --report \(name.split(separator: ".")[1])=FILE."
            }
        }
    }
}
