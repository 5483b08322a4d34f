package import OutliveModel
internal import OutliveSupport

/// A complete snapshot that the heap tier wrote.
package struct HeapFile: Hashable, Sendable {
    /// The path, valid at most as long as the folder of its requester.
    package var path: String
    package var processID: Int32

    package init(path: String, processID: Int32) {
        self.path = path
        self.processID = processID
    }

    /// Captures every heap block of this process, if it has the tier, and the references; blocks the calling thread.
    ///
    /// - Returns: the snapshot, which the caller removes, or `nil` if the tier is off or cannot write.
    package static func ofThisProcess() -> HeapFile? {
        typealias Census = @convention(c) (UInt32, Bool, Bool) -> Bool
        guard let folder = getenv(EnvironmentName.heap).map({ String(cString: $0) }),
            let census: Census = try? DynamicLibrary.process.function(HeapTarget.entryPoint)
        else { return nil }
        let number = UInt32.random(in: HeapRequest.standaloneNumbers)
        guard census(number, true, false) else { return nil }
        let processID = getpid()
        return HeapFile(path: folder + "/" + HeapFileName.request(number, processID: processID), processID: processID)
    }
}

/// A request for a census, sent to a process with a signal.
struct HeapRequest: Hashable, Sendable {
    /// The range of random request numbers, distinct from those of a harness, which counts from 1.
    static let standaloneNumbers: ClosedRange<UInt32> = 0x80_0000...0xFF_FFFF

    /// The number, 1 to 0xFFFFFF, used once in the life of a process.
    var number: UInt32
    /// `true` to capture the references between all blocks as well.
    var withGraph = false
    var endsCycle = false

    var value: Int32 { Int32(number | (withGraph ? 1 << 24 : 0) | (endsCycle ? 1 << 25 : 0)) }
}

package struct HeapProcess: Sendable {
    package let record: HeapStartRecord
    let directory: HeapDirectory
}

extension HeapProcess {
    /// Finds the heap tier of a process that was started independently.
    ///
    /// - Returns: `nil` if it has no usable one, or belongs to another user. An inspection from outside has the reason.
    /// - Throws: `Failure` if there is no such process, or its folder of snapshots cannot be used.
    package static func ifServed(_ processID: Int32) throws(Failure) -> HeapProcess? {
        let files = ProcessFiles(processID: processID)
        guard let entry = ProcessEntry(processID), entry.isRunning else {
            throw Failure(.noCensus, "there is no process \(processID): find it with ps or pgrep")
        }
        guard access(files.path("environ"), R_OK) == 0, let path = files.environment?[EnvironmentName.heap] else {
            return nil
        }
        let directory = HeapDirectory(path: path)
        do throws(Failure) {
            guard let record = try directory.startRecord(of: processID) else { return nil }
            try record.check()
            return HeapProcess(record: record, directory: directory)
        } catch {
            guard error.code == .heapNotServed else { throw error }
            return nil
        }
    }

    var isRunning: Bool { ProcessEntry.isRunning(record.processID) }

    /// Requests a census and waits for it; safe while a harness drives the process.
    package func census(withGraph: Bool = false, timeout: Duration) async throws -> HeapFile {
        let request = HeapRequest(number: .random(in: HeapRequest.standaloneNumbers), withGraph: withGraph)
        return try await answer(to: request, timeout: timeout)
    }

    func answer(to request: HeapRequest, timeout: Duration) async throws -> HeapFile {
        let (processID, executable) = (record.processID, record.executable)
        guard sigqueue(processID, record.signal, sigval(sival_int: request.value)) == 0 else {
            throw Failure(.noCensus, "cannot ask process \(processID) for a census: \(systemError())")
        }
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

    /// Returns the snapshot, `.some(nil)` if the process ended without it, or `nil` if it may still come.
    private func file(of request: HeapRequest) throws(Failure) -> HeapFile?? {
        let name = HeapFileName.request(request.number, processID: record.processID)
        // Checked first, because the process may end just after writing.
        let runs = isRunning
        if let file = try directory.file(name, of: record.processID) { return .some(file) }
        try directory.checkService(of: record.processID)
        return runs ? nil : .some(nil)
    }
}
