internal import ArgumentParser
internal import OutliveModel

extension ExitCode {
    /// The application or the harness failed, or output could not be written.
    static let failed = ExitCode(Outcome.failed)

    init(_ outcome: Outcome) { self.init(outcome.rawValue) }
}
