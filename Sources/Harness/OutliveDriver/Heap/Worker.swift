internal import OutliveModel
internal import OutliveSupport

/// A process with the heap tier that the measured one started, directly or through others.
package struct Worker: Hashable, Sendable {
    package var processID: Int32
    /// The start time in clock ticks since boot, which distinguishes processes that have the same number in succession.
    package var started: UInt64
    /// The file name of its program, with the first argument if that is a plain word, such as `import` of `app import`.
    package var name: String

    package init(processID: Int32, started: UInt64, name: String) {
        (self.processID, self.started, self.name) = (processID, started, name)
    }
}

extension ProcessApplication {
    func workers() async -> [Worker] {
        guard let process = processRun, let directory = process.heap, !configuration.inspectsFromOutside,
            let records = try? directory.startRecords(), records.count > 1
        else { return [] }
        let subject = process.subject
        // A launcher is no worker.
        let others = Set([subject] + ProcessTable.now.ancestors(of: subject))
        return records.compactMap { record in
            guard !others.contains(record.processID), (try? record.check()) != nil, record.isReceiving,
                let entry = ProcessEntry(record.processID)
            else { return nil }
            return Worker(
                processID: entry.id, started: entry.started,
                name: ProcessFiles(processID: entry.id).workerName ?? entry.name)
        }.sorted { ($0.started, $0.processID) < ($1.started, $1.processID) }
    }

    func census(of worker: Worker) async throws -> HeapFile? {
        try await heapFile(of: worker) { HeapRequest(number: $0, endsCycle: true) }
    }

    func heapSnapshot(of worker: Worker) async throws -> HeapFile? {
        try await heapFile(of: worker) { HeapRequest(number: $0, withGraph: true) }
    }

    private func heapFile(of worker: Worker, _ request: (_ number: UInt32) -> HeapRequest) async throws -> HeapFile? {
        guard let process = processRun, let directory = process.heap,
            let record = try directory.startRecord(of: worker.processID)
        else { return nil }
        processRun?.censuses += 1
        return try await HeapProcess(record: record, directory: directory)
            .answer(to: request(UInt32(process.censuses + 1)), timeout: timeout)
    }
}

extension ProcessFiles {
    /// The name of a worker; see `Worker.name`.
    fileprivate var workerName: String? {
        guard let programName else { return nil }
        let arguments = text("cmdline")?.utf8.split(separator: 0, omittingEmptySubsequences: false) ?? []
        guard arguments.count > 1, let word = String(arguments[1]),
            word.first?.isLetter == true, word.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "-") })
        else { return programName.onOneLine() }
        return "\(programName) \(word)".onOneLine()
    }
}
