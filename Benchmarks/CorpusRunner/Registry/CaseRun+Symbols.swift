internal import OutliveModel
internal import OutliveSymbols

/// Symbolicates the survivors at the end of every run, all at once.
func symbolicate(_ endings: inout [Int: Ending<CaseRun>]) {
    var runs = endings.compactMapValues { if case .finished(let run) = $0 { run } else { nil } }
    let order = runs.keys.sorted()
    let captured = order.flatMap { runs[$0]!.lastSurvivors.map(\.backtrace) }
    var symbolicated = Symbolicator.ofCorpus.symbolicate(captured).backtraces.makeIterator()
    for index in order {
        for row in runs[index]!.lastSurvivors.indices {
            runs[index]!.lastSurvivors[row].backtrace = symbolicated.next()!
        }
        endings[index] = .finished(runs[index]!)
    }
}

extension CaseRun {
    /// The survivors after the last cycle.
    fileprivate var lastSurvivors: [Survivor] {
        get { cycles.last?.report.survivors ?? [] }
        set { if !cycles.isEmpty { cycles[cycles.count - 1].report.survivors = newValue } }
    }
}
