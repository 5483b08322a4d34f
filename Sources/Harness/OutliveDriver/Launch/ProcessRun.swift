internal import OutliveModel
internal import OutliveSupport

/// A process of an application, from its launch to its end.
struct ProcessRun: Sendable {
    var options: StartOptions
    let directory: WatchDirectory
    /// The directory that the heap tier writes to, or `nil` if the tier is off.
    let heap: HeapDirectory?
    let channels: Channels
    let child: ChildProcess
    let input: LaunchInput?
    /// The token that its HTTP server requires, passed only to an application that has one.
    let token: BearerToken
    var requests = 0
    var censuses = 0
    /// The last census, removed at the next request.
    var lastCensus: HeapFile?
    /// The subject, if its heap is inspected from outside.
    var attached: AttachedProcess?
    /// The generation that the last reset ended; 0 before the first reset.
    var endedGeneration = 0
    var environLocator = EnvironLocator()
    /// The number of a process that `child` restored from a checkpoint, or `nil` if it was launched.
    var restored: pid_t?

    /// The end of the process, or `nil` for one that is ready when it ends.
    var exit: Promise<ProcessExit>? { options.ready == .exit ? nil : child.exit }

    /// The process that receives signals and whose vitals are read.
    ///
    /// For a wrapper such as `sh -c` or `xvfb-run`, this is the process in its group that wrote the hello message.
    var subject: pid_t {
        if let restored { return restored }
        guard let hello = try? directory.hello(), getpgid(hello.processID) == child.processID else {
            return child.processID
        }
        return hello.processID
    }

    /// Returns a failure of this process with the reason of a trap, or else with the last output.
    func failure(_ code: Failure.Code, _ what: String) -> Failure {
        let output = child.exit.current?.isSuccess == false ? channels.output.crashExcerpt : channels.output.excerpt
        return Failure(code, concealingToken("'\(options.launch)' \(what)"), output: output.map(concealingToken))
    }

    /// Returns the failure of a process that ended too early, with the reason or a hint to find it.
    ///
    /// - Parameters:
    ///   - moment: the end of a clause: `in the reset`.
    ///   - signal: the signal that was sent to reset the process, if any.
    ///   - consequence: the failure that the end caused, if any.
    func ended(
        _ exit: ProcessExit, _ moment: String, resetBy signal: SignalNumber? = nil, _ code: Failure.Code = .died,
        consequence: Failure? = nil
    ) -> Failure {
        let note = consequence.map { " (\($0.message))" } ?? ""
        if let signal, exit.status == .killed(signal.number) {
            let name = signal.signalName
            return failure(
                code,
                "\(exit) \(moment): it has no handler for \(name); it was probably built without the trait LiveReset, "
                    + "or --reset names the wrong signal\(note)")
        }
        let reason = exit.isSuccess ? nil : channels.output.trapReason?.onOneLine(upTo: 300)
        return failure(code, "\(exit) \(moment): \(reason ?? "check its output")\(note)")
    }

    /// Returns the end of the process, or `nil` while it runs.
    ///
    /// If the kernel reports the end, waits up to 10 s for the driver to observe it, because the machine may be busy.
    func end() async throws -> ProcessExit? {
        guard let exit else { return nil }
        if let end = exit.current { return end }
        return ProcessEntry.isRunning(child.processID) ? nil : try await end(within: .seconds(10))
    }

    /// Returns the end of the process, which may be observed up to 500 ms later than the failure it caused.
    func endSeenLate() async throws -> ProcessExit? {
        if let end = try await end(within: .milliseconds(500)) { return end }
        return try await end()
    }

    private func end(within limit: Duration) async throws -> ProcessExit? {
        guard let exit else { return nil }
        return try await firstOf(timeout: limit, operation: exit.get).value
    }

    /// Returns a text without the token, which an application that prints its environment may reveal.
    func concealingToken(_ text: String) -> String { text.replacing(token.text, with: "(the token)") }
}

/// The options of one process with filled placeholders, renewed for every reset because its number may be in them.
struct StartOptions: Sendable {
    let launch: Command
    let ready: ReadyCheck
    let reset: ResetTrigger?
    let done: DoneSignal?
    let work: Action?
    let probe: Action?
    let directory: String
    /// The port substituted for `{port}`, or `nil` if neither the command nor the ready check uses it.
    let port: UInt16?
    private let placeholders: Placeholders

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

    func ofNextReset(_ configuration: ApplicationConfiguration) throws -> StartOptions {
        var placeholders = placeholders
        placeholders.reset += 1
        return try StartOptions(configuration, placeholders)
    }
}
