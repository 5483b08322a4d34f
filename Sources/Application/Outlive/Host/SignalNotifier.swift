internal import OutliveWire

#if LiveReset
internal import COutlive
internal import Dispatch
internal import OutliveSupport
#endif

/// A notifier that requests a reset for each arrival of a signal.
///
/// The harness writes `request-N.json` into `OUTLIVE_DIR` and sends the signal with the number N (`sigqueue(3)`). A
/// signal without a number (`kill -HUP`) selects the newest request file that is still unread, or a plain reset if
/// there is none; a later signal with the number of that file is ignored. For an unreadable request file the notifier
/// sends `X_OUTLIVE_FAILED`.
///
/// Without `OUTLIVE_DIR` in the environment the notifier does nothing, and the signal keeps its disposition. Only one
/// notifier in a process can listen for a given signal. Without the package trait `LiveReset`, it handles no signal.
public struct SignalNotifier: ResetNotifier {
    #if LiveReset
    private let signal: SignalNumber
    private let environment: [String: String]
    #endif

    /// Creates a notifier for SIGRTMIN+1, the harness's default.
    ///
    /// - Parameter environment: The environment with `OUTLIVE_DIR`, or `nil` for the process's own.
    public init(environment: [String: String]? = nil) {
        #if LiveReset
        self.init(signal: .reset, environment: environment)
        #endif
    }

    /// Creates a notifier for another signal.
    ///
    /// - Parameters:
    ///   - name: `HUP`, `SIGHUP`, `RTMIN+3` or a number.
    ///   - environment: The environment with `OUTLIVE_DIR`, or `nil` for the process's own.
    /// - Throws: `ResetError` if the signal does not exist or cannot be caught.
    public init(named name: String, environment: [String: String]? = nil) throws {
        #if LiveReset
        guard let signal = SignalNumber(name), signal.isCatchable else {
            throw ResetError(
                .unknownSignal, "no signal \"\(name)\" can ask for a reset; use a name such as HUP, USR1 or RTMIN+1")
        }
        self.init(signal: signal, environment: environment)
        #endif
    }

    #if LiveReset
    private init(signal: SignalNumber, environment: [String: String]?) {
        self.signal = signal
        self.environment = environment ?? CurrentProcess.environment
    }
    #endif

    /// Installs a signal handler and calls `handler` with each request, if a harness is watching this process.
    ///
    /// - Throws: `ResetError` if the signal cannot be caught or another notifier already listens for it.
    public func add(handler: ResetHandler) throws {
        #if LiveReset
        guard let directory = HarnessDirectory(environment: environment), !harnessWatchesAnother(by: environment)
        else { return }
        let manager = ServiceManager(environment: environment)
        let arrivals = try signal.arrivals()
        Task {
            var seen = 0
            // The newest 64 requests that a signal without a number selected. Their own signals may still arrive.
            var selected: [Int] = []
            for await number in arrivals {
                if let number, selected.contains(number) { continue }
                guard let id = number ?? directory.newestRequest(after: seen) else {
                    await handler.begin(ResetRequest(id: 0))
                    continue
                }
                if number == nil { selected = [id] + selected.prefix(63) }
                seen = max(seen, id)
                do {
                    // The reply is not awaited, because the deadlines of later requests begin at their arrival.
                    await handler.begin(try directory.request(id))
                } catch {
                    manager.failed(id, because: "\(error)")
                }
            }
        }
        #endif
    }
}

#if LiveReset
extension SignalNumber {
    /// Installs a handler for the signal until the process ends, and returns the arrivals in order.
    ///
    /// A dispatch source waits for the pipe, so no thread of the concurrency pool blocks. Dispatch's own signal sources
    /// are unsuitable: they merge arrivals and lose the numbers.
    ///
    /// - Returns: For each arrival the number sent by `sigqueue`, or `nil` for a plain `kill`.
    /// - Throws: `ResetError` if the signal cannot be caught or already has a listener.
    fileprivate func arrivals() throws -> AsyncStream<Int?> {
        let descriptor = outl_signal_listen(number)
        guard descriptor >= 0 else {
            throw ResetError(.cannotListen, "cannot listen for signal \(self): \(systemError())")
        }
        let queue = DispatchQueue(label: "outlive.signal-notifier", qos: .userInitiated)
        // Dispatch objects are thread-safe, but are not declared `Sendable`.
        nonisolated(unsafe) let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        let (arrivals, continuation) = AsyncStream.makeStream(of: Int?.self)
        var lost = outl_signal_dropped()
        source.setEventHandler {
            var record = outl_signal_record()
            let size = MemoryLayout<outl_signal_record>.size
            while read(descriptor, &record, size) == size {
                continuation.yield(record.has_number && record.number > 0 ? Int(record.number) : nil)
            }
            let nowLost = outl_signal_dropped()
            if nowLost != lost {
                StandardError.line("\(nowLost) signals were lost so far: they arrived faster than they could be read")
            }
            lost = nowLost
        }
        // The stream retains the source. The descriptor stays open, because the signal handler stays installed.
        continuation.onTermination = { _ in source.cancel() }
        source.activate()
        return arrivals
    }
}
#endif
