internal import ArgumentParser
internal import Foundation
internal import OutliveModel
internal import OutliveSupport
internal import OutliveSymbols

/// The `outlive audit` command, which searches executables for parts of Outlive that must not reach production.
struct AuditCommand: ParsableCommand {
    static let name = "audit"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Searches executables for Outlive's registry, reset host, notifiers, stubs and interposer.",
        discussion: """
            Searches symbols and strings, so that it works for stripped executables, and the libraries that an \
            executable brings along (RPATH or RUNPATH with $ORIGIN). Exit codes: 0 nothing was found, 1 something was \
            found, 3 a file cannot be read or is not an executable, 64 wrong usage; if several apply: 64, 3, 1.
            """)

    @Option(help: ArgumentHelp("'text' for people or 'json' for programs. (default: text)", valueName: "format"))
    var report: AuditFormat?

    /// The name of `--report` in earlier versions.
    @Option(name: .customLong("format"), help: .hidden)
    var formerReport: AuditFormat?

    @Argument(help: ArgumentHelp("The executables and shared libraries to search.", valueName: "executable"))
    var executables: [String]

    func run() throws {
        // A closed pipe, as with `head`, is no failure.
        signal(SIGPIPE, SIG_IGN)
        var auditor = Auditor()
        for path in executables { auditor.audit(path) }
        let format = report ?? formerReport ?? .text
        let report = AuditReport(audits: auditor.audits, failures: auditor.failures)
        for failure in report.failures { complain("outlive: \(failure.description.onOneLine())") }
        do {
            try writeAll(format.bytes(of: report), to: STDOUT_FILENO)
        } catch let error as SystemError where error.code == EPIPE {
        } catch {
            complain("outlive: cannot write the audit to standard output: \(error)")
            throw ExitCode(Outcome.failed.rawValue)
        }
        throw ExitCode(report.outcome.rawValue)
    }
}

enum AuditFormat: String, CaseIterable, ExpressibleByArgument {
    case text
    case json

    func bytes(of report: AuditReport) throws -> [UInt8] {
        switch self {
        case .text: return Array(Terminal.shown(report.text).utf8)
        case .json:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return try Array(encoder.encode(report)) + [UInt8(ascii: "\n")]
        }
    }
}
