package import OutliveDriver
package import OutliveHeap
package import OutliveModel
internal import OutliveSupport

/// Reads the censuses with a graph of the processes of a run.
///
/// A failure to read one is listed with the failures of the census report.
package func heapInputs(
    of outcomes: [HeapOutcome], command: [String], names: any AddressNames
) -> [SnapshotInput] {
    outcomes.compactMap { outcome in
        guard let snapshot = try? outcome.file.get().snapshot(), snapshot.header.hasGraph else { return nil }
        return SnapshotInput(snapshot, path: command.joined(separator: " "), names: names)
    }
}

extension [SnapshotInput] {
    /// Returns the picture of the process with the most blocks, because a page shows one process.
    ///
    /// - Throws: The first of the failures if no process has a census.
    package func picture(orThrow failures: [Failure]) throws(Failure) -> HeapPicture {
        guard let largest = self.max(by: { $0.snapshot.nodes.count < $1.snapshot.nodes.count }) else {
            throw failures.first ?? Failure(.noCensus, "no process has a census with the references between blocks")
        }
        let others = count - 1
        let note =
            "\(counted(others, "smaller process", "smaller processes")) of the run left out of this page: '--report text' "
            + "lists each."
        return try largest.picture(notes: others > 0 ? [note] : [])
    }
}

extension CensusReport {
    /// Adds the results of processes.
    package mutating func take(_ outcomes: [HeapOutcome]) {
        for outcome in outcomes {
            do {
                let census = try outcome.file.get().census()
                processes.append(
                    CensusedProcess(
                        processID: outcome.record.processID, executable: outcome.record.executable, census: census))
            } catch {
                failures.append(error)
            }
        }
        guard outcomes.isEmpty, failures.isEmpty else { return }
        failures.append(
            Failure(
                .noCensus,
                "no Swift process was found: the program is not a Swift program and started none, it is linked so that "
                    + "nothing can be preloaded, or it ran as another user who cannot write to TMPDIR; check it with "
                    + "outlive doctor"))
    }
}
