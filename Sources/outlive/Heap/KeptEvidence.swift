internal import Foundation
internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveHeap
internal import OutliveModel
internal import OutliveSymbols

/// Keeps what a run hands over of the heap until its report is made.
final class KeptEvidence: Sendable {
    private struct Evidence {
        var snapshot: HeapSnapshot
        var addresses: [ComponentKey: [ObjectAddress]]
    }

    /// Where the snapshot is to stay; nil for nowhere.
    private let file: ReportFile?
    private let evidence = Locked<Evidence?>(nil)

    init(file: ReportFile?) {
        self.file = file
    }

    /// Asks a run for it, also where nothing survived if the snapshot is to stay.
    var request: EvidenceRequest {
        EvidenceRequest(always: file != nil) { [self] evidence throws(Failure) in try receive(evidence) }
    }

    private func receive(_ received: HeapEvidence) throws(Failure) {
        if let file { try keep(received.file, in: file) }
        let snapshot: HeapSnapshot
        do throws(HeapSnapshotError) {
            snapshot = try HeapSnapshot(path: received.file.path)
        } catch {
            throw Failure(
                .noCensus,
                "the snapshot cannot be read: \(error); build its library anew with scripts/heap-library")
        }
        evidence.withLock { $0 = Evidence(snapshot: snapshot, addresses: received.addresses) }
    }

    private func keep(_ snapshot: HeapFile, in file: ReportFile) throws(Failure) {
        guard let bytes = FileManager.default.contents(atPath: snapshot.path) else {
            throw Failure(.noCensus, "\(snapshot.path) cannot be read: look who owns it")
        }
        do throws(SystemError) {
            try file.write(Array(bytes))
        } catch {
            throw Failure(.harness, "cannot write \(file.path): \(error); name another file")
        }
    }

    /// Adds to a report what holds the survivors, as far as that is known.
    func trace(_ report: inout Report) {
        if let evidence = evidence.withLock({ $0 }) {
            report.trace(in: evidence.snapshot, names: Symbolicator(), addresses: evidence.addresses)
        }
        report.addMissingFingerprints()
    }
}
