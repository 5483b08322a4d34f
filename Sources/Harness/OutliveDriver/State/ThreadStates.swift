internal import OutliveInspect
internal import OutliveModel
internal import OutliveSupport

extension ProcessFiles {
    /// The file `status` of each thread of the program; see `threadsOfProgram`.
    var threads: [StatusFile]? {
        numbers(in: "task").map { numbers in
            threadsOfProgram(
                numbers.compactMap { number in
                    text("task/\(number)/status").map { (StatusFile($0), text("task/\(number)/syscall")) }
                })
        }
    }
}

/// Returns the threads without idle Dispatch workers, which run Swift's tasks.
///
/// Their number only reflects earlier concurrency. A thread that a worker started inherits the worker's name, but does
/// not idle like a worker.
///
/// - Parameter threads: the file `status` of each thread, and its file `syscall` if readable.
func threadsOfProgram(_ threads: [(status: StatusFile, call: String?)]) -> [StatusFile] {
    threads.filter { status, call in
        !(status.name.map(ProcessState.isDispatchWorker) == true && isIdle(call))
    }.map(\.status)
}

/// The system call number of `futex(2)`, which no Swift module exports.
var futexCall: Int {
    #if arch(x86_64)
    202
    #else
    98
    #endif
}

/// The number of `restart_syscall(2)`, which continues a call with a timeout after the thread was stopped.
var restartCall: Int {
    #if arch(x86_64)
    219
    #else
    128
    #endif
}

/// Returns `true` if a thread waits on a futex with a timeout, like an idle worker, or if the call is unknown.
///
/// - Parameter call: `NUMBER ARGUMENT...` with a decimal number and hexadecimal arguments, or `running`.
private func isIdle(_ call: String?) -> Bool {
    guard let call else { return true }
    let fields = call.fields()
    guard fields.count > 4, fields[4] != "0x0", let number = Int(fields[0]) else { return false }
    return number == futexCall || number == restartCall && isPrivateWait(fields[2])
}

/// Returns `true` if an argument is the operation of a wait on a futex of one process.
///
/// A call that continues keeps its arguments. Others that do begin with a clock, or have the number of files here.
private func isPrivateWait(_ argument: some StringProtocol) -> Bool {
    let (wait, waitWithMask, ofOneProcess) = (0, 9, 0x80)
    guard let operation = Int(argument.dropFirst(2), radix: 16) else { return false }
    let onClock = 0x100
    return [wait, waitWithMask].contains { operation & ~onClock == $0 | ofOneProcess }
}

extension [StatusFile] {
    func names(_ restorer: PlaceholderRestorer) -> Facts {
        Facts(counting: compactMap { $0.name.map { restorer.name($0) } })
    }

    /// Returns the signals that threads of each name block, regardless of the number of threads, which is a pool's
    /// size.
    ///
    /// Signals that a worker, or a thread that is starting or ending, blocks for a while are no state of the program.
    func masks(_ restorer: PlaceholderRestorer) -> Facts {
        Facts(
            present: compactMap { thread in
                guard let name = thread.name, let signals = thread.signals("SigBlk"), !signals.isEmpty,
                    !signals.contains(where: \.isReserved), !(ProcessState.isDispatchWorker(name) && signals.isOfWorker)
                else { return nil }
                return "\(restorer.name(name)) blocks \(Self.list(signals))"
            })
    }

    /// Returns the signals as text, or as exceptions from all if that is shorter.
    private static func list(_ signals: [SignalNumber]) -> String {
        let missing = (1...64).map { SignalNumber(number: $0) }.filter { !signals.contains($0) && $0.canBeBlocked }
        let names = missing.count < signals.count ? missing : signals
        let text = names.map { "\($0)" }.joined(separator: " ")
        return missing.isEmpty ? "all" : missing.count < signals.count ? "all but \(text)" : text
    }
}

extension SignalNumber {
    /// `true` for the two signals that only the C library itself can block, as it does while a thread starts or ends.
    fileprivate var isReserved: Bool { (32...33).contains(number) }
    /// `true` if a thread can block the signal: not SIGKILL, SIGSTOP and the two that the C library reserves.
    fileprivate var canBeBlocked: Bool { number != SIGKILL && number != SIGSTOP && !isReserved }
}

extension [SignalNumber] {
    /// The signals of faults, which Dispatch leaves open in its workers.
    private static let openInWorkers: Set<Int32> = [
        SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV, SIGPIPE, SIGPROF, SIGSYS,
    ]

    /// `true` for the signals that Dispatch blocks in its workers: all except `openInWorkers`.
    fileprivate var isOfWorker: Bool {
        let blocked = Set(lazy.map(\.number))
        return (1...64).allSatisfy { number in
            !SignalNumber(number: number).canBeBlocked
                || blocked.contains(number) != Self.openInWorkers.contains(number)
        }
    }
}
