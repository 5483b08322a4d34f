package import OutliveDriver
internal import OutliveHeap
package import OutliveModel
internal import OutliveSupport

/// The last heaps of the processes of a run. A page shows one of them.
package struct RunHeaps {
    private let command: [String]
    private let names: any AddressNames
    private var inputs: [SnapshotInput] = []

    package init(command: [String], names: any AddressNames) { (self.command, self.names) = (command, names) }

    /// Reads the censuses with a graph. A failure to read one is listed with the failures of the census report.
    package mutating func take(_ outcomes: [HeapOutcome]) {
        for outcome in outcomes {
            guard let snapshot = try? outcome.file.get().snapshot(), snapshot.header.hasGraph else { continue }
            inputs.append(SnapshotInput(snapshot, path: command.joined(separator: " "), names: names))
        }
    }

    /// Returns the picture of the process with the most blocks.
    ///
    /// - Throws: The first of the failures if no process has a census.
    package func picture(orThrow failures: [Failure]) throws(Failure) -> HeapPicture {
        guard let largest = inputs.max(by: { $0.snapshot.nodes.count < $1.snapshot.nodes.count }) else {
            throw failures.first ?? Failure(.noCensus, "no process has a census with the references between blocks")
        }
        let others = inputs.count - 1
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
