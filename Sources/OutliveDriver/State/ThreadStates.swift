internal import Glibc
internal import OutliveModel

/// The threads of a process, each by its name and what it blocks.
struct ThreadStates {
    private let threads: [StatusFile]

    /// Takes in what the kernel tells of each thread.
    ///
    /// The workers of Dispatch, which Swift's tasks run on, are left out: they come when there is work and go when there
    /// is none for some seconds, so that their number tells of the last seconds only.
    init(_ threads: [StatusFile]) {
        self.threads = threads.filter { $0.name.map(Self.isWorkerOfDispatch) != true }
    }

    /// Whether a thread is called as the root queues of Dispatch are, of which a name keeps the last 15 characters:
    /// `com.apple.root.default-qos`, and with `.overcommit`.
    private static func isWorkerOfDispatch(_ name: String) -> Bool {
        ["-qos", "-qos.overcommit"].contains { name.hasSuffix($0) && name.utf8.count == 15 }
    }

    /// Reads the threads of a process; those that end meanwhile are left out.
    init?(_ files: ProcessFiles) {
        guard let numbers = files.numbers(in: "task") else { return nil }
        self.init(numbers.compactMap { files.text("task/\($0)/status").map { StatusFile($0) } })
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
                return "\(restorer.name(name)) blocks \(Self.list(signals))"
            })
    }

    /// The signals, or those that are missing where most are there.
    private static func list(_ signals: [SignalNumber]) -> String {
        let missing = (1...64).map { SignalNumber(number: $0) }.filter { !signals.contains($0) && $0.canBeBlocked }
        let names = missing.count < signals.count ? missing : signals
        let text = names.map { "\($0)" }.joined(separator: " ")
        return missing.isEmpty ? "all" : missing.count < signals.count ? "all but \(text)" : text
    }
}

extension SignalNumber {
    /// Whether a thread can block it: neither the two that nobody can, nor the two that glibc keeps for itself.
    fileprivate var canBeBlocked: Bool { ![SIGKILL, SIGSTOP, 32, 33].contains(number) }
}
