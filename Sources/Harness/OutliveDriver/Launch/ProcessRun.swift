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
    /// The session of the requests of routes, once the first of them is sent.
    var session: RouteSession?
    var censuses = 0
    /// The last census, removed at the next request.
    var lastCensus: HeapFile?
    /// The subject, if its heap is inspected from outside.
    var attached: AttachedProcess?
    /// The owner of the last snapshot of the state that was taken from outside.
    var lastState: TakenSnapshot?
    /// The generation that the last reset ended; 0 before the first reset.
    var endedGeneration = 0
    /// The process that met the ready check, as found when it did.
    var program = LaunchedProgram.launched
    /// The number of a process that `child` restored from a checkpoint, or `nil` if it was launched.
    var restored: pid_t?

    /// The end of the process, or `nil` for one that is ready when it ends.
    var exit: Promise<ProcessExit>? { options.ready == .exit ? nil : child.exit }

    /// The process that is measured and inspected: the one that met the ready check, or that sent the hello message.
    ///
    /// The latter is believed if it is in the group of the launched process.
    var subject: pid_t { restored ?? greeter ?? program.process?.id ?? child.processID }

    /// The process in the group of the launched one that sent the hello message, or `nil` if there is none.
    var greeter: pid_t? {
        guard let hello = try? directory.hello(), getpgid(hello.processID) == child.processID else { return nil }
        return hello.processID
    }

    /// The process that met the ready check, if it is not the launched one.
    var followed: ProcessEntry? { program.process.flatMap { $0.id == child.processID ? nil : $0 } }

    /// `true` unless the launched process or the one that met the ready check has ended.
    var isRunning: Bool { child.exit.current == nil && followed?.runsStill != false }

    /// Returns the process to which a signal is sent: the subject, or for one that does not handle it, the nearest
    /// process that does on the way to the launched one, such as a supervisor with an own reset.
    func recipient(of signal: SignalNumber) -> pid_t {
        let subject = subject
        guard subject != child.processID, greeter == nil, restored == nil else { return subject }
        let table = ProcessEntry.all
        let way = [subject] + table.ancestors(of: subject)
        guard let end = way.firstIndex(of: child.processID) else { return subject }
        return way[...end].first { ProcessFiles(processID: $0).catches(signal) } ?? subject
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
        // A shell reports the signal that ended its program.
        let killed: [ProcessExit.Status] = signal.map { [.killed($0.number), .exited(128 + $0.number)] } ?? []
        if let signal, killed.prefix(followed == nil ? 1 : 2).contains(exit.status) {
            let name = signal.signalName
            return failure(
                code,
                "\(exit) \(moment): it has no handler for \(name); it was probably built without the trait LiveReset, "
                    + "or --reset names the wrong signal\(note)")
        }
        let reason = exit.isSuccess ? nil : channels.output.trapReason?.onOneLine(upTo: 300)
        let remedy = exit.isSuccess ? "let it stay in the foreground, and check its output" : "check its output"
        return failure(code, "\(exit) \(moment): \(reason ?? remedy)\(note)")
    }

    /// Returns the end of the process, or `nil` while it runs.
    ///
    /// If the kernel reports the end, waits up to 10 s for the driver to observe it, because the machine may be busy.
    func end() async throws -> ProcessExit? {
        guard let exit else { return nil }
        if let end = exit.current { return end }
        guard ProcessEntry.isRunning(child.processID) else { return try await end(within: .seconds(10)) }
        guard let followed, !followed.runsStill else { return nil }
        // The launched process often ends with it, and knows its status.
        return try await end(within: .milliseconds(500)) ?? ProcessExit(status: .unseen, instant: .now)
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
    /// The option of the ready check, the same for every start.
    let readyText: String
    let reset: ResetTrigger?
    let done: DoneSignal?
    let work: Action?
    let probe: Action?
    let directory: String
    /// The port substituted for `{port}`, or `nil` if neither the command nor the ready check uses it.
    let port: UInt16?
    private let placeholders: Placeholders

    init(_ configuration: ApplicationConfiguration, _ placeholders: Placeholders) {
        directory = placeholders.directory
        let texts = [configuration.launch.text, configuration.ready.text]
        port = texts.contains { $0.contains(Placeholders.portName) } ? placeholders.port : nil
        readyText = configuration.ready.text
        self.placeholders = placeholders
        launch = configuration.launch.filled(placeholders)
        ready = configuration.ready.filled(placeholders)
        reset = configuration.reset?.filled(placeholders)
        done = configuration.done?.filled(placeholders)
        work = configuration.work?.filled(placeholders)
        probe = configuration.probe?.filled(placeholders)
    }

    func ofNextReset(_ configuration: ApplicationConfiguration) -> StartOptions {
        var placeholders = placeholders
        placeholders.reset += 1
        return StartOptions(configuration, placeholders)
    }
}

extension ProcessRun {
    /// Returns the current state of the subject, or `nil` if it is not running or exits between requests.
    mutating func state() -> ProcessState? {
        guard exit != nil, isRunning else { return nil }
        let subject = subject
        let restorer = PlaceholderRestorer(
            port: options.port, directory: options.directory, watchDirectory: directory.path, processID: subject,
            token: token)
        let files = ProcessFiles(processID: subject)
        return StateReader(
            files: files, held: ResourceReader(files, family: child.family, directory: options.directory),
            restorer: restorer
        ).read()
    }
}
