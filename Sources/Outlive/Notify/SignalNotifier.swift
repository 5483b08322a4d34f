#if LiveReset
internal import OutliveModel

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Asks for a reset whenever a signal arrives.
///
/// The harness writes `request-N.json` into `OUTLIVE_DIR` and sends the signal with the number N (`sigqueue(3)`).
/// A signal without a number (`kill -HUP`) stands for the newest request file not seen so far, or, where there is
/// none, for a plain reset. A request file that cannot be read is answered with `X_OUTLIVE_FAILED`.
///
/// Without `OUTLIVE_DIR` in the environment it does nothing at all: the signal keeps the meaning it had.
/// A signal serves one notifier of a process.
public struct SignalNotifier: ResetNotifier {
    private let signal: SignalNumber
    private let environment: [String: String]

    /// Listens for SIGRTMIN+1, the harness's default.
    ///
    /// - Parameter environment: where `OUTLIVE_DIR` is looked up; nil for the environment of the process.
    public init(environment: [String: String]? = nil) {
        self.init(signal: .reset, environment: environment)
    }

    /// Listens for a signal of your choice.
    ///
    /// - Parameters:
    ///   - name: `HUP`, `SIGHUP`, `RTMIN+3` or a number.
    ///   - environment: where `OUTLIVE_DIR` is looked up; nil for the environment of the process.
    /// - Throws: `ResetError` when there is no such signal, or it cannot be caught.
    public init(named name: String, environment: [String: String]? = nil) throws {
        guard let signal = SignalNumber(name), signal.isCatchable else {
            throw ResetError(
                .unknownSignal, "no signal \"\(name)\" can ask for a reset; use a name such as HUP, USR1 or RTMIN+1")
        }
        self.init(signal: signal, environment: environment)
    }

    private init(signal: SignalNumber, environment: [String: String]?) {
        self.signal = signal
        self.environment = environment ?? ProcessInfo.processInfo.environment
    }

    /// Takes over the signal and calls `handler` with each request, if a harness is watching.
    ///
    /// - Throws: `ResetError` when the signal cannot be caught, or another notifier has it.
    public func add(handler: ResetHandler) throws {
        guard let directory = HarnessDirectory(environment: environment), !Harness.watchesAnother(by: environment)
        else { return }
        let manager = ServiceManager(environment: environment)
        let arrivals = try SignalArrival.listen(to: signal)
        Task {
            var seen = 0
            for await arrival in arrivals {
                guard let id = arrival.number ?? directory.newestRequest(after: seen) else {
                    _ = await handler(ResetRequest(id: 0))
                    continue
                }
                seen = max(seen, id)
                do {
                    _ = await handler(try directory.request(id))
                } catch {
                    manager.failed(id, because: "\(error)")
                }
            }
        }
    }
}
#endif
