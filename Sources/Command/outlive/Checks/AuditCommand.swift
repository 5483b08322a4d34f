internal import ArgumentParser
internal import Foundation
internal import OutliveModel
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
    var report: AuditFormat?

    /// The name of `--report` in earlier versions.
    @Option(name: .customLong("format"), help: .hidden)
    var formerReport: AuditFormat?

    @Argument(help: .init("The executables and shared libraries to search.", valueName: "executable"))
    var executables: [String]

    func run() throws {
        var auditor = Auditor()
        for path in executables { auditor.audit(path) }
        let format = report ?? formerReport ?? .text
        let report = AuditReport(audits: auditor.audits, failures: auditor.failures)
        for failure in report.failures { printError("outlive: \(failure.description.onOneLine())") }
        try print(format.bytes(of: report), as: .audit)
        throw ExitCode(report.outcome)
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

struct AuditReport: Encodable {
    let version = 1
    let audits: [Audit]
    let failures: [AuditFailure]
    let outcome: Outcome

    init(audits: [Audit], failures: [AuditFailure]) {
        self.audits = audits
        self.failures = failures
        outcome = !failures.isEmpty ? .failed : audits.allSatisfy(\.findings.isEmpty) ? .clean : .notClean
    }

    var text: String {
        let lines = audits.flatMap { audit in
            audit.findings.map { "\(audit.path.onOneLine()): \($0.part.title): \($0.evidenceDescription)" }
        }
        return (lines + [summary]).joined(separator: "\n") + "\n"
    }

    private var summary: String {
        let parts = counted(audits.flatMap(\.findings).count, "part")
        let files = counted(audits.count, "file")
        let found = audits.filter { !$0.findings.isEmpty }.count
        let verdict = found == 0 ? "nothing of Outlive in \(files)" : "\(parts) of Outlive in \(found) of \(files)"
        switch outcome {
        case .clean: return "clean: \(verdict)"
        case .failed:
            let failed = "failed: \(counted(failures.count, "file")) could not be audited"
            return audits.isEmpty ? failed : "\(failed); \(verdict)"
        default: return "not clean: \(verdict)"
        }
    }
}

extension Audit.Finding {
    /// The strongest evidence, and the number of other pieces.
    fileprivate var evidenceDescription: String {
        guard let first = evidence.first else { return "" }
        let places = [first.section, first.offset.map { "at 0x" + String($0, radix: 16) }].compactMap(\.self)
        let more = evidence.count > 1 ? ", and \(evidence.count - 1) more" : ""
        let place = places.isEmpty ? "" : " (\(places.joined(separator: " ")))"
        return "\(first.kind.rawValue) \"\(first.text.onOneLine(upTo: 100))\"\(place)\(more)"
    }
}
