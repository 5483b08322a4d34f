internal import ArgumentParser
internal import Foundation
internal import OutliveModel
internal import OutliveReport

/// `figures ping`: the cost of a request over a signal, from a report of `outlive bench`.
struct PingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ping", abstract: "The median of the ping arm of a report.")

    @Argument(help: "A report in JSON.") var report: String

    func run() throws {
        guard let ping = try readReport(report).ping else { throw ValidationError("\(report) has no ping arm") }
        Figure(
            name: "ping over a signal", goal: "below 1 ms",
            measured: "\(TimeUnit.milliseconds.text(ping.median)) (n = \(ping.count))", holds: ping.median < 1e-3
        ).show()
    }
}

/// Reads a report in JSON from a file.
func readReport(_ path: String) throws -> Report {
    try Report(json: Array(Data(contentsOf: URL(filePath: path))))
}
