internal import Foundation
internal import OutliveModel
internal import OutliveReport

/// A report in JSON that an earlier run wrote.
struct ReportInput {
    /// The file, as it was named; `-` is standard input.
    let path: String

    /// Reads the report.
    ///
    /// - Throws: `Failure` of one line where it cannot be read, or is no report.
    func read() throws(Failure) -> Report {
        let data: Data
        do {
            let handle = try path == "-" ? .standardInput : FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            data = try handle.readToEnd() ?? Data()
        } catch {
            throw Failure(
                .harness, "cannot read the report \(path): \(SystemError(code: errno)); name one of --report json=FILE")
        }
        do throws(ReportFormatError) {
            return try Report(json: Array(data))
        } catch {
            throw Failure(.harness, "\(path) cannot be used: \(error)")
        }
    }
}
