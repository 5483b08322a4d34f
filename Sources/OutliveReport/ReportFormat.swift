/// A format that reports can be made in, by the name that people ask for it.
///
/// Each format declares itself in its reporter's file, and `all` lists it.
public struct ReportFormat: Sendable {
    /// The name on the command line: `text`.
    public let name: String
    /// Makes the reporter; each format takes of the context what matters to it.
    public let reporter: @Sendable (_ context: ReportContext) -> any Reporter

    /// Every format, in the order in which help lists them.
    public static let all: [ReportFormat] = [
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

    /// The format of a name, or nil when there is none.
    public static func named(_ name: String) -> ReportFormat? {
        all.first { $0.name == name }
    }
}
