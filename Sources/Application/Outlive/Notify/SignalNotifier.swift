#if LiveReset
internal import OutliveWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A notifier that requests a reset for each arrival of a signal.
///
/// The harness writes `request-N.json` into `OUTLIVE_DIR` and sends the signal with the number N (`sigqueue(3)`). A
/// signal without a number (`kill -HUP`) selects the newest request file not seen so far, or a plain reset if there is
/// none. For an unreadable request file the notifier sends `X_OUTLIVE_FAILED`.
///
/// Without `OUTLIVE_DIR` in the environment the notifier does nothing, and the signal keeps its disposition. Only one
/// notifier of a process can listen for a signal.
public struct SignalNotifier: ResetNotifier {
    private let signal: SignalNumber
    private let environment: [String: String]

    /// Creates a notifier for SIGRTMIN+1, the harness's default.
    ///
    /// - Parameter environment: The environment with `OUTLIVE_DIR`, or `nil` for that of the process.
    public init(environment: [String: String]? = nil) {
        self.init(signal: .reset, environment: environment)
    }

    /// Creates a notifier for another signal.
    ///
    /// - Parameters:
    ///   - name: `HUP`, `SIGHUP`, `RTMIN+3` or a number.
    ///   - environment: The environment with `OUTLIVE_DIR`, or `nil` for that of the process.
    /// - Throws: `ResetError` if the signal does not exist or cannot be caught.
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

    /// Takes over the signal and calls `handler` with each request, if a harness is watching this process.
    ///
    /// - Throws: `ResetError` if the signal cannot be caught or another notifier has taken it over.
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
