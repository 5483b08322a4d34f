internal import Foundation
internal import OutliveHeap
internal import OutliveModel
internal import OutliveSymbols

/// What grew in the processes of all cases, from their censuses.
struct HeapGrowths {
    /// Why nothing can be said of a case.
    struct Failure: Error {
        var reason: String
    }

    /// The findings of a case, symbolicated, worst first; by the case's position.
    private(set) var ofCase: [Int: Result<[Finding], Failure>] = [:]

    /// Reads and judges the censuses of the processes that got to their end.
    ///
    /// - Parameters:
    ///   - endings: how each case's process ended, by the case's position.
    ///   - directory: where the processes wrote to.
    ///   - warmup: how many of the first cycles are warm-up.
    init(of endings: [Int: Ending<HeapRun>], in directory: URL, warmup: Int) {
        for (index, ending) in endings {
            guard case .finished(let run) = ending else { continue }
            let folder = Tier.censuses(in: directory, index: index)
            ofCase[index] = Result { () throws(Failure) in
                try growth(in: folder, run, warmup: warmup)
            }
        }
        symbolicate()
    }

    /// All in one go, as the symbolizer takes long to start.
    private mutating func symbolicate() {
        let found = ofCase.compactMapValues { try? $0.get() }
        let order = found.keys.sorted()
        let backtraces = order.flatMap { found[$0]!.map(\.backtrace) }
        var symbolicated = Symbolicator().symbolicate(backtraces).backtraces.makeIterator()
        for index in order {
            var findings = found[index]!
            for place in findings.indices { findings[place].backtrace = symbolicated.next()! }
            ofCase[index] = .success(settledHeapFindings(findings))
        }
    }
}

/// What grew in the process of a case.
private func growth(in folder: URL, _ run: HeapRun, warmup: Int) throws(HeapGrowths.Failure) -> [Finding] {
    var censuses: [HeapCensus] = []
    for cycle in 0...run.cycles {
        let name = HeapFileName.request(HeapRun.request(endingCycle: cycle), processID: run.processID)
        censuses.append(try census(in: folder.appending(path: name)))
    }
    let growth = HeapGrowth(censuses, warmup: warmup)
    // The cycle that failed is told of by the run.
    if run.error == nil, let note = growth.notes.first { throw HeapGrowths.Failure(reason: note) }
    return growth.findings
}

private func census(in file: URL) throws(HeapGrowths.Failure) -> HeapCensus {
    do {
        let census = HeapCensus(try HeapSnapshot([UInt8](Data(contentsOf: file))))
        guard !census.isIncomplete else {
            throw HeapGrowths.Failure(reason: "\(file.lastPathComponent) is incomplete: memory ran out")
        }
        return census
    } catch let failure as HeapGrowths.Failure {
        throw failure
    } catch {
        throw HeapGrowths.Failure(reason: "\(file.lastPathComponent) cannot be read: \(error)")
    }
}
