internal import Foundation
internal import OutliveHeap
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport

extension Report {
    /// The maximum size of a report: 200 findings with all traces are 2 MB, and 100 000 samples are 20 MB.
    private static let maximumBytes = 256 << 20

    /// Reads a stored JSON report.
    ///
    /// - Throws: `Failure` of one line if the file cannot be read or is not a report.
    init(readFrom path: String) throws(Failure) {
        let input = FileInput(path: path)
        let whole: [UInt8]?
        do throws(SystemError) {
            whole = try input.bytes(upTo: Self.maximumBytes)
        } catch {
            throw Failure(.harness, "cannot read the report \(input.name): \(error); name one of --report json=FILE")
        }
        try self.init(json: whole, of: input.name)
    }

    /// Reads a stored JSON report from an open file.
    ///
    /// - Parameter path: The path for messages.
    /// - Throws: `Failure` of one line if the file cannot be read or is not a report.
    init(readFrom file: RegularFile, path: String) throws(Failure) {
        let whole: [UInt8]?
        do throws(SystemError) {
            whole = file.size <= Self.maximumBytes ? try file.bytes(at: 0, upTo: file.size) : nil
        } catch {
            throw Failure(.harness, "cannot read the report \(path): \(error); name one of --report json=FILE")
        }
        try self.init(json: whole, of: path)
    }

    /// - Parameter bytes: The whole input, or `nil` if it is too long.
    private init(json bytes: [UInt8]?, of name: String) throws(Failure) {
        guard let bytes else { throw Failure(.harness, "\(name) cannot be used: it is too long for a report") }
        guard !HeapSnapshot.begins(bytes) else {
            throw Failure(
                .harness,
                "\(name) is a heap snapshot and no report: give its file, and not a pipe, to outlive "
                    + "heap or explain")
        }
        do throws(ReportFormatError) {
            try self.init(json: bytes)
        } catch {
            throw Failure(.harness, "\(name) cannot be used: \(error); make a report with --report json=FILE")
        }
    }
}
