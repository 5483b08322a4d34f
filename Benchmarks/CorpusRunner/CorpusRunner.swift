internal import Foundation
internal import LeakCorpus

/// Runs a leak corpus through the registry or the heap tier: as the parent of all cases, or as the process of one.
@main
enum CorpusRunner {
    private enum Status {
        static let agreed: Int32 = 0
        static let disagreed: Int32 = 1
        static let failed: Int32 = 3
        static let usage: Int32 = 64
    }

    static func main() async {
        guard let options = Options(CommandLine.arguments.dropFirst()) else {
            complain("bad arguments; use scripts/trial corpus")
            exit(Status.usage)
        }
        do {
            if let child = options.child {
                try await runCase(child, options)
            } else {
                exit(try await runCorpus(options))
            }
        } catch {
            complain("\(error)")
            exit(Status.failed)
        }
    }

    /// Runs one case in this process, writes its result, and exits at once.
    private static func runCase(_ child: Options.Child, _ options: Options) async throws {
        if case .attach = options.tier {
            // The answers to requests arrive there.
        } else {
            Thread.detachNewThread {
                // The parent never writes, so this returns when the parent has ended.
                _ = try? FileHandle.standardInput.readToEnd()
                _exit(Status.failed)
            }
        }
        let test = allCases[child.index]
        let run: any Encodable =
            switch options.tier {
            case .registry: await test.run(cycles: options.cycles)
            case .heap, .attach: await test.runWatched(cycles: options.cycles, by: options.tier)
            }
        try JSONEncoder().encode(run).write(to: URL(fileURLWithPath: child.result), options: .atomic)
        // Threads and tasks that a case leaked still run, so no exit handlers may run beside them.
        _exit(Status.agreed)
    }

    private static func runCorpus(_ options: Options) async throws -> Int32 {
        let corpus = Corpus(options)
        guard !corpus.selected.isEmpty else {
            complain("no case's id contains '\(options.filter)'; the corpus has \(allCases.count) cases")
            return Status.failed
        }
        let start = ContinuousClock.now
        let progress = ProgressLine(total: corpus.selected.count)
        let judgements = try await corpus.judgements(progress: progress.show)
        progress.clear()
        switch options.format {
        case .text: print(TextReport(judgements, options: options, took: ContinuousClock.now - start))
        case .json: print(try JSONReport(judgements).text())
        }
        if judgements.contains(where: \.failed) { return Status.failed }
        let leaky = judgements.filter { $0.expected == "leak" }
        let isFound = Double(leaky.count(where: \.agrees)) >= options.tier.minimumFound * Double(leaky.count)
        let isClean = judgements.allSatisfy { $0.expected == "leak" || $0.agrees }
        let agree = isFound && isClean && CulpritTotal(judgements).share >= options.tier.minimumCulprits
        return agree ? Status.agreed : Status.disagreed
    }

    private static func complain(_ line: String) {
        FileHandle.standardError.write(Data("scripts/trial corpus: \(line)\n".utf8))
    }
}

/// A line of standard error with the number of cases that have ended, shown only on a terminal.
private struct ProgressLine {
    let total: Int
    private let isShown = isatty(STDERR_FILENO) == 1

    init(total: Int) {
        self.total = total
        show(0)
    }

    func show(_ count: Int) { write("\r\(count) of \(total) cases") }

    func clear() { write("\r\u{1B}[K") }

    private func write(_ text: String) {
        if isShown { FileHandle.standardError.write(Data(text.utf8)) }
    }
}
