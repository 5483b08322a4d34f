package import OutliveModel

/// An encoder of test cases as comma-separated values, which writes each as it ends to keep memory constant.
///
/// Rows are composed of bytes, as a log can have millions of them.
package struct TestLogCSV: Sendable {
    private static let columns = [
        "path", "suite", "test", "outcome", "seconds", "launches", "relaunches", "activations", "launchSeconds",
        "launchSecondsToIdle", "unendedLaunches", "idleTimeouts", "idleTimeoutSeconds", "terminates",
        "terminateSeconds", "isRepeated",
    ]

    /// The first row, with the names of the columns.
    package static var heading: [UInt8] { csvRecord(columns) }

    private let path: [UInt8]

    package init(path: String) { self.path = Array(csvCell(path).utf8) }

    /// Appends the row of a test case in UTF-8, including its line end.
    package func append(_ run: TestCaseRun, to bytes: inout [UInt8]) {
        let figures = run.figures
        bytes.append(contentsOf: path)
        Self.append(run.suite, to: &bytes)
        Self.append(run.test, to: &bytes)
        Self.append(run.outcome.rawValue, to: &bytes)
        Self.append(figures.testSeconds, to: &bytes)
        Self.append(figures.launches, to: &bytes)
        Self.append(figures.relaunches, to: &bytes)
        Self.append(figures.activations, to: &bytes)
        Self.append(figures.launchSeconds, to: &bytes)
        Self.append(figures.launchSecondsToIdle, to: &bytes)
        Self.append(figures.unendedLaunches, to: &bytes)
        Self.append(figures.idleTimeouts, to: &bytes)
        Self.append(figures.idleTimeoutSeconds, to: &bytes)
        Self.append(figures.terminates, to: &bytes)
        Self.append(figures.terminateSeconds, to: &bytes)
        Self.append(run.isRepeated ? "true" : "false", to: &bytes)
        bytes.append(0x0D)
        bytes.append(0x0A)
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: ","))
        // Most names are plain. Text that may need quotes or be a formula takes the slow path.
        if text.utf8.first.map(isWord) ?? true, text.utf8.allSatisfy(isPlain) {
            bytes.append(contentsOf: text.utf8)
        } else {
            bytes.append(contentsOf: csvCell(text).utf8)
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        0x20..<0x7F ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: ",")
    }

    private static func isWord(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 }

    private static func append(_ count: Int, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: ","))
        append(digits: count, atLeast: 1, to: &bytes)
    }

    private static func append(_ seconds: Double, to bytes: inout [UInt8]) {
        guard 0..<1e12 ~= seconds else {
            bytes.append(UInt8(ascii: ","))
            return bytes.append(contentsOf: fixed(seconds, digits: 3).utf8)
        }
        let milliseconds = Int((seconds * 1000).rounded())
        append(milliseconds / 1000, to: &bytes)
        bytes.append(UInt8(ascii: "."))
        append(digits: milliseconds % 1000, atLeast: 3, to: &bytes)
    }

    private static func append(digits number: Int, atLeast minimum: Int, to bytes: inout [UInt8]) {
        let start = bytes.count
        var rest = number
        while rest > 0 || bytes.count < start + minimum {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        }
        if bytes.count > start + 1 { bytes[start...].reverse() }
    }
}
