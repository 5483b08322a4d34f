internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveHeap
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport

/// The last heaps of the processes of a run, of which a page shows one.
struct RunHeaps {
    private let command: [String]
    private var inputs: [SnapshotInput] = []

    init(command: [String]) { self.command = command }

    /// Reads the censuses with a graph. A failure to read one is among those of the census report.
    mutating func take(_ outcomes: [HeapOutcome]) {
        for outcome in outcomes {
            guard let snapshot = try? outcome.file.get().snapshot(), snapshot.header.hasGraph else { continue }
            inputs.append(SnapshotInput(snapshot, path: command.joined(separator: " ")))
        }
    }

    /// Returns the page of the process with the most blocks.
    ///
    /// - Throws: The first of the failures if no process has a census.
    func page(orThrow failures: [Failure]) throws -> [UInt8] {
        guard let largest = inputs.max(by: { $0.snapshot.nodes.count < $1.snapshot.nodes.count }) else {
            throw failures.first ?? Failure(.noCensus, "no process has a census with the references between blocks")
        }
        let others = inputs.count - 1
        let note =
            "\(counted(others, "smaller process", "smaller processes")) of the run left out of this page: '--report text' "
            + "lists each."
        return try largest.page(notes: others > 0 ? [note] : [])
    }
}
