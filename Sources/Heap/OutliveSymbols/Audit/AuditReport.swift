package import OutliveModel
internal import OutliveSupport

/// The results of an audit of several files, with their outcome.
package struct AuditReport: Encodable {
    private let version = 1
    private let audits: [Audit]
    package let failures: [AuditFailure]
    package let outcome: Outcome

    package init(_ auditor: Auditor) {
        (audits, failures) = (auditor.audits, auditor.failures)
        outcome = !failures.isEmpty ? .failed : audits.allSatisfy(\.findings.isEmpty) ? .clean : .notClean
    }

    /// A line for each part found, and one for the outcome.
    package var text: String {
        let lines = audits.flatMap { audit in
            audit.findings.map { "\(audit.path.onOneLine()): \($0.part.title): \($0.evidenceDescription)" }
        }
        return (lines + [summary]).joined(separator: "\n") + "\n"
    }

    private var summary: String {
        let parts = counted(audits.flatMap(\.findings).count, "part")
        let files = counted(audits.count, "file")
        let found = audits.filter { !$0.findings.isEmpty }.count
        // Empty types of the library may remain.
        let verdict =
            found == 0
            ? "nothing of Outlive that records, listens or resets in \(files)"
            : "\(parts) of Outlive in \(found) of \(files)"
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
