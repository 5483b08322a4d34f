internal import OutliveHeap
internal import OutliveModel
internal import OutliveSymbols

/// What `outlive heap` looks for in a snapshot.
struct SnapshotInspection {
    /// The types that are meant; nil for all.
    let pattern: String?
    /// Whether it is told what holds them.
    let isTraced: Bool
    private let symbolicator = Symbolicator()

    init(pattern: String?, isTraced: Bool) {
        self.pattern = pattern
        self.isTraced = isTraced
    }

    /// What is found.
    ///
    /// - Parameter file: where the snapshot was read from.
    func report(_ snapshot: HeapSnapshot, file: String) -> SnapshotReport {
        var report = SnapshotReport(
            toolVersion: toolVersion, snapshot: SnapshotFacts(snapshot, file: file), pattern: pattern)
        let live = LiveObjects(snapshot, of: pattern.map(TypePattern.init))
        var sites = AllocationSites(snapshot)
        report.types = live.types.map { type in
            SnapshotType(
                type: type.type, objects: type.nodes.count, bytes: type.bytes,
                site: sites.mostFrequent(of: type.nodes))
        }
        if isTraced {
            report.traces = live.types.traces(by: HeapTraces(snapshot, names: symbolicator))
        }
        report.symbolicate(with: symbolicator)
        return report
    }
}
