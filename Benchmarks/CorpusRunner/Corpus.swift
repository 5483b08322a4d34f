internal import Foundation
internal import LeakCorpus
internal import OutliveModel
internal import OutliveSymbols

/// The cases selected, run in processes of their own.
struct Corpus {
    let selected: [Int]
    let cycles: Int
    let warmup: Int

    /// Selects the cases whose id contains the filter.
    init(_ options: Options) {
        selected = allCases.indices.filter { options.filter.isEmpty || allCases[$0].id.contains(options.filter) }
        cycles = options.cycles
        warmup = options.warmup
    }

    /// Runs and judges every selected case, as many at a time as there are processors.
    ///
    /// - Parameter progress: called with the number of cases that ended.
    func judgements(progress: (Int) -> Void) async throws -> [Judgement] {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("outlive-corpus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }

        let endings = await withTaskGroup(of: (Int, CaseProcess.Ending).self) { group in
            var waiting = selected.makeIterator()
            func startNext() {
                guard let index = waiting.next() else { return }
                let limit = limit(of: allCases[index])
                let process = CaseProcess(index: index, cycles: cycles, limit: limit, directory: directory)
                group.addTask { (index, await process.run()) }
            }
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { startNext() }
            var endings: [Int: CaseProcess.Ending] = [:]
            for await (index, ending) in group {
                endings[index] = ending
                progress(endings.count)
                startNext()
            }
            return endings
        }
        return judgements(of: endings)
    }

    /// Half a minute for the cycles themselves, and every settling at its longest, twice over.
    private func limit(of test: Case) -> Duration {
        .seconds(30) + test.deadline * cycles * 2
    }

    private func judgements(of endings: [Int: CaseProcess.Ending]) -> [Judgement] {
        var endings = endings
        symbolicate(&endings)
        return selected.map { index in
            let test = allCases[index]
            switch endings[index]! {
            case .finished(let run): return Judgement(test, run, warmup: warmup)
            case .crashed(let how): return Judgement(test, failed: "crash", because: how)
            case .hung(let limit): return Judgement(test, failed: "hang", because: "killed after \(limit)")
            }
        }
    }

    /// Symbolicates what is alive at the end of every run, all in one go.
    private func symbolicate(_ endings: inout [Int: CaseProcess.Ending]) {
        var runs = endings.compactMapValues { if case .finished(let run) = $0 { run } else { nil } }
        let order = runs.keys.sorted()
        let captured = order.flatMap { runs[$0]!.lastSurvivors.map(\.backtrace) }
        var symbolicated = Symbolicator().symbolicate(captured).backtraces.makeIterator()
        for index in order {
            for row in runs[index]!.lastSurvivors.indices {
                runs[index]!.lastSurvivors[row].backtrace = symbolicated.next()!
            }
            endings[index] = .finished(runs[index]!)
        }
    }
}

extension CaseRun {
    /// What is alive at the end.
    fileprivate var lastSurvivors: [Survivor] {
        get { cycles.last?.report.survivors ?? [] }
        set { if !cycles.isEmpty { cycles[cycles.count - 1].report.survivors = newValue } }
    }
}
