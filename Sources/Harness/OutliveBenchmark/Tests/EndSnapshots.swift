internal import OutliveDriver
internal import OutliveHeap
internal import OutliveJudgement
internal import OutliveModel
internal import OutliveSupport
internal import OutliveSymbols

/// The snapshots at the ends of processes of tests, each read and analysed once.
///
/// Safe to use from several threads.
final class EndSnapshots: Sendable {
    /// The time between two looks for processes that have ended.
    private static let pause = Duration.milliseconds(20)
    private let names: Symbolicator
    private let analysed = Lock<[HeapStartRecord: AnalysedSnapshot]>([:])

    init(names: Symbolicator) { self.names = names }

    /// Analyses the snapshot of each process that ends while others still run, until the task is cancelled.
    ///
    /// What fails here fails again when the snapshot is judged.
    func prepare(endedOf run: TestRun) async {
        var seen: Set<HeapStartRecord> = []
        while (try? await Task.sleep(for: Self.pause)) != nil {
            for (record, file) in (try? run.ended()) ?? [] where seen.insert(record).inserted {
                guard let file = try? file.get(), let analysed = try? snapshot(of: record, file) else { continue }
                try? await onOwnThread { [names] _ in TestProcess.prepare(analysed, names: names) }
            }
        }
    }

    /// Returns the snapshot at the end of a process.
    ///
    /// - Throws: `Failure` if the file cannot be read.
    func snapshot(of record: HeapStartRecord, _ file: HeapFile) throws(Failure) -> AnalysedSnapshot {
        if let known = analysed.withLock({ $0[record] }) { return known }
        let made = AnalysedSnapshot(try file.snapshot(), names: names)
        return analysed.withLock { all in
            all[record] = all[record] ?? made
            return all[record] ?? made
        }
    }
}
