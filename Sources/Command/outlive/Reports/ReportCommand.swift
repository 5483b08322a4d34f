internal import ArgumentParser
internal import Foundation
internal import OutliveModel
internal import OutliveReport

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Converts a JSON report to other formats.",
        usage: "outlive report [<options>] <file>",
        discussion: """
            Exit codes: 0 all reports were written, 3 a report cannot be read or written, 64 wrong usage; with \
            --exit-code, that of the original run if all were written.

            Examples:

              # Write a page from a run's JSON report
              outlive report run.json --report html=run.html
            """)

    @OptionGroup var known: KnownOptions
    @OptionGroup var output: ReportOptions<ReportFormat>
    @OptionGroup var detail: DetailOptions

    @ArgumentParser.Flag(
        help: "Exit with the status of the original run: 0 clean, 1 not clean, 2 slower than the gate, 3 failed.")
    var exitCode = false

    @Argument(help: .init("The report, of --report json=FILE; - is standard input.", valueName: "file"))
    var report: String

    func validate() throws { try output.check(inputs: [report] + detail.inputs, rewriting: report) }

    func run() throws {
        let known = try known.source()
        let details = try detail.read()
        let writer = try ReportWriter(output.requests)
        var report = try Report(readFrom: report)
        known.apply(to: &report)
        guard writer.write(report, details) else { throw ExitCode.failed }
        if exitCode { throw ExitCode(report.outcome) }
    }
}

struct MergeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Merges the JSON reports of several runs, on one or more machines.",
        usage: "outlive merge [<options>] <file> ...",
        discussion: """
            A leak found in several runs is listed once, with those runs. A report that is given twice counts once, \
            and the order does not matter. Times are not compared across runs. Merged reports can be merged again. \
            Exit codes: 0 done, 3 a report cannot be read or written, 64 wrong usage; with --exit-code, that of the \
            worst run.

            Examples:

              # Merge the reports of all shards of a test job
              outlive merge shard-*.json --report html=all.html
            """)

    @OptionGroup var output: ReportOptions<ReportFormat>

    @ArgumentParser.Flag(help: "Exit with the status of the worst run instead of 0.")
    var exitCode = false
    @OptionGroup var detail: DetailOptions

    @Argument(help: .init("Reports of --report json=FILE; '-' is standard input.", valueName: "file"))
    var files: [String]

    func validate() throws { try output.check(inputs: files + detail.inputs) }

    func run() async throws {
        let details = try detail.read()
        let writer = try ReportWriter(output.requests)
        let report = try await merged()
        guard writer.write(report, details) else { throw ExitCode.failed }
        if exitCode { throw ExitCode(report.outcome) }
    }

    /// Merges all reports, with at most one for each processor in memory beside the result.
    private func merged() async throws -> Report {
        let processors = ProcessInfo.processInfo.activeProcessorCount
        var merge = ReportMerge()
        for start in stride(from: 0, to: files.count, by: processors) {
            let reading = files[start..<min(start + processors, files.count)].map { file in
                Task { try Report(readFrom: file).asMerged }
            }
            for report in reading { merge.add(try await report.value) }
        }
        guard let merged = merge.result else { throw Failure(.harness, "there is nothing to merge: name a report") }
        return merged
    }
}
