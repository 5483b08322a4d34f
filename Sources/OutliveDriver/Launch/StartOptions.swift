internal import OutliveModel

/// The options of one process, with their placeholders filled in: anew for every reset, whose number may be in them.
struct StartOptions: Sendable {
    let launch: Command
    let ready: ReadyCheck
    let reset: ResetTrigger?
    let done: DoneSignal?
    let work: Action?
    let probe: Action?
    /// The value of `{dir}`.
    let directory: String
    /// The value of `{port}`; nil where the application is not told of it.
    let port: UInt16?
    private let placeholders: Placeholders

    /// Fills in the placeholders.
    ///
    /// - Throws: `Failure` when a value makes an option unusable, such as a path too long for a socket.
    init(_ configuration: ApplicationConfiguration, _ placeholders: Placeholders) throws {
        directory = placeholders.directory
        let texts = [configuration.launch.text, configuration.ready.text]
        port = texts.contains { $0.contains(Placeholders.portName) } ? placeholders.port : nil
        self.placeholders = placeholders
        do throws(UsageError) {
            launch = try configuration.launch.filled(with: placeholders)
            ready = try configuration.ready.filled(with: placeholders)
            reset = try configuration.reset?.filled(with: placeholders)
            done = try configuration.done?.filled(with: placeholders)
            work = try configuration.work?.filled(with: placeholders)
            probe = try configuration.probe?.filled(with: placeholders)
        } catch {
            throw Failure(.harness, error.message)
        }
    }

    /// The options from the next reset of the same process on.
    func ofNextReset(_ configuration: ApplicationConfiguration) throws -> StartOptions {
        var placeholders = placeholders
        placeholders.reset += 1
        return try StartOptions(configuration, placeholders)
    }
}
