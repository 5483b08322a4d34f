public import OutliveModel

/// The test cases of logs as comma-separated values, a row for each as it ended; so nothing has to be held in memory.
public enum TestLogCSV {
    private struct Column: Sendable {
        let name: String
        let value: @Sendable (TestCaseRun) -> String
    }

    private static let columns = [
        Column(name: "suite") { $0.suite },
        Column(name: "test") { $0.test },
        Column(name: "outcome") { $0.outcome.rawValue },
        Column(name: "seconds") { seconds($0.figures.testSeconds) },
        Column(name: "launches") { "\($0.figures.launches)" },
        Column(name: "relaunches") { "\($0.figures.relaunches)" },
        Column(name: "activations") { "\($0.figures.activations)" },
        Column(name: "launchSeconds") { seconds($0.figures.launchSeconds) },
        Column(name: "launchSecondsToIdle") { seconds($0.figures.launchSecondsToIdle) },
        Column(name: "unendedLaunches") { "\($0.figures.unendedLaunches)" },
        Column(name: "idleTimeouts") { "\($0.figures.idleTimeouts)" },
        Column(name: "idleTimeoutSeconds") { seconds($0.figures.idleTimeoutSeconds) },
        Column(name: "terminates") { "\($0.figures.terminates)" },
        Column(name: "terminateSeconds") { seconds($0.figures.terminateSeconds) },
        Column(name: "isRepeated") { "\($0.isRepeated)" },
    ]

    /// The names of the columns: the first row.
    public static var heading: [UInt8] { record(["path"] + columns.map(\.name)) }

    /// The row of a test case.
    ///
    /// - Parameter path: the log that it is in.
    public static func row(_ run: TestCaseRun, of path: String) -> [UInt8] {
        record([path] + columns.map { $0.value(run) })
    }

    private static func record(_ fields: [String]) -> [UInt8] { CSVRecord(cells: fields.map { .text($0) }).bytes }

    /// Logs have milliseconds.
    private static func seconds(_ value: Double) -> String { fixed(value, digits: 3) }
}
