internal import Foundation
internal import OutliveLogs
internal import OutliveModel
internal import OutliveReport

/// A reader of several logs in sequence.
struct LogReading {
    /// The results of the logs.
    private(set) var files: [TestLogFile] = []
    private(set) var unread: [UnreadLog] = []
    /// The output for rows of test cases, or `nil` for none.
    private var csv: CSVOutput?

    /// Creates a reader, and writes the heading of the rows.
    init(csv: CSVOutput?) {
        self.csv = csv
        self.csv?.add { $0 += TestLogCSV.heading }
    }

    mutating func read(_ path: String) {
        var reader = TestLogReader(path: path)
        do throws(SystemError) {
            if var rows = csv {
                csv = nil
                defer { csv = rows }
                let format = TestLogCSV(path: path)
                let run = { (run: TestCaseRun) in rows.add { format.append(run, to: &$0) } }
                try LogInput(path: path).read { piece in
                    reader.read(piece, run)
                    return rows.isOpen
                }
                files.append(reader.finish(run))
            } else {
                try LogInput(path: path).read { piece in
                    reader.read(piece)
                    return true
                }
                files.append(reader.finish())
            }
        } catch {
            unread.append(UnreadLog(path: path, reason: error.description))
        }
    }

    /// Writes the remaining rows.
    ///
    /// - Returns: `true` if they were written, or `nil` without rows.
    mutating func finish() -> Bool? {
        guard csv != nil else { return nil }
        csv?.flush()
        return isWritten { [csv] () throws(SystemError) in if let error = csv?.error { throw error } }
    }
}
