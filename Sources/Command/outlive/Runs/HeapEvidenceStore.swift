internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveHeap
internal import OutliveModel
internal import OutliveSupport
internal import OutliveSymbols

/// The heap evidence of a run, kept until the report is made.
final class HeapEvidenceStore: Sendable {
    private struct Evidence {
        var snapshot: HeapSnapshot
        var addresses: [ComponentKey: [ObjectAddress]]
    }

    /// The file that keeps the snapshot, or `nil` to keep none.
    private let file: ReportFile?
    private let evidence = Lock<Evidence?>(nil)

    init(file: ReportFile?) {
        self.file = file
    }

    /// The request for evidence, also without survivors if the snapshot is kept in a file.
    var request: EvidenceRequest {
        EvidenceRequest(always: file != nil) { [self] evidence throws(Failure) in try receive(evidence) }
    }

    private func receive(_ received: HeapEvidence) throws(Failure) {
        try file?.keep(received.file)
        let snapshot: HeapSnapshot
        do throws(HeapSnapshotError) {
            snapshot = try HeapSnapshot(path: received.file.path)
        } catch {
            throw Failure(
                .noCensus,
                "the snapshot cannot be read: \(error); rebuild its library with scripts/heap-library")
        }
        evidence.withLock { $0 = Evidence(snapshot: snapshot, addresses: received.addresses) }
    }

    /// Adds leak traces to the survivors of a report, as far as they are known.
    func trace(_ report: inout Report) {
        guard let evidence = evidence.withLock({ $0 }) else { return }
        report.trace(in: evidence.snapshot, names: Symbolicator(), addresses: evidence.addresses)
    }
}
