#if LiveReset
internal import OutliveModel
internal import Synchronization

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What an application tells the harness around it in files.
///
/// A directory that cannot be written is said once on standard error, and never stops the application. A child of the
/// application that is being watched tells nothing.
final class HarnessReports: Sendable {
    /// How long the harness wants survivors to be waited for.
    let settling: SettlePolicy

    private let directory: HarnessDirectory
    private let hasComplained = Atomic(false)
    private let isOfAnother = Atomic(false)

    /// Finds the harness that `environment` names; nil when there is none.
    init?(environment: [String: String]) {
        guard let directory = HarnessDirectory(environment: environment) else { return nil }
        self.directory = directory
        var settling = SettlePolicy.standard
        if let text = environment[EnvironmentName.settle] {
            // A `Duration` cannot hold every number, and traps.
            if let seconds = Double(text), (0...1e9).contains(seconds) {
                settling.deadline = .seconds(seconds)
            } else {
                StandardError.line(
                    "\(EnvironmentName.settle)=\(text) is not a number of seconds from 0 to 1e9; using the default")
            }
        }
        self.settling = settling
    }

    /// Checks the registry and writes what was found out to `hello.json`.
    func greet(of registry: LeakRegistry) {
        let processID = ProcessInfo.processInfo.processIdentifier
        guard !directory.isTaken(from: processID) else { return isOfAnother.store(true, ordering: .relaxed) }
        let hello = Hello(
            processID: processID, registryEnabled: registry.isEnabled,
            unwinder: .inForce, controls: registry.runControls())
        attempt { try directory.write(hello) }
    }

    /// Writes `generation-N.json`.
    func report(_ report: GenerationReport) {
        attempt { try directory.write(report) }
    }

    private func attempt(_ write: () throws -> Void) {
        guard !isOfAnother.load(ordering: .relaxed) else { return }
        do {
            try write()
        } catch {
            guard !hasComplained.exchange(true, ordering: .relaxed) else { return }
            StandardError.line("\(error); the harness will not see the reports of this process")
        }
    }
}
#endif
