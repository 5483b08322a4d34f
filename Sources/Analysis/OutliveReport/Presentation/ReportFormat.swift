package import OutliveModel

/// An output format of reports, by its name on the command line.
///
/// Each format declares itself in a file of its own, and `all` lists it.
package struct ReportFormat: Sendable {
    package let name: String
    let encode: @Sendable (_ shown: Presentation, _ style: TextStyle) throws -> [UInt8]

    /// Returns the content of a report in this format.
    package func bytes(for shown: Presentation, style: TextStyle = TextStyle()) throws -> [UInt8] {
        try encode(shown, style)
    }

    package func bytes(
        for report: Report, _ options: PresentationOptions = PresentationOptions(), style: TextStyle = TextStyle()
    ) throws -> [UInt8] {
        try encode(Presentation(report, options), style)
    }
}
