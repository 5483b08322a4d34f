/// The launches in logs of test runs: the results of `outlive xcode-log`, from which all formats are rendered.
///
/// Its JSON form is versioned; `docs/report-format.md` specifies the format.
package struct TestLogReport: Codable, Hashable, Sendable {
    /// The version of the JSON form that this code writes.
    package static let currentFormat = 1

    /// The version of the JSON form.
    package var format: Int
    /// The version of Outlive that created the report.
    package var toolVersion: String
    /// The logs that were read, in the order of the command line.
    package var files: [TestLogFile]
    /// The logs that could not be read.
    package var unread: [UnreadLog]
    /// The sum of the figures of all files.
    package var total: LaunchFigures
    /// The sum of the figures of all files, with repeated parts of a file counted once.
    package var uniqueTotal: LaunchFigures
    /// The savings from resets in place; `nil` if the cost of a reset was not given.
    package var savings: LaunchSavings?

    /// Creates a report of logs.
    ///
    /// - Parameter reset: the cost of a reset, if it is known.
    package init(toolVersion: String, files: [TestLogFile], unread: [UnreadLog] = [], reset: ResetCost? = nil) {
        format = Self.currentFormat
        self.toolVersion = toolVersion
        self.files = files
        self.unread = unread
        total = files.reduce(into: LaunchFigures()) { $0 += $1.figures }
        uniqueTotal = files.reduce(into: LaunchFigures()) { $0 += $1.unique }
        savings = reset.map { [uniqueTotal] in LaunchSavings(reset: $0, unique: uniqueTotal) }
    }
}

/// A log that could not be read.
package struct UnreadLog: Codable, Hashable, Sendable {
    /// The path of the log, as it was named on the command line.
    package var path: String
    /// The reason, as the system reports it.
    package var reason: String

    /// Creates the record of a log that could not be read.
    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }
}
