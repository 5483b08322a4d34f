package import OutliveInspect
package import OutliveModel
internal import OutliveSupport

/// A process with the heap tier, which takes a census of itself on request.
package struct HeapProcess: Sendable {
    package let record: HeapStartRecord
    let directory: HeapDirectory
}

extension HeapProcess {
    /// Finds the heap tier of a process that was started independently.
    ///
    /// A folder that the environment of the process names is used only if this user could have made it for itself: the
    /// process belongs to this user, sees the same files, and wrote the start record in its present program.
    ///
    /// - Returns: `nil` if it has no usable one. An inspection from outside has the reason.
    /// - Throws: `Failure` if there is no such process, or the tier failed its self-check.
    package static func ifServed(_ processID: Int32) throws(Failure) -> HeapProcess? {
        let files = ProcessFiles(processID: processID)
        guard let entry = ProcessEntry(processID), entry.isRunning else {
            throw Failure(.noCensus, "there is no process \(processID): find it with ps or pgrep")
        }
        // The users first: reading the environment may wait for the process.
        guard files.belongsToThisUser, files.hasOwnMountNamespace, let path = files.environment?[EnvironmentName.heap],
            let folder = try? OwnFolder(path: path)
        else { return nil }
        let directory = HeapDirectory(folder)
        do throws(Failure) {
            guard let record = try directory.startRecord(of: processID), record.isReceiving else { return nil }
            try record.check()
            return HeapProcess(record: record, directory: directory)
        } catch {
            guard error.code == .heapNotServed else { throw error }
            return nil
        }
    }

    package var isRunning: Bool { record.mayDescribeRunning }

    /// The resident memory of the process, or `nil` if it cannot be read.
    package var residentBytes: Int? { ProcessFiles(processID: record.processID).residentBytes }
    /// `true` if a signal or a debugger stopped the process.
    package var isStopped: Bool { ProcessFiles(processID: record.processID).status?.isStopped == true }

    /// Requests a census and waits for it; safe while a harness drives the process.
    ///
    /// - Parameter state: The order to capture the state of the program, or `nil` to omit it.
    package func census(
        withGraph: Bool = false, state: StateOrder? = nil, timeout: Duration
    ) async throws -> HeapFile {
        let request = HeapRequest(
            number: .random(in: HeapRequest.standaloneNumbers), withGraph: withGraph, state: state)
        return try await answer(to: request, timeout: timeout)
    }

    func answer(to request: HeapRequest, timeout: Duration) async throws -> HeapFile {
        let (processID, executable) = (record.processID, record.program)
        if let state = request.state { try directory.write(state.key, for: processID) }
        // The key is known to both sides alone, and for the time of one comparison.
        defer { if request.state != nil { directory.removeKey(for: processID) } }
        guard record.send(request) else { throw try refusal(errno) }
        let outcome = try await firstOf(timeout: timeout) {
            try await pollUntilAnswered(longestPause: .milliseconds(20)) { try file(of: request) }
        }
        if case .value(let file?) = outcome { return file }
        // On a full disk the tier cannot even write its error file.
        if let obstacle = directory.obstacle { throw obstacle }
        let reason =
            if case .value = outcome {
                "ended before it wrote a census: check its output"
            } else if ProcessFiles(processID: processID).status?.isStopped == true {
                "is stopped, so it writes no census: continue it with kill -CONT \(processID)"
            } else {
                "wrote no census within \(timeout.text): check whether it runs, check whether it restricts its system "
                    + "calls (seccomp), or raise --timeout"
            }
        throw Failure(.noCensus, "process \(processID) (\(executable)) \(reason)")
    }

    /// Returns the reason why the process was not asked.
    private func refusal(_ error: Int32) throws(Failure) -> Failure {
        let (processID, executable) = (record.processID, record.program)
        guard error == ESRCH else {
            return Failure(.noCensus, "cannot ask process \(processID) for a census: \(systemError(error))")
        }
        try directory.checkService(of: processID)
        let reason =
            if !isRunning {
                "ended before it wrote a census: check its output"
            } else if record.identity == nil {
                "does not identify itself: rebuild its heap library with scripts/heap-library, and let it read /proc"
            } else {
                "takes no census any more, as it became another program: inspect it with outlive census --attach"
            }
        return Failure(.noCensus, "process \(processID) (\(executable)) \(reason)")
    }

    /// Returns the snapshot, `.some(nil)` if the process ended without it, or `nil` if it may still come.
    private func file(of request: HeapRequest) throws(Failure) -> HeapFile?? {
        let name = HeapStartRecord.requestFileName(request.number, processID: record.processID)
        // Checked first, because the process may end just after writing.
        let runs = isRunning
        if let file = try directory.file(name, of: record.processID) { return .some(file) }
        try directory.checkService(of: record.processID)
        return runs ? nil : .some(nil)
    }
}

extension ProcessFiles {
    /// `true` if the paths of the process lead to the files that they lead to here.
    fileprivate var hasOwnMountNamespace: Bool {
        let link = "ns/mnt"
        guard let namespace = target(of: link) else { return false }
        return namespace == ProcessFiles(processID: getpid()).target(of: link)
    }
}
