/// What logs of test runs tell about launches: the value that all formats of `outlive xcode-log` are made from.
///
/// Its JSON form is versioned; `docs/report-format.md` is the grammar.
public struct TestLogReport: Codable, Hashable, Sendable {
    /// The version of the JSON form that this code writes.
    public static let currentFormat = 1

    /// The version of the JSON form.
    public var format: Int
    /// The version of Outlive that made the report.
    public var toolVersion: String
    /// The logs that were read, in the order they were named.
    public var files: [TestLogFile]
    /// The logs that could not be read.
    public var unread: [UnreadLog]
    /// The sum of the files' figures.
    public var total: LaunchFigures
    /// The sum of the files' figures, where what a file repeats counts once.
    public var uniqueTotal: LaunchFigures
    /// What resets in place would save; absent where their cost was not given.
    public var savings: LaunchSavings?

    /// Makes a report of logs.
    ///
    /// - Parameter reset: what a reset costs, where that is known.
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
    /// The file, as it was named.
    public var path: String
    /// Why it could not be read, as the system says it.
    public var reason: String

    /// Makes the record of a log that could not be read.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }
}
