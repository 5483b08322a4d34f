public import OutliveDriver
public import OutliveModel

/// What tells, at the end of a run, who holds what survived.
public struct HeapEvidence: Sendable {
    /// The snapshot of the process with all its blocks; it lasts until the process is ended.
    public var file: HeapFile
    /// Where the components are that the registry saw survive in that process.
    public var addresses: [ComponentKey: [ObjectAddress]]

    /// Makes evidence.
    public init(file: HeapFile, addresses: [ComponentKey: [ObjectAddress]] = [:]) {
        self.file = file
        self.addresses = addresses
    }
}

/// Asks a run for the evidence of what survives in it.
public struct EvidenceRequest: Sendable {
    /// Whether it is wanted where nothing survived, too.
    public var always: Bool
    /// Takes it, while the process is still there; what it throws is told in a note of the report.
    public var receive: @Sendable (HeapEvidence) throws(Failure) -> Void

    /// Makes a request; by default for the case that something survived.
    public init(always: Bool = false, receive: @escaping @Sendable (HeapEvidence) throws(Failure) -> Void) {
        self.always = always
        self.receive = receive
    }
}

extension LeakWatch {
    /// What the last report of the present process says has outlived its generation against its declaration.
    private var presentSurvivors: [Survivor] {
        incarnations.last?.last?.survivors.filter { $0.key.lifetime == .untilReset } ?? []
    }

    /// Whether anything is alive in the present process that no reset should have left.
    var hasPresentSurvivors: Bool { !presentSurvivors.isEmpty }

    /// Where in the present process they are, as far as it tells.
    var presentAddresses: [ComponentKey: [ObjectAddress]] {
        Dictionary(presentSurvivors.map { ($0.key, $0.addresses ?? []) }, uniquingKeysWith: +)
            .filter { !$0.value.isEmpty }
    }
}
