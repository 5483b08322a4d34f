package import OutliveDriver
package import OutliveHeap
package import OutliveModel

/// The evidence, at the end of a run, about the references that keep survivors alive.
package struct HeapEvidence: Sendable {
    /// The heap snapshot of the process, valid until the process ends.
    package var file: HeapFile
    /// The addresses of the survivors that the registry found in that process.
    package var addresses: [ComponentKey: [ObjectAddress]]
    /// The arm of the process, or `nil` for the process of the soak.
    package var otherArm: Arm?
    /// The program of the process if it is a worker, or `nil`.
    package var worker: String?
    /// The content of the file with births by address, or `nil` if the file itself contains the births.
    var attached: HeapSnapshot?

    /// Returns the snapshot with the births by which the findings were judged.
    package func snapshot() throws(Failure) -> HeapSnapshot {
        if let attached { return attached }
        return try file.snapshot()
    }
}

package struct EvidenceRequest: Sendable {
    /// `true` to request evidence of the process of the soak even without survivors.
    package var always: Bool
    /// Receives the evidence while the process is alive; an error becomes a note of the report.
    package var receive: @Sendable (HeapEvidence) throws(Failure) -> Void

    package init(always: Bool = false, receive: @escaping @Sendable (HeapEvidence) throws(Failure) -> Void) {
        self.always = always
        self.receive = receive
    }
}
