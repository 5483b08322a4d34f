internal import Foundation
internal import OutliveModel
internal import OutliveReport

/// Writes reports: the only place that does.
struct ReportWriter {
    let requests: [ReportRequest]

    /// Complains of files that cannot be written, before an hour has gone into measuring.
    ///
    /// - Returns: whether all can be written, as far as that can be known beforehand.
    func check() -> Bool {
        var good = true
        for file in requests.compactMap(\.file) {
            let folder = file.deletingLastPathComponent().path
            var isFolder: ObjCBool = false
            if !FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) || !isFolder.boolValue {
                complain("cannot write the report to \(file.path): there is no folder \(folder)")
                good = false
            } else if !FileManager.default.isWritableFile(atPath: folder) {
                complain("cannot write the report to \(file.path): the folder \(folder) is read-only")
                good = false
            }
        }
        return good
    }

    /// Writes every report; what cannot be written to its file goes to standard output, so that nothing is lost.
    ///
    /// - Returns: whether every report went where it was to go.
    func write(_ report: Report) -> Bool {
        var good = true
        for request in requests {
            do {
                let style = request.file == nil ? terminalStyle : TextStyle()
                let bytes = Data(try request.format.reporter(style).bytes(for: report))
                guard let file = request.file else {
                    FileHandle.standardOutput.write(bytes)
                    continue
                }
                do {
                    try bytes.write(to: file, options: .atomic)
                } catch {
                    complain("cannot write the report to \(file.path): \(error.localizedDescription); here it is")
                    FileHandle.standardOutput.write(bytes)
                    good = false
                }
            } catch {
                complain("cannot make the \(request.format.name) report: \(error)")
                good = false
            }
        }
        return good
    }

    private var terminalStyle: TextStyle {
        TextStyle(color: Terminal.outputTakesColor, unicode: Terminal.takesUnicode)
    }
}
