/// The launches in logs of test runs: the results of `outlive xcode-log`, from which all formats are rendered.
///
/// Its JSON form is versioned; `docs/report-format.md` specifies the format.
public struct TestLogReport: Codable, Hashable, Sendable {
    /// The version of the JSON form that this code writes.
    public static let currentFormat = 1

    /// The version of the JSON form.
    public var format: Int
    /// The version of Outlive that created the report.
    public var toolVersion: String
    /// The logs that were read, in the order of the command line.
    public var files: [TestLogFile]
    /// The logs that could not be read.
    public var unread: [UnreadLog]
    /// The sum of the figures of all files.
    public var total: LaunchFigures
    /// The sum of the figures of all files, with repeated parts of a file counted once.
    public var uniqueTotal: LaunchFigures
    /// The savings from resets in place; `nil` if the cost of a reset was not given.
    public var savings: LaunchSavings?

    /// Creates a report of logs.
    ///
    /// - Parameter reset: the cost of a reset, if it is known.
    public init(toolVersion: String, files: [TestLogFile], unread: [UnreadLog] = [], reset: ResetCost? = nil) {
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
public struct UnreadLog: Codable, Hashable, Sendable {
    /// The path of the log, as it was named on the command line.
    public var path: String
    /// The reason, as the system reports it.
    public var reason: String

    /// Creates the record of a log that could not be read.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }
}
