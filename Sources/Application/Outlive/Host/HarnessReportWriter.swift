#if LiveReset
internal import OutliveWire
internal import OutliveSupport

/// A writer of the application's reports, as files for the harness.
///
/// Only the first failed write is reported, on standard error. A failure never stops the application. A child process
/// of the watched application writes nothing.
final class HarnessReportWriter: Sendable {
    /// The settle policy, with the deadline that the harness set in the environment.
    let settling: SettlePolicy

    private let directory: HarnessDirectory
    private let hasComplained = Flag()
    private let isOfAnother = Flag()

    /// Creates a writer for the harness named in `environment`; returns `nil` without a harness.
    init?(environment: [String: String]) {
        guard let directory = HarnessDirectory(environment: environment) else { return nil }
        self.directory = directory
        var settling = SettlePolicy.standard
        if let text = environment[EnvironmentName.settle] {
            // `Duration` traps on numbers that it cannot represent.
            if let seconds = Double(text), (0...1e9).contains(seconds) {
                settling.deadline = .seconds(seconds)
            } else {
                StandardError.line(
                    "\(EnvironmentName.settle)=\(text) is not a number of seconds from 0 to 1e9; using the default")
            }
        }
        self.settling = settling
    }

    /// Runs the self-check of the registry and writes its result to `hello.json`.
    func greet(of registry: LeakRegistry) {
        let processID = getpid()
        guard !directory.isTaken(from: processID) else {
            isOfAnother.raise()
            return
        }
        let hello = RegistryStatus(
            processID: processID, registryEnabled: registry.isEnabled,
            unwinder: .inForce, controls: registry.selfCheck())
        attempt { try directory.write(hello) }
    }

    /// Writes `generation-N.json`.
    func report(_ report: GenerationReport) {
        attempt { try directory.write(report) }
    }

    /// Returns what waits after each part of a reset while the harness reads the process, or `nil` if it does not.
    var pause: StepPauses? {
        guard !isOfAnother.isRaised, directory.wantsPauses else { return nil }
        return { part in
            // The harness may have given up, or be gone.
            guard self.directory.wantsPauses else { return }
            self.attempt { try self.directory.write(StepPause(step: part)) }
            await self.directory.endOfPause()
        }
    }

    private func attempt(_ write: () throws -> Void) {
        guard !isOfAnother.isRaised else { return }
        do {
            try write()
        } catch {
            guard hasComplained.raise() else { return }
            StandardError.line("\(error); the harness will not see the reports of this process")
        }
    }
}
#endif
