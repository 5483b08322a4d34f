package import OutliveModel
internal import OutliveSupport

/// A running process with the heap tier.
package struct HeapProcess: Sendable {
    /// The hello message of the tier.
    package let hello: HeapHello
    private let directory: HeapDirectory
    private let files: ProcessFiles

    /// Finds the heap tier of a process that was started independently.
    ///
    /// - Throws: `Failure` if there is no such process, it belongs to another user, or it has no usable heap tier.
    package init(_ processID: Int32) throws(Failure) {
        let files = ProcessFiles(processID: processID)
        guard let entry = ProcessEntry(processID), entry.isRunning else {
            throw Failure(.noCensus, "there is no process \(processID): find it with ps or pgrep")
        }
        guard access(files.path("environ"), R_OK) == 0, let variables = files.environment else {
            throw Failure(
                .noCensus,
                "process \(processID) (\(entry.name)) cannot be inspected: run as its user, or as root "
                    + "of its container")
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
                "process \(processID) (\(entry.name)) has no heap tier, though it was started with one: it is not a "
                    + "Swift program, or it is a copy made by fork")
        }
        try hello.check()
        self.hello = hello
    }

    /// Creates a process from its hello message.
    init(_ hello: HeapHello, in directory: HeapDirectory) {
        self.hello = hello
        self.directory = directory
        files = ProcessFiles(processID: hello.processID)
    }

    var isRunning: Bool { ProcessEntry(hello.processID)?.isRunning == true }

    /// Requests a census and waits for it; safe beside a harness that drives the process.
    ///
    /// - Parameters:
    ///   - withGraph: `true` to capture the references between all blocks as well.
    ///   - timeout: the longest wait.
    /// - Returns: the snapshot, which the caller removes.
    /// - Throws: `Failure` if none arrives; `CancellationError`.
    package func census(withGraph: Bool = false, timeout: Duration) async throws -> HeapFile {
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
        // On a full disk the tier cannot even write its error file.
        if let obstacle = directory.obstacle { throw obstacle }
        let reason =
            if case .value = outcome {
                "ended before it wrote a census: check its output"
            } else if files.isStopped {
                "is stopped, so it writes no census: continue it with kill -CONT \(hello.processID)"
            } else {
                "wrote no census within \(timeout.text): check whether it runs, check whether it restricts its system "
                    + "calls (seccomp), or raise --timeout"
            }
        throw Failure(.noCensus, "process \(hello.processID) (\(hello.executable)) \(reason)")
    }

    /// Returns the snapshot, `.some(nil)` if the process ended without it, or `nil` if it may still come.
    private func file(of request: HeapRequest) throws(Failure) -> HeapFile?? {
        let name = HeapFileName.request(request.number, processID: hello.processID)
        // Checked first, because the process may end just after writing.
        let runs = isRunning
        if let file = try directory.file(name, of: hello.processID) { return .some(file) }
        try directory.checkService(of: hello.processID)
        return runs ? nil : .some(nil)
    }
}

extension ProcessFiles {
    /// The initial variables of the process, or the current ones if it has overwritten them.
    var environment: [String: String]? {
        guard let text = text("environ") else { return nil }
        let initial = EnvironmentReader.variables(text.utf8.split(separator: 0).map { Array($0)[...] })
        guard initial.isEmpty, let maps = self.text("maps") else { return initial }
        var locator = EnvironLocator()
        let address = locator.address(in: self, mappings: Mapping.all(in: maps))
        return EnvironmentReader(self).variables(environAt: address) ?? initial
    }

    /// `true` if a signal or a debugger has stopped the process.
    fileprivate var isStopped: Bool {
        // `PID (NAME) STATE ...`, where the name may contain anything.
        guard let text = text("stat"), let end = text.lastIndex(of: ")") else { return false }
        return ["T", "t"].contains(text[text.index(after: end)...].fields(limit: 2).first)
    }
}
