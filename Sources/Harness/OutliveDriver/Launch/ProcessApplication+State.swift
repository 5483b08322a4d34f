internal import OutliveInspect
internal import OutliveModel

extension ProcessApplication {
    func stateSnapshot() async throws -> HeapFile? {
        guard let process = processRun, process.isRunning else { return nil }
        let order = StateOrder(key: stateKey, isAlone: true)
        if let served = try servedSubject(of: process) {
            return try await answer(from: served, of: process) { HeapRequest(number: $0, state: order) }
        }
        let taken = try await TakenSnapshot(
            of: .process(process.subject), fromOutside: true, withGraph: false, requiresObjects: false, state: order,
            limits: InspectionLimits(timeout: timeout, longestPause: configuration.longestPause))
        // It owns the file.
        processRun?.lastState = taken
        return taken.file
    }

    func reset(pausing inspect: @escaping StepReader) async throws {
        guard let directory = processRun?.directory else {
            throw Failure(.resetFailed, "the application is not running, so it cannot be reset")
        }
        try directory.orderPauses()
        defer { directory.omitPauses() }
        try await withThrowingTaskGroup { group in
            group.addTask { _ = try await self.reset(nil) }
            group.addTask {
                while true {
                    let pause = try await pollUntilAnswered { try directory.pause() }
                    if let file = try await self.stateSnapshot() { try inspect(pause.step, file) }
                    directory.endPause()
                }
            }
            defer { group.cancelAll() }
            // The second task ends by an error alone.
            try await group.next()
        }
    }

    /// Returns the measured process if the heap tier serves it, or `nil` if it has to be read from outside.
    private func servedSubject(of process: ProcessRun) throws -> HeapProcess? {
        guard let directory = process.heap, !configuration.inspectsFromOutside,
            let record = try directory.startRecord(of: process.subject), record.isReceiving
        else { return nil }
        try record.check()
        return HeapProcess(record: record, directory: directory)
    }
}
