/// An output format of reports, by its name on the command line.
///
/// Each format declares itself in the file of its reporter, and `all` lists it.
package struct ReportFormat: Sendable {
    /// The name on the command line: `text`.
    package let name: String
    /// A function that creates the reporter for a context.
    package let reporter: @Sendable (_ context: ReportContext) -> any Reporter

    /// All formats, in the order of the help text.
    package static let all: [ReportFormat] = [
        .text,
        .json,
        .junit,
        .github,
        .markdown,
        .sarif,
        .customSmallerIsBetter,
        .csv,
        .html,
    ]

    /// Returns the format with a name, or `nil` if there is none.
    package static func named(_ name: String) -> ReportFormat? {
        all.first { $0.name == name }
    }
}
