internal import Glibc
internal import OutliveModel

/// One process of an application, from its launch to its end.
struct Incarnation: Sendable {
    var options: StartOptions
    let directory: WatchDirectory
    /// Where the heap tier writes; nil where it is off.
    let heap: HeapDirectory?
    let channels: Channels
    let child: ChildProcess
    /// What it was launched with beside the launch command.
    let input: LaunchInput?
    /// What its HTTP server answers to; told only to one that is to have a server.
    let token: BearerToken
    /// How many requests were made, resets and pings together.
    var requests = 0
    /// How many censuses were asked for.
    var censuses = 0
    /// The last one, which nobody needs when the next is asked for.
    var lastCensus: HeapFile?
    /// The generation that the last reset ended; 0 before the first.
    var endedGeneration = 0
    /// Where the environment was found when the state was read last.
    var environLocator = EnvironLocator()

    /// The end of the process, where it has to live on to be of use.
    var exit: Promise<ProcessExit>? { options.ready == .exit ? nil : child.exit }

    /// The process that gets signals and whose vitals are read.
    ///
    /// The one that said hello, where a wrapper such as `sh -c` or `xvfb-run` launched it within its group.
    var subject: pid_t {
        guard let hello = try? directory.hello(), getpgid(hello.processID) == child.processID else {
            return child.processID
        }
        return hello.processID
    }

    /// Returns a failure of this process, with the reason of a trap or else the end of its output.
    func failure(_ code: Failure.Code, _ what: String) -> Failure {
        let output = child.exit.current?.isGood == false ? channels.output.crashExcerpt : channels.output.excerpt
        return Failure(code, concealingToken("'\(options.launch)' \(what)"), output: output.map(concealingToken))
    }

    /// Returns the failure that the process ended when it had to run: why it ended, or where to find that.
    ///
    /// - Parameters:
    ///   - moment: when it ended, as the end of a clause: `in the reset`.
    ///   - signal: the signal that was sent to reset it, if any.
    ///   - code: the kind of failure.
    ///   - consequence: what failed because of that, if anything.
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
        let reason = exit.isGood ? nil : channels.output.trapReason?.onOneLine(upTo: 300)
        return failure(code, "\(exit) \(moment): \(reason ?? "see what it printed")\(note)")
    }

    /// How the process ended; nil while it runs.
    ///
    /// Of an end that the kernel knows of this process will be told, however busy the machine is.
    func end() async throws -> ProcessExit? {
        guard let exit else { return nil }
        if let end = exit.current { return end }
        return ProcessEntry.isRunning(child.processID) ? nil : try await end(within: .seconds(10))
    }

    /// How the process ended, where that is why it is silent: its end may be seen a little later than its silence.
    func endSeenLate() async throws -> ProcessExit? {
        if let end = try await end(within: .milliseconds(500)) { return end }
        return try await end()
    }

    private func end(within limit: Duration) async throws -> ProcessExit? {
        guard let exit, case .value(let end) = try await firstOf(timeout: limit, operation: { try await exit.get() })
        else { return nil }
        return end
    }

    /// A text that may be shown to anybody: the application may print its environment.
    func concealingToken(_ text: String) -> String {
        text.replacing(token.text, with: "(the token)")
    }
}
