internal import OutliveModel
internal import OutliveSupport

extension ProcessApplication {
    func workers() async -> [Worker] {
        guard let process = processRun, let directory = process.heap, !configuration.inspectsFromOutside,
            let records = try? directory.startRecords(), records.count > 1
        else { return [] }
        let subject = process.subject
        // A launcher is no worker.
        let others = Set([subject] + ProcessEntry.all.ancestors(of: subject))
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
        return try await answer(from: HeapProcess(record: record, directory: directory), of: process, to: request)
    }
}
