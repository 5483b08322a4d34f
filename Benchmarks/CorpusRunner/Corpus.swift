internal import Foundation
internal import LeakCorpus

/// The selected cases, each run in a process of its own.
struct Corpus {
    let selected: [Int]
    let options: Options

    /// Selects the cases whose id contains the filter.
    init(_ options: Options) {
        selected = allCases.indices.filter { options.filter.isEmpty || allCases[$0].id.contains(options.filter) }
        self.options = options
    }

    /// Runs and judges every selected case, as many at a time as there are processors.
    ///
    /// - Parameter progress: Called with the number of cases that have ended.
    func judgements(progress: (Int) -> Void) async throws -> [Judgement] {
        let directory =
            options.keep.map { URL(fileURLWithPath: $0) }
            ?? FileManager.default.temporaryDirectory.appendingPathComponent("outlive-corpus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { if options.keep == nil { try? FileManager.default.removeItem(at: directory) } }

        switch options.tier {
        case .registry:
            var endings: [Int: Ending<CaseRun>] = await endings(in: directory, progress)
            symbolicate(&endings)
            return judgements(of: endings) { Judgement(allCases[$0], $1, warmup: options.warmup) }
        case .heap, .attach:
            let endings: [Int: Ending<HeapRun>] = await endings(in: directory, progress)
            let growth = HeapGrowths(of: endings, in: directory, options)
            return judgements(of: endings) {
                var judgement = Judgement(allCases[$0], $1, growth.ofCase[$0]!, options)
                judgement.problems += growth.weakSteps[$0, default: []].map { "a trace leads through the weak \($0)" }
                return judgement
            }
        }
    }

    /// Returns the end of each case's process, by the case's position.
    private func endings<Run: Decodable & Sendable>(
        in directory: URL, _ progress: (Int) -> Void
    ) async -> [Int: Ending<Run>] {
        await withTaskGroup(of: (Int, Ending<Run>).self) { group in
            var waiting = selected.makeIterator()
            func startNext() {
                guard let index = waiting.next() else { return }
                let process = CaseProcess<Run>(
                    index: index, cycles: options.cycles, tier: options.tier, limit: limit(of: allCases[index]),
                    directory: directory)
                group.addTask { (index, await process.run()) }
            }
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { startNext() }
            var endings: [Int: Ending<Run>] = [:]
            for await (index, ending) in group {
                endings[index] = ending
                progress(endings.count)
                startNext()
            }
            return endings
        }
    }

    /// Half a minute for the cycles themselves, plus twice the longest settling of every cycle.
    private func limit(of test: Case) -> Duration {
        .seconds(30) + test.deadline * options.cycles * 2
    }

    private func judgements<Run>(
        of endings: [Int: Ending<Run>], judge: (Int, Run) -> Judgement
    ) -> [Judgement] {
        selected.map { index in
            switch endings[index]! {
            case .finished(let run): judge(index, run)
            case .crashed(let how): Judgement(allCases[index], failed: "crash", because: how)
            case .hung(let limit): Judgement(allCases[index], failed: "hang", because: "killed after \(limit)")
            }
        }
    }
}
