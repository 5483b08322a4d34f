internal import ArgumentParser
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport

/// The place where a watch publishes its figures for monitoring.
enum MetricsOutput: Hashable {
    /// A port of the loopback interface; 0 for any free one.
    case port(UInt16)
    case file(ReportFile)

    /// Reads an argument: digits alone are a port, anything else is a path.
    init(option text: String) throws {
        guard !text.isEmpty else { throw ValidationError("--metrics is empty: name a file or a port") }
        guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
            self = .file(ReportFile(path: text))
            return
        }
        guard let port = UInt16(text) else {
            throw ValidationError("\(text.onOneLine(upTo: 80)) is not a port: give one up to 65535")
        }
        self = .port(port)
    }

    /// Prepares the place, and returns a function that publishes figures.
    ///
    /// - Throws: `ExitCode.failed`, after printing an error, if a file cannot be written; `Failure` if a port cannot be
    ///   used.
    func prepared() throws -> @Sendable (WatchLook) -> Void {
        switch self {
        case .port(let port):
            let server = try MetricsServer(port: port)
            printError("outlive: figures at \(server.url)")
            return { server.publish(OpenMetrics($0).bytes) }
        case .file(let file):
            guard ReportSink(standard: STDOUT_FILENO, content: .result).check([file]) else { throw ExitCode.failed }
            return { look in
                do throws(SystemError) {
                    try file.write(OpenMetrics(look).bytes)
                } catch {
                    printError("outlive: cannot write the figures to \(file.path): \(error)")
                }
            }
        }
    }
}
