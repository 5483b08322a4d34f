internal import Glibc
public import OutliveModel

/// A running process that the heap tier is in.
public struct HeapProcess: Sendable {
    /// What the tier said when it began.
    public let hello: HeapHello
    private let directory: HeapDirectory
    private let files: ProcessFiles

    /// Finds the tier of a process that somebody else started.
    ///
    /// - Throws: `Failure` when there is no such process, it is another user's, or it has no tier that can be asked.
    public init(_ processID: Int32) throws(Failure) {
        let files = ProcessFiles(processID: processID)
        guard let entry = ProcessEntry(processID), entry.isRunning else {
            throw Failure(.noCensus, "there is no process \(processID): look for it with ps or pgrep")
        }
        guard access(files.path("environ"), R_OK) == 0, let variables = files.environment else {
            throw Failure(
                .noCensus,
                "process \(processID) (\(entry.name)) may not be looked into: ask as the user who runs it, or as root of "
                    + "the container that it is in")
        }
        guard let path = variables[EnvironmentName.heap] else {
            throw Failure(
                .heapNotServed,
                "process \(processID) (\(entry.name)) is not watched: start it with "
                    + "'outlive run --census signal -- CMD'")
        }
        directory = HeapDirectory(path: path)
        self.files = files
        guard let hello = try directory.hello(of: processID) else {
            throw Failure(
                .heapNotServed,
                "process \(processID) (\(entry.name)) has no heap tier in it, though it was started with one: it is no "
                    + "Swift program, or a copy that fork made")
        }
        try hello.check()
        self.hello = hello
    }

    /// Makes a process whose greeting was read.
    init(_ hello: HeapHello, in directory: HeapDirectory) {
        self.hello = hello
        self.directory = directory
        files = ProcessFiles(processID: hello.processID)
    }

    /// Whether it is there and runs.
    var isRunning: Bool { ProcessEntry(hello.processID)?.isRunning == true }

    /// Asks for a census and waits for it, beside whoever else drives the process.
    ///
    /// - Parameters:
    ///   - withGraph: whether the graph of all blocks is written as well.
    ///   - timeout: the longest wait.
    /// - Returns: the snapshot, which the caller removes.
    /// - Throws: `Failure` when none comes; `CancellationError`.
    public func census(withGraph: Bool = false, timeout: Duration) async throws -> HeapFile {
        let request = HeapRequest(number: .random(in: HeapRequest.numbersByHand), withGraph: withGraph)
        return try await answer(to: request, timeout: timeout)
    }

    /// Sends a request and waits for its snapshot.
    func answer(to request: HeapRequest, timeout: Duration) async throws -> HeapFile {
        try request.send(to: hello)
        let outcome = try await firstOf(timeout: timeout) { [self] in
            try await pollUntilAnswered(longestPause: .milliseconds(20)) { try file(of: request) }
        }
        if case .value(let file) = outcome, let file { return file }
        // It could not even write that it could not.
        if let obstacle = directory.obstacle { throw obstacle }
        let reason =
            if case .value = outcome {
                "ended before it had written a census: see what it printed"
            } else if files.isStopped {
                "is stopped, and so writes no census: continue it with kill -CONT \(hello.processID)"
            } else {
                "wrote no census within \(timeout.text): look whether it runs, whether it forbids itself system calls "
                    + "(seccomp), or raise --timeout"
            }
        throw Failure(.noCensus, "process \(hello.processID) (\(hello.executable)) \(reason)")
    }

    /// The snapshot; a nil within when the process has ended without, and nil as long as it may still come.
    private func file(of request: HeapRequest) throws(Failure) -> HeapFile?? {
        let name = HeapFileName.request(request.number, processID: hello.processID)
        // Looked at first: it may end just after it has written.
        let runs = isRunning
        if let file = try directory.file(name, of: hello.processID) { return .some(file) }
        try directory.checkService(of: hello.processID)
        return runs ? nil : .some(nil)
    }
}

extension ProcessFiles {
    /// The variables that the process was started with, or where it has written over them, those that it has now.
    var environment: [String: String]? {
        guard let text = text("environ") else { return nil }
        let initial = EnvironmentReader.variables(text.utf8.split(separator: 0).map { Array($0)[...] })
        guard initial.isEmpty, let maps = self.text("maps") else { return initial }
        var locator = EnvironLocator()
        let address = locator.address(in: self, mappings: Mapping.all(in: maps))
        return EnvironmentReader(self).variables(environAt: address) ?? initial
    }

    /// Whether a signal has stopped the process, or a debugger.
    fileprivate var isStopped: Bool {
        // `PID (NAME) STATE ...`, where the name may hold anything.
        guard let text = text("stat"), let end = text.lastIndex(of: ")") else { return false }
        return ["T", "t"].contains(text[text.index(after: end)...].fields(limit: 2).first)
    }
}
