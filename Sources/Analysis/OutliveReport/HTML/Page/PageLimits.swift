/// The limits of a page, so that a browser opens it at once whatever the size of the report.
enum PageLimits {
    /// The number of causes shown in full.
    static let causes = 50
    /// The number of causes that are open at first.
    static let openCauses = 3
    /// The number of failures.
    static let failures = 50
    /// The number of rows of a table.
    static let rows = 200
    /// The number of leak traces of a finding, and of steps of each.
    static let traces = 6
    static let steps = 40
    /// The number of functions of a backtrace.
    static let functions = 40
    /// The number of source excerpts.
    static let excerpts = 150
    /// The number of lines of an application's output and of a difference, and of columns of each.
    static let outputLines = 200
    static let diffLines = 300
    static let columns = 400
    /// The number of differences in the probe's output.
    static let differences = 5
    /// The size of a file for download, in bytes.
    static let download = 6_000_000
}
