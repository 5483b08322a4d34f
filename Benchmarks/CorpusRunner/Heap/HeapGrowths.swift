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
    ///   - warmup: The number of first cycles that are warm-up.
    init(of endings: [Int: Ending<HeapRun>], in directory: URL, warmup: Int) {
        let runs = endings.compactMapValues { if case .finished(let run) = $0 { run } else { nil } }
        for (index, run) in runs {
            let folder = Tier.censuses(in: directory, index: index)
            ofCase[index] = Result { () throws(Failure) in
                try growth(in: folder, run, warmup: warmup)
            }
        }
        symbolicate()
        trace(runs, in: directory)
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

    /// Traces the leaks of the cases in the last census of each.
    private mutating func trace(_ runs: [Int: HeapRun], in directory: URL) {
        var leaking: [Int: (findings: [Finding], snapshot: HeapSnapshot)] = [:]
        for (index, run) in runs {
            guard case .success(let findings)? = ofCase[index], findings.contains(where: { $0.verdict == .leak }) else {
                continue
            }
            let folder = Tier.censuses(in: directory, index: index)
            do {
                leaking[index] = (findings, try snapshot(in: folder, run, cycle: run.cycles))
            } catch {
                ofCase[index] = .failure(error)
            }
        }
        let names = SharedNames(of: Symbolicator.ofCorpus)
        // A name that was found may require further names, so repeat until none is missing.
        repeat {
            for (index, leaks) in leaking {
                ofCase[index] = .success(traced(leaks.findings, in: leaks.snapshot, names: names))
            }
        } while names.lookUpMissing()
        for (index, leaks) in leaking {
            weakSteps[index] = (try? ofCase[index]?.get())?.compactMap(\.trace).flatMap(leaks.snapshot.weakSteps)
        }
    }
}

/// Returns the growth in the process of a case.
private func growth(in folder: URL, _ run: HeapRun, warmup: Int) throws(HeapGrowths.Failure) -> [Finding] {
    var censuses: [HeapCensus] = []
    for cycle in 0...run.cycles {
        let census = HeapCensus(try snapshot(in: folder, run, cycle: cycle))
        guard !census.isIncomplete else {
            throw HeapGrowths.Failure(reason: "the census after cycle \(cycle) is incomplete: memory ran out")
        }
        censuses.append(census)
    }
    let growth = HeapGrowth(censuses, warmup: warmup)
    // The run itself reports the cycle that failed.
    if run.error == nil, let note = growth.notes.first { throw HeapGrowths.Failure(reason: note) }
    return growth.findings
}

private func snapshot(in folder: URL, _ run: HeapRun, cycle: Int) throws(HeapGrowths.Failure) -> HeapSnapshot {
    let name = HeapFileName.request(HeapRun.request(endingCycle: cycle), processID: run.processID)
    do {
        return try HeapSnapshot([UInt8](Data(contentsOf: folder.appending(path: name))))
    } catch {
        throw HeapGrowths.Failure(reason: "\(name) cannot be read: \(error)")
    }
}
