internal import ArgumentParser
internal import Foundation
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport
internal import OutliveSymbols

struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Searches executables for Outlive's registry, reset host, notifiers, stubs and interposer.",
        discussion: """
            Searches symbols and strings, so that it works for stripped executables, and the libraries that an \
            executable brings along (RPATH or RUNPATH with $ORIGIN). Exit codes: 0 nothing was found, 1 something was \
            found, 3 a file cannot be read or is not an executable, 64 wrong usage; if several apply: 64, 3, 1.

            Examples:

              # Fail a release that still contains test code
              outlive audit build/release/app
            """)

    @Option(help: .init("'text' for people or 'json' for programs. (default: text)", valueName: "format"))
    var report: ListingFormat?

    /// The name of `--report` in earlier versions.
    @Option(name: .customLong("format"), help: .hidden)
    var formerReport: ListingFormat?

    @Argument(help: .init("The executables and shared libraries to search.", valueName: "executable"))
    var executables: [String]

    func run() throws {
        var auditor = Auditor()
        for path in executables { auditor.audit(path) }
        let format = report ?? formerReport ?? .text
        let report = AuditReport(auditor)
        for failure in report.failures { printError("outlive: \(failure.description.onOneLine())") }
        try print(bytes(of: report, as: format), as: .audit)
        throw ExitCode(report.outcome)
    }

    private func bytes(of report: AuditReport, as format: ListingFormat) throws -> [UInt8] {
        switch format {
        case .text: return Array(printable(report.text).utf8)
        case .json:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return try Array(encoder.encode(report)) + [UInt8(ascii: "\n")]
        }
    }
}
