internal import Glibc
internal import OutliveModel

/// The threads of a process, each by its name and what it blocks.
///
/// Idle workers of Dispatch, which Swift's tasks run on, are left out: how many there are tells how much there was to
/// do at once some time ago. A thread that a worker started has the worker's name, too, and is not idle as a worker is.
struct ThreadStates {
    private let threads: [StatusFile]

    /// Takes in what the kernel tells of each thread: its file `status`, and its file `syscall` where that can be read.
    init(_ threads: [(status: StatusFile, call: String?)]) {
        self.threads = threads.filter { status, call in
            !(status.name.map(Self.isNameOfWorker) == true && Self.isIdle(call))
        }.map(\.status)
    }

    /// Reads the threads of a process; those that end meanwhile are left out.
    init?(_ files: ProcessFiles) {
        guard let numbers = files.numbers(in: "task") else { return nil }
        self.init(
            numbers.compactMap { number in
                files.text("task/\(number)/status").map { (StatusFile($0), files.text("task/\(number)/syscall")) }
            })
    }

    /// Whether a thread is called as the root queues of Dispatch are, of which a name keeps the last 15 characters:
    /// `com.apple.root.default-qos`, and with `.overcommit`.
    private static func isNameOfWorker(_ name: String) -> Bool {
        ["-qos", "-qos.overcommit"].contains { name.hasSuffix($0) && name.utf8.count == 15 }
    }

    /// The number of `futex(2)`, which no Swift module exports.
    static var futexCall: Int {
        #if arch(x86_64)
        202
        #else
        98
        #endif
    }

    /// Whether a thread waits on a futex with a time limit, as a worker does that has nothing to do; also where the
    /// kernel does not tell.
    ///
    /// - Parameter call: `NUMBER ARGUMENT...` in hexadecimal but for the number, or `running`.
    private static func isIdle(_ call: String?) -> Bool {
        guard let call else { return true }
        let fields = call.fields()
        return fields.count > 4 && Int(fields[0]) == Self.futexCall && fields[4] != "0x0"
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
