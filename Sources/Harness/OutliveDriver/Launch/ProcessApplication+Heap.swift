internal import FoundationEssentials
internal import OutliveInspect
internal import OutliveModel
internal import OutliveSupport

extension ProcessApplication {
    func census(endingCycle: Bool) async throws -> HeapFile? {
        try await heapFile { HeapRequest(number: $0, endsCycle: endingCycle) }
    }

    func heapSnapshot() async throws -> HeapFile? { try await heapFile { HeapRequest(number: $0, withGraph: true) } }

    /// Returns the snapshot of the current process for a request, or `nil` if the heap tier is off.
    private func heapFile(_ request: (_ number: UInt32) -> HeapRequest) async throws -> HeapFile? {
        guard let process = processRun else { return nil }
        if configuration.inspectsFromOutside { return try await inspection(of: process.subject, process) }
        guard let directory = process.heap else { return nil }
        do {
            let served = try await servedProcess(process, directory)
            process.lastCensus?.remove()
            let file = try await answer(from: served, of: process, to: request)
            processRun?.lastCensus = file
            return file
        } catch let failure as Failure {
            throw try await explained(failure, process)
        }
    }

    /// Returns the answer of a process to the next request of a run.
    func answer(
        from served: HeapProcess, of process: ProcessRun, to request: (_ number: UInt32) -> HeapRequest
    ) async throws -> HeapFile {
        processRun?.censuses += 1
        return try await served.answer(to: request(UInt32(process.censuses + 1)), timeout: timeout)
    }

    func memorySnapshot() async throws -> HeapFile? {
        guard let process = processRun, let census = process.lastCensus else { return nil }
        return try await inspection(of: census.processID, process, requiresObjects: false)
    }

    /// Returns a snapshot of a process that is taken from outside.
    private func inspection(
        of subject: pid_t, _ process: ProcessRun, requiresObjects: Bool = true
    ) async throws -> HeapFile {
        do {
            let known = process.attached.flatMap { $0.processID == subject ? $0 : nil }
            let attached =
                try known
                ?? AttachedProcess(
                    subject, fromOutside: true, withMemory: true, requiresObjects: requiresObjects,
                    limits: InspectionLimits(timeout: timeout, longestPause: configuration.longestPause))
            // It owns the file.
            processRun?.attached = attached
            return try await attached.snapshot()
        } catch let failure as Failure {
            throw try await explained(failure, process)
        } catch is ProcessEnded {
            throw try await explained(Failure(.died, "'\(process.options.launch)' ended"), process)
        }
    }

    /// Returns a failure, or the exit of the application, which explains it better.
    private func explained(_ failure: Failure, _ process: ProcessRun) async throws -> Failure {
        guard let exit = try await process.endSeenLate() else { return failure }
        return process.ended(exit, "before its heap was inspected")
    }

    /// Returns the command's way to load the heap tier, or `nil` if the tier is off.
    ///
    /// Every Swift program that it starts is watched, not its executable alone: see `workers()`.
    func heapTarget(of command: Command) throws(Failure) -> HeapTarget? {
        guard configuration.heap != nil else { return nil }
        return HeapTarget(executable: nil, hasTier: try HeapTarget(of: command)?.hasTier ?? false)
    }

    /// Returns the variables that switch the heap tier on, or keep out one that this process inherited.
    func heapEnvironment(
        _ target: HeapTarget?, _ directory: HeapDirectory?, _ input: LaunchInput?
    ) -> [String: String?] {
        guard let settings = configuration.heap, let target, let directory else { return Command.withoutHeapTier }
        let preloaded =
            input?.environment[HeapSettings.preload] ?? ProcessInfo.processInfo.environment[HeapSettings.preload]
        return settings.environment(for: target, directory: directory.path, preloaded: preloaded)
    }

    /// Returns the process to inspect: the measured one, or where that is no Swift program and has not been found by
    /// the ready check, the oldest process that the tier serves.
    private func servedProcess(_ process: ProcessRun, _ directory: HeapDirectory) async throws -> HeapProcess {
        // A wrapper may be ready, or may have ended, before its program begins.
        let outcome = try await firstOf(timeout: .seconds(5), exit: process.exit) {
            try await pollUntilAnswered(longestPause: .milliseconds(50)) {
                let running = try directory.startRecords().compactMap { record in
                    ProcessEntry(record.processID).flatMap { entry in
                        record.mayDescribe(entry) ? (record: record, entry: entry) : nil
                    }
                }
                return running.isEmpty ? nil : running
            }
        }
        guard case .value(let running) = outcome else { throw try unserved(process, directory) }
        let served = running.filter { $0.record.refusal == nil }
        let subject = process.subject
        let isLaunched = subject == process.child.processID
        // One that is refused fails the run, whatever else is served.
        let measured = running.first { $0.entry.id == subject }
        if measured == nil, !isLaunched { throw Self.unserved(subject, process) }
        let chosen = (measured ?? served.min { $0.entry.started < $1.entry.started } ?? running[0]).record
        try chosen.check()
        return HeapProcess(record: chosen, directory: directory)
    }

    /// Returns the reason why the tier does not serve the process that met the ready check, but another one.
    private static func unserved(_ subject: pid_t, _ process: ProcessRun) -> Failure {
        let files = ProcessFiles(processID: subject)
        let reason =
            files.target(of: "ns/pid") != ProcessFiles(processID: getpid()).target(of: "ns/pid")
            ? "it has a PID namespace of its own: run outlive inside of it, or let the program share that of outlive"
            : "it is no Swift program, or a copy made by fork, which is not supported: let it stay in the foreground, "
                + "and check it with outlive doctor"
        return Failure(
            .heapNotServed,
            "the heap tier did not start in \(files.programName ?? "process \(subject)"), which met the ready check "
                + "(\(process.options.readyText)) of '\(process.options.launch)': \(reason)")
    }

    /// Returns the reason why the tier serves no process.
    private func unserved(_ process: ProcessRun, _ directory: HeapDirectory) throws(Failure) -> Failure {
        let records = try directory.startRecords()
        for record in records { try record.check() }
        if let obstacle = directory.obstacle { return obstacle }
        let launch = process.options.launch
        guard records.isEmpty else {
            return Failure(
                .heapNotServed,
                "the process of '\(launch)' with the heap tier has ended; what still runs, if anything, is a copy made "
                    + "by fork, which is not supported: let it stay in the foreground")
        }
        return Failure(
            .heapNotServed,
            "the heap tier did not start in '\(launch)': it starts no Swift program into which the tier can be "
                + "preloaded, or starts it as a user who cannot write to \(directory.path); check with outlive doctor, and "
                + "judge a program in another language by --work and --growth fail, without --heap")
    }
}
