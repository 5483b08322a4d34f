package import OutliveDriver
package import OutliveModel

/// The evidence, at the end of a run, about the references that keep survivors alive.
package struct HeapEvidence: Sendable {
    /// The heap snapshot of the process, valid until the process ends.
    package var file: HeapFile
    /// The addresses of the survivors that the registry found in that process.
    package var addresses: [ComponentKey: [ObjectAddress]]

    /// Creates evidence.
    package init(file: HeapFile, addresses: [ComponentKey: [ObjectAddress]] = [:]) {
        self.file = file
        self.addresses = addresses
    }
}

/// A request for evidence about the survivors of a run.
package struct EvidenceRequest: Sendable {
    /// `true` to request evidence even without survivors.
    package var always: Bool
    /// Receives the evidence while the process is alive; an error becomes a note of the report.
    package var receive: @Sendable (HeapEvidence) throws(Failure) -> Void

    /// Creates a request, by default only for survivors.
    package init(always: Bool = false, receive: @escaping @Sendable (HeapEvidence) throws(Failure) -> Void) {
        self.always = always
        self.receive = receive
    }
}

extension LeakWatch {
    /// The survivors in the last report of the current process, without those declared to live longer.
    private var presentSurvivors: [Survivor] {
        processRuns.last?.last?.survivors.filter { $0.key.lifetime == .untilReset } ?? []
    }

    /// `true` if the current process has survivors.
    var hasPresentSurvivors: Bool { !presentSurvivors.isEmpty }

    /// The known addresses of the survivors in the current process.
    var presentAddresses: [ComponentKey: [ObjectAddress]] {
        Dictionary(presentSurvivors.map { ($0.key, $0.addresses ?? []) }, uniquingKeysWith: +)
            .filter { !$0.value.isEmpty }
    }
}
