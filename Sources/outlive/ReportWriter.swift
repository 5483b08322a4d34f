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
            guard let obstacle = file.obstacle else { continue }
            complain("cannot write the report to \(file.path): \(obstacle); name another file")
            good = false
        }
        return good
    }

    /// Writes every report; what cannot be written to its file goes to standard output, so that nothing is lost.
    ///
    /// A reader of standard output that has gone, such as `head` or a terminal that was closed, has seen enough:
    /// that is no failure.
    ///
    /// - Returns: whether every report went where it was to go.
    func write(_ report: Report) -> Bool {
        var good = true
        for request in requests {
            let style = request.file == nil ? terminalStyle : TextStyle()
            do {
                let bytes = try request.format.reporter(ReportContext(style: style, root: checkout)).bytes(for: report)
                good = put(bytes, into: request.file) && good
            } catch {
                complain("cannot make the \(request.format.name) report: \(error)")
                good = false
            }
        }
        return good
    }

    /// Writes a report to its file, or to standard output where there is none or it cannot be written.
    ///
    /// - Returns: whether it went where it was to go.
    private func put(_ bytes: [UInt8], into file: ReportFile?) -> Bool {
        if let file {
            do throws(SystemError) {
                try file.write(bytes)
                return true
            } catch {
                complain("cannot write the report to \(file.path): \(error); here it is")
            }
        }
        do throws(SystemError) {
            try print(bytes)
            return file == nil
        } catch {
            complain("cannot write the report to standard output: \(error); use --report FORMAT=FILE")
            return false
        }
    }

    private func print(_ bytes: [UInt8]) throws(SystemError) {
        do {
            try writeAll(bytes, to: STDOUT_FILENO)
        } catch  where error.code == EPIPE || error.code == EIO && Terminal.outputIsClosed {}
    }

    /// The folder that code hosts name files by: what the runner says, else the one that the command runs in.
    private var checkout: String {
        let workspace = ProcessInfo.processInfo.environment["GITHUB_WORKSPACE"] ?? ""
        return workspace.isEmpty ? FileManager.default.currentDirectoryPath : workspace
    }

    private var terminalStyle: TextStyle {
        TextStyle(color: Terminal.outputTakesColor, unicode: Terminal.takesUnicode)
    }
}
