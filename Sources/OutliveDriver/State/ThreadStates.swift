/// The threads of a process, each by its name and what it blocks.
struct ThreadStates {
    private let threads: [StatusFile]

    /// Takes in what the kernel tells of each thread.
    init(_ threads: [StatusFile]) {
        self.threads = threads
    }

    /// Reads the threads of a process; those that end meanwhile are left out.
    init?(_ files: ProcessFiles) {
        guard let numbers = files.numbers(in: "task") else { return nil }
        threads = numbers.compactMap { files.text("task/\($0)/status").map { StatusFile($0) } }
    }

    /// How many threads have each name.
    func names(_ restorer: PlaceholderRestorer) -> Facts {
        Facts(counting: threads.compactMap { $0.name.map { restorer.name($0) } })
    }

    /// Which signals the threads of a name block; not by how many threads, which is the size of a pool.
    func masks(_ restorer: PlaceholderRestorer) -> Facts {
        Facts(
            present: threads.compactMap { thread in
                guard let name = thread.name, let signals = thread.signals("SigBlk"), !signals.isEmpty else {
                    return nil
                }
                return "\(restorer.name(name)) blocks \(signals.map { "\($0)" }.joined(separator: " "))"
            })
    }
}
