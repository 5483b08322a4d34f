internal import Foundation

/// Where the bytes of reports go: files, and one of the standard streams.
struct ReportSink {
    /// The stream for what has no file, or cannot be written to it: standard output, or standard error where standard
    /// output is somebody else's.
    let standard: Int32
    /// What goes there.
    var content = Content.report

    /// What is written.
    enum Content: String {
        case report, export, list, answer
    }

    /// Complains of files that cannot be written, before an hour has gone into measuring.
    ///
    /// - Returns: whether all can be written, as far as that can be known beforehand.
    func check(_ files: [ReportFile]) -> Bool {
        var good = true
        for file in files {
            guard let obstacle = file.obstacle else { continue }
            complain("cannot write the \(content) to \(file.path): \(obstacle); name another file")
            good = false
        }
        return good
    }

    /// Writes a report to its file, or to the stream where there is none or it cannot be written, so that nothing is
    /// lost.
    ///
    /// A reader of the stream that has gone, such as `head` or a terminal that was closed, has seen enough: that is no
    /// failure.
    ///
    /// - Returns: whether it went where it was to go.
    func put(_ bytes: [UInt8], into file: ReportFile?) -> Bool {
        if let file {
            do throws(SystemError) {
                try file.write(bytes)
                return true
            } catch {
                complain("cannot write the \(content) to \(file.path): \(error); here it is")
            }
        }
        return print { descriptor throws(SystemError) in try writeAll(bytes, to: descriptor) } && file == nil
    }

    /// Writes what is too large to be held in memory, in pieces, to its file, or to the stream where there is none.
    ///
    /// - Parameter fill: writes all pieces to a descriptor; may be called again.
    /// - Returns: whether it went where it was to go.
    func put(into file: ReportFile?, by fill: (Int32) throws(SystemError) -> Void) -> Bool {
        guard let file else { return print(by: fill) }
        do throws(SystemError) {
            try file.write(by: fill)
            return true
        } catch {
            complain("cannot write the \(content) to \(file.path): \(error); name another file")
            return false
        }
    }

    /// - Returns: whether the stream took it, or its reader has seen enough.
    private func print(by fill: (Int32) throws(SystemError) -> Void) -> Bool {
        do throws(SystemError) {
            try fill(standard)
            return true
        } catch {
            if error.code == EPIPE || error.code == EIO && Terminal.isClosed(standard) { return true }
            complain("cannot write the \(content) to \(name): \(error); use --\(content) FORMAT=FILE")
            return false
        }
    }

    private var name: String { standard == STDERR_FILENO ? "standard error" : "standard output" }
}
