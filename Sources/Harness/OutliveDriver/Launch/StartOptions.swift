internal import OutliveModel

/// The options of one process with filled placeholders, renewed for every reset because its number may be in them.
struct StartOptions: Sendable {
    let launch: Command
    let ready: ReadyCheck
    let reset: ResetTrigger?
    let done: DoneSignal?
    let work: Action?
    let probe: Action?
    /// The directory substituted for `{dir}`.
    let directory: String
    /// The port substituted for `{port}`, or `nil` if neither the command nor the ready check uses it.
    let port: UInt16?
    private let placeholders: Placeholders

    /// Fills in the placeholders.
    ///
    /// - Throws: `Failure` if a value makes an option invalid, such as a path too long for a socket.
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

    /// Returns the options for the next reset of the same process.
    func ofNextReset(_ configuration: ApplicationConfiguration) throws -> StartOptions {
        var placeholders = placeholders
        placeholders.reset += 1
        return try StartOptions(configuration, placeholders)
    }
}
