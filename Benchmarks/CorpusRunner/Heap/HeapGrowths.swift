internal import Foundation
internal import OutliveHeap
internal import OutliveModel
internal import OutliveSymbols

/// The growth in the processes of all cases, from their censuses.
struct HeapGrowths {
    /// The reason why a case has no result.
    struct Failure: Error {
        var reason: String
    }

    /// The symbolicated findings of each case, worst first, by the case's position.
    private(set) var ofCase: [Int: Result<[Finding], Failure>] = [:]
    /// The references in a case's traces that keep nothing alive. There should be none.
    private(set) var weakSteps: [Int: [String]] = [:]

    /// Reads and judges the censuses of the processes that ran to their end.
    ///
    /// - Parameters:
    ///   - endings: The end of each case's process, by the case's position.
    ///   - directory: The directory that the processes wrote to.
    init(of endings: [Int: Ending<HeapRun>], in directory: URL, _ options: Options) {
        var last: [Int: HeapSnapshot] = [:]
        for (index, ending) in endings {
            guard case .finished(let run) = ending else { continue }
            let folder = Tier.censuses(in: directory, index: index)
            ofCase[index] = Result { () throws(Failure) in
                let (findings, snapshot) = try growth(in: folder, run, options)
                last[index] = snapshot
                return findings
            }
        }
        symbolicate()
        trace(in: last)
    }

    /// Symbolicates all cases at once, because the symbolizer takes long to start.
    private mutating func symbolicate() {
        let found = ofCase.compactMapValues { try? $0.get() }
        let order = found.keys.sorted()
        let backtraces = order.flatMap { found[$0]!.map(\.backtrace) }
        var symbolicated = Symbolicator.ofCorpus.symbolicate(backtraces).backtraces.makeIterator()
        for index in order {
            var findings = found[index]!
            for place in findings.indices { findings[place].backtrace = symbolicated.next()! }
            ofCase[index] = .success(classifiedHeapFindings(findings))
        }
    }

    /// Traces the leaks of the cases in the last snapshot of each.
    private mutating func trace(in snapshots: [Int: HeapSnapshot]) {
        var leaking: [Int: (findings: [Finding], snapshot: HeapSnapshot)] = [:]
        for (index, snapshot) in snapshots {
            guard case .success(let findings)? = ofCase[index], findings.contains(where: { $0.verdict == .leak }) else {
                continue
            }
            leaking[index] = (findings, snapshot)
        }
        let names = SharedNames(of: Symbolicator.ofCorpus)
        // A name that was found may require further names, so repeat until none is missing.
        repeat {
            for (index, leaks) in leaking {
                let analysed = AnalysedSnapshot(leaks.snapshot, names: names)
                ofCase[index] = .success(traced(leaks.findings, in: analysed))
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
) throws(HeapGrowths.Failure) -> ([Finding], HeapSnapshot?) {
    var censuses: [HeapCensus] = []
    var births = BirthsByAddress()
    var last: HeapSnapshot?
    for cycle in 0...run.cycles {
        var snapshot = try snapshot(in: folder, run, cycle: cycle)
        if case .attach = options.tier { births.assign(to: &snapshot, endingCycle: true) }
        let census = HeapCensus(snapshot)
        last = snapshot
        guard !census.isIncomplete else {
            throw HeapGrowths.Failure(reason: "the census after cycle \(cycle) is incomplete: memory ran out")
        }
        censuses.append(census)
    }
    let growth = HeapGrowth(
        censuses, warmup: options.warmup, births: options.tier.hasStacks ? .recorded : .byAddress)
    // The run itself reports the cycle that failed.
    if run.error == nil, options.tier.hasStacks, let note = growth.notes.first {
        throw HeapGrowths.Failure(reason: note)
    }
    return (growth.findings, last)
}

private func snapshot(in folder: URL, _ run: HeapRun, cycle: Int) throws(HeapGrowths.Failure) -> HeapSnapshot {
    let name = HeapFileName.request(HeapRun.request(endingCycle: cycle), processID: run.processID)
    do {
        return try HeapSnapshot([UInt8](Data(contentsOf: folder.appending(path: name))))
    } catch {
        throw HeapGrowths.Failure(reason: "\(name) cannot be read: \(error)")
    }
}
