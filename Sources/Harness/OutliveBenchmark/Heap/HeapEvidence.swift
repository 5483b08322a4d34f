package import OutliveDriver
internal import OutliveHeap
package import OutliveModel

/// The evidence, at the end of a run, about the references that keep survivors alive.
package struct HeapEvidence: Sendable {
    /// The heap snapshot of the process, valid until the process ends.
    package var file: HeapFile
    /// The addresses of the survivors that the registry found in that process.
    package var addresses: [ComponentKey: [ObjectAddress]]
}

/// A request for evidence about the survivors of a run.
package struct EvidenceRequest: Sendable {
    /// `true` to request evidence even without survivors.
    package var always: Bool
    /// Receives the evidence while the process is alive; an error becomes a note of the report.
    package var receive: @Sendable (HeapEvidence) throws(Failure) -> Void

    package init(always: Bool = false, receive: @escaping @Sendable (HeapEvidence) throws(Failure) -> Void) {
        self.always = always
        self.receive = receive
    }
}

/// A function that reads a census from a snapshot of the heap tier.
package typealias CensusReader = @Sendable (HeapFile) throws(Failure) -> HeapCensus

extension HeapFile {
    /// Returns the census of the snapshot, without symbolication.
    package func census() throws(Failure) -> HeapCensus {
        do throws(HeapSnapshotError) {
            return HeapCensus(try HeapSnapshot(path: path))
        } catch {
            throw Failure(
                .noCensus,
                "the census of process \(processID) cannot be read: \(error); rebuild its library with "
                    + "scripts/heap-library")
        }
    }
}
