internal import Foundation
internal import OutliveBenchmark
internal import OutliveModel
internal import OutliveSupport

/// Writes a file that a command edited, unless its text is the same as before.
///
/// - Throws: `Failure` if it cannot be written.
func writeEdited(_ text: String, insteadOf old: String, to path: String) throws(Failure) {
    guard text != old else { return }
    let file = ReportFile(path: path)
    do throws(SystemError) {
        try file.write(Array(text.utf8))
    } catch {
        throw Failure(.harness, "cannot write \(path): \(file.obstacle ?? "\(error)"); check the folder")
    }
}

/// Returns the text of an option for a list: on one line, with single spaces.
func oneLine(_ text: String) -> String { text.onOneLine().singleSpaced }

extension Report {
    /// Returns the words for the report in an edited file: `run.json, a run of 2027-03-31T10:00:00Z`.
    func source(readFrom path: String) -> String {
        let name = path == "-" ? "a report" : (path as NSString).lastPathComponent.onOneLine()
        return "\(name), a run of \(startedAt.onOneLine(upTo: 40))"
    }
}
