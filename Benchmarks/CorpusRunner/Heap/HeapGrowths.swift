internal import Foundation
internal import OutliveHeap
internal import OutliveJudgement
internal import OutliveModel
internal import OutliveSymbols

/// The growth in the processes of all cases, from their censuses.
struct HeapGrowths {
    /// The symbolicated findings of each case, worst first, or why there are none, by the case's position.
    private(set) var ofCase: [Int: Result<[Finding], Failure>] = [:]
    /// The references in a case's traces that keep nothing alive. There should be none.
    private(set) var weakSteps: [Int: [String]] = [:]

    /// Reads and judges the censuses of the processes that ran to their end.
    ///
    /// - Parameters:
    ///   - endings: The end of each case's process, by the case's position.
    ///   - directory: The directory that the processes wrote to.
    init(of endings: [Int: Ending<HeapRun>], in directory: URL, _ options: Options) {
        var measured: [(index: Int, findings: [Finding], snapshot: HeapSnapshot?)] = []
        for case (let index, .finished(let run)) in endings {
            do throws(Failure) {
                let (findings, snapshot) = try growth(in: Tier.censuses(in: directory, index: index), run, options)
                measured.append((index, findings, snapshot))
            } catch {
                ofCase[index] = .failure(error)
            }
        }
        let named = NamedFindings.naming(measured.map { $0.findings }, by: .ofCorpus)
        var leaking: [Int: (classified: ClassifiedFindings, snapshot: HeapSnapshot)] = [:]
        for (run, named) in zip(measured, named) {
            let classified = ClassifiedFindings(named)
            ofCase[run.index] = .success(classified.findings)
            guard let snapshot = run.snapshot, classified.findings.contains(where: { $0.verdict == .leak }) else {
                continue
            }
            leaking[run.index] = (classified, snapshot)
        }
        let names = SharedNames(of: Symbolicator.ofCorpus)
        // A name that was found may require further names, so repeat until none is missing.
        repeat {
            for (index, leaks) in leaking {
                var traced = TracedFindings(leaks.classified)
                traced.trace(in: AnalysedSnapshot(leaks.snapshot, names: names))
                ofCase[index] = .success(traced.findings)
            }
        } while names.lookUpMissing()
        for (index, leaks) in leaking {
            weakSteps[index] = (try? ofCase[index]?.get())?.compactMap(\.trace).flatMap(leaks.snapshot.weakSteps)
        }
    }
}

/// Returns the growth in the process of a case, and its last snapshot.
private func growth(
    in folder: URL, _ run: HeapRun, _ options: Options
) throws(Failure) -> ([Finding], HeapSnapshot?) {
    var censuses: [HeapCensus] = []
    var births = BirthsByAddress()
    var last: HeapSnapshot?
    for cycle in 0...run.cycles {
        var snapshot = try snapshot(in: folder, run, cycle: cycle)
        if case .attach = options.tier { births.assign(to: &snapshot, endingCycle: true) }
        let census = HeapCensus(snapshot)
        last = snapshot
        guard !census.isIncomplete else {
            throw Failure(.noCensus, "the census after cycle \(cycle) is incomplete: memory ran out")
        }
        censuses.append(census)
    }
    let growth = HeapGrowth(
        censuses, warmup: options.warmup, births: options.tier.hasStacks ? .recorded : .byAddress)
    // The run itself reports the cycle that failed.
    if run.error == nil, options.tier.hasStacks, let note = growth.notes.first {
        throw Failure(.noCensus, note)
    }
    return (growth.findings, last)
}

private func snapshot(in folder: URL, _ run: HeapRun, cycle: Int) throws(Failure) -> HeapSnapshot {
    let name = HeapStartRecord.requestFileName(HeapRun.request(endingCycle: cycle), processID: run.processID)
    do {
        return try HeapSnapshot([UInt8](Data(contentsOf: folder.appending(path: name))))
    } catch {
        throw Failure(.noCensus, "\(name) cannot be read: \(error)")
    }
}
