internal import FoundationEssentials
internal import OutliveModel

extension ProcessApplication {
    func census(endingCycle: Bool) async throws -> HeapFile? {
        guard let process = incarnation, let directory = process.heap else { return nil }
        do {
            let served = try await servedProcess(process, directory)
            if let last = process.lastCensus { directory.remove(last) }
            incarnation?.censuses += 1
            let request = HeapRequest(number: UInt32(process.censuses + 1), endsCycle: endingCycle)
            let file = try await HeapProcess(served, in: directory).answer(to: request, timeout: timeout)
            incarnation?.lastCensus = file
            return file
        } catch let failure as Failure {
            // If the application has ended, that is the reason.
            guard let exit = try await process.endSeenLate() else { throw failure }
            throw process.failure(.died, "\(exit) before its heap was looked at: see what it printed")
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
        // A wrapper may be ready before what it launches has begun.
        let outcome = try await firstOf(timeout: .seconds(5), exit: process.exit) {
            try await pollUntilAnswered(longestPause: .milliseconds(50)) { () -> [HeapHello]? in
                let hellos = try directory.hellos()
                return hellos.isEmpty ? nil : hellos
            }
        }
        guard case .value(let hellos) = outcome else {
            throw Failure(
                .heapNotServed,
                "the heap tier did not begin in '\(process.options.launch)': it starts no Swift program that anything "
                    + "can be preloaded into; look with outlive doctor")
        }
        let running = hellos.compactMap { hello in ProcessEntry(hello.processID).map { (hello, $0) } }
            .filter { $1.isRunning }
        let served = running.filter { hello, _ in hello.refusal == nil }
        let launched = served.first { hello, _ in hello.processID == process.child.processID }
        guard let chosen = launched ?? served.min(by: { $0.1.started < $1.1.started }) else {
            for hello in running.map(\.0) + hellos { try hello.check() }
            throw Failure(
                .heapNotServed,
                "'\(process.options.launch)' has ended where the heap tier began, and what goes on is a copy that fork "
                    + "made, which is not served: let it stay in the foreground")
        }
        try chosen.0.check()
        return chosen.0
    }
}
