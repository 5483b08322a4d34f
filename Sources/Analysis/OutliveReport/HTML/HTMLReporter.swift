package import OutliveModel

/// The report as one HTML page that loads nothing, so that a browser shows it wherever the file is.
///
/// The verdict comes first, then the evidence with plots, the source where it is available, and the raw data as
/// downloads. The page has limits and says what it leaves out.
package struct HTMLReporter: Reporter {
    private let context: ReportContext

    /// Creates a reporter.
    ///
    /// - Parameter context: The checkout and, in `ReportContext.source`, the reader of the quoted source.
    package init(context: ReportContext = ReportContext()) {
        self.context = context
    }

    /// Returns the report in UTF-8.
    ///
    /// - Throws: An error of the encoder if the JSON report for download cannot be made.
    package func bytes(for report: Report) throws -> [UInt8] {
        let content = PageContent(report, context)
        let document = PageDocument(title: content.title, sections: try content.sections)
        return Array(("<!DOCTYPE html>\n" + document.node.html).utf8)
    }
}

extension ReportFormat {
    /// A page for a browser, in one file.
    package static let html = ReportFormat(name: "html") { HTMLReporter(context: $0) }
}
