internal import ArgumentParser
internal import Foundation
internal import OutliveLogs
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport

struct LogReading {
    private(set) var files: [TestLogFile] = []
    private(set) var unread: [UnreadLog] = []
    private var csv: CSVOutput?

    /// Creates a reader, and writes the heading of the rows.
    init(csv: CSVOutput?) {
        self.csv = csv
        self.csv?.add { $0 += TestLogCSV.heading }
    }

    mutating func read(_ path: String) {
        var reader = TestLogReader(path: path)
        let format = TestLogCSV(path: path)
        // Moved out and back, because a copy of the rows would be made for each of them.
        var rows = csv.take()
        defer { csv = rows }
        let run = rows == nil ? nil : { (run: TestCaseRun) in rows?.add { format.append(run, to: &$0) } ?? () }
        do throws(SystemError) {
            try FileInput(path: path).read { piece in
                reader.read(piece, run)
                return rows?.isOpen ?? true
            }
            files.append(reader.finish(run))
        } catch {
            unread.append(UnreadLog(path: path, reason: error.description))
        }
    }

    /// Writes the remaining rows.
    ///
    /// - Throws: `ExitCode.failed`, after printing an error, if rows cannot be written. A closed pipe is no failure.
    mutating func finishCSV() throws {
        csv?.flush()
        let sink = ReportSink(standard: STDOUT_FILENO, content: .result)
        let isWritten = sink.put(into: nil) { [csv] _ throws(SystemError) in if let error = csv?.error { throw error } }
        guard isWritten else { throw ExitCode.failed }
    }
}

struct CSVOutput {
    private static let size = 64 << 10

    private var pending: [UInt8] = []
    private(set) var error: SystemError?

    var isOpen: Bool { error == nil }

    /// Adds the bytes that a function appends to the buffer.
    mutating func add(_ row: (inout [UInt8]) -> Void) {
        row(&pending)
        if pending.count >= Self.size { flush() }
    }

    mutating func flush() {
        defer { pending.removeAll(keepingCapacity: true) }
        guard isOpen else { return }
        do throws(SystemError) { try writeAll(pending, to: STDOUT_FILENO) } catch { self.error = error }
    }
}
