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
    private static let pause = Duration.milliseconds(50)
    /// The number of snapshots that are analysed early, as each takes memory: `--parallel` makes one for each XCTest.
    private static let most = 4
    private let names: Symbolicator
    private let analysed = Lock<[HeapStartRecord: AnalysedSnapshot]>([:])

    init(names: Symbolicator) { self.names = names }

    /// Analyses the snapshot of each process that ends while others still run, until the task is cancelled.
    ///
    /// What fails here fails again when the snapshot is judged.
    func prepare(endedOf run: TestRun) async {
        var seen: Set<HeapStartRecord> = []
        while seen.count < Self.most, (try? await Task.sleep(for: Self.pause)) != nil {
            for (record, file) in (try? run.ended(except: seen)) ?? [] {
                seen.insert(record)
                try? await onOwnThread { [self, names] _ in
                    if let analysed = try? snapshot(of: record, file) { TestProcess.prepare(analysed, names: names) }
                }
            }
        }
    }

    /// Returns the snapshot at the end of a process, which is not kept any longer.
    ///
    /// - Throws: `Failure` if the file cannot be read.
    func take(_ record: HeapStartRecord, _ file: HeapFile) throws(Failure) -> AnalysedSnapshot {
        if let known = analysed.withLock({ $0.removeValue(forKey: record) }) { return known }
        return AnalysedSnapshot(try file.snapshot(), names: names)
    }

    private func snapshot(of record: HeapStartRecord, _ file: HeapFile) throws(Failure) -> AnalysedSnapshot {
        let made = AnalysedSnapshot(try file.snapshot(), names: names)
        analysed.withLock { $0[record] = made }
        return made
    }
}
