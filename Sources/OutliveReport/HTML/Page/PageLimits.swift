/// How much of a report a page shows, so that it opens at once whatever was found.
enum PageLimits {
    /// Causes with all that is known of them.
    static let causes = 50
    /// Causes that are open at first.
    static let openCauses = 3
    /// Failures with what the application printed.
    static let failures = 50
    /// Rows of a table.
    static let rows = 200
    /// Ways that objects of one finding are held, and the steps of each.
    static let traces = 6
    static let steps = 40
    /// Functions of a backtrace.
    static let functions = 40
    /// Excerpts of the source.
    static let excerpts = 150
    /// Lines of an application's output and of a difference, and their columns.
    static let outputLines = 200
    static let diffLines = 300
    static let columns = 400
    /// Differences of the probe's output.
    static let differences = 5
    /// Bytes of a file that can be downloaded.
    static let download = 6_000_000
}
