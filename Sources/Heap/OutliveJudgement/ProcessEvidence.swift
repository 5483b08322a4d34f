package import OutliveHeap
package import OutliveModel

/// A process of a run whose findings are judged.
package struct JudgedProcess: Hashable, Sendable {
    /// The process of the soak.
    package static let ofSoak = JudgedProcess(arm: nil, worker: nil)

    /// The arm of the process, or `nil` for the arm of the soak.
    let arm: Arm?
    /// The program of the process if it is a worker.
    let worker: String?

    package init(arm: Arm?, worker: String?) { (self.arm, self.worker) = (arm, worker) }

    /// The order of judgement: the process of the soak first, then by name.
    var order: (String, String) { (arm?.rawValue ?? "", worker ?? "") }
}

/// The evidence about the references that keep the survivors of a process alive.
package struct ProcessEvidence: Sendable {
    /// A snapshot of the process while the survivors are alive.
    package let snapshot: HeapSnapshot
    /// The addresses of the survivors that the registry found.
    let addresses: [ComponentKey: [ObjectAddress]]

    package init(snapshot: HeapSnapshot, addresses: [ComponentKey: [ObjectAddress]]) {
        (self.snapshot, self.addresses) = (snapshot, addresses)
    }
}
