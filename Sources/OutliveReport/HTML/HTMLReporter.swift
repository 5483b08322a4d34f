public import OutliveModel

/// The report as one page for a browser: nothing is loaded, so it is shown wherever the file is.
///
/// The verdict comes first, then what it rests on, with plots, the source where it is at hand, and the raw data to
/// download. What is shown is bounded; the page says what it leaves out.
public struct HTMLReporter: Reporter {
    private let context: ReportContext

    /// Makes a reporter.
    ///
    /// - Parameter context: the checkout, whose source is quoted where `ReportContext.source` reads it.
    public init(context: ReportContext = ReportContext()) {
        self.context = context
    }

    /// The report as UTF-8.
    ///
    /// - Throws: an error of the encoder where the JSON report that the page offers cannot be made.
    public func bytes(for report: Report) throws -> [UInt8] {
        let content = PageContent(report, context)
        let document = PageDocument(title: content.title, sections: try content.sections)
        return Array(("<!DOCTYPE html>\n" + document.node.html).utf8)
    }
}

extension ReportFormat {
    /// A page for a browser, in one file.
    public static let html = ReportFormat(name: "html") { HTMLReporter(context: $0) }
}
