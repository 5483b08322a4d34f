internal import ArgumentParser
internal import Foundation
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport

/// The `outlive merge` command, which merges the reports of several runs and machines.
struct MergeCommand: ParsableCommand {
    static let name = "merge"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Merges the JSON reports of several runs, on one or more machines.",
        discussion: """
            A leak found in several runs is listed once, with those runs. A report that is given twice counts once, \
            and the order does not matter. Times are not compared across runs. Merged reports can be merged again. \
            Exit codes: 0 done, 3 a report cannot be read or written, 64 wrong usage; with --exit-code, that of the \
            worst run.
            """)

    @OptionGroup var output: ReportOptions

    @ArgumentParser.Flag(help: "Exit with the status of the worst run instead of 0.")
    var exitCode = false

    @ArgumentParser.Flag(help: "List known library caches and why they grow (default: print only their number).")
    var showKnown = false

    @Argument(help: ArgumentHelp("Reports of --report json=FILE; '-' is standard input.", valueName: "file"))
    var files: [String]

    func validate() throws {
        guard files.count(where: { $0 == "-" }) < 2 else {
            throw ValidationError("standard input can be read once: give '-' once")
        }
        try refuse(output.requests.compactMap(\.file), thatAre: files)
    }

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        let writer = ReportWriter(requests: output.requests, showsKnown: showKnown)
        guard writer.check() else { throw ExitCode(Outcome.failed.rawValue) }
        let report: Report
        do throws(Failure) {
            report = try merged()
        } catch {
            complain("outlive: \(error.message.onOneLine())")
            throw ExitCode(Outcome.failed.rawValue)
        }
        guard writer.write(report) else { throw ExitCode(Outcome.failed.rawValue) }
        if exitCode { throw ExitCode(report.outcome.rawValue) }
    }

    /// Merges all reports, of which only one is in memory at a time beside the result.
    private func merged() throws(Failure) -> Report {
        var merged: Report?
        for file in files {
            let next = try ReportInput(path: file).read().asMerged
            merged = merged.map { $0.merged(with: next) } ?? next
        }
        guard let merged else { throw Failure(.harness, "there is nothing to merge: name a report") }
        return merged
    }
}
