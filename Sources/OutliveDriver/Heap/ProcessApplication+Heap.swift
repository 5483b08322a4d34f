internal import FoundationEssentials
internal import OutliveModel

extension ProcessApplication {
    func census(endingCycle: Bool) async throws -> HeapFile? {
        try await heapFile { HeapRequest(number: $0, endsCycle: endingCycle) }
    }

    func heapSnapshot() async throws -> HeapFile? {
        try await heapFile { HeapRequest(number: $0, withGraph: true) }
    }

    /// What the present process answers to a request; nil where the heap tier is off.
    private func heapFile(_ request: (_ number: UInt32) -> HeapRequest) async throws -> HeapFile? {
        guard let process = incarnation, let directory = process.heap else { return nil }
        do {
            let served = try await servedProcess(process, directory)
            if let last = process.lastCensus { directory.remove(last) }
            incarnation?.censuses += 1
            let file = try await HeapProcess(served, in: directory)
                .answer(to: request(UInt32(process.censuses + 1)), timeout: timeout)
            incarnation?.lastCensus = file
            return file
        } catch let failure as Failure {
            // If the application has ended, that is the reason.
            guard let exit = try await process.endSeenLate() else { throw failure }
            throw process.ended(exit, "before its heap was looked at")
        }
    }

    /// How the heap tier gets into what is launched; nil where it is off.
    ///
    /// - Throws: `Failure` with `heapNotServed` when it does not.
    func heapTarget(of command: Command) throws(Failure) -> HeapTarget? {
        guard configuration.heap != nil else { return nil }
        // One that is not there is not found by whoever starts it, either.
        guard let executable = command.executable else { return HeapTarget(executable: nil, hasTier: false) }
        let current = FileManager.default.currentDirectoryPath
        return try HeapTarget(executable.hasPrefix("/") ? executable : current + "/" + executable)
    }

    /// The variables that switch the heap tier on, or keep off one that is around this process.
    func heapEnvironment(
        _ target: HeapTarget?, _ directory: HeapDirectory?, _ input: LaunchInput?
    ) -> [String: String?] {
        guard let settings = configuration.heap, let target, let directory else { return HeapSettings.off }
        let preloaded =
            input?.environment[HeapSettings.preload] ?? ProcessInfo.processInfo.environment[HeapSettings.preload]
        return settings.environment(for: target, directory: directory.path, preloaded: preloaded)
    }

    /// The process that is looked at: the launched one, or where a wrapper launched it, the one that greeted first.
    ///
    /// - Throws: `Failure` when there is none that the tier serves, or it failed its own check.
    private func servedProcess(_ process: Incarnation, _ directory: HeapDirectory) async throws -> HeapHello {
        // A wrapper may be ready, or may have ended, before what it launches has begun.
        let outcome = try await firstOf(timeout: .seconds(5), exit: process.exit) {
            try await pollUntilAnswered(longestPause: .milliseconds(50)) { () -> [Greeted]? in
                let running = try Greeted.running(in: directory)
                return running.isEmpty ? nil : running
            }
        }
        guard case .value(let running) = outcome else { throw try unserved(process, directory) }
        let served = running.filter { $0.hello.refusal == nil }
        let launched = served.first { $0.hello.processID == process.child.processID }
        let chosen = launched ?? served.min { $0.entry.started < $1.entry.started } ?? running[0]
        try chosen.hello.check()
        return chosen.hello
    }

    /// Why there is no process that the tier serves.
    private func unserved(_ process: Incarnation, _ directory: HeapDirectory) throws(Failure) -> Failure {
        let hellos = try directory.hellos()
        for hello in hellos { try hello.check() }
        if let obstacle = directory.obstacle { return obstacle }
        let launch = process.options.launch
        guard hellos.isEmpty else {
            return Failure(
                .heapNotServed,
                "'\(launch)' has ended where the heap tier began, and what goes on, if anything, is a copy that fork "
                    + "made, which is not served: let it stay in the foreground")
        }
        return Failure(
            .heapNotServed,
            "the heap tier did not begin in '\(launch)': it starts no Swift program that anything can be preloaded "
                + "into, or starts it as a user who may not write to \(directory.path); look with outlive doctor")
    }
}

/// A process that the tier greeted from, and that runs.
private struct Greeted {
    let hello: HeapHello
    let entry: ProcessEntry

    /// All of them in a directory.
    static func running(in directory: HeapDirectory) throws(Failure) -> [Greeted] {
        try directory.hellos().compactMap { hello in
            guard let entry = ProcessEntry(hello.processID), entry.isRunning else { return nil }
            return Greeted(hello: hello, entry: entry)
        }
    }
}
