internal import OutliveInspect
internal import OutliveModel
internal import OutliveSupport

/// A request for a census, sent to a process with a signal.
struct HeapRequest: Hashable, Sendable {
    /// The range of random request numbers, distinct from a harness's numbers, which count from 1.
    static let standaloneNumbers: ClosedRange<UInt32> = 0x80_0000...0xFF_FFFF
    /// The signal of every heap tier: SIGRTMIN+2, one after the signal of a reset.
    static let signal = SignalNumber.reset.number + 1

    /// The number, 1 to 0xFFFFFF, used once in the life of a process.
    var number: UInt32
    /// `true` to capture the references between all blocks as well.
    var withGraph = false
    var endsCycle = false
    /// The order to capture the state of the program, or `nil` to omit it.
    var state: StateOrder?

    var value: Int32 {
        Int32(
            number | (withGraph ? 1 << 24 : 0) | (endsCycle ? 1 << 25 : 0) | (state != nil ? 1 << 26 : 0)
                | (state?.isAlone == true ? 1 << 27 : 0))
    }
}

extension HeapStartRecord {
    /// Returns `true` if a process is the one that wrote the record, or may be, as the record does not identify it.
    ///
    /// It may have executed another program since: see `isReceiving`.
    func mayDescribe(_ entry: ProcessEntry) -> Bool {
        guard entry.isRunning, entry.id == processID else { return false }
        guard let identity else { return true }
        return identity.started == entry.started && identity.boot == Self.boot
    }

    /// `true` if a process with this number runs that may have written the record.
    var mayDescribeRunning: Bool { ProcessEntry(processID).map(mayDescribe) ?? false }

    /// `true` if the program that wrote the record runs, and receives requests.
    ///
    /// The thread of the tier ends with the program, also when the process executes the same program again.
    var isReceiving: Bool {
        guard let identity, mayDescribeRunning,
            let status = ProcessFiles(processID: processID).text("task/\(identity.thread)/status").map(StatusFile.init)
        else { return false }
        return !status.hasEnded && status.catches(SignalNumber(number: HeapRequest.signal))
    }

    /// Sends a request to the tier's thread, if it is there.
    ///
    /// A signal to a process could reach another program, which would end by it, if the process executes one at this
    /// moment. The kernel delivers this signal to the thread or to none.
    ///
    /// - Returns: `false`, with the reason in `errno`, if the kernel refuses it.
    func send(_ request: HeapRequest) -> Bool {
        guard let identity, isReceiving, let queue: Queue = try? DynamicLibrary.process.function("syscall") else {
            errno = ESRCH
            return false
        }
        // `siginfo_t`, whose union Swift does not import: the number, an error, the code, padding; then the sender, its
        // user and the value.
        var info = [Int32](repeating: 0, count: 32)
        info[0] = HeapRequest.signal
        info[2] = Self.isQueued
        info[4] = getpid()
        info[5] = Int32(bitPattern: getuid())
        info[6] = request.value
        return queue(Self.queueInfo, Int(processID), Int(identity.thread), Int(HeapRequest.signal), &info) == 0
    }

    private typealias Queue = @convention(c) (Int, Int, Int, Int, UnsafeMutablePointer<Int32>) -> Int
    /// `SI_QUEUE`.
    private static let isQueued: Int32 = -1
    /// The number of `rt_tgsigqueueinfo`.
    #if arch(x86_64)
    private static let queueInfo = 297
    #else
    private static let queueInfo = 240
    #endif

    /// The random number of the present boot, or `nil` if the kernel does not show it.
    static let boot = readText("/proc/sys/kernel/random/boot_id").map { String($0.prefix { !$0.isNewline }) }
}
