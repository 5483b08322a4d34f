internal import ArgumentParser
internal import Foundation
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport

/// A writer of requested reports, to files and one of the standard streams.
struct ReportWriter<Format: ReportingFormat> {
    private let requests: [OutputRequest<Format>]
    private let sink: ReportSink

    /// Creates a writer, after checking that files can be written.
    ///
    /// - Parameter standard: The stream for reports without a file.
    /// - Throws: `ExitCode.failed`, after printing the obstacles.
    init(_ requests: [OutputRequest<Format>], standard: Int32 = STDOUT_FILENO) throws {
        self.requests = requests
        sink = ReportSink(standard: standard)
        guard sink.check(requests.compactMap(\.file)) else { throw ExitCode.failed }
    }

    /// `true` if no report was asked for, so that the text is the usual one.
    var isUsual: Bool { requests.allSatisfy(\.isUsual) }

    /// `true` if a report is printed, and not only written to files.
    var usesStandardStream: Bool { requests.contains { $0.file?.isOpen(as: sink.standard) ?? true } }

    /// Prints a note of the reports to standard error, unless one of them is printed and has it.
    func warn(_ note: String?) {
        if let note, !usesStandardStream { printError("outlive: \(note)") }
    }

    /// Writes all reports. If one cannot be written, the text report is printed, unless another one is.
    ///
    /// - Returns: `true` if each report was written to its target.
    func write(_ bytes: (OutputRequest<Format>, TextStyle) throws -> [UInt8]) -> Bool {
        let isPrinted = usesStandardStream
        let good = requests.map { put($0, bytes, remedy: isPrinted ? "name another file" : "here it is as text") }
        guard !good.allSatisfy(\.self) else { return true }
        if !isPrinted { _ = put(OutputRequest(format: .text), bytes, remedy: "") }
        return false
    }

    /// Writes a report.
    ///
    /// - Returns: `false`, after printing an error, if it cannot be made or written.
    private func put(
        _ request: OutputRequest<Format>, _ bytes: (OutputRequest<Format>, TextStyle) throws -> [UInt8], remedy: String
    ) -> Bool {
        do {
            let style = request.file == nil ? TextStyle(of: sink.standard) : TextStyle()
            return sink.put(try bytes(request, style), into: request.file, remedy: remedy)
        } catch {
            printError("cannot make the \(request.format.name) report: \(error)")
            return false
        }
    }
}

extension ReportWriter<ReportFormat> {
    /// Writes all reports of a run.
    ///
    /// - Returns: `true` if each report was written to its target.
    func write(_ report: Report, _ details: RequestedDetails) -> Bool {
        let shown = Presentation(report, details(report).ofCheckout)
        return write { request, style in try request.format.bytes(for: shown, style: style) }
    }
}

extension PresentationOptions {
    /// The options for the checkout in the workspace of the CI runner, or in the working directory.
    var ofCheckout: PresentationOptions {
        let workspace = ProcessInfo.processInfo.environment["GITHUB_WORKSPACE"] ?? ""
        let checkout = workspace.isEmpty ? FileManager.default.currentDirectoryPath : workspace
        var options = self
        (options.root, options.source) = (checkout, SourceReader(root: checkout))
        return options
    }
}

/// The output of reports, to files and one of the standard streams.
struct ReportSink {
    /// The stream for reports without a file; `outlive run` leaves standard output to its program.
    let standard: Int32
    var content = Content.report

    enum Content: String {
        case report, export, snapshot, audit, diagnosis, list, result
    }

    /// Checks before a measurement that files can be written, and prints an error for each that cannot.
    ///
    /// - Returns: `true` if no obstacle is known beforehand.
    func check(_ files: [ReportFile]) -> Bool {
        var good = true
        for file in files {
            guard let obstacle = file.obstacle else { continue }
            printError("cannot write the \(content) to \(file.path): \(obstacle); name another file")
            good = false
        }
        return good
    }

    /// Writes content to a file or, without one, to the stream. A closed pipe or terminal is no failure.
    ///
    /// - Parameter remedy: What the error says to do if the file cannot be written.
    /// - Returns: `true` if the content was written to its target.
    func put(_ bytes: [UInt8], into file: ReportFile?, remedy: String = "name another file") -> Bool {
        put(into: file, remedy: remedy) { descriptor throws(SystemError) in try writeAll(bytes, to: descriptor) }
    }

    /// Writes content too large for memory, in pieces, like `put(_:into:remedy:)`.
    ///
    /// - Parameter fill: Writes all pieces to a descriptor. It may be called again.
    func put(
        into file: ReportFile?, remedy: String = "name another file", by fill: (Int32) throws(SystemError) -> Void
    ) -> Bool {
        guard let file else { return print(by: fill) }
        do throws(SystemError) {
            try file.write(by: fill)
            return true
        } catch {
            printError("cannot write the \(content) to \(file.path): \(error); \(remedy)")
            return false
        }
    }

    /// Writes to the stream.
    ///
    /// - Returns: `true` if the stream accepted the content or was closed by its reader.
    private func print(by fill: (Int32) throws(SystemError) -> Void) -> Bool {
        do throws(SystemError) {
            try fill(standard)
            return true
        } catch {
            if error.code == EPIPE || error.code == EIO && isClosedTerminal(standard) { return true }
            let name = standard == STDERR_FILENO ? "standard error" : "standard output"
            let takesFile = content == .report || content == .export
            printError(
                "cannot write the \(content) to \(name): \(error)" + (takesFile ? "; use --\(content) FORMAT=FILE" : "")
            )
            return false
        }
    }
}

/// Prints a result, for commands without files.
///
/// - Throws: `ExitCode.failed`, after printing an error, if it cannot be written. A closed pipe is no failure.
func print(_ bytes: [UInt8], as content: ReportSink.Content) throws {
    guard ReportSink(standard: STDOUT_FILENO, content: content).put(bytes, into: nil) else { throw ExitCode.failed }
}
