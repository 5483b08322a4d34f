internal import Foundation
internal import OutliveLogs
internal import OutliveModel
internal import OutliveReport

/// Reads logs one after the other.
struct LogReading {
    /// What the logs told.
    private(set) var files: [TestLogFile] = []
    /// The logs that could not be read.
    private(set) var unread: [UnreadLog] = []
    /// Where the rows of test cases go; nil where there are to be none.
    private var csv: CSVOutput?

    /// Begins to read.
    init(csv: CSVOutput?) {
        self.csv = csv
        self.csv?.add { $0 += TestLogCSV.heading }
    }

    /// Reads a log.
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

    /// Writes the rows that are left.
    ///
    /// - Returns: whether they were written; nil where there were to be none.
    mutating func finish() -> Bool? {
        guard csv != nil else { return nil }
        csv?.flush()
        return isWritten { [csv] () throws(SystemError) in if let error = csv?.error { throw error } }
    }
}
