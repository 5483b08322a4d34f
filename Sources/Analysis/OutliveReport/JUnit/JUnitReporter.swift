package import OutliveModel

/// The report as JUnit XML, in which CI servers find a test case for each check.
///
/// The format has no standard. This is the output of Ant's task, with the counts of skipped cases that Jenkins reads
/// and the source files that GitLab links.
package struct JUnitReporter: Reporter {
    private let root: String

    /// Creates a reporter.
    ///
    /// - Parameter root: The absolute path of the checkout. Files below it are named relative to it.
    package init(root: String = "") {
        self.root = root
    }

    /// Returns the report in UTF-8.
    package func bytes(for report: Report) -> [UInt8] {
        let report = report.foldingUntraced
        let suites = report.junitSuites(root: root)
        // Ant's schema has no time zone.
        let timestamp = report.startedAt.hasSuffix("Z") ? String(report.startedAt.dropLast()) : report.startedAt
        var document = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        XMLElement(
            name: "testsuites", attributes: [("name", "outlive")] + suites.counts,
            children: suites.map { $0.element(timestamp: timestamp) }
        ).write(to: &document)
        return Array(document.utf8)
    }
}

extension ReportFormat {
    /// Test cases for CI servers.
    package static let junit = ReportFormat(name: "junit") { JUnitReporter(root: $0.root) }
}
