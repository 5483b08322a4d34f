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
    /// - Parameter report: The report of the run, with the course of the process.
    /// - Throws: The first of the report's failures if no process has a census.
    package func picture(of report: CensusReport) throws(Failure) -> HeapPicture {
        guard let largest = self.max(by: { $0.snapshot.nodes.count < $1.snapshot.nodes.count }) else {
            throw report.failures.first
                ?? Failure(.noCensus, "no process has a census with the references between blocks")
        }
        let others = count - 1
        let note =
            "\(counted(others, "smaller process", "smaller processes")) of the run left out of this page: '--report text' "
            + "lists each."
        let process = report.processes.first { $0.processID == largest.snapshot.header.processID }
        return try largest.picture(course: process?.course, notes: others > 0 ? [note] : [])
    }
}

extension CensusReport {
    /// Adds the results of processes.
    ///
    /// - Parameter clock: The clock that recorded their heaps, or `nil` without one.
    package mutating func take(_ outcomes: [HeapOutcome], recordedBy clock: HeapClock? = nil) {
        for outcome in outcomes {
            do {
                let snapshot = try outcome.file.get().snapshot()
                let census = HeapCensus(snapshot)
                let time = Double(snapshot.header.time) / 1e9
                processes.append(
                    CensusedProcess(
                        processID: outcome.record.processID, executable: outcome.record.executable, census: census,
                        course: clock?.course(of: outcome.record, until: census, at: time)))
            } catch {
                failures.append(error)
                // What was recorded of a process that was killed is the best that is left of it.
                guard let (census, course) = clock?.last(of: outcome.record) else { continue }
                processes.append(
                    CensusedProcess(
                        processID: outcome.record.processID, executable: outcome.record.executable, census: census,
                        course: course))
                notes.append("the census of process \(outcome.record.processID) is the last one before its end")
            }
        }
        if let failure = clock?.failure {
            notes.append("the heap over time has gaps: \(failure.message)")
        } else if clock != nil, !processes.isEmpty, processes.allSatisfy({ $0.course == nil }) {
            notes.append("there is no heap over time: the program ended before its first census")
        }
        if let leftOut = clock?.leftOut, leftOut > 0 {
            notes.append("\(counted(leftOut, "process", "processes")) of many left out of the heap over time")
        }
        guard outcomes.isEmpty, failures.isEmpty else { return }
        failures.append(
            Failure(
                .noCensus,
                "no Swift process was found: the program is not a Swift program and started none, it is linked so that "
                    + "nothing can be preloaded, or it ran as another user who cannot write to TMPDIR; check it with "
                    + "outlive doctor; --allocations watches any program"))
    }
}
